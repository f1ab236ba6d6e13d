// Makes a credentials file with a random key.
#include <fcntl.h>
#include <fmt/format.h>
#include <openssl/rand.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "auth/credentials_file.h"
#include "base/base64.h"

namespace partita::auth {
namespace {

bool random(unsigned char* bytes, std::size_t size) { return RAND_bytes(bytes, static_cast<int>(size)) == 1; }

// The service's ids have these 32 characters after AKIA.
std::string random_id() {
  constexpr std::string_view kCharacters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  std::array<unsigned char, 16> bytes;
  if (!random(bytes.data(), bytes.size())) return {};
  std::string id = "AKIA";
  for (const unsigned char byte : bytes) id.push_back(kCharacters[byte % kCharacters.size()]);
  return id;
}

std::string random_secret() {
  std::array<unsigned char, 30> bytes;
  if (!random(bytes.data(), bytes.size())) return {};
  return base::to_base64({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

bool write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(file, text.data(), text.size());
    if (written < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

// Writes the text durably to a file that only this user may read. Returns false, with errno, if that fails.
bool write_private(const std::string& path, std::string_view text) {
  const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (file < 0) return false;
  const bool written = write_all(file, text) && fsync(file) == 0;
  const int why = errno;
  close(file);
  errno = why;
  return written;
}

bool sync_folder(const std::string& path) {
  const auto slash = path.rfind('/');
  const std::string folder = slash == path.npos ? "." : slash == 0 ? "/" : path.substr(0, slash);
  const int descriptor = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return false;
  const bool synced = fsync(descriptor) == 0;
  close(descriptor);
  return synced;
}

}  // namespace

expected<std::string, std::string> make_credentials_file(const std::string& path, MadeKey made_key) {
  const std::string id = random_id(), secret = random_secret();
  if (id.empty() || secret.empty())
    return unexpected<std::string>("the system gives no random bytes, so no access key can be made");
  const std::string text = fmt::format(
      "# The keys that `partita serve` accepts with --auth keys or iam. Each section is a key. SIGHUP makes the "
      "server\n"
      "# read the file again.\n[default]\naws_access_key_id = {}\naws_secret_access_key = {}\n{}",
      id, secret, made_key == MadeKey::OfRoot ? "# This key may do everything.\nroot = true\n" : "");
  // link() refuses a name that exists, so a file of the user's is never replaced.
  const std::string unfinished = path + ".new";
  unlink(unfinished.c_str());
  const bool made = write_private(unfinished, text) && link(unfinished.c_str(), path.c_str()) == 0;
  const int why = errno;
  unlink(unfinished.c_str());
  if (!made || !sync_folder(path))
    return unexpected(fmt::format("{}: the file cannot be made: {}", path, std::strerror(made ? errno : why)));
  return id;
}

}  // namespace partita::auth
