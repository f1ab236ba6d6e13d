// Shows for each operation that an account neither sees nor changes the data of another account, whether it asks by
// name, by ARN, or with an iterator or a token of the other account. Each operation of operations.def has a test in
// accounts_apart_test.cc, accounts_apart_items_test.cc, accounts_apart_backups_test.cc or
// accounts_apart_transfers_test.cc, or the program does not link.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <partita/database.h>
#include <partita/open.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "support/temporary_directory.h"

namespace partita {
namespace accounts_apart {

// Both accounts have a table `shop` with the same indexes and keys. Only Alice has the table `hers`.
class AccountsApart : public testing::Test {
 public:
#define PARTITA_OPERATION(function, Name) void try_##function();
#include <partita/operations.def>
#undef PARTITA_OPERATION

 protected:
  void SetUp() override {
    OpenOptions options;
    options.in_memory = true;
    options.account = "111111111111";
    options.s3_directory = buckets_.string();
    std::filesystem::create_directory(std::filesystem::path(buckets_.string()) / "bucket");
    alice_ = open("", options).value();
    bob_ = in_account(*alice_, "222222222222").value();
    create(*alice_, "shop");
    create(*alice_, "hers");
    create(*bob_, "shop");
    for (const char* table : {"shop", "hers"}) put(*alice_, table, "alice");
    put(*bob_, "shop", "bob");
    ASSERT_TRUE(alice_->tag_resource({.resource_arn = arn("hers"), .tags = {{{.key = "owner", .value = "alice"}}}}));
    before_ = all_of_alice();
  }
  void TearDown() override { EXPECT_EQ(all_of_alice(), before_); }

  static CreateTableRequest table(const std::string& name) {
    VectorIndex near;
    near.index_name = "near";
    near.vector_attribute.emplace().attribute_name = "place";
    near.dimensions = 2;
    near.distance_function = VectorDistanceFunction::Euclidean;
    near.projection.emplace().projection_type = ProjectionType::All;
    return {.table_name = name,
            .attribute_definitions = {{{.attribute_name = "id", .attribute_type = ScalarAttributeType::S}}},
            .key_schema = {{{.attribute_name = "id", .key_type = KeyType::Hash}}},
            .billing_mode = BillingMode::PayPerRequest,
            .stream_specification =
                StreamSpecification{.stream_enabled = true, .stream_view_type = StreamViewType::NewImage},
            .vector_indexes = {{near}}};
  }
  static void create(Database& database, const std::string& name) {
    const auto created = database.create_table(table(name));
    ASSERT_TRUE(created) << created.error().message;
  }
  static AttributeMap item(const std::string& owner, const std::string& id = "1") {
    return {{"id", id}, {"owner", owner}, {"place", AttributeValue::List{1, 2}}};
  }
  static void put(Database& database, const std::string& name, const std::string& owner) {
    for (const char* id : {"1", "2", "3"})
      ASSERT_TRUE(database.put_item({.table_name = name, .item = item(owner, id)})) << name;
  }
  static AttributeMap key(const std::string& id = "1") { return {{"id", id}}; }

  // Of a table of Alice's.
  static std::string arn(const std::string& name) { return "arn:aws:dynamodb:us-east-1:111111111111:table/" + name; }
  std::string stream_arn() {
    return alice_->describe_table({.table_name = "hers"}).value().table.latest_stream_arn.value();
  }
  // The same text with Bob's account in the place of Alice's.
  static std::string as_bobs(std::string text) {
    for (auto at = text.find("111111111111"); at != text.npos; at = text.find("111111111111"))
      text.replace(at, 12, "222222222222");
    return text;
  }

  // All tables and items of Alice, as text.
  std::string all_of_alice() {
    std::string text;
    // A range must not be a part of a temporary.
    const auto names = alice_->list_tables({}).value().table_names;
    for (const std::string& name : names) {
      const auto described = alice_->describe_table({.table_name = name}).value().table;
      text += fmt::format("{} {} {}", name, *described.table_arn, described.table_status->text());
      text += fmt::format(" protected={}", described.deletion_protection_enabled.value_or(false));
      const auto ttl = alice_->describe_time_to_live({.table_name = name}).value().time_to_live_description;
      text += fmt::format(" ttl={}", ttl.attribute_name.value_or("none"));
      const auto tags = alice_->list_tags_of_resource({.resource_arn = arn(name)}).value().tags;
      for (const Tag& tag : tags) text += fmt::format(" tag {}={}", *tag.key, *tag.value);
      std::vector<std::string> rows;
      const auto items = alice_->scan({.table_name = name}).value().items.value();
      for (const Item& row : items)
        rows.push_back(row.to_map().find("id")->s() + ":" + row.to_map().find("owner")->s());
      std::ranges::sort(rows);
      for (const std::string& row : rows) text += " " + row;
      text += fmt::format(" records={}\n", records_of(*alice_, name));
    }
    const auto streams = alice_->list_streams({}).value().streams;
    for (const Stream& stream : streams) text += *stream.stream_arn + "\n";
    return text;
  }
  static std::string iterator_of(Database& database, const std::string& name) {
    const std::string stream = *database.describe_table({.table_name = name}).value().table.latest_stream_arn;
    const auto shards = database.describe_stream({.stream_arn = stream}).value().stream_description.shards.value();
    return *database
                .get_shard_iterator({.stream_arn = stream,
                                     .shard_id = shards.front().shard_id,
                                     .shard_iterator_type = ShardIteratorType::TrimHorizon})
                .value()
                .shard_iterator;
  }
  static std::size_t records_of(Database& database, const std::string& name) {
    return database.get_records({.shard_iterator = iterator_of(database, name)}).value().records.size();
  }
  static std::string owner_of(Database& database, const std::string& name, const std::string& id = "1") {
    const auto got = database.get_item({.table_name = name, .key = key(id)});
    if (!got) return got.error().message;
    return got->item ? got->item->to_map().find("owner")->s() : "nobody";
  }

  template <class Response>
  static void expect(const Result<Response>& answer, ErrorCode code) {
    ASSERT_FALSE(answer);
    EXPECT_EQ(describe(answer.error().code).name, describe(code).name) << answer.error().message;
    // The refusal tells only facts that Bob said himself.
    EXPECT_EQ(answer.error().message.find("alice"), std::string::npos);
  }
  // `request` must name the table in `table_name`. Bob's request for `hers` must be refused, by name and by ARN.
  template <class Request, class Response>
  void refuse_hers(Request request, Result<Response> (Database::*operation)(Request)) {
    request.table_name = "hers";
    expect(((*bob_).*operation)(request), ErrorCode::ResourceNotFoundException);
    request.table_name = as_bobs(arn("hers"));
    expect(((*bob_).*operation)(request), ErrorCode::ResourceNotFoundException);
    for (const char* name : {"hers", "shop"}) {
      request.table_name = arn(name);
      expect(((*bob_).*operation)(request), ErrorCode::AccessDeniedException);
    }
  }

  // The same for an operation on backups.
  template <class Request, class Response>
  void refuse_to_back_up_hers(Request request, Result<Response> (Database::*operation)(Request));

  const test::TemporaryDirectory buckets_;
  std::unique_ptr<Database> alice_, bob_;
  std::string before_;
};

}  // namespace accounts_apart
}  // namespace partita
