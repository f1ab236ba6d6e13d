// Reads the values of many keys in order, some at a time in one call: what a limit on their bytes leaves over is little.
#pragma once

#include "storage/store.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace partita::engine {

class ReadAhead {
 public:
  static constexpr std::size_t kKeysAtOnce = 25;

  // Requires: all of it outlives this.
  ReadAhead(const storage::Store& store, const std::vector<std::string>& keys, storage::ReadOptions options,
            std::size_t keys_at_once = kKeysAtOnce)
      : store_(store), keys_(keys), options_(options), keys_at_once_(keys_at_once) {}

  // The value of the next key. Requires: there is one. Errors: InternalServerError, Corruption.
  Result<storage::GetResult> next() {
    if (at_ == values_.size()) {
      const std::size_t count = std::min(keys_at_once_, keys_.size() - read_);
      const std::vector<std::string_view> sought(keys_.begin() + std::ptrdiff_t(read_),
                                                 keys_.begin() + std::ptrdiff_t(read_ + count));
      auto values = store_.get_many(sought, options_);
      if (!values) return unexpected(std::move(values.error()));
      values_ = *std::move(values);
      read_ += count;
      at_ = 0;
    }
    return std::move(values_[at_++]);
  }

 private:
  const storage::Store& store_;
  const std::vector<std::string>& keys_;
  const storage::ReadOptions options_;
  const std::size_t keys_at_once_;
  std::vector<storage::GetResult> values_;
  std::size_t at_ = 0;    // in values_
  std::size_t read_ = 0;  // of keys_
};

}  // namespace partita::engine
