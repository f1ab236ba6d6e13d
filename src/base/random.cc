#include "base/random.h"

#include <sys/random.h>

#include <array>
#include <cerrno>

#include "base/check.h"
#include "base/text.h"

namespace partita::base {

void fill_randomly(std::span<std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t got = ::getrandom(bytes.data(), bytes.size(), 0);
    if (got < 0 && errno == EINTR) continue;
    PARTITA_CHECK(got > 0);  // fails only on a system older than Linux 3.17
    bytes = bytes.subspan(static_cast<std::size_t>(got));
  }
}

std::string random_bytes(std::size_t count) {
  std::string bytes(count, '\0');
  fill_randomly(std::as_writable_bytes(std::span(bytes)));
  return bytes;
}

std::string random_uuid() {
  std::array<unsigned char, 16> bytes;
  fill_randomly(std::as_writable_bytes(std::span(bytes)));
  bytes[6] = static_cast<unsigned char>((bytes[6] & 0x0f) | 0x40);  // the version
  bytes[8] = static_cast<unsigned char>((bytes[8] & 0x3f) | 0x80);  // the variant
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) text.push_back('-');
    append_hex(text, bytes[i]);
  }
  return text;
}

}  // namespace partita::base
