// The changes of an item of a table with point-in-time recovery that a request asks for.
#pragma once

#include <partita/error.h>

#include <optional>

#include "engine/context.h"
#include "engine/history/item_versions.h"
#include "ops/prepared.h"

namespace partita::engine {

// The changes that `wanted` names, of those that the recovery period has. Requires: the table was found in the catalog
// after the snapshot was taken in which the changes are read, so that no entry of the period was erased before it.
// Errors: PointInTimeRecoveryUnavailableException; ValidationException if the key does not match the schema;
// InvalidRestoreTimeException if a time is before the period.
Result<ItemChanges> wanted_changes(const Context& context, const catalog::TableInfo& table,
                                   const ops::PreparedChanges& wanted);

// The first number of the span, and the number behind it.
struct ChangesSpan {
  SequenceNumber from = 0;
  SequenceNumber below = 0;
};
// The span that `wanted` names, within the recovery period. Requires and errors: as wanted_changes(), but that no key
// is looked at.
Result<ChangesSpan> wanted_span(const Context& context, const catalog::TableInfo& table,
                                const ops::PreparedChanges& wanted);

// The versions of the item in `snapshot`, which must outlive them.
ItemVersions versions_of(const Context& context, const storage::Snapshot& snapshot, ItemChanges changes,
                         storage::Direction direction);

// The number of the change with which the item came to match the condition. Reads as many changes as it must, and at
// most 16 MB of them, so it may wait for the disk. Errors: those of wanted_changes(); ValidationException for a
// condition that goes into a key attribute; InvalidRestoreTimeException without such a change; InternalServerError,
// Corruption.
Result<SequenceNumber> find_change(const Context& context, const catalog::TableInfo& table,
                                   const storage::Snapshot& snapshot, const ops::PreparedMatch& wanted);

// The number of the batch whose record in the table's stream has this number. nullopt if the stream has no such record.
// Requires: the table has point-in-time recovery. Waits for the disk. Errors: InternalServerError, Corruption.
Result<std::optional<SequenceNumber>> batch_of_record(const Context& context, const catalog::TableInfo& table,
                                                      SequenceNumber number);

}  // namespace partita::engine
