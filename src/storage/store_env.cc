#include "storage/store_env.h"

#include <rocksdb/system_clock.h>

#include <algorithm>
#include <cstdint>
#include <mutex>

namespace partita::storage {
namespace {

// RocksDB's threads sleep for a second after an I/O error, and healing waits for them. Here the first such sleep is
// short, and each later one twice as long, until errors stop for a while.
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

class StoreEnv final : public rocksdb::EnvWrapper {
 public:
  explicit StoreEnv(const std::shared_ptr<rocksdb::FileSystem>& file_system)
      : EnvWrapper(rocksdb::NewCompositeEnv(file_system)) {
    file_system_ = file_system;
    system_clock_ = std::make_shared<BriefClock>();
  }
};

}  // namespace

std::unique_ptr<rocksdb::Env> make_store_env(const std::shared_ptr<rocksdb::FileSystem>& file_system) {
  return std::make_unique<StoreEnv>(file_system);
}

}  // namespace partita::storage
