// Compares search with a walk through all favourites.
#include <random>

#include "favorites/words.h"
#include "systems/favorites_fixture.h"

namespace favorites {
namespace favorites_search_test {

constexpr int kFavorites = 400;
constexpr int kTimes = 60;  // so few that many are clipped in the same millisecond

// Has words of every frequency, from one in every title to one in few of them.
std::string random_title(std::mt19937& random) {
  std::string title = "all";
  const std::pair<const char*, unsigned> words[] = {{"half", 2}, {"third", 3}, {"tenth", 10}, {"rare", 50}};
  for (const auto& [word, one_in] : words)
    if (random() % one_in == 0) title += std::string(" ") + word;
  return title;
}

std::vector<std::string> expected(std::vector<Favorite> favorites, const std::string& text) {
  std::sort(favorites.begin(), favorites.end(), [](const Favorite& a, const Favorite& b) {
    return std::pair(a.clipTime, a.dataId) > std::pair(b.clipTime, b.dataId);
  });
  const auto wanted = words_of(text).value();
  std::vector<std::string> found;
  for (const Favorite& one : favorites) {
    const auto words = words_of(one.title).value();
    if (std::includes(words.begin(), words.end(), wanted.begin(), wanted.end())) found.push_back(one.dataId);
  }
  return found;
}

TEST_F(FavoritesTest, SearchFindsWhatHasAllWordsPageByPage) {
  std::mt19937 random(1);
  std::vector<Favorite> favorites;
  for (int n = 0; n < kFavorites; ++n) {
    favorites.push_back(
        favorite("d" + std::to_string(n), random_title(random), static_cast<int>(random() % kTimes), DataType::Note));
    ASSERT_TRUE(repository.clip(favorites.back()));
  }
  for (const char* text :
       {"all", "rare", "half third", "all rare", "half third tenth", "all half third tenth rare", "none", "all none"}) {
    for (const std::size_t take : {1u, 7u, 1000u}) {
      std::vector<std::string> found;
      std::optional<SearchPosition> after;
      do {
        const auto page = repository.search("U1", text, take, after).value();
        EXPECT_LE(page.items.size(), take);
        EXPECT_TRUE(!page.next || page.items.size() == take);
        for (const Favorite& one : page.items) found.push_back(one.dataId);
        after = page.next;
      } while (after);
      EXPECT_EQ(found, expected(favorites, text)) << text << ", pages of " << take;
    }
  }
}

}  // namespace favorites_search_test
}  // namespace favorites
