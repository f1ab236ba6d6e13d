// The model of tables in a database, from their descriptions and from a sample of their items.
#pragma once

#include <partita/database_class.h>

#include <cstdint>
#include <string>
#include <vector>

#include "modelling/core/model.h"

namespace partita::modelling {

struct LiveTables {
  std::vector<std::string> names = {};  // of tables
  std::int64_t sample = 1000;           // the number of items to read from each table; may be 0
  std::string source = {};              // the name of the database in notes, such as its endpoint
};

// Sends DescribeTable, DescribeTimeToLive and, for the sample, Scan with several segments, so that the items are not
// those of a few partitions. The model holds the entities of the items (read/infer/infer.h), their sizes and shares,
// but not the items. A note tells how many items were read and their cost. Errors: those of the requests, except that a
// database need not have time to live.
Result<Model> read_live_tables(Database& database, const LiveTables& which);

}  // namespace partita::modelling
