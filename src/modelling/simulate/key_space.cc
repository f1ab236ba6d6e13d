#include "modelling/simulate/key_space.h"

#include <algorithm>
#include <cmath>
#include <queue>

#include "modelling/simulate/random.h"

namespace partita::modelling {
namespace {

using Keys = std::vector<FrequentKey>;  // in descending order of probabilities, without positions

// The most probable pairs of a key and a value, found best first: a pair can only be next after both its neighbours.
Keys most_probable_pairs(const Keys& keys, const RankedValues& values, double least, std::uint64_t most) {
  struct Pair {
    double probability;
    std::uint64_t key, value;
    bool operator<(const Pair& other) const {
      if (probability != other.probability) return probability < other.probability;
      return key != other.key ? key > other.key : value > other.value;
    }
  };
  Keys pairs;
  std::priority_queue<Pair> next;
  const auto push = [&](std::uint64_t key, std::uint64_t value) {
    if (key >= keys.size() || static_cast<double>(value) >= values.count()) return;
    const double probability = keys[key].probability * values.probability(value);
    if (probability >= least) next.push({probability, key, value});
  };
  push(0, 0);
  while (!next.empty() && pairs.size() < most) {
    const Pair best = next.top();
    next.pop();
    FrequentKey pair{.probability = best.probability, .ranks = keys[best.key].ranks};
    pair.ranks.push_back(best.value);
    pairs.push_back(std::move(pair));
    // Each pair is pushed once: along the first key's row, and at the beginning of the next key's row.
    push(best.key, best.value + 1);
    if (best.value == 0) push(best.key + 1, 0);
  }
  return pairs;
}

}  // namespace

KeySpace::KeySpace(std::uint64_t identity, std::vector<KeyFactor> factors, const Limits& limits)
    : identity_(identity), factors_(std::move(factors)) {
  for (const KeyFactor& factor : factors_) keys_ *= factor.values.count();
  const double least = keys_ <= limits.list_all_below ? 0 : limits.least_probability;
  frequent_ = {{.probability = 1}};
  for (const KeyFactor& factor : factors_) {
    if (factor.only)
      for (FrequentKey& key : frequent_) key.ranks.push_back(*factor.only);
    else
      frequent_ = most_probable_pairs(frequent_, factor.values, least, limits.most);
  }
  finish();
}

KeySpace KeySpace::sharded(int shards) const {
  KeySpace divided;
  divided.identity_ = identity_;
  divided.factors_ = factors_;
  divided.factors_.push_back({"shard", RankedValues({}, shards), {}});
  divided.keys_ = keys_ * shards;
  divided.shards_ = shards_ * shards;
  for (const FrequentKey& key : frequent_)
    for (int shard = 0; shard < shards; ++shard) {
      FrequentKey part{.probability = key.probability / shards, .ranks = key.ranks};
      part.ranks.push_back(static_cast<std::uint64_t>(shard));
      divided.frequent_.push_back(std::move(part));
    }
  divided.finish();
  return divided;
}

void KeySpace::finish() {
  for (FrequentKey& key : frequent_) {
    key.position = mixed_bits(identity_);
    for (const std::uint64_t rank : key.ranks) key.position = mixed_bits(key.position ^ rank);
  }
  std::sort(frequent_.begin(), frequent_.end(),
            [](const FrequentKey& a, const FrequentKey& b) { return a.position < b.position; });
  sums_.assign(1, 0);
  for (const FrequentKey& key : frequent_) sums_.push_back(sums_.back() + key.probability);
  tail_ = std::max(0.0, 1 - sums_.back());
  // Rounding leaves a little if every key is listed.
  if (tail_ < 1e-9 || static_cast<double>(frequent_.size()) >= keys_) tail_ = 0;
}

double KeySpace::mass(std::uint64_t begin, std::uint64_t end) const {
  enum class Border { Included, Excluded };
  const auto before = [&](std::uint64_t position, Border border) {
    const auto found =
        border == Border::Included
            ? std::upper_bound(frequent_.begin(), frequent_.end(), position,
                               [](std::uint64_t at, const FrequentKey& key) { return at < key.position; })
            : std::lower_bound(frequent_.begin(), frequent_.end(), position,
                               [](const FrequentKey& key, std::uint64_t at) { return key.position < at; });
    return sums_[static_cast<std::size_t>(found - frequent_.begin())];
  };
  const double width = (static_cast<double>(end - begin) + 1) * 0x1p-64;
  return before(end, Border::Included) - before(begin, Border::Excluded) + tail_ * width;
}

const FrequentKey* KeySpace::find(std::uint64_t position) const {
  const auto found = std::lower_bound(frequent_.begin(), frequent_.end(), position,
                                      [](const FrequentKey& key, std::uint64_t at) { return key.position < at; });
  return found != frequent_.end() && found->position == position ? &*found : nullptr;
}

}  // namespace partita::modelling
