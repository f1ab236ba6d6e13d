// Copies of items and of settings, interrupted and refused.
#include <gmock/gmock.h>

#include <mutex>

#include "movement/comparison/compare.h"
#include "movement/copies/copy_items.h"
#include "movement/copies/copy_state.h"
#include "movement/copies/table_settings.h"
#include "movement_support.h"

namespace partita {
namespace copy_test {

using movement::CopySegment;
using ::testing::Each;
using ::testing::Field;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

Error error_of(ErrorCode code, std::string message = {}) { return Error(code, std::move(message)); }

class Copy : public movement_support::TwoTables {
 protected:
  void SetUp() override {
    TwoTables::SetUp();
    ends_ = std::make_unique<movement_support::Intercepted>(*database_);
  }
  // Many pages: items of 10 KB.
  void put_large(int count) {
    for (int i = 0; i < count; ++i) {
      AttributeMap item = key(i);
      item.set("text", std::string(10'000, 'x'));
      ASSERT_TRUE(database_->put_item({.table_name = "first", .item = item}));
    }
  }
  Result<void> copy(movement::CopySettings settings = {}) {
    settings.writers = 4;
    return movement::copy_items(*ends_, "first", *ends_, "second", segments_, settings, progress_);
  }
  std::uint64_t differences() {
    movement::CompareProgress progress;
    const auto result = movement::compare({.database = *database_, .table = facts("first")},
                                          {.database = *database_, .table = facts("second")}, {}, progress);
    EXPECT_TRUE(result) << result.error().message;
    return result ? result->different() : 1;
  }

  std::unique_ptr<movement_support::Intercepted> ends_;
  std::vector<CopySegment> segments_ = std::vector<CopySegment>(3);
  movement::CopyProgress progress_;
};

TEST_F(Copy, AllItemsAreAtTheTarget) {
  for (int i = 0; i < 1'000; ++i) put("first", i);
  std::size_t saved = 0;
  ASSERT_TRUE(copy({.save = [&](const std::vector<CopySegment>& segments) -> Result<void> {
    saved = segments.size();
    return {};
  }}));
  EXPECT_EQ(progress_.items, 1'000u);
  EXPECT_EQ(saved, 3u);
  EXPECT_THAT(segments_, Each(Field(&CopySegment::is_done, true)));
  EXPECT_EQ(differences(), 0u);
}

TEST_F(Copy, GoesOnFromThePlacesThatWereStored) {
  put_large(1'500);
  int writes = 0, scans = 0;
  std::mutex mutex;
  bool fails = true;
  ends_->before = [&](std::string_view name) -> std::optional<Error> {
    const std::lock_guard lock(mutex);
    if (name == "Scan") ++scans;
    if (name == "BatchWriteItem" && fails && ++writes > 40) return error_of(ErrorCode::AccessDeniedException, "cut");
    return std::nullopt;
  };
  std::string text;
  const auto save = [&](const std::vector<CopySegment>& segments) -> Result<void> {
    text = movement::to_text({.source = "a", .target = "b", .segments = segments});
    return {};
  };
  const auto first = copy({.save = save, .save_every = std::chrono::milliseconds(0)});
  ASSERT_FALSE(first);
  EXPECT_EQ(first.error().message, "cut");
  const int scans_of_first = scans;
  // The next process reads the text.
  const auto state = movement::read_copy_state(text);
  ASSERT_TRUE(state) << state.error().message;
  segments_ = state->segments;
  std::uint64_t stored = 0;
  for (const CopySegment& segment : segments_) stored += segment.items;
  EXPECT_GT(stored, 200u);
  fails = false;
  scans = 0;
  movement::CopyProgress again;
  ASSERT_TRUE(movement::copy_items(*ends_, "first", *ends_, "second", segments_, {.save = save}, again));
  EXPECT_EQ(again.items, 1'500u);
  // A whole copy reads about 15 pages and one for each end.
  EXPECT_LT(scans, 15);
  EXPECT_GT(scans_of_first, 3);
  EXPECT_EQ(differences(), 0u);
}

TEST_F(Copy, ThrottlingAndLostAnswersAreEndured) {
  for (int i = 0; i < 500; ++i) put("first", i);
  std::mutex mutex;
  int calls = 0;
  ends_->before = [&](std::string_view name) -> std::optional<Error> {
    const std::lock_guard lock(mutex);
    if (name != "Scan" && name != "BatchWriteItem") return std::nullopt;
    switch (++calls % 7) {
      case 1:
        return error_of(ErrorCode::ProvisionedThroughputExceededException);
      case 4:
        return error_of(ErrorCode::OutcomeUnknown);
      default:
        return std::nullopt;
    }
  };
  transfer::Pace reads, writes;
  ASSERT_TRUE(copy({.read_units = &reads, .write_units = &writes}));
  EXPECT_EQ(differences(), 0u);
  EXPECT_GE(writes.spent(), 500);
}

TEST_F(Copy, ItemsThatTheTargetRefusesAreToldAndTheOthersCopied) {
  for (int i = 0; i < 100; ++i) put("first", i);
  std::mutex mutex;
  int puts = 0;
  ends_->before = [&](std::string_view name) -> std::optional<Error> {
    const std::lock_guard lock(mutex);
    if (name == "BatchWriteItem") return error_of(ErrorCode::ValidationException, "one of them");
    if (name == "PutItem" && ++puts == 10) return error_of(ErrorCode::ValidationException, "too odd");
    return std::nullopt;
  };
  std::vector<std::string> faults;
  ASSERT_TRUE(copy({.on_refused = [&](const auto&, const std::string& fault) { faults.push_back(fault); }}));
  EXPECT_THAT(faults, ::testing::ElementsAre("too odd"));
  EXPECT_EQ(progress_.refused, 1u);
  EXPECT_EQ(progress_.items, 99u);
  EXPECT_EQ(differences(), 1u);
}

TEST_F(Copy, AStateThatCannotBeStoredEndsIt) {
  put("first", 1);
  const auto done = copy(
      {.save = [](const auto&) -> Result<void> { return fail(ErrorCode::InternalServerError, "the disk is full"); },
       .save_every = std::chrono::milliseconds(0)});
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().message, "the disk is full");
}

TEST(CopyState, OtherTextsAreRefused) {
  movement::CopyState state{.source = "a", .target = "b", .segments = std::vector<CopySegment>(2)};
  state.segments[0] = {.is_done = true, .start_key = {}, .items = 7};
  state.segments[1].start_key.set("pk", std::string("a \n \" \xC3\xA4"));
  const std::string text = movement::to_text(state);
  const auto read = movement::read_copy_state(text);
  ASSERT_TRUE(read);
  EXPECT_EQ(movement::to_text(*read), text);
  EXPECT_TRUE(read->segments[0].is_done);
  EXPECT_EQ(read->segments[1].start_key, state.segments[1].start_key);
  for (const std::string& other :
       {std::string(), std::string("partita copy 2\na\nb\ndone 1\n"), std::string("partita copy 1\na\nb\n"),
        text + "more\n", text + "open x\n", text + "open 1 {\n", text + "open 1{}\n", text + "open 1 {}\n"})
    EXPECT_FALSE(movement::read_copy_state(other)) << other;
}

class CopyOfSettings : public movement_support::TwoTables {
 protected:
  void SetUp() override {
    TwoTables::SetUp();
    ASSERT_TRUE(database_->create_table(
        {.table_name = "full",
         .attribute_definitions =
             {{{"pk", ScalarAttributeType::S}, {"b", ScalarAttributeType::N}, {"c", ScalarAttributeType::B}}},
         .key_schema = {{{"pk", KeyType::Hash}, {"b", KeyType::Range}}},
         .local_secondary_indexes = {{{.index_name = "local",
                                       .key_schema = {{{"pk", KeyType::Hash}, {"c", KeyType::Range}}},
                                       .projection = Projection{.projection_type = ProjectionType::KeysOnly}}}},
         .global_secondary_indexes = {{{.index_name = "global",
                                        .key_schema = {{{"c", KeyType::Hash}}},
                                        .projection = Projection{.projection_type = ProjectionType::Include,
                                                                 .non_key_attributes = {{"x"}}},
                                        .provisioned_throughput = ProvisionedThroughput{3, 4}}}},
         .provisioned_throughput = ProvisionedThroughput{5, 6},
         .stream_specification =
             StreamSpecification{.stream_enabled = true, .stream_view_type = StreamViewType::KeysOnly},
         .tags = {{{"team", "shop"}}},
         .table_class = TableClass::StandardInfrequentAccess,
         .deletion_protection_enabled = true}));
    ASSERT_TRUE(database_->update_time_to_live(
        {.table_name = "full", .time_to_live_specification = {{.enabled = true, .attribute_name = "end"}}}));
    ASSERT_TRUE(database_->update_continuous_backups(
        {.table_name = "full",
         .point_in_time_recovery_specification =
             PointInTimeRecoverySpecification{.point_in_time_recovery_enabled = true, .recovery_period_in_days = 7}}));
    const std::string arn = arn_of("full");
    ASSERT_TRUE(database_->put_resource_policy(
        {.resource_arn = arn,
         .policy = R"({"Version":"2012-10-17","Statement":[{"Effect":"Allow","Principal":{"AWS":"123456789012"},)"
                   R"("Action":"dynamodb:GetItem","Resource":")" +
                   arn + R"("}]})"}));
  }
  std::string arn_of(const std::string& table) {
    return *database_->describe_table({.table_name = table})->table.table_arn;
  }
};

TEST_F(CopyOfSettings, AreAllAtTheTarget) {
  std::vector<std::string> notes;
  const auto settings = movement::read_settings(*database_, "full", notes);
  ASSERT_TRUE(settings) << settings.error().message;
  ASSERT_TRUE(movement::create_table_like(*database_, *settings, "twin", notes));
  const auto before = movement::read_settings(*database_, "twin", notes);
  ASSERT_TRUE(before);
  EXPECT_FALSE(before->stream);
  // A second call finds them.
  for (int i = 0; i < 2; ++i) ASSERT_TRUE(movement::set_settings(*database_, *settings, "twin", notes));
  EXPECT_THAT(notes, IsEmpty());
  const auto twin = movement::read_settings(*database_, "twin", notes);
  ASSERT_TRUE(twin);
  EXPECT_EQ(twin->table.attribute_definitions, settings->table.attribute_definitions);
  EXPECT_EQ(twin->table.key_schema, settings->table.key_schema);
  ASSERT_TRUE(twin->table.local_secondary_indexes && twin->table.global_secondary_indexes);
  EXPECT_EQ(twin->table.local_secondary_indexes->at(0).projection,
            settings->table.local_secondary_indexes->at(0).projection);
  EXPECT_EQ(twin->table.global_secondary_indexes->at(0).provisioned_throughput, (ProvisionedThroughput{3, 4}));
  EXPECT_EQ(twin->table.provisioned_throughput, (ProvisionedThroughput{5, 6}));
  EXPECT_EQ(twin->table.table_class, TableClass::StandardInfrequentAccess);
  EXPECT_EQ(twin->stream->stream_view_type, StreamViewType::KeysOnly);
  EXPECT_EQ(twin->expiry_attribute, "end");
  EXPECT_EQ(twin->recovery_days, 7);
  EXPECT_EQ(twin->tags, settings->tags);
  EXPECT_TRUE(twin->is_protected);
  EXPECT_THAT(twin->policy, HasSubstr(arn_of("twin")));
  EXPECT_THAT(twin->policy, ::testing::Not(HasSubstr(arn_of("full"))));
}

TEST_F(CopyOfSettings, ThatADatabaseLacksAreNamed) {
  movement_support::Intercepted lacking(*database_);
  lacking.before = [](std::string_view name) -> std::optional<Error> {
    if (name == "TagResource" || name == "DescribeContinuousBackups")
      return error_of(ErrorCode::UnknownOperationException);
    if (name == "DescribeTimeToLive") return error_of(ErrorCode::AccessDeniedException, "not that");
    if (name == "PutResourcePolicy") return error_of(ErrorCode::AccessDeniedException, "not you");
    return std::nullopt;
  };
  std::vector<std::string> notes;
  const auto settings = movement::read_settings(lacking, "full", notes);
  ASSERT_TRUE(settings);
  EXPECT_THAT(notes, ::testing::ElementsAre("the time to live is not copied: not that"));
  ASSERT_TRUE(movement::create_table_like(lacking, *settings, "twin", notes));
  ASSERT_TRUE(movement::set_settings(lacking, *settings, "twin", notes));
  EXPECT_THAT(notes, SizeIs(3));
  EXPECT_EQ(notes[1], "the tags are not copied: UnknownOperationException");
  EXPECT_EQ(notes[2], "the policy is not copied: not you");
}

}  // namespace copy_test
}  // namespace partita
