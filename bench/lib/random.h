// Seeded random numbers, and the scattering of item numbers. Two runs with the same seed send the same requests.
#pragma once

#include <cstdint>

namespace partita::bench {

// A bijection of 64-bit numbers that scatters neighbours (the finaliser of SplitMix64).
constexpr std::uint64_t scatter(std::uint64_t number) {
  number = (number ^ (number >> 30)) * 0xbf58476d1ce4e5b9;
  number = (number ^ (number >> 27)) * 0x94d049bb133111eb;
  return number ^ (number >> 31);
}

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(scatter(seed)) {}

  std::uint64_t next() { return scatter(state_ += 0x9e3779b97f4a7c15); }
  // Uniform in 0..bound-1. Requires: 0 < bound < 2^32.
  std::uint64_t below(std::uint64_t bound) { return ((next() >> 32) * bound) >> 32; }
  // Uniform in [0, 1).
  double fraction() { return static_cast<double>(next() >> 11) * 0x1p-53; }

 private:
  std::uint64_t state_;
};

}  // namespace partita::bench
