// Batch: writes that become visible together, or not at all. Later writes win over earlier ones of the same key.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace partita::storage {

struct Sums;

class Batch {
 public:
  void put(std::string_view key, std::string_view value);
  void erase(std::string_view key);
  // All keys in [lower, upper).
  void erase_range(std::string_view lower, std::string_view upper);
  // Adds to the two sums that stand at `key`, (0, 0) where there are none, without reading them. A value there that is
  // no sums stays.
  void add(std::string_view key, const Sums& delta);

  bool empty() const { return operations_.empty(); }
  std::size_t size_bytes() const { return operations_.size(); }
  std::size_t held_bytes() const { return operations_.capacity(); }  // of memory
  void clear() { operations_.clear(); }

  enum class Operation : std::uint8_t { Put, Erase, EraseRange, Add };
  // Calls visit(Operation, key, value): value is the upper bound of EraseRange, the encoded Sums of Add.
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
