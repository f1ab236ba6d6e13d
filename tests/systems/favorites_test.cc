// Tests of the favourites beyond their access patterns: the keys of the article "Design of AWS DynamoDB actual combat
// table", times, titles and history.
#include "favorites/words.h"
#include "systems/favorites_fixture.h"

namespace favorites {
namespace favorites_test {

using partita::ErrorCode;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;
using testing::UnorderedElementsAre;

template <class T>
std::vector<std::string> ids(const T& page) {
  std::vector<std::string> out;
  for (const auto& item : page.items) out.push_back(item.dataId);
  return out;
}
std::vector<std::string> names(const std::vector<Tag>& tags) {
  std::vector<std::string> out;
  for (const Tag& tag : tags) out.push_back(tag.tagName);
  return out;
}

TEST(FavoritesWords, AreThoseOfTheLanguageFolded) {
  EXPECT_THAT(words_of("The Quick-brown FOX, the fox").value(), ElementsAre("brown", "fox", "quick", "the"));
  EXPECT_THAT(words_of("Straße ＡＢＣ 3.14").value(), ElementsAre("3.14", "abc", "strasse"));
  EXPECT_THAT(words_of("我喜欢北京烤鸭").value(), UnorderedElementsAre("我", "喜欢", "北京", "烤鸭"));
  EXPECT_THAT(words_of("ภาษาไทย").value(), UnorderedElementsAre("ภาษา", "ไทย"));
  EXPECT_THAT(words_of(" - ?! ").value(), IsEmpty());
  EXPECT_THAT(words_of("").value(), IsEmpty());
  EXPECT_EQ(words_of(std::string(1000, 'a')).value().front().size(), 64u);
  EXPECT_FALSE(words_of("\xff"));
}

TEST_F(FavoritesTest, KeysAreTheDocumentsByteForByte) {
  ASSERT_TRUE(repository.clip(favorite("d1", "Crane", 0, DataType::ChatRecord)));
  ASSERT_TRUE(repository.create_tag(tag("t1", "travel", 1'633'844'728'003)));
  ASSERT_TRUE(repository.add_tag("U1", "d1", "t1"));
  const auto stored = [&](const char* pk, const char* sk) {
    std::map<std::string, std::string> keys;
    partita::GetItemRequest get{.table_name = "develop.Favorite"};
    get.key = partita::AttributeMap{{"pk", partita::AttributeValue(std::string(pk))},
                                    {"sk", partita::AttributeValue(std::string(sk))}};
    const auto item = database->get_item(std::move(get)).value().item;
    if (!item) return keys;
    for (const char* name : {"gsiOnePk", "gsiOneSk", "gsiTwoPk", "gsiTwoSk", "lsiOneSk", "lsiTwoSk", "lsiThreeSk",
                             "dataType", "clipTime", "type"})
      if (const auto value = item->get(name)) keys[name] = std::string(value->s());
    return keys;
  };
  const std::string clipped = "2020-09-13T12:26:40.000Z";
  EXPECT_THAT(stored("FavoriteData#U1", "d1"),
              ElementsAre(Pair("clipTime", clipped), Pair("dataType", "CHAT_RECORD"),
                          Pair("gsiOnePk", "FavoriteData#U1#chat_record"), Pair("gsiOneSk", clipped + "#d1"),
                          Pair("lsiTwoSk", clipped + "#d1")));
  EXPECT_THAT(stored("Tag#U1", "t1"), ElementsAre(Pair("lsiOneSk", "travel"), Pair("lsiThreeSk", "1633844728003"),
                                                  Pair("lsiTwoSk", "1633844728003")));
  EXPECT_THAT(stored("FavoriteDataTag#U1#d1", "t1"),
              ElementsAre(Pair("clipTime", clipped), Pair("dataType", "CHAT_RECORD"),
                          Pair("gsiOnePk", "FavoriteDataTag#U1#t1"), Pair("gsiOneSk", clipped + "#d1"),
                          Pair("gsiTwoPk", "FavoriteDataTag#U1#t1#chat_record"), Pair("gsiTwoSk", clipped + "#d1")));
}

TEST_F(FavoritesTest, TimesSortAsNumbersDo) {
  const Milliseconds before_2001 = 999'999'999'999;
  ASSERT_TRUE(repository.create_tag(tag("t1", "old", before_2001)));
  ASSERT_TRUE(repository.create_tag(tag("t2", "new", before_2001 + 1)));
  ASSERT_TRUE(repository.create_tag(tag("t3", "oldest", 5)));
  EXPECT_THAT(names(repository.tags("U1", TagOrder::NewestFirst).value()), ElementsAre("new", "old", "oldest"));
  EXPECT_THAT(names(repository.tags("U1", TagOrder::LastAccessedFirst).value()), ElementsAre("new", "old", "oldest"));
}

TEST_F(FavoritesTest, TheLastAccessNeverGoesBack) {
  ASSERT_TRUE(repository.create_tag(tag("t1", "travel")));
  ASSERT_TRUE(repository.list_tagged("U1", "t1"));
  const Milliseconds accessed = now.ms();
  now = now - std::chrono::seconds(5);
  ASSERT_TRUE(repository.list_tagged("U1", "t1"));
  EXPECT_EQ(repository.tags("U1", TagOrder::Name)->front().lastAccessTime, accessed);
}

TEST_F(FavoritesTest, ATitleKeepsItsWordsRight) {
  ASSERT_TRUE(repository.clip(favorite("d1", "red crane")));
  ASSERT_TRUE(repository.clip(favorite("d2", "red lake", 1)));
  ASSERT_TRUE(repository.retitle("U1", "d1", "Crane, blue"));
  EXPECT_THAT(ids(*repository.search("U1", "red")), ElementsAre("d2"));
  EXPECT_THAT(ids(*repository.search("U1", "CRANE blue")), ElementsAre("d1"));
  EXPECT_THAT(rows(), ElementsAre(Pair("FavoriteData", 2), Pair("FavoriteWord", 4)));
  EXPECT_EQ(repository.retitle("U1", "d9", "x").error().code, ErrorCode::ConditionalCheckFailedException);
  expect_verified();
}

TEST_F(FavoritesTest, ATitleOfTooManyWordsIsRefused) {
  std::string most, other;
  for (std::size_t n = 0; n < kMostTitleWords; ++n) {
    most += " a" + std::to_string(n);
    other += " b" + std::to_string(n);
  }
  EXPECT_EQ(repository.clip(favorite("d1", most + " more")).error().code, ErrorCode::ValidationException);
  ASSERT_TRUE(repository.clip(favorite("d1", most)));
  EXPECT_EQ(repository.retitle("U1", "d1", other + " more").error().code, ErrorCode::ValidationException);
  ASSERT_TRUE(repository.retitle("U1", "d1", other));
  EXPECT_THAT(ids(*repository.search("U1", other)), ElementsAre("d1"));
  EXPECT_EQ(rows()["FavoriteWord"], int(kMostTitleWords));
}

TEST_F(FavoritesTest, WhatIsUnclippedCanBeHadBackForAWhile) {
  const Favorite crane = favorite("d1", "crane");
  ASSERT_TRUE(repository.clip(crane));
  ASSERT_TRUE(repository.unclip("U1", "d1"));
  now = now + kUndoPeriod - std::chrono::seconds(1);
  const auto shown = repository.history("U1").value();
  ASSERT_EQ(shown.items.size(), 1u);
  EXPECT_EQ(shown.items[0].favorite, crane);
  EXPECT_EQ(shown.items[0].ttl, pt::epoch_seconds(at(1'000'000)) + kUndoPeriod);
  now = now + std::chrono::seconds(2);
  EXPECT_THAT(ids(*repository.history("U1")), IsEmpty());
  EXPECT_EQ(repository.undo("U1", "d1").error().code, ErrorCode::ConditionalCheckFailedException);
  ASSERT_TRUE(repository.clip(crane));
}

TEST_F(FavoritesTest, WhatWasClippedAnewIsNotUndone) {
  ASSERT_TRUE(repository.clip(favorite("d1", "old")));
  ASSERT_TRUE(repository.unclip("U1", "d1"));
  ASSERT_TRUE(repository.clip(favorite("d1", "new", 7)));
  EXPECT_EQ(repository.undo("U1", "d1").error().code, ErrorCode::ConditionalCheckFailedException);
  EXPECT_EQ(repository.get("U1", "d1").value()->title, "new");
  ASSERT_TRUE(repository.unclip("U1", "d1"));
  ASSERT_TRUE(repository.undo("U1", "d1"));
  EXPECT_EQ(repository.get("U1", "d1").value()->title, "new");
  EXPECT_THAT(rows(), ElementsAre(Pair("FavoriteData", 1), Pair("FavoriteWord", 1)));
}

TEST_F(FavoritesTest, ATagDeletedInTheMeantimeStaysDeleted) {
  for (const char* id : {"t1", "t2"}) ASSERT_TRUE(repository.create_tag(tag(id, id)));
  ASSERT_TRUE(repository.clip(favorite("d1", "")));
  for (const char* id : {"t1", "t2"}) ASSERT_TRUE(repository.add_tag("U1", "d1", id));
  ASSERT_TRUE(repository.unclip("U1", "d1"));
  ASSERT_TRUE(repository.delete_tag("U1", "t1"));
  ASSERT_TRUE(repository.undo("U1", "d1"));
  EXPECT_THAT(names(repository.tags_of("U1", "d1").value()), ElementsAre("t2"));
  EXPECT_THAT(rows(), ElementsAre(Pair("FavoriteData", 1), Pair("FavoriteDataTag", 1), Pair("Tag", 1)));
}

TEST_F(FavoritesTest, PagesUnderATagFollowEachOther) {
  ASSERT_TRUE(repository.create_tag(tag("t1", "travel")));
  for (int n = 0; n < 7; ++n) {
    const std::string id = "d" + std::to_string(n);
    ASSERT_TRUE(repository.clip(favorite(id, "", n)));
    ASSERT_TRUE(repository.add_tag("U1", id, "t1"));
  }
  const auto one = repository.list_tagged("U1", "t1", {4}).value();
  EXPECT_THAT(ids(one), ElementsAre("d6", "d5", "d4", "d3"));
  const auto two = repository.list_tagged("U1", "t1", {4, one.token}).value();
  EXPECT_THAT(ids(two), ElementsAre("d2", "d1", "d0"));
  EXPECT_FALSE(two.token);
}

}  // namespace favorites_test
}  // namespace favorites
