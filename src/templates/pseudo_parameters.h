// CloudFormation's pseudo parameters, AWS::Region and the like. The account is Partita's.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "templates/options.h"

namespace partita::templates {

inline constexpr std::string_view kAccountId = "000000000000";

// --param region=... or --param AWS::Region=...
std::optional<std::string> told_region(const Options& options);
// The same, else AWS_REGION or AWS_DEFAULT_REGION of the environment, else us-east-1.
std::string region_of(const Options& options);

// The value of "AWS::AccountId", of "AWS::StackName" where the caller named it; nullopt for what is unknown.
std::optional<std::string> pseudo_parameter(const std::string& name, const Options& options);

}  // namespace partita::templates
