// Keys for tests of encrypted directories.
#pragma once

#include <memory>
#include <string>

#include "storage/encryption_keys.h"

namespace partita::test {

// A key of 64 equal hexadecimal digits.
inline std::string key_text(char digit) { return std::string(64, digit); }

// The keys of these digits, the current one first.
inline std::shared_ptr<const storage::EncryptionKeys> some_keys(const std::string& digits = "a") {
  std::string text;
  for (const char digit : digits) text += key_text(digit) + "\n";
  return std::make_shared<storage::EncryptionKeys>(storage::parse_encryption_keys(text, "keys").value());
}

}  // namespace partita::test
