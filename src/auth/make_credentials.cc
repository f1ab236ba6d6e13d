// Makes a credentials file with a random key.
#include <fmt/format.h>

#include "auth/credentials_file.h"
#include "auth/private_file.h"
#include "auth/random_key.h"
#include "base/try.h"

namespace partita::auth {

expected<std::string, std::string> make_credentials_file(const std::string& path, MadeKey made_key) {
  const std::string id = random_id("AKIA", kKeyIdCharacters), secret = random_secret();
  const std::string text = fmt::format(
      "# The keys that `partita serve` accepts with --auth keys or iam. Each section is a key. SIGHUP makes the "
      "server\n"
      "# read the file again.\n[default]\naws_access_key_id = {}\naws_secret_access_key = {}\n{}",
      id, secret, made_key == MadeKey::OfRoot ? "# This key may do everything.\nroot = true\n" : "");
  PARTITA_TRY(write_private_file(path, text, Existing::Kept));
  return id;
}

}  // namespace partita::auth
