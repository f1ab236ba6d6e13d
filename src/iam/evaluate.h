// The decision on a request.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "iam/policy.h"
#include "iam/request.h"

namespace partita::iam {

// The policies that are for a request. Null or empty: no such policy is for it.
struct Policies {
  std::span<const Policy* const> identity = {};  // those of the principal and of its groups, or of its role
  const Policy* boundary = nullptr;
  std::span<const Policy* const> session = {};  // those that were given when the session was made
  const Policy* resource = nullptr;             // that of the table or stream, or the trust policy of the role
};

enum class Decision : std::uint8_t { Allowed, ExplicitlyDenied, ImplicitlyDenied };

struct Outcome {
  Decision decision = Decision::ImplicitlyDenied;
  // The type of the policy that allows or denies explicitly. If the request is denied implicitly, the type of which no
  // policy allows it.
  PolicyType type = PolicyType::Identity;
  // The policy and its statement that allow or deny explicitly. Null for an implicit denial, and for the root of the
  // resource's account, which needs no permission.
  const Policy* policy = nullptr;
  std::uint16_t statement = 0;
};

// Decides as "Policy evaluation logic" of the IAM User Guide says:
// 1. A statement that denies decides, in whichever policy.
// 2. In the resource's account a resource-based policy is enough if it names the principal itself. If it names the role
// of
//    a session, the boundary and the session's policies must allow too.
// 3. Otherwise an identity-based policy must allow, and so must the boundary and a session policy if there are any.
// 4. In another account a resource-based policy must allow too.
// The account of the resource is that of its ARN. The resource "*" belongs to the principal's account. Does not
// allocate.
Outcome evaluate(const Policies& policies, Request& request);

// The service's text of an AccessDeniedException. Requires: the request is denied.
std::string denial_text(const Outcome& outcome, const Request& request);

}  // namespace partita::iam
