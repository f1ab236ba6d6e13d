#include "engine/vectors/kernels.h"

#include <cstring>

namespace partita::engine {
namespace {

// Sixteen lanes: one register of AVX-512, two of AVX2, or four of SSE.
using Lanes = float __attribute__((vector_size(64)));
constexpr std::size_t kLanes = 16;
constexpr std::size_t kBytes = sizeof(Lanes);

enum class Of { Products, SquaredDifferences };

// Adds the terms of the values at `a` and `b` to `total`, lane by lane. It takes no lanes by value, because a call
// would pass them in another way on each processor.
template <Of kOf, class T>
[[gnu::always_inline]] inline void add_terms(const char* a, const char* b, T& total) {
  T left, right;
  std::memcpy(&left, a, sizeof left);
  std::memcpy(&right, b, sizeof right);
  if constexpr (kOf == Of::SquaredDifferences) left = right = left - right;
  total += left * right;
}

// Four sums side by side, because an addition must wait for the one before of the same sum.
template <Of kOf>
[[gnu::always_inline]] inline float sum(const char* a, const char* b, std::size_t count) {
  Lanes sums[4] = {};
  for (; count >= 4 * kLanes; count -= 4 * kLanes, a += 4 * kBytes, b += 4 * kBytes)
    for (std::size_t i = 0; i < 4; ++i) add_terms<kOf>(a + i * kBytes, b + i * kBytes, sums[i]);
  for (; count >= kLanes; count -= kLanes, a += kBytes, b += kBytes) add_terms<kOf>(a, b, sums[0]);
  const Lanes all = (sums[0] + sums[1]) + (sums[2] + sums[3]);
  float total = 0;
  for (std::size_t i = 0; i < kLanes; ++i) total += all[i];
  for (; count > 0; --count, a += sizeof(float), b += sizeof(float)) add_terms<kOf>(a, b, total);
  return total;
}

float product(const char* a, const char* b, std::size_t count) { return sum<Of::Products>(a, b, count); }
float distance(const char* a, const char* b, std::size_t count) { return sum<Of::SquaredDifferences>(a, b, count); }

#if defined(__x86_64__)
// The library is built for every x86-64 processor, so these functions ask for more by themselves.
[[gnu::target("avx2,fma")]] float product_avx2(const char* a, const char* b, std::size_t count) {
  return sum<Of::Products>(a, b, count);
}
[[gnu::target("avx2,fma")]] float distance_avx2(const char* a, const char* b, std::size_t count) {
  return sum<Of::SquaredDifferences>(a, b, count);
}
[[gnu::target("avx512f")]] float product_avx512(const char* a, const char* b, std::size_t count) {
  return sum<Of::Products>(a, b, count);
}
[[gnu::target("avx512f")]] float distance_avx512(const char* a, const char* b, std::size_t count) {
  return sum<Of::SquaredDifferences>(a, b, count);
}
#endif

Kernels choose() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f")) return {product_avx512, distance_avx512};
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return {product_avx2, distance_avx2};
#endif
  return {product, distance};
}

}  // namespace

const Kernels& kernels() {
  static const Kernels chosen = choose();
  return chosen;
}

}  // namespace partita::engine
