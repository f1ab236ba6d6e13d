// Job: a piece of background work that is done in slices. So many jobs can go on side by side, and neither another job
// nor the end of the database must wait for a whole job.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/context.h"

namespace partita::engine {

// Only one job with the same key is under way at a time.
struct JobKey {
  enum class Kind : std::uint8_t {
    Drop,
    Backfill,
    TimeToLive,
    Sweep,
    Tokens,
    Stream,
    Restore,
    History,
    Hash,
    Transfer,  // an export or an import
    BulkPut
  };
  Kind kind = Kind::Tokens;
  keys::TableId table = keys::kSystemTable;
  keys::IndexId index = keys::kBaseTable;
  friend auto operator<=>(const JobKey&, const JobKey&) = default;
};

// The progress of a job that reads every item of a table.
struct JobProgress {
  std::string job;
  std::string table;
  std::string index;  // empty if the job does not fill an index
  std::uint64_t items_done = 0;
  std::uint64_t items_in_all = 0;
  catalog::Realm realm = {};
};

class Job {
 public:
  enum class Slice : std::uint8_t {
    More,
    Later,  // the job must wait until an operation has finished
    Done,
  };

  virtual ~Job() = default;
  // Does a bounded piece of the work. Only one call runs at a time, but on any thread. The result is in the store, so
  // after a crash or an error a new job with the same key goes on. Errors: InternalServerError, Corruption.
  virtual Result<Slice> run_slice(Context& context) = 0;
  // The progress, or nullopt if the job does not measure it. May be called from any thread, also during a slice.
  virtual std::optional<JobProgress> progress() const { return std::nullopt; }
};

struct PlannedJob {
  JobKey key;
  std::unique_ptr<Job> job;
  Context* context = nullptr;  // of the table's realm; that of the own realm if the job has no table
};

}  // namespace partita::engine
