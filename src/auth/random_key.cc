#include "auth/random_key.h"

#include "base/base64.h"
#include "base/random.h"

namespace partita::auth {

std::string random_id(std::string_view prefix, std::size_t characters) {
  // The service's ids have these 32 characters.
  constexpr std::string_view kCharacters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  std::string id = base::random_bytes(characters);
  for (char& c : id) c = kCharacters[static_cast<unsigned char>(c) % kCharacters.size()];
  return std::string(prefix) + id;
}

std::string random_secret() { return base::to_base64(base::random_bytes(30)); }

}  // namespace partita::auth
