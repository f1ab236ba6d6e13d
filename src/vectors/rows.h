// Vectors that somebody else keeps, by number.
#pragma once

#include <cstdint>

namespace partita::vectors {

// The number of a row. Its owner may give the number of an erased row to another vector.
using Slot = std::uint32_t;

class Rows {
 public:
  // The vector with this number, as many elements as the index has dimensions. It stays readable while the object
  // lives, also if its row was erased.
  virtual const float* row(Slot slot) const = 0;

 protected:
  ~Rows() = default;
};

}  // namespace partita::vectors
