// The versions of an item and the restores to one of them: pages, spans of time, and errors.
#include <gmock/gmock.h>

#include <filesystem>

#include "engine/streams/shards.h"
#include "keys/key_space.h"
#include "storage/open_store.h"
#include "support/temporary_directory.h"
#include "unit/engine/versioned_items.h"

namespace partita::engine {
namespace item_versions_test {

TEST_F(ItemVersionsTest, an_item_that_never_was_has_no_versions) {
  enable();
  put("other", "1");
  EXPECT_TRUE(list({.key = key("never")}).empty());
  put("other", "1");  // the same item again
  EXPECT_EQ(list({.key = key("other")}).size(), 1u);
}

// A copy of the directory is as a loss of power leaves it, or as it is on another machine.
TEST(ItemVersionsOfADirectory, rise_although_the_clock_of_the_next_run_is_behind) {
  const test::TemporaryDirectory directory;
  const auto open = [&](const std::string& name, std::int64_t time_ms) {
    TestEngine::Options options;
    options.clock = std::make_shared<base::ManualClock>(time_ms);
    return std::make_unique<TestEngine>(storage::open_store(directory / name, {}).value(), std::move(options));
  };
  const AttributeMap key{{"pk", "a"}};
  const auto put = [](TestEngine& engine, int value) {
    ASSERT_TRUE(engine.put_item(put_request("items", {{"pk", "a"}, {"v", value}})));
  };
  constexpr int kRounds = 8;
  const auto first = open("data", test::kStartMs);
  ASSERT_TRUE(first->create_table(create_request("items", "pk:S")));
  ASSERT_TRUE(
      first->update_continuous_backups({.table_name = "items",
                                        .point_in_time_recovery_specification =
                                            PointInTimeRecoverySpecification{.point_in_time_recovery_enabled = true}}));
  for (int round = 1; round <= kRounds; ++round) {
    // Several changes of one quarter of a second, and of the next ones.
    first->clock().advance_ms(100);
    put(*first, round);
    const std::string copy = "copy" + std::to_string(round);
    std::filesystem::copy(directory / "data", directory / copy, std::filesystem::copy_options::recursive);
    const auto next = open(copy, test::kStartMs - 3'600'000 * (round % 2));
    put(*next, 100);
    ASSERT_TRUE(next->delete_item(delete_request("items", key)));
    const auto versions = next->list_item_versions({.table_name = "items", .key = key});
    ASSERT_TRUE(versions) << versions.error().message;
    ASSERT_GE(versions->versions.size(), 3u);
    EXPECT_FALSE(versions->versions[0].item);
    EXPECT_EQ(versions->versions[1].item->get("v")->n(), "100");
    EXPECT_EQ(versions->versions[2].item->get("v")->n(), std::to_string(round));
  }
}

TEST_F(ItemVersionsTest, an_item_that_did_not_change_is_the_version_of_before) {
  put("a", "1");
  enable();
  const auto versions = list({.key = key("a")});
  ASSERT_EQ(versions.size(), 1u);
  EXPECT_FALSE(versions[0].sequence_number);
  EXPECT_FALSE(versions[0].change_date_time);
  EXPECT_EQ(versions[0].item->get("v")->s(), "1");
}

// A span without length is the item as it was at a time.
TEST_F(ItemVersionsTest, the_item_at_a_time) {
  enable();
  later(1000);
  put("a", "1");
  later(1000);
  const double then = seconds();
  put("a", "2");
  const auto versions = list({.key = key("a"), .start_time = then, .end_time = then});
  ASSERT_EQ(versions.size(), 1u);
  EXPECT_EQ(seen(versions[0]), (Version{0, "1"}));
}

TEST_F(ItemVersionsTest, the_time_to_live_is_named_as_the_originator) {
  enable();
  expire("a");
  const auto versions = list({.key = key("a")});
  ASSERT_EQ(versions.size(), 2u);
  EXPECT_EQ(versions[0].user_identity->principal_id, "dynamodb.amazonaws.com");
  EXPECT_EQ(versions[0].user_identity->type, "Service");
  EXPECT_FALSE(versions[0].item);
  EXPECT_FALSE(versions[1].user_identity);
  EXPECT_TRUE(versions[1].item);
}

TEST_F(ItemVersionsTest, a_projection_keeps_attributes_apart) {
  enable();
  put("a", "1");
  ListItemVersionsRequest request{.key = key("a"), .projection_expression = "#v"};
  request.expression_attribute_names = {{{"#v", "v"}}};
  EXPECT_EQ(list(request).at(0).item->to_map(), (AttributeMap{{"v", "1"}}));
  request.projection_expression = "pk.x";
  request.expression_attribute_names.reset();
  EXPECT_EQ(refusal(request).message,
            "Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: Key: pk");
}

TEST_F(ItemVersionsTest, a_page_has_at_most_a_megabyte) {
  enable();
  for (int i = 0; i < 12; ++i) {
    AttributeMap large = item("a", std::to_string(i));
    large.set("padding", std::string(300 << 10, 'x'));
    ASSERT_TRUE(engine_.put_item(put_request("items", large)));
  }
  const auto page = engine_.list_item_versions({.table_name = "items", .key = key("a")});
  ASSERT_TRUE(page);
  EXPECT_EQ(page->versions.size(), 3u);
  EXPECT_TRUE(page->next_token);
  EXPECT_EQ(list({.key = key("a")}).size(), 12u);
}

// Many pages at once wait for room, and each is answered.
TEST_F(ItemVersionsTest, a_caller_that_must_not_wait_gets_the_same_page) {
  enable();
  for (const char* value : {"1", "2"}) put("a", value);
  std::vector<std::future<Result<ListItemVersionsResponse>>> answers;
  for (int i = 0; i < 20; ++i)
    answers.push_back(engine_.start_list_item_versions({.table_name = "items", .key = key("a")}));
  for (auto& answer : answers) {
    const auto page = answer.get();
    ASSERT_TRUE(page) << page.error().message;
    EXPECT_EQ(seen(page->versions), (std::vector<Version>{{now(), "2"}, {now(), "1"}}));
  }
}

// A page goes on at the end of the one before, whatever is written meanwhile.
TEST_F(ItemVersionsTest, writes_between_pages_do_not_move_them) {
  enable();
  for (const char* value : {"1", "2", "3"}) put("a", value);
  ListItemVersionsRequest request{.table_name = "items", .key = key("a"), .limit = 1};
  const auto first = engine_.list_item_versions(request);
  ASSERT_TRUE(first);
  put("a", "4");
  request.next_token = first->next_token;
  EXPECT_EQ(engine_.list_item_versions(request)->versions.at(0).item->get("v")->s(), "2");
  request.scan_index_forward = true;
  EXPECT_EQ(engine_.list_item_versions(request).error().message, "NextToken does not match request");
  request.scan_index_forward.reset();
  request.key = key("b");
  EXPECT_EQ(engine_.list_item_versions(request).error().message, "NextToken does not match request");
  request.next_token = "nonsense";
  EXPECT_EQ(engine_.list_item_versions(request).error().message, "Invalid NextToken");
}

TEST_F(ItemVersionsTest, changes_beyond_the_period_are_gone) {
  enable(true, 1);
  put("a", "1");
  later(3 * kDay);
  put("a", "2");
  ASSERT_TRUE(engine_.run_jobs());
  EXPECT_EQ(seen(list({.key = key("a")})), (std::vector<Version>{{now(), "2"}, {0, "1"}}));
  EXPECT_EQ(refusal({.key = key("a"), .start_time = double(now() - 2 * kDay) / 1000}).code,
            ErrorCode::InvalidRestoreTimeException);
}

// A reader finds all entries that the description promises until it releases it.
TEST_F(ItemVersionsTest, a_history_is_erased_after_its_readers_have_gone) {
  put("a", "1");
  enable();
  put("a", "2");
  auto reader = engine_.context().catalog.find("items");
  later(2 * 60 * 1000);
  enable(false);
  ASSERT_TRUE(engine_.run_job_slices(20));
  EXPECT_FALSE(engine_.context().catalog.find("items")->history);
  const auto entries = [&, id = reader->history->id] {
    return test::keys_between(engine_.context().store, keys::table_lower(id), keys::table_upper(id));
  };
  EXPECT_EQ(entries(), 1u);
  const auto count = [entries] { return entries(); };
  reader.reset();
  ASSERT_TRUE(engine_.run_jobs());
  EXPECT_EQ(count(), 0u);
}

TEST_F(ItemVersionsTest, a_table_without_recovery_has_no_versions) {
  put("a", "1");
  ASSERT_TRUE(engine_.create_backup({.table_name = "items", .backup_name = "backup"}));
  for (const Error& error : {refusal({.key = key("a")}), refusal(became("a", "1"))}) {
    EXPECT_EQ(error.code, ErrorCode::PointInTimeRecoveryUnavailableException);
    EXPECT_EQ(error.message, "Point in time recovery is not enabled for table 'items'");
  }
  EXPECT_EQ(refusal({.table_name = "nothing", .key = key("a")}).code, ErrorCode::ResourceNotFoundException);
}

TEST_F(ItemVersionsTest, numbers_outside_of_the_recovery_are_refused) {
  put("a", "1");
  enable();
  auto request = restore_request();
  request.before_sequence_number = sequence_number_text(first_number_at(now() - kDay));
  EXPECT_EQ(refusal(request).code, ErrorCode::InvalidRestoreTimeException);
  request.before_sequence_number = sequence_number_text(first_number_at(now() + 1));
  EXPECT_EQ(refusal(request).code, ErrorCode::InvalidRestoreTimeException);
  request.before_sequence_number = std::string(21, '9');
  EXPECT_EQ(refusal(request).message,
            "One or more parameter values were invalid: Invalid SequenceNumber: " + std::string(21, '9'));
  put("a", "2");
  EXPECT_EQ(restored_after(*list({.key = key("a")}).at(0).sequence_number), items_);
}

// Whoever finds a mistake in a stream takes the number of its record.
TEST_F(ItemVersionsTest, the_number_of_a_record_is_that_of_its_transaction) {
  UpdateTableRequest stream{.table_name = "items"};
  stream.stream_specification.emplace().stream_enabled = true;
  stream.stream_specification->stream_view_type = StreamViewType::KeysOnly;
  ASSERT_TRUE(engine_.update_table(stream));
  ASSERT_TRUE(engine_.run_jobs());
  enable();
  for (const char* name : {"a", "b", "c"}) put(name, "right");
  const Items before = items_;
  later(1);
  transact({{"a", "mistake"}, {"b", "mistake"}, {"c", std::nullopt}});
  const Items after = items_;
  later(1);
  put("a", "later");
  const std::string arn = *engine_.describe_table({.table_name = "items"})->table.latest_stream_arn;
  const auto described = engine_.describe_stream({.stream_arn = arn});
  const auto iterator = engine_.get_shard_iterator({.stream_arn = arn,
                                                    .shard_id = described->stream_description.shards->at(0).shard_id,
                                                    .shard_iterator_type = ShardIteratorType::TrimHorizon});
  const auto page = engine_.get_records({.shard_iterator = *iterator->shard_iterator});
  ASSERT_EQ(page->records.size(), 7u);
  for (std::size_t i = 3; i < 6; ++i) {
    const std::string number = *page->records[i].dynamodb->sequence_number;
    EXPECT_EQ(restored_before(number), before) << i;
    EXPECT_EQ(restored_after(number), after) << i;
  }
}

TEST_F(ItemVersionsTest, the_search_for_a_change_is_bounded) {
  enable();
  put("a", "first");
  for (int i = 0; i < 45; ++i) put("a", std::string(390'000, static_cast<char>('a' + i % 2)));
  EXPECT_THAT(refusal(became("a", "never")).message, testing::HasSubstr("within 16 MB of versions"));
  put("a", "last");
  EXPECT_EQ(restored(became("a", "last")).at("a"), std::string(390'000, 'a'));
  ListItemVersionsRequest future{.key = key("a"), .start_time = seconds() + 1000};
  EXPECT_EQ(refusal(future).code, ErrorCode::InvalidRestoreTimeException);
}

TEST_F(ItemVersionsTest, a_condition_that_goes_into_a_key_is_refused) {
  enable();
  auto request = became("a", "1");
  request.before_item->condition_expression = "pk.x = :v";
  EXPECT_EQ(refusal(request).code, ErrorCode::ValidationException);
  request.before_item->condition_expression = "v = :v AND";
  EXPECT_EQ(refusal(request).code, ErrorCode::ValidationException);
}

TEST_F(ItemVersionsTest, an_item_that_matched_all_the_time_never_came_to_match) {
  put("a", "1");
  enable();
  EXPECT_EQ(refusal(became("a", "1")).message,
            "No change within the time made the item match ConditionExpression. It matched it already");
  EXPECT_EQ(refusal(became("a", "2")).message,
            "No change within the time made the item match ConditionExpression. It never matched it");
  put("a", "2");
  put("a", "1");
  std::string number;
  EXPECT_EQ(restored(became("a", "1"), &number), (Items{{"a", "2"}}));
  EXPECT_EQ(number, *list({.key = key("a")}).at(0).sequence_number);
}

TEST_F(ItemVersionsTest, the_description_has_the_time_of_the_change) {
  enable();
  later(1234);
  put("a", "1");
  const auto begun = engine_.restore_table_to_version(became("a", "1"));
  ASSERT_TRUE(begun);
  EXPECT_EQ(begun->table_description.restore_summary->restore_date_time, seconds());
}

}  // namespace item_versions_test
}  // namespace partita::engine
