#include "server/tls/hello_check.h"

#include <algorithm>

namespace partita::server {
namespace {

constexpr unsigned char kChangeCipherSpec = 20, kHandshake = 22, kClientHello = 1;

}  // namespace

bool HelloCheck::accepts(std::string_view bytes) {
  while (looks_ && !bytes.empty()) {
    if (skip_ > 0) {
      const std::size_t skipped = std::min(skip_, bytes.size());
      skip_ -= skipped;
      bytes.remove_prefix(skipped);
      continue;
    }
    header_[have_++] = static_cast<unsigned char>(bytes.front());
    bytes.remove_prefix(1);
    if (have_ >= kRecordHeader && !accepts_header()) return false;
  }
  return true;
}

// Requires: header_ has the header of a record.
bool HelloCheck::accepts_header() {
  const std::size_t record = header_[3] * 256u + header_[4];
  const unsigned char type = header_[0];
  if (type == kChangeCipherSpec && hellos_ > 0) {
    skip_ = record;
    have_ = 0;
    return true;
  }
  if (type != kHandshake) {
    looks_ = false;
    return true;
  }
  if (hellos_ == 0 && record < kMessageHeader) return false;
  if (have_ < header_.size() && have_ < kRecordHeader + record) return true;
  if (record < kMessageHeader || header_[kRecordHeader] != kClientHello) {
    looks_ = false;
    return true;
  }
  const std::size_t message = header_[6] * 65536u + header_[7] * 256u + header_[8];
  if (message > kMostBytes) return false;
  skip_ = record - kMessageHeader;
  have_ = 0;
  // The rest of a message that was cut into records is not looked at, so only two records may be hellos.
  looks_ = ++hellos_ < 2;
  return true;
}

}  // namespace partita::server
