// The JSON in which containers, EC2 instances and credential processes hand out credentials.
#pragma once

#include <partita/table_operations.h>

#include <optional>
#include <string_view>

namespace partita::protocol {

// The token goes by two names, Token and SessionToken.
struct CredentialsDocument {
  OptionalString code = {};  // "Success", of EC2 alone
  OptionalString message = {};
  OptionalString access_key_id = {};
  OptionalString secret_access_key = {};
  OptionalString session_token = {};
  OptionalString expiration = {};
};
// Nothing where `json` is no object, or a member of the above is no text. Others are ignored.
std::optional<CredentialsDocument> decode_credentials(std::string_view json);

}  // namespace partita::protocol
