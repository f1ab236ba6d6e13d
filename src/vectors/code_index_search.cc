#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "vectors/as_indexed.h"
#include "vectors/code.h"
#include "vectors/code_index.h"
#include "vectors/distances.h"
#include "vectors/kernels.h"

namespace partita::vectors {
namespace {

// So many rows are looked at together, so that their bytes can be fetched at the same time.
constexpr std::size_t kRowsTogether = 32;
// Sums of 32-bit numbers are wrong by some ulps. An index must not miss a vector because of them.
constexpr float kRounding = 4e-6f;

}  // namespace

class CodeIndex::Search {
 public:
  Search(const CodeIndex& index, const float* query, Candidates& candidates)
      : index_(index),
        lists_(*index.lists_),
        candidates_(candidates),
        is_product_(index.options_.metric == Metric::DotProduct),
        query_(index.options_.dimensions),
        rotated_(index.layout_.coordinates),
        residual_(index.layout_.coordinates),
        tables_(index.layout_.coordinates) {
    as_indexed(index.options_.metric, query, query_.size(), query_.data());
    index.rotation_.apply(query_.data(), rotated_.data());
    length_ = std::sqrt(dot(query_.data(), query_.data(), query_.size()));
    pending_.reserve(2 * kRowsTogether);
  }

  void run() {
    if (is_product_) {
      tables_.fill(rotated_.data(), block_query_);
      block_query_.doubt = index_.options_.doubt * length_;
    }
    for (const Near& near : lists_by_rank()) {
      if (lists_.size(near.list) == 0 || !can_hold_result(near)) continue;
      prepare_for(near);
      lists_.for_each_block(near.list, [&](const std::uint8_t* block, std::size_t rows) { look_through(block, rows); });
    }
    look_at_pending();
  }

 private:
  // A list, and the rank of its centroid.
  struct Near {
    float rank;
    std::size_t list;
  };

  std::vector<Near> lists_by_rank() const {
    std::vector<Near> all(lists_.count());
    for (std::size_t i = 0; i < all.size(); ++i) {
      const float* const centroid = index_.centroids_[i];
      const float rank = is_product_ ? -dot(centroid, query_.data(), query_.size())
                                     : squared_distance(centroid, query_.data(), query_.size());
      // NaN has no place in an order.
      all[i] = {std::isnan(rank) ? -std::numeric_limits<float>::infinity() : rank, i};
    }
    std::ranges::sort(
        all, [](const Near& a, const Near& b) { return a.rank != b.rank ? a.rank < b.rank : a.list < b.list; });
    return all;
  }

  // The part of a rank that may be due to rounding.
  float rounding_of(std::size_t list, float distance) const {
    return kRounding * (length_ + distance) * (distance + lists_.radius(list));
  }

  // Whether the triangle's inequality lets the list hold a row that is as good as the worst result. The comparisons are
  // true if they meet a NaN.
  bool can_hold_result(const Near& near) {
    const float radius = lists_.radius(near.list);
    if (is_product_) return !(near.rank - length_ * radius > worst_ + rounding_of(near.list, length_));
    const float distance = std::sqrt(near.rank);
    const float gap = distance - radius;
    return !(gap > 0 && gap * gap > worst_ + rounding_of(near.list, distance));
  }

  void prepare_for(const Near& near) {
    block_query_.base = near.rank;
    if (is_product_) {
      rounding_ = rounding_of(near.list, length_);
      return;
    }
    const float* const centroid = index_.rotated_centroids_[near.list];
    for (std::size_t i = 0; i < residual_.size(); ++i) residual_[i] = rotated_[i] - centroid[i];
    tables_.fill(residual_.data(), block_query_);
    const float distance = std::sqrt(near.rank);
    block_query_.doubt = index_.options_.doubt * distance;
    rounding_ = rounding_of(near.list, distance);
  }

  void look_through(const std::uint8_t* block, std::size_t rows) {
    std::uint32_t within = rows_within_(block, block_query_, worst_ + rounding_);
    if (rows < kBlockRows) within &= (1u << rows) - 1;
    const BlockNumbers& numbers = index_.layout_.numbers(block);
    for (; within; within &= within - 1)
      pending_.push_back(numbers.slots[static_cast<std::size_t>(std::countr_zero(within))]);
    if (pending_.size() >= kRowsTogether) look_at_pending();
  }

  void look_at_pending() {
    if (pending_.empty()) return;
    candidates_.look_at(pending_);
    pending_.clear();
    worst_ = candidates_.worst_rank();
  }

  const CodeIndex& index_;
  const CodeLists& lists_;
  Candidates& candidates_;
  const bool is_product_;
  decltype(Kernels::rows_within) rows_within_ = kernels().rows_within;
  std::vector<float> query_;     // as indexed
  std::vector<float> rotated_;   // query_, rotated
  std::vector<float> residual_;  // rotated_ less the centroid of the list
  float length_ = 0;             // of query_
  QueryTables tables_;
  BlockQuery block_query_{};
  float worst_ = std::numeric_limits<float>::infinity();  // the rank of the worst result
  float rounding_ = 0;                                    // of the list
  std::vector<Slot> pending_;
};

void CodeIndex::search(const float* query, Candidates& candidates) const { Search(*this, query, candidates).run(); }

}  // namespace partita::vectors
