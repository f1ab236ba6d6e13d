// Batch: a list of writes that become visible together or not at all. A later write of a key wins over an earlier one.
#pragma once

#include <partita/error.h>

#include <array>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace partita::storage {

struct Sums;

class Batch {
 public:
  Batch() = default;
  // A copy owns all its bytes.
  Batch(const Batch& other);
  Batch& operator=(const Batch& other);
  // A batch that was moved from is empty.
  Batch(Batch&& other) noexcept;
  Batch& operator=(Batch&& other) noexcept;
  ~Batch() = default;

  static constexpr std::size_t kMostUnownedParts = 2;

  void put(std::string_view key, std::string_view value);
  // Puts the value that `head` and the parts make when they are joined. The batch copies the key and the head, and
  // refers to the bytes of the parts, which must live unchanged until the batch is written or cleared. Requires: there
  // are at most kMostUnownedParts of them.
  void put_unowned(std::string_view key, std::string_view head, std::initializer_list<std::string_view> parts);
  void erase(std::string_view key);
  // Erases all keys in [lower, upper). Requires: `upper` is not empty.
  void erase_range(std::string_view lower, std::string_view upper);
  // Adds `delta` to the sums at `key` without reading them. A key without a value counts as zeros. If the value at
  // `key` is not an encoded Sums, it stays unchanged.
  void add(std::string_view key, const Sums& delta);

  bool empty() const { return operations_.empty(); }
  // The bytes that a store is given, those that the batch does not own included.
  std::size_t size_bytes() const { return operations_.size() + unowned_bytes_; }
  std::size_t held_bytes() const { return operations_.capacity(); }  // bytes of memory that the batch occupies
  void clear();

  // The operations as bytes that may be stored (FORMAT.md). Requires: no part is unowned.
  std::string_view encoded() const;
  // The batch of such bytes. Errors: Corruption.
  static Result<Batch> decode(std::string_view bytes);

  // A value as the parts that make it when they are joined.
  class Value {
   public:
    Value() = default;
    explicit Value(std::string_view whole) { add(whole); }

    std::span<const std::string_view> parts() const { return std::span(parts_).first(count_); }
    std::size_t size() const { return size_; }
    // The value as one string. If it has several parts, they are joined in `joined`.
    std::string_view whole(std::string& joined) const;
    // Copies the value to `out`, which has room for size() bytes.
    void copy_to(char* out) const;

   private:
    friend class Batch;
    // An empty part is left out.
    void add(std::string_view part) {
      if (part.empty()) return;
      parts_[count_++] = part;
      size_ += part.size();
    }

    std::array<std::string_view, 1 + kMostUnownedParts> parts_;
    std::size_t count_ = 0;
    std::size_t size_ = 0;
  };

  enum class Operation : std::uint8_t { Put, Erase, EraseRange, Add };
  // Calls visit(Operation, std::string_view key, const Value&) for each write, in order. The value has one part except
  // for a Put, and is the upper bound for EraseRange, the encoded Sums for Add, and empty for Erase. The views are
  // valid until the batch changes.
  template <class Visit>
  void for_each(Visit&& visit) const;

 private:
  void append_key(std::uint8_t code, std::string_view key, std::size_t more_bytes);
  void append(Operation operation, std::string_view key, std::string_view value);
  static bool take(std::string_view& rest, Operation& operation, std::string_view& key, Value& value);

  std::string operations_;
  std::size_t unowned_bytes_ = 0;
};

template <class Visit>
void Batch::for_each(Visit&& visit) const {
  std::string_view rest = operations_, key;
  Operation operation;
  Value value;
  while (take(rest, operation, key, value)) visit(operation, key, std::as_const(value));
}

}  // namespace partita::storage
