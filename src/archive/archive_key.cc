#include "archive/archive_key.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

#include "auth/sha256.h"
#include "base/check.h"
#include "base/random.h"
#include "base/text.h"
#include "transfer/bytes/files.h"

namespace partita::archive {

ArchiveKey::ArchiveKey(std::string_view bytes) {
  PARTITA_CHECK(bytes.size() == kBytes);
  std::ranges::copy(bytes, bytes_.begin());
}

ArchiveKey ArchiveKey::make() { return ArchiveKey(base::random_bytes(kBytes)); }

Result<ArchiveKey> ArchiveKey::read(const std::string& path) {
  const transfer::Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat facts {};
  if (file.number() < 0 || ::fstat(file.number(), &facts) != 0)
    return invalid(fmt::format(
        "the key of the archive cannot be read from {}; make one with 'partita archive new-key {}'", path, path));
  if (S_ISREG(facts.st_mode) && (facts.st_mode & (S_IRWXG | S_IRWXO)) != 0)
    return invalid(fmt::format("{} can be read by others than its owner; run: chmod 600 {}", path, path));
  std::array<char, 2 * kBytes + 2> text{};
  const ssize_t size = ::read(file.number(), text.data(), text.size());
  const bool has_line = size == 2 * kBytes + 1 && text[2 * kBytes] == '\n';
  std::string bytes;
  if (has_line || size == 2 * kBytes)
    for (std::size_t i = 0; i < 2 * kBytes; i += 2) {
      const int high = base::lower_hex_digit(text[i]), low = base::lower_hex_digit(text[i + 1]);
      if (high >= 0 && low >= 0) bytes.push_back(static_cast<char>(high << 4 | low));
    }
  if (bytes.size() != kBytes)
    return invalid(fmt::format("{} is not a key of an archive, which is a line of 64 hexadecimal digits", path));
  return ArchiveKey(bytes);
}

std::string ArchiveKey::text() const {
  std::string line;
  for (const char byte : bytes_) base::append_hex(line, static_cast<unsigned char>(byte));
  return line + "\n";
}

std::string ArchiveKey::derived(std::string_view purpose) const {
  return std::string(auth::view(auth::HmacKey({bytes_.data(), bytes_.size()}).of(purpose)));
}

std::string ArchiveKey::id() const { return derived("partita archive key id").substr(0, kIdBytes); }

}  // namespace partita::archive
