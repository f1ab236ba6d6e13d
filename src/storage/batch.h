// Batch: a list of writes that become visible together or not at all. A later write of a key wins over an earlier one.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

namespace partita::storage {

struct Sums;

class Batch {
 public:
  void put(std::string_view key, std::string_view value);
  // Puts the value that the parts make when they are joined.
  void put_joined(std::string_view key, std::initializer_list<std::string_view> value_parts);
  void erase(std::string_view key);
  // Erases all keys in [lower, upper). Requires: `upper` is not empty.
  void erase_range(std::string_view lower, std::string_view upper);
  // Adds `delta` to the two sums at `key` without reading them. A key without a value counts as (0, 0). If the value at
  // `key` is not an encoded Sums, it stays unchanged.
  void add(std::string_view key, const Sums& delta);

  bool empty() const { return operations_.empty(); }
  std::size_t size_bytes() const { return operations_.size(); }
  std::size_t held_bytes() const { return operations_.capacity(); }  // bytes of memory that the batch occupies
  void clear() { operations_.clear(); }

  enum class Operation : std::uint8_t { Put, Erase, EraseRange, Add };
  // Calls visit(Operation, key, value) for each write, in order. The value is the upper bound for EraseRange, the
  // encoded Sums for Add, and empty for Erase. The views are valid until the batch changes.
  template <class Visit>
  void for_each(Visit&& visit) const;

 private:
  void append(Operation operation, std::string_view key, std::string_view value);
  static bool take(std::string_view& rest, Operation& operation, std::string_view& key, std::string_view& value);
  std::string operations_;
};

template <class Visit>
void Batch::for_each(Visit&& visit) const {
  std::string_view rest = operations_, key, value;
  Operation operation;
  while (take(rest, operation, key, value)) visit(operation, key, value);
}

}  // namespace partita::storage
