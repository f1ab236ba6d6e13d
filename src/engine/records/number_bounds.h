// The bounds of the sequence numbers in a store.
#pragma once

#include <string>
#include <string_view>

#include "engine/records/sequence_numbers.h"
#include "keys/key_space.h"
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

// The key of the highest number (stored_numbers.h); the keys of the bounds follow it, up to end_of_bounds().
std::string highest_number_key();
std::string end_of_bounds();
bool is_bound_key(std::string_view key);
// The number in a row of these keys, or 0 if it does not decode.
SequenceNumber decoded_number(std::string_view bytes);

}  // namespace partita::engine
