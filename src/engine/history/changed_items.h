// ChangedItems: the items of a table that changed within a span of time, in the order of their keys.
#pragma once

#include <partita/error.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/history/entry.h"
#include "engine/history/past_items.h"

namespace partita::engine {

// It reads the days of the history that the span touches side by side. Of each item that changed it looks up the first
// entry behind the span, or the item of now.
class ChangedItems {
 public:
  // The changes with the number `from` or a later one, and before `past.moment`, of the items behind the one with the
  // suffix `after` (keys::suffix_of), or of all items if it is empty. `snapshot` is a snapshot of `store`
  // that was taken when all numbers below the moment were settled. Both must outlive the object. `last_day` is that of
  // the newest entry that can be in the snapshot.
  ChangedItems(const storage::Store& store, const storage::Snapshot& snapshot, const PastTable& past,
               SequenceNumber from, std::uint32_t last_day, std::string_view after = {});

  // Goes to the next item that was there before the span or after it. Returns false at the end. Waits for the disk.
  // Errors: InternalServerError, Corruption, also for an entry that does not decode.
  Result<bool> next();
  // The item at which it is, valid until next(). Requires: next() returned true.
  std::string_view suffix() const { return suffix_; }
  // The encoded item before and after the span; nullopt if it did not exist.
  const std::optional<std::string>& old_image() const { return old_; }
  const std::optional<std::string>& new_image() const { return new_; }
  // The number of the last change in the span.
  SequenceNumber changed() const { return changed_; }
  // The originator of the changes in the span. With a request, the name of the caller, which is empty if it is not
  // known. nullptr if several made them.
  struct Originator {
    ChangedBy by = ChangedBy::Request;
    std::string writer = {};
  };
  const Originator* originator() const { return has_several_ ? nullptr : &originator_; }

 private:
  // The entries of a day from `lower` on; those that are not below the end of the day are left out.
  std::unique_ptr<storage::Iterator> entries_from(std::uint32_t day, std::string lower) const;
  // Reads all entries of the item suffix_ in one day of the span.
  Result<void> take_entries(std::unique_ptr<storage::Iterator>& day);
  void note_originator(const HistoryEntry& entry);
  // Sets new_ to the item behind the days of the span.
  Result<void> look_behind();

  const storage::Store& store_;
  const storage::Snapshot& snapshot_;
  const PastTable past_;
  const SequenceNumber from_;
  const std::uint32_t last_day_;
  std::uint32_t end_of_span_ = 0;                         // the day behind those of the span
  std::vector<std::unique_ptr<storage::Iterator>> days_;  // of the span, ascending; nullptr at their end
  std::string suffix_;
  std::optional<std::string> old_, new_;
  bool has_changed_ = false;  // an entry within the span was found
  bool is_behind_ = false;    // an entry behind the span was found, so new_ is known
  SequenceNumber changed_ = 0;
  Originator originator_;
  bool has_several_ = false;  // originators
};

}  // namespace partita::engine
