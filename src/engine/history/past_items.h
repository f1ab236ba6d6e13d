// PastItems: the items of a table as they were at a moment, in the order of their keys.
#pragma once

#include <partita/error.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/records/sequence_numbers.h"
#include "keys/key_space.h"
#include "storage/store.h"

namespace partita::engine {

// A moment of a table. The items are those of now, without the changes of the history that have the moment's number or
// a later one.
struct PastTable {
  keys::TableId table = 0;
  keys::TableId history = 0;
  SequenceNumber moment = 0;
};

// It reads the table and each day of its history since the moment side by side, each once and in the order of the keys.
// Of an item that changed often it skips the entries that it does not need. So the time depends on the number of items
// that the table has or had since the moment, and not on the number of their changes.
class PastItems {
 public:
  // The items behind the one with the suffix `after` (keys::suffix_of), or all items if it is empty. `snapshot` is a
  // snapshot of `store` that was taken when all numbers below the moment were settled. Both must outlive the object.
  // `last_day` is that of the newest entry that can be in the snapshot.
  PastItems(const storage::Store& store, const storage::Snapshot& snapshot, const PastTable& past,
            std::uint32_t last_day, std::string_view after = {});

  enum class Step : std::uint8_t { Item, End, Later };
  // Goes to the next item. Each item that did not exist at the moment, and is passed, takes one from `budget`. Later:
  // the budget is used up, and the next call goes on. Waits for the disk. Errors: InternalServerError, Corruption, also
  // for an entry that does not decode.
  Result<Step> next(std::size_t& budget);
  // The item at which it is, valid until next(). Requires: next() returned Item.
  std::string_view suffix() const { return suffix_; }
  std::string_view item() const { return item_; }

 private:
  // The entries of one day.
  struct Day {
    std::uint32_t day = 0;
    std::unique_ptr<storage::Iterator> at;  // nullptr at their end
  };
  // The first day from `from` on that has entries; nullopt without one up to `last`, or for a fault.
  std::optional<std::uint32_t> next_day(std::uint32_t from, std::uint32_t last);
  std::unique_ptr<storage::Iterator> entries_from(std::uint32_t day, std::string lower) const;
  // Moves the day to the first entry that is not below the moment.
  Result<void> settle(Day& day);
  // Moves the day behind the entries of the item.
  Result<void> skip(Day& day, std::string_view suffix);
  // Notes the end of the day's entries. Errors: those of the iterator.
  static Result<void> check_end(Day& day);

  const storage::Store& store_;
  const storage::Snapshot& snapshot_;
  const PastTable past_;
  std::unique_ptr<storage::Iterator> items_;
  std::vector<Day> days_;
  std::optional<Error> fault_;  // of the constructor
  bool begun_ = false;
  std::string suffix_;
  std::string item_;
};

}  // namespace partita::engine
