// verify() must find each kind of damage and read on after it.
#include "engine/jobs/verify.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "engine/history/entry.h"
#include "keys/system_keys.h"
#include "storage/sums.h"
#include "support/requests.h"
#include "support/test_engine.h"
#include "value/encode.h"

namespace partita::engine {
namespace verify_test {

using testing::HasSubstr;

class VerifyTest : public testing::Test {
 protected:
  VerifyTest() {
    EXPECT_TRUE(engine_.create_table(
        test::create_request("items", "pk:S", "", {{.name = "by_owner", .partition = {"owner:S"}}})));
    EXPECT_TRUE(engine_.put_item(test::put_request("items", {{"pk", "a"}, {"owner", "o"}})));
    engine_.expect_clean();
  }

  std::string first_key(keys::IndexId index) {
    storage::IteratorOptions range;
    range.lower = keys::index_lower(1, index);
    return std::string(engine_.engine().store().iterate(range)->key());
  }
  void write(const std::string& key, std::optional<std::string> value) {
    storage::Batch batch;
    if (value)
      batch.put(key, *value);
    else
      batch.erase(key);
    ASSERT_TRUE(engine_.context().store.write(batch, storage::Store::Sync::No));
  }
  void expect_finding(const std::string& text) {
    const auto report = verify(engine_.context(), {});
    ASSERT_TRUE(report);
    EXPECT_THAT(report->findings, testing::Contains(HasSubstr(text)));
  }

  test::TestEngine engine_;
};

TEST_F(VerifyTest, finds_a_missing_entry) {
  write(first_key(1), std::nullopt);
  expect_finding("has no entry in index by_owner");
}
TEST_F(VerifyTest, finds_a_missing_item) {
  write(first_key(keys::kBaseTable), std::nullopt);
  expect_finding("has no item");
}
TEST_F(VerifyTest, finds_a_stale_entry) {
  write(first_key(1), value::encode_item({{"pk", "a"}, {"owner", "p"}}));
  expect_finding("is stale");
}
TEST_F(VerifyTest, finds_wrong_sums) {
  std::string sums;
  storage::encode_sums({7, 7}, sums);
  write(keys::counts_key(1, keys::kBaseTable), sums);
  expect_finding("counted 1 with");
}
TEST_F(VerifyTest, finds_sums_that_do_not_decode) {
  write(keys::counts_key(1, keys::kBaseTable), "x");
  expect_finding("the sums do not decode");
}
TEST_F(VerifyTest, finds_an_item_that_does_not_decode) {
  write(first_key(keys::kBaseTable), "x");
  expect_finding("does not decode");
}
TEST_F(VerifyTest, finds_an_item_without_its_key) {
  write(first_key(keys::kBaseTable), value::encode_item({{"owner", "o"}}));
  expect_finding("does not decode");
}
TEST_F(VerifyTest, finds_an_entry_that_does_not_decode) {
  write(first_key(1), "x");
  expect_finding("of index by_owner does not decode");
}

class VerifyHistoryTest : public VerifyTest {
 protected:
  VerifyHistoryTest() {
    EXPECT_TRUE(engine_.update_continuous_backups(
        {.table_name = "items", .point_in_time_recovery_specification = {{.point_in_time_recovery_enabled = true}}}));
    EXPECT_TRUE(engine_.put_item(test::put_request("items", {{"pk", "a"}, {"owner", "p"}})));
    engine_.expect_clean();
    history_ = engine_.context().catalog.find("items")->history->id;
  }
  // Writes the entry of the change under another day and with another number.
  void copy_entry(std::uint32_t day, SequenceNumber number) {
    storage::IteratorOptions range;
    range.lower = keys::index_lower(history_, keys::kHistoryIndex);
    const auto entry = engine_.engine().store().iterate(range);
    write(keys::history_key(history_, day, keys::parse_history_key(entry->key()).suffix, number),
          std::string(entry->value()));
  }
  keys::TableId history_ = 0;
};

TEST_F(VerifyHistoryTest, finds_an_entry_that_does_not_decode) {
  write(keys::history_key(history_, day_of(test::kStartMs), "a", first_number_at(test::kStartMs)), "");
  expect_finding("of a table's history does not decode");
}
TEST_F(VerifyHistoryTest, finds_a_key_that_is_too_short) {
  write(keys::index_lower(history_, keys::kHistoryIndex) + "x", "");
  expect_finding("of a table's history does not decode");
}
TEST_F(VerifyHistoryTest, finds_an_entry_in_another_day) {
  copy_entry(1, first_number_at(kDayMs));
  engine_.expect_clean();
  copy_entry(2, first_number_at(kDayMs));
  expect_finding("is not in the day of its number");
}
// Later changes would be restored as if they were earlier.
TEST_F(VerifyHistoryTest, finds_a_number_that_later_ones_do_not_follow) {
  const SequenceNumber number = first_number_at(engine_.clock().now_ms() + 60'000);
  copy_entry(day_of(number), number);
  expect_finding("but later changes would have numbers from");
}
TEST_F(VerifyTest, finds_a_number_of_a_stream_that_later_ones_do_not_follow) {
  EXPECT_TRUE(engine_.update_table(
      {.table_name = "items",
       .stream_specification = {{.stream_enabled = true, .stream_view_type = StreamViewType::KeysOnly}}}));
  engine_.clock().advance_ms(60'000);
  EXPECT_TRUE(engine_.put_item(test::put_request("items", {{"pk", "a"}, {"owner", "p"}})));
  const keys::TableId stream = engine_.context().catalog.streams().front()->id;
  storage::IteratorOptions range;
  range.lower = keys::index_lower(stream, keys::kStreamIndex);
  const auto record = engine_.engine().store().iterate(range);
  ASSERT_TRUE(record->valid());
  write(keys::stream_record_key(stream, first_number_at(engine_.clock().now_ms() + 60'000)),
        std::string(record->value()));
  expect_finding("but later changes would have numbers from");
  write(keys::index_lower(stream, keys::kStreamIndex) + "x", std::string(record->value()));
  expect_finding("has a key that does not decode");
}

// As after a repair that lost the file with the table's description.
TEST_F(VerifyTest, finds_rows_of_no_table_and_new_tables_do_not) {
  const std::string row = keys::table_lower(7) + first_key(keys::kBaseTable).substr(sizeof(keys::TableId));
  auto store = storage::make_memory_store();
  storage::Batch batch;
  batch.put(row, value::encode_item({{"pk", "a"}}));
  ASSERT_TRUE(store->write(batch, storage::Store::Sync::No));
  test::TestEngine engine(std::move(store), {});
  const auto create = [&](const char* name) {
    ASSERT_TRUE(engine.create_table(test::create_request(name, "pk:S")));
    EXPECT_GT(engine.context().catalog.find(name)->id, 7u);
  };
  create("one");
  create("two");
  const auto report = verify(engine.context(), {});
  ASSERT_TRUE(report);
  EXPECT_THAT(report->findings,
              testing::ElementsAre(HasSubstr("1 items and 0 entries have the id 7 of a table whose")));
}

// Each kind of damage that does not touch the items.
TEST_F(VerifyTest, mend_makes_what_follows_from_the_items_right) {
  ASSERT_TRUE(engine_.put_item(test::put_request("items", {{"pk", "b"}, {"owner", "o"}})));
  const std::string entry = first_key(1);
  const std::string sound(engine_.engine().store().get(entry)->value.bytes);
  std::string wrong_sums;
  storage::encode_sums({7, 7}, wrong_sums);
  std::string elsewhere = entry;
  elsewhere.back() = static_cast<char>(elsewhere.back() + 1);
  struct Case {
    const char* what;
    std::function<void()> damage;
  };
  for (const Case& one : {
           Case{"a missing entry", [&] { write(entry, std::nullopt); }},
           Case{"a stale entry",
                [&] {
                  write(entry, value::encode_item({{"pk", "a"}, {"owner", "p"}}));
                }},
           Case{"an entry that does not decode", [&] { write(entry, "x"); }},
           Case{"an entry under another key", [&] { write(elsewhere, sound); }},
           Case{"an entry too many",
                [&] {
                  write(elsewhere, value::encode_item({{"pk", "z"}, {"owner", "o"}}));
                }},
           Case{"sums of items", [&] { write(keys::counts_key(1, keys::kBaseTable), wrong_sums); }},
           Case{"sums of an index", [&] { write(keys::counts_key(1, 1), wrong_sums); }},
           Case{"sums that do not decode", [&] { write(keys::counts_key(1, 1), "x"); }},
       }) {
    SCOPED_TRACE(one.what);
    one.damage();
    EXPECT_GT(verify(engine_.context(), {})->finding_count, 0u);
    const auto mended = mend(engine_.context(), {});
    ASSERT_TRUE(mended) << mended.error().message;
    EXPECT_GE(*mended, 1u);
    engine_.expect_clean();
    EXPECT_EQ(*mend(engine_.context(), {}), 0u);
  }
}

}  // namespace verify_test
}  // namespace partita::engine
