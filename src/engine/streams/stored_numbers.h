#pragma once

#include "engine/context.h"
#include "engine/records/sequence_numbers.h"
#include "storage/batch.h"

namespace partita::engine {

// Sequence numbers must rise although the clock of the next run may be behind: after a loss of power, on another
// machine, in a standby. The entries of a history do not tell the highest one, because they are ordered by item. So the
// store has bounds that no number of an entry reaches.
//
// Adds the bound of the ticket's number to its batch, unless an earlier batch has stored it. Must be called when an
// entry with the number is added.
void mark_number(SequenceNumbers::Ticket& ticket, SequenceNumber number, storage::Batch& batch);
// Must be called when the batch is stored, before the ticket is settled.
void note_marked(SequenceNumbers::Ticket& ticket, const storage::Batch& batch);
// The greatest number that the batch lets the store have, or 0 if it has no bound.
SequenceNumber marked_number(const storage::Batch& batch);

// Stores the highest number so far, if a table has a history. Numbers without an entry, such as the moments of
// restores, are below it. Errors: InternalServerError.
Result<void> save_numbers(Context& context);
// The same when no number is drawn any more. Without bounds the next run goes on from the highest number itself.
Result<void> save_last_numbers(Context& context);

// Makes all later sequence numbers greater than those in the store. Must be called once, after the catalog is loaded.
// Errors: InternalServerError, Corruption.
Result<void> skip_stored_numbers(Context& context);

}  // namespace partita::engine
