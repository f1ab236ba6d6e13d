// Credentials are the keys with which requests to Amazon DynamoDB are signed.
#pragma once

#include <optional>
#include <string>

namespace partita {

// The keys of one account or role. The session token belongs to temporary keys.
struct Credentials {
  std::string access_key_id;
  std::string secret_access_key;
  std::optional<std::string> session_token = {};  // Temporary credentials have one.
  // The account of the keys, 12 digits, if it is known. It chooses the endpoint (ConnectOptions::account_endpoints).
  std::optional<std::string> account_id = {};
  friend bool operator==(const Credentials&, const Credentials&) = default;
};

}  // namespace partita
