// Follower: keeps a store current from an archive, on a thread of its own.
#pragma once

#include <partita/error.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "archive/applied.h"
#include "archive/archive_place.h"
#include "base/clock.h"
#include "base/log.h"
#include "storage/store.h"

namespace partita::archive {

enum class FollowCondition : std::uint8_t {
  Current,      // the last look at the archive succeeded
  Unreachable,  // it failed; it is repeated
  Diverged,     // the tables are others than those of the archive, so the follower applies no more changes
  Outdated,     // the archive goes on in a new generation, or has lost the changes that follow: restore anew
};
// "current", "unreachable", "diverged" or "outdated".
std::string_view name_of(FollowCondition condition);

struct FollowState {
  FollowCondition condition = FollowCondition::Current;
  std::string fault;
  std::int64_t lag_ms = 0;  // how old the state is that reads see, at most
  Applied applied;
  std::uint64_t compared = 0;  // how often the tables were compared with the sums of the archive
};

struct FollowerOptions {
  ArchiveLocation location;
  std::chrono::milliseconds every{1000};
  // Called after a batch has become visible, and after the batches of a segment.
  std::function<void(const storage::Batch&)> applied_batch = {};
  std::function<Result<void>()> applied_segment = {};
  // The tables that differ from the sums.
  std::function<Result<std::vector<std::string>>(const std::vector<TableSum>&)> differences = {};
  base::Log log = {};
};

class Follower {
 public:
  // Requires: the store was restored from the archive to follow it (RestoreOptions::follows); it and `clock` outlive
  // the result. Errors: Corruption, ValidationException if the store follows no archive.
  static Result<std::unique_ptr<Follower>> start(storage::Store& store, const base::Clock& clock,
                                                 FollowerOptions options);
  // Ends the thread.
  ~Follower();

  FollowState state() const;
  // Ends the thread, applies everything that the archive has by now, and makes the store one that follows no archive.
  // Errors: those of ArchivePlace, and InternalServerError if the standby has diverged.
  Result<void> promote();

 private:
  Follower(storage::Store& store, const base::Clock& clock, FollowerOptions options, Applied applied);
  void run();
  Result<void> look();
  Result<void> compare(const Segment& segment);
  void stop();

  storage::Store& store_;
  const base::Clock& clock_;
  const FollowerOptions options_;
  // Whether requests are abandoned. The place, which may live longer, asks it.
  const std::shared_ptr<std::atomic<bool>> abandons_;
  const ArchivePlace archive_;
  bool knows_archive_ = false;  // of the thread
  Applied applied_;             // of the thread
  std::int64_t compare_due_ms_ = 0;
  mutable std::mutex mutex_;
  std::condition_variable wake_;
  bool stopped_ = false;   // guarded by mutex_
  FollowState state_;      // guarded by mutex_
  std::int64_t known_ms_;  // guarded by mutex_; up to which time the state is that of the archive
  std::thread thread_;
};

}  // namespace partita::archive
