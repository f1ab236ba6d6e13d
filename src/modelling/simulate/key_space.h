// KeySpace: the partition keys that a kind of requests meets, with their probabilities and their places in the range of
// hashes.
//
// The frequent keys are listed exactly. All others together are the tail, which is spread evenly over the hashes, so
// memory does not grow with the number of keys.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "modelling/simulate/ranked_values.h"

namespace partita::modelling {

// A part of partition keys that varies: a field's values, or a shard number.
struct KeyFactor {
  std::string field = {};  // in labels
  RankedValues values;
  std::vector<std::string> names = {};  // of the values by rank, as far as they are known
  // The rank of the one value that all requests have, if they do.
  std::optional<std::uint64_t> only = {};
};

struct FrequentKey {
  std::uint64_t position = 0;  // its hash
  double probability = 0;
  std::vector<std::uint64_t> ranks = {};  // of the factors' values
};

class KeySpace {
 public:
  struct Limits {
    double least_probability = 0;  // of frequent keys
    std::uint64_t most = 16'384;   // frequent keys
    double list_all_below = 2048;  // a space of fewer keys lists all of them
  };
  // `identity` tells the key template and its place: spaces of the same identity place the same key at the same hash.
  KeySpace(std::uint64_t identity, std::vector<KeyFactor> factors, const Limits& limits);

  // The same keys, each of which is divided among `shards` keys.
  KeySpace sharded(int shards) const;

  double keys() const { return keys_; }
  int shards() const { return shards_; }
  // In ascending order of positions.
  const std::vector<FrequentKey>& frequent() const { return frequent_; }
  const std::vector<KeyFactor>& factors() const { return factors_; }
  // The probability of the keys with hashes in [begin, end]; both are included, so that all hashes can be named.
  double mass(std::uint64_t begin, std::uint64_t end) const;
  // The frequent key at this hash, or nullptr.
  const FrequentKey* find(std::uint64_t position) const;

 private:
  KeySpace() = default;
  void finish();

  std::uint64_t identity_ = 0;
  std::vector<KeyFactor> factors_;
  double keys_ = 1;
  int shards_ = 1;
  std::vector<FrequentKey> frequent_;
  std::vector<double> sums_;  // of the probabilities before each frequent key
  double tail_ = 0;           // the probability of all other keys
};

}  // namespace partita::modelling
