#include "vectors/kernels.h"

#include <array>

#include "vectors/distances.h"

namespace partita::vectors {
namespace {

struct Usable {
  std::array<const Kernels*, 3> kernels{};
  std::size_t count = 0;

  Usable() {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw")) kernels[count++] = &kAvx512Kernels;
    if (__builtin_cpu_supports("avx2")) kernels[count++] = &kAvx2Kernels;
#endif
    kernels[count++] = &kSse2Kernels;
  }
};

}  // namespace

std::span<const Kernels* const> usable_kernels() {
  static const Usable usable;
  return {usable.kernels.data(), usable.count};
}

const Kernels& kernels() {
  static const Kernels& best = *usable_kernels().front();
  return best;
}

float dot(const float* a, const float* b, std::size_t size) { return kernels().dot(a, b, size); }

float squared_distance(const float* a, const float* b, std::size_t size) {
  return kernels().squared_distance(a, b, size);
}

}  // namespace partita::vectors
