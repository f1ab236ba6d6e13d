// One element of Principal or NotPrincipal.
#pragma once

#include <partita/expected.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "iam/principal.h"

namespace partita::iam {

// How an element names a principal. A stronger match comes later.
enum class PrincipalMatch : std::uint8_t {
  No,
  Account,  // by its account, which leaves it to the account's own policies
  Role,     // a role's session by its role, which the session's policies and the role's boundary limit
  Direct,   // itself
};

struct PrincipalPattern {
  enum class Kind : std::uint8_t {
    Everyone,  // "*"
    Account,   // 12 digits, or the ARN of the account's root
    Arn,
    Id,       // "AIDA...", "AROA..."
    Foreign,  // a service or an identity provider, which sends no requests here
  };
  Kind kind = Kind::Everyone;
  std::string text;  // 12 digits for an Account; otherwise as the policy has it

  // Reads an element of "AWS", "Service" or "Federated". Errors: the fault of the element, and its cure.
  static expected<PrincipalPattern, std::string> parse(std::string_view map_key, std::string_view element);

  PrincipalMatch match(const Principal& principal) const;
};

}  // namespace partita::iam
