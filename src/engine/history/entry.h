// The stored form of an entry of a history (keys/FORMAT.md): an item as it was before a change.
//
// The entries of an item have the sequence numbers of the batches that changed it. The item as it was at a moment,
// which is a sequence number too, is in its first entry whose number is not below the moment. An item without such an
// entry has not changed since. All changes of a batch have one number, so no moment is in the middle of a transaction.
#pragma once

#include <partita/error.h>

#include <cstdint>
#include <optional>
#include <string_view>

#include "catalog/table_info.h"
#include "engine/records/record.h"
#include "storage/batch.h"
#include "value/view.h"

namespace partita::engine {

// The day since 1970 under which an entry with the number is stored.
constexpr std::int64_t kDayMs = 24 * 60 * 60 * 1000;
constexpr std::uint32_t day_of(SequenceNumber number) { return static_cast<std::uint32_t>(time_of(number) / kDayMs); }

// Adds an entry to `batch`. A change that leaves the item as it was has no entry. Requires: as append_record().
void append_entry(const catalog::History& history, std::string_view base_key,
                  const std::optional<value::ItemView>& old_item, const std::optional<value::ItemView>& new_item,
                  const Recording& recording, storage::Batch& batch);

struct HistoryEntry {
  std::optional<std::string_view> old_image;  // an encoded item; nullopt if the item did not exist
  ChangedBy by = ChangedBy::Request;          // the originator of the change
  std::string_view writer = {};               // the name of the caller who made the change; empty: not known
};
// The parts of a stored entry, which point into `bytes`. nullopt if the bytes do not decode. The item is not checked.
std::optional<HistoryEntry> read_entry(std::string_view bytes);
// The same with the item checked. Errors: Corruption if the bytes or the item do not decode.
Result<HistoryEntry> checked_entry(std::string_view bytes);

}  // namespace partita::engine
