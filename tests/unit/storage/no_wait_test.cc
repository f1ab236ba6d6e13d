// Reads that must not wait for a disk. One file system always makes them wait. The other is the system's, whose page
// cache has most of the blocks.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <rocksdb/file_system.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include "storage/open_store.h"
#include "support/encryption.h"
#include "support/temporary_directory.h"

namespace partita::storage {
namespace no_wait_test {

class ReadsWithoutWait : public testing::Test {
 protected:
  explicit ReadsWithoutWait(std::shared_ptr<rocksdb::FileSystem> file_system,
                            std::shared_ptr<const EncryptionKeys> keys = nullptr)
      : file_system_(std::move(file_system)), keys_(std::move(keys)) {
    open();
    Batch batch;
    for (int i = 100; i < 400; ++i) batch.put("key" + std::to_string(i), std::string(1000, 'v'));
    EXPECT_TRUE(store_->write(batch, Store::Sync::No));
  }
  void open() {
    store_.reset();
    store_ = open_store(directory_ / "d", {.keys = keys_, .file_system = file_system_}).value();
  }
  ReadState get(std::string_view key) const {
    ReadOptions options;
    options.no_wait = true;
    return store_->get(key, options)->state;
  }
  // The end of the iteration, and the number of entries before it.
  std::pair<ReadState, int> iterate() const {
    IteratorOptions options;
    options.no_wait = true;
    auto iterator = store_->iterate(options);
    int entries = 0;
    for (; iterator->valid(); iterator->next()) ++entries;
    return {iterator->end_state().value(), entries};
  }

  const test::TemporaryDirectory directory_;
  const std::shared_ptr<rocksdb::FileSystem> file_system_;
  const std::shared_ptr<const EncryptionKeys> keys_;
  std::unique_ptr<Store> store_;
};

class NoWait : public ReadsWithoutWait {
 protected:
  NoWait() : ReadsWithoutWait(rocksdb::FileSystem::Default()) {}
};

// With and without encryption.
class NoWaitOfTheSystem : public ReadsWithoutWait, public testing::WithParamInterface<bool> {
 protected:
  NoWaitOfTheSystem() : ReadsWithoutWait(nullptr, GetParam() ? test::some_keys() : nullptr) {}

  // Whether the whole file can be read without waiting. False after read_whole() if the file system cannot do that at
  // all.
  static bool can_be_read(const std::filesystem::path& path) {
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    std::string bytes(std::filesystem::file_size(path), '\0');
    const iovec all{bytes.data(), bytes.size()};
    const auto got = ::preadv2(file, &all, 1, 0, RWF_NOWAIT);
    ::close(file);
    return got == static_cast<ssize_t>(bytes.size());
  }
  // Brings the file into the page cache.
  static void read_whole(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    EXPECT_GT(std::string(std::istreambuf_iterator<char>(file), {}).size(), 0u);
  }
  // Whether the kernel has any of the file in memory. Does not make it read ahead, as a failed read does.
  static bool is_in_page_cache(const std::filesystem::path& path) {
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    const std::size_t size = std::filesystem::file_size(path);
    void* const mapped = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, file, 0);
    ::close(file);
    std::vector<unsigned char> pages(size / 4096 + 1);
    const bool known = mapped != MAP_FAILED && ::mincore(mapped, size, pages.data()) == 0;
    if (mapped != MAP_FAILED) ::munmap(mapped, size);
    return !known || std::ranges::any_of(pages, [](unsigned char page) { return (page & 1) != 0; });
  }
  static void drop_from_page_cache(const std::filesystem::path& path) {
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    ::fdatasync(file);
    ::posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED);
    ::close(file);
  }
  std::vector<std::filesystem::path> tables() const {
    std::vector<std::filesystem::path> found;
    for (const auto& entry : std::filesystem::directory_iterator(directory_ / "d"))
      if (entry.path().extension() == ".sst") found.push_back(entry.path());
    return found;
  }
};

INSTANTIATE_TEST_SUITE_P(, NoWaitOfTheSystem, testing::Bool(),
                         [](const auto& instance) { return instance.param ? "encrypted" : "plain"; });

TEST_F(NoWait, finds_what_was_just_written) {
  EXPECT_EQ(get("key100"), ReadState::Found);
  EXPECT_EQ(get("other"), ReadState::Missing);
  EXPECT_EQ(iterate(), std::pair(ReadState::Missing, 300));
}

TEST_F(NoWait, is_told_that_a_cold_cache_does_not_know) {
  open();
  EXPECT_EQ(get("key100"), ReadState::NotCached);
  EXPECT_EQ(iterate(), std::pair(ReadState::NotCached, 0));
}

TEST_F(NoWait, finds_what_an_ordinary_read_brought_in) {
  open();
  ASSERT_TRUE(store_->get("key100"));
  EXPECT_EQ(get("key100"), ReadState::Found);
  const auto [state, entries] = iterate();
  EXPECT_EQ(state, ReadState::NotCached);
  EXPECT_GT(entries, 0);
  EXPECT_LT(entries, 300);
}

TEST_F(NoWait, is_not_helped_by_reads_that_do_not_fill_the_cache) {
  open();
  IteratorOptions options;
  options.fill_cache = false;
  for (auto iterator = store_->iterate(options); iterator->valid(); iterator->next()) {
  }
  EXPECT_EQ(get("key100"), ReadState::NotCached);
}

// Skipping thousands of erased keys takes as long as a read of the disk.
TEST_F(NoWait, does_not_pass_over_any_number_of_erased_keys) {
  constexpr int kErased = 5000;
  const auto erase = [this](int from, int to) {
    for (int i = from; i < to; ++i) {
      Batch batch;
      batch.put("a" + std::to_string(i), "v");
      ASSERT_TRUE(store_->write(batch, Store::Sync::No));
      batch.clear();
      batch.erase("a" + std::to_string(i));
      ASSERT_TRUE(store_->write(batch, Store::Sync::No));
    }
  };
  erase(0, 100);
  EXPECT_EQ(iterate(), std::pair(ReadState::Missing, 300));
  erase(100, kErased);
  const auto before = store_->statistics().entries_skipped;
  EXPECT_EQ(iterate(), std::pair(ReadState::NotCached, 0));
  EXPECT_LE(store_->statistics().entries_skipped - before, 1001u);
  int entries = 0;
  for (auto iterator = store_->iterate({}); iterator->valid(); iterator->next()) ++entries;
  EXPECT_EQ(entries, 300);
}

TEST_F(NoWait, several_keys_at_once_do_not_wait_either) {
  open();
  const std::vector<std::string_view> keys = {"key100", "key399"};
  const auto expect_all = [&](ReadState state, const ReadOptions& options) {
    const auto values = store_->get_many(keys, options).value();
    for (const GetResult& one : values) EXPECT_EQ(one.state, state);
  };
  expect_all(ReadState::NotCached, {.no_wait = true});
  expect_all(ReadState::Found, {});
  expect_all(ReadState::Found, {.no_wait = true});
}

TEST_F(NoWait, the_cache_counts_hits_and_misses) {
  open();
  const auto cold = store_->statistics();
  ASSERT_TRUE(store_->get("key100"));
  const auto missed = store_->statistics();
  ASSERT_TRUE(store_->get("key100"));
  const auto hit = store_->statistics();
  EXPECT_EQ(missed.cache_misses - cold.cache_misses, 1u);
  EXPECT_EQ(missed.cache_hits - cold.cache_hits, 0u);
  EXPECT_EQ(hit.cache_misses - missed.cache_misses, 0u);
  EXPECT_EQ(hit.cache_hits - missed.cache_hits, 1u);
}

TEST_P(NoWaitOfTheSystem, takes_what_the_page_cache_has) {
  open();
  for (const auto& table : tables()) read_whole(table);
  if (std::ranges::all_of(tables(), can_be_read)) {
    EXPECT_EQ(get("key100"), ReadState::Found);
    EXPECT_EQ(iterate(), std::pair(ReadState::Missing, 300));
  } else {  // the file system cannot read without waiting, so it is not asked to wait
    EXPECT_EQ(get("key100"), ReadState::NotCached);
    EXPECT_EQ(iterate(), std::pair(ReadState::NotCached, 0));
  }
}

TEST_P(NoWaitOfTheSystem, is_told_where_it_would_have_to_wait) {
  // A read that would wait makes the kernel read ahead, and a fast disk may have the bytes before the read looks again.
  // So one attempt may find the item.
  ReadState state = ReadState::Found;
  bool is_in_memory = false;
  for (int attempt = 0; attempt < 20 && state == ReadState::Found && !is_in_memory; ++attempt) {
    open();
    for (const auto& table : tables()) drop_from_page_cache(table);
    is_in_memory = std::ranges::any_of(tables(), is_in_page_cache);
    state = get("key100");
  }
  // A file system that keeps its files in memory never makes a read wait, if it can read without waiting.
  const bool never_waits = is_in_memory && std::ranges::all_of(tables(), can_be_read);
  EXPECT_EQ(state, never_waits ? ReadState::Found : ReadState::NotCached);
  EXPECT_EQ(store_->get("key100")->state, ReadState::Found);
  EXPECT_EQ(get("key100"), ReadState::Found);
}

}  // namespace no_wait_test
}  // namespace partita::storage
