// Mistakes that are common in single-table designs by hand, tested on the typed front.
// (Typed.a_collection_holds_its_own_children_only tests that an order never loads another one whose id begins like its
// own.)
#include <gtest/gtest.h>
#include <partita/model.h>
#include <partita/open.h>

#include <set>

namespace common_mistakes_test {

namespace pt = partita::model;
using namespace pt::literals;

struct Entry {
  std::string book, id;
  pt::utc_ms at = {};
  std::int64_t number = 0, day = 0;
  std::string text = "";
};
BOOST_DESCRIBE_STRUCT(Entry, (), (book, id, at, number, day, text))

struct EntryE : pt::entity<Entry, "ENTRY", pt::key<"BOOK#{book}", "ENTRY#{id}">,
                           pt::on<"by_number", "BOOK#{book}", "NUMBER#{number:06d}">,
                           pt::on<"by_time", "BOOK#{book}", "AT#{at}">, pt::on<"by_day", "BOOK#{book}", "{day}">> {};
struct Journal
    : pt::table<"journal", pt::primary<"PK", "SK">, pt::gsi<"by_number", "GSI1PK", "GSI1SK">,
                pt::gsi<"by_time", "GSI2PK", "GSI2SK">, pt::gsi<"by_day", "GSI3PK", "day">, pt::holds<EntryE>> {};

using ByNumber = pt::pattern<"A book's entries by number", EntryE, pt::by<"book">, pt::oldest<"number">>;
using ByTime = pt::pattern<"A book's entries by time", EntryE, pt::by<"book">, pt::oldest<"at">>;
using ByDay = pt::pattern<"A book's entries by day", EntryE, pt::by<"book">, pt::oldest<"day">>;

class CommonMistakes : public testing::Test {
 protected:
  CommonMistakes() { db.create_table_if_missing().value(); }
  static std::string ids(const std::vector<Entry>& entries) {
    std::string all;
    for (const Entry& entry : entries) all += (all.empty() ? "" : " ") + entry.id;
    return all;
  }

  pt::db<Journal> db{partita::open("", {.in_memory = true}).value()};
};

TEST_F(CommonMistakes, an_id_with_the_delimiter_survives_a_round_trip) {
  for (const char* id : {"a#b", "a", "#", "%23", "a#NUMBER#1"}) {
    db.create(Entry{"B#1", id, {}}).value();
    const auto got = db.get<EntryE>("book"_f = "B#1", "id"_f = id).value();
    ASSERT_TRUE(got) << id;
    EXPECT_EQ(got->book, "B#1");
    EXPECT_EQ(got->id, id);
  }
  EXPECT_FALSE(db.get<EntryE>("book"_f = "B", "id"_f = "a").value());
}

TEST_F(CommonMistakes, number_999_sorts_before_1000) {
  for (const int number : {1000, 999, 10, 9}) db.create(Entry{"B", std::to_string(number), {}, number}).value();
  EXPECT_EQ(ids(db.query<ByNumber>("book"_f = "B").value().items), "9 10 999 1000");
}

TEST_F(CommonMistakes, a_whole_second_sorts_before_its_milliseconds) {
  db.create(Entry{"B", "later", "2026-03-01T09:30:00.001Z"_utc}).value();
  db.create(Entry{"B", "whole", "2026-03-01T09:30:00Z"_utc}).value();
  db.create(Entry{"B", "earlier", "2026-03-01T09:29:59.999Z"_utc}).value();
  EXPECT_EQ(ids(db.query<ByTime>("book"_f = "B").value().items), "earlier whole later");
}

TEST_F(CommonMistakes, an_update_of_a_missing_item_makes_no_phantom_row) {
  const auto done = db.run(pt::update<EntryE>("book"_f = "B", "id"_f = "1").set("text"_f = "boo")).run();
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, partita::ErrorCode::ConditionalCheckFailedException);
  EXPECT_FALSE(db.get<EntryE>("book"_f = "B", "id"_f = "1").value());
}

TEST_F(CommonMistakes, a_page_boundary_on_equal_sort_keys_skips_nothing) {
  for (int i = 0; i < 9; ++i) db.create(Entry{"B", std::to_string(i), {}, i, 7}).value();
  std::set<std::string> seen;
  std::optional<std::string> token;
  do {
    const auto page = db.query<ByDay>("book"_f = "B").take(2).after(token).value();
    for (const Entry& entry : page.items) EXPECT_TRUE(seen.insert(entry.id).second) << entry.id << " comes twice";
    token = page.token;
  } while (token);
  EXPECT_EQ(seen.size(), 9u);
}

TEST_F(CommonMistakes, more_than_a_megabyte_of_results_is_followed) {
  for (int i = 0; i < 15; ++i) db.create(Entry{"B", std::to_string(i), {}, i, 0, std::string(100'000, 'x')}).value();
  EXPECT_EQ(db.query<ByNumber>("book"_f = "B").value().items.size(), 15u);
}

}  // namespace common_mistakes_test
