// The token of a session: all that must be known of a session, sealed. So the server keeps nothing of the sessions that
// it gives out.
//
// A token is base64 of a byte with the version and the sealed fields. It is sealed by a key that is derived from the
// master key and the id of the session's access key, so that each sealing key seals one text only.
#pragma once

#include <partita/expected.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "identities/contents.h"
#include "identities/secrets.h"

namespace partita::identities {

struct Session {
  std::string holder;  // the id of the role, or what holder_of() tells of the user
  std::string name;    // of a role's session; empty for a user's
  std::string secret;  // of the session's access key
  std::int64_t issued_ms = 0;
  std::int64_t expires_ms = 0;
  std::string source_identity = {};
  std::string policy = {};  // the session policy, or empty
  Tags tags = {};
  std::vector<std::string> transitive_tags = {};
};

// The most bytes that the policy and the tags of a session may have together.
inline constexpr std::size_t kMostPackedBytes = 4096;
// No token is longer, so longer ones are refused unread.
inline constexpr std::size_t kMostTokenCharacters = 8192;

// The key from which those of all sessions are derived.
auth::Digest session_root_key(const MasterKey& master);

// Errors: a failure of OpenSSL.
expected<std::string, std::string> token_of(const auth::Digest& root, std::string_view key_id, const Session& session);
// Returns nullopt if the token was not made with this root and this key id, so also if it was changed.
std::optional<Session> read_token(const auth::Digest& root, std::string_view key_id, std::string_view token);

}  // namespace partita::identities
