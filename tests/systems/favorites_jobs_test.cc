// Work that takes several transactions: on more rows than one transaction takes, and with a crash at every request.
#include "systems/favorites_fixture.h"

namespace favorites {
namespace favorites_jobs_test {

using partita::ErrorCode;
using partita::Result;
using Rows = std::map<std::string, int>;

constexpr int kMany = 250;

class FavoritesJobs : public FavoritesTest {
 protected:
  static std::string numbered(const char* letter, int n) { return letter + std::to_string(n); }

  // Makes a favourite "d0" with all tags t0, t1, ... and writes the rows as add_tag would.
  void make_favorite_with_tags(int count) {
    ASSERT_TRUE(repository.clip(favorite("d0", "paper crane")));
    std::vector<Tag> tags;
    std::vector<ItemTag> tagging;
    for (int n = 0; n < count; ++n) {
      tags.push_back(tag(numbered("t", n), "tag"));
      tagging.push_back({"U1", "d0", tags.back().tagId, DataType::Link, at(0)});
    }
    repository.db().replace_many(tags).value();
    repository.db().replace_many(tagging).value();
  }
  // Makes a tag "t0" of all favourites d0, d1, ...
  void make_tag_with_favorites(int count) {
    ASSERT_TRUE(repository.create_tag(tag("t0", "travel")));
    std::vector<Favorite> favorites;
    std::vector<ItemTag> tagging;
    for (int n = 0; n < count; ++n) {
      favorites.push_back(favorite(numbered("d", n), "", n));
      tagging.push_back({"U1", favorites.back().dataId, "t0", DataType::Link, favorites.back().clipTime});
    }
    repository.db().replace_many(favorites).value();
    repository.db().replace_many(tagging).value();
  }

  Rows clipped(int tags) {
    return {{"FavoriteData", 1}, {"FavoriteDataTag", tags}, {"FavoriteWord", 2}, {"Tag", tags}};
  }
  Rows unclipped(int tags) { return {{"FavoriteHistory", 1}, {"Tag", tags}}; }
};

TEST_F(FavoritesJobs, UnclipAndUndoTakeAnyNumberOfTags) {
  make_favorite_with_tags(kMany);
  ASSERT_TRUE(repository.unclip("U1", "d0"));
  EXPECT_EQ(rows(), unclipped(kMany));
  EXPECT_EQ(repository.history("U1")->items[0].tagIds.size(), std::size_t(kMany));
  ASSERT_TRUE(repository.undo("U1", "d0"));
  EXPECT_EQ(rows(), clipped(kMany));
  expect_verified();
}

TEST_F(FavoritesJobs, DeletingATagTakesAnyNumberOfFavorites) {
  make_tag_with_favorites(kMany);
  ASSERT_TRUE(repository.delete_tag("U1", "t0"));
  EXPECT_EQ(rows(), (Rows{{"FavoriteData", kMany}}));
}

// The way in which the work continues after a crash.
enum class Then { Resume, SameCall };

constexpr int kTagsOfCrashed = 130;

// The call crashes at its n-th request, which is lost or performed. Then another process continues. Either no part of
// the work or all of it must be done.
class FavoritesCrash : public FavoritesJobs,
                       public testing::WithParamInterface<std::tuple<std::string, int, bool, Then>> {
 protected:
  void prepare(const std::string& what) {
    if (what == "delete_tag") return make_tag_with_favorites(kTagsOfCrashed);
    make_favorite_with_tags(kTagsOfCrashed);
    if (what == "undo") {
      ASSERT_TRUE(repository.unclip("U1", "d0"));
    }
  }
  static Result<void> call(const std::string& what, Repository& on) {
    if (what == "delete_tag") return on.delete_tag("U1", "t0");
    return what == "undo" ? on.undo("U1", "d0") : on.unclip("U1", "d0");
  }
  Rows before(const std::string& what) {
    if (what == "delete_tag")
      return {{"FavoriteData", kTagsOfCrashed}, {"FavoriteDataTag", kTagsOfCrashed}, {"Tag", 1}};
    return what == "undo" ? unclipped(kTagsOfCrashed) : clipped(kTagsOfCrashed);
  }
  Rows after(const std::string& what) {
    if (what == "delete_tag") return {{"FavoriteData", kTagsOfCrashed}};
    return what == "undo" ? clipped(kTagsOfCrashed) : unclipped(kTagsOfCrashed);
  }
};

TEST_P(FavoritesCrash, LeavesNothingHalfDone) {
  const auto& [what, requests, carries_out, then] = GetParam();
  prepare(what);
  ASSERT_EQ(rows(), before(what));
  const auto crashing = std::make_shared<CrashingDatabase>(*database, requests, carries_out);
  Repository other = on(crashing);
  const auto outcome = call(what, other);
  EXPECT_EQ(outcome.has_value(), !crashing->crashed());
  const bool begun = rows() != before(what);
  if (then == Then::Resume) {
    ASSERT_TRUE(repository.resume("U1"));
    EXPECT_EQ(rows(), begun ? after(what) : before(what));
  } else {
    const bool done = rows() == after(what);
    const auto again = call(what, repository);
    EXPECT_EQ(again.has_value(), !done);
    EXPECT_EQ(rows(), after(what));
  }
  expect_verified();
}

INSTANTIATE_TEST_SUITE_P(AtEveryRequest, FavoritesCrash,
                         testing::Combine(testing::Values("unclip", "undo", "delete_tag"), testing::Range(0, 18),
                                          testing::Bool(), testing::Values(Then::Resume, Then::SameCall)),
                         [](const auto& test) {
                           return std::get<0>(test.param) + "_" + std::to_string(std::get<1>(test.param)) +
                                  (std::get<2>(test.param) ? "_carried_out" : "_lost") +
                                  (std::get<3>(test.param) == Then::Resume ? "_resumed" : "_called_again");
                         });

}  // namespace favorites_jobs_test
}  // namespace favorites
