#include "server/tls/tls_files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "base/try.h"

namespace partita::server {
namespace {

constexpr std::size_t kMostFileBytes = 1 << 20;

enum class Secret : std::uint8_t { No, Yes };

class OpenFile {
 public:
  explicit OpenFile(const std::string& path) : descriptor_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {}
  ~OpenFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  int descriptor() const { return descriptor_; }

 private:
  const int descriptor_;
};

bool is_systemd_credential(const std::string& path) {
  const char* const directory = std::getenv("CREDENTIALS_DIRECTORY");
  return directory && *directory && path.starts_with(std::string(directory) + "/");
}

// `what` names the file's purpose, and `option` the option that gives its path.
expected<std::string, std::string> read_pem(const std::string& path, std::string_view what, std::string_view option,
                                            Secret secret) {
  const auto unreadable = [&] {
    return unexpected(fmt::format("cannot read {} {}: {}; give a file that this user can read with {}", what, path,
                                  std::strerror(errno), option));
  };
  const OpenFile file(path);
  struct stat status {};
  if (file.descriptor() < 0 || ::fstat(file.descriptor(), &status) != 0) return unreadable();
  // Reading a FIFO could wait forever.
  if (!S_ISREG(status.st_mode))
    return unexpected(fmt::format("{} {} is not a regular file; give a file with {}", what, path, option));
  if (secret == Secret::Yes && (status.st_mode & (S_IRWXG | S_IRWXO)) != 0 && !is_systemd_credential(path))
    return unexpected(
        fmt::format("{} {} can be read or changed by others than its owner (mode {:04o}); run: chmod 600 {}", what,
                    path, status.st_mode & 07777, path));
  std::string text;
  char chunk[4096];
  for (;;) {
    const ssize_t got = ::read(file.descriptor(), chunk, sizeof chunk);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return unreadable();
    if (got == 0) return text;
    text.append(chunk, static_cast<std::size_t>(got));
    if (text.size() > kMostFileBytes)
      return unexpected(fmt::format("{} {} has more than 1 MB; give a PEM file with {}", what, path, option));
  }
}

}  // namespace

expected<TlsIdentity, std::string> read_tls_files(const TlsFiles& files) {
  TlsIdentity identity;
  identity.certificate_name = fmt::format("the certificate {}", files.certificate);
  identity.key_name = fmt::format("the key {}", files.key);
  identity.client_ca_name = fmt::format("the client CA {}", files.client_ca);
  PARTITA_TRY_VALUE(certificate, read_pem(files.certificate, "the certificate", "--tls-certificate", Secret::No));
  PARTITA_TRY_VALUE(key, read_pem(files.key, "the key", "--tls-key", Secret::Yes));
  identity.certificate = std::move(certificate);
  identity.key = std::move(key);
  if (!files.client_ca.empty()) {
    PARTITA_TRY_VALUE(client_ca, read_pem(files.client_ca, "the client CA", "--tls-client-ca", Secret::No));
    identity.client_ca = std::move(client_ca);
    if (identity.client_ca.empty()) return unexpected(fmt::format("{} is empty", identity.client_ca_name));
  }
  return identity;
}

}  // namespace partita::server
