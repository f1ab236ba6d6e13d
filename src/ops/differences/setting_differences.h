// The differences between a wanted table and an existing one in settings that are no keys and no indexes.
#pragma once

#include <partita/table_operations.h>

#include "ops/differences/difference_lines.h"

namespace partita::ops {

// Compares the stream, the encryption, and the warm and on-demand throughput of the table and of its global indexes. A
// setting that `wanted` does not have is not compared, because it changes nothing for the programs that use the table.
void compare_settings(const CreateTableRequest& wanted, const TableDescription& table, DifferenceLines& lines);

}  // namespace partita::ops
