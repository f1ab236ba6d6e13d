// A directory of a process that was killed, and ways to damage its files.
#pragma once

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <thread>

#include "storage/open_store.h"
#include "support/temporary_directory.h"

namespace partita::storage {
namespace damage_test {

using testing::HasSubstr;
namespace fs = std::filesystem;

constexpr int kKeys = 400;

inline std::string key(int i) { return fmt::format("k{:05}", i); }
inline std::string value(int i) { return fmt::format("{:05}", i) + std::string(700 + i % 100, char('a' + i % 26)); }

inline StoreOptions small_memtables() {
  StoreOptions options;
  options.memtable_bytes = 64 << 10;  // RocksDB's minimum, for several flushes
  return options;
}

using Contents = std::map<std::string, std::string>;

inline Contents contents_of(const fs::path& directory) {
  Contents out;
  for (const auto& entry : fs::directory_iterator(directory)) {
    if (!entry.is_regular_file()) continue;
    std::ifstream file(entry.path(), std::ios::binary);
    out[entry.path().filename()] = std::string(std::istreambuf_iterator(file), {});
  }
  return out;
}

inline void write_contents(const fs::path& directory, const Contents& contents) {
  fs::remove_all(directory);
  fs::create_directories(directory);
  for (const auto& [name, bytes] : contents) std::ofstream(directory / name, std::ios::binary) << bytes;
}

struct Way {
  const char* name;
  void (*damage)(std::string& bytes);
};

inline void flip(std::string& bytes, std::size_t at) {
  if (at < bytes.size()) bytes[at] = static_cast<char>(bytes[at] ^ 0x10);
}

inline const Way kWays[] = {
    {"a flipped bit at the begin", [](std::string& bytes) { flip(bytes, 10); }},
    {"a flipped bit at a quarter", [](std::string& bytes) { flip(bytes, bytes.size() / 4); }},
    {"a flipped bit in the middle", [](std::string& bytes) { flip(bytes, bytes.size() / 2); }},
    {"a flipped bit near the end", [](std::string& bytes) { flip(bytes, bytes.size() * 95 / 100); }},
    {"a flipped bit at the end", [](std::string& bytes) { flip(bytes, bytes.size() - 3); }},
    {"10 bytes are missing",
     [](std::string& bytes) { bytes.resize(bytes.size() - std::min<std::size_t>(10, bytes.size())); }},
    {"half is missing", [](std::string& bytes) { bytes.resize(bytes.size() / 2); }},
    {"zeros",
     [](std::string& bytes) {
       for (std::size_t i = bytes.size() / 2; i < std::min(bytes.size(), bytes.size() / 2 + 512); ++i) bytes[i] = 0;
     }},
    {"empty", [](std::string& bytes) { bytes.clear(); }},
    {"garbage follows", [](std::string& bytes) { bytes += std::string(5000, '\x5a'); }},
};

inline bool is_table(const std::string& name) { return name.ends_with(".sst"); }

// Whether the store needs each file of this copy of its directory. While it flushes or compacts, it has tables that are
// not yet or no longer its own, and a log whose writes are in a table.
inline bool is_settled(const Store& store, const Contents& contents) {
  std::uint64_t table_bytes = 0;
  int logs = 0;
  for (const auto& [name, bytes] : contents) {
    if (is_table(name)) table_bytes += bytes.size();
    if (name.ends_with(".log")) ++logs;
  }
  return logs == 1 && table_bytes == store.statistics().file_bytes;
}

class Damage : public testing::Test {
 protected:
  // The directory of a process that was killed after kKeys synced writes.
  Contents killed_directory() {
    auto store = open_store(source_, small_memtables()).value();
    for (int i = 0; i < kKeys; ++i) {
      Batch batch;
      batch.put(key(i), value(i));
      EXPECT_TRUE(store->write(batch, Store::Sync::Yes));
    }
    for (;;) {
      Contents contents = contents_of(source_);
      if (is_settled(*store, contents)) return contents;
      std::this_thread::yield();
    }
  }

  static int missing_keys(const Store& store, std::string_view file) {
    int missing = 0;
    for (int i = 0; i < kKeys; ++i) {
      const auto got = store.get(key(i));
      if (!got) {
        EXPECT_EQ(got.error().code, ErrorCode::Corruption);
        EXPECT_THAT(got.error().message, HasSubstr(std::string(file)));
        ++missing;
      } else if (got->state == ReadState::Missing) {
        ++missing;
      } else {
        EXPECT_EQ(got->value.bytes, value(i));
      }
    }
    return missing;
  }

  // Opens the directory. Returns whether it opened.
  bool opens_whole_or_names(const std::string& file) {
    const Contents before = contents_of(path_);
    auto store = open_store(path_, {.create_if_missing = false});
    if (store) {
      EXPECT_EQ(missing_keys(**store, file), 0);
      return true;
    }
    EXPECT_THAT(store.error().message, HasSubstr(file.starts_with("MANIFEST") ? "MANIFEST" : file));
    Contents after = contents_of(path_);
    after.erase("LOCK");
    Contents expected = before;
    expected.erase("LOCK");
    EXPECT_EQ(after == expected, true) << "the refused directory has changed";
    return false;
  }

  const test::TemporaryDirectory directory_;
  const std::string source_ = directory_ / "source";
  const std::string path_ = directory_ / "data";
};

}  // namespace damage_test
}  // namespace partita::storage
