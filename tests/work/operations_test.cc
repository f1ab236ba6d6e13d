// The cost of each operation, embedded.
#include <gtest/gtest.h>

#include <iostream>

#include "support/requests.h"
#include "work/counted_database.h"

namespace partita::work {
namespace operations_test {

using test::create_request;
using test::IndexShape;

constexpr int kPartition = 200;

// The cost that an operation may have.
struct Budget {
  std::uint64_t allocations = 0;  // at most, beyond RocksDB's
  std::uint64_t gets = 0;
  std::uint64_t seeks = 0;
  std::uint64_t nexts = 0;
  std::uint64_t rows_written = 0;
};

using Make = std::function<CountedDatabase::Prepared(Database&, int run)>;
struct Case {
  std::string name;
  Make make;
  Budget budget;
};
void PrintTo(const Case& shown, std::ostream* out) { *out << shown.name; }

// The call of an operation with a request that is made beforehand.
template <class Request, class Response>
CountedDatabase::Prepared call(Database& database, Result<Response> (Database::*operation)(Request), Request request) {
  const auto kept = std::make_shared<Request>(std::move(request));
  return [&database, operation, kept] {
    const auto answer = (database.*operation)(std::move(*kept));
    EXPECT_TRUE(answer) << answer.error().message;
  };
}

using Prepared = CountedDatabase::Prepared;

Prepared get_item(Database& db, int) {
  return call(db, &Database::get_item, test::get_request("plain", key_of("p", 7)));
}
Prepared get_missing_item(Database& db, int) {
  return call(db, &Database::get_item, test::get_request("plain", key_of("none", 7)));
}
Prepared get_projected_item(Database& db, int) {
  auto request = test::get_request("plain", key_of("p", 7));
  request.projection_expression = "active, score";
  return call(db, &Database::get_item, std::move(request));
}

Make put_item(const std::string& table) {
  return [=](Database& db, int run) {
    return call(db, &Database::put_item, test::put_request(table, item_of("new", run)));
  };
}
// Replaces an existing item and its index keys.
Make put_item_over(const std::string& table) {
  return [=](Database& db, int run) {
    AttributeMap item = item_of("p", 7);
    item.set("owner", "another owner, number " + std::to_string(1000 + run));
    item.set("state", "another state, number " + std::to_string(1000 + run));
    item.set("score", 10'001 + 10 * run);
    return call(db, &Database::put_item, test::put_request(table, std::move(item)));
  };
}
Prepared update_item(Database& db, int run) {
  auto request =
      test::update_request("plain", key_of("p", 8), "SET #s = :s", {{":s", "state " + std::to_string(1000 + run)}});
  request.expression_attribute_names.emplace()["#s"] = "state";
  request.condition_expression = "attribute_exists(pk)";
  return call(db, &Database::update_item, std::move(request));
}
Prepared delete_item(Database& db, int run) {
  return call(db, &Database::delete_item, test::delete_request("plain", key_of("gone", run)));
}

QueryRequest page_request(const std::string& table, int limit, const std::string& index = {}) {
  const bool global = index == "by_owner";
  QueryRequest request = global ? test::query_request(table, "#o = :p", {{":p", "owner of p"}})
                                : test::query_request(table, "pk = :p", {{":p", "p"}});
  if (global) request.expression_attribute_names.emplace()["#o"] = "owner";
  if (!index.empty()) request.index_name = index;
  request.limit = limit;
  return request;
}
Make query(const std::string& table, int limit, const std::string& index = {}) {
  return [=](Database& db, int) { return call(db, &Database::query, page_request(table, limit, index)); };
}
Prepared query_from_table(Database& db, int) {
  auto request = page_request("local", 10, "by_state");
  request.select = Select::AllAttributes;
  return call(db, &Database::query, std::move(request));
}
// Nine of ten items do not match.
Prepared query_with_filter(Database& db, int) {
  auto request = page_request("plain", 100);
  request.filter_expression = "score < :s";
  request.expression_attribute_values->set(":s", 1'000'101);
  return call(db, &Database::query, std::move(request));
}
Prepared scan(Database& db, int) {
  auto request = test::scan_request("plain");
  request.limit = 100;
  return call(db, &Database::scan, std::move(request));
}

Prepared transact_two(Database& db, int run) {
  return call(db, &Database::transact_write_items,
              test::transact_request({test::transact_put("plain", item_of("pair a", run)),
                                      test::transact_put("plain", item_of("pair b", run))}));
}
Prepared batch_write(Database& db, int run) {
  std::vector<WriteRequest> writes;
  for (int i = 0; i < 25; ++i) writes.push_back({.put_request = PutRequest{item_of("batch", run * 25 + i)}});
  BatchWriteItemRequest request;
  request.request_items = {{"plain", std::move(writes)}};
  return call(db, &Database::batch_write_item, std::move(request));
}
Prepared batch_get(Database& db, int) {
  KeysAndAttributes keys;
  keys.keys.emplace();
  for (int i = 0; i < 25; ++i) keys.keys->push_back(key_of("p", i));
  BatchGetItemRequest request;
  request.request_items = {{"plain", std::move(keys)}};
  return call(db, &Database::batch_get_item, std::move(request));
}

// A statement with the full key costs as much as GetItem, and few allocations more.
ExecuteStatementRequest statement_request(std::string text, std::vector<AttributeValue> parameters) {
  return {.statement = std::move(text), .parameters = std::move(parameters)};
}
Prepared select_item(Database& db, int) {
  const AttributeMap key = key_of("p", 7);
  return call(db, &Database::execute_statement,
              statement_request("SELECT * FROM plain WHERE pk = ? AND sk = ?", {*key.find("pk"), *key.find("sk")}));
}
Prepared select_page(Database& db, int) {
  auto request = statement_request("SELECT * FROM plain WHERE pk = ?", {"p"});
  request.limit = 10;
  return call(db, &Database::execute_statement, std::move(request));
}
Prepared insert_item(Database& db, int run) {
  return call(db, &Database::execute_statement,
              statement_request("INSERT INTO plain VALUE ?", {AttributeValue::map(item_of("inserted", run))}));
}

Make get_records(int limit) {
  return [=](Database& db, int) {
    const auto arn = db.describe_table({.table_name = "streamed"})->table.latest_stream_arn;
    GetShardIteratorRequest at{.stream_arn = arn};
    at.shard_id = db.describe_stream({.stream_arn = arn})->stream_description.shards->front().shard_id;
    at.shard_iterator_type = ShardIteratorType::TrimHorizon;
    GetRecordsRequest request{.shard_iterator = db.get_shard_iterator(at)->shard_iterator, .limit = limit};
    return call(db, &Database::get_records, std::move(request));
  };
}

AttributeMap item_with_vector(int sort, int number) {
  AttributeMap item = item_of("p", sort);
  item.set("v", AttributeValue::list({sort, number}));
  return item;
}
// Searches a partition that an earlier search has brought into memory.
Prepared search_vectors(Database& db, int) {
  SearchVectorsRequest request{.table_name = "searched", .index_name = "near", .top_k = 10};
  request.search_vector = AttributeValue::List{7, 7};
  return call(db, &Database::search_vectors, std::move(request));
}
// Replaces an item and its vector.
Prepared put_item_over_vector(Database& db, int run) {
  return call(db, &Database::put_item, test::put_request("searched", item_with_vector(7, 1 + run)));
}
// Replaces an item, but no attribute that its index holds.
Prepared put_item_beside_vector(Database& db, int run) {
  AttributeMap item = item_with_vector(8, 0);
  item.set("owner", "another owner, number " + std::to_string(1000 + run));
  return call(db, &Database::put_item, test::put_request("searched", std::move(item)));
}

CreateTableRequest searched_table() {
  CreateTableRequest request = create_request("searched", "pk:S", "sk:S");
  VectorIndex& index = request.vector_indexes.emplace().emplace_back();
  index.index_name = "near";
  index.vector_attribute.emplace().attribute_name = "v";
  index.dimensions = 2;
  index.distance_function = VectorDistanceFunction::Euclidean;
  index.projection.emplace().projection_type = ProjectionType::KeysOnly;
  return request;
}

std::vector<Case> cases() {
  return {
      {"GetItem", get_item, {.allocations = 0, .gets = 1}},
      {"GetItem_missing", get_missing_item, {.allocations = 2, .gets = 1}},
      {"GetItem_projected", get_projected_item, {.allocations = 10, .gets = 1}},
      // In addition to the item, the table's sums are written. Each index has an entry and sums.
      {"PutItem", put_item("plain"), {.allocations = 17, .gets = 1, .rows_written = 2}},
      {"PutItem_1_index", put_item("one"), {.allocations = 25, .gets = 1, .rows_written = 4}},
      {"PutItem_3_indexes", put_item("three"), {.allocations = 38, .gets = 1, .rows_written = 8}},
      // The new item has the same size, so no sums change. In each index one entry is erased and one is written.
      {"PutItem_over", put_item_over("plain"), {.allocations = 17, .gets = 1, .rows_written = 1}},
      {"PutItem_over_3_indexes", put_item_over("three"), {.allocations = 43, .gets = 1, .rows_written = 7}},
      // The record of the change is one more row of the batch.
      {"PutItem_over_stream", put_item_over("streamed"), {.allocations = 18, .gets = 1, .rows_written = 2}},
      {"UpdateItem_with_condition", update_item, {.allocations = 44, .gets = 1, .rows_written = 1}},
      {"DeleteItem", delete_item, {.allocations = 13, .gets = 1, .rows_written = 2}},
      // A longer page makes vectors double a few times more.
      {"Query_1_table", query("plain", 1), {.allocations = 18, .seeks = 1, .nexts = 0}},
      {"Query_10_table", query("plain", 10), {.allocations = 22, .seeks = 1, .nexts = 9}},
      {"Query_100_table", query("plain", 100), {.allocations = 25, .seeks = 1, .nexts = 99}},
      {"Query_1_global", query("one", 1, "by_owner"), {.allocations = 32, .seeks = 1, .nexts = 0}},
      {"Query_10_global", query("one", 10, "by_owner"), {.allocations = 36, .seeks = 1, .nexts = 9}},
      {"Query_100_global", query("one", 100, "by_owner"), {.allocations = 39, .seeks = 1, .nexts = 99}},
      {"Query_1_local", query("local", 1, "by_score"), {.allocations = 19, .seeks = 1, .nexts = 0}},
      {"Query_10_local", query("local", 10, "by_score"), {.allocations = 23, .seeks = 1, .nexts = 9}},
      {"Query_100_local", query("local", 100, "by_score"), {.allocations = 26, .seeks = 1, .nexts = 99}},
      {"Query_10_local_from_table", query_from_table, {.allocations = 45, .gets = 10, .seeks = 1, .nexts = 9}},
      {"Query_100_filtered", query_with_filter, {.allocations = 30, .seeks = 1, .nexts = 99}},
      {"Scan_100", scan, {.allocations = 15, .seeks = 1, .nexts = 99}},
      {"GetRecords_100", get_records(100), {.allocations = 560, .seeks = 1, .nexts = 100}},
      {"TransactWriteItems_2", transact_two, {.allocations = 40, .gets = 2, .rows_written = 4}},
      // A hash table has a random seed, so some processes make two more allocations.
      {"BatchWriteItem_25", batch_write, {.allocations = 274, .gets = 25, .rows_written = 50}},
      {"BatchGetItem_25", batch_get, {.allocations = 6, .gets = 25}},
      // The results' entries are read in one call. The vectors are in memory.
      {"SearchVectors_10", search_vectors, {.allocations = 93, .gets = 10}},
      {"PutItem_over_vector", put_item_over_vector, {.allocations = 30, .gets = 1, .rows_written = 2}},
      {"PutItem_beside_vector", put_item_beside_vector, {.allocations = 27, .gets = 1, .rows_written = 1}},
      {"ExecuteStatement_get", select_item, {.allocations = 4, .gets = 1}},
      {"ExecuteStatement_query_10", select_page, {.allocations = 36, .seeks = 1, .nexts = 9}},
      {"ExecuteStatement_insert", insert_item, {.allocations = 32, .gets = 1, .rows_written = 2}},
  };
}

// A database with the filled tables that the cases use.
class FilledDatabase : public CountedDatabase {
 public:
  FilledDatabase() {
    const IndexShape by_owner{.name = "by_owner", .partition = {"owner:S"}, .sort = {"sk:S"}};
    const IndexShape by_state{.name = "by_state", .partition = {"state:S"}, .sort = {"sk:S"}};
    const IndexShape by_score{.name = "by_score", .partition = {"score:N"}};
    must(database().create_table(create_request("plain", "pk:S", "sk:S")));
    must(database().create_table(create_request("one", "pk:S", "sk:S", {by_owner})));
    must(database().create_table(create_request("three", "pk:S", "sk:S", {by_owner, by_state, by_score})));
    const IndexShape local_by_score{.name = "by_score", .partition = {"pk:S"}, .sort = {"score:N"}, .local = true};
    const IndexShape local_by_state{.name = "by_state",
                                    .partition = {"pk:S"},
                                    .sort = {"state:S"},
                                    .projection = ProjectionType::KeysOnly,
                                    .local = true};
    must(database().create_table(create_request("local", "pk:S", "sk:S", {local_by_score, local_by_state})));
    CreateTableRequest streamed = create_request("streamed", "pk:S", "sk:S");
    streamed.stream_specification = StreamSpecification{.stream_enabled = true, .stream_view_type = {}};
    streamed.stream_specification->stream_view_type = StreamViewType::NewAndOldImages;
    must(database().create_table(streamed));
    for (const char* table : {"plain", "one", "three", "local", "streamed"}) fill(database(), table, "p", kPartition);
    fill(database(), "plain", "gone", 100);
    must(database().create_table(searched_table()));
    for (int i = 0; i < kPartition; ++i)
      must(database().put_item(test::put_request("searched", item_with_vector(i, 0))));
    flush();
  }
};

// The read cases have a database to which no case writes, so that they do not see another case's rows in the memtable.
CountedDatabase& database_for(const Budget& budget) {
  static FilledDatabase read, written;
  return budget.rows_written == 0 ? read : written;
}

class OperationWork : public testing::TestWithParam<Case> {};

TEST_P(OperationWork, stays_within_its_budget) {
  const auto& [name, make, budget] = GetParam();
  CountedDatabase& counted = database_for(budget);
  const Work work = counted.work_of([&](int run) { return make(counted.database(), run); });
  std::cout << name << ": " << work.own_allocations() << " allocations beyond RocksDB's " << work.rocksdb_allocations
            << "; " << work.store.gets << " gets, " << work.store.seeks << " seeks, " << work.store.nexts << " nexts, "
            << work.store.bytes_read << " bytes read, " << work.store.rows_written << " rows of "
            << work.store.bytes_written << " bytes written\n";
  EXPECT_LE(work.own_allocations(), budget.allocations);
  EXPECT_EQ(work.store.gets, budget.gets);
  EXPECT_EQ(work.store.seeks, budget.seeks);
  EXPECT_EQ(work.store.nexts, budget.nexts);
  EXPECT_EQ(work.store.rows_written, budget.rows_written);
  EXPECT_EQ(work.store.writes, budget.rows_written > 0 ? 1u : 0u);
}

// The record takes the images as they are encoded for the item, and the batch does not copy them.
TEST(StreamWork, a_record_costs_one_allocation_and_the_bytes_of_its_images) {
  static FilledDatabase counted;
  const auto work_of = [&](const std::string& table) {
    const Make make = put_item_over(table);
    return counted.work_of([&](int run) { return make(counted.database(), run); });
  };
  const Work plain = work_of("plain"), streamed = work_of("streamed");
  EXPECT_LE(streamed.own_allocations(), plain.own_allocations() + 1);
  EXPECT_EQ(streamed.store.gets, plain.store.gets);
  EXPECT_EQ(streamed.store.writes, plain.store.writes);
  EXPECT_GE(streamed.store.bytes_written, 2 * plain.store.bytes_written) << "two images";
  EXPECT_LE(streamed.store.bytes_written, 3 * plain.store.bytes_written) << "two images, and less than the item's key";
}

INSTANTIATE_TEST_SUITE_P(all, OperationWork, testing::ValuesIn(cases()),
                         [](const testing::TestParamInfo<Case>& tested) { return tested.param.name; });

}  // namespace operations_test
}  // namespace partita::work
