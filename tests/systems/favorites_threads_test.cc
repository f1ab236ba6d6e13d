// Many threads at once must neither lose nor double a change.
#include <atomic>
#include <random>
#include <thread>

#include "systems/favorites_fixture.h"

namespace favorites {
namespace favorites_threads_test {

using partita::ErrorCode;
using partita::Result;
using Rows = std::map<std::string, int>;

constexpr int kThreads = 8;
constexpr int kOwn = 20;
constexpr int kShared = 10;

class FavoritesThreads : public FavoritesTest {
 protected:
  template <class Work>
  static void in_threads(Work work) {
    std::vector<std::thread> threads;
    for (int n = 0; n < kThreads; ++n) threads.emplace_back(work, n);
    for (std::thread& thread : threads) thread.join();
  }
  // Whether the call succeeded. It may fail only because another thread was faster.
  static bool won(const Result<void>& done) {
    if (done) return true;
    EXPECT_EQ(done.error().code, ErrorCode::ConditionalCheckFailedException) << done.error().message;
    return false;
  }
  static std::string shared(int n) { return "shared" + std::to_string(n); }
};

TEST_F(FavoritesThreads, ClipAndTagWithoutLossAndDoubles) {
  ASSERT_TRUE(repository.create_tag(tag("t1", "all")));
  std::atomic<int> clipped = 0;
  in_threads([&](int thread) {
    for (int n = 0; n < kOwn; ++n) {
      const std::string id = std::to_string(thread) + "-" + std::to_string(n);
      EXPECT_TRUE(repository.clip(favorite(id, "own crane " + id, n)));
      EXPECT_TRUE(repository.add_tag("U1", id, "t1"));
    }
    for (int n = 0; n < kShared; ++n) {
      clipped += won(repository.clip(favorite(shared(n), "paper crane", n)));
      EXPECT_TRUE(repository.add_tag("U1", shared(n), "t1"));
    }
  });
  EXPECT_EQ(clipped, kShared);
  constexpr int kAll = kThreads * kOwn + kShared;
  auto counted = rows();
  EXPECT_EQ(counted["FavoriteData"], kAll);
  EXPECT_EQ(counted["FavoriteDataTag"], kAll);
  EXPECT_EQ(repository.list_tagged("U1", "t1", {1000})->items.size(), std::size_t(kAll));
  EXPECT_EQ(repository.search("U1", "crane", 1000)->items.size(), std::size_t(kAll));
  EXPECT_EQ(repository.search("U1", "paper", 1000)->items.size(), std::size_t(kShared));
  expect_verified();
}

TEST_F(FavoritesThreads, UnclipAndUndoOnceAltogether) {
  for (int n = 0; n < 5; ++n) ASSERT_TRUE(repository.create_tag(tag("t" + std::to_string(n), "tag")));
  ASSERT_TRUE(repository.clip(favorite("d1", "paper crane")));
  for (int n = 0; n < 5; ++n) ASSERT_TRUE(repository.add_tag("U1", "d1", "t" + std::to_string(n)));
  for (int round = 0; round < 10; ++round) {
    std::atomic<int> winners = 0;
    in_threads([&](int) { winners += won(repository.unclip("U1", "d1")); });
    EXPECT_GE(winners, 1);
    EXPECT_EQ(rows(), (Rows{{"FavoriteHistory", 1}, {"Tag", 5}}));
    winners = 0;
    in_threads([&](int) { winners += won(repository.undo("U1", "d1")); });
    EXPECT_GE(winners, 1);
    EXPECT_EQ(rows(), (Rows{{"FavoriteData", 1}, {"FavoriteDataTag", 5}, {"FavoriteWord", 2}, {"Tag", 5}}));
  }
  expect_verified();
}

// In any order of the calls, the words must be those of the title, and only favourites may have tags, and only tags
// that exist.
TEST_F(FavoritesThreads, AnythingAtOnceLeavesConsistentRows) {
  for (int n = 0; n < 3; ++n) ASSERT_TRUE(repository.create_tag(tag("t" + std::to_string(n), "tag")));
  in_threads([&](int thread) {
    std::mt19937 random(static_cast<unsigned>(thread));
    for (int n = 0; n < 40; ++n) {
      const std::string item = "d" + std::to_string(random() % 2), tag_id = "t" + std::to_string(random() % 3);
      const std::string title = "word" + std::to_string(random() % 5) + " word" + std::to_string(random() % 5);
      switch (random() % 9) {
        case 0:
          won(repository.clip(favorite(item, title, static_cast<int>(random() % 3))));
          break;
        case 1:
          won(repository.unclip("U1", item));
          break;
        case 2:
          won(repository.undo("U1", item));
          break;
        case 3:
          won(repository.retitle("U1", item, title));
          break;
        case 4:
        case 5:
          won(repository.add_tag("U1", item, tag_id));
          break;
        case 6:
          won(repository.remove_tag("U1", item, tag_id));
          break;
        case 7:
          won(repository.delete_tag("U1", tag_id));
          break;
        case 8:
          won(repository.create_tag(tag(tag_id, "tag")));
          break;
      }
    }
  });
  ASSERT_TRUE(repository.resume("U1"));
  int words = 0, tagged = 0;
  const auto all = repository.list("U1").value();
  for (const Favorite& one : all.items) {
    words += one.title.substr(0, 5) == one.title.substr(6) ? 1 : 2;
    const auto found = repository.search("U1", one.title).value();
    EXPECT_NE(std::find(found.items.begin(), found.items.end(), one), found.items.end());
    tagged += static_cast<int>(repository.tags_of("U1", one.dataId)->size());
  }
  auto counted = rows();
  EXPECT_EQ(counted["FavoriteWord"], words);
  EXPECT_EQ(counted["FavoriteDataTag"], tagged);
  EXPECT_EQ(counted["FavoriteJob"], 0);
  expect_verified();
}

}  // namespace favorites_threads_test
}  // namespace favorites
