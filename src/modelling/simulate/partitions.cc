#include "modelling/simulate/partitions.h"

#include <algorithm>

namespace partita::modelling {
namespace {

constexpr int kMostPartsOfKey = 1024;

Partition piece_of(const Partition& whole, std::uint64_t begin, std::uint64_t end) {
  Partition piece{.begin = begin, .end = end};
  // Each piece has the debt of the partition that is divided.
  piece.reads_left = std::min(whole.reads_left, piece.most_reads());
  piece.writes_left = std::min(whole.writes_left, piece.most_writes());
  return piece;
}

}  // namespace

Partitions::Partitions(int count) {
  const std::uint64_t width = ~std::uint64_t{0} / static_cast<std::uint64_t>(count);
  std::uint64_t begin = 0;
  for (int i = 0; i < count; ++i) {
    const std::uint64_t end = i == count - 1 ? ~std::uint64_t{0} : begin + width;
    list_.push_back({.begin = begin, .end = end, .row = rows()});
    parents_.push_back(-1);
    begin = end + 1;
  }
}

std::size_t Partitions::find(std::uint64_t position) const {
  const auto after = std::upper_bound(list_.begin(), list_.end(), position,
                                      [](std::uint64_t at, const Partition& one) { return at < one.begin; });
  return static_cast<std::size_t>(after - list_.begin()) - 1;
}

void Partitions::refill() {
  for (Partition& one : list_) {
    one.reads_left = std::min(one.most_reads(), one.reads_left + one.most_reads());
    one.writes_left = std::min(one.most_writes(), one.writes_left + one.most_writes());
  }
}

int Partitions::total() const {
  int sum = 0;
  for (const Partition& one : list_) sum += one.parts;
  return sum;
}

void Partitions::grow_to(int count) {
  while (total() < count) {
    const auto widest = std::max_element(list_.begin(), list_.end(), [](const Partition& a, const Partition& b) {
      return a.end - a.begin < b.end - b.begin;
    });
    if (widest->end == widest->begin) return;
    const std::uint64_t middle = widest->begin + (widest->end - widest->begin) / 2;
    const Partition whole = *widest;
    replace(static_cast<std::size_t>(widest - list_.begin()),
            {piece_of(whole, whole.begin, middle), piece_of(whole, middle + 1, whole.end)});
  }
}

void Partitions::replace(std::size_t at, std::vector<Partition> pieces) {
  for (Partition& piece : pieces) {
    piece.row = rows();
    parents_.push_back(list_[at].row);
  }
  list_.erase(list_.begin() + static_cast<std::ptrdiff_t>(at));
  list_.insert(list_.begin() + static_cast<std::ptrdiff_t>(at), pieces.begin(), pieces.end());
}

Partitions::Split Partitions::split(std::size_t at, const Traffic& traffic) {
  const Partition whole = list_[at];
  list_[at].hot_seconds = 0;
  if (whole.begin == whole.end) {
    if (!traffic.splits_within_key(whole.begin) || whole.parts >= kMostPartsOfKey) {
      list_[at].is_stuck = true;
      return Split::None;
    }
    list_[at].parts *= 2;
    list_[at].reads_left = std::min(list_[at].reads_left, list_[at].most_reads());
    return Split::WithinKey;
  }
  const double all = traffic.of_range(whole.begin, whole.end);
  if (all <= 0) return Split::None;
  // The first hash at which the range from the beginning has half of the traffic.
  std::uint64_t low = whole.begin, high = whole.end;
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    if (traffic.of_range(whole.begin, middle) * 2 >= all)
      high = middle;
    else
      low = middle + 1;
  }
  std::vector<Partition> pieces;
  if (traffic.of_range(low, low) * 2 >= all) {
    if (low > whole.begin) pieces.push_back(piece_of(whole, whole.begin, low - 1));
    pieces.push_back(piece_of(whole, low, low));
    if (low < whole.end) pieces.push_back(piece_of(whole, low + 1, whole.end));
    replace(at, std::move(pieces));
    return Split::Key;
  }
  // A frequent key at the middle goes to the side that has less.
  if (low == whole.end) --low;
  replace(at, {piece_of(whole, whole.begin, low), piece_of(whole, low + 1, whole.end)});
  return Split::Range;
}

}  // namespace partita::modelling
