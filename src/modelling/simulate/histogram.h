// Counts of numbers in classes that are 1.5 % wide, for percentiles in constant memory.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

namespace partita::modelling {

class Histogram {
 public:
  void add(double value) {
    ++count_;
    if (value > most_) most_ = value;
    const std::size_t at = class_of(value);
    if (at >= counts_.size()) counts_.resize(at + 1);
    ++counts_[at];
  }
  std::uint64_t count() const { return count_; }
  double most() const { return most_; }
  // The value that the given share of the numbers does not exceed, within 1.5 %. 0 without numbers.
  double quantile(double share) const {
    const auto wanted = static_cast<std::uint64_t>(std::ceil(share * static_cast<double>(count_)));
    std::uint64_t seen = 0;
    for (std::size_t i = 0; i < counts_.size(); ++i) {
      seen += counts_[i];
      if (seen >= wanted && seen > 0)
        return i == 0 ? 0 : std::fmin(most_, kLeastValue * std::pow(kGrowth, static_cast<double>(i)));
    }
    return most_;
  }

 private:
  static constexpr double kLeastValue = 0.01, kGrowth = 1.015;
  static std::size_t class_of(double value) {
    if (value < kLeastValue) return 0;
    return 1 + static_cast<std::size_t>(std::log(value / kLeastValue) / std::log(kGrowth));
  }

  std::vector<std::uint64_t> counts_;
  std::uint64_t count_ = 0;
  double most_ = 0;
};

}  // namespace partita::modelling
