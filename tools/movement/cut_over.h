// The cut-over of `partita move`: one end stops to be the home of the tables, and the other one begins.
#pragma once

#include "move_run.h"

namespace partita::tools {

// Makes the other end the home of the tables that programs write at `from`, if both ends are equal and no program
// writes. Prints each step. Returns whether it is now. Otherwise, and after an error, the programs may go on at `from`.
// Errors: those of the databases, of the state, and of stop_writes().
Result<bool> cut(MoveRun& run, MoveRun::At from);

}  // namespace partita::tools
