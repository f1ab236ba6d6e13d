// The master key, and what is sealed with keys that are derived from it: the secrets of access keys, and the tokens of
// sessions. AES-256-GCM keeps a sealed text secret and makes each change of it known.
#pragma once

#include <partita/expected.h>

#include <optional>
#include <string>
#include <string_view>

#include "auth/master_key.h"
#include "auth/sha256.h"

namespace partita::identities {

using auth::MasterKey;

// Seals `text`. The result can be opened only with the same key and the same `context`. Errors: a failure of OpenSSL.
expected<std::string, std::string> seal(const auth::Digest& key, std::string_view context, std::string_view text);
// Returns nullopt if `sealed` was not made by seal() with this key and context.
std::optional<std::string> open_sealed(const auth::Digest& key, std::string_view context, std::string_view sealed);

// The bytes that seal() adds.
inline constexpr std::size_t kNonceBytes = 12, kTagBytes = 16;

}  // namespace partita::identities
