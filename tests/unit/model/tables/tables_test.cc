#include <gmock/gmock.h>
#include <partita/model/runtime/session.h>
#include <partita/model/runtime/table_creation.h>
#include <partita/model/upgrade.h>
#include <partita/table_difference.h>

#include <future>

#include "client/embedded_database.h"
#include "model/core/session.h"
#include "storage/memory/memory_store.h"
#include "unit/model/shop.h"

namespace partita::model {
namespace tables_test {

using market::kTable;
using std::chrono::milliseconds;
using testing::ElementsAre;
using testing::HasSubstr;

// A database whose tables take a second to become ACTIVE. Waiting moves its clock.
class Tables : public testing::TestWithParam<Mode> {
 protected:
  Result<bool> create(const TableInfo& table) {
    std::promise<Result<bool>> answer;
    create_table_if_missing(session, GetParam(), table, [&](Result<bool> result) { answer.set_value(result); });
    return answer.get_future().get();
  }
  std::string status(const std::string& name) {
    auto answer = database->describe_table({.table_name = name});
    return answer ? std::string(answer->table.table_status->text()) : answer.error().message;
  }
  void wait(milliseconds delay) {
    waits.push_back(delay.count());
    clock->advance_ms(delay.count());
    engine::Context& context = database->engine().context();
    ASSERT_TRUE(context.jobs.run_due(context));
  }

  std::vector<std::int64_t> waits;
  std::shared_ptr<base::ManualClock> clock = std::make_shared<base::ManualClock>(1'767'225'600'000);
  std::shared_ptr<client::EmbeddedDatabase> database = [this] {
    engine::EngineOptions options;
    options.table_delay = milliseconds(1000);
    options.background_jobs = false;
    options.clock = clock;
    return client::EmbeddedDatabase::open(storage::make_memory_store(), std::move(options)).value();
  }();
  std::shared_ptr<Session> session = std::make_shared<Session>(
      database, SessionOptions{.table_prefix = "test."},
      SessionDependencies{.sleep = [this](milliseconds delay) { wait(delay); },
                          .after = [this](milliseconds delay, std::function<void()> run) { wait(delay), run(); }});
};
INSTANTIATE_TEST_SUITE_P(Modes, Tables, testing::Values(Mode::Wait, Mode::Async),
                         [](const auto& mode) { return mode.param == Mode::Wait ? "wait" : "async"; });

std::string text_of(const std::optional<std::vector<KeySchemaElement>>& schema) {
  std::string text;
  for (const KeySchemaElement& element : schema.value())
    text += *element.attribute_name + ' ' + std::string(element.key_type->text()) + ' ';
  return text;
}

TEST_P(Tables, the_request_says_what_the_model_says) {
  const CreateTableRequest request = create_table_request(*session, kTable);
  EXPECT_EQ(request.table_name, "test.shop");
  EXPECT_EQ(request.billing_mode->text(), "PAY_PER_REQUEST");
  std::vector<std::string> definitions;
  for (const auto& d : *request.attribute_definitions)
    definitions.push_back(*d.attribute_name + ' ' + std::string(d.attribute_type->text()));
  EXPECT_THAT(definitions,
              ElementsAre("PK S", "SK S", "GSI1PK S", "GSI1SK S", "GSI2PK S", "st S", "shard N", "createdAt S"));
  EXPECT_EQ(text_of(request.key_schema), "PK HASH SK RANGE ");
  const auto& global = request.global_secondary_indexes.value();
  ASSERT_EQ(global.size(), 3u);
  EXPECT_EQ(text_of(global[0].key_schema), "GSI1PK HASH GSI1SK RANGE ");
  EXPECT_EQ(global[0].projection->projection_type->text(), "ALL");
  EXPECT_EQ(global[1].projection->projection_type->text(), "KEYS_ONLY");
  EXPECT_EQ(text_of(global[2].key_schema), "st HASH shard HASH createdAt RANGE ");
  EXPECT_THAT(global[2].projection->non_key_attributes.value(), ElementsAre("coupon"));
  const auto& local = request.local_secondary_indexes.value();
  ASSERT_EQ(local.size(), 1u);
  EXPECT_EQ(text_of(local[0].key_schema), "PK HASH createdAt RANGE ");
}

TEST_P(Tables, a_missing_table_is_created_and_waited_for) {
  const auto created = create(kTable);
  ASSERT_TRUE(created) << created.error().message;
  EXPECT_TRUE(*created);
  EXPECT_EQ(status("test.shop"), "ACTIVE");
  EXPECT_GT(waits.size(), 3u);
  EXPECT_TRUE(std::is_sorted(waits.begin(), waits.end())) << "delays grow";
  const auto ttl = database->describe_time_to_live({.table_name = "test.shop"}).value();
  EXPECT_EQ(ttl.time_to_live_description.attribute_name, "expires");
}

TEST_P(Tables, a_table_that_is_there_stays) {
  ASSERT_TRUE(create(kTable));
  waits.clear();
  EXPECT_EQ(create(kTable).value(), false);
  EXPECT_TRUE(waits.empty());
}

TEST_P(Tables, a_table_that_is_being_made_is_waited_for) {
  ASSERT_TRUE(database->create_table(create_table_request(*session, kTable)));
  EXPECT_EQ(status("test.shop"), "CREATING");
  EXPECT_EQ(create(kTable).value(), false);
  EXPECT_EQ(status("test.shop"), "ACTIVE");
}

TEST_P(Tables, a_table_that_is_being_deleted_is_created_anew) {
  ASSERT_TRUE(create(kTable));
  ASSERT_TRUE(database->delete_table({.table_name = "test.shop"}));
  EXPECT_EQ(status("test.shop"), "DELETING");
  EXPECT_EQ(create(kTable).value(), true);
  EXPECT_EQ(status("test.shop"), "ACTIVE");
}

TEST_P(Tables, what_differs_is_listed) {
  auto request = create_table_request(*session, kTable);
  request.global_secondary_indexes->front().projection->projection_type = ProjectionType::KeysOnly;
  request.local_secondary_indexes.reset();
  ASSERT_TRUE(database->create_table(std::move(request)));
  const auto created = create(kTable);
  ASSERT_FALSE(created);
  EXPECT_EQ(created.error().code, ErrorCode::ValidationException);
  EXPECT_THAT(created.error().message, HasSubstr("Table test.shop differs from the model: "));
  EXPECT_THAT(created.error().message, HasSubstr("customer_orders"));
  EXPECT_THAT(created.error().message, HasSubstr("by_time"));
}

// An earlier version of a program uses the table of a newer one.
TEST_P(Tables, an_index_that_the_model_does_not_know_is_let_be) {
  auto request = create_table_request(*session, kTable);
  auto more = request.global_secondary_indexes->front();
  more.index_name = "newer";
  more.key_schema->front().attribute_name = "NEWER";
  request.attribute_definitions->push_back({"NEWER", ScalarAttributeType::S});
  request.global_secondary_indexes->push_back(more);
  ASSERT_TRUE(database->create_table(std::move(request)));
  const auto created = create(kTable);
  ASSERT_TRUE(created) << created.error().message;
  EXPECT_FALSE(*created);
  std::promise<Result<UpgradePlan>> plan;
  plan_upgrade(session, GetParam(), {&kTable}, [&](Result<UpgradePlan> made) { plan.set_value(std::move(made)); });
  EXPECT_EQ(to_text(plan.get_future().get().value()),
            "test.shop: drop index newer (the model has no index of that name)\n");
}

TEST_P(Tables, time_to_live_that_is_off_is_enabled) {
  ASSERT_TRUE(database->create_table(create_table_request(*session, kTable)));
  wait(milliseconds(2000));
  EXPECT_EQ(create(kTable).value(), false);
  const auto ttl = database->describe_time_to_live({.table_name = "test.shop"}).value();
  EXPECT_EQ(ttl.time_to_live_description.attribute_name, "expires");
}

TEST_P(Tables, time_to_live_by_another_attribute_is_a_difference) {
  ASSERT_TRUE(database->create_table(create_table_request(*session, kTable)));
  wait(milliseconds(2000));
  ASSERT_TRUE(database->update_time_to_live({"test.shop", TimeToLiveSpecification{true, "ttl"}}));
  const auto created = create(kTable);
  ASSERT_FALSE(created);
  EXPECT_EQ(created.error().message,
            "Table test.shop differs from the model: time to live: the model has it by expires, the table by ttl");
}

TEST_P(Tables, indexes_that_are_missing_are_added_one_after_the_other) {
  auto request = create_table_request(*session, kTable);
  request.global_secondary_indexes.reset();
  std::erase_if(*request.attribute_definitions, [](const AttributeDefinition& definition) {
    return definition.attribute_name != "PK" && definition.attribute_name != "SK" &&
           definition.attribute_name != "createdAt";
  });
  ASSERT_TRUE(database->create_table(std::move(request)));
  const auto created = create(kTable);
  ASSERT_TRUE(created) << created.error().message;
  EXPECT_FALSE(*created);
  const auto table = database->describe_table({.table_name = "test.shop"}).value().table;
  EXPECT_THAT(differences(create_table_request(*session, kTable), table), testing::IsEmpty());
  for (const auto& index : *table.global_secondary_indexes) EXPECT_EQ(index.index_status->text(), "ACTIVE");
  EXPECT_EQ(table.global_secondary_indexes->size(), 3u);
  EXPECT_EQ(
      database->describe_time_to_live({.table_name = "test.shop"}).value().time_to_live_description.attribute_name,
      "expires");
}

TEST_P(Tables, an_index_whose_keys_the_items_may_lack_is_not_added) {
  auto request = create_table_request(*session, kTable);
  request.global_secondary_indexes->erase(request.global_secondary_indexes->begin());
  std::erase_if(*request.attribute_definitions,
                [](const AttributeDefinition& definition) { return definition.attribute_name == "GSI1PK"; });
  ASSERT_TRUE(database->create_table(std::move(request)));
  wait(milliseconds(2000));
  PutItemRequest put;
  put.table_name = "test.shop";
  put.item = AttributeMap{{"PK", "CUST#C1"}, {"SK", "PROFILE"}};
  ASSERT_TRUE(database->put_item(std::move(put)));
  const auto created = create(kTable);
  ASSERT_FALSE(created);
  EXPECT_EQ(created.error().message,
            "Table test.shop lacks the index customer_orders, and its items may lack the keys of that index, so that "
            "queries would not find them: db.upgrade() adds the index and gives the items its keys");
  EXPECT_EQ(database->describe_table({.table_name = "test.shop"}).value().table.global_secondary_indexes->size(), 2u);
}

// The members' own attributes are in every item.
TEST_P(Tables, an_index_over_members_is_added_to_a_table_with_items) {
  static constexpr std::string_view partition[] = {"st"};
  static constexpr std::string_view sort[] = {"createdAt"};
  static constexpr IndexInfo indexes[] = {{.name = "by_status", .partition = partition, .sort = sort}};
  static constexpr KeyAttribute hash[] = {{.attribute = "st", .natural = true, .value = {"st", market::kStatusPart}}};
  static constexpr EntityKey keys[] = {{.index = 0, .partition = hash, .sort = market::kOpenRange}};
  auto order = market::kOrder;
  order.indexes = keys;
  order.ttl = kNone;
  const EntityInfo* entities[] = {&order};
  auto table = kTable;
  table.indexes = indexes;
  table.entities = entities;
  auto request = create_table_request(*session, table);
  request.global_secondary_indexes.reset();
  request.attribute_definitions->resize(2);
  ASSERT_TRUE(database->create_table(std::move(request)));
  wait(milliseconds(2000));
  PutItemRequest put;
  put.table_name = "test.shop";
  put.item =
      AttributeMap{{"PK", "CUST#C1"}, {"SK", "ORDER#1"}, {"st", "open"}, {"createdAt", "2026-01-05T10:00:00.000Z"}};
  ASSERT_TRUE(database->put_item(std::move(put)));
  const auto created = create(table);
  ASSERT_TRUE(created) << created.error().message;
  EXPECT_EQ(database->scan({.table_name = "test.shop", .index_name = "by_status"}).value().count, 1);
}

TEST_P(Tables, entities_that_expire_by_different_attributes_are_refused) {
  static constexpr FieldInfo fields[] = {{"customerId", "customerId", FieldKind::String},
                                         {"t", "t", FieldKind::Seconds}};
  static constexpr EntityInfo basket{
      .name = "BASKET", .fields = fields, .primary = market::kCustomer.primary, .ttl = 1};
  static constexpr const EntityInfo* entities[] = {&market::kOrder, &basket};
  auto table = kTable;
  table.entities = entities;
  const auto created = create(table);
  ASSERT_FALSE(created);
  EXPECT_EQ(created.error().message,
            "Table shop can have one attribute for time to live: ORDER expires by expires, BASKET by t");
}

}  // namespace tables_test
}  // namespace partita::model
