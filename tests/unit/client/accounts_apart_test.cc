// Shows for each operation that an account neither sees nor changes what another account has, whether it asks by name,
// by ARN, or with an iterator or a token of the other account. Each operation of operations.def has a test here, or the
// program does not link.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <partita/database.h>
#include <partita/faults.h>
#include <partita/open.h>

#include <algorithm>

namespace partita {
namespace accounts_apart_test {

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

  // What Alice has, as text.
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
    // The refusal tells nothing that Bob did not say himself.
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

  std::unique_ptr<Database> alice_, bob_;
  std::string before_;
};

#define PARTITA_OPERATION(function, Name) \
  TEST_F(AccountsApart, function) { try_##function(); }
#include <partita/operations.def>
#undef PARTITA_OPERATION

// ---- tables

void AccountsApart::try_create_table() {
  const auto made = bob_->create_table(table("hers"));
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_EQ(made->table_description.table_arn, as_bobs(arn("hers")));
  EXPECT_EQ(owner_of(*bob_, "hers"), "nobody");
}

void AccountsApart::try_describe_table() {
  refuse_hers(DescribeTableRequest{}, &Database::describe_table);
  EXPECT_EQ(bob_->describe_table({.table_name = "shop"}).value().table.table_arn, as_bobs(arn("shop")));
}

void AccountsApart::try_list_tables() {
  EXPECT_EQ(bob_->list_tables({}).value().table_names, std::vector<std::string>{"shop"});
  EXPECT_EQ(bob_->list_tables({.exclusive_start_table_name = "hers"}).value().table_names,
            std::vector<std::string>{"shop"});
  EXPECT_EQ(alice_->list_tables({}).value().table_names.size(), 2u);
}

void AccountsApart::try_update_table() {
  UpdateTableRequest request;
  request.deletion_protection_enabled = true;
  refuse_hers(request, &Database::update_table);
  request.table_name = "shop";
  EXPECT_TRUE(bob_->update_table(request));
}

void AccountsApart::try_delete_table() {
  refuse_hers(DeleteTableRequest{}, &Database::delete_table);
  EXPECT_TRUE(bob_->delete_table({.table_name = "shop"}));
  EXPECT_TRUE(bob_->list_tables({}).value().table_names.empty());
}

void AccountsApart::try_tag_resource() {
  const std::vector<Tag> tags{{.key = "owner", .value = "bob"}};
  expect(bob_->tag_resource({.resource_arn = arn("hers"), .tags = tags}), ErrorCode::AccessDeniedException);
  EXPECT_FALSE(bob_->tag_resource({.resource_arn = as_bobs(arn("hers")), .tags = tags}));
  EXPECT_TRUE(bob_->tag_resource({.resource_arn = as_bobs(arn("shop")), .tags = tags}));
}

void AccountsApart::try_untag_resource() {
  expect(bob_->untag_resource({.resource_arn = arn("hers"), .tag_keys = {{"owner"}}}),
         ErrorCode::AccessDeniedException);
  EXPECT_FALSE(bob_->untag_resource({.resource_arn = as_bobs(arn("hers")), .tag_keys = {{"owner"}}}));
}

void AccountsApart::try_list_tags_of_resource() {
  expect(bob_->list_tags_of_resource({.resource_arn = arn("hers")}), ErrorCode::AccessDeniedException);
  EXPECT_FALSE(bob_->list_tags_of_resource({.resource_arn = as_bobs(arn("hers"))}));
  EXPECT_TRUE(bob_->list_tags_of_resource({.resource_arn = as_bobs(arn("shop"))}).value().tags.empty());
}

constexpr const char* kAnyPolicy =
    R"({"Statement": {"Effect": "Allow", "Principal": {"AWS": "333333333333"}, "Action": "dynamodb:*", "Resource": "*"}})";

void AccountsApart::try_put_resource_policy() {
  const auto put = [&](const std::string& to) {
    return bob_->put_resource_policy({.resource_arn = to, .policy = kAnyPolicy});
  };
  expect(put(arn("hers")), ErrorCode::ValidationException);
  expect(put(as_bobs(arn("hers"))), ErrorCode::ResourceNotFoundException);
  expect(put(stream_arn()), ErrorCode::ValidationException);
  ASSERT_TRUE(put(as_bobs(arn("shop"))));
  expect(alice_->get_resource_policy({.resource_arn = arn("shop")}), ErrorCode::PolicyNotFoundException);
}

void AccountsApart::try_get_resource_policy() {
  ASSERT_TRUE(alice_->put_resource_policy({.resource_arn = arn("hers"), .policy = kAnyPolicy}));
  expect(bob_->get_resource_policy({.resource_arn = arn("hers")}), ErrorCode::ValidationException);
  expect(bob_->get_resource_policy({.resource_arn = as_bobs(arn("hers"))}), ErrorCode::ResourceNotFoundException);
  expect(bob_->get_resource_policy({.resource_arn = as_bobs(arn("shop"))}), ErrorCode::PolicyNotFoundException);
  expect(bob_->get_resource_policy({.resource_arn = stream_arn()}), ErrorCode::ValidationException);
}

void AccountsApart::try_delete_resource_policy() {
  ASSERT_TRUE(alice_->put_resource_policy({.resource_arn = arn("shop"), .policy = kAnyPolicy}));
  expect(bob_->delete_resource_policy({.resource_arn = arn("shop")}), ErrorCode::ValidationException);
  EXPECT_FALSE(bob_->delete_resource_policy({.resource_arn = as_bobs(arn("shop"))}).value().revision_id);
  EXPECT_TRUE(alice_->get_resource_policy({.resource_arn = arn("shop")}));
}

void AccountsApart::try_update_time_to_live() {
  UpdateTimeToLiveRequest request;
  request.time_to_live_specification = TimeToLiveSpecification{.enabled = true, .attribute_name = "until"};
  refuse_hers(request, &Database::update_time_to_live);
  request.table_name = "shop";
  EXPECT_TRUE(bob_->update_time_to_live(request));
}

void AccountsApart::try_describe_time_to_live() {
  refuse_hers(DescribeTimeToLiveRequest{}, &Database::describe_time_to_live);
}

void AccountsApart::try_update_contributor_insights() {
  UpdateContributorInsightsRequest request;
  request.contributor_insights_action = ContributorInsightsAction::Enable;
  refuse_hers(request, &Database::update_contributor_insights);
  request.table_name = "shop";
  EXPECT_TRUE(bob_->update_contributor_insights(request));
  EXPECT_EQ(alice_->describe_contributor_insights({.table_name = "shop"}).value().contributor_insights_status,
            ContributorInsightsStatus::Disabled);
}

void AccountsApart::try_describe_contributor_insights() {
  refuse_hers(DescribeContributorInsightsRequest{}, &Database::describe_contributor_insights);
}

void AccountsApart::try_list_contributor_insights() {
  for (const char* name : {"hers", "shop"})
    ASSERT_TRUE(alice_->update_contributor_insights(
        {.table_name = name, .contributor_insights_action = ContributorInsightsAction::Enable}));
  refuse_hers(ListContributorInsightsRequest{}, &Database::list_contributor_insights);
  EXPECT_TRUE(bob_->list_contributor_insights({}).value().contributor_insights_summaries.empty());
  const auto first = alice_->list_contributor_insights({.max_results = 1}).value();
  ASSERT_TRUE(first.next_token);
  // A token is only a place in the order of names.
  EXPECT_TRUE(
      bob_->list_contributor_insights({.next_token = first.next_token}).value().contributor_insights_summaries.empty());
}

// These two tell nothing of tables.
void AccountsApart::try_describe_limits() {
  EXPECT_EQ(bob_->describe_limits({}).value().table_max_read_capacity_units,
            alice_->describe_limits({}).value().table_max_read_capacity_units);
}
void AccountsApart::try_describe_endpoints() { EXPECT_EQ(bob_->describe_endpoints({}).value().endpoints.size(), 1u); }

// ---- items

void AccountsApart::try_put_item() {
  PutItemRequest request;
  request.item = item("changed");
  refuse_hers(request, &Database::put_item);
  request.table_name = "shop";
  ASSERT_TRUE(bob_->put_item(request));
  EXPECT_EQ(owner_of(*bob_, "shop"), "changed");
}

void AccountsApart::try_get_item() {
  GetItemRequest request;
  request.key = key();
  refuse_hers(request, &Database::get_item);
  EXPECT_EQ(owner_of(*bob_, "shop"), "bob");
  EXPECT_EQ(owner_of(*alice_, "shop"), "alice");
}

void AccountsApart::try_update_item() {
  UpdateItemRequest request;
  request.key = key();
  request.update_expression = "SET #o = :o";
  request.expression_attribute_names = {{{"#o", "owner"}}};
  request.expression_attribute_values = AttributeMap{{":o", "changed"}};
  refuse_hers(request, &Database::update_item);
  request.table_name = "shop";
  ASSERT_TRUE(bob_->update_item(request));
  EXPECT_EQ(owner_of(*bob_, "shop"), "changed");
}

void AccountsApart::try_delete_item() {
  DeleteItemRequest request;
  request.key = key();
  refuse_hers(request, &Database::delete_item);
  request.table_name = "shop";
  ASSERT_TRUE(bob_->delete_item(request));
  EXPECT_EQ(owner_of(*bob_, "shop"), "nobody");
}

void AccountsApart::try_batch_get_item() {
  const auto get = [&](const std::string& name) {
    BatchGetItemRequest request;
    request.request_items.emplace().emplace_back(name, KeysAndAttributes{.keys = {{key()}}});
    return bob_->batch_get_item(request);
  };
  expect(get("hers"), ErrorCode::ResourceNotFoundException);
  expect(get(as_bobs(arn("hers"))), ErrorCode::ResourceNotFoundException);
  for (const char* name : {"hers", "shop"}) expect(get(arn(name)), ErrorCode::AccessDeniedException);
  EXPECT_EQ(get("shop").value().responses.front().second.front().to_map().find("owner")->s(), "bob");
}

void AccountsApart::try_batch_write_item() {
  const auto write = [&](const std::string& name) {
    BatchWriteItemRequest request;
    request.request_items.emplace().emplace_back(
        name, std::vector<WriteRequest>{{.put_request = PutRequest{.item = item("changed")}}});
    return bob_->batch_write_item(request);
  };
  expect(write("hers"), ErrorCode::ResourceNotFoundException);
  expect(write(as_bobs(arn("hers"))), ErrorCode::ResourceNotFoundException);
  for (const char* name : {"hers", "shop"}) expect(write(arn(name)), ErrorCode::AccessDeniedException);
  EXPECT_TRUE(write("shop"));
}

void AccountsApart::try_query() {
  QueryRequest request;
  request.key_condition_expression = "id = :id";
  request.expression_attribute_values = AttributeMap{{":id", "1"}};
  refuse_hers(request, &Database::query);
  request.table_name = "shop";
  EXPECT_EQ(bob_->query(request).value().items.value().front().to_map().find("owner")->s(), "bob");
}

void AccountsApart::try_scan() {
  refuse_hers(ScanRequest{}, &Database::scan);
  // A key is only a place in a table's order, and the table is the caller's.
  const auto first = alice_->scan({.table_name = "shop", .limit = 1}).value();
  ASSERT_TRUE(first.last_evaluated_key);
  const auto rest = bob_->scan({.table_name = "shop", .exclusive_start_key = first.last_evaluated_key}).value();
  EXPECT_EQ(rest.items.value().size(), 2u);
  for (const Item& row : *rest.items) EXPECT_EQ(row.to_map().find("owner")->s(), "bob");
}

void AccountsApart::try_search_vectors() {
  SearchVectorsRequest request;
  request.index_name = "near";
  request.search_vector = AttributeValue::List{1, 2};
  request.top_k = 10;
  refuse_hers(request, &Database::search_vectors);
  request.table_name = "shop";
  const auto found = bob_->search_vectors(request);
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_EQ(found->search_results.size(), 3u);
  for (const SearchResultItem& result : found->search_results)
    EXPECT_EQ(result.item.to_map().find("owner")->s(), "bob");
}

// ---- transactions

void AccountsApart::try_transact_write_items() {
  const auto write = [&](Database& database, const std::string& name, const std::string& owner,
                         const OptionalString& token = {}) {
    return database.transact_write_items(
        {.transact_items = {{{.put = Put{.item = item(owner), .table_name = name}}}}, .client_request_token = token});
  };
  expect(write(*bob_, "hers", "changed"), ErrorCode::ResourceNotFoundException);
  expect(write(*bob_, as_bobs(arn("hers")), "changed"), ErrorCode::ResourceNotFoundException);
  for (const char* name : {"hers", "shop"}) EXPECT_FALSE(write(*bob_, arn(name), "changed"));
  // Alice's token does not keep Bob from using the same text.
  ASSERT_TRUE(write(*alice_, "shop", "alice", "token"));
  ASSERT_TRUE(write(*bob_, "shop", "changed", "token"));
  EXPECT_EQ(owner_of(*bob_, "shop"), "changed");
  before_ = all_of_alice();  // with Alice's own record
  EXPECT_EQ(owner_of(*alice_, "shop"), "alice");
}

void AccountsApart::try_transact_get_items() {
  const auto get = [&](const std::string& name) {
    return bob_->transact_get_items({.transact_items = {{{.get = Get{.key = key(), .table_name = name}}}}});
  };
  expect(get("hers"), ErrorCode::ResourceNotFoundException);
  expect(get(as_bobs(arn("hers"))), ErrorCode::ResourceNotFoundException);
  for (const char* name : {"hers", "shop"}) EXPECT_FALSE(get(arn(name)));
  EXPECT_EQ(get("shop").value().responses.front().item->to_map().find("owner")->s(), "bob");
}

// ---- streams

void AccountsApart::try_list_streams() {
  const auto listed = bob_->list_streams({}).value().streams;
  ASSERT_EQ(listed.size(), 1u);
  EXPECT_EQ(listed.front().stream_arn->find(as_bobs(arn("shop"))), 0u);
  EXPECT_TRUE(bob_->list_streams({.table_name = "hers"}).value().streams.empty());
  expect(bob_->list_streams({.table_name = arn("hers")}), ErrorCode::AccessDeniedException);
  expect(bob_->list_streams({.exclusive_start_stream_arn = stream_arn()}), ErrorCode::ResourceNotFoundException);
}

void AccountsApart::try_describe_stream() {
  expect(bob_->describe_stream({.stream_arn = stream_arn()}), ErrorCode::ResourceNotFoundException);
  expect(bob_->describe_stream({.stream_arn = as_bobs(stream_arn())}), ErrorCode::ResourceNotFoundException);
}

void AccountsApart::try_get_shard_iterator() {
  const auto shards = alice_->describe_stream({.stream_arn = stream_arn()}).value().stream_description.shards.value();
  for (const std::string& stream : {stream_arn(), as_bobs(stream_arn())})
    expect(bob_->get_shard_iterator({.stream_arn = stream,
                                     .shard_id = shards.front().shard_id,
                                     .shard_iterator_type = ShardIteratorType::TrimHorizon}),
           ErrorCode::ResourceNotFoundException);
}

void AccountsApart::try_get_records() {
  for (const char* name : {"hers", "shop"}) {
    const std::string iterator = iterator_of(*alice_, name);
    expect(bob_->get_records({.shard_iterator = iterator}), ErrorCode::ResourceNotFoundException);
    expect(bob_->get_records({.shard_iterator = as_bobs(iterator)}), ErrorCode::ResourceNotFoundException);
  }
  const auto records = bob_->get_records({.shard_iterator = iterator_of(*bob_, "shop")}).value().records;
  ASSERT_EQ(records.size(), 3u);
  for (const Record& record : records) EXPECT_EQ(record.dynamodb->new_image->to_map().find("owner")->s(), "bob");
}

void AccountsApart::try_roll_stream() {
  refuse_hers(RollStreamRequest{}, &Database::roll_stream);
  EXPECT_EQ(bob_->roll_stream({.table_name = "shop"}).value().stream_arn->find(as_bobs(arn("shop"))), 0u);
}

// ---- statements

void AccountsApart::try_execute_statement() {
  const auto execute = [&](const std::string& text) { return bob_->execute_statement({.statement = text}); };
  expect(execute("SELECT * FROM hers"), ErrorCode::ResourceNotFoundException);
  expect(execute("UPDATE hers SET owner = 'changed' WHERE id = '1'"), ErrorCode::ResourceNotFoundException);
  EXPECT_FALSE(execute("SELECT * FROM \"" + arn("hers") + "\""));
  ASSERT_TRUE(execute("UPDATE shop SET owner = 'changed' WHERE id = '1'"));
  EXPECT_EQ(owner_of(*bob_, "shop"), "changed");
  const ExecuteStatementRequest page{.statement = "SELECT * FROM shop", .limit = 1};
  ExecuteStatementRequest next = page;
  next.next_token = alice_->execute_statement(page).value().next_token;
  ASSERT_TRUE(next.next_token);
  ASSERT_TRUE(alice_->execute_statement(next));
  expect(bob_->execute_statement(next), ErrorCode::ValidationException);
}

void AccountsApart::try_batch_execute_statement() {
  const auto execute = [&](const std::string& text) {
    return bob_->batch_execute_statement({.statements = {{{.statement = text}}}}).value().responses.front();
  };
  for (const char* text : {"SELECT * FROM hers WHERE id = '1'", "DELETE FROM hers WHERE id = '1'"}) {
    const auto answer = execute(text);
    ASSERT_TRUE(answer.error) << text;
    EXPECT_EQ(answer.error->code, "ResourceNotFound");
    EXPECT_FALSE(answer.item);
  }
  EXPECT_EQ(execute("SELECT * FROM shop WHERE id = '1'").item->to_map().find("owner")->s(), "bob");
  EXPECT_FALSE(execute("DELETE FROM shop WHERE id = '1'").error);
}

void AccountsApart::try_execute_transaction() {
  const auto execute = [&](Database& database, const std::string& text, const OptionalString& token = {}) {
    return database.execute_transaction(
        {.transact_statements = {{{.statement = text}}}, .client_request_token = token});
  };
  EXPECT_FALSE(execute(*bob_, "SELECT * FROM hers WHERE id = '1'"));
  EXPECT_FALSE(execute(*bob_, "DELETE FROM hers WHERE id = '1'"));
  ASSERT_TRUE(execute(*alice_, "UPDATE shop SET owner = 'alice' WHERE id = '1'", "token"));
  ASSERT_TRUE(execute(*bob_, "UPDATE shop SET owner = 'changed' WHERE id = '1'", "token"));
  EXPECT_EQ(owner_of(*bob_, "shop"), "changed");
  before_ = all_of_alice();  // perhaps with Alice's own record
  EXPECT_EQ(owner_of(*alice_, "shop"), "alice");
}

// ---- what is not in operations.def

TEST_F(AccountsApart, subscribe) {
  const auto subscribe = [&](const std::string& name) {
    SubscribeRequest request;
    request.table_name = name;
    request.from = SubscribeFrom::TrimHorizon;
    return bob_->subscribe(request);
  };
  expect(subscribe("hers"), ErrorCode::ResourceNotFoundException);
  expect(subscribe(arn("hers")), ErrorCode::AccessDeniedException);
  const auto records = subscribe("shop").value()->next().value();
  ASSERT_FALSE(records.empty());
  for (const Record& record : records) EXPECT_EQ(record.dynamodb->new_image->to_map().find("owner")->s(), "bob");
}

TEST(Accounts, ADatabaseInFrontOfAnotherHasNone) {
  OpenOptions options;
  options.in_memory = true;
  const auto faulty = with_faults(open("", options).value(), {}).value();
  const auto other = in_account(*faulty, "222222222222");
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().code, ErrorCode::ValidationException);
}

TEST(Accounts, TheDirectoryStaysOpenUntilItsLastDatabaseIsDestroyed) {
  OpenOptions options;
  options.in_memory = true;
  auto database = open("", options).value();
  const auto other = in_account(*database, "222222222222").value();
  database.reset();
  EXPECT_TRUE(other->list_tables({}).value().table_names.empty());
  EXPECT_TRUE(in_account(*other, kDefaultAccount).value()->list_tables({}));
}

}  // namespace accounts_apart_test
}  // namespace partita
