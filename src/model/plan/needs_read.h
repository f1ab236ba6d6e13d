// Tells which writes need the stored item before they can be planned or sent.
#pragma once

#include <partita/model/runtime/item_writes.h>

namespace partita::model {

// True if the plan needs the stored item.
bool needs_read(const WriteRequest& request);

// True if a write of one item reads it first. A removal with sentinels does so too, because a transaction returns no
// old item.
bool reads_before_write(const WriteRequest& request);

}  // namespace partita::model
