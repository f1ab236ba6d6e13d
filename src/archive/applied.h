// How much of an archive a store has, as a restore and a standby keep it in the store itself, in the batch of the
// changes.
#pragma once

#include <partita/error.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "archive/records.h"
#include "archive/segment.h"
#include "storage/store.h"

namespace partita::archive {

struct Applied {
  std::uint64_t generation = 0;
  // The whole segments that are in the store, and the number of the last operation in it, which may be one of the
  // segment that follows.
  ChangesEnd end = {};
  std::uint64_t number = 0;
  std::int64_t time_ms = 0;  // of that operation
};

// nullopt if the store does not follow an archive. Errors: Corruption, InternalServerError.
Result<std::optional<Applied>> read_applied(const storage::Store& store);
void put_applied(storage::Batch& batch, const Applied& applied);
void erase_applied(storage::Batch& batch);

// Which of the changes are applied.
struct Until {
  std::int64_t time_ms = INT64_MAX;   // batches that were written at this time or before
  std::uint64_t number = UINT64_MAX;  // batches whose last operation has at most this number
};

// Applies the batches of a segment that follow `applied`, durably, up to `until`, and moves `applied` to the
// last of them. `end` is that of the segment. Returns whether the whole segment is in the store now. Errors: Corruption
// if the segment does not continue the applied ones; those of Store::write(). `applied_batch` may be empty, and gets
// each batch after it became visible.
Result<bool> apply(storage::Store& store, const Segment& segment, const ChangesEnd& end, const Until& until,
                   Applied& applied, const std::function<void(const storage::Batch&)>& applied_batch = {});

}  // namespace partita::archive
