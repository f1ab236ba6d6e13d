// Runs an access pattern and says what it did, what it cost and what was wrong.
#pragma once

#include "shared/recording_database.h"
#include "shared/system.h"

#include <string>

namespace systems {

struct Measured {
  std::string requests;              // "Query", "3 x Query", "GetItem + TransactWriteItems"
  std::int64_t evaluated_count = 0;  // items read
  std::int64_t returned_count = 0;   // items in the answers
  double capacity_units = 0;
  double milliseconds = 0;
  Wrong wrong;  // the answer, its effect, the number of requests, the index; or it scanned or filtered
};

// The pattern's instance must run on `recorder`.
Measured measure(const AccessPattern& pattern, RecordingDatabase& recorder);

}  // namespace systems
