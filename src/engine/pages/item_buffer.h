// ItemBuffer: the memory of a page's items. It consists of chunks that the items share and keep alive. A chunk is
// filled once and never moves.
#pragma once

#include <partita/item.h>

#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>

#include "storage/store.h"

namespace partita::engine {

class ItemBuffer {
 public:
  // `most_items` is the largest number of items that the page can have, if it is known.
  explicit ItemBuffer(std::optional<std::size_t> most_items) : most_items_(most_items.value_or(1)) {}

  // Copies the encoded item `bytes`. The returned item may outlive the buffer.
  Item add(std::string_view bytes) {
    const storage::PinnedBytes copy = keep(bytes);
    return Item(copy.owner, copy.bytes);
  }
  // Copies any bytes. The copy may outlive the buffer.
  storage::PinnedBytes keep(std::string_view bytes);

 private:
  // A chunk is smaller than 128 KB, because malloc would map larger memory anew, and each answer would then fault it in
  // page by page.
  static constexpr std::size_t kMostChunkBytes = 64 * 1024;
  void begin_chunk(std::size_t item_bytes);

  const std::size_t most_items_;
  std::shared_ptr<char[]> chunk_;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace partita::engine
