#include "storage/rocks/recovery/store_env.h"

#include <rocksdb/system_clock.h>

#include <algorithm>
#include <cstdint>
#include <mutex>

namespace partita::storage {
namespace {

// RocksDB's threads sleep for a second after an I/O error, and healing waits for them. Here the first such sleep is
// short, and each later one is twice as long, until no error has come for a while.
class BriefClock final : public rocksdb::SystemClockWrapper {
 public:
  BriefClock() : SystemClockWrapper(rocksdb::SystemClock::Default()) {}
  const char* Name() const override { return "partita.clock"; }
  void SleepForMicroseconds(int micros) override {
    SystemClockWrapper::SleepForMicroseconds(micros < kErrorSleepMicros ? micros : next_error_sleep());
  }

 private:
  static constexpr int kErrorSleepMicros = 1'000'000;
  static constexpr int kFirstSleepMicros = 1'000;
  static constexpr std::uint64_t kCalmMicros = 10'000'000;

  int next_error_sleep() {
    const std::lock_guard lock(mutex_);
    const std::uint64_t now = NowMicros();
    const bool calm = now - last_error_micros_ > kCalmMicros;
    last_error_micros_ = now;
    sleep_micros_ = calm ? kFirstSleepMicros : std::min(2 * sleep_micros_, kErrorSleepMicros);
    return sleep_micros_;
  }

  std::mutex mutex_;
  std::uint64_t last_error_micros_ = 0;
  int sleep_micros_ = kFirstSleepMicros;
};

struct Job {
  void (*function)(void*);
  void (*unscheduled)(void*);
  void* argument;
  JobCounts::Pool pool;
  std::shared_ptr<JobCounts> jobs;
};

void run(void* argument) {
  const std::unique_ptr<Job> job(static_cast<Job*>(argument));
  job->function(job->argument);
  job->jobs->end(job->pool);
}

void unschedule(void* argument) {
  const std::unique_ptr<Job> job(static_cast<Job*>(argument));
  if (job->unscheduled != nullptr) job->unscheduled(job->argument);
  job->jobs->end(job->pool);
}

}  // namespace

void JobCounts::begin(Pool pool) {
  const std::lock_guard lock(mutex_);
  ++counts_[pool];
}

void JobCounts::end(Pool pool) {
  const std::lock_guard lock(mutex_);
  --counts_[pool];
  ended_.notify_all();
}

void JobCounts::wait_until_none(Pool pool) {
  std::unique_lock lock(mutex_);
  ended_.wait(lock, [&] { return counts_[pool] == 0; });
}

StoreEnv::StoreEnv(const std::shared_ptr<rocksdb::FileSystem>& file_system)
    : EnvWrapper(rocksdb::NewCompositeEnv(file_system)), jobs_(std::make_shared<JobCounts>()) {
  file_system_ = file_system;
  system_clock_ = std::make_shared<BriefClock>();
}

void StoreEnv::Schedule(void (*function)(void*), void* argument, Priority pool, void* tag, void (*unscheduled)(void*)) {
  jobs_->begin(pool);
  EnvWrapper::Schedule(run, new Job{function, unscheduled, argument, pool, jobs_}, pool, tag, unschedule);
}

void StoreEnv::wait_for_flushes_and_compactions() {
  for (const Priority pool : {Priority::HIGH, Priority::LOW, Priority::BOTTOM}) jobs_->wait_until_none(pool);
}

}  // namespace partita::storage
