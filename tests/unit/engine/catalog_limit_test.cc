// The limit of the memory that the descriptions of tables take.
#include <gtest/gtest.h>

#include "storage/open_store.h"
#include "support/requests.h"
#include "support/temporary_directory.h"
#include "support/test_engine.h"

namespace partita::engine {
namespace catalog_limit_test {

class CatalogLimit : public testing::Test {
 protected:
  static constexpr std::size_t kLimit = 20'000;

  static CreateTableRequest table(int number, bool with_stream = false) {
    auto request = test::create_request("table" + std::to_string(number), "pk:S");
    if (with_stream)
      request.stream_specification =
          StreamSpecification{.stream_enabled = true, .stream_view_type = StreamViewType::NewImage};
    return request;
  }
  static TagResourceRequest tags(const std::string& name, int count) {
    TagResourceRequest request{.resource_arn = "arn:aws:dynamodb:us-east-1:000000000000:table/" + name};
    request.tags.emplace();
    for (int i = 0; i < count; ++i)
      request.tags->push_back({.key = "key" + std::to_string(i), .value = std::string(250, 'v')});
    return request;
  }
  // Creates tables until one is refused. Returns how many there are.
  int fill(int from = 0, bool with_stream = false) {
    for (int number = from; number < 1000; ++number) {
      const auto made = engine_.create_table(table(number, with_stream));
      if (made) continue;
      EXPECT_EQ(made.error().code, ErrorCode::LimitExceededException) << made.error().message;
      EXPECT_NE(made.error().message.find("may take 20000 bytes of memory"), std::string::npos) << made.error().message;
      return number;
    }
    ADD_FAILURE() << "there is no limit";
    return 1000;
  }
  std::uint64_t bytes() const { return engine_.statistics().catalog_bytes; }

  test::TestEngine engine_{test::TestEngine::Options{.catalog_bytes = kLimit}};
};

TEST_F(CatalogLimit, refuses_tables_beyond_it_and_counts_what_is_there) {
  EXPECT_EQ(bytes(), 0u);
  const int count = fill();
  EXPECT_GT(count, 5);
  EXPECT_LE(bytes(), kLimit);
  EXPECT_GT(bytes(), kLimit - 2 * bytes() / std::uint64_t(count));
  ASSERT_TRUE(engine_.delete_table({.table_name = "table0"}));
  ASSERT_TRUE(engine_.run_jobs());
  EXPECT_TRUE(engine_.create_table(table(count)));
  for (int number = 1; number <= count; ++number)
    ASSERT_TRUE(engine_.delete_table({.table_name = "table" + std::to_string(number)}));
  EXPECT_EQ(bytes(), 0u);
}

TEST_F(CatalogLimit, refuses_tags_that_add_to_it_and_none_that_take_from_it) {
  ASSERT_TRUE(engine_.create_table(table(0)));
  const auto arn = engine_.describe_table({.table_name = "table0"})->table.table_arn.value();
  auto few = tags("table0", 10), many = tags("table0", 50);
  few.resource_arn = many.resource_arn = arn;
  ASSERT_TRUE(engine_.tag_resource(few));
  fill(1);
  const auto refused = engine_.tag_resource(many);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::LimitExceededException);
  EXPECT_EQ(engine_.list_tags_of_resource({.resource_arn = arn})->tags.size(), 10u);
  const auto before = bytes();
  ASSERT_TRUE(engine_.untag_resource({.resource_arn = arn, .tag_keys = {{"key1", "key2"}}}));
  EXPECT_LT(bytes(), before);
}

// The descriptions of streams stay for a day after their tables. No request can remove them, so they are in the way of
// further streams only.
TEST_F(CatalogLimit, counts_ended_streams_against_new_streams_only) {
  const auto make_until_refused = [&] {
    for (int count = 0; count < 1000; ++count) {
      const auto made = engine_.create_table(table(0, true));
      if (!made) {
        EXPECT_EQ(made.error().code, ErrorCode::LimitExceededException);
        EXPECT_NE(made.error().message.find("stay for 24 hours"), std::string::npos) << made.error().message;
        return count;
      }
      EXPECT_TRUE(engine_.delete_table({.table_name = "table0"}));
    }
    ADD_FAILURE() << "there is no limit";
    return 1000;
  };
  EXPECT_LT(make_until_refused(), 100);
  EXPECT_EQ(make_until_refused(), 0);
  const std::uint64_t ended = bytes();
  EXPECT_GT(ended, kLimit / 2);
  EXPECT_LE(ended, kLimit);
  const int count = fill();
  EXPECT_GT(count, 5);
  ASSERT_FALSE(engine_.create_table(table(count)));
  for (int number = 0; number < count; ++number)
    ASSERT_TRUE(engine_.delete_table({.table_name = "table" + std::to_string(number)}));
  EXPECT_EQ(bytes(), ended);
  const auto arn = engine_.create_table(table(0))->table_description.table_arn.value();
  auto few = tags("table0", 3);
  few.resource_arn = arn;
  EXPECT_TRUE(engine_.tag_resource(few));
}

// An index that is being deleted has a mark in the description, which makes it some bytes larger.
TEST_F(CatalogLimit, refuses_no_deletion_of_an_index_and_no_end_of_a_stream) {
  auto request = test::create_request("table0", "pk:S", "", {{.name = "by_other", .partition = {"other:S"}}});
  request.stream_specification = {.stream_enabled = true, .stream_view_type = StreamViewType::NewImage};
  const auto made = engine_.create_table(std::move(request));
  ASSERT_TRUE(made);
  fill(1);
  auto tag = tags("table0", 1);
  tag.resource_arn = made->table_description.table_arn.value();
  for (int i = 0; engine_.tag_resource(tag); ++i) tag.tags->front() = {.key = std::to_string(i), .value = "v"};
  UpdateTableRequest disable{.table_name = "table0"};
  disable.stream_specification = {.stream_enabled = false};
  EXPECT_TRUE(engine_.update_table(std::move(disable)));
  EXPECT_TRUE(engine_.update_table(test::drop_index_request("table0", "by_other")));
}

// A start counts the stored descriptions, so the count before it must be the same: the end of a stream is a part of its
// description too.
TEST(CatalogSize, is_thesame_after_a_restart) {
  const test::TemporaryDirectory directory;
  const auto open = [&] { return test::TestEngine(std::move(*storage::open_store(directory / "data", {})), {}); };
  std::uint64_t before = 0;
  {
    test::TestEngine engine = open();
    for (const char* name : {"kept", "gone", "ended"}) {
      auto request = test::create_request(name, "pk:S");
      request.stream_specification = {.stream_enabled = true, .stream_view_type = StreamViewType::NewImage};
      ASSERT_TRUE(engine.create_table(std::move(request)));
    }
    ASSERT_TRUE(engine.delete_table({.table_name = "gone"}));
    UpdateTableRequest disable{.table_name = "ended"};
    disable.stream_specification = {.stream_enabled = false};
    ASSERT_TRUE(engine.update_table(std::move(disable)));
    before = engine.statistics().catalog_bytes;
  }
  EXPECT_EQ(open().statistics().catalog_bytes, before);
}

}  // namespace catalog_limit_test
}  // namespace partita::engine
