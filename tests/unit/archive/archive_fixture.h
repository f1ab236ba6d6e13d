// A store, its archive in memory, and the state that the store had after each operation.
#pragma once

#include <gmock/gmock.h>

#include <filesystem>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <thread>

#include "archive/archive_place.h"
#include "archive/archive_writer.h"
#include "archive/contents.h"
#include "archive/restore.h"
#include "base/clock.h"
#include "memory_place.h"
#include "storage/encryption_keys.h"
#include "storage/open_store.h"
#include "storage/sums.h"
#include "support/temporary_directory.h"

namespace partita::test {

using State = std::map<std::string, std::string>;

inline State state_of(const storage::Store& store) {
  State state;
  const auto it = store.iterate({});
  for (; it->valid(); it->next()) state[std::string(it->key())] = it->value();
  return state;
}

class Archive : public testing::Test {
 protected:
  using Wants = archive::ArchiveWriter::Wants;
  using ServerState = archive::ArchiveWriter::ServerState;

  void SetUp() override { open(); }

  void open() {
    auto opened =
        storage::open_store(data(), {.memtable_bytes = 256 << 10, .kept_log_bytes = kept_log_bytes_, .keys = keys_});
    ASSERT_TRUE(opened) << opened.error().message;
    store_ = std::move(*opened);
  }
  void close() {
    writer_.reset();
    store_.reset();
  }
  std::string data() const { return directory_ / "data"; }

  archive::ArchivePlace& place() {
    if (!place_) place_ = std::make_unique<archive::ArchivePlace>(archive::ArchiveLocation{memory_, "shop/", key_});
    return *place_;
  }
  Result<void> begin(archive::WriterOptions options = {}) {
    options.directory = data();
    options.host = "here";
    writer_ = std::make_unique<archive::ArchiveWriter>(place(), *store_, clock_, options);
    return writer_->begin();
  }
  Result<void> archive_changes() {
    for (;;) {
      auto more = writer_->write_changes(Wants::ChangesOnly);
      if (!more) return unexpected(more.error());
      if (!*more) return {};
    }
  }
  Result<void> archive_base() {
    return writer_->write_base([](std::uint64_t, std::uint64_t) {}, [this] { return archive_changes().has_value(); },
                               never_);
  }

  // Returns when the clock shows a later millisecond, so that later batches have a later time.
  void pass_a_millisecond() const {
    const std::int64_t before = clock_.now_ms();
    while (clock_.now_ms() <= before) std::this_thread::yield();
  }

  // Writes a random batch, and notes the state after it under its last operation.
  void write_random() {
    storage::Batch batch;
    const int operations = 1 + static_cast<int>(random_() % 5);
    for (int i = 0; i < operations; ++i) {
      const std::string key = "k" + std::to_string(random_() % 50);
      switch (random_() % 8) {
        case 0:
          batch.erase(key);
          break;
        case 1:
          batch.add("sums" + std::to_string(random_() % 3), {static_cast<std::int64_t>(random_() % 100), -1});
          break;
        case 2:
          batch.erase_range(key, key + "0");
          break;
        default:
          batch.put(key, std::string(random_() % 2000, static_cast<char>('a' + random_() % 26)));
      }
    }
    ASSERT_TRUE(store_->write(batch, storage::Store::Sync::No));
    states_[store_->change_log()->last_number()] = state_of(*store_);
  }
  void write_random(int count) {
    for (int i = 0; i < count; ++i) write_random();
  }

  Result<archive::Restored> restore(archive::Until until = {}, const std::string& name = "restored") {
    const std::string to = directory_ / name;
    auto contents = archive::read_contents(place());
    if (!contents) return unexpected(contents.error());
    auto plan = archive::plan_restore(*contents, until);
    if (!plan) return unexpected(plan.error());
    return archive::restore(place(), *plan, {.directory = to});
  }
  // The state of a directory that was restored, which is removed.
  State take_restored(const std::string& name = "restored") {
    State state;
    {
      auto store = storage::open_store(directory_ / name, {.create_if_missing = false});
      EXPECT_TRUE(store) << store.error().message;
      if (store) state = state_of(**store);
    }
    remove_restored(name);
    return state;
  }
  void remove_restored(const std::string& name = "restored") { std::filesystem::remove_all(directory_ / name); }

  const TemporaryDirectory directory_;
  const base::SystemClock clock_;
  const std::shared_ptr<MemoryPlace> memory_ = std::make_shared<MemoryPlace>();
  std::optional<archive::ArchiveKey> key_;
  std::uint64_t kept_log_bytes_ = 64 << 20;
  std::shared_ptr<const storage::EncryptionKeys> keys_;
  const std::atomic<bool> never_{false};
  std::unique_ptr<storage::Store> store_;
  std::unique_ptr<archive::ArchivePlace> place_;
  std::unique_ptr<archive::ArchiveWriter> writer_;
  std::mt19937_64 random_{41};
  std::map<std::uint64_t, State> states_;
};

}  // namespace partita::test
