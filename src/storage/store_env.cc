#include "storage/store_env.h"

#include <rocksdb/system_clock.h>

#include <algorithm>

namespace partita::storage {
namespace {

// RocksDB's threads sleep for a second after an I/O error, and healing waits for them.
constexpr int kLongestSleepMicros = 50'000;

class BriefClock final : public rocksdb::SystemClockWrapper {
 public:
  BriefClock() : SystemClockWrapper(rocksdb::SystemClock::Default()) {}
  const char* Name() const override { return "partita.clock"; }
  void SleepForMicroseconds(int micros) override {
    SystemClockWrapper::SleepForMicroseconds(std::min(micros, kLongestSleepMicros));
  }
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
