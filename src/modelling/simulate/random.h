// Random numbers that are the same on every machine for the same seed: xoshiro256** (Blackman and Vigna), seeded by
// SplitMix64.
#pragma once

#include <array>
#include <cstdint>

namespace partita::modelling {

// A permutation of the 64-bit numbers whose results look random, the finalizer of SplitMix64.
constexpr std::uint64_t mixed_bits(std::uint64_t number) {
  number += 0x9e3779b97f4a7c15;
  number = (number ^ (number >> 30)) * 0xbf58476d1ce4e5b9;
  number = (number ^ (number >> 27)) * 0x94d049bb133111eb;
  return number ^ (number >> 31);
}

class Random {
 public:
  explicit Random(std::uint64_t seed);

  std::uint64_t bits();
  // In [0, 1).
  double share() { return static_cast<double>(bits() >> 11) * 0x1p-53; }
  // With mean 0 and variance 1.
  double normal();
  // The number of events of a Poisson process whose mean number is `mean`. From a mean of 32 on it is a rounded normal
  // number, whose distribution differs by less than 1 % of the deviation.
  double poisson(double mean);

 private:
  std::array<std::uint64_t, 4> state_;
};

}  // namespace partita::modelling
