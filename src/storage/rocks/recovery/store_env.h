// The environment that a store gives to RocksDB: a file system, a clock that shortens long sleeps, and threads whose
// jobs are counted.
#pragma once

#include <rocksdb/env.h>

#include <array>
#include <condition_variable>
#include <memory>
#include <mutex>

namespace partita::storage {

// The number of RocksDB's jobs that are scheduled or running, for each thread pool.
class JobCounts {
 public:
  using Pool = rocksdb::Env::Priority;
  void begin(Pool pool);
  void end(Pool pool);
  void wait_until_none(Pool pool);

 private:
  std::mutex mutex_;
  std::condition_variable ended_;
  std::array<int, rocksdb::Env::TOTAL> counts_{};
};

class StoreEnv final : public rocksdb::EnvWrapper {
 public:
  explicit StoreEnv(const std::shared_ptr<rocksdb::FileSystem>& file_system);

  void Schedule(void (*function)(void*), void* argument, Priority pool, void* tag, void (*unscheduled)(void*)) override;

  void wait_for_flushes() { jobs_->wait_until_none(Priority::HIGH); }
  void wait_for_flushes_and_compactions();

 private:
  // Shared with the jobs, because the end of a job may let another thread destroy the database and this object with it.
  const std::shared_ptr<JobCounts> jobs_;
};

}  // namespace partita::storage
