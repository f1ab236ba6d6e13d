// The versions of items and restores to them: random histories against maps, on disk and in memory.
#include <random>

#include "storage/open_store.h"
#include "support/temporary_directory.h"
#include "unit/engine/versioned_items.h"

namespace partita::engine {
namespace item_versions_test {

class RandomVersions : public ItemVersionsTest {
 protected:
  using ItemVersionsTest::ItemVersionsTest;
  void write_random_history(std::mt19937& random);
  void compare_lists(const std::string& name, std::mt19937& random);
  void compare_restores(const std::string& name, std::mt19937& random);
  void compare_random_history();
};

void RandomVersions::write_random_history(std::mt19937& random) {
  const auto name = [&] { return "k" + std::to_string(random() % 6); };
  const auto value = [&] { return std::to_string(random() % 4); };
  for (int i = 0; i < 4; ++i) put(name(), value());
  enable();
  for (int step = 0; step < 150; ++step) {
    later(random() % 15 == 0 ? kDay / 2 : 1 + random() % 3000);
    std::map<std::string, std::optional<std::string>> several;
    for (int i = 0; i < 3; ++i) several[name()] = random() % 3 == 0 ? std::nullopt : std::optional(value());
    switch (random() % 10) {
      case 0:
        batch(several);
        break;
      case 1:
        transact(several);
        break;
      case 2:
        expire(name());
        break;
      case 3:
      case 4:
        erase(name());
        break;
      default:
        put(name(), value());
    }
    if (step != 40) continue;
    // Off and on again. A backup keeps the entries of before, and the gap is in the history too.
    ASSERT_TRUE(engine_.create_backup({.table_name = "items", .backup_name = "backup"}));
    enable(false);
    put("k0", "in the gap");
    later(5000);
    enable();
  }
  later(1000);
}

void RandomVersions::compare_lists(const std::string& name, std::mt19937& random) {
  const std::vector<Version> wanted = expected(name);
  std::vector<Version> newest_first = wanted;
  std::ranges::reverse(newest_first);
  for (const OptionalInteger limit : {OptionalInteger(), OptionalInteger(1), OptionalInteger(3)}) {
    EXPECT_EQ(seen(list({.key = key(name), .limit = limit, .scan_index_forward = true})), wanted);
    EXPECT_EQ(seen(list({.key = key(name), .limit = limit})), newest_first);
  }
  if (wanted.empty()) return;
  // A span that begins at a version and ends before another one.
  const std::size_t from = random() % wanted.size(), to = from + random() % (wanted.size() - from);
  if (wanted[from].time_ms == 0) return;
  std::vector<Version> inside(wanted.begin() + std::ptrdiff_t(from), wanted.begin() + std::ptrdiff_t(to));
  const auto before = std::ranges::find(versions_[name], wanted[from]) - 1;
  if (before->value) inside.insert(inside.begin(), {0, before->value});
  EXPECT_EQ(seen(list({.key = key(name),
                       .start_time = double(wanted[from].time_ms) / 1000,
                       .end_time = double(wanted[to].time_ms) / 1000,
                       .scan_index_forward = true})),
            inside);
}

void RandomVersions::compare_restores(const std::string& name, std::mt19937& random) {
  for (const ItemVersion& version : list({.key = key(name)})) {
    if (!version.sequence_number || random() % 4 != 0) continue;
    const auto& [before, after] = states_.at({name, seen(version).time_ms});
    EXPECT_EQ(restored_before(*version.sequence_number), before);
    EXPECT_EQ(restored_after(*version.sequence_number), after);
  }
  for (const std::optional<std::string>& goal : {std::optional<std::string>("2"), std::optional<std::string>()}) {
    std::vector<std::int64_t> times;
    const auto& all = versions_[name];
    for (std::size_t at = 1; at < all.size(); ++at)
      if (all[at].value == goal && all[at - 1].value != goal) times.push_back(all[at].time_ms);
    auto request = became(name, goal);
    if (times.empty()) {
      EXPECT_EQ(refusal(request).code, ErrorCode::InvalidRestoreTimeException);
      continue;
    }
    EXPECT_EQ(restored(request), states_.at({name, times.back()}).first);
    request.before_item->scan_index_forward = true;
    EXPECT_EQ(restored(request), states_.at({name, times.front()}).first);
    request.before_item->scan_index_forward = false;
    request.before_item->end_time = double(times.back()) / 1000;
    if (times.size() > 1) {
      EXPECT_EQ(restored(request), states_.at({name, times[times.size() - 2]}).first);
    } else {
      EXPECT_EQ(refusal(request).code, ErrorCode::InvalidRestoreTimeException);
    }
  }
}

void RandomVersions::compare_random_history() {
  const auto seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  write_random_history(random);
  for (int i = 0; i < 7; ++i) {
    const std::string name = "k" + std::to_string(i);
    SCOPED_TRACE(name);
    compare_lists(name, random);
    compare_restores(name, random);
  }
}

TEST_F(RandomVersions, in_memory) { compare_random_history(); }

struct OwnDirectory {
  const test::TemporaryDirectory directory;
};
class RandomVersionsOnDisk : private OwnDirectory, public RandomVersions {
 protected:
  RandomVersionsOnDisk() : RandomVersions(storage::open_store(directory / "data", {}).value()) {}
};

TEST_F(RandomVersionsOnDisk, on_disk) { compare_random_history(); }

}  // namespace item_versions_test
}  // namespace partita::engine
