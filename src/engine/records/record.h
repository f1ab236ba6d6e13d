// The stored form of a stream record (keys/FORMAT.md). It repeats the encoded bytes of the item, so that a write
// neither encodes nor decodes anything for it.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "catalog/table_info.h"
#include "engine/records/item_hash.h"
#include "engine/records/sequence_numbers.h"
#include "engine/records/stream_counters.h"
#include "storage/batch.h"
#include "value/view.h"

namespace partita::engine {

// The originator of a change.
enum class ChangedBy : std::uint8_t { Request, TimeToLive };

struct StoredRecord {
  OperationType event = OperationType::Insert;
  ChangedBy by = ChangedBy::Request;
  // Encoded items; empty if absent.
  std::string_view old_image;
  std::string_view new_image;
  std::string_view keys;  // present only if both images are absent
};

// Whether a batch copies the images of a change. Otherwise they must live unchanged until the batch is written.
enum class Images : std::uint8_t { Copied, Unowned };

// The way in which a change is recorded.
struct Recording {
  SequenceNumbers::Ticket& ticket;  // of the batch that the change is in
  StreamCounters& counters;
  const ItemHash& hash;
  ChangedBy by = ChangedBy::Request;
  Images images = Images::Copied;
  std::string_view writer = {};  // the name of the caller who makes the change, or empty
};

// Adds a record of the change to `batch`. A change that leaves the item as it was has none. Requires: not both images
// are absent, and the item's lock is held.
void append_record(const catalog::StreamInfo& stream, const std::optional<value::ItemView>& old_item,
                   const std::optional<value::ItemView>& new_item, const Recording& recording, storage::Batch& batch);

// The parts of a stored record, which point into `bytes`. nullopt if the bytes do not decode. The items in it are not
// checked.
std::optional<StoredRecord> read_record(std::string_view bytes);

// The key attributes of an item. Requires: the item has them.
std::string encoded_keys(const catalog::KeySchema& keys, const value::MapView& item);

}  // namespace partita::engine
