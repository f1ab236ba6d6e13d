// The price of reading and writing a whole table at Amazon DynamoDB.
#pragma once

#include <partita/table_operations.h>

#include <string>

#include "modelling/cost/prices.h"
#include "transfer/tables/scan_table.h"

namespace partita::movement {

struct Units {
  double read = 0;
  double write = 0;
};

// The read units of a Scan of the whole table, by the size that its description has, which may be hours old.
double scan_units(const TableDescription& table, transfer::ReadConsistency consistency);
// The write units of putting all items of `table` into a table with these indexes, if each of them has every item with
// all attributes. It is an upper bound if the sizes of the items do not differ much.
double load_units(const TableDescription& table, std::size_t indexes);

// Such as "about 12,500 read units, $0.0016 (us-east-1, on demand)". If the prices of the region are not known, it says
// so.
std::string price_text(const Units& units, const std::string& region);

}  // namespace partita::movement
