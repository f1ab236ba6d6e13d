// The items of the article "Design of AWS DynamoDB actual combat table", as the article's classes map them. A program
// that does not use the model puts them.
#include "systems/favorites_fixture.h"

namespace favorites {
namespace favorites_document_test {

using partita::AttributeMap;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

const std::string kClipped = "2020-09-13T12:26:40.000Z";

AttributeMap tag_dto() {
  return {{"pk", "Tag#U1"},
          {"sk", "t1"},
          {"tagName", "travel"},
          {"createTime", 1'633'844'728'003},
          {"lastAccessTime", 1'633'844'728'004},
          {"lsiOneSk", "travel"},
          {"lsiTwoSk", "1633844728003"},
          {"lsiThreeSk", "1633844728004"}};
}
AttributeMap favorite_data_dto() {
  return {{"pk", "FavoriteData#U1"},
          {"sk", "d1"},
          {"creatorId", "friend"},
          {"title", "Crane"},
          {"thumbnailUrl", "small"},
          {"contentUrl", "url"},
          {"dataType", "IMAGE"},
          {"clipTime", kClipped},
          {"gsiOnePk", "FavoriteData#U1#image"},
          {"gsiOneSk", kClipped + "#d1"}};
}
AttributeMap favorite_data_tag_dto() {
  return {{"pk", "FavoriteDataTag#U1#d1"},
          {"sk", "t1"},
          {"clipTime", kClipped},
          {"dataType", "IMAGE"},
          {"gsiOnePk", "FavoriteDataTag#U1#t1"},
          {"gsiOneSk", kClipped + "#d1"},
          {"gsiTwoPk", "FavoriteDataTag#U1#t1#image"},
          {"gsiTwoSk", kClipped + "#d1"}};
}

class FavoritesDocument : public FavoritesTest {
 protected:
  void put(AttributeMap item) {
    partita::PutItemRequest request;
    request.table_name = "develop.Favorite";
    request.item = std::move(item);
    const auto done = database->put_item(std::move(request));
    ASSERT_TRUE(done) << done.error().message;
  }
  AttributeMap stored(const AttributeMap& item) {
    partita::GetItemRequest get;
    get.table_name = "develop.Favorite";
    get.key = AttributeMap{{"pk", *item.find("pk")}, {"sk", *item.find("sk")}};
    return database->get_item(std::move(get)).value().item->to_map();
  }
};

TEST_F(FavoritesDocument, ItsItemsVerifyWithoutAFindingAndAreRead) {
  for (const AttributeMap& item : {tag_dto(), favorite_data_dto(), favorite_data_tag_dto()}) put(item);
  const auto report = repository.db().verify().value();
  EXPECT_EQ(report.items, 3);
  EXPECT_THAT(report.findings, IsEmpty());

  const Favorite crane{"U1", "d1", "friend", "Crane", "small", "url", DataType::Image, at(0)};
  const Tag travel{"U1", "t1", "travel", 1'633'844'728'003, 1'633'844'728'004};
  EXPECT_EQ(repository.get("U1", "d1").value(), crane);
  EXPECT_THAT(repository.list_of_type("U1", DataType::Image).value().items, ElementsAre(crane));
  EXPECT_THAT(repository.tags("U1", TagOrder::NewestFirst).value(), ElementsAre(travel));
  EXPECT_THAT(repository.tags_of("U1", "d1").value(), ElementsAre(travel));
  EXPECT_THAT(repository.list_tagged("U1", "t1").value().items, ElementsAre(crane));
}

// The list of all types needs a key that the article's favourites lack.
TEST_F(FavoritesDocument, ItsFavouritesComeIntoTheListOfAllTypesWithAnUpgrade) {
  put(favorite_data_dto());
  EXPECT_THAT(repository.list("U1").value().items, IsEmpty());
  EXPECT_EQ(to_text(repository.db().plan_upgrade().value()), "develop.Favorite: rewrite 1 item\n");
  EXPECT_THAT(repository.db().upgrade().value().left, IsEmpty());
  EXPECT_THAT(repository.list("U1").value().items, SizeIs(1));
  AttributeMap wanted = favorite_data_dto();
  wanted.set("lsiTwoSk", kClipped + "#d1");
  EXPECT_EQ(stored(wanted), wanted);
  EXPECT_THAT(repository.db().plan_upgrade().value().steps, IsEmpty());
}

TEST_F(FavoritesDocument, OursAreTheSameItems) {
  ASSERT_TRUE(repository.clip({"U1", "d1", "friend", "Crane", "small", "url", DataType::Image, at(0)}));
  ASSERT_TRUE(repository.create_tag({"U1", "t1", "travel", 1'633'844'728'003, 1'633'844'728'004}));
  ASSERT_TRUE(repository.add_tag("U1", "d1", "t1"));
  AttributeMap clipped = favorite_data_dto();
  clipped.set("lsiTwoSk", kClipped + "#d1");
  EXPECT_EQ(stored(clipped), clipped);
  EXPECT_EQ(stored(tag_dto()), tag_dto());
  EXPECT_EQ(stored(favorite_data_tag_dto()), favorite_data_tag_dto());
}

}  // namespace favorites_document_test
}  // namespace favorites
