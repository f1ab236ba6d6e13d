// A block: the codes of 32 vectors, which a search looks at together.
//
// The code of a vector is about its residual: the difference between the vector and the centroid of its list, rotated
// (rotation.h). The code has one bit for each coordinate, which is set if the coordinate is positive. With three
// numbers of the vector, the code gives an estimate of its rank for a query, and the estimate's error.
//
// The method is that of J. Gao and C. Long, "RaBitQ: Quantizing High-Dimensional Vectors with a Theoretical Error Bound
// for Approximate Nearest Neighbor Search", SIGMOD 2024.
#pragma once

#include <cstddef>
#include <cstdint>

#include "vectors/rows.h"

namespace partita::vectors {

constexpr std::size_t kBlockRows = 32;

// The numbers of 32 vectors. BlockQuery says what they are for.
struct BlockNumbers {
  float squared_norms[kBlockRows];
  float scales[kBlockRows];
  float errors[kBlockRows];
  Slot slots[kBlockRows];
};

// The places of a block's bytes. The codes come first. Four bits of a code are a digit. Byte 32 * i + r has digit 2 * i
// of row r in its low half, and digit 2 * i + 1 in its high half.
struct BlockLayout {
  std::size_t coordinates;

  std::size_t digit_pairs() const { return coordinates / 8; }
  std::size_t code_bytes() const { return digit_pairs() * kBlockRows; }
  std::size_t bytes() const { return code_bytes() + sizeof(BlockNumbers); }
  const BlockNumbers& numbers(const std::uint8_t* block) const {
    return *reinterpret_cast<const BlockNumbers*>(block + code_bytes());
  }
  BlockNumbers& numbers(std::uint8_t* block) const { return *reinterpret_cast<BlockNumbers*>(block + code_bytes()); }
};

// A query, prepared for the blocks of one list. The least rank that vector r of a block can be expected to have is
//   base + squared_norms[r] - scales[r] * (step * sum(r) + least) - doubt * errors[r]
// where sum(r) adds, for each digit of the code, the entry of that digit's table.
struct BlockQuery {
  const std::uint8_t* tables;  // 16 entries for each digit, none above 127
  std::size_t digit_pairs;     // a multiple of 8
  float step;
  float least;
  float base;
  float doubt;
};

}  // namespace partita::vectors
