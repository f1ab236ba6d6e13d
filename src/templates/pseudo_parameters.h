// CloudFormation's pseudo parameters, such as AWS::Region.
#pragma once

#include <optional>
#include <string>

#include "templates/options.h"

namespace partita::templates {

// The region of --param region=... or --param AWS::Region=..., or nullopt if neither is given.
std::optional<std::string> given_region(const TemplateOptions& options);
// The same, or AWS_REGION or AWS_DEFAULT_REGION of the environment.
std::optional<std::string> known_region(const TemplateOptions& options);
// The region of given_region(). Without it, AWS_REGION or AWS_DEFAULT_REGION of the environment, and otherwise
// us-east-1.
std::string region_of(const TemplateOptions& options);

// The account of --param AWS::AccountId=..., or Partita's default.
std::string account_of(const TemplateOptions& options);

// True if the caller gave the value of the pseudo parameter.
bool is_given(const std::string& name, const TemplateOptions& options);

// The value of a pseudo parameter other than AWS::Region. A value that the caller gave comes first. nullopt if the
// value is unknown, for example AWS::StackName.
std::optional<std::string> pseudo_parameter(const std::string& name, const TemplateOptions& options);

}  // namespace partita::templates
