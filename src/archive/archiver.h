// Archiver: keeps an archive of a store current, with three threads: one for the changes, one for bases, which take
// long, and one that watches the lag, because a request to the archive may hang.
#pragma once

#include <partita/error.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "archive/archive_place.h"
#include "archive/archive_writer.h"
#include "base/clock.h"
#include "storage/store.h"

namespace partita::archive {

struct ArchiverOptions {
  ArchiveLocation location;
  WriterOptions writer = {};
  std::chrono::milliseconds every{1000};       // between two looks for changes
  std::chrono::seconds base_every{24 * 3600};  // between two bases, if there are changes
  std::uint64_t bytes_per_second = 0;          // that are sent at most; 0: no limit
  // By how much the archive may be behind. More is an error in the log.
  std::chrono::milliseconds most_lag{30'000};
  // How long the end of the archiver may take to archive the last changes.
  std::chrono::milliseconds last_changes{10'000};
  bool required = false;  // writes to the store are refused while the archive is further behind
};

enum class ArchiveCondition : std::uint8_t {
  Starting,     // the archive was not reached yet
  Current,      // the last write to it succeeded
  Unreachable,  // the last write to it failed; it is tried again
  Lost,         // another server writes it, so this one does not any more
};
// "starting", "current", "unreachable" or "lost".
std::string_view name_of(ArchiveCondition condition);

struct ArchiveState {
  ArchiveCondition condition = ArchiveCondition::Starting;
  std::string fault;  // of the last write, if it failed
  // At most so old is the oldest write that is not in the archive; 0 if all are. Too high by up to `every`.
  std::int64_t lag_ms = 0;
  std::int64_t last_ms = 0;  // the time of the newest write in the archive; 0: no write
  ArchiveWriter::Position position;
  std::string base_fault;             // of the last attempt to write a base, if it failed
  std::int64_t base_ms = 0;           // when the last base was complete; 0: not since the start
  std::uint64_t base_done_bytes = 0;  // of the base under way
  std::uint64_t base_all_bytes = 0;   // 0: no base is under way
  std::uint64_t segments = 0;         // written since the start
  std::uint64_t failures = 0;         // writes to the archive that failed since the start
};

class Archiver {
 public:
  // Begins to write. If the archive cannot be reached now, it is tried again until it can be. Requires: `store` has a
  // change log; it and `clock` outlive the result. Errors: ResourceInUseException if another directory's archive is
  // there; ValidationException if the place is not an archive or has another key; DataDirectoryNewer.
  static Result<std::unique_ptr<Archiver>> start(storage::Store& store, const base::Clock& clock,
                                                 ArchiverOptions options);
  // Archives everything that is written until now, for at most `last_changes`, and ends the threads. Then it abandons
  // the requests that are under way.
  ~Archiver();

  ArchiveState state() const;

 private:
  Archiver(storage::Store& store, const base::Clock& clock, ArchiverOptions options);
  void write_changes();
  Result<void> write_all_changes();
  void write_bases();
  // Whether the thread goes on after a wait.
  bool wait(std::chrono::milliseconds time);
  void note(const Result<void>& result);
  void note_base(const Error& error);
  bool is_lost() const;
  void watch();
  void watch_lag();
  std::chrono::milliseconds pause_after(const Result<void>& result);

  storage::Store& store_;
  const base::Clock& clock_;
  const ArchiverOptions options_;
  const std::shared_ptr<Rate> rate_;
  ArchivePlace archive_;
  ArchiveWriter writer_;

  mutable std::mutex mutex_;
  std::condition_variable wake_;
  bool begun_ = false;                // guarded by mutex_
  std::optional<Error> first_error_;  // guarded by mutex_; of the last begin() that failed
  ArchiveState state_;                // guarded by mutex_
  // When requests are abandoned, as a time of the steady clock. The place, which may live longer, asks it.
  using EndOfRequests = std::atomic<std::chrono::steady_clock::rep>;
  const std::shared_ptr<EndOfRequests> end_of_requests_;
  bool requests_are_over() const;
  std::atomic<bool> stop_{false};
  std::atomic<std::int64_t> head_written_ms_{0};  // 0: it must be written
  std::int64_t caught_up_ms_;                     // guarded by mutex_; when everything was in the archive last
  std::chrono::steady_clock::time_point sums_due_{};
  std::chrono::milliseconds pause_{0};
  bool is_behind_ = false;
  std::thread changes_;
  std::thread bases_;
  std::thread watch_;
};

}  // namespace partita::archive
