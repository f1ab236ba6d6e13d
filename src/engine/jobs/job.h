// Job: a piece of background work that is done in slices, so that many go on side by side and none keeps the others, or
// the end of the database, waiting.
#pragma once

#include "engine/context.h"

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace partita::engine {

// Of two jobs with the same key only one is under way.
struct JobKey {
  enum class Kind : std::uint8_t { Drop, Backfill, TimeToLive, Sweep, Tokens };
  Kind kind = Kind::Tokens;
  keys::TableId table = keys::kSystemTable;
  keys::IndexId index = keys::kBaseTable;
  friend auto operator<=>(const JobKey&, const JobKey&) = default;
};

// How far a job has come that looks at every item of a table.
struct JobProgress {
  std::string job;
  std::string table;
  std::string index;  // empty: it is about none
  std::uint64_t items_done = 0;
  std::uint64_t items_in_all = 0;
};

class Job {
 public:
  enum class Slice : std::uint8_t {
    More,
    Later,  // somebody is still in its way
    Done,
  };

  virtual ~Job() = default;
  // Does a bounded piece of the work. One call at a time, on any thread. What it did stands in the store: after a crash or
  // an error a new job with the same key goes on. Errors: InternalServerError, Corruption.
  virtual Result<Slice> run_slice(Context& context) = 0;
  // From any thread, also during a slice.
  virtual std::optional<JobProgress> progress() const { return std::nullopt; }
};

struct PlannedJob {
  JobKey key;
  std::unique_ptr<Job> job;
};

}  // namespace partita::engine
