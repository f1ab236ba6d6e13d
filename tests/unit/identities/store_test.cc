// The store's file: its contents survive reopenings and failed changes, damage is refused, and a copy has no secret.
#include "identities/store.h"

#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "base/base64.h"
#include "identities/changes.h"
#include "identities/document.h"
#include "identities/master_key_file.h"
#include "support/temporary_directory.h"

namespace partita::identities {
namespace store_test {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kPolicy = R"({"Statement": {"Effect": "Allow", "Action": "dynamodb:*", "Resource": "*"}})";
constexpr const char* kTrust =
    R"({"Statement": {"Effect": "Allow", "Action": "sts:AssumeRole", "Principal": {"AWS": "111111111111"}}})";

std::string read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

void write(const std::string& path, const std::string& text, mode_t mode = 0600) {
  std::ofstream(path, std::ios::binary) << text;
  ASSERT_EQ(chmod(path.c_str(), mode), 0);
}

class StoreTest : public testing::Test {
 protected:
  StoreTest() { mkdir(data_.c_str(), 0700); }

  std::unique_ptr<Store> open(Opener opener = Opener::Command) {
    auto store = Store::open(data_, "", opener);
    EXPECT_TRUE(store) << store.error();
    return store ? std::move(*store) : nullptr;
  }
  std::string open_fault() {
    const auto store = Store::open(data_, "", Opener::Command);
    return store ? "" : store.error();
  }
  // Makes alice with a key, and returns the secret.
  static KeyWithSecret add_alice(Store& store) {
    KeyWithSecret made;
    const auto done = store.change([&](Contents& contents, const MasterKey& master) -> Done {
      User& alice = **create_user(**account_for(contents, "111111111111"), {.name = "alice"}, 1000);
      made = *create_key(alice.keys, master, std::nullopt, 2000);
      return {};
    });
    EXPECT_TRUE(done) << done.error();
    return made;
  }

  const test::TemporaryDirectory directory_;
  const std::string data_ = directory_ / "data", file_ = data_ + "/identities", key_file_ = data_ + ".key";
};

TEST_F(StoreTest, IsEmptyAndMakesNoFileBeforeTheFirstChange) {
  EXPECT_TRUE(open()->contents().accounts.empty());
  EXPECT_FALSE(exists(file_));
  EXPECT_FALSE(exists(key_file_));
  add_alice(*open());
  for (const std::string& path : {file_, key_file_}) {
    struct stat facts {};
    ASSERT_EQ(stat(path.c_str(), &facts), 0) << path;
    EXPECT_EQ(facts.st_mode & 07777, 0600u) << path;
  }
}

TEST_F(StoreTest, KeepsEverythingOverAReopening) {
  const auto fill = [](Contents& contents, const MasterKey& master) -> Done {
    Account& account = **account_for(contents, "111111111111");
    EXPECT_TRUE(create_group(account, "staff", "/", 1));
    User& user = **create_user(account, {.name = "alice", .path = "/team/"}, 2);
    user.tags = {{"color", "r\"ed\n\x01\xC3\xA9"}};  // with all kinds of characters that need an escape or none
    EXPECT_TRUE(put_policy(user.policies, "all", "p", kPolicy, 2048));
    EXPECT_TRUE(set_boundary(user.boundary, "b", kPolicy));
    EXPECT_TRUE(add_to_group(account, "staff", "alice"));
    EXPECT_TRUE(create_key(user.keys, master, 5000, 3));
    user.keys[0].disabled = true;
    EXPECT_TRUE(create_role(account, {.name = "app", .trust = kTrust, .max_session_s = 7200, .tags = {{"a", "b"}}}, 4));
    EXPECT_TRUE(create_key((**account_for(contents, "000000000000")).root_keys, master, std::nullopt, 5));
    return {};
  };
  std::string before;
  {
    const auto store = open();
    ASSERT_TRUE(store->change(fill));
    before = document_of(store->contents());
    EXPECT_THAT(before, HasSubstr(R"({"name":"color","value":"r\"ed\u000a\u0001é"})"));
  }
  const Contents after = open()->contents();
  EXPECT_EQ(document_of(after), before);
  ASSERT_EQ(after.accounts.size(), 2u);
  EXPECT_EQ(after.accounts[0].id, "000000000000");
  const User& alice = after.accounts[1].users[0];
  EXPECT_EQ(alice.tags[0].second, "r\"ed\n\x01\xC3\xA9");
  EXPECT_EQ(alice.policies[0].document, kPolicy);
  EXPECT_EQ(alice.keys[0].expires_ms, 5000);
  EXPECT_TRUE(alice.keys[0].disabled);
  EXPECT_EQ(after.accounts[1].roles[0].max_session_s, 7200);
}

TEST_F(StoreTest, ACopyOfTheDirectoryHasNoSecret) {
  const KeyWithSecret made = add_alice(*open());
  const std::string text = read(file_);
  EXPECT_THAT(text, HasSubstr(made.id));
  EXPECT_THAT(text, Not(HasSubstr(made.secret)));
  std::filesystem::remove(key_file_);
  EXPECT_THAT(open_fault(), HasSubstr("the master key of " + file_ + " is missing; bring the key file back"));
  write(key_file_, std::string(64, '0') + "\n");
  EXPECT_THAT(open_fault(), HasSubstr("this is not the master key of " + file_));
}

TEST_F(StoreTest, AFaultyKeyFileIsRefused) {
  add_alice(*open());
  const std::string good = read(key_file_);
  write(key_file_, good, 0640);
  EXPECT_THAT(open_fault(), HasSubstr("the file's mode is 0640"));
  write(key_file_, good.substr(1));
  EXPECT_THAT(open_fault(), HasSubstr("a master key has 64 hexadecimal digits"));
  write(key_file_, "\n");
  EXPECT_THAT(open_fault(), HasSubstr("the file has no master key"));
  write(key_file_, good);
  EXPECT_EQ(open_fault(), "");
}

TEST_F(StoreTest, EachDamageOfTheFileIsAnError) {
  add_alice(*open());
  const std::string good = read(file_);
  for (std::size_t i = 0; i < good.size(); ++i) {
    std::string damaged = good;
    damaged[i] = static_cast<char>(damaged[i] ^ 1);
    write(file_, damaged);
    EXPECT_NE(open_fault(), "") << i;
  }
  for (const std::size_t size : {std::size_t{0}, std::size_t{10}, good.size() / 2, good.size() - 1}) {
    write(file_, good.substr(0, size));
    EXPECT_THAT(open_fault(), HasSubstr("the file is damaged")) << size;
  }
  std::string newer = good;
  newer.replace(newer.find(" 1 "), 3, " 2 ");
  write(file_, newer);
  EXPECT_THAT(open_fault(), HasSubstr("written by a newer Partita, in the format 2"));
}

TEST_F(StoreTest, AChangeThatFailsLeavesEverything) {
  const auto store = open();
  add_alice(*store);
  const std::string before = read(file_);
  const auto done = store->change([](Contents& contents, const MasterKey&) -> Done {
    contents.accounts.clear();
    return refuse("no");
  });
  EXPECT_EQ(done.error(), "no");
  EXPECT_EQ(store->contents().accounts.size(), 1u);
  EXPECT_EQ(read(file_), before);
  // The folder of the temporary file's name makes the writing fail.
  std::filesystem::create_directory(file_ + ".new");
  const auto cannot = store->change([](Contents& contents, const MasterKey&) -> Done {
    contents.accounts.clear();
    return {};
  });
  EXPECT_THAT(cannot.error(), HasSubstr("the file cannot be written"));
  EXPECT_EQ(store->contents().accounts.size(), 1u);
  EXPECT_EQ(read(file_), before);
}

TEST_F(StoreTest, CommandsWaitForEachOtherAndNotForAServer) {
  auto first = open();
  std::thread second([&] { add_alice(*open()); });
  first.reset();
  second.join();
  EXPECT_EQ(open()->contents().accounts.size(), 1u);
  const auto server = open(Opener::Server);
  EXPECT_THAT(open_fault(), HasSubstr("a running server has the identities of this directory; give the socket"));
}

TEST_F(StoreTest, ALockThatIsALinkIsRefused) {
  const std::string lock = file_ + ".lock", victim = directory_ / "victim";
  write(victim, "precious");
  ASSERT_EQ(symlink(victim.c_str(), lock.c_str()), 0);
  EXPECT_THAT(open_fault(), HasSubstr("the lock is a symbolic link"));
  std::filesystem::remove(lock);
  ASSERT_EQ(link(victim.c_str(), lock.c_str()), 0);
  EXPECT_THAT(open_fault(), HasSubstr("the lock is not a regular file with one name"));
  EXPECT_EQ(read(victim), "precious");
  std::filesystem::remove(lock);
  EXPECT_EQ(open_fault(), "");
}

// A server without root must be able to use the files that root's commands leave, and root those of that server. Only
// root can give files away, so for others the owner of the directory is the user that runs this test.
TEST_F(StoreTest, RootWorksForTheOwnerOfTheDirectory) {
  const bool is_root = geteuid() == 0;
  const uid_t owner = is_root ? 12345 : geteuid();
  const auto owner_of = [](const std::string& path) {
    struct stat facts {};
    EXPECT_EQ(stat(path.c_str(), &facts), 0) << path;
    return facts.st_uid;
  };
  ASSERT_EQ(chown(data_.c_str(), owner, is_root ? owner : getegid()), 0);
  add_alice(*open());
  for (const std::string& path : {file_, file_ + ".lock", key_file_}) EXPECT_EQ(owner_of(path), owner) << path;
  {
    const auto store = open();
    ASSERT_TRUE(store);
    EXPECT_EQ(store->contents().accounts.size(), 1u);
    EXPECT_TRUE(store->change_master_key());
  }
  EXPECT_EQ(owner_of(key_file_), owner);
  if (!is_root) return;
  ASSERT_EQ(chown(file_.c_str(), owner + 1, owner), 0);
  EXPECT_THAT(open_fault(), HasSubstr("the file belongs to another user"));
}

TEST_F(StoreTest, NoChangeOfManyCommandsIsLost) {
  constexpr int kThreads = 4, kEach = 10;
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t)
    threads.emplace_back([this, t] {
      for (int i = 0; i < kEach; ++i) {
        const auto store = open();
        const auto done = store->change([&](Contents& contents, const MasterKey&) -> Done {
          Account& account = **account_for(contents, "111111111111");
          EXPECT_TRUE(create_group(account, "g" + std::to_string(t * kEach + i), "/", 0));
          return {};
        });
        EXPECT_TRUE(done) << done.error();
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(open()->contents().accounts[0].groups.size(), std::size_t{kThreads * kEach});
}

TEST_F(StoreTest, AnotherMasterKeyKeepsTheSecrets) {
  const auto store = open();
  const KeyWithSecret made = add_alice(*store);
  const std::string old_key = read(key_file_), old_file = read(file_);
  ASSERT_TRUE(store->change_master_key());
  EXPECT_NE(read(key_file_), old_key);
  const auto secret_in = [&](const Store& from) {
    const StoredKey key = from.contents().accounts[0].users[0].keys[0];
    return open_sealed(secret_sealing_key(from.master_key()), key.id, *base::decode_base64(key.sealed_secret));
  };
  EXPECT_EQ(secret_in(*store), made.secret);
  // After a crash the key file has both keys, and the store's file is the old one or the new one.
  const std::string both = read(key_file_) + old_key, new_file = read(file_);
  for (const std::string& file : {old_file, new_file}) {
    write(key_file_, both);
    write(file_, file);
    ASSERT_TRUE(store->reload());
    EXPECT_EQ(secret_in(*store), made.secret);
  }
}

TEST_F(StoreTest, ReloadKeepsTheContentsIfTheFileIsWrongOrGone) {
  const auto store = open();
  EXPECT_TRUE(store->reload());
  add_alice(*store);
  write(file_, "nonsense");
  EXPECT_THAT(store->reload().error(), HasSubstr("the file is damaged"));
  std::filesystem::remove(file_);
  EXPECT_THAT(store->reload().error(), HasSubstr("the file is gone"));
  EXPECT_EQ(store->contents().accounts.size(), 1u);
}

TEST_F(StoreTest, AFileThatIsGoneIsNotBegunAnew) {
  add_alice(*open());
  ASSERT_EQ(unlink((data_ + "/identities").c_str()), 0);
  EXPECT_THAT(open_fault(), HasSubstr("identities: the file is missing, and with it all users and keys"));
  ASSERT_EQ(unlink((data_ + "/identities.lock").c_str()), 0);
  EXPECT_EQ(open_fault(), "");
}

TEST_F(StoreTest, InMemoryItKeepsNoFile) {
  const auto store = Store::in_memory();
  add_alice(*store);
  EXPECT_EQ(store->contents().accounts.size(), 1u);
  EXPECT_FALSE(store->has_file());
  EXPECT_TRUE(store->change_master_key());
  EXPECT_TRUE(store->reload());
}

TEST(KeyFile, LiesBesideTheDirectory) {
  EXPECT_EQ(default_key_file("/var/lib/shop"), "/var/lib/shop.key");
  EXPECT_EQ(default_key_file("/var/lib/shop/"), "/var/lib/shop.key");
  EXPECT_EQ(default_key_file("/var/lib/x/../shop/."), "/var/lib/shop.key");
  EXPECT_EQ(default_key_file("shop"), (std::filesystem::current_path() / "shop.key").string());
}

}  // namespace store_test
}  // namespace partita::identities
