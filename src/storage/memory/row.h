// Row: a key and its value at one version, in one allocation that readers share.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "storage/batch.h"

namespace partita::storage {

// A row never changes. Copying it adds an owner to its bytes.
class Row {
 public:
  static Row put(std::uint64_t version, std::string_view key, const Batch::Value& value) {
    return Row({version, static_cast<std::uint32_t>(key.size()), static_cast<std::uint32_t>(value.size()), false}, key,
               value);
  }
  // A marker that the key was erased.
  static Row erased(std::uint64_t version, std::string_view key) {
    return Row({version, static_cast<std::uint32_t>(key.size()), 0, true}, key, {});
  }

  std::uint64_t version() const { return head().version; }
  bool is_erased() const { return head().erased; }
  // The views are valid as long as the bytes have an owner.
  std::string_view key() const { return {behind_head(), head().key_size}; }
  std::string_view value() const { return {behind_head() + head().key_size, head().value_size}; }
  // Makes the processor load the count of owners, the head and the first bytes of the key.
  void prefetch_head() const { prefetch_lines(0, 1); }
  // Makes the processor load the bytes behind them that a reader looks at first.
  void prefetch_text() const { prefetch_lines(1, 8); }
  const std::shared_ptr<const std::uint64_t[]>& owner() const { return words_; }

 private:
  struct Head {
    std::uint64_t version;
    std::uint32_t key_size, value_size;
    bool erased;
  };

  Row(const Head& head, std::string_view key, const Batch::Value& value);
  void prefetch_lines(std::size_t from, std::size_t to) const {
    constexpr std::size_t kLine = 64;
    for (std::size_t line = from; line < to; ++line)
      __builtin_prefetch(reinterpret_cast<const char*>(words_.get()) + line * kLine);
  }
  const Head& head() const { return *reinterpret_cast<const Head*>(words_.get()); }
  const char* behind_head() const { return reinterpret_cast<const char*>(words_.get()) + sizeof(Head); }

  std::shared_ptr<const std::uint64_t[]> words_;  // the head, the key, the value
};

}  // namespace partita::storage
