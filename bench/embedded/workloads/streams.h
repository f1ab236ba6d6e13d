// Writes of a table with a stream or with point-in-time recovery, and the reading of the stream's records.
#pragma once

#include "embedded/harness/workload.h"

namespace partita::bench {

// PutItem over an item of a table that has the same items and a stream with both images.
std::unique_ptr<Side> streamed_put(Stores& stores, const Part& part);
// The same, of a table that has point-in-time recovery in place of the stream.
std::unique_ptr<Side> recovered_put(Stores& stores, const Part& part);
// GetRecords in pages of 1 MB, from the oldest record of that stream to the newest, again and again.
std::unique_ptr<Side> read_stream(Stores& stores, const Part& part);

}  // namespace partita::bench
