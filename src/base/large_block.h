// Large pieces of memory that are read in no order.
#pragma once

#include <cstddef>

namespace partita::base {

// Owns bytes that begin as zeros, at an address that is a multiple of 64. A block of 1.5 MB or more is mapped by
// itself, and on pages of 2 MB if the system has some, so that reads at random places find their page's address in the
// processor's cache. It takes a multiple of 2 MB, and goes back to the system at once. A move leaves an empty block.
class LargeBlock {
 public:
  LargeBlock() = default;
  // Throws std::bad_alloc.
  explicit LargeBlock(std::size_t size);
  LargeBlock(LargeBlock&& other) noexcept;
  LargeBlock& operator=(LargeBlock&& other) noexcept;
  ~LargeBlock();

  std::byte* data() { return data_; }
  const std::byte* data() const { return data_; }
  std::size_t size() const { return size_; }

 private:
  std::byte* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace partita::base
