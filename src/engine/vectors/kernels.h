// Sums over pairs of vectors of 32-bit floats, which are the inner loops of a search. The widest instructions of this
// machine's processor are used. The order of the additions, and so the last bits of a sum, depends on them.
#pragma once

#include <cstddef>

namespace partita::engine {

// A sum over the pairs (a[i], b[i]) for i below `count`. The vectors need not be aligned.
using Kernel = float (*)(const char* a, const char* b, std::size_t count);

struct Kernels {
  Kernel product;   // of a[i] * b[i]
  Kernel distance;  // of (a[i] - b[i])^2
};

// The kernels for this machine.
const Kernels& kernels();

}  // namespace partita::engine
