#include "auth/random_key.h"

#include <openssl/rand.h>

#include <array>

#include "base/base64.h"

namespace partita::auth {

std::string random_id(std::string_view prefix, std::size_t characters) {
  // The service's ids have these 32 characters.
  constexpr std::string_view kCharacters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  std::string id(characters, '\0');
  if (RAND_bytes(reinterpret_cast<unsigned char*>(id.data()), static_cast<int>(id.size())) != 1) return {};
  for (char& c : id) c = kCharacters[static_cast<unsigned char>(c) % kCharacters.size()];
  return std::string(prefix) + id;
}

std::string random_secret() {
  std::array<unsigned char, 30> bytes;
  if (RAND_bytes(bytes.data(), static_cast<int>(bytes.size())) != 1) return {};
  return base::to_base64({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

}  // namespace partita::auth
