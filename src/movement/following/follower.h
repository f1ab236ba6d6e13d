// Follower: reads the stream of a table, and gives its changes to a taker.
#pragma once

#include <partita/database.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "movement/following/change_applier.h"
#include "movement/following/stream_place.h"

namespace partita::movement {

// Counts that other threads may read while the work goes on.
struct FollowProgress {
  std::atomic<std::uint64_t> changes = 0;  // that were made at the target
  std::atomic<std::uint64_t> refused = 0;  // items that the target refused
  // How old the last changes were when they were made, in milliseconds, at least; 0 once all shards are read to their
  // newest record. Records tell their time in whole seconds. -1: not known yet.
  std::atomic<std::int64_t> lag_ms = -1;
};

struct FollowSettings {
  std::chrono::milliseconds between_polls{250};  // the service allows five reads of a shard a second
  // Stores the place, so that a later call can begin there. It is called at most once in `save_every` and at the end.
  // Its error ends the call.
  std::function<Result<void>(const StreamPlace&)> save = [](const auto&) { return Result<void>(); };
  std::chrono::milliseconds save_every{1'000};
  // Called when a database refuses a request of the stream for now, before each further attempt, and while the stream
  // has had no shard to read for some seconds.
  std::function<void(const Error&)> on_wait = [](const Error&) {};
};

// The shards of a stream. `on_wait` is as in FollowSettings. Errors: those of DescribeStream; ResourceNotFoundException
// if the stream is disabled, because the changes since then are not in it.
Result<std::vector<Shard>> list_shards(
    Database& database, const std::string& stream_arn,
    const std::function<void(const Error&)>& on_wait = [](const Error&) {});

class Follower {
 public:
  enum class Use : std::uint8_t {
    Apply,    // the changes are given to the taker
    Discard,  // they are only read, to find the newest place
  };
  // All but the settings must outlive the follower.
  Follower(Database& source, ChangeTaker& taker, StreamPlace& place, FollowSettings settings, FollowProgress& progress);

  // Reads the stream and makes its changes until `is_ended` returns true, which is asked between pages. It is told for
  // how long no shard has had a record. A request that the databases refuse for now is sent again, for up to an hour.
  // After an error, or if the process is killed, the next call goes on from the place that was stored. Memory: a page
  // of up to 1,000 records for each of 8 shards. Errors: TrimmedDataAccessException if records are gone that were not
  // read; ResourceNotFoundException if the stream is gone; those of the databases, and of save().
  using IsEnded = std::function<bool(std::chrono::milliseconds quiet)>;
  Result<void> run(Use use, const IsEnded& is_ended);

 private:
  using Clock = std::chrono::steady_clock;
  struct Page {
    std::size_t shard = 0;  // the number in place_
    bool has_records = false;
    bool is_at_tip = false;  // no further record was there
    double newest = 0;       // the time of the last record, in seconds since 1970
  };

  Result<void> refresh();
  Result<std::vector<Page>> read_round(Use use);
  Result<Page> read_shard(std::size_t shard, Use use, const std::atomic<bool>& is_stopped);
  Result<std::string> iterator_of(const ShardPlace& place);
  Result<GetRecordsResponse> read_page(ShardPlace& place, std::string& iterator);
  enum class Saving : bool { IfDue, Last };
  Result<void> save(Saving saving);
  void note_lag(const std::vector<Page>& pages);

  Database& source_;
  ChangeTaker& taker_;
  StreamPlace& place_;
  const FollowSettings settings_;
  FollowProgress& progress_;
  // By the number in place_; empty: one must be fetched.
  std::vector<std::string> iterators_;
  Clock::time_point listed_{};
  Clock::time_point readable_ = Clock::now();  // when there was a shard to read
  std::atomic<bool> must_list_ = true;         // a shard has ended, so it may have children
  Clock::time_point saved_{};
};

}  // namespace partita::movement
