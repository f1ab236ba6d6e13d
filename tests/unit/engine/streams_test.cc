// Streams: records of writes, shards, iterators, retention and restarts.
#include <gtest/gtest.h>

#include <future>
#include <set>
#include <thread>

#include "engine/streams/settings.h"
#include "keys/system_keys.h"
#include "storage/open_store.h"
#include "support/requests.h"
#include "support/temporary_directory.h"
#include "support/test_engine.h"
#include "value/limits.h"

namespace partita::engine {
namespace streams_test {

using test::create_request;
using test::delete_request;
using test::put_request;
using test::TestEngine;

constexpr std::int64_t kHourMs = 60 * 60 * 1000;

CreateTableRequest with_stream(CreateTableRequest request, StreamViewType view = StreamViewType::NewAndOldImages) {
  request.stream_specification = StreamSpecification{.stream_enabled = true, .stream_view_type = view};
  return request;
}

UpdateTableRequest stream_change(const std::string& table, std::optional<StreamViewType> view) {
  UpdateTableRequest request{.table_name = table};
  request.stream_specification = StreamSpecification{.stream_enabled = view.has_value(), .stream_view_type = {}};
  if (view) request.stream_specification->stream_view_type = *view;
  return request;
}

std::string arn_of(TestEngine& engine, const std::string& table) {
  return *engine.describe_table({.table_name = table})->table.latest_stream_arn;
}

std::vector<Shard> shards_of(TestEngine& engine, const std::string& arn) {
  const auto described = engine.describe_stream({.stream_arn = arn});
  EXPECT_TRUE(described) << described.error().message;
  return described ? *described->stream_description.shards : std::vector<Shard>();
}

std::string iterator_at(TestEngine& engine, const std::string& arn, const std::string& shard, ShardIteratorType type) {
  const auto made = engine.get_shard_iterator({.stream_arn = arn, .shard_id = shard, .shard_iterator_type = type});
  EXPECT_TRUE(made) << made.error().message;
  return made ? *made->shard_iterator : "";
}

// The records of one shard, from the iterator on.
std::vector<Record> read_shard(TestEngine& engine, std::string iterator, std::optional<std::int64_t> limit = {}) {
  std::vector<Record> all;
  while (true) {
    GetRecordsRequest request{.shard_iterator = iterator};
    if (limit) request.limit = *limit;
    auto page = engine.get_records(std::move(request));
    EXPECT_TRUE(page) << page.error().message;
    if (!page) return all;
    all.insert(all.end(), page->records.begin(), page->records.end());
    if (page->records.empty() || !page->next_shard_iterator) return all;
    iterator = *page->next_shard_iterator;
  }
}

std::vector<Record> read_all(TestEngine& engine, const std::string& arn) {
  std::vector<Record> all;
  for (const Shard& shard : shards_of(engine, arn))
    for (Record& record : read_shard(engine, iterator_at(engine, arn, *shard.shard_id, ShardIteratorType::TrimHorizon)))
      all.push_back(std::move(record));
  return all;
}

// The events with their keys, such as "INSERT a".
std::vector<std::string> events(const std::vector<Record>& records) {
  std::vector<std::string> all;
  for (const Record& record : records)
    all.push_back(std::string(record.event_name->text()) + " " + record.dynamodb->keys->get("pk")->s());
  return all;
}

class StreamsTest : public testing::Test {
 protected:
  StreamsTest() { EXPECT_TRUE(engine_.create_table(with_stream(create_request("items", "pk:S")))); }

  void put(const std::string& key, int n = 1) {
    ASSERT_TRUE(engine_.put_item(put_request("items", {{"pk", key}, {"n", n}})));
  }
  std::vector<Record> records() { return read_all(engine_, arn_of(engine_, "items")); }
  void roll() { ASSERT_TRUE(engine_.roll_stream({.table_name = "items"})); }

  TestEngine engine_;
};

TEST_F(StreamsTest, each_change_has_one_record_and_no_change_has_none) {
  put("a");
  put("a");
  put("a", 2);
  ASSERT_TRUE(engine_.delete_item(delete_request("items", {{"pk", "a"}})));
  ASSERT_TRUE(engine_.delete_item(delete_request("items", {{"pk", "a"}})));
  const auto found = records();
  EXPECT_EQ(events(found), (std::vector<std::string>{"INSERT a", "MODIFY a", "REMOVE a"}));
  ASSERT_EQ(found.size(), 3u);
  const ItemChange& change = *found[1].dynamodb;
  EXPECT_EQ(change.old_image->to_map(), (AttributeMap{{"pk", "a"}, {"n", 1}}));
  EXPECT_EQ(change.new_image->to_map(), (AttributeMap{{"pk", "a"}, {"n", 2}}));
  EXPECT_EQ(change.keys->to_map(), (AttributeMap{{"pk", "a"}}));
  EXPECT_EQ(change.size_bytes, 3 + (3 + 3) + (3 + 3));
  EXPECT_EQ(change.stream_view_type, StreamViewType::NewAndOldImages);
  EXPECT_EQ(change.approximate_creation_date_time, test::kStartMs / 1000);
  EXPECT_EQ(found[1].event_id->size(), 32u);
  EXPECT_NE(found[1].event_id, found[2].event_id);
  EXPECT_EQ(change.sequence_number->size(), 21u);
  EXPECT_LT(*found[0].dynamodb->sequence_number, *change.sequence_number);
  EXPECT_FALSE(found[2].user_identity);
  engine_.expect_clean();
}

TEST_F(StreamsTest, batches_transactions_and_expiry_have_records) {
  ASSERT_TRUE(engine_.update_time_to_live(test::time_to_live_request("items", "until", true)));
  ASSERT_TRUE(engine_.run_jobs());
  BatchWriteItemRequest batch;
  batch.request_items.emplace();
  std::vector<WriteRequest> writes(2);
  writes[0].put_request = PutRequest{.item = AttributeMap{{"pk", "b"}}};
  writes[1].put_request = PutRequest{.item = AttributeMap{{"pk", "c"}, {"until", test::kStartMs / 1000 - 1}}};
  batch.request_items->emplace_back("items", writes);
  ASSERT_TRUE(engine_.batch_write_item(batch));
  ASSERT_TRUE(engine_.transact_write_items(test::transact_request(
      {test::transact_put("items", {{"pk", "d"}}), test::transact_put("items", {{"pk", "e"}})}, "token")));
  ASSERT_TRUE(engine_.transact_write_items(test::transact_request(
      {test::transact_put("items", {{"pk", "d"}}), test::transact_put("items", {{"pk", "e"}})}, "token")));
  ASSERT_TRUE(engine_.run_jobs());
  const auto found = records();
  EXPECT_EQ(events(found), (std::vector<std::string>{"INSERT b", "INSERT c", "INSERT d", "INSERT e", "REMOVE c"}));
  ASSERT_TRUE(found.back().user_identity);
  EXPECT_EQ(found.back().user_identity->principal_id, "dynamodb.amazonaws.com");
  EXPECT_EQ(found.back().user_identity->type, "Service");
}

TEST_F(StreamsTest, a_view_type_decides_the_images) {
  struct Case {
    StreamViewType view;
    bool has_old, has_new;
  };
  for (const Case& c :
       {Case{StreamViewType::KeysOnly, false, false}, Case{StreamViewType::NewImage, false, true},
        Case{StreamViewType::OldImage, true, false}, Case{StreamViewType::NewAndOldImages, true, true}}) {
    const std::string table(to_text(c.view));
    ASSERT_TRUE(engine_.create_table(with_stream(create_request(table, "pk:S", "aa:N"), c.view)));
    const AttributeMap key{{"pk", "x"}, {"aa", 7}};
    AttributeMap item = key;
    ASSERT_TRUE(engine_.put_item(put_request(table, item)));
    item.set("more", "text");
    ASSERT_TRUE(engine_.put_item(put_request(table, item)));
    ASSERT_TRUE(engine_.delete_item(delete_request(table, key)));
    const auto found = read_all(engine_, arn_of(engine_, table));
    ASSERT_EQ(found.size(), 3u) << table;
    for (std::size_t i = 0; i < 3; ++i) {
      const ItemChange& change = *found[i].dynamodb;
      EXPECT_EQ(change.old_image.has_value(), c.has_old && i > 0) << table << i;
      EXPECT_EQ(change.new_image.has_value(), c.has_new && i < 2) << table << i;
      EXPECT_EQ(change.keys->to_map(), key);
      EXPECT_EQ(change.stream_view_type, c.view);
    }
  }
  engine_.expect_clean();
}

TEST_F(StreamsTest, a_latest_iterator_sees_the_next_write_however_long_the_shard_is_idle) {
  put("before");
  engine_.clock().advance_ms(30 * kHourMs);
  const std::string arn = arn_of(engine_, "items");
  const std::string shard = *shards_of(engine_, arn).front().shard_id;
  const std::string latest = iterator_at(engine_, arn, shard, ShardIteratorType::Latest);
  put("after");
  EXPECT_EQ(events(read_shard(engine_, latest)), (std::vector<std::string>{"INSERT after"}));
}

TEST_F(StreamsTest, pages_end_at_their_limit_and_at_a_megabyte) {
  for (int i = 0; i < 5; ++i) put("k" + std::to_string(i));
  const std::string arn = arn_of(engine_, "items");
  const std::string start =
      iterator_at(engine_, arn, *shards_of(engine_, arn).front().shard_id, ShardIteratorType::TrimHorizon);
  EXPECT_EQ(engine_.get_records({.shard_iterator = start, .limit = 2})->records.size(), 2u);
  EXPECT_EQ(read_shard(engine_, start, 2).size(), 5u);
  for (int i = 0; i < 4; ++i)
    ASSERT_TRUE(engine_.put_item(put_request("items", {{"pk", "large"}, {"n", i}, {"s", std::string(300'000, 'x')}})));
  const auto page = engine_.get_records({.shard_iterator = start});
  EXPECT_EQ(page->records.size(), 5u + 2u) << "300 KB, 600 KB, and no more";
  EXPECT_EQ(read_shard(engine_, start).size(), 9u);
}

TEST_F(StreamsTest, a_record_can_be_read_again_from_its_number) {
  for (const char* key : {"a", "b", "c"}) put(key);
  const std::string arn = arn_of(engine_, "items");
  const std::string shard = *shards_of(engine_, arn).front().shard_id;
  GetShardIteratorRequest at{.stream_arn = arn, .shard_id = shard};
  at.sequence_number = records()[1].dynamodb->sequence_number;
  at.shard_iterator_type = ShardIteratorType::AtSequenceNumber;
  EXPECT_EQ(events(read_shard(engine_, *engine_.get_shard_iterator(at)->shard_iterator)),
            (std::vector<std::string>{"INSERT b", "INSERT c"}));
  at.shard_iterator_type = ShardIteratorType::AfterSequenceNumber;
  EXPECT_EQ(events(read_shard(engine_, *engine_.get_shard_iterator(at)->shard_iterator)),
            (std::vector<std::string>{"INSERT c"}));
}

TEST_F(StreamsTest, a_time_leads_to_the_first_record_at_or_after_it) {
  put("a");
  engine_.clock().advance_ms(1500);
  put("b");
  const std::string arn = arn_of(engine_, "items");
  GetShardIteratorRequest at{.stream_arn = arn, .shard_id = shards_of(engine_, arn).front().shard_id};
  at.shard_iterator_type = ShardIteratorType::AtTimestamp;
  const double start = test::kStartMs / 1000.0;
  for (const auto& [time, expected] :
       {std::pair{start - 90'000, 2u}, {start, 2u}, {start + 0.001, 1u}, {start + 1.5, 1u}}) {
    at.timestamp = time;
    EXPECT_EQ(read_shard(engine_, *engine_.get_shard_iterator(at)->shard_iterator).size(), expected) << time - start;
  }
  at.timestamp = start + 1.501;
  EXPECT_EQ(engine_.get_shard_iterator(at).error().code, ErrorCode::ValidationException);
}

TEST_F(StreamsTest, a_rolled_shard_is_closed_and_its_child_goes_on) {
  put("a");
  engine_.clock().advance_ms(10);
  roll();
  put("b");
  const std::string arn = arn_of(engine_, "items");
  const auto shards = shards_of(engine_, arn);
  ASSERT_EQ(shards.size(), 2u);
  EXPECT_FALSE(shards[0].parent_shard_id);
  EXPECT_EQ(shards[1].parent_shard_id, shards[0].shard_id);
  EXPECT_FALSE(shards[1].sequence_number_range->ending_sequence_number);
  EXPECT_LT(*shards[0].sequence_number_range->ending_sequence_number,
            *shards[1].sequence_number_range->starting_sequence_number);
  const auto page = engine_.get_records(
      {.shard_iterator = iterator_at(engine_, arn, *shards[0].shard_id, ShardIteratorType::TrimHorizon)});
  EXPECT_EQ(events(page->records), (std::vector<std::string>{"INSERT a"}));
  EXPECT_FALSE(page->next_shard_iterator) << "a closed shard ends";
  EXPECT_EQ(events(records()), (std::vector<std::string>{"INSERT a", "INSERT b"}));
  DescribeStreamRequest children{.stream_arn = arn};
  children.shard_filter = ShardFilter{.type = ShardFilterType::ChildShards, .shard_id = shards[0].shard_id};
  const auto found = engine_.describe_stream(children);
  ASSERT_EQ(found->stream_description.shards->size(), 1u);
  EXPECT_EQ(found->stream_description.shards->front().shard_id, shards[1].shard_id);
  const auto first = engine_.describe_stream({.stream_arn = arn, .limit = 1});
  EXPECT_EQ(first->stream_description.last_evaluated_shard_id, shards[0].shard_id);
  const auto second = engine_.describe_stream({.stream_arn = arn, .exclusive_start_shard_id = shards[0].shard_id});
  EXPECT_EQ(second->stream_description.shards->size(), 1u);
  EXPECT_FALSE(second->stream_description.last_evaluated_shard_id);
}

TEST_F(StreamsTest, records_go_after_a_day) {
  put("a");
  const auto number = records().front().dynamodb->sequence_number;
  const std::string arn = arn_of(engine_, "items");
  const keys::TableId id = engine_.context().catalog.find("items")->stream->id;
  const auto stored = [&] {
    return test::keys_between(engine_.engine().store(), keys::table_lower(id), keys::table_upper(id));
  };
  engine_.clock().advance_ms(12 * kHourMs);
  roll();
  put("b");
  engine_.clock().advance_ms(14 * kHourMs);
  EXPECT_EQ(events(records()), (std::vector<std::string>{"INSERT b"})) << "the first shard's records are too old";
  EXPECT_EQ(stored(), 2u);
  const auto shards = shards_of(engine_, arn);
  ASSERT_EQ(shards.size(), 2u) << "a part of the first shard's time is within the day";
  GetShardIteratorRequest at{.stream_arn = arn, .shard_id = shards[0].shard_id};
  at.shard_iterator_type = ShardIteratorType::AtSequenceNumber;
  at.sequence_number = number;
  EXPECT_EQ(engine_.get_shard_iterator(at).error().code, ErrorCode::TrimmedDataAccessException);
  ASSERT_TRUE(engine_.run_jobs());
  EXPECT_EQ(stored(), 1u);
  engine_.expect_clean();
  engine_.clock().advance_ms(13 * kHourMs);
  ASSERT_TRUE(engine_.run_jobs());
  EXPECT_EQ(stored(), 0u);
  EXPECT_EQ(shards_of(engine_, arn).size(), 1u);
}

TEST_F(StreamsTest, an_iterator_expires_after_a_quarter_of_an_hour_and_cannot_be_invented) {
  put("a");
  const std::string arn = arn_of(engine_, "items");
  std::string iterator =
      iterator_at(engine_, arn, *shards_of(engine_, arn).front().shard_id, ShardIteratorType::TrimHorizon);
  engine_.clock().advance_ms(limits::kIteratorMs - 1);
  EXPECT_TRUE(engine_.get_records({.shard_iterator = iterator}));
  engine_.clock().advance_ms(1);
  EXPECT_EQ(engine_.get_records({.shard_iterator = iterator}).error().code, ErrorCode::ExpiredIteratorException);
  char& changed = iterator[iterator.size() - 20];
  changed = changed == 'A' ? 'B' : 'A';
  for (const std::string& text : {iterator, std::string("x"), arn + "|1|", arn + "|1|AAAA"})
    EXPECT_EQ(engine_.get_records({.shard_iterator = text}).error().message, "Invalid ShardIterator") << text;
}

TEST_F(StreamsTest, a_disabled_stream_can_be_read_for_a_day_and_the_next_one_is_another) {
  put("a");
  const std::string first = arn_of(engine_, "items");
  EXPECT_EQ(engine_.update_table(stream_change("items", StreamViewType::KeysOnly)).error().message,
            "Table already has an enabled stream: TableName: items");
  ASSERT_TRUE(engine_.update_table(stream_change("items", std::nullopt)));
  EXPECT_EQ(engine_.update_table(stream_change("items", std::nullopt)).error().message,
            "Table has no stream to disable: TableName: items");
  put("b");
  const auto described = engine_.describe_table({.table_name = "items"})->table;
  EXPECT_FALSE(described.stream_specification);
  EXPECT_EQ(described.latest_stream_arn, first);
  EXPECT_EQ(engine_.describe_stream({.stream_arn = first})->stream_description.stream_status, StreamStatus::Disabled);
  EXPECT_EQ(events(read_all(engine_, first)), (std::vector<std::string>{"INSERT a"}));
  ASSERT_TRUE(engine_.update_table(stream_change("items", StreamViewType::KeysOnly)));
  const std::string second = arn_of(engine_, "items");
  EXPECT_NE(second, first);
  put("c");
  EXPECT_EQ(events(read_all(engine_, second)), (std::vector<std::string>{"INSERT c"}));
  EXPECT_EQ(engine_.list_streams({.table_name = "items"})->streams.size(), 2u);
  EXPECT_TRUE(engine_.list_streams({.table_name = "others"})->streams.empty());
  engine_.clock().advance_ms(24 * kHourMs + 1);
  EXPECT_EQ(engine_.describe_stream({.stream_arn = first}).error().code, ErrorCode::ResourceNotFoundException);
  ASSERT_TRUE(engine_.run_jobs());
  EXPECT_EQ(engine_.context().catalog.streams().size(), 1u);
  EXPECT_EQ(engine_.list_streams({})->streams.size(), 1u);
}

TEST_F(StreamsTest, a_deleted_table_s_stream_can_be_read_for_a_day) {
  put("a");
  const std::string first = arn_of(engine_, "items");
  const keys::TableId id = engine_.context().catalog.find("items")->stream->id;
  ASSERT_TRUE(engine_.delete_table({.table_name = "items"}));
  ASSERT_TRUE(engine_.run_jobs());
  EXPECT_EQ(engine_.describe_stream({.stream_arn = first})->stream_description.stream_status, StreamStatus::Disabled);
  ASSERT_TRUE(engine_.create_table(with_stream(create_request("items", "pk:S"))));
  EXPECT_NE(arn_of(engine_, "items"), first);
  EXPECT_EQ(events(read_all(engine_, first)), (std::vector<std::string>{"INSERT a"}));
  EXPECT_TRUE(records().empty());
  engine_.expect_clean();
  engine_.clock().advance_ms(24 * kHourMs + 1);
  ASSERT_TRUE(engine_.run_jobs());
  EXPECT_EQ(test::keys_between(engine_.engine().store(), keys::table_lower(id), keys::table_upper(id)), 0u);
}

// Otherwise a reader of another account could not be stopped for a day.
TEST_F(StreamsTest, the_policy_of_a_former_stream_can_be_removed_and_not_replaced) {
  const std::string policy = R"({"Version": "2012-10-17", "Statement": [{"Effect": "Allow",
      "Principal": {"AWS": "222222222222"}, "Action": "dynamodb:GetRecords", "Resource": "*"}]})";
  for (const bool deletes_table : {false, true}) {
    const std::string arn = arn_of(engine_, "items");
    ASSERT_TRUE(engine_.put_resource_policy({.resource_arn = arn, .policy = policy}));
    if (deletes_table) {
      ASSERT_TRUE(engine_.delete_table({.table_name = "items"}));
    } else {
      ASSERT_TRUE(engine_.update_table(stream_change("items", std::nullopt)));
      ASSERT_TRUE(engine_.update_table(stream_change("items", StreamViewType::KeysOnly)));
    }
    EXPECT_EQ(engine_.put_resource_policy({.resource_arn = arn, .policy = "{}"}).error().code,
              ErrorCode::ValidationException);
    auto other = policy;
    other.replace(other.find("GetRecords"), 10, "DescribeStream");
    EXPECT_EQ(engine_.put_resource_policy({.resource_arn = arn, .policy = other}).error().code,
              ErrorCode::ResourceNotFoundException);
    ASSERT_TRUE(engine_.delete_resource_policy({.resource_arn = arn}));
    EXPECT_EQ(engine_.get_resource_policy({.resource_arn = arn}).error().code, ErrorCode::PolicyNotFoundException);
    EXPECT_TRUE(engine_.describe_stream({.stream_arn = arn}));
  }
}

TEST(StreamsOfADirectory, streams_iterators_and_numbers_survive_a_restart_and_a_clock_that_goes_back) {
  const test::TemporaryDirectory directory;
  const auto clock = std::make_shared<base::ManualClock>(test::kStartMs);
  std::string iterator, last;
  const auto open = [&] {
    TestEngine::Options options;
    options.clock = clock;
    return std::make_unique<TestEngine>(storage::open_store(directory / "data", {}).value(), std::move(options));
  };
  {
    const auto engine = open();
    ASSERT_TRUE(engine->create_table(with_stream(create_request("items", "pk:S"))));
    ASSERT_TRUE(engine->put_item(put_request("items", {{"pk", "a"}})));
    const std::string arn = arn_of(*engine, "items");
    iterator = iterator_at(*engine, arn, *shards_of(*engine, arn).front().shard_id, ShardIteratorType::TrimHorizon);
    last = *read_shard(*engine, iterator).front().dynamodb->sequence_number;
  }
  clock->advance_ms(-1000);
  const auto engine = open();
  ASSERT_TRUE(engine->put_item(put_request("items", {{"pk", "b"}})));
  const auto found = read_shard(*engine, iterator);
  EXPECT_EQ(events(found), (std::vector<std::string>{"INSERT a", "INSERT b"}));
  EXPECT_GT(*found.back().dynamodb->sequence_number, last);
  engine->expect_clean();
}

TEST(StreamsOfADirectory, a_latest_iterator_survives_a_clock_that_goes_back_over_a_restart) {
  const test::TemporaryDirectory directory;
  const auto clock = std::make_shared<base::ManualClock>(test::kStartMs);
  const auto open = [&] {
    TestEngine::Options options;
    options.clock = clock;
    return std::make_unique<TestEngine>(storage::open_store(directory / "data", {}).value(), std::move(options));
  };
  std::string latest;
  {
    const auto engine = open();
    ASSERT_TRUE(engine->create_table(with_stream(create_request("items", "pk:S"))));
    ASSERT_TRUE(engine->put_item(put_request("items", {{"pk", "a"}})));
    const std::string arn = arn_of(*engine, "items");
    clock->advance_ms(5000);
    latest = iterator_at(*engine, arn, *shards_of(*engine, arn).front().shard_id, ShardIteratorType::Latest);
  }
  clock->advance_ms(-4000);
  const auto engine = open();
  ASSERT_TRUE(engine->put_item(put_request("items", {{"pk", "b"}})));
  clock->advance_ms(10000);
  EXPECT_EQ(events(read_shard(*engine, latest)), (std::vector<std::string>{"INSERT b"}));
}

// The boundary between two shards is a number before the catalog shows it. A reader that goes on from the old
// description must not read past it, because the child has those records too.
TEST_F(StreamsTest, a_reader_stops_at_a_boundary_that_is_not_shown_yet) {
  const std::string arn = arn_of(engine_, "items");
  const std::string parent =
      iterator_at(engine_, arn, *shards_of(engine_, arn).front().shard_id, ShardIteratorType::TrimHorizon);
  SequenceNumbers::Ticket boundary(engine_.context().numbers);
  put("a");
  const auto id = engine_.context().catalog.find("items")->id;
  ASSERT_TRUE(engine_.context().catalog.update(id, [&](catalog::TableInfo& table) {
    const auto rolled = roll_stream(table, boundary);
    put("b");
    EXPECT_EQ(events(read_shard(engine_, parent)), (std::vector<std::string>{"INSERT a"}));
    return rolled;
  }));
  boundary.settle();
  EXPECT_EQ(events(records()), (std::vector<std::string>{"INSERT a", "INSERT b"}));
}

// A reader that polls while several threads write must see every record once and in the order of the numbers.
TEST(StreamsUnderWriters, a_reader_never_misses_a_record) {
  constexpr int kThreads = 4, kWrites = 300;
  TestEngine engine;
  ASSERT_TRUE(engine.create_table(with_stream(create_request("items", "pk:S"))));
  const std::string arn = arn_of(engine, "items");
  std::string iterator =
      iterator_at(engine, arn, *shards_of(engine, arn).front().shard_id, ShardIteratorType::TrimHorizon);
  std::vector<std::thread> writers;
  for (int t = 0; t < kThreads; ++t)
    writers.emplace_back([&engine, t] {
      for (int i = 0; i < kWrites; ++i)
        (void)engine.put_item(
            put_request("items", {{"pk", "k" + std::to_string((i + t) % 7)}, {"n", t * kWrites + i}}));
    });
  std::set<std::string> ids;
  std::string last;
  while (ids.size() < std::size_t{kThreads} * kWrites) {
    auto page = engine.get_records({.shard_iterator = iterator});
    ASSERT_TRUE(page);
    for (const Record& record : page->records) {
      EXPECT_GT(*record.dynamodb->sequence_number, last);
      last = *record.dynamodb->sequence_number;
      EXPECT_TRUE(ids.insert(*record.event_id).second);
    }
    iterator = *page->next_shard_iterator;
  }
  for (std::thread& writer : writers) writer.join();
}

TEST(SequenceNumbersTest, a_reader_s_bound_waits_for_the_oldest_batch_under_way) {
  base::ManualClock clock(1000);
  SequenceNumbers numbers(clock);
  SequenceNumbers::Ticket first(numbers), second(numbers), unused(numbers);
  const SequenceNumber before = numbers.settled_below();
  const SequenceNumber a = first.draw(1), b = second.draw(1), c = first.draw(1);
  EXPECT_LE(before, a);
  EXPECT_LT(a, b);
  EXPECT_LT(b, c);
  EXPECT_EQ(time_of(a), 1000);
  EXPECT_EQ(numbers.settled_below(), a);
  second.settle();
  EXPECT_EQ(numbers.settled_below(), a);
  first.settle();
  EXPECT_GT(numbers.settled_below(), c);
  clock.advance_ms(-500);
  EXPECT_GT(first.draw(1), c) << "numbers never go back";
  first.settle();
  clock.advance_ms(5000);
  EXPECT_EQ(numbers.settled_below(), first_number_at(5500) + 1);
  EXPECT_GT(second.draw(1), first_number_at(5500));
}

}  // namespace streams_test
}  // namespace partita::engine
