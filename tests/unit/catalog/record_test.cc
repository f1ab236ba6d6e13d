// The record of a table. Its bytes are a stored format (catalog/FORMAT.md).
#include "catalog/record.h"

#include <gtest/gtest.h>

#include "catalog/table_info.h"
#include "unit/support/hex.h"
#include "value/encode.h"
#include "value/view.h"

namespace partita::catalog {
namespace record_test {

using test::hex;

TableInfo sample() {
  TableInfo table;
  table.id = 7;
  table.name = "orders";
  table.uuid = "5a0f6a3c-0000-4000-8000-000000000001";
  table.created_ms = 1'700'000'000'123;
  table.status = TableStatus::Updating;
  table.status_until_ms = 1'700'000'000'999;
  table.keys = {{{"pk", ScalarAttributeType::S}}, {{"sk", ScalarAttributeType::N}}};
  table.attribute_definitions = {{.attribute_name = "pk", .attribute_type = ScalarAttributeType::S},
                                 {.attribute_name = "sk", .attribute_type = ScalarAttributeType::N},
                                 {.attribute_name = "owner", .attribute_type = ScalarAttributeType::B}};
  table.next_index_id = 3;
  table.billing_mode = BillingMode::PayPerRequest;
  table.pay_per_request_since_ms = 5;
  table.throughput = {.read_units = 1, .write_units = 2};
  table.throughput_increased_ms = 11;
  table.throughput_decreased_ms = 12;
  table.on_demand = OnDemandThroughput{.max_read_request_units = 13, .max_write_request_units = {}};
  table.table_class = TableClass::StandardInfrequentAccess;
  table.warm = Throughput{17, 18};
  table.kms_key = "alias/orders";
  table.table_class_since_ms = 14;
  table.deletion_protection = true;
  table.tags = {{.key = "team", .value = "a"}};
  table.ttl = {"expires", TimeToLiveStatus::Enabling};
  table.insights = Insights{true, ContributorInsightsMode::ThrottledKeys, 19, 20, 21};
  IndexInfo index;
  index.id = 2;
  index.name = "by_owner";
  index.global = true;
  index.keys = {{{"owner", ScalarAttributeType::B}}, {}};
  index.projection = ProjectionType::Include;
  index.non_key_attributes = {"amount"};
  index.throughput = {.read_units = 3, .write_units = 4};
  index.on_demand = OnDemandThroughput{.max_read_request_units = {}, .max_write_request_units = 15};
  index.status = IndexStatus::Creating;
  index.backfilling = true;
  index.status_until_ms = 16;
  index.insights = Insights{false, ContributorInsightsMode::AccessedAndThrottledKeys, 22, 23, 24};
  table.indexes = {index};
  derive(table);
  return table;
}

TEST(TableRecord, all_members_come_back) {
  const TableInfo given = sample();
  const auto read = decode_table(encode_table(given));
  ASSERT_TRUE(read) << read.error().message;
  // The record holds every member, so equal records mean equal tables.
  EXPECT_EQ(encode_table(*read), encode_table(given));
  EXPECT_EQ(read->id, given.id);
  EXPECT_EQ(read->keys, given.keys);
  EXPECT_EQ(read->tags, given.tags);
  EXPECT_EQ(read->ttl, given.ttl);
  EXPECT_EQ(read->on_demand, given.on_demand);
  EXPECT_EQ(read->warm, given.warm);
  EXPECT_EQ(read->kms_key, given.kms_key);
  EXPECT_EQ(read->insights, given.insights);
  EXPECT_EQ(read->attribute_definitions, given.attribute_definitions);
  ASSERT_EQ(read->indexes.size(), 1u);
  const IndexInfo& index = read->indexes.front();
  EXPECT_EQ(index.keys, given.indexes[0].keys);
  EXPECT_EQ(index.non_key_attributes, given.indexes[0].non_key_attributes);
  EXPECT_TRUE(index.backfilling);
  EXPECT_EQ(index.insights, given.indexes[0].insights);
  EXPECT_EQ(index.projected, (std::vector<std::string>{"amount", "owner", "pk", "sk"}));
}

// The vector of catalog/FORMAT.md: a table with one key and default values for all else.
TEST(TableRecord, has_the_documented_bytes) {
  TableInfo table;
  table.id = 1;
  table.name = "t";
  table.uuid = "u";
  table.keys.partition = {{"pk", ScalarAttributeType::S}};
  table.attribute_definitions = {{.attribute_name = "pk", .attribute_type = ScalarAttributeType::S}};
  EXPECT_EQ(hex(encode_table(table)),
            "01140c62696c6c696e675f6d6f6465010b50524f564953494f4e4544076372656174656402110b646566696e6974696f6e73"
            "071501081202046e616d650102706b04747970650101531364656c6574696f6e5f70726f74656374696f6e04026964021241"
            "0207696e6465786573070100046b657973072001081d03046e616d650102706b04726f6c6501044841534804747970650101"
            "53046e616d650101740d6e6578745f696e6465785f6964021241020673746174757301064143544956450c7374617475735f"
            "756e74696c0211117461626c655f636c6173735f73696e6365021104746167730701000a7468726f75676870757408100204"
            "7265616402110577726974650211147468726f7567687075745f6465637265617365640211147468726f7567687075745f69"
            "6e6372656173656402110d74746c5f61747472696275746501000a74746c5f737461747573010844495341424c4544047575"
            "69640101750776657273696f6e02124102");
}

// The record with one attribute set to `value`, or erased.
std::string record_with(std::string_view name, std::optional<AttributeValue> value) {
  AttributeMap map = value::ItemView(encode_table(sample())).to_map();
  if (value)
    map.set(name, *value);
  else
    map.erase(name);
  return value::encode_item(map);
}

TableInfo sample_with_vectors() {
  TableInfo table = sample();
  IndexInfo index;
  index.id = 3;
  index.name = "vix";
  index.global = true;
  index.vector = VectorDefinition{"embedding",
                                  768,
                                  VectorDistanceFunction::DotProduct,
                                  {{{"color", ScalarAttributeType::S}, SearchSchemaElementType::InlineFilter},
                                   {{"owner", ScalarAttributeType::B}, SearchSchemaElementType::Hash}},
                                  true};
  index.projection = ProjectionType::KeysOnly;
  table.indexes.push_back(index);
  derive(table);
  return table;
}

TEST(TableRecord, has_vector_indexes) {
  const TableInfo given = sample_with_vectors();
  const auto read = decode_table(encode_table(given), {});
  ASSERT_TRUE(read) << read.error().message;
  const IndexInfo& index = read->indexes.at(1);
  ASSERT_TRUE(index.vector);
  EXPECT_EQ(index.vector->attribute, "embedding");
  EXPECT_EQ(index.vector->dimensions, 768u);
  EXPECT_EQ(index.vector->distance, VectorDistanceFunction::DotProduct);
  EXPECT_EQ(index.vector->schema, given.indexes[1].vector->schema);
  EXPECT_TRUE(index.vector->added);
  EXPECT_EQ(index.keys, (KeySchema{{{"owner", ScalarAttributeType::B}}, {}}));
  EXPECT_EQ(index.projected, (std::vector<std::string>{"color", "owner", "pk", "sk"}));
}

// A Partita without vector indexes reads records of version 1 only, so it refuses the directory.
TEST(TableRecord, of_a_table_with_a_vector_index_has_a_version_of_its_own) {
  const auto version = [](const TableInfo& table) {
    return value::ItemView(encode_table(table)).to_map().find("version")->n();
  };
  EXPECT_EQ(version(sample()), "1");
  EXPECT_EQ(version(sample_with_vectors()), "2");
}

// A table with members that an older Partita would not keep has a version that it refuses.
TEST(TableRecord, of_a_history_of_a_restore_and_of_a_hash) {
  const auto version = [](const TableInfo& table) {
    return value::ItemView(encode_table(table)).to_map().find("version")->n();
  };
  TableInfo table = sample();
  table.history = History{.id = 30, .since = 31, .names_writers = false, .state = {}};
  table.recovery = Recovery{.period_days = 7, .enabled_ms = 32, .since = 33};
  EXPECT_EQ(version(table), "5");
  table.restore =
      Restore{.table = 34, .history = 35, .moment = 36, .time_ms = 37, .table_name = "source", .backup = "0123-4567"};
  table.hash = HashState::Begun;
  EXPECT_EQ(version(table), "8");
  table.history->names_writers = true;
  EXPECT_EQ(version(table), "9");
  const auto read = decode_table(encode_table(table));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->history, table.history);
  EXPECT_TRUE(read->history->state);
  EXPECT_EQ(read->recovery, table.recovery);
  EXPECT_EQ(read->restore, table.restore);
  EXPECT_EQ(read->hash, HashState::Begun);
  // An earlier Partita kept the hash outside the sums. It is computed anew.
  AttributeMap earlier = value::ItemView(encode_table(table)).to_map();
  earlier.erase("hash_in_sums");
  earlier["version"] = 6;
  earlier["hash"] = true;
  EXPECT_EQ(decode_table(value::encode_item(earlier))->hash, HashState::No);
}

TEST(BackupRecord, all_members_come_back) {
  BackupInfo given;
  given.id = 40;
  given.arn_name = "01767225600000-0123abcd";
  given.name = "first";
  given.type = BackupType::System;
  given.created_ms = 41;
  given.expires_ms = 42;
  given.moment = 43;
  given.history = 44;
  given.item_count = 45;
  given.size_bytes = 46;
  given.is_doubtful = true;
  given.stream_view = StreamViewType::OldImage;
  given.table = sample();
  const Realm realm{.account = "111122223333", .region = "eu-west-1"};
  const auto read = decode_backup(encode_backup(given, realm));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->realm, realm);
  EXPECT_EQ(read->backup.id, given.id);
  EXPECT_EQ(read->backup.arn_name, given.arn_name);
  EXPECT_EQ(read->backup.type, given.type);
  EXPECT_TRUE(read->backup.is_doubtful);
  EXPECT_EQ(read->backup.stream_view, given.stream_view);
  EXPECT_EQ(encode_table(read->backup.table), encode_table(given.table));
  // The record holds every member, so equal records mean equal backups.
  EXPECT_EQ(encode_backup(read->backup, realm), encode_backup(given, realm));
  EXPECT_EQ(decode_backup("no record").error().code, ErrorCode::Corruption);
}

TEST(TableRecord, of_a_newer_version_is_refused_as_newer) {
  const auto read = decode_table(record_with("version", 10));
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code, ErrorCode::DataDirectoryNewer);
}

TEST(TableRecord, of_a_table_that_an_import_fills_has_a_version_of_its_own) {
  TableInfo table = decode_table(record_with("version", 6)).value();
  table.import = 9;
  const std::string record = encode_table(table);
  EXPECT_EQ(value::ItemView(record).to_map().find("version")->n(), "7");
  EXPECT_EQ(decode_table(record).value().import, 9u);
}

AttachedPolicyPtr attached(std::int64_t revision_ms, std::string_view document) {
  AttachedPolicy made{.policy = {}, .revision_ms = revision_ms};
  if (!document.empty()) made.policy = iam::ResourcePolicy::parse(document, iam::AttachedTo::Table).value();
  return std::make_shared<const AttachedPolicy>(std::move(made));
}

constexpr std::string_view kPolicy =
    R"({"Statement": [{"Effect": "Deny", "Principal": "*", "Action": "dynamodb:GetItem", "Resource": "*"}]})";

// A Partita that does not know policies would allow actions that they deny, so it refuses the directory.
TEST(TableRecord, of_a_table_with_a_policy_has_a_version_of_its_own) {
  TableInfo table = sample();
  for (const Realm& realm : {Realm{}, Realm{"222222222222", "eu-west-1"}}) {
    table.policy = attached(17, kPolicy);
    const std::string bytes = encode_table(table, realm);
    EXPECT_EQ(value::ItemView(bytes).to_map().find("version")->n(), "4");
    const auto read = decode_table(bytes, {});
    ASSERT_TRUE(read) << read.error().message;
    ASSERT_TRUE(has_policy(read->policy));
    EXPECT_EQ(read->policy->revision_ms, 17);
    EXPECT_EQ(read->policy->policy->given(), kPolicy);
    EXPECT_TRUE(read->policy->policy->compiled());

    table.policy = attached(18, "");
    const std::string removed = encode_table(table, realm);
    EXPECT_EQ(value::ItemView(removed).to_map().find("version")->n(), realm.is_own() ? "1" : "3");
    const auto without = decode_table(removed, {});
    ASSERT_TRUE(without);
    EXPECT_FALSE(has_policy(without->policy));
    EXPECT_EQ(without->policy->revision_ms, 18);
  }
}

TEST(StreamRecord, of_a_stream_with_a_policy_has_a_version_of_its_own) {
  StreamInfo stream;
  stream.id = 9;
  stream.keys = sample().keys;
  stream.generations = {1};
  stream.policy = attached(17, kPolicy);
  for (const Realm& realm : {Realm{}, Realm{"222222222222", "eu-west-1"}}) {
    const std::string bytes = encode_stream(stream, realm);
    EXPECT_EQ(value::ItemView(bytes).to_map().find("version")->n(), "3");
    const auto read = decode_stream(bytes);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->realm.account, realm.account);
    EXPECT_EQ(read->realm.region, realm.region);
    ASSERT_TRUE(has_policy(read->stream.policy));
    EXPECT_EQ(read->stream.policy->policy->given(), kPolicy);
  }
}

TEST(TableRecord, may_have_members_that_this_version_does_not_know) {
  EXPECT_TRUE(decode_table(record_with("something_new", "x")));
}

TEST(TableRecord, that_is_damaged_is_refused_as_corrupt) {
  struct Case {
    const char* why;
    std::string record;
  };
  const auto list_of = [](AttributeValue element) { return AttributeValue(AttributeValue::List{std::move(element)}); };
  const auto index_with = [&](std::string_view name, AttributeValue value) {
    AttributeMap map = value::ItemView(encode_table(sample())).to_map();
    map["indexes"].l()[0].m().set(name, std::move(value));
    return value::encode_item(map);
  };
  for (const Case& c : {
           Case{"empty", ""},
           Case{"cut short", encode_table(sample()).substr(0, 40)},
           Case{"a policy that does not compile",
                record_with("policy", AttributeMap{{"revision", 1}, {"document", "{}"}})},
           Case{"a policy without a revision", record_with("policy", AttributeMap{})},
           Case{"no version", record_with("version", std::nullopt)},
           Case{"version zero", record_with("version", 0)},
           Case{"no name", record_with("name", std::nullopt)},
           Case{"name of another type", record_with("name", 1)},
           Case{"unknown status", record_with("status", "ASLEEP")},
           Case{"fraction for a number", record_with("created", AttributeValue::number("1.5"))},
           Case{"id too large", record_with("id", AttributeValue::number("4294967296"))},
           Case{"no partition key", record_with("keys", AttributeValue::list())},
           Case{"key that is no map", record_with("keys", list_of("pk"))},
           Case{"tag that is no map", record_with("tags", list_of(1))},
           Case{"index that is no map", record_with("indexes", list_of(true))},
           Case{"insights without a mode", record_with("insights", AttributeMap{{"enabled", true}})},
           Case{"index without keys", index_with("keys", AttributeValue::list())},
           Case{"projected attribute that is no name", index_with("non_key_attributes", list_of(1))},
       }) {
    const auto read = decode_table(c.record);
    ASSERT_FALSE(read) << c.why;
    EXPECT_EQ(read.error().code, ErrorCode::Corruption) << c.why;
  }
}

}  // namespace record_test
}  // namespace partita::catalog
