// The master key, and what is sealed with keys that are derived from it: the secrets of access keys, and the tokens of
// sessions. AES-256-GCM keeps a sealed text secret and makes each change of it known.
#pragma once

#include <partita/expected.h>

#include <optional>
#include <string>
#include <string_view>

#include "auth/sha256.h"

namespace partita::identities {

// 256 bits, from which the keys of all purposes are derived. None of them tells the others.
class MasterKey {
 public:
  // Reads 64 hexadecimal digits. Returns nullopt for any other text.
  static std::optional<MasterKey> parse(std::string_view digits);
  // Errors: the system gives no random bytes.
  static expected<MasterKey, std::string> make();

  std::string digits() const;
  // A key of 32 bytes for one purpose.
  auth::Digest key_for(std::string_view purpose) const;

  MasterKey(const MasterKey&) = default;
  MasterKey& operator=(const MasterKey&) = default;
  ~MasterKey();  // overwrites the key

 private:
  explicit MasterKey(std::string bytes) : bytes_(std::move(bytes)) {}
  std::string bytes_;
};

// Seals `text`. The result can be opened only with the same key and the same `context`. Errors: a failure of OpenSSL.
expected<std::string, std::string> seal(const auth::Digest& key, std::string_view context, std::string_view text);
// Returns nullopt if `sealed` was not made by seal() with this key and context.
std::optional<std::string> open_sealed(const auth::Digest& key, std::string_view context, std::string_view sealed);

// The bytes that seal() adds.
inline constexpr std::size_t kNonceBytes = 12, kTagBytes = 16;

}  // namespace partita::identities
