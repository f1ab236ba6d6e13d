// KeySet: the keys of one request seen so far. A request has a hundred at most, so a sorted array it is, with one allocation.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

namespace partita::engine {

class KeySet {
 public:
  explicit KeySet(std::size_t most) { keys_.reserve(most); }
  // false: it was there already. What `key` points to must live as long as this.
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
