// ItemBuffer: where a page's items are copied to: chunks that the items share, each filled once and never moved.
#pragma once

#include <partita/item.h>

#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>

namespace partita::engine {

class ItemBuffer {
 public:
  // `most_items`: how many there can be, where that is known.
  explicit ItemBuffer(std::optional<std::size_t> most_items) : most_items_(most_items.value_or(1)) {}

  // A copy of the encoded item `bytes`.
  Item add(std::string_view bytes);

 private:
  // Below what malloc maps for itself, which would be faulted in page by page for every answer (128 KB).
  static constexpr std::size_t kMostChunkBytes = 64 * 1024;
  void begin_chunk(std::size_t item_bytes);

  const std::size_t most_items_;
  std::shared_ptr<char[]> chunk_;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace partita::engine
