// Texts of UUIDs, ULIDs and binary values, and random identifiers.
#include <partita/model/types/bytes.h>
#include <partita/model/types/ulid_generator.h>
#include <partita/model/types/uuid.h>

#include <chrono>
#include <ostream>

#include "base/check.h"
#include "base/random.h"
#include "base/text.h"

namespace partita::model {
namespace {

void fill_randomly(std::span<std::uint8_t> octets) { base::fill_randomly(std::as_writable_bytes(octets)); }

}  // namespace

uuid uuid::random() {
  uuid result;
  fill_randomly(result.octets);
  result.octets[6] = static_cast<std::uint8_t>((result.octets[6] & 0x0F) | 0x40);
  result.octets[8] = static_cast<std::uint8_t>((result.octets[8] & 0x3F) | 0x80);
  return result;
}

std::string uuid::text() const {
  std::string out;
  out.reserve(36);
  for (std::size_t i = 0; i < octets.size(); ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) out.push_back('-');
    base::append_hex(out, octets[i]);
  }
  return out;
}

std::ostream& operator<<(std::ostream& out, const uuid& u) { return out << u.text(); }

std::string ulid::text() const {
  std::string out;
  out.reserve(26);
  std::uint32_t bits = 0;
  int bit_count = 2;  // two leading zero bits make 130 bits, which are 26 digits
  for (const std::uint8_t octet : octets) {
    bits = (bits << 8 | octet) & 0xFFF;
    for (bit_count += 8; bit_count >= 5; bit_count -= 5)
      out.push_back(detail::kCrockford[bits >> (bit_count - 5) & 31]);
  }
  return out;
}

std::ostream& operator<<(std::ostream& out, const ulid& u) { return out << u.text(); }

namespace {

constexpr std::size_t kTimeOctets = 6;

void set_time(ulid& id, std::int64_t ms) {
  for (std::size_t i = kTimeOctets; i-- > 0; ms >>= 8) id.octets[i] = static_cast<std::uint8_t>(ms);
}

// Increments the random part. Returns false if it overflowed.
bool count_up(ulid& id) {
  for (std::size_t i = id.octets.size(); i-- > kTimeOctets;)
    if (++id.octets[i] != 0) return true;
  return false;
}

}  // namespace

ulid_generator::ulid_generator(clock now_ms, random_source random)
    : now_ms_(now_ms ? std::move(now_ms)
                     : [] {
                         using namespace std::chrono;
                         return std::int64_t{
                             duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count()};
                       }),
      random_(random ? std::move(random) : fill_randomly) {}

ulid ulid_generator::next() {
  const std::lock_guard lock(mutex_);
  const std::int64_t now_ms = now_ms_();
  if (any_ && now_ms <= last_.time_ms()) {
    if (count_up(last_)) return last_;
    set_time(last_, last_.time_ms() + 1);
  } else {
    set_time(last_, now_ms);
    any_ = true;
  }
  random_(std::span(last_.octets).subspan(kTimeOctets));
  return last_;
}

std::ostream& operator<<(std::ostream& out, const bytes& b) { return out << base::hex(b.data); }

}  // namespace partita::model
