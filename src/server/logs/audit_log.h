// AuditLog: a file of lines that one thread writes, so that no event loop waits for its disk. The file is replaced when
// it is full, and a number of former ones is kept as FILE.1 (the newest), FILE.2 and so on.
#pragma once

#include <partita/expected.h>
#include <partita/open.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include "auth/sha256.h"

namespace partita::server {

struct AuditOptions {
  // The rule for requests while records cannot be written, for example because the disk is full.
  enum class OnFailure : std::uint8_t {
    GoOn,    // requests are served, and their records are lost and counted
    Refuse,  // requests are refused until the records that wait are written, also if the disk only stalls
  };
  std::string path = {};
  std::uint64_t file_bytes = std::uint64_t{100} << 20;  // a file of this size is replaced
  unsigned kept_files = 10;                             // former files, besides the one that is written
  bool shows_keys = false;                              // keys of items as they are, in place of hashes
  OnFailure on_failure = OnFailure::GoOn;
  std::size_t queue_bytes = 4 << 20;  // of the records that wait for the disk
  // With Refuse, requests are refused as soon as a record has waited longer. A disk that stalls reports no failure.
  std::chrono::milliseconds patience{1000};
  // Tests set these. Empty: the steady clock, and write(2), of which a false is a failure with errno.
  std::function<std::chrono::steady_clock::time_point()> now = {};
  std::function<bool(int file, std::string_view bytes)> write = {};
};

// All functions may be called from any thread.
class AuditLog {
 public:
  struct Counts {
    std::uint64_t written = 0;
    std::uint64_t lost = 0;
    bool failing = false;  // the last write failed
  };

  // Opens the file, which only its owner may read, and starts the thread. The key of hashes is read from PATH.key,
  // which is made if it is missing. `log` is told about failures and their end. Errors: a text of one line.
  static expected<std::unique_ptr<AuditLog>, std::string> open(AuditOptions options, LogSink log);
  // Writes the records that wait, and syncs the file.
  ~AuditLog();
  AuditLog(const AuditLog&) = delete;

  // The state of the request that a record describes.
  enum class Of : std::uint8_t { Started, Refused };
  // Adds a record, which is a line without its end. It never waits for the disk. If the queue is full, or memory lacks,
  // the record is lost and counted. With OnFailure::Refuse the records of refused requests get half of the queue only,
  // so that they leave room for those of the requests that are under way when the refusals begin.
  void append(std::string_view record, Of of = Of::Started) noexcept;
  void count_lost() noexcept { lost_.fetch_add(1, std::memory_order_relaxed); }
  // Whether requests must be refused. It is always false with OnFailure::GoOn.
  bool refuses() const;
  // Opens the path again, because someone has moved the file.
  void reopen();
  // Returns when the thread has tried to write all records that were added before.
  void flush();
  Counts counts() const;
  bool shows_keys() const { return options_.shows_keys; }
  // The hash of a text, as 32 hexadecimal digits.
  std::string hash(std::string_view text) const;

 private:
  using Time = std::chrono::steady_clock::time_point;
  AuditLog(AuditOptions options, LogSink log, std::string_view key);
  Time now() const { return options_.now ? options_.now() : std::chrono::steady_clock::now(); }
  expected<void, std::string> open_file();
  void run();
  // Writes all lines, or no line. Returns the reason of a failure.
  expected<void, std::string> write(std::string_view lines);
  void rotate();
  void succeeded(std::uint64_t records);
  void failed(const std::string& reason);

  const AuditOptions options_;
  const LogSink log_;
  const auth::HmacKey key_;
  std::atomic<std::uint64_t> written_{0}, lost_{0};
  std::atomic<bool> failing_{false};
  std::atomic<std::size_t> queued_bytes_{0};
  // When the oldest record was added that is not written yet. kNone if all records are written. Changed under mutex_.
  static constexpr Time kNone = Time::max();
  std::atomic<Time> oldest_{kNone};

  mutable std::mutex mutex_;
  std::condition_variable changed_, tried_;
  // guarded by mutex_
  std::string queue_;
  std::uint64_t queued_records_ = 0;
  Time queued_since_ = kNone;  // when the first record of queue_ was added
  // The bytes of queue_ that belong to the old file, if the file is to be opened again.
  std::optional<std::size_t> reopen_at_;
  bool stopping_ = false;
  std::uint64_t added_ = 0;  // batches of records that were begun; see flush()
  std::uint64_t done_ = 0;   // of those, the ones that were tried

  // Only the thread uses these.
  int file_ = -1;
  std::uint64_t size_ = 0;

  std::thread thread_;
};

}  // namespace partita::server
