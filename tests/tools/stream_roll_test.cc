// `partita stream roll` against a server in this process.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "run_command.h"
#include "served_database.h"

namespace partita {
namespace stream_roll_test {

using ::testing::HasSubstr;

class StreamRoll : public ServedDatabase {
 protected:
  Outcome roll(const std::string& table) {
    return run_command(fmt::format("stream roll {} --endpoint {}", table, server_->url()));
  }
};

TEST_F(StreamRoll, ClosesTheOpenShardOrSaysWhyNot) {
  CreateTableRequest request{.table_name = "orders", .billing_mode = BillingMode::PayPerRequest};
  request.attribute_definitions = {{"id", ScalarAttributeType::S}};
  request.key_schema = {{"id", KeyType::Hash}};
  ASSERT_TRUE(database_->create_table(request));
  const Outcome without = roll("orders");
  EXPECT_EQ(without.exit_code, 1);
  EXPECT_THAT(without.output, HasSubstr("Table has no enabled stream: TableName: orders"));
  UpdateTableRequest enabling{.table_name = "orders"};
  enabling.stream_specification = StreamSpecification{.stream_enabled = true};
  enabling.stream_specification->stream_view_type = StreamViewType::KeysOnly;
  ASSERT_TRUE(database_->update_table(enabling));
  const Outcome rolled = roll("orders");
  EXPECT_EQ(rolled.exit_code, 0) << rolled.output;
  const auto arn = *database_->describe_table({.table_name = "orders"})->table.latest_stream_arn;
  const auto shards = *database_->describe_stream({.stream_arn = arn})->stream_description.shards;
  ASSERT_EQ(shards.size(), 2u);
  EXPECT_EQ(rolled.output, fmt::format("{}: closed {}, opened {}\n", arn, *shards[0].shard_id, *shards[1].shard_id));
}

}  // namespace stream_roll_test
}  // namespace partita
