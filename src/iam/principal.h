// Who makes a request.
#pragma once

#include <partita/error.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace partita::iam {

enum class PrincipalKind : std::uint8_t {
  Root,           // arn:aws:iam::ACCOUNT:root
  User,           // arn:aws:iam::ACCOUNT:user/PATH/NAME
  RoleSession,    // arn:aws:sts::ACCOUNT:assumed-role/ROLE/SESSION
  FederatedUser,  // arn:aws:sts::ACCOUNT:federated-user/NAME
};

struct Principal {
  PrincipalKind kind = PrincipalKind::User;
  std::string account;    // 12 digits
  std::string arn;        // of one of the forms above
  std::string user_name;  // of a User, empty for others
  std::string user_id;    // aws:userid, such as "AIDACKCEVSQ6C2EXAMPLE", or empty
  std::string role_arn;   // of a RoleSession: arn:aws:iam::ACCOUNT:role/PATH/ROLE; empty for others
  std::vector<std::pair<std::string, std::string>> tags;
  // Of a session only, empty for others.
  std::string token_issue_time;              // aws:TokenIssueTime, such as 2026-01-05T10:00:00Z
  std::string source_identity;               // aws:SourceIdentity
  std::vector<std::string> transitive_tags;  // the names of those tags that the sessions made with this one get too

  // The principal with this ARN, without a user id and tags. The ARN of a role's session does not tell the role's path,
  // so `role_arn` has no path. Errors: ValidationException if `arn` is not of the forms above.
  static Result<Principal> of_arn(std::string_view arn);
};

// The n-th of the six parts of an ARN, counted from 0: "arn", the partition, the service, the region, the account and
// the rest. Returns an empty view if `arn` has fewer parts.
std::string_view part_of_arn(std::string_view arn, int n);

bool is_account(std::string_view text);  // 12 digits

}  // namespace partita::iam
