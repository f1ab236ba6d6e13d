// Writes items in the formats that have one line for each item and need not know the other items. CSV is in csv.h.
#pragma once

#include <partita/item.h>

#include <string>

#include "transfer/formats/format.h"

namespace partita::transfer {

// Appends the line of the item, with its end, to `out`. Requires: the format is not Csv.
void append_line(Format format, const Item& item, std::string& out);

}  // namespace partita::transfer
