// Opening: the refused directories, with the code and the message for each.
#include <gmock/gmock.h>

#include <fstream>
#include <map>

#include "storage/open_store.h"
#include "support/temporary_directory.h"

namespace partita::storage {
namespace open_test {

using testing::AllOf;
using testing::HasSubstr;
namespace fs = std::filesystem;

class OpenStore : public testing::Test {
 protected:
  void create() { open_and_put("k", "v"); }
  void open_and_put(std::string_view key, std::string_view value) {
    auto store = open_store(path_, {}).value();
    Batch batch;
    batch.put(key, value);
    ASSERT_TRUE(store->write(batch, Store::Sync::Yes));
  }
  static void write_file(const fs::path& path, std::string_view text) {
    std::ofstream(path, std::ios::binary | std::ios::trunc) << text;
  }
  void expect_refused(ErrorCode code, std::string_view text, const StoreOptions& options = {}) {
    const auto opened = open_store(path_, options);
    ASSERT_FALSE(opened);
    EXPECT_EQ(opened.error().code, code) << opened.error().message;
    EXPECT_THAT(opened.error().message, AllOf(HasSubstr(path_), HasSubstr(text)));
  }
  // Names and sizes of the files.
  std::map<std::string, std::uintmax_t> files() const {
    std::map<std::string, std::uintmax_t> out;
    for (const auto& entry : fs::directory_iterator(path_)) out[entry.path().filename()] = entry.file_size();
    return out;
  }

  const test::TemporaryDirectory directory_;
  const std::string path_ = directory_ / "data";
};

TEST_F(OpenStore, makes_a_directory_with_its_parents) {
  EXPECT_TRUE(open_store(directory_ / "a/b/c", {}));
  EXPECT_TRUE(fs::exists(directory_ / "a/b/c/partita.format"));
}

TEST_F(OpenStore, writes_its_format_version) {
  create();
  std::ifstream file(path_ + "/partita.format");
  EXPECT_EQ(std::string(std::istreambuf_iterator(file), {}), "partita data format 2\n");
}

// RocksDB's files of its options are not written, but a directory may have such a name.
TEST_F(OpenStore, opens_a_directory_with_any_name_on_its_way) {
  for (const char* name : {"OPTIONS-1", "a/OPTIONS-old/b", "MANIFEST-1", "x.log", "1.sst"}) {
    auto store = open_store(directory_ / name, {});
    ASSERT_TRUE(store) << name << ": " << store.error().message;
    Batch batch;
    batch.put("k", "v");
    ASSERT_TRUE((*store)->write(batch, Store::Sync::Yes)) << name;
    store->reset();
    EXPECT_TRUE(open_store(directory_ / name, {})) << name;
  }
}

TEST_F(OpenStore, writes_no_log_file_of_rocksdb) {
  create();
  EXPECT_FALSE(fs::exists(path_ + "/LOG"));
}

TEST_F(OpenStore, opens_an_empty_directory_that_is_there) {
  fs::create_directory(path_);
  EXPECT_TRUE(open_store(path_, {}));
}

TEST_F(OpenStore, takes_a_directory_with_files_of_nobody_for_an_empty_one) {
  fs::create_directories(path_ + "/lost+found");
  write_file(path_ + "/.gitkeep", "");
  EXPECT_TRUE(open_store(path_, {}));
  EXPECT_TRUE(open_store(path_, {}));
}

TEST_F(OpenStore, refuses_a_directory_with_other_files) {
  fs::create_directory(path_);
  write_file(path_ + "/shared-local-instance.db", "");
  expect_refused(ErrorCode::DataDirectoryUnreadable, "holds files that are not Partita's (shared-local-instance.db)");
}

TEST_F(OpenStore, goes_on_where_a_crash_stopped_the_creation) {
  fs::create_directory(path_);
  write_file(path_ + "/partita.format.new", "partita d");
  EXPECT_TRUE(open_store(path_, {}));
}

TEST_F(OpenStore, refuses_a_directory_in_use) {
  const auto store = open_store(path_, {}).value();
  expect_refused(ErrorCode::DataDirectoryInUse, "in use by another process; stop it or choose another directory");
}

TEST_F(OpenStore, refuses_a_newer_format) {
  create();
  write_file(path_ + "/partita.format", "partita data format 4\n");
  expect_refused(ErrorCode::DataDirectoryNewer,
                 "data format 4, this Partita reads formats up to 3; open it with a newer Partita");
}

TEST_F(OpenStore, upgrades_an_earlier_format_only_when_it_may_write) {
  const auto format = [this] {
    std::ifstream file(path_ + "/partita.format");
    return std::string(std::istreambuf_iterator(file), {});
  };
  create();
  write_file(path_ + "/partita.format", "partita data format 1\n");
  EXPECT_TRUE(open_store(path_, {.read_only = true}));
  EXPECT_EQ(format(), "partita data format 1\n");
  EXPECT_TRUE(open_store(path_, {}));
  EXPECT_EQ(format(), "partita data format 2\n");
}

TEST_F(OpenStore, refuses_a_damaged_format_file) {
  create();
  write_file(path_ + "/partita.format", "?");
  expect_refused(ErrorCode::Corruption, "partita.format is damaged");
}

TEST_F(OpenStore, refuses_another_program_s_directory) {
  fs::create_directory(path_);
  // The store's own logs and tables have numbers for names.
  for (const std::string name : {"letter.txt", "server.log", "notes.sst"}) {
    write_file(path_ + "/" + name, "dear");
    expect_refused(ErrorCode::DataDirectoryUnreadable,
                   "not Partita's (" + name + "); choose an empty or a new directory");
    fs::remove(path_ + "/" + name);
  }
}

// `partita iam` may have been the first to write there.
TEST_F(OpenStore, opens_a_directory_that_has_identities_only) {
  fs::create_directory(path_);
  write_file(path_ + "/identities", "partita-identities");
  write_file(path_ + "/identities.lock", "command");
  create();
  EXPECT_TRUE(fs::exists(path_ + "/identities"));
}

TEST_F(OpenStore, refuses_a_file) {
  write_file(path_, "not a directory");
  expect_refused(ErrorCode::DataDirectoryUnreadable, "check that it is a directory");
}

TEST_F(OpenStore, refuses_to_create_where_it_may_not) {
  expect_refused(ErrorCode::DataDirectoryUnreadable, "does not exist", {.create_if_missing = false});
  EXPECT_FALSE(fs::exists(path_));
  fs::create_directory(path_);
  expect_refused(ErrorCode::DataDirectoryUnreadable, "holds no data", {.create_if_missing = false});
  expect_refused(ErrorCode::DataDirectoryUnreadable, "holds no data", {.read_only = true});
}

TEST_F(OpenStore, refuses_to_start_over_where_the_index_of_files_is_lost) {
  create();
  fs::remove(path_ + "/CURRENT");
  expect_refused(ErrorCode::Corruption, "restore it from a backup");
}

TEST_F(OpenStore, refuses_a_damaged_manifest) {
  create();
  for (const auto& entry : fs::directory_iterator(path_))
    if (entry.path().filename().string().starts_with("MANIFEST")) write_file(entry.path(), "garbage garbage garbage");
  expect_refused(ErrorCode::Corruption, "is damaged");
}

TEST_F(OpenStore, read_only_reads_changes_nothing_and_refuses_writes) {
  create();
  const auto before = files();
  {
    auto store = open_store(path_, {.read_only = true}).value();
    EXPECT_EQ(store->get("k")->value.bytes, "v");
    Batch batch;
    batch.put("k", "w");
    const auto written = store->write(batch, Store::Sync::Yes);
    ASSERT_FALSE(written);
    EXPECT_THAT(written.error().message, HasSubstr("opened read-only"));
    EXPECT_TRUE(store->flush());
  }
  EXPECT_EQ(files(), before);
}

TEST_F(OpenStore, read_only_is_refused_while_another_store_may_write) {
  create();
  {
    const auto writer = open_store(path_, {}).value();
    expect_refused(ErrorCode::DataDirectoryInUse, "is in use", {.read_only = true});
  }
  const auto reader = open_store(path_, {.read_only = true}).value();
  expect_refused(ErrorCode::DataDirectoryInUse, "is in use", {});
}

TEST_F(OpenStore, without_a_log_a_clean_close_keeps_what_was_written) {
  {
    auto store = open_store(path_, {.write_ahead_log = false}).value();
    Batch batch;
    batch.put("k", "v");
    ASSERT_TRUE(store->write(batch, Store::Sync::Yes));
  }
  EXPECT_EQ(open_store(path_, {}).value()->get("k")->value.bytes, "v");
}

TEST_F(OpenStore, logs_nothing_when_all_is_well) {
  std::string logged;
  const base::Log log([&](base::Log::Level, std::string_view message) { logged.append(message); });
  EXPECT_TRUE(open_store(path_, {.log = log}));
  EXPECT_EQ(logged, "");
}

}  // namespace open_test
}  // namespace partita::storage
