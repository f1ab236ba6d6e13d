// A live table in place of the file of a model, in the commands of `partita model` that do more than read a model.
#include <gmock/gmock.h>

#include <fstream>

#include "run_command.h"
#include "served_database.h"
#include "support/temporary_directory.h"

namespace partita {
namespace model_live_test {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kOrders = R"(format: 1
name: orders
tables:
  - name: orders
    partition_key: PK
    sort_key: SK
    type_attribute: type
    indexes: [{name: by_day, partition: day}]
    entities:
      - name: ORDER
        fields: {customer: string, number: integer, total: integer}
        key: {partition: "CUST#{customer}", sort: "ORDER#{number:06d}"}
)";

class ModelLive : public ServedDatabase {
 protected:
  void SetUp() override {
    ServedDatabase::SetUp();
    CreateTableRequest table{.table_name = "orders", .billing_mode = BillingMode::PayPerRequest};
    table.attribute_definitions = {{"PK", ScalarAttributeType::S}, {"SK", ScalarAttributeType::S}};
    table.key_schema = {{"PK", KeyType::Hash}, {"SK", KeyType::Range}};
    ASSERT_TRUE(database_->create_table(table));
    for (int i = 0; i < 4; ++i)
      ASSERT_TRUE(database_->put_item({.table_name = "orders",
                                       .item = {{{"PK", fmt::format("CUST#c{}", i)},
                                                 {"SK", "PROFILE"},
                                                 {"type", "CUSTOMER"},
                                                 {"customer", fmt::format("c{}", i)},
                                                 {"name", fmt::format("Name {}", i)}}}}));
    for (int i = 0; i < 12; ++i)
      ASSERT_TRUE(database_->put_item({.table_name = "orders",
                                       .item = {{{"PK", fmt::format("CUST#c{}", i % 4)},
                                                 {"SK", fmt::format("ORDER#{:06d}", i)},
                                                 {"type", "ORDER"},
                                                 {"customer", fmt::format("c{}", i % 4)},
                                                 {"number", i},
                                                 {"total", 100 * i}}}}));
  }
  std::string write(const std::string& name, const std::string& text) {
    const std::string path = directory_.string() + "/" + name;
    std::ofstream(path) << text;
    return path;
  }
  Outcome model(const std::string& command, const std::string& arguments = {}) {
    return run_command(fmt::format("model {} --endpoint {} --table orders {}", command, server_->url(), arguments));
  }

  const test::TemporaryDirectory directory_;
};

TEST_F(ModelLive, RunsTheInferredEntitiesElsewhere) {
  const Outcome run = model("run");
  EXPECT_EQ(run.exit_code, 0) << run.output;
  EXPECT_THAT(run.output, AllOf(HasSubstr("On an embedded database in memory"), HasSubstr("items made up"),
                                HasSubstr("12 items verified")));
  const Outcome stored = model("run", "--data " + directory_.string() + "/data");
  EXPECT_EQ(stored.exit_code, 0) << stored.output;
  const auto count = database_->scan({.table_name = "orders"});
  EXPECT_EQ(count->count, 16) << "the live table is only read";
}

TEST_F(ModelLive, WritesPagesWithoutRealItems) {
  const Outcome docs = model("docs", "--sample 16");
  EXPECT_EQ(docs.exit_code, 0) << docs.output;
  EXPECT_THAT(docs.output, AllOf(HasSubstr("ORDER"), HasSubstr("CUST#{customer}"), Not(HasSubstr("CUST#c3"))));
}

TEST_F(ModelLive, SimulatesThePatternsOfTheWorkload) {
  const Outcome bare = model("simulate");
  EXPECT_EQ(bare.exit_code, 1);
  EXPECT_THAT(bare.output, HasSubstr("as a list 'patterns' in the file of --workload"));
  const std::string workload =
      write("traffic.yml",
            "patterns:\n"
            "  - {name: Orders of a customer, entities: ORDER, by: [customer], per_second: 20, items: 3}\n");
  const Outcome simulated = model("simulate", "--seconds 60 --workload " + workload);
  EXPECT_EQ(simulated.exit_code, 0) << simulated.output;
  EXPECT_THAT(simulated.output, HasSubstr("Orders of a customer"));
}

TEST_F(ModelLive, IsEitherSideOfAComparison) {
  const std::string file = write("orders.yml", kOrders);
  const Outcome old_one = model("diff", file);
  EXPECT_EQ(old_one.exit_code, 0) << old_one.output;
  EXPECT_THAT(old_one.output, HasSubstr("add index by_day"));
  const Outcome new_one =
      run_command(fmt::format("model diff {} --new-endpoint {} --new-table orders", file, server_->url()));
  EXPECT_EQ(new_one.exit_code, 0) << new_one.output;
  EXPECT_THAT(new_one.output, HasSubstr("drop index by_day"));
  const Outcome both = model("diff", fmt::format("--new-endpoint {} --new-table orders", server_->url()));
  EXPECT_THAT(both.output, HasSubstr("The models are the same."));
  EXPECT_THAT(model("diff").output, HasSubstr("one model is a table: give one file, not 0"));
  EXPECT_THAT(run_command("model diff " + file).output, HasSubstr("give two files"));
}

TEST_F(ModelLive, VerifiesOnlyOtherItems) {
  const Outcome itself = model("verify");
  EXPECT_EQ(itself.exit_code, 2);
  EXPECT_THAT(itself.output, HasSubstr("cannot be verified by the model that is inferred from its own items"));
  const std::string dump = write(
      "dump.json",
      R"({"Item": {"PK": {"S": "CUST#c9"}, "SK": {"S": "ORDER#000001"}, "type": {"S": "ORDER"}, "customer": {"S": "c9"}, "number": {"N": "1"}, "total": {"N": "5"}}}
{"Item": {"PK": {"S": "CUST#c9"}, "SK": {"S": "ORDER#000002"}, "type": {"S": "ORDER"}, "customer": {"S": "c8"}, "number": {"N": "2"}, "total": {"N": "5"}}}
)");
  const Outcome other = model("verify", "--items " + dump);
  EXPECT_EQ(other.exit_code, 1) << other.output;
  EXPECT_THAT(other.output, AllOf(HasSubstr("stale"), HasSubstr("CUST#c8")));
  const Outcome twice = run_command(
      fmt::format("model verify {} --endpoint {} --items {}", write("o.yml", kOrders), server_->url(), dump));
  EXPECT_THAT(twice.output, HasSubstr("the items are either those of --endpoint"));
}

}  // namespace model_live_test
}  // namespace partita
