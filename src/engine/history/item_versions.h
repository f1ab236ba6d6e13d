// ItemVersions: one item as it was after each of its changes, in the order of time or against it.
#pragma once

#include <partita/error.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "engine/records/record.h"
#include "engine/records/sequence_numbers.h"
#include "keys/key_space.h"
#include "storage/store.h"

namespace partita::engine {

// The changes of an item with the number `from` or a later one, and before `below`, which is not less.
struct ItemChanges {
  keys::TableId table = 0;
  keys::TableId history = 0;
  std::string suffix = {};  // of the item (keys::suffix_of)
  SequenceNumber from = 0;
  SequenceNumber below = 0;
};

// It reads the entries of the item in each day of the span, and the first one behind the span. An entry has the item as
// it was before its change, so the item after a change is in the next entry, or is the item of now.
class ItemVersions {
 public:
  // `snapshot` is a snapshot of `store`. Both must outlive the object. `last_day` is that of the newest entry that can
  // be in the snapshot.
  ItemVersions(const storage::Store& store, const storage::Snapshot& snapshot, ItemChanges changes,
               storage::Direction direction, std::uint32_t last_day);

  // Goes to the next version. The item as it was before all changes of the span is a version too, the last one with
  // Reverse and the first one with Forward, also if it did not exist. Returns false at the end. Waits for the disk.
  // Errors: InternalServerError, Corruption, also for an entry that does not decode.
  Result<bool> next();
  // Those of the version at which it is, valid until next(). Requires: next() returned true.
  // The number of the change that made it. 0: it is the item as it was before all changes of the span.
  SequenceNumber number() const { return number_; }
  ChangedBy by() const { return by_; }
  const std::string& writer() const { return writer_; }  // the name of the caller; empty: not known
  // The encoded item; nullopt if it did not exist.
  const std::optional<std::string>& item() const { return item_; }

 private:
  // A change, with the item before it.
  struct Entry {
    SequenceNumber number = 0;
    ChangedBy by = ChangedBy::Request;
    std::string writer;
    std::optional<std::string> old_image;
  };
  // The entries of the item in one day that have numbers in [from, below).
  std::unique_ptr<storage::Iterator> entries_of(std::uint32_t day, SequenceNumber from, SequenceNumber below,
                                                storage::Direction direction) const;
  // The next entry in the direction, also behind the span with Forward; nullopt at the end.
  Result<std::optional<Entry>> next_entry();
  // The item as it was before the change `number` and all later ones.
  Result<std::optional<std::string>> item_before(SequenceNumber number) const;
  Result<std::optional<std::string>> item_of_now() const;
  Result<bool> next_back();
  Result<bool> next_forward();

  const storage::Store& store_;
  const storage::Snapshot& snapshot_;
  const ItemChanges changes_;
  const storage::Direction direction_;
  const std::uint32_t last_day_;
  std::optional<std::uint32_t> day_;  // the next one to read; nullopt at the end
  std::unique_ptr<storage::Iterator> entries_;
  bool begun_ = false;
  bool ended_ = false;
  std::optional<std::string> state_;  // with Reverse the item after the next change
  std::optional<Entry> pending_;      // with Forward the next change
  SequenceNumber number_ = 0;
  ChangedBy by_ = ChangedBy::Request;
  std::string writer_;
  std::optional<std::string> item_;
};

}  // namespace partita::engine
