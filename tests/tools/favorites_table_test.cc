// The template in the article "Design of AWS DynamoDB actual combat table" and the favourites' model must make the same
// table.
#include <gmock/gmock.h>
#include <partita/table_difference.h>

#include <cstdlib>

#include "favorites/model.h"
#include "served_database.h"

namespace partita {
namespace favorites_table_test {

using ::testing::IsEmpty;
using ::testing::UnorderedElementsAreArray;

class FavoritesTable : public ServedDatabase {
 protected:
  void SetUp() override {
    ASSERT_NO_FATAL_FAILURE(ServedDatabase::SetUp());
    const std::string create = std::string(PARTITA_COMMAND) +
                               " table create --from " PARTITA_TEMPLATE_DATA "/favorites.yml --endpoint " +
                               server_->url() + " >/dev/null";
    ASSERT_EQ(std::system(create.c_str()), 0);
  }

  favorites::Db model(const std::string& prefix) {
    return favorites::Db(std::shared_ptr<Database>(database_.get(), [](Database*) {}), {.table_prefix = prefix});
  }
  TableDescription described(const std::string& name) { return database_->describe_table({.table_name = name})->table; }
};

TEST_F(FavoritesTable, OfTheTemplateIsTheModels) {
  const auto db = model("develop.");
  const auto wanted = model::create_table_request(*db.session(), favorites::FavoriteTable::info());
  EXPECT_EQ(wanted.table_name, "develop.Favorite");
  EXPECT_THAT(differences(wanted, described("develop.Favorite")), IsEmpty());
  const auto taken = db.create_table_if_missing().run();
  EXPECT_TRUE(taken) << taken.error().message;
}

// Compares the parts that `differences` leaves out.
TEST_F(FavoritesTable, OfTheModelHasTheTemplatesAttributesAndTimeToLive) {
  ASSERT_TRUE(model("model.").create_table_if_missing().run());
  const auto of_template = described("develop.Favorite"), of_model = described("model.Favorite");
  EXPECT_THAT(of_model.attribute_definitions.value(),
              UnorderedElementsAreArray(of_template.attribute_definitions.value()));
  for (const char* name : {"develop.Favorite", "model.Favorite"})
    EXPECT_EQ(database_->describe_time_to_live({.table_name = name})->time_to_live_description.attribute_name, "ttl");
}

}  // namespace favorites_table_test
}  // namespace partita
