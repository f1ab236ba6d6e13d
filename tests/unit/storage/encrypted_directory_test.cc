// Encrypted data directories: they are not readable without the key, keys are rotated, and damage is found.
#include "storage/encrypted_directory.h"

#include <algorithm>
#include <atomic>
#include <vector>

#include "storage/repair.h"
#include "storage/rocks/recovery/synced_files.h"
#include "support/encryption.h"
#include "unit/storage/damaged_directory.h"

namespace partita::storage {
namespace damage_test {

using test::some_keys;
using testing::Not;

using Keys = std::shared_ptr<const EncryptionKeys>;

class EncryptedDirectory : public Damage {
 protected:
  static StoreOptions with(const Keys& keys) {
    StoreOptions options = small_memtables();
    options.keys = keys;
    return options;
  }
  static StoreOptions of_existing(const Keys& keys) {
    StoreOptions options = with(keys);
    options.create_if_missing = false;
    return options;
  }
  void write(const Keys& keys, int from, int to) {
    auto store = open_store(path_, with(keys));
    ASSERT_TRUE(store) << store.error().message;
    write(**store, from, to);
  }
  static void write(Store& store, int from, int to) {
    for (int i = from; i < to; ++i) {
      Batch batch;
      batch.put(key(i), value(i));
      ASSERT_TRUE(store.write(batch, Store::Sync::Yes));
    }
  }
  // Whether the store opens with the keys and has all items and no damage.
  void expect_whole(const Keys& keys) {
    auto store = open_store(path_, of_existing(keys));
    ASSERT_TRUE(store) << store.error().message;
    EXPECT_EQ(missing_keys(**store, "none"), 0);
    const auto checked = (*store)->check_files();
    EXPECT_TRUE(checked) << checked.error().message;
  }
  // The files of the directory in which a part of a key or a value can be read.
  std::vector<std::string> readable_files() const {
    std::vector<std::string> out;
    for (const auto& [name, bytes] : contents_of(path_))
      for (const char* const text : {"k0000", "k0001", "k0039", "aaaaaaaa", "cccccccc", "xxxxxxxx", "MANIFEST-", ".log",
                                     "partita.sums", "leveldb"})
        if (name != "partita.format" && bytes.find(text) != bytes.npos) out.push_back(name + ": " + text);
    return out;
  }
  std::string format() const { return contents_of(path_).at("partita.format"); }
  // The ids of the keys that the files have. "" means files that are not encrypted.
  std::vector<std::string> ids() const {
    std::vector<std::string> out;
    const auto used = keys_in_use(path_);
    for (const KeyUse& use : used.value()) out.push_back(use.key_id ? text_of_key_id(*use.key_id) : std::string());
    std::ranges::sort(out);
    return out;
  }
  static std::string id_of(char digit) { return text_of_key_id(some_keys(std::string(1, digit))->current().id); }
  void expect_refused(const Keys& keys, std::string_view text) {
    const Contents before = contents_of(path_);
    for (const bool read_only : {false, true}) {
      StoreOptions options = of_existing(keys);
      options.read_only = read_only;
      const auto refused = open_store(path_, options);
      ASSERT_FALSE(refused);
      EXPECT_EQ(refused.error().code, ErrorCode::DataDirectoryUnreadable);
      EXPECT_THAT(refused.error().message, HasSubstr(std::string(text)));
      EXPECT_EQ(refused.error().message.find('\n'), std::string::npos);
    }
    EXPECT_EQ(contents_of(path_) == before, true) << "the refused directory has changed";
    const auto repaired = repair_data_directory(path_, DamagedTables::LeftOut, {}, keys);
    ASSERT_FALSE(repaired);
    EXPECT_THAT(repaired.error().message, HasSubstr(std::string(text)));
    EXPECT_EQ(contents_of(path_) == before, true) << "the refused directory was repaired";
  }
};

TEST_F(EncryptedDirectory, has_nothing_readable) {
  auto store = open_store(path_, with(some_keys())).value();
  write(*store, 0, kKeys);
  EXPECT_THAT(readable_files(), testing::IsEmpty());
  std::atomic<bool> stop = false;
  Batch batch;
  for (int i = 0; i < 3000; ++i) batch.put(fmt::format("x{:05}", i), std::string(1000, 'x'));
  ASSERT_TRUE(store->write(batch, Store::Sync::Yes));
  ASSERT_TRUE(store->discard("x", "y", stop));
  EXPECT_THAT(readable_files(), testing::IsEmpty());
  store.reset();
  EXPECT_THAT(readable_files(), testing::IsEmpty());
  EXPECT_EQ(format(), "partita data format 3\n");
  // Without a key the same texts are found, so the search is one that can find something.
  fs::remove_all(path_);
  write(nullptr, 0, kKeys);
  EXPECT_THAT(readable_files(), Not(testing::IsEmpty()));
}

TEST_F(EncryptedDirectory, is_read_by_who_has_the_key) {
  write(some_keys(), 0, kKeys);
  expect_whole(some_keys());
  StoreOptions options = of_existing(some_keys());
  options.read_only = true;
  auto reading = open_store(path_, options);
  ASSERT_TRUE(reading) << reading.error().message;
  EXPECT_EQ(missing_keys(**reading, "none"), 0);
}

TEST_F(EncryptedDirectory, is_refused_without_its_key) {
  write(some_keys("a"), 0, kKeys);
  expect_refused(nullptr, "is encrypted; give the file with its key (--encryption-key FILE");
  expect_refused(some_keys("bc"), fmt::format("is encrypted with the key {}, which keys does not have (it has {}, {}); "
                                              "give the file with that key",
                                              id_of('a'), id_of('b'), id_of('c')));
  expect_whole(some_keys("a"));
}

TEST_F(EncryptedDirectory, is_refused_without_its_key_though_its_format_file_was_replaced) {
  write(some_keys(), 0, kKeys);
  std::ofstream(path_ + "/partita.format") << "partita data format 2\n";
  expect_refused(nullptr, "is encrypted; give the file with its key");
}

TEST_F(EncryptedDirectory, may_begin_without_encryption) {
  write(nullptr, 0, kKeys / 2);
  EXPECT_EQ(format(), "partita data format 2\n");
  // A read-only opening does not change it.
  StoreOptions options = of_existing(some_keys());
  options.read_only = true;
  EXPECT_TRUE(open_store(path_, options));
  EXPECT_EQ(format(), "partita data format 2\n");
  std::string log;
  options = of_existing(some_keys());
  options.log = base::Log([&](base::Log::Level, std::string_view line) { log += line; });
  write(*open_store(path_, options).value(), kKeys / 2, kKeys);
  EXPECT_THAT(log, HasSubstr("are not encrypted and 0 have former keys; new files get the key " + id_of('a')));
  EXPECT_EQ(format(), "partita data format 3\n");
  EXPECT_EQ(ids(), (std::vector<std::string>{"", id_of('a')}));
  expect_refused(nullptr, "is encrypted; give the file with its key");
  expect_whole(some_keys());
  const auto rewritten = encrypt_with_current_key(path_, of_existing(some_keys()));
  ASSERT_TRUE(rewritten) << rewritten.error().message;
  EXPECT_EQ(ids(), std::vector<std::string>{id_of('a')});
  EXPECT_THAT(readable_files(), testing::IsEmpty());
  expect_whole(some_keys());
}

TEST_F(EncryptedDirectory, rotates_its_keys) {
  write(some_keys("a"), 0, kKeys / 2);
  write(some_keys("ba"), kKeys / 2, kKeys);
  EXPECT_THAT(ids(), testing::UnorderedElementsAre(id_of('a'), id_of('b')));
  expect_whole(some_keys("ba"));
  expect_refused(some_keys("b"), "is encrypted with the key " + id_of('a'));
  ASSERT_TRUE(encrypt_with_current_key(path_, of_existing(some_keys("ba"))));
  EXPECT_EQ(ids(), std::vector<std::string>{id_of('b')});
  expect_whole(some_keys("b"));
  // A former key may become the current one again.
  ASSERT_TRUE(encrypt_with_current_key(path_, of_existing(some_keys("ab"))));
  EXPECT_EQ(ids(), std::vector<std::string>{id_of('a')});
  expect_whole(some_keys("a"));
}

TEST_F(EncryptedDirectory, shows_its_keys_while_it_is_open) {
  auto store = open_store(path_, with(some_keys())).value();
  write(*store, 0, kKeys);
  EXPECT_EQ(ids(), std::vector<std::string>{id_of('a')});
  EXPECT_FALSE(encrypt_with_current_key(path_, of_existing(some_keys())));
  EXPECT_EQ(keys_in_use(directory_ / "none").error().code, ErrorCode::DataDirectoryUnreadable);
}

// The directory of a process that was killed, with logs, tables and a note.
class DamagedEncryptedDirectory : public EncryptedDirectory {
 protected:
  Contents killed() {
    auto store = open_store(source_, with(some_keys())).value();
    write(*store, 0, kKeys);
    for (;;) {
      Contents contents = contents_of(source_);
      std::uint64_t table_bytes = 0;
      int logs = 0, tables = 0;
      for (const auto& [name, bytes] : contents) {
        if (is_table(name)) table_bytes += bytes.size(), ++tables;
        if (name.ends_with(".log")) ++logs;
      }
      if (logs == 1 && table_bytes == store->statistics().file_bytes + 64 * std::uint64_t(tables)) return contents;
      std::this_thread::yield();
    }
  }
  // Whether the damage of the files is found: by a refused start or by the check of the files.
  bool is_found(const Contents& contents) {
    write_contents(path_, contents);
    StoreOptions options = of_existing(some_keys());
    options.read_only = true;
    const auto store = open_store(path_, options);
    return !store || !(*store)->check_files();
  }
};

TEST_F(DamagedEncryptedDirectory, finds_each_flipped_byte_of_a_header_and_some_of_the_body) {
  const Contents whole = killed();
  ASSERT_FALSE(is_found(whole));
  for (const auto& [name, bytes] : whole) {
    if (bytes.empty() || name == "IDENTITY" || name == "partita.format") continue;
    for (std::size_t at = 0; at < bytes.size(); at += at < 64 ? 1 : 1 + bytes.size() / 8) {
      // The rest of the note is filled up.
      if (name == kSyncedFileName && at > 150) continue;
      Contents damaged = whole;
      flip(damaged[name], at);
      EXPECT_TRUE(is_found(damaged)) << name << " at " << at;
    }
  }
}

TEST_F(DamagedEncryptedDirectory, is_repaired) {
  const Contents whole = killed();
  for (const auto& [name, bytes] : whole) {
    if (bytes.empty() || name == "LOCK" || name == "partita.format") continue;
    std::vector<Way> ways(std::begin(kWays), std::end(kWays));
    ways.push_back({"a flipped bit of the header", [](std::string& text) { flip(text, 40); }});
    for (const Way& way : ways) {
      SCOPED_TRACE(name + ": " + way.name);
      Contents damaged = whole;
      way.damage(damaged[name]);
      write_contents(path_, damaged);
      const auto report = repair_data_directory(path_, DamagedTables::LeftOut, {}, some_keys());
      ASSERT_TRUE(report) << report.error().message;
      auto store = open_store(path_, of_existing(some_keys()));
      ASSERT_TRUE(store) << store.error().message;
      const int missing = missing_keys(**store, "none");
      EXPECT_TRUE(missing == 0 || !report->lost.empty()) << missing << " keys are missing";
      EXPECT_TRUE(missing == 0 || name.ends_with(".log") || is_table(name)) << missing;
      // A note is never cut, so the bytes behind it stay.
      EXPECT_TRUE((*store)->check_files() || (name == kSyncedFileName && way.name == std::string("garbage follows")));
      store->reset();
      EXPECT_THAT(readable_files(), testing::IsEmpty());
    }
  }
}

}  // namespace damage_test
}  // namespace partita::storage
