// ReadAhead: reads the values of many keys in order, some keys with each call of the store. A reader that stops at a
// limit of bytes has then read few values in vain. One thread may use a ReadAhead at a time.
//
// A reader that must not wait reads no more than an event loop has time for. Beyond that budget each value is
// NotCached, so that the reader starts again on the executor, where the answer is encoded too.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "base/try.h"
#include "engine/loop_budget.h"
#include "storage/store.h"

namespace partita::engine {

class ReadAhead {
 public:
  static constexpr std::size_t kKeysAtOnce = 25;

  // `store`, `keys` and the snapshot of `options` must outlive the reader.
  ReadAhead(const storage::Store& store, const std::vector<std::string>& keys, storage::ReadOptions options,
            std::size_t keys_at_once = kKeysAtOnce)
      : store_(store),
        keys_(keys),
        options_(options),
        keys_at_once_(keys_at_once),
        left_(options.no_wait ? loop_budget() : kNoLimit) {}

  // The value of the next key. Requires: a key is left. Errors: InternalServerError, Corruption.
  Result<storage::GetResult> next() {
    if (at_ == values_.size() && left_ > 0) {
      const std::size_t count = std::min(keys_at_once_, keys_.size() - read_);
      const std::vector<std::string_view> sought(keys_.begin() + std::ptrdiff_t(read_),
                                                 keys_.begin() + std::ptrdiff_t(read_ + count));
      PARTITA_TRY_VALUE(values, store_.get_many(sought, options_));
      values_ = std::move(values);
      read_ += count;
      at_ = 0;
      if (options_.no_wait) spend();
    }
    if (left_ == 0) return storage::GetResult{storage::ReadState::NotCached, {}};
    return std::move(values_[at_++]);
  }

 private:
  static constexpr std::size_t kNoLimit = static_cast<std::size_t>(-1);

  void spend() {
    std::size_t bytes = 0;
    for (const storage::GetResult& value : values_) bytes += kItemWork + value.value.bytes.size();
    left_ -= std::min(bytes, left_);
    base::RoundBudget::spend(bytes);
  }

  const storage::Store& store_;
  const std::vector<std::string>& keys_;
  const storage::ReadOptions options_;
  const std::size_t keys_at_once_;
  std::vector<storage::GetResult> values_;
  std::size_t at_ = 0;    // the position of the next value in values_
  std::size_t read_ = 0;  // the number of keys_ that were read
  std::size_t left_;      // of the budget
};

}  // namespace partita::engine
