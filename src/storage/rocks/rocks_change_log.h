// The log of a RocksStore as a ChangeLog. RocksDB reads its own log files, those included that it no longer needs.
#pragma once

#include <rocksdb/db.h>

#include <atomic>
#include <memory>
#include <string>

#include "storage/change_log.h"
#include "storage/rocks/recovery/guarded_file_system.h"

namespace rocksdb {
class WriteBatch;
}

namespace partita::storage {

// Notes in the batch that is made that the operations which follow belong to a batch of their own, written now.
void put_time(rocksdb::WriteBatch& out, std::int64_t now_ms);

class RocksChangeLog final : public ChangeLog {
 public:
  // Requires: `db` outlives this object.
  explicit RocksChangeLog(rocksdb::DB& db) : db_(db) {}

  std::uint64_t last_number() const override { return db_.GetLatestSequenceNumber(); }
  std::uint64_t number_of(const Snapshot& snapshot) const override;
  std::uint64_t failures() const override { return failures_; }
  Result<ReadEnd> read(std::uint64_t after, const std::function<bool(LoggedBatch&&)>& each) const override;
  Result<std::unique_ptr<Checkpoint>> checkpoint() override;

  // Removes kept logs of batches that the store lost in a power cut. Their numbers are given to other batches, so no
  // reader may meet them. Requires: the store has just been opened, and has not been written yet. Errors:
  // InternalServerError.
  Result<void> drop_lost_logs();

  void refuse_writes(bool refused) override { refuses_writes_ = refused; }

  void note_failure() { ++failures_; }
  bool refuses_writes() const { return refuses_writes_; }

 private:
  // Whether the logs have the operation of this number, which is in the store.
  Result<bool> logs_reach_back_to(std::uint64_t number) const;

  rocksdb::DB& db_;
  std::atomic<std::uint64_t> failures_{0};
  std::atomic<bool> refuses_writes_{false};
};

// The folder of the checkpoint, which has links to the files of the store.
inline constexpr const char* kCheckpointFolder = "archiving";

// Erases the checkpoint of a store that was killed while it had one, and, unless they stay, the logs that a store has
// kept. They stay if the store is to be opened to keep its log. Errors do not matter, because the next start tries
// again.
enum class KeptLogs : bool { Go, Stay };
void remove_leftovers(rocksdb::FileSystem& file_system, const std::string& path, KeptLogs kept_logs);

}  // namespace partita::storage
