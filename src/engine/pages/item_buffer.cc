#include "engine/pages/item_buffer.h"

#include <algorithm>
#include <cstring>

namespace partita::engine {

storage::PinnedBytes ItemBuffer::keep(std::string_view bytes) {
  if (bytes.size() > capacity_ - size_) begin_chunk(bytes.size());
  char* const copy = chunk_.get() + size_;
  std::memcpy(copy, bytes.data(), bytes.size());
  size_ += bytes.size();
  return {chunk_, {copy, bytes.size()}};
}

// The first chunk has room for most_items_ items of this size, each later chunk for twice the bytes of the one before.
// A chunk has at most kMostChunkBytes, unless one item is larger.
void ItemBuffer::begin_chunk(std::size_t item_bytes) {
  const std::size_t wanted = capacity_ == 0 ? std::min(most_items_, kMostChunkBytes) * item_bytes : 2 * capacity_;
  capacity_ = std::max(std::min(wanted, kMostChunkBytes), item_bytes);
  chunk_ = std::make_shared_for_overwrite<char[]>(capacity_);
  size_ = 0;
}

}  // namespace partita::engine
