// The JSON in which containers, EC2 instances and credential processes return credentials.
#pragma once

#include <partita/table_operations.h>

#include <optional>
#include <string_view>

namespace partita::protocol {

// Token and SessionToken are two names for session_token.
struct CredentialsDocument {
  OptionalString code = {};  // "Success", sent only by EC2
  OptionalString message = {};
  OptionalString access_key_id = {};
  OptionalString secret_access_key = {};
  OptionalString session_token = {};
  OptionalString expiration = {};
  OptionalString account_id = {};
};
// Returns nullopt if `json` is not an object, or if one of the members above is not a text. Other members are ignored.
std::optional<CredentialsDocument> decode_credentials(std::string_view json);

}  // namespace partita::protocol
