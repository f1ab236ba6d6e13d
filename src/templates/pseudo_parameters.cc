#include "templates/pseudo_parameters.h"

#include <partita/open.h>

namespace partita::templates {

std::optional<std::string> given_region(const TemplateOptions& options) {
  for (const char* name : {"region", "AWS::Region"})
    if (const auto given = options.parameters.find(name); given != options.parameters.end()) return given->second;
  return std::nullopt;
}

std::optional<std::string> known_region(const TemplateOptions& options) {
  if (auto given = given_region(options)) return given;
  for (const char* name : {"AWS_REGION", "AWS_DEFAULT_REGION"})
    if (auto value = options.environment ? options.environment(name) : std::nullopt) return value;
  return std::nullopt;
}

std::string region_of(const TemplateOptions& options) { return known_region(options).value_or("us-east-1"); }

bool is_given(const std::string& name, const TemplateOptions& options) { return options.parameters.contains(name); }

std::string account_of(const TemplateOptions& options) {
  const auto given = options.parameters.find("AWS::AccountId");
  return given == options.parameters.end() ? std::string(kDefaultAccount) : given->second;
}

std::optional<std::string> pseudo_parameter(const std::string& name, const TemplateOptions& options) {
  if (const auto given = options.parameters.find(name); given != options.parameters.end()) return given->second;
  if (name == "AWS::AccountId") return account_of(options);
  if (name == "AWS::Partition") return "aws";
  if (name == "AWS::URLSuffix") return "amazonaws.com";
  return std::nullopt;
}

}  // namespace partita::templates
