// The functions that take most of the time of a search, once for each set of instructions. The library is built for
// each processor of the x86-64 family, so the set is chosen when the program runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "vectors/block.h"

namespace partita::vectors {

struct Kernels {
  const char* name;
  // distances.h says what these two return, and the order in which they add.
  float (*dot)(const float* a, const float* b, std::size_t size);
  float (*squared_distance)(const float* a, const float* b, std::size_t size);
  // The rows of a block that may have a rank of up to `limit`, as one bit for each. A row whose rank is not
  // a number is among them.
  std::uint32_t (*rows_within)(const std::uint8_t* block, const BlockQuery& query, float limit);
};

extern const Kernels kSse2Kernels;
extern const Kernels kAvx2Kernels;
extern const Kernels kAvx512Kernels;

// All kernels that this processor can run, the best one first.
std::span<const Kernels* const> usable_kernels();
// The best ones.
const Kernels& kernels();

}  // namespace partita::vectors
