// Each operation is encoded as [operation u8][key size varint][key][value size varint][value]. A Put of unowned parts
// has its own code: [kPutUnowned u8][key size varint][key][head size varint][head][count u8], then for each part a
// std::string_view as it lies in memory.
#include "storage/batch.h"

#include <algorithm>
#include <cstring>

#include "base/bytes.h"
#include "base/check.h"
#include "storage/store.h"
#include "storage/sums.h"

namespace partita::storage {
namespace {

constexpr std::uint8_t kPutUnowned = 0xff;
constexpr std::size_t kMostVarintBytes = 10;

std::string_view take_sized(std::string_view& rest) {
  const auto size = base::take_varint(rest);
  PARTITA_CHECK(size && *size <= rest.size());
  const std::string_view bytes = rest.substr(0, *size);
  rest.remove_prefix(*size);
  return bytes;
}

}  // namespace

Batch::Batch(const Batch& other) {
  operations_.reserve(other.size_bytes());
  std::string joined;
  other.for_each([&](Operation operation, std::string_view key, const Value& value) {
    append(operation, key, value.whole(joined));
  });
}

Batch& Batch::operator=(const Batch& other) {
  if (this != &other) *this = Batch(other);
  return *this;
}

Batch::Batch(Batch&& other) noexcept : operations_(std::move(other.operations_)), unowned_bytes_(other.unowned_bytes_) {
  other.clear();
}

Batch& Batch::operator=(Batch&& other) noexcept {
  if (this == &other) return *this;
  operations_ = std::move(other.operations_);
  unowned_bytes_ = other.unowned_bytes_;
  other.clear();
  return *this;
}

void Batch::put(std::string_view key, std::string_view value) { append(Operation::Put, key, value); }
void Batch::erase(std::string_view key) { append(Operation::Erase, key, {}); }
void Batch::erase_range(std::string_view lower, std::string_view upper) { append(Operation::EraseRange, lower, upper); }

void Batch::add(std::string_view key, const Sums& delta) {
  std::string encoded;
  encode_sums(delta, encoded);
  append(Operation::Add, key, encoded);
}

void Batch::put_unowned(std::string_view key, std::string_view head, std::initializer_list<std::string_view> parts) {
  PARTITA_CHECK(parts.size() <= kMostUnownedParts);
  append_key(kPutUnowned, key, head.size() + 1 + parts.size() * sizeof(std::string_view));
  base::put_varint(operations_, head.size());
  operations_.append(head);
  operations_.push_back(static_cast<char>(parts.size()));
  for (const std::string_view& part : parts) {
    operations_.append(reinterpret_cast<const char*>(&part), sizeof part);
    unowned_bytes_ += part.size();
  }
}

void Batch::clear() {
  operations_.clear();
  unowned_bytes_ = 0;
}

std::string_view Batch::encoded() const {
  PARTITA_CHECK(unowned_bytes_ == 0);
  return operations_;
}

Result<Batch> Batch::decode(std::string_view bytes) {
  const auto skip_sized = [](std::string_view& rest) {
    const auto size = base::take_varint(rest);
    if (!size || *size > rest.size()) return false;
    rest.remove_prefix(*size);
    return true;
  };
  for (std::string_view rest = bytes; !rest.empty();) {
    const auto code = static_cast<std::uint8_t>(rest.front());
    rest.remove_prefix(1);
    if (code > static_cast<std::uint8_t>(Operation::Add) || !skip_sized(rest) || !skip_sized(rest))
      return fail(ErrorCode::Corruption, "the bytes of a batch do not decode");
  }
  Batch batch;
  batch.operations_ = bytes;
  return batch;
}

// Makes room for the whole operation, whose value takes `more_bytes` beside its size.
void Batch::append_key(std::uint8_t code, std::string_view key, std::size_t more_bytes) {
  const std::size_t needed = operations_.size() + 1 + 2 * kMostVarintBytes + key.size() + more_bytes;
  if (needed > operations_.capacity()) operations_.reserve(std::max(needed, 2 * operations_.capacity()));
  operations_.push_back(static_cast<char>(code));
  base::put_varint(operations_, key.size());
  operations_.append(key);
}

void Batch::append(Operation operation, std::string_view key, std::string_view value) {
  append_key(static_cast<std::uint8_t>(operation), key, value.size());
  base::put_varint(operations_, value.size());
  operations_.append(value);
}

bool Batch::take(std::string_view& rest, Operation& operation, std::string_view& key, Value& value) {
  if (rest.empty()) return false;
  const auto code = static_cast<std::uint8_t>(rest.front());
  operation = code == kPutUnowned ? Operation::Put : static_cast<Operation>(code);
  rest.remove_prefix(1);
  key = take_sized(rest);
  value = Value(take_sized(rest));
  if (code != kPutUnowned) return true;
  PARTITA_CHECK(!rest.empty());
  const auto count = static_cast<std::size_t>(rest.front());
  rest.remove_prefix(1);
  for (std::size_t i = 0; i < count; ++i) {
    std::string_view part;
    PARTITA_CHECK(rest.size() >= sizeof part);
    std::memcpy(&part, rest.data(), sizeof part);
    rest.remove_prefix(sizeof part);
    value.add(part);
  }
  return true;
}

std::string_view Batch::Value::whole(std::string& joined) const {
  if (count_ == 0) return {};
  if (count_ == 1) return parts_.front();
  joined.resize(size_);
  copy_to(joined.data());
  return joined;
}

void Batch::Value::copy_to(char* out) const {
  for (const std::string_view part : parts()) {
    std::memcpy(out, part.data(), part.size());
    out += part.size();
  }
}

}  // namespace partita::storage
