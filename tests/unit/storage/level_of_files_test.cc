// Iterators over several table files of one level, of which some blocks are not in memory. An iterator that must not
// wait has to stop there. It must not leave out the keys behind such a block, or take it for the end of its range.
#include <gtest/gtest.h>
#include <rocksdb/db.h>
#include <rocksdb/file_system.h>

#include <string>
#include <vector>

#include "storage/open_store.h"
#include "storage/rocks/options.h"
#include "support/temporary_directory.h"

namespace partita::storage {
namespace level_of_files_test {

constexpr int kFiles = 3;
constexpr int kKeysOfFile = 100;  // several blocks

std::string key_of(int number) { return "key" + std::to_string(1000 + number); }

class LevelOfFiles : public testing::TestWithParam<Direction> {
 protected:
  LevelOfFiles() {
    for (int file = 0; file < kFiles; ++file) add_file(file);
  }

  // Reads this key, which brings its block into memory, and the index of its file.
  void warm(int number) { ASSERT_EQ(store_->get(key_of(number))->state, ReadState::Found); }

  // The keys from the end of the file that is read first are read up to the first block that is not in memory.
  // `warmed` has a bit for each file whose outer blocks are in memory.
  void expect_stop(unsigned warmed) {
    open();
    const bool forward = GetParam() == Direction::Forward;
    const int first = forward ? kKeysOfFile - 1 : (kFiles - 1) * kKeysOfFile;
    warm(first);
    for (int file = 0; file < kFiles; ++file) {
      if ((warmed >> file & 1) == 0) continue;
      warm(file * kKeysOfFile);
      warm((file + 1) * kKeysOfFile - 1);
    }
    IteratorOptions options;
    options.direction = GetParam();
    if (forward)
      options.lower = key_of(first);
    else
      options.upper = key_of(first + 1);
    options.no_wait = true;
    options.never_discarded = true;
    const auto iterator = store_->iterate(options);
    int next = first;
    for (; iterator->valid(); iterator->next(), next += forward ? 1 : -1)
      ASSERT_EQ(iterator->key(), key_of(next)) << "keys are left out";
    EXPECT_EQ(iterator->end_state().value(), ReadState::NotCached) << "at " << next;
  }

 private:
  void open() {
    store_.reset();
    store_ = open_store(path_, {.file_system = rocksdb::FileSystem::Default()}).value();
  }

  // Writes keys that are greater than all before, and moves them to the last level.
  void add_file(int file) {
    open();
    Batch batch;
    for (int i = file * kKeysOfFile; i < (file + 1) * kKeysOfFile; ++i) batch.put(key_of(i), std::string(1000, 'v'));
    ASSERT_TRUE(store_->write(batch, Store::Sync::Yes));
    store_.reset();
    const StoreOptions options;
    rocksdb::DB* opened = nullptr;
    ASSERT_TRUE(rocksdb::DB::Open(make_rocksdb_options(options, rocksdb::Env::Default(), make_block_cache(options)),
                                  path_, &opened)
                    .ok());
    const std::unique_ptr<rocksdb::DB> database(opened);
    const std::string from = key_of(file * kKeysOfFile), to = key_of((file + 1) * kKeysOfFile - 1);
    const rocksdb::Slice begin(from), end(to);
    ASSERT_TRUE(database->CompactRange({}, &begin, &end).ok());
    std::string files;
    ASSERT_TRUE(database->GetProperty("rocksdb.num-files-at-level6", &files));
    ASSERT_EQ(files, std::to_string(file + 1));
  }

  const test::TemporaryDirectory directory_;
  const std::string path_ = directory_ / "d";
  std::unique_ptr<Store> store_;
};

TEST_P(LevelOfFiles, stops_an_iterator_at_the_first_block_that_is_not_in_memory) {
  for (unsigned warmed = 0; warmed < 1u << kFiles; ++warmed) {
    SCOPED_TRACE(warmed);
    expect_stop(warmed);
  }
}

INSTANTIATE_TEST_SUITE_P(, LevelOfFiles, testing::Values(Direction::Forward, Direction::Reverse),
                         [](const auto& instance) {
                           return instance.param == Direction::Forward ? "forward" : "reverse";
                         });

}  // namespace level_of_files_test
}  // namespace partita::storage
