// Each operation is encoded as [operation u8][key size varint][key][value size varint][value].
#include "storage/batch.h"

#include "base/bytes.h"
#include "base/check.h"
#include "storage/store.h"
#include "storage/sums.h"

namespace partita::storage {
namespace {

std::string_view take_sized(std::string_view& rest) {
  const auto size = base::take_varint(rest);
  PARTITA_CHECK(size && *size <= rest.size());
  const std::string_view bytes = rest.substr(0, *size);
  rest.remove_prefix(*size);
  return bytes;
}

}  // namespace

void Batch::put(std::string_view key, std::string_view value) { append(Operation::Put, key, value); }
void Batch::erase(std::string_view key) { append(Operation::Erase, key, {}); }
void Batch::erase_range(std::string_view lower, std::string_view upper) { append(Operation::EraseRange, lower, upper); }

void Batch::add(std::string_view key, const Sums& delta) {
  std::string encoded;
  encode_sums(delta, encoded);
  append(Operation::Add, key, encoded);
}

void Batch::put_joined(std::string_view key, std::initializer_list<std::string_view> value_parts) {
  std::size_t bytes = 0;
  for (const std::string_view part : value_parts) bytes += part.size();
  operations_.push_back(static_cast<char>(Operation::Put));
  base::put_varint(operations_, key.size());
  operations_.append(key);
  base::put_varint(operations_, bytes);
  for (const std::string_view part : value_parts) operations_.append(part);
}

void Batch::append(Operation operation, std::string_view key, std::string_view value) {
  operations_.push_back(static_cast<char>(operation));
  base::put_varint(operations_, key.size());
  operations_.append(key);
  base::put_varint(operations_, value.size());
  operations_.append(value);
}

bool Batch::take(std::string_view& rest, Operation& operation, std::string_view& key, std::string_view& value) {
  if (rest.empty()) return false;
  operation = static_cast<Operation>(rest.front());
  rest.remove_prefix(1);
  key = take_sized(rest);
  value = take_sized(rest);
  return true;
}

}  // namespace partita::storage
