// The memory on the heap that strings and vectors own, with what the allocator adds to a block.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace partita::base {

// What the allocator adds to a block and rounds up, at most.
inline constexpr std::size_t kBlockBytes = 24;

inline std::size_t owned_bytes(const std::string& text) {
  static const std::size_t kInside = std::string().capacity();
  return text.capacity() > kInside ? text.capacity() + 1 + kBlockBytes : 0;
}

// Without what the elements own themselves.
template <class T>
std::size_t owned_bytes(const std::vector<T>& elements) {
  return elements.capacity() == 0 ? 0 : elements.capacity() * sizeof(T) + kBlockBytes;
}

}  // namespace partita::base
