// Best: the best of many candidates by a bounded heap.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace partita::engine {

// `Before(a, b)` tells whether candidate `a` is better than `b`. It must be a strict order without ties, so that the
// result does not depend on the order of the candidates.
template <class Candidate, class Before>
class Best {
 public:
  Best(std::size_t most, Before before) : most_(most), before_(std::move(before)) {}

  // Whether add() would keep the candidate.
  bool wants(const Candidate& candidate) const { return heap_.size() < most_ || before_(candidate, heap_.front()); }
  void add(Candidate candidate) {
    if (heap_.size() == most_) {
      std::ranges::pop_heap(heap_, before_);
      heap_.back() = std::move(candidate);
    } else {
      heap_.push_back(std::move(candidate));
    }
    std::ranges::push_heap(heap_, before_);
  }
  // The worst of the candidates that were kept. Requires: is_full().
  const Candidate& worst() const { return heap_.front(); }
  bool is_full() const { return heap_.size() == most_; }
  // The candidates that were kept, in no order. The object must not be used afterwards.
  std::vector<Candidate> take() { return std::move(heap_); }

 private:
  const std::size_t most_;
  const Before before_;
  std::vector<Candidate> heap_;  // the worst is in front
};

}  // namespace partita::engine
