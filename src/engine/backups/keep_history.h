// The history of a table is begun when the first backup or the recovery of the table needs it.
#pragma once

#include "engine/context.h"
#include "engine/records/sequence_numbers.h"

namespace partita::engine {

// Makes sure that all changes from now on can be undone, and returns the table's description, in which the history is
// complete since its number. Waits for the writers that are under way, and for the disk. Errors: TableNotFoundException
// if the table is gone, InternalServerError.
Result<catalog::TablePtr> keep_history(Context& context, const catalog::TableInfo& table);

// Waits until all batches with numbers below the moment are visible or have failed.
void wait_until_settled(const Context& context, SequenceNumber moment);

// The error of the operations on backups for a table that does not exist.
unexpected<Error> table_not_found(std::string_view name);

}  // namespace partita::engine
