// The shards of a stream: their order and descent, also after the oldest ones were trimmed, and the iterators at them.
#include <gtest/gtest.h>

#include <algorithm>

#include "engine/streams/settings.h"
#include "support/requests.h"
#include "support/test_engine.h"
#include "value/limits.h"

namespace partita::engine {
namespace stream_shards_test {

using test::TestEngine;

constexpr std::int64_t kHourMs = 60 * 60 * 1000;
constexpr std::size_t kMostShards = 10'000;

class StreamShardsTest : public testing::Test {
 protected:
  explicit StreamShardsTest(TestEngine::Options options = {}) : engine_(std::move(options)) {
    CreateTableRequest request = test::create_request("items", "pk:S");
    request.stream_specification =
        StreamSpecification{.stream_enabled = true, .stream_view_type = StreamViewType::KeysOnly};
    const auto created = engine_.create_table(request);
    EXPECT_TRUE(created);
    arn_ = *created->table_description.latest_stream_arn;
  }

  void put(const std::string& key) { ASSERT_TRUE(engine_.put_item(test::put_request("items", {{"pk", key}}))); }
  Result<RollStreamResponse> roll() { return engine_.roll_stream({.table_name = "items"}); }
  void advance_and_trim(std::int64_t time_ms) {
    engine_.clock().advance_ms(time_ms);
    ASSERT_TRUE(engine_.run_jobs());
  }

  StreamDescription describe(DescribeStreamRequest request = {}) {
    request.stream_arn = arn_;
    const auto described = engine_.describe_stream(request);
    EXPECT_TRUE(described) << described.error().message;
    return described ? described->stream_description : StreamDescription();
  }
  std::vector<std::string> shards() { return ids(*describe().shards); }
  std::vector<std::string> children(const std::string& shard) {
    DescribeStreamRequest request;
    request.shard_filter = ShardFilter{.type = ShardFilterType::ChildShards, .shard_id = shard};
    return ids(*describe(request).shards);
  }
  static std::vector<std::string> ids(const std::vector<Shard>& shards) {
    std::vector<std::string> all;
    for (const Shard& shard : shards) all.push_back(*shard.shard_id);
    return all;
  }

  Result<GetShardIteratorResponse> iterator(const std::string& shard, ShardIteratorType type = {},
                                            const OptionalString& number = {}) {
    return engine_.get_shard_iterator(
        {.stream_arn = arn_, .shard_id = shard, .shard_iterator_type = type, .sequence_number = number});
  }
  GetRecordsResponse page_at(const std::string& text) {
    auto page = engine_.get_records({.shard_iterator = text});
    EXPECT_TRUE(page) << page.error().message;
    return page ? *std::move(page) : GetRecordsResponse();
  }
  void expect_end(const std::string& text) {
    const GetRecordsResponse page = page_at(text);
    EXPECT_TRUE(page.records.empty());
    EXPECT_FALSE(page.next_shard_iterator);
  }

  TestEngine engine_;
  std::string arn_;
};

TEST_F(StreamShardsTest, shards_of_one_millisecond_have_their_order) {
  for (const char* key : {"a", "b", "c"}) {
    put(key);
    ASSERT_TRUE(roll());
  }
  const auto shards = *describe().shards;
  ASSERT_EQ(shards.size(), 4u);
  for (std::size_t i = 0; i < 3; ++i) {
    const SequenceNumberRange& range = *shards[i].sequence_number_range;
    EXPECT_LT(*shards[i].shard_id, *shards[i + 1].shard_id);
    EXPECT_EQ(shards[i + 1].parent_shard_id, shards[i].shard_id);
    EXPECT_LT(*range.ending_sequence_number, *shards[i + 1].sequence_number_range->starting_sequence_number);
    const GetRecordsResponse page =
        page_at(*iterator(*shards[i].shard_id, ShardIteratorType::TrimHorizon)->shard_iterator);
    ASSERT_EQ(page.records.size(), 1u);
    EXPECT_EQ(page.records[0].dynamodb->keys->get("pk")->s(), std::string(1, static_cast<char>('a' + i)));
    EXPECT_GT(*page.records[0].dynamodb->sequence_number, *range.starting_sequence_number);
    EXPECT_LE(*page.records[0].dynamodb->sequence_number, *range.ending_sequence_number);
  }
}

TEST_F(StreamShardsTest, a_shard_without_records_ends_at_once) {
  ASSERT_TRUE(roll());
  const Shard closed = describe().shards->front();
  const SequenceNumberRange& range = *closed.sequence_number_range;
  EXPECT_EQ(range.starting_sequence_number, range.ending_sequence_number);
  for (const ShardIteratorType type : {ShardIteratorType::TrimHorizon, ShardIteratorType::Latest})
    expect_end(*iterator(*closed.shard_id, type)->shard_iterator);
  for (const ShardIteratorType type : {ShardIteratorType::AtSequenceNumber, ShardIteratorType::AfterSequenceNumber})
    expect_end(*iterator(*closed.shard_id, type, range.ending_sequence_number)->shard_iterator);
}

TEST_F(StreamShardsTest, a_child_keeps_the_name_of_its_trimmed_parent) {
  put("a");
  const std::string first = shards().front();
  const auto number =
      page_at(*iterator(first, ShardIteratorType::TrimHorizon)->shard_iterator).records[0].dynamodb->sequence_number;
  advance_and_trim(kHourMs);
  ASSERT_TRUE(roll());
  const std::string second = shards().back();
  for (const std::int64_t time_ms : {limits::kStreamRetentionMs, 2 * kHourMs}) {
    advance_and_trim(time_ms);
    EXPECT_EQ(shards(), (std::vector<std::string>{second}));
    EXPECT_EQ(describe().shards->front().parent_shard_id, first);
    EXPECT_EQ(children(first), (std::vector<std::string>{second}));
    // A reader that was interrupted in the parent learns of the loss, and goes on with the child.
    EXPECT_EQ(iterator(first, ShardIteratorType::AfterSequenceNumber, number).error().code,
              ErrorCode::TrimmedDataAccessException);
    expect_end(*iterator(first, ShardIteratorType::TrimHorizon)->shard_iterator);
  }
  ASSERT_TRUE(roll());
  const std::string third = shards().back();
  advance_and_trim(limits::kStreamRetentionMs + 2 * kHourMs);
  EXPECT_EQ(shards(), (std::vector<std::string>{third}));
  EXPECT_EQ(describe().shards->front().parent_shard_id, second);
  EXPECT_EQ(children(first), (std::vector<std::string>()));
  EXPECT_EQ(iterator(first, ShardIteratorType::TrimHorizon).error().code, ErrorCode::ResourceNotFoundException);
  engine_.expect_clean();
}

TEST_F(StreamShardsTest, iterators_at_shards_that_are_trimmed_meanwhile) {
  put("a");
  put("b");
  ASSERT_TRUE(roll());
  ASSERT_TRUE(roll());
  const std::string first = shards().front();
  advance_and_trim(limits::kStreamRetentionMs);
  const std::string at_start = *iterator(first, ShardIteratorType::TrimHorizon)->shard_iterator;
  const auto page = engine_.get_records({.shard_iterator = at_start, .limit = 1});
  ASSERT_EQ(page->records.size(), 1u);
  engine_.clock().advance_ms(1);
  EXPECT_EQ(shards().size(), 1u);
  expect_end(at_start);
  EXPECT_EQ(engine_.get_records({.shard_iterator = *page->next_shard_iterator}).error().code,
            ErrorCode::TrimmedDataAccessException)
      << "a record that was not read is lost";
  engine_.clock().advance_ms(limits::kIteratorMs - 2);
  // The job erases records once for each hour.
  ASSERT_TRUE(engine_.context().catalog.update(
      engine_.context().catalog.find("items")->id, [](catalog::TableInfo& table) -> Result<void> {
        catalog::StreamInfo stream = *table.stream;
        stream.generations.erase(stream.generations.begin());
        table.stream = std::make_shared<const catalog::StreamInfo>(std::move(stream));
        return {};
      }));
  expect_end(at_start);
  engine_.clock().advance_ms(1);
  EXPECT_EQ(engine_.get_records({.shard_iterator = at_start}).error().code, ErrorCode::ExpiredIteratorException);
}

// The stream rolls by age too.
class ManyShardsTest : public StreamShardsTest {
 protected:
  ManyShardsTest() : StreamShardsTest({.stream_roll = std::chrono::hours(12)}) {}

  // Rolls until the stream has the most shards, in one step, because each roll writes the whole description.
  void fill() {
    ASSERT_TRUE(engine_.context().catalog.update(
        engine_.context().catalog.find("items")->id, [this](catalog::TableInfo& table) -> Result<void> {
          SequenceNumbers::Ticket boundary(engine_.context().numbers);
          catalog::StreamInfo stream = *table.stream;
          while (stream.generations.size() < kMostShards) stream.generations.push_back(boundary.draw(stream.id));
          table.stream = std::make_shared<const catalog::StreamInfo>(std::move(stream));
          return {};
        }));
  }
};

TEST_F(ManyShardsTest, are_described_in_pages_and_have_a_limit) {
  fill();
  DescribeStreamRequest request;
  std::size_t pages = 0;
  std::vector<Shard> all;
  do {
    const StreamDescription page = describe(request);
    ++pages;
    std::ranges::copy(*page.shards, std::back_inserter(all));
    request.exclusive_start_shard_id = page.last_evaluated_shard_id;
  } while (request.exclusive_start_shard_id);
  EXPECT_EQ(pages, kMostShards / 100);
  ASSERT_EQ(all.size(), kMostShards);
  for (std::size_t i = 1; i < all.size(); ++i) ASSERT_EQ(all[i].parent_shard_id, all[i - 1].shard_id);
  EXPECT_FALSE(all.back().sequence_number_range->ending_sequence_number);
  EXPECT_EQ(children(*all[5000].shard_id), (std::vector<std::string>{*all[5001].shard_id}));
  EXPECT_EQ(children(*all.back().shard_id), (std::vector<std::string>()));
  EXPECT_EQ(roll().error().message, "The stream of table items has had 10000 shards within 24 hours");
}

TEST_F(ManyShardsTest, are_no_trouble_for_the_job_and_go_after_a_day) {
  fill();
  advance_and_trim(13 * kHourMs);
  EXPECT_EQ(engine_.context().catalog.find("items")->stream->generations.size(), kMostShards);
  advance_and_trim(13 * kHourMs);
  ASSERT_TRUE(engine_.run_jobs());
  const auto left = shards();
  ASSERT_EQ(left.size(), 2u) << "the last one, and its child";
  put("a");
  EXPECT_EQ(page_at(*iterator(left.back(), ShardIteratorType::TrimHorizon)->shard_iterator).records.size(), 1u);
}

}  // namespace stream_shards_test
}  // namespace partita::engine
