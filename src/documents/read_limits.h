// How large the tree of a file may be. Anchors of YAML can make a small file expand to a tree of any size.
#pragma once

#include <cstddef>

namespace partita::documents {

inline constexpr std::size_t kMaxNodes = 200'000;
inline constexpr int kMaxNesting = 100;

}  // namespace partita::documents
