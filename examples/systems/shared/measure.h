// Runs an access pattern and reports its requests, its cost and its fault.
#pragma once

#include <string>

#include "shared/recording_database.h"
#include "shared/system.h"

namespace systems {

struct Measured {
  std::string requests;              // such as "Query", "3 x Query" or "GetItem + TransactWriteItems"
  std::int64_t evaluated_count = 0;  // items read
  std::int64_t returned_count = 0;   // items in the answers
  double capacity_units = 0;
  double milliseconds = 0;
  Wrong wrong;  // in the answer, its effect, the number of requests or the index; or a scan or a filter
};

// Requires: the pattern's instance runs on `recorder`.
Measured measure(const AccessPattern& pattern, RecordingDatabase& recorder);

}  // namespace systems
