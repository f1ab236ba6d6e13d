// A fixture for tests that every store must pass: in memory, on disk, and on disk after it was closed and opened again
// (so that rows are read from table files), with and without encryption.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "storage/memory/memory_store.h"
#include "storage/open_store.h"
#include "support/encryption.h"
#include "support/temporary_directory.h"

namespace partita::test {

enum class StoreKind : std::uint8_t { Memory, Disk, Reopened, Encrypted };

inline std::string name_of(const testing::TestParamInfo<StoreKind>& kind) {
  switch (kind.param) {
    case StoreKind::Memory:
      return "memory";
    case StoreKind::Disk:
      return "disk";
    case StoreKind::Reopened:
      return "reopened";
    case StoreKind::Encrypted:
      return "encrypted";
  }
  return {};
}

class AnyStore : public testing::TestWithParam<StoreKind> {
 protected:
  AnyStore() { open(); }

  void open() {
    if (GetParam() == StoreKind::Memory) {
      store_ = storage::make_memory_store();
      return;
    }
    auto opened =
        storage::open_store(directory_ / "d", {.keys = GetParam() == StoreKind::Encrypted ? some_keys() : nullptr});
    ASSERT_TRUE(opened) << opened.error().message;
    store_ = std::move(*opened);
  }
  // Must be called between writing and reading. Requires: no snapshot or iterator is alive.
  void settle() {
    if (GetParam() != StoreKind::Reopened && GetParam() != StoreKind::Encrypted) return;
    store_.reset();
    open();
  }

  void write(const storage::Batch& batch) { ASSERT_TRUE(store_->write(batch, storage::Store::Sync::No)); }
  void put(std::string_view key, std::string_view value) {
    storage::Batch batch;
    batch.put(key, value);
    write(batch);
  }
  // "-" if the key is missing.
  std::string get(std::string_view key, const storage::ReadOptions& options = {}) const {
    const auto result = store_->get(key, options);
    EXPECT_TRUE(result);
    return result && result->state == storage::ReadState::Found ? std::string(result->value.bytes) : "-";
  }

  const TemporaryDirectory directory_;
  std::unique_ptr<storage::Store> store_;
};

#define PARTITA_FOR_EVERY_STORE(Suite)                                                                               \
  INSTANTIATE_TEST_SUITE_P(, Suite,                                                                                  \
                           testing::Values(partita::test::StoreKind::Memory, partita::test::StoreKind::Disk,         \
                                           partita::test::StoreKind::Reopened, partita::test::StoreKind::Encrypted), \
                           [](const auto& instance) { return partita::test::name_of(instance); })

}  // namespace partita::test
