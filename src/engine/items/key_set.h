// KeySet: the keys of one request that were seen so far. It is a sorted array with one allocation, because a request
// has at most a hundred keys.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

namespace partita::engine {

class KeySet {
 public:
  // `most` is the number of keys to reserve memory for.
  explicit KeySet(std::size_t most) { keys_.reserve(most); }
  // Returns false if the set has the key already. The bytes of `key` must outlive the set.
  bool insert(std::string_view key) {
    const auto at = std::lower_bound(keys_.begin(), keys_.end(), key);
    if (at != keys_.end() && *at == key) return false;
    keys_.insert(at, key);
    return true;
  }

 private:
  std::vector<std::string_view> keys_;
};

}  // namespace partita::engine
