// Damage at rest: each file of a directory is damaged in each way. The store opens with all synced batches, or it names
// the file, and then no byte of the directory has changed.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>

#include "storage/open_store.h"
#include "storage/repair.h"
#include "storage/rocks/recovery/synced_files.h"
#include "support/temporary_directory.h"

namespace partita::storage {
namespace damage_test {

using testing::HasSubstr;
namespace fs = std::filesystem;

constexpr int kKeys = 400;

std::string key(int i) { return fmt::format("k{:05}", i); }
std::string value(int i) { return fmt::format("{:05}", i) + std::string(700 + i % 100, char('a' + i % 26)); }

StoreOptions small_memtables() {
  StoreOptions options;
  options.memtable_bytes = 64 << 10;  // RocksDB's minimum, for several flushes
  return options;
}

using Contents = std::map<std::string, std::string>;

Contents contents_of(const fs::path& directory) {
  Contents out;
  for (const auto& entry : fs::directory_iterator(directory)) {
    if (!entry.is_regular_file()) continue;
    std::ifstream file(entry.path(), std::ios::binary);
    out[entry.path().filename()] = std::string(std::istreambuf_iterator(file), {});
  }
  return out;
}

void write_contents(const fs::path& directory, const Contents& contents) {
  fs::remove_all(directory);
  fs::create_directories(directory);
  for (const auto& [name, bytes] : contents) std::ofstream(directory / name, std::ios::binary) << bytes;
}

struct Way {
  const char* name;
  void (*damage)(std::string& bytes);
};

void flip(std::string& bytes, std::size_t at) {
  if (at < bytes.size()) bytes[at] = static_cast<char>(bytes[at] ^ 0x10);
}

const Way kWays[] = {
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
    return contents_of(source_);
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

bool is_table(const std::string& name) { return name.ends_with(".sst"); }

TEST_F(Damage, of_any_file_loses_nothing_in_silence) {
  const Contents whole = killed_directory();
  int refused_logs = 0, refused_manifests = 0;
  for (const auto& [name, bytes] : whole) {
    if (bytes.empty() || is_table(name)) continue;
    for (const Way& way : kWays) {
      SCOPED_TRACE(name + ": " + way.name);
      Contents damaged = whole;
      way.damage(damaged[name]);
      write_contents(path_, damaged);
      const bool opened = opens_whole_or_names(name);
      if (!opened && name.ends_with(".log")) ++refused_logs;
      if (!opened && name.starts_with("MANIFEST")) ++refused_manifests;
    }
  }
  EXPECT_GE(refused_logs, 8);
  EXPECT_GE(refused_manifests, 8);
}

TEST_F(Damage, a_missing_file_is_named) {
  const Contents whole = killed_directory();
  for (const auto& [name, bytes] : whole) {
    if (name == "LOCK" || name == "IDENTITY" || name == kSyncedFileName) continue;
    SCOPED_TRACE(name);
    Contents damaged = whole;
    damaged.erase(name);
    write_contents(path_, damaged);
    const auto opened = open_store(path_, {.create_if_missing = false});
    ASSERT_FALSE(opened);
    EXPECT_THAT(opened.error().message, HasSubstr(name == "partita.format" ? path_ : name));
  }
}

TEST_F(Damage, of_a_table_is_named_by_reads_and_by_the_check_of_files) {
  const Contents whole = killed_directory();
  int tables = 0;
  for (const auto& [name, bytes] : whole) {
    if (!is_table(name)) continue;
    ++tables;
    for (std::size_t at = 5; at < bytes.size(); at += bytes.size() / 23 + 1) {
      SCOPED_TRACE(fmt::format("{} at byte {}", name, at));
      Contents damaged = whole;
      flip(damaged[name], at);
      write_contents(path_, damaged);
      auto store = open_store(path_, {.create_if_missing = false, .read_only = true});
      if (!store) {
        EXPECT_THAT(store.error().message, HasSubstr(name));
        continue;
      }
      missing_keys(**store, name);
      const auto checked = (*store)->check_files();
      ASSERT_FALSE(checked);
      EXPECT_EQ(checked.error().code, ErrorCode::Corruption);
      EXPECT_THAT(checked.error().message, HasSubstr(name));
    }
  }
  EXPECT_GE(tables, 2);
}

TEST_F(Damage, is_told_also_after_a_clean_end_and_without_table_files) {
  {
    auto store = open_store(path_, {}).value();
    Batch batch;
    batch.put("k", "v");
    ASSERT_TRUE(store->write(batch, Store::Sync::No));
    ASSERT_TRUE(store->flush());
  }
  const Contents whole = contents_of(path_);
  for (const auto& [name, bytes] : whole) {
    if (!name.ends_with(".log")) continue;
    Contents damaged = whole;
    flip(damaged[name], bytes.size() - 1);
    write_contents(path_, damaged);
    const auto opened = open_store(path_, {});
    ASSERT_FALSE(opened);
    EXPECT_THAT(opened.error().message, HasSubstr(fmt::format("{} is damaged at byte 0", name)));
    EXPECT_THAT(opened.error().message, HasSubstr("partita repair " + path_));
  }
}

TEST_F(Damage, of_the_note_itself_is_named_by_the_check_of_files) {
  Contents damaged = killed_directory();
  flip(damaged[kSyncedFileName], 30);
  write_contents(path_, damaged);
  auto store = open_store(path_, {.read_only = true});
  ASSERT_TRUE(store) << store.error().message;
  EXPECT_EQ(missing_keys(**store, "any"), 0);
  EXPECT_THAT((*store)->check_files().error().message, HasSubstr(kSyncedFileName));
}

// As after a power cut, or after an earlier Partita, which writes no notes, had the directory.
TEST_F(Damage, an_older_note_is_no_damage) {
  std::vector<std::string> notes;
  for (int run = 0; run < 4; ++run) {
    auto store = open_store(source_, small_memtables()).value();
    for (int i = run * kKeys / 4; i < (run + 1) * kKeys / 4; ++i) {
      Batch batch;
      batch.put(key(i), value(i));
      ASSERT_TRUE(store->write(batch, Store::Sync::Yes));
      if (i % 10 == 0) notes.push_back(contents_of(source_)[kSyncedFileName]);
    }
  }
  const Contents whole = contents_of(source_);
  for (const std::string& note : notes) {
    SCOPED_TRACE(note);
    Contents older = whole;
    older[kSyncedFileName] = note;
    write_contents(path_, older);
    const auto store = open_store(path_, {.create_if_missing = false});
    ASSERT_TRUE(store) << store.error().message;
    EXPECT_EQ(missing_keys(**store, "any"), 0);
  }
}

TEST_F(Damage, a_directory_without_notes_opens_as_it_did) {
  Contents older = killed_directory();
  older.erase(kSyncedFileName);
  write_contents(path_, older);
  EXPECT_TRUE(opens_whole_or_names("any"));
}

TEST_F(Damage, repair_opens_what_can_be_opened_and_keeps_everything) {
  const Contents whole = killed_directory();
  for (const auto& [name, bytes] : whole) {
    if (bytes.empty() || name == "partita.format" || is_table(name)) continue;
    for (const Way& way : kWays) {
      SCOPED_TRACE(name + ": " + way.name);
      Contents damaged = whole;
      way.damage(damaged[name]);
      write_contents(path_, damaged);
      if (open_store(path_, {.read_only = true})) continue;
      const auto report = repair_data_directory(path_, {});
      ASSERT_TRUE(report) << report.error().message;
      EXPECT_FALSE(report->damage.empty());
      const Contents kept = contents_of(report->kept_in);
      for (const auto& [file, kept_bytes] : damaged)
        EXPECT_TRUE(file == "LOCK" || (kept.contains(file) && kept.at(file) == kept_bytes)) << file;
      auto store = open_store(path_, {.create_if_missing = false});
      ASSERT_TRUE(store) << store.error().message;
      const int missing = missing_keys(**store, name);
      // Damage of the logs costs the writes after it, and damage of the list of files costs none.
      EXPECT_LT(missing, name.ends_with(".log") ? kKeys : 1);
      for (int i = 0; i < kKeys - missing; ++i) EXPECT_EQ((*store)->get(key(i))->state, ReadState::Found) << i;
      EXPECT_TRUE((*store)->write(Batch(), Store::Sync::Yes));
    }
  }
}

TEST_F(Damage, repair_changes_nothing_without_knowing_the_format) {
  Contents damaged = killed_directory();
  flip(damaged["partita.format"], 20);
  damaged.erase("LOCK");
  write_contents(path_, damaged);
  const auto report = repair_data_directory(path_, {});
  ASSERT_FALSE(report);
  EXPECT_THAT(report.error().message, HasSubstr("partita.format is damaged"));
  EXPECT_EQ(contents_of(path_) == damaged, true);
}

TEST_F(Damage, repair_changes_nothing_where_nothing_is_damaged) {
  write_contents(path_, killed_directory());
  const Contents before = contents_of(path_);
  const auto report = repair_data_directory(path_, {});
  ASSERT_TRUE(report);
  EXPECT_TRUE(report->damage.empty());
  EXPECT_EQ(contents_of(path_) == before, true);
}

TEST(SyncedNote, is_read_as_it_was_written) {
  SyncedNote note;
  note.manifest = SyncedFile{5, 1234};
  for (std::uint64_t i = 0; i < 2 * kNotedLogs; ++i) note.logs.push_back({i + 7, UINT64_MAX - i});
  const auto read = parse_synced_note(text_of(note));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->manifest, note.manifest);
  EXPECT_EQ(read->logs, std::vector(note.logs.end() - kNotedLogs, note.logs.end()));
  EXPECT_EQ(text_of(note).size(), text_of(SyncedNote()).size());
  EXPECT_FALSE(parse_synced_note("partita synced 1\n00000000\n000001.log 5\n"));
  EXPECT_TRUE(parse_synced_note(""));
  EXPECT_TRUE(parse_synced_note(std::string(512, '\0')));
}

TEST_F(Damage, a_removed_lock_file_lets_nobody_in) {
  const auto store = open_store(path_, {}).value();
  fs::remove(path_ + "/LOCK");
  for (const bool read_only : {false, true}) {
    const auto second = open_store(path_, {.read_only = read_only});
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().code, ErrorCode::DataDirectoryInUse);
  }
}

}  // namespace damage_test
}  // namespace partita::storage
