#include "templates/pseudo_parameters.h"

namespace partita::templates {

std::optional<std::string> told_region(const Options& options) {
  for (const char* name : {"region", "AWS::Region"})
    if (const auto told = options.parameters.find(name); told != options.parameters.end()) return told->second;
  return std::nullopt;
}

std::string region_of(const Options& options) {
  if (auto told = told_region(options)) return *told;
  for (const char* name : {"AWS_REGION", "AWS_DEFAULT_REGION"})
    if (auto value = options.environment ? options.environment(name) : std::nullopt) return *value;
  return "us-east-1";
}

std::optional<std::string> pseudo_parameter(const std::string& name, const Options& options) {
  if (const auto told = options.parameters.find(name); told != options.parameters.end()) return told->second;
  if (name == "AWS::AccountId") return std::string(kAccountId);
  if (name == "AWS::Partition") return "aws";
  if (name == "AWS::URLSuffix") return "amazonaws.com";
  return std::nullopt;
}

}  // namespace partita::templates
