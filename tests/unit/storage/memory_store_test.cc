// The store in memory against a plain map: random batches, while snapshots and iterators of every age are alive.
#include "storage/memory/memory_store.h"

#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <random>
#include <thread>

#include "base/bytes.h"
#include "storage/sums.h"

namespace partita::storage {
namespace memory_store_test {

using Model = std::map<std::string, std::string>;

class MemoryStoreModel : public testing::Test {
 protected:
  // Some 60 keys of each kind: keys that differ in the prefix that the store's tree uses, keys that differ after it,
  // keys with a small number in place of the hash, and keys without a prefix.
  std::string random_key() {
    const std::string table(2, '\0');
    const std::string number = std::to_string(random_() % 60);
    switch (random_() % 5) {
      case 0:
        return table + number;
      case 1:
        return table + "partition" + number;
      case 2:
        return "k" + number;
      case 3: {
        // From 0xfffe to 0x10001, with two bits of the next bytes.
        std::string key = table + "tbix";
        base::put_big_endian(key, static_cast<std::uint32_t>(0xfffe + random_() % 4));
        return key + static_cast<char>(random_() % 4) + static_cast<char>(0xfe + random_() % 2) + number.substr(0, 1);
      }
      default:
        return std::string(20, 'k') + number;
    }
  }

  void write_randomly() {
    Batch batch;
    for (auto operations = random_() % 4 + 1; operations > 0; --operations) write_one(batch);
    ASSERT_TRUE(store_.write(batch, Store::Sync::No));
  }
  void write_one(Batch& batch) {
    std::string key = random_key();
    const auto choice = random_() % 10;
    if (choice < 5) {
      const std::string value = std::to_string(random_());
      batch.put(key, value);
      now_[key] = value;
    } else if (choice < 8) {
      batch.erase(key);
      now_.erase(key);
    } else if (choice == 8) {
      batch.add(key, {1, 2});
      std::string sums;
      const auto before = now_.find(key);
      std::string delta;
      encode_sums({1, 2}, delta);
      add_sums(before == now_.end() ? std::nullopt : std::optional<std::string_view>(before->second), delta, sums);
      now_[key] = sums;
    } else if (random_() % 4 == 0) {
      std::string upper = random_key();
      if (upper < key) std::swap(key, upper);
      batch.erase_range(key, upper);
      now_.erase(now_.lower_bound(key), now_.lower_bound(upper));
    }
  }

  IteratorOptions random_range(const Snapshot* snapshot) {
    IteratorOptions options;
    options.snapshot = snapshot;
    if (random_() % 2) options.lower = random_key();
    if (random_() % 2) options.upper = random_key();
    if (random_() % 2) options.direction = Direction::Reverse;
    return options;
  }
  static std::vector<std::pair<std::string, std::string>> expected(const Model& model, const IteratorOptions& range) {
    std::vector<std::pair<std::string, std::string>> rows;
    for (const auto& [key, value] : model)
      if (key >= range.lower && (range.upper.empty() || key < range.upper)) rows.emplace_back(key, value);
    if (range.direction == Direction::Reverse) std::reverse(rows.begin(), rows.end());
    return rows;
  }
  void expect_rows(Iterator& iterator, const Model& model, const IteratorOptions& range) {
    for (const auto& [key, value] : expected(model, range)) {
      ASSERT_TRUE(iterator.valid());
      ASSERT_EQ(iterator.key(), key);
      ASSERT_EQ(iterator.value(), value);
      iterator.next();
    }
    ASSERT_FALSE(iterator.valid());
  }
  void expect_point(const std::string& key, const Model& model, const Snapshot* snapshot) {
    const auto got = store_.get(key, {.snapshot = snapshot});
    const auto wanted = model.find(key);
    ASSERT_EQ(got->state == ReadState::Found, wanted != model.end()) << key;
    ASSERT_EQ(got->value.bytes, wanted == model.end() ? "" : wanted->second) << key;
  }

  std::mt19937 random_{20261121};
  MemoryStore store_;
  Model now_;
};

TEST_F(MemoryStoreModel, every_reader_sees_its_moment) {
  struct Reader {
    std::shared_ptr<const Snapshot> snapshot;
    std::unique_ptr<Iterator> iterator;  // of that moment, or of a snapshot of its own
    IteratorOptions range;
    Model model;
  };
  std::vector<Reader> readers;
  for (int step = 0; step < 20'000; ++step) {
    write_randomly();
    if (random_() % 4 == 0) {
      Reader reader{
          .snapshot = random_() % 2 ? store_.snapshot() : nullptr, .iterator = {}, .range = {}, .model = now_};
      reader.range = random_range(reader.snapshot.get());
      reader.iterator = store_.iterate(reader.range);
      readers.push_back(std::move(reader));
    }
    expect_point(random_key(), now_, nullptr);
    if (readers.empty() || random_() % 4 != 0) continue;
    Reader& reader = readers[random_() % readers.size()];
    expect_rows(*reader.iterator, reader.model, reader.range);
    if (reader.snapshot) {
      expect_point(random_key(), reader.model, reader.snapshot.get());
      const IteratorOptions range = random_range(reader.snapshot.get());
      expect_rows(*store_.iterate(range), reader.model, range);
    }
    if (HasFatalFailure()) FAIL() << "step " << step;
    std::swap(reader, readers.back());
    readers.pop_back();
  }
}

// Rows that snapshots kept are freed with the snapshots, and so are the markers of erased keys.
TEST(MemoryStoreRows, forget_what_nobody_sees) {
  Rows rows;
  const auto write = [&](std::uint64_t version, const char* key, bool erase, Rows::NewestPinned newest) {
    rows.write(erase ? Row::erased(version, key) : Row::put(version, key, Batch::Value("v")), newest);
  };
  write(1, "a", false, {});
  write(2, "b", false, {});
  write(3, "a", false, 2);  // a reader at 2 sees the first
  write(4, "b", true, 2);
  write(5, "a", true, 2);
  EXPECT_EQ(rows.past_size(), 2u);
  EXPECT_EQ(rows.size(), 2u);
  EXPECT_NE(rows.find("a", 2), nullptr);
  EXPECT_EQ(rows.find("a", 5), nullptr);
  rows.forget(2, 10);
  EXPECT_EQ(rows.past_size(), 2u);
  rows.forget(3, 10);
  EXPECT_EQ(rows.past_size(), 1u);
  rows.forget({}, 10);
  EXPECT_EQ(rows.past_size(), 0u);
  EXPECT_EQ(rows.size(), 0u);
}

// A batch changes both keys. Readers that never pause must see them equal, and must not keep the writer out.
TEST(MemoryStoreThreads, see_whole_batches) {
  MemoryStore store;
  const auto write = [&](int value) {
    Batch batch;
    batch.put("first", std::to_string(value));
    for (int i = 0; i < 20; ++i) batch.put("key" + std::to_string(i), std::to_string(value));
    batch.put("last", std::to_string(value));
    ASSERT_TRUE(store.write(batch, Store::Sync::No));
  };
  write(0);
  std::atomic<bool> done = false, torn = false;
  std::vector<std::jthread> readers;
  for (int i = 0; i < 4; ++i)
    readers.emplace_back([&] {
      while (!done) {
        const auto iterator = store.iterate({});
        const std::string value(iterator->value());
        for (; iterator->valid(); iterator->next())
          if (iterator->value() != value) torn = true;
        store.get("first", {}).value();
      }
    });
  for (int value = 1; value <= 2'000; ++value) write(value);
  done = true;
  readers.clear();
  EXPECT_FALSE(torn);
}

}  // namespace memory_store_test
}  // namespace partita::storage
