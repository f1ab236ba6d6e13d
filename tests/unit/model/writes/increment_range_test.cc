// An increment beyond the range of its member's type is refused, because the item could not be read after it.
#include <gmock/gmock.h>
#include <partita/database.h>
#include <partita/model.h>
#include <partita/open.h>

#include <limits>

namespace increment_range_test {

namespace pt = partita::model;
using namespace pt::literals;
using partita::Refusal;
using testing::HasSubstr;

struct Level {
  std::int8_t depth = 0;
  std::int8_t height = 120;
  std::vector<int> marks = {1, 2};
};
BOOST_DESCRIBE_STRUCT(Level, (), (depth, height, marks))
struct Meter {
  std::string id;
  std::int8_t small = 0;
  std::uint16_t up = 0;
  std::int64_t large = 0;
  std::optional<std::int16_t> maybe;
  std::int8_t high = 100;
  std::map<std::string, Level> levels;
  double free = 0;
  Level level;
  pt::epoch_seconds due;
};
BOOST_DESCRIBE_STRUCT(Meter, (), (id, small, up, large, maybe, high, levels, free, level, due))
}  // namespace increment_range_test

template <>
struct partita::model::member_options<increment_range_test::Level> {
  static constexpr partita::model::member_option list[] = {{.member = "height", .has_default = true},
                                                           {.member = "marks", .has_default = true}};
};

namespace increment_range_test {

struct MeterE : pt::entity<Meter, "METER", pt::key<"METER#{id}">, pt::defaults<"high", "level", "due">> {};
struct Meters : pt::table<"meters", pt::primary<"PK">, pt::holds<MeterE>> {};

class IncrementRange : public testing::Test {
 protected:
  IncrementRange() {
    db.create_table_if_missing().value();
    Meter meter;
    meter.id = "1";
    meter.levels["a"];
    db.create(meter).value();
  }
  auto meter() { return db.update<MeterE>("id"_f = "1"); }
  Meter now() { return *db.get<MeterE>("id"_f = "1").value(); }
  template <class Done>
  static void expect_out(const Done& done, const std::string& text) {
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().refusal, Refusal::OutOfRange);
    EXPECT_THAT(done.error().message, HasSubstr(text));
  }
  void lose(const std::string& attribute) {
    partita::UpdateItemRequest update{.table_name = "meters"};
    update.key.emplace().set("PK", "METER#1");
    update.update_expression = "REMOVE " + attribute;
    if (attribute.starts_with('#')) update.expression_attribute_names.emplace()["#level"] = "level";
    ASSERT_TRUE(db.database().update_item(update));
  }

  pt::db<Meters> db{partita::open("", {.in_memory = true}).value()};
};

TEST_F(IncrementRange, the_last_value_is_reached_and_not_passed) {
  meter().increment("small"_f = 100).value();
  meter().increment("small"_f = 27).value();
  expect_out(
      meter().increment("small"_f = 1).run(),
      "METER: the increment of the field small by 1 would leave the range of its type, -128 to 127: its value is 127");
  meter().increment("small"_f = -128).value();
  meter().increment("small"_f = -127).value();
  expect_out(meter().increment("small"_f = -1).run(), "its value is -128");
  EXPECT_EQ(now().small, -128);
}

TEST_F(IncrementRange, sixty_four_bits_have_ends_too) {
  meter().increment("large"_f = std::numeric_limits<std::int64_t>::max()).value();
  expect_out(meter().increment("large"_f = 1).run(), "-9223372036854775808 to 9223372036854775807");
  EXPECT_EQ(now().large, std::numeric_limits<std::int64_t>::max());
  meter().increment("up"_f = 65'535).value();
  expect_out(meter().increment("up"_f = 1).run(), "0 to 65535: its value is 65535");
}

TEST_F(IncrementRange, what_is_absent_begins_at_zero_or_at_its_default) {
  meter().increment("maybe"_f = -1).value();
  EXPECT_EQ(now().maybe, -1);
  lose("high");
  meter().increment("high"_f = 27).value();
  EXPECT_EQ(now().high, 127);
  lose("high");
  expect_out(meter().increment("high"_f = 28).run(), "-128 to 127: its value is 100");
  EXPECT_EQ(now().high, 100);
}

TEST_F(IncrementRange, inside_of_a_value_too) {
  meter().increment("levels.a.depth"_f = 127).value();
  expect_out(meter().increment("levels.a.depth"_f = 1).run(), "the increment of levels.a.depth by 1");
  EXPECT_EQ(now().levels.at("a").depth, 127);
}

TEST_F(IncrementRange, begins_at_the_default_of_a_member_of_a_struct_too) {
  const auto lose_level = [&] { lose("#level.height, #level.marks, levels.a.height"); };
  lose_level();
  EXPECT_EQ(now().level.height, 120);
  EXPECT_EQ(meter().increment("level.height"_f = 5).when("level.height"_f == 120).value().item->level.height, 125);
  EXPECT_EQ(meter().increment("levels.a.height"_f = -5).value().item->levels.at("a").height, 115);
  EXPECT_EQ(meter().append("level.marks"_f = std::vector{3}).value().item->level.marks, (std::vector{1, 2, 3}));
  lose_level();
  EXPECT_EQ(meter().prepend("level.marks"_f = std::vector{3}).value().item->level.marks, (std::vector{3, 1, 2}));
  expect_out(meter().increment("level.height"_f = 8).run(), "the increment of level.height by 8");
  expect_out(meter().increment("level.height"_f = 8).run(), "-128 to 127: its value is 120");
  const auto patch = pt::changes<MeterE>().increment("level.height"_f = 7).append("level.marks"_f = std::vector{4});
  const auto patched = meter().apply(patch).value();
  EXPECT_EQ(patched.item->level.height, 127);
  EXPECT_EQ(patched.item->level.marks, (std::vector{3, 1, 2, 4}));
  const auto twice = pt::changes<MeterE>().increment("level.height"_f = 1).increment("level.height"_f = 1);
  EXPECT_THAT(meter().apply(twice).run().error().message, HasSubstr("two changes of the field level"));
}

TEST_F(IncrementRange, of_a_time) {
  constexpr auto kLast = std::numeric_limits<std::int64_t>::max();
  meter().set("due"_f = pt::epoch_seconds(kLast)).value();
  expect_out(meter().increment("due"_f = pt::epoch_seconds(1)).run(), "the increment of the field due by 1");
  EXPECT_EQ(now().due.seconds(), kLast);
}

TEST_F(IncrementRange, in_transactions_upserts_and_changes_of_run_time) {
  const auto one = pt::changes<MeterE>().increment("small"_f = 100);
  meter().apply(one).value();
  expect_out(meter().apply(one).run(), "its value is 100");
  expect_out(db.transact(pt::update<MeterE>("id"_f = "1").increment("small"_f = 100)).run(), "request 0 (METER)");
  const auto made = [&](const std::string& id) {
    return db.upsert<MeterE>("id"_f = id)
        .increment("small"_f = 100)
        .set("up"_f = 1, "large"_f = 1, "levels"_f = std::map<std::string, Level>{}, "free"_f = 0.5)
        .run();
  };
  EXPECT_TRUE(made("2"));
  expect_out(made("2"), "its value is 100");
  // A new item begins at the default.
  const auto levels = std::map<std::string, Level>{};
  expect_out(db.upsert<MeterE>("id"_f = "3")
                 .increment("high"_f = 28)
                 .set("small"_f = 1, "up"_f = 1, "large"_f = 1, "levels"_f = levels, "free"_f = 0.5)
                 .run(),
             "-128 to 127: its value is 100");
}

TEST_F(IncrementRange, what_cannot_leave_its_type_has_no_condition) {
  EXPECT_EQ(meter().increment("free"_f = 1e20).explain().value().condition, "attribute_exists(PK)");
  meter().increment("free"_f = 1e20).value();
}

}  // namespace increment_range_test
