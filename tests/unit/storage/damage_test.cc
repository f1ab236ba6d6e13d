// Damage at rest: each file of a directory is damaged in each way. The store opens with all synced batches, or it names
// the file, and then no byte of the directory has changed.
#include <algorithm>

#include "storage/repair.h"
#include "storage/rocks/recovery/record_chain.h"
#include "storage/rocks/recovery/synced_files.h"
#include "unit/storage/damaged_directory.h"

namespace partita::storage {
namespace damage_test {

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
      for (const Direction direction : {Direction::Forward, Direction::Reverse}) {
        IteratorOptions all;
        all.direction = direction;
        all.never_discarded = true;
        int seen = 0;
        const auto it = (*store)->iterate(all);
        for (; it->valid(); it->next()) ++seen;
        EXPECT_TRUE(seen == kKeys || !it->end_state()) << "an iterator passed over damage in silence after " << seen;
      }
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

// A log of the same name and length, with the same begin, whose records are intact. Two bits on one disk: the note does
// not tell then, and the log still shows that it was not a power cut.
TEST_F(Damage, of_the_note_hides_no_damage_of_a_log) {
  const Contents whole = killed_directory();
  for (const auto& [name, bytes] : whole) {
    if (!name.ends_with(".log") || bytes.size() < 4096) continue;
    SCOPED_TRACE(name);
    Contents damaged = whole;
    flip(damaged[kSyncedFileName], 20);
    flip(damaged[name], bytes.size() / 2);
    write_contents(path_, damaged);
    const auto opened = open_store(path_, {.create_if_missing = false});
    ASSERT_FALSE(opened);
    EXPECT_EQ(opened.error().code, ErrorCode::Corruption);
    EXPECT_THAT(opened.error().message, HasSubstr(name + " is damaged at byte"));
    Contents after = contents_of(path_);
    after.erase("LOCK");
    damaged.erase("LOCK");
    EXPECT_EQ(after == damaged, true);
  }
}

TEST_F(Damage, of_a_log_of_another_directory_is_named) {
  const auto directory_with = [this](char last) {
    fs::remove_all(source_);
    auto store = open_store(source_, {}).value();
    for (int i = 0; i < kKeys; ++i) {
      Batch batch;
      batch.put(key(i), i == kKeys / 2 ? std::string(100'000, last) : value(i));
      EXPECT_TRUE(store->write(batch, Store::Sync::Yes));
    }
    return contents_of(source_);
  };
  const Contents one = directory_with('a'), other = directory_with('b');
  const auto log = std::ranges::find_if(one, [](const auto& file) { return file.first.ends_with(".log"); });
  ASSERT_NE(log, one.end());
  ASSERT_EQ(other.at(log->first).size(), log->second.size());
  ASSERT_NE(other.at(log->first), log->second);
  write_contents(path_, one);
  ASSERT_TRUE(open_store(path_, {.read_only = true}));
  Contents mixed = one;
  mixed[log->first] = other.at(log->first);
  write_contents(path_, mixed);
  const auto store = open_store(path_, {.create_if_missing = false});
  ASSERT_FALSE(store);
  EXPECT_THAT(store.error().message, HasSubstr(log->first + " has other records than those that had been synced"));
  const auto report = repair_data_directory(path_, DamagedTables::LeftOut, {});
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_THAT(report->lost, testing::Contains(HasSubstr(log->first)));
  const auto repaired = open_store(path_, {.create_if_missing = false});
  ASSERT_TRUE(repaired) << repaired.error().message;
  EXPECT_EQ((*repaired)->get(key(0))->state, ReadState::Missing);
}

TEST(RecordChain, is_the_same_however_the_bytes_come) {
  std::string log;
  RecordChain records;
  for (std::uint32_t i = 0; i < 300; ++i) {
    const std::size_t left = kLogBlockBytes - log.size() % kLogBlockBytes;
    if (left < kLogHeaderBytes) log.append(left, '\0');
    const std::size_t room = kLogBlockBytes - log.size() % kLogBlockBytes - kLogHeaderBytes;
    const std::size_t length = std::min<std::size_t>(i * 37 % 4000, room);
    for (const std::uint32_t byte : {i, i >> 8, 7u, 9u}) log.push_back(static_cast<char>(byte & 0xff));
    for (const std::size_t byte : {length, length >> 8, std::size_t{1}}) log.push_back(static_cast<char>(byte & 0xff));
    log.append(length, static_cast<char>(i));
    records.take_record(little_endian(std::string_view(log).substr(log.size() - length - kLogHeaderBytes, 4)));
  }
  for (const std::size_t step : {1u, 3u, 7u, 100u, 5000u, 1000000u}) {
    RecordChain chain;
    for (std::size_t at = 0; at < log.size(); at += step) chain.take(std::string_view(log).substr(at, step));
    EXPECT_EQ(chain.sum(), records.sum()) << step;
  }
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

TEST(SyncedNote, is_read_as_it_was_written) {
  SyncedNote note;
  note.manifest = SyncedFile{5, 1234};
  for (std::uint64_t i = 0; i < 2 * kNotedLogs; ++i) note.logs.push_back({i + 7, UINT64_MAX - i, UINT64_MAX - 2 * i});
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
