// The repair of damaged directories: all that can be read is kept, and all that is lost is named.
#include "storage/repair.h"

#include <atomic>

#include "storage/data_directory.h"
#include "storage/rocks/cache/page_cache_files.h"
#include "storage/sums.h"
#include "unit/storage/damaged_directory.h"

namespace partita::storage {
namespace damage_test {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class RepairOfDirectory : public Damage {
 protected:
  // Repairs the directory with these files. Everything that was there must be in the folder of before, and everything
  // that is missing afterwards must be named.
  void repair_and_check(const Contents& damaged) {
    write_contents(path_, damaged);
    const auto report = repair_data_directory(path_, DamagedTables::LeftOut, {});
    ASSERT_TRUE(report) << report.error().message;
    if (report->damage.empty()) {
      const auto sound = open_store(path_, {.create_if_missing = false, .read_only = true});
      ASSERT_TRUE(sound) << sound.error().message;
      EXPECT_EQ(missing_keys(**sound, "none"), 0);
      return;
    }
    const Contents kept = contents_of(report->kept_in);
    for (const auto& [file, bytes] : damaged)
      EXPECT_TRUE(file == "LOCK" || (kept.contains(file) && kept.at(file) == bytes)) << file;
    EXPECT_FALSE(fs::exists(path_ + "/repairing"));
    auto store = open_store(path_, {.create_if_missing = false});
    ASSERT_TRUE(store) << store.error().message;
    const int missing = missing_keys(**store, "none");
    EXPECT_TRUE(missing == 0 || !report->lost.empty()) << missing << " keys are missing";
    EXPECT_TRUE((*store)->write(Batch(), Store::Sync::Yes));
    last_ = *report;
    missing_ = missing;
  }

  RepairReport last_;
  int missing_ = 0;
};

TEST_F(RepairOfDirectory, names_what_it_could_not_keep) {
  const Contents whole = killed_directory();
  for (const auto& [name, bytes] : whole) {
    if (bytes.empty() || name == "partita.format") continue;
    for (const Way& way : kWays) {
      SCOPED_TRACE(name + ": " + way.name);
      Contents damaged = whole;
      way.damage(damaged[name]);
      repair_and_check(damaged);
      // Damage of the logs and of tables costs the items that they held, and damage of the list of files costs nothing.
      EXPECT_TRUE(missing_ == 0 || name.ends_with(".log") || is_table(name)) << missing_;
      for (const std::string& lost : last_.lost) EXPECT_TRUE(!is_table(name) || lost.find(name) != lost.npos) << lost;
      last_ = {};
      missing_ = 0;
    }
  }
}

TEST_F(RepairOfDirectory, names_the_second_damage_too) {
  const Contents whole = killed_directory();
  bool some_missing = false;
  for (const auto& [name, bytes] : whole) {
    if (!name.ends_with(".log") && !is_table(name)) continue;
    for (const char* list : {"MANIFEST", "CURRENT"})
      for (const bool removed : {false, true}) {
        SCOPED_TRACE(fmt::format("{} and {}, {}", name, list, removed ? "removed" : "changed"));
        Contents damaged = whole;
        flip(damaged[name], bytes.size() / 4);
        for (auto& [file, of_file] : damaged)
          if (file.starts_with(list)) removed ? of_file.clear() : flip(of_file, of_file.size() / 2);
        if (removed) std::erase_if(damaged, [](const auto& file) { return file.second.empty(); });
        repair_and_check(damaged);
        // The directory was copied while the store ran, so a file may not be one of its tables yet, or any more.
        EXPECT_TRUE(missing_ > 0 || is_table(name));
        some_missing = some_missing || (missing_ > 0 && is_table(name));
        EXPECT_THAT(last_.lost, testing::Contains(HasSubstr(name)));
      }
  }
  EXPECT_TRUE(some_missing);
}

// Tables of several levels, while a snapshot keeps older values, have numbers of records that contain each other.
TEST_F(RepairOfDirectory, finds_the_newest_value_of_each_key_in_tables_of_several_levels) {
  Contents damaged;
  constexpr int kRuns = 6;
  {
    auto store = open_store(path_, small_memtables()).value();
    const auto snapshot = store->snapshot();
    for (int run = 0; run < kRuns; ++run) {
      for (int i = 0; i < kKeys; ++i) {
        Batch batch;
        // The values of the last run are those of killed_directory().
        batch.put(key((i * 7 + run) % kKeys), run + 1 == kRuns ? value((i * 7 + run) % kKeys) : std::string(900, 'x'));
        ASSERT_TRUE(store->write(batch, Store::Sync::No));
      }
      Batch batch;
      batch.add("sums", Sums{1, 10});
      batch.erase(key(run));
      batch.put(key(run), run + 1 == kRuns ? value(run) : "y");
      ASSERT_TRUE(store->write(batch, Store::Sync::Yes));
    }
  }
  damaged = contents_of(path_);
  for (auto& [name, bytes] : damaged)
    if (name.starts_with("MANIFEST")) flip(bytes, bytes.size() / 2);
  repair_and_check(damaged);
  EXPECT_EQ(missing_, 0);
  EXPECT_THAT(last_.lost, IsEmpty());
}

// The directory opens, and reads of the damaged blocks fail.
TEST_F(RepairOfDirectory, leaves_damaged_tables_out_only_if_it_is_told_to) {
  const Contents whole = killed_directory();
  int damaged_tables = 0;
  for (const auto& [name, bytes] : whole) {
    if (!is_table(name)) continue;
    SCOPED_TRACE(name);
    Contents damaged = whole;
    flip(damaged[name], bytes.size() / 5);
    damaged.erase("LOCK");
    write_contents(path_, damaged);
    const auto refused = repair_data_directory(path_, DamagedTables::Refused, {});
    // The directory was copied while the store ran, so a file may not be one of its tables yet.
    if (refused && refused->damage.empty()) continue;
    ASSERT_FALSE(refused);
    ++damaged_tables;
    EXPECT_THAT(refused.error().message, HasSubstr(name));
    EXPECT_THAT(refused.error().message, HasSubstr("--without-damaged-tables"));
    // A damaged note hides no damaged table.
    Contents both = damaged;
    flip(both["partita.synced"], 3);
    write_contents(path_, both);
    EXPECT_FALSE(repair_data_directory(path_, DamagedTables::Refused, {}));
    write_contents(path_, damaged);
    EXPECT_FALSE(repair_data_directory(path_, DamagedTables::Refused, {}));
    Contents after = contents_of(path_);
    after.erase("LOCK");
    EXPECT_EQ(after == damaged, true);
    repair_and_check(damaged);
    EXPECT_GT(missing_, 0);
    EXPECT_THAT(last_.lost, testing::Contains(HasSubstr(name)));
  }
  EXPECT_GE(damaged_tables, 2);
}

// Files that a merge has replaced, and that a kill left, have records that are in its result too.
TEST_F(RepairOfDirectory, reads_tables_that_have_the_same_records) {
  Contents damaged, earlier;
  constexpr int kRuns = 5;
  for (int run = 0; run < kRuns; ++run) {
    auto store = open_store(path_, small_memtables()).value();
    for (int i = run * kKeys / kRuns; i < (run + 1) * kKeys / kRuns; ++i) {
      const int at = i * 7 % kKeys;  // the ranges of the files overlap, so that they are merged
      Batch batch;
      batch.put(key(at), value(at));
      batch.add("sums", Sums{1, 10});
      ASSERT_TRUE(store->write(batch, Store::Sync::Yes));
    }
    store.reset();
    damaged = contents_of(path_);
    for (const auto& [name, bytes] : damaged)
      if (is_table(name)) earlier.emplace(name, bytes);
  }
  const std::size_t live = damaged.size();
  damaged.insert(earlier.begin(), earlier.end());
  ASSERT_GT(damaged.size(), live) << "no files were merged";
  for (auto& [name, bytes] : damaged)
    if (name.starts_with("MANIFEST")) flip(bytes, bytes.size() / 2);
  repair_and_check(damaged);
  EXPECT_EQ(missing_, 0);
  EXPECT_THAT(last_.lost, IsEmpty());
}

// A table or a log of another directory that happens to have the same name.
TEST_F(RepairOfDirectory, leaves_out_tables_of_another_database) {
  const Contents whole = killed_directory();
  Contents other;
  {
    auto store = open_store(path_, small_memtables()).value();
    for (int i = 0; i < kKeys; ++i) {
      Batch batch;
      batch.put(key(i), std::string(900, 'z'));
      ASSERT_TRUE(store->write(batch, Store::Sync::Yes));
    }
    other = contents_of(path_);
  }
  const auto table = std::ranges::find_if(other, [](const auto& file) { return is_table(file.first); });
  ASSERT_NE(table, other.end());
  int exchanged = 0;
  for (const auto& [name, bytes] : whole) {
    if (!is_table(name)) continue;
    Contents mixed = whole;
    mixed[name] = table->second;
    last_ = {};
    repair_and_check(mixed);
    if (last_.damage.empty()) continue;  // this file did not belong to the directory when that was copied
    ++exchanged;
    EXPECT_THAT(last_.lost, testing::Contains(HasSubstr(name + " is of another database")));
  }
  EXPECT_GE(exchanged, 1);
}

// Fails one operation, of whatever kind.
class FailsOnce : public rocksdb::FileSystemWrapper {
 public:
  explicit FailsOnce(int at) : FileSystemWrapper(page_cache_file_system()), at_(at) {}
  const char* Name() const override { return "partita.test.fails_once"; }
  bool failed() const { return calls_ > at_; }

  rocksdb::IOStatus NewSequentialFile(const std::string& path, const rocksdb::FileOptions& options,
                                      std::unique_ptr<rocksdb::FSSequentialFile>* out,
                                      rocksdb::IODebugContext* debug) override {
    return next([&] { return target()->NewSequentialFile(path, options, out, debug); });
  }
  rocksdb::IOStatus NewRandomAccessFile(const std::string& path, const rocksdb::FileOptions& options,
                                        std::unique_ptr<rocksdb::FSRandomAccessFile>* out,
                                        rocksdb::IODebugContext* debug) override {
    return next([&] { return target()->NewRandomAccessFile(path, options, out, debug); });
  }
  rocksdb::IOStatus NewWritableFile(const std::string& path, const rocksdb::FileOptions& options,
                                    std::unique_ptr<rocksdb::FSWritableFile>* out,
                                    rocksdb::IODebugContext* debug) override {
    rocksdb::IOStatus status = next([&] { return target()->NewWritableFile(path, options, out, debug); });
    if (status.ok()) *out = std::make_unique<File>(std::move(*out), *this);
    return status;
  }
  rocksdb::IOStatus RenameFile(const std::string& from, const std::string& to, const rocksdb::IOOptions& options,
                               rocksdb::IODebugContext* debug) override {
    return next([&] { return target()->RenameFile(from, to, options, debug); });
  }

 private:
  class File : public rocksdb::FSWritableFileOwnerWrapper {
   public:
    File(std::unique_ptr<rocksdb::FSWritableFile>&& file, FailsOnce& owner)
        : FSWritableFileOwnerWrapper(std::move(file)), owner_(owner) {}
    rocksdb::IOStatus Append(const rocksdb::Slice& data, const rocksdb::IOOptions& options,
                             rocksdb::IODebugContext* debug) override {
      return owner_.next([&] { return target()->Append(data, options, debug); });
    }
    rocksdb::IOStatus Append(const rocksdb::Slice& data, const rocksdb::IOOptions& options,
                             const rocksdb::DataVerificationInfo& /*verification*/,
                             rocksdb::IODebugContext* debug) override {
      return Append(data, options, debug);
    }
    rocksdb::IOStatus Sync(const rocksdb::IOOptions& options, rocksdb::IODebugContext* debug) override {
      return owner_.next([&] { return target()->Sync(options, debug); });
    }

   private:
    FailsOnce& owner_;
  };

  template <class Call>
  rocksdb::IOStatus next(Call call) {
    return calls_++ == at_ ? rocksdb::IOStatus::NoSpace("a full disk") : call();
  }

  const int at_;
  std::atomic<int> calls_ = 0;
};

TEST_F(RepairOfDirectory, loses_nothing_to_a_failure_of_the_system) {
  Contents damaged = killed_directory();
  for (auto& [name, bytes] : damaged)
    if (name.starts_with("MANIFEST")) flip(bytes, bytes.size() / 2);
  damaged.erase("LOCK");
  int refused = 0;
  bool failed = true;
  for (int at = 0; failed; at += 3) {
    SCOPED_TRACE(at);
    write_contents(path_, damaged);
    const auto files = std::make_shared<FailsOnce>(at);
    const auto report = repair_data_directory(path_, DamagedTables::LeftOut, {}, nullptr, files);
    failed = files->failed();
    if (!report) {
      ++refused;
      Contents after = contents_of(path_);
      after.erase("LOCK");
      EXPECT_EQ(after == damaged, true) << "the directory has changed: " << report.error().message;
      EXPECT_FALSE(fs::exists(path_ + "/repairing"));
      continue;
    }
    EXPECT_THAT(report->lost, IsEmpty());
    auto store = open_store(path_, {.create_if_missing = false});
    ASSERT_TRUE(store) << store.error().message;
    EXPECT_EQ(missing_keys(**store, "none"), 0);
  }
  EXPECT_GT(refused, 10);
}

// The files of before and the new ones are exchanged one by one, so a kill may come between any two of them.
TEST_F(RepairOfDirectory, that_was_interrupted_refuses_the_start_and_is_ended_by_the_next) {
  Contents damaged = killed_directory();
  for (auto& [name, bytes] : damaged)
    if (name.starts_with("MANIFEST")) flip(bytes, bytes.size() / 2);
  write_contents(path_, damaged);
  const auto whole = repair_data_directory(path_, DamagedTables::LeftOut, {});
  ASSERT_TRUE(whole) << whole.error().message;
  Contents made = contents_of(path_);
  made.erase("LOCK");
  const Contents kept = contents_of(whole->kept_in);
  const auto put = [](const fs::path& directory, const Contents& files, std::size_t from, std::size_t to) {
    fs::create_directories(directory);
    std::size_t at = 0;
    for (const auto& [name, bytes] : files)
      if (at++; at > from && at <= to) std::ofstream(directory / name, std::ios::binary) << bytes;
  };
  for (const bool moving_in : {false, true}) {
    const Contents& moved = moving_in ? made : kept;
    for (std::size_t done = 0; done <= moved.size(); ++done) {
      SCOPED_TRACE(fmt::format("moving in: {}, {} files", moving_in, done));
      fs::remove_all(path_);
      put(fs::path(path_) / "damaged-1", kept, 0, moving_in ? kept.size() : done);
      put(fs::path(path_) / "repairing" / "store", made, moving_in ? done : 0, made.size());
      put(path_, moved, moving_in ? 0 : done, moving_in ? done : moved.size());
      std::ofstream(fs::path(path_) / kRepairMark) << (moving_in ? "moving in" : "moving out") << " damaged-1\n";
      const auto refused = open_store(path_, {});
      ASSERT_FALSE(refused);
      EXPECT_THAT(refused.error().message, HasSubstr("was interrupted; let 'partita repair " + path_ + "' end it"));
      const auto ended = repair_data_directory(path_, DamagedTables::LeftOut, {});
      ASSERT_TRUE(ended) << ended.error().message;
      Contents after = contents_of(path_);
      after.erase("LOCK");
      EXPECT_EQ(after == made, true);
      EXPECT_EQ(contents_of(ended->kept_in) == kept, true);
      EXPECT_TRUE(open_store(path_, {.create_if_missing = false, .read_only = true}));
    }
  }
}

TEST_F(RepairOfDirectory, changes_nothing_without_knowing_the_format) {
  for (const bool removed : {false, true}) {
    Contents damaged = killed_directory();
    flip(damaged["partita.format"], 20);
    if (removed) damaged.erase("partita.format");
    damaged.erase("LOCK");
    write_contents(path_, damaged);
    const auto report = repair_data_directory(path_, DamagedTables::LeftOut, {});
    ASSERT_FALSE(report);
    EXPECT_THAT(report.error().message,
                HasSubstr(removed ? "lost its file partita.format" : "partita.format is damaged"));
    EXPECT_EQ(contents_of(path_) == damaged, true);
  }
}

// RocksDB deletes a log some time after it is needed no more, and a deletion may fail.
TEST_F(RepairOfDirectory, leaves_out_logs_that_are_needed_no_more) {
  const Contents whole = killed_directory();
  const auto needed = std::ranges::find_if(whole, [](const auto& file) { return file.first.ends_with(".log"); });
  ASSERT_NE(needed, whole.end());
  for (const bool without_current : {false, true}) {
    SCOPED_TRACE(without_current);
    Contents damaged = whole;
    damaged["000001.log"] = needed->second;
    if (without_current)
      damaged.erase("CURRENT");
    else
      for (auto& [name, bytes] : damaged)
        if (name.starts_with("MANIFEST-")) flip(bytes, 10);
    repair_and_check(damaged);
    EXPECT_EQ(missing_, 0);
    for (const std::string& lost : last_.lost) EXPECT_EQ(lost.find(".log"), lost.npos) << lost;
    last_ = {};
    missing_ = 0;
  }
}

// An audit log or a log of another program may lie in the directory.
TEST_F(RepairOfDirectory, leaves_files_of_others_where_they_are) {
  Contents damaged = killed_directory();
  for (auto& [name, bytes] : damaged)
    if (name.starts_with("MANIFEST-")) flip(bytes, bytes.size() / 2);
  for (const char* name : {"audit.log", "notes.sst"}) damaged[name] = "not a record";
  write_contents(path_, damaged);
  const auto report = repair_data_directory(path_, DamagedTables::Refused, {});
  ASSERT_TRUE(report) << report.error().message;
  const Contents after = contents_of(path_);
  for (const char* name : {"audit.log", "notes.sst"}) {
    const auto found = after.find(name);
    EXPECT_TRUE(found != after.end() && found->second == "not a record") << name;
  }
  EXPECT_TRUE(open_store(path_, {}));
}

TEST_F(RepairOfDirectory, changes_nothing_where_nothing_is_damaged) {
  write_contents(path_, killed_directory());
  const Contents before = contents_of(path_);
  const auto report = repair_data_directory(path_, DamagedTables::LeftOut, {});
  ASSERT_TRUE(report);
  EXPECT_THAT(report->damage, IsEmpty());
  EXPECT_EQ(contents_of(path_) == before, true);
}

}  // namespace damage_test
}  // namespace partita::storage
