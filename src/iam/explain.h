// Why no statement allows a request, for people.
#pragma once

#include <string>
#include <vector>

#include "iam/evaluate.h"

namespace partita::iam {

struct Reason {
  const Policy* policy = nullptr;
  std::uint16_t statement = 0;
  // The first part of the statement that does not fit, for example: Condition StringEquals "dynamodb:Select": the
  // request has "COUNT", the policy "SPECIFIC_ATTRIBUTES"
  std::string text;
};

// A reason for each statement that would allow the request's action and does not allow this request, in the order of
// the policies. A statement of a resource-based policy that allows only the principal's account has a reason too.
std::vector<Reason> explain(const Policies& policies, Request& request);

// The statement's number, and its Sid if it has one: Statement[0] (Sid "Read").
std::string title_of(const Policy& policy, std::uint16_t statement);

}  // namespace partita::iam
