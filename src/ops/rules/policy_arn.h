// The ARNs of the resources that have policies, and the faults that they share with the ARNs of tagged resources.
#pragma once

#include <partita/error.h>

#include <string>
#include <string_view>

namespace partita::ops {

// arn:aws:dynamodb:REGION:ACCOUNT:table/TABLE[/stream/LABEL]
struct PolicyArn {
  std::string_view table;
  std::string_view label;  // of the stream; empty if the ARN is that of a table
};
// Reads the ResourceArn of an operation on policies, which must be of this account and region. The parts point into
// `arn`. Errors: ValidationException.
Result<PolicyArn> read_policy_arn(std::string_view arn, std::string_view account, std::string_view region);

// The faults of a text that is no ARN, and of one that is the ARN of nothing that can have tags or a policy.
unexpected<Error> not_an_arn(std::string_view text);
unexpected<Error> not_of_dynamodb(std::string_view arn);

}  // namespace partita::ops
