// Vectors and searches for the tests of the vector layer.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "vectors/as_indexed.h"
#include "vectors/code_index.h"
#include "vectors/distances.h"

namespace partita::vectors {

class MadeRows final : public Rows {
 public:
  explicit MadeRows(std::size_t dimensions) : dimensions_(dimensions) {}

  const float* row(Slot slot) const override { return elements_.data() + slot * dimensions_; }
  std::size_t dimensions() const { return dimensions_; }
  std::size_t size() const { return elements_.size() / dimensions_; }
  void add(std::span<const float> vector) { elements_.insert(elements_.end(), vector.begin(), vector.end()); }
  void set(Slot slot, std::span<const float> vector) {
    std::ranges::copy(vector, elements_.begin() + static_cast<std::ptrdiff_t>(slot * dimensions_));
  }

 private:
  std::size_t dimensions_;
  std::vector<float> elements_;
};

// Makes random vectors. They are around `clusters` points, or around no point if it is 0.
class VectorMaker {
 public:
  VectorMaker(std::size_t dimensions, std::size_t clusters, unsigned seed) : dimensions_(dimensions), random_(seed) {
    for (std::size_t i = 0; i < clusters; ++i) points_.push_back(around({}));
  }

  std::vector<float> make() {
    if (points_.empty()) return around({});
    return around(points_[random_() % points_.size()]);
  }

 private:
  std::vector<float> around(const std::vector<float>& point) {
    std::normal_distribution<float> number;
    std::vector<float> vector(dimensions_);
    for (std::size_t i = 0; i < dimensions_; ++i)
      vector[i] = point.empty() ? number(random_) : point[i] + 0.3f * number(random_);
    return vector;
  }

  std::size_t dimensions_;
  std::mt19937 random_;
  std::vector<std::vector<float>> points_;
};

// The rank as metric.h defines it. A rank that is not finite becomes the greatest number.
inline float rank_of(Metric metric, const float* row, const float* query, std::size_t size) {
  std::vector<float> a(size), b(size);
  as_indexed(metric, row, size, a.data());
  as_indexed(metric, query, size, b.data());
  const float rank = metric == Metric::DotProduct ? -dot(row, query, size) : squared_distance(a.data(), b.data(), size);
  return std::isfinite(rank) ? rank : std::numeric_limits<float>::max();
}

// Keeps the best rows of a search, among those that are wanted.
class Best final : public Candidates {
 public:
  using Wanted = std::function<bool(Slot)>;

  Best(Metric metric, const MadeRows& rows, const float* query, std::size_t most, Wanted wanted = {})
      : metric_(metric), rows_(rows), query_(query), most_(most), wanted_(std::move(wanted)) {}

  void look_at(std::span<const Slot> slots) override {
    for (const Slot slot : slots) {
      ++looked_at_;
      came_twice_ |= !seen_.insert(slot).second;
      if (wanted_ && !wanted_(slot)) continue;
      best_.emplace(rank_of(metric_, rows_.row(slot), query_, rows_.dimensions()), slot);
      if (best_.size() > most_) best_.erase(std::prev(best_.end()));
    }
  }
  float worst_rank() const override {
    return best_.size() < most_ ? std::numeric_limits<float>::infinity() : best_.rbegin()->first;
  }

  std::set<Slot> slots() const {
    std::set<Slot> slots;
    for (const auto& [rank, slot] : best_) slots.insert(slot);
    return slots;
  }
  std::size_t looked_at() const { return looked_at_; }
  bool came_twice() const { return came_twice_; }

 private:
  Metric metric_;
  const MadeRows& rows_;
  const float* query_;
  std::size_t most_;
  Wanted wanted_;
  std::set<std::pair<float, Slot>> best_;
  std::set<Slot> seen_;
  std::size_t looked_at_ = 0;
  bool came_twice_ = false;
};

}  // namespace partita::vectors
