// A secret of 256 bits from which the keys of several purposes are derived.
#pragma once

#include <partita/expected.h>

#include <optional>
#include <string>
#include <string_view>

#include "auth/sha256.h"

namespace partita::auth {

// 256 bits, from which the keys of all purposes are derived. From one of them the others cannot be told.
class MasterKey {
 public:
  // Reads 64 hexadecimal digits. Returns nullopt for any other text.
  static std::optional<MasterKey> parse(std::string_view digits);
  static MasterKey make();

  std::string digits() const;
  // A key of 32 bytes for one purpose.
  Digest key_for(std::string_view purpose) const;

  MasterKey(const MasterKey&) = default;
  MasterKey& operator=(const MasterKey&) = default;
  ~MasterKey();  // overwrites the key

 private:
  explicit MasterKey(std::string bytes) : bytes_(std::move(bytes)) {}
  std::string bytes_;
};

}  // namespace partita::auth
