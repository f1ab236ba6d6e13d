// The document's template and the favourites' model are the same table.
#include <gmock/gmock.h>
#include <partita/table_difference.h>

#include <cstdlib>

#include "client/embedded_database.h"
#include "favorites/model.h"
#include "server/server.h"

namespace partita {
namespace {

using ::testing::IsEmpty;
using ::testing::UnorderedElementsAreArray;

class FavoritesTable : public ::testing::Test {
 protected:
  void SetUp() override {
    OpenOptions options;
    options.in_memory = true;
    auto opened = client::EmbeddedDatabase::open("", options);
    ASSERT_TRUE(opened) << opened.error().message;
    database_ = std::move(*opened);
    server::ServerOptions server_options;
    server_options.port = 0;
    auto started = server::Server::start(*database_, server_options);
    ASSERT_TRUE(started) << started.error();
    server_ = std::move(*started);
    const std::string create = std::string(PARTITA_COMMAND) + " table create --from " PARTITA_TEMPLATE_DATA
                               "/favorites.yml --endpoint " + server_->url() + " >/dev/null";
    ASSERT_EQ(std::system(create.c_str()), 0);
  }
  void TearDown() override {
    if (server_) server_->stop();
  }

  favorites::Db model(const std::string& prefix) {
    return favorites::Db(std::shared_ptr<Database>(database_.get(), [](Database*) {}), {.table_prefix = prefix});
  }
  TableDescription described(const std::string& name) { return database_->describe_table({.table_name = name})->table; }

  std::unique_ptr<client::EmbeddedDatabase> database_;
  std::unique_ptr<server::Server> server_;
};

TEST_F(FavoritesTable, OfTheTemplateIsTheModels) {
  const auto db = model("develop.");
  const auto wanted = model::create_table_request(*db.session(), favorites::FavoriteTable::info());
  EXPECT_EQ(wanted.table_name, "develop.Favorite");
  EXPECT_THAT(differences(wanted, described("develop.Favorite")), IsEmpty());
  const auto taken = db.create_table_if_missing().run();
  EXPECT_TRUE(taken) << taken.error().message;
}

// What `differences` leaves out.
TEST_F(FavoritesTable, OfTheModelHasTheTemplatesAttributesAndTimeToLive) {
  ASSERT_TRUE(model("model.").create_table_if_missing().run());
  const auto of_template = described("develop.Favorite"), of_model = described("model.Favorite");
  EXPECT_THAT(of_model.attribute_definitions.value(),
              UnorderedElementsAreArray(of_template.attribute_definitions.value()));
  const auto ttl = [&](const std::string& name) {
    return database_->describe_time_to_live({.table_name = name})->time_to_live_description;
  };
  EXPECT_EQ(ttl("model.Favorite").attribute_name, ttl("develop.Favorite").attribute_name);
  EXPECT_EQ(ttl("model.Favorite").time_to_live_status, ttl("develop.Favorite").time_to_live_status);
}

}  // namespace
}  // namespace partita
