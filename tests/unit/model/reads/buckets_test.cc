// Ranges that span several partitions, each of a year, month, day or hour, through the typed front.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <partita/model.h>
#include <partita/open.h>

namespace buckets_test {

namespace pt = partita::model;
using namespace pt::literals;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

struct Loan {
  std::string memberId, isbn;
  pt::date due;
  pt::utc_ms since = {};
};
BOOST_DESCRIBE_STRUCT(Loan, (), (memberId, isbn, due, since))

struct LoanE : pt::entity<Loan, "LOAN", pt::key<"MEMBER#{memberId}", "LOAN#{isbn}">,
                          pt::on<"by_due", "DUE#{due:month}", "{due}#{memberId}#{isbn}">,
                          pt::on<"by_member", "DUE#{due:year}", "{memberId}#{isbn}">,
                          pt::on<"by_hour", "SINCE#{since:hour}#{isbn:shard3}", "{since}#{memberId}#{isbn}">> {};
struct Library
    : pt::table<"library", pt::primary<"PK", "SK">, pt::gsi<"by_due", "GSI1PK", "GSI1SK">,
                pt::gsi<"by_member", "GSI2PK", "GSI2SK">, pt::gsi<"by_hour", "GSI3PK", "GSI3SK">, pt::holds<LoanE>> {};

using Due = pt::pattern<"Loans by their due date", LoanE, pt::buckets<"due">, pt::using_index<"by_due">>;
using LastDue = pt::pattern<"Loans, the last due first", LoanE, pt::buckets<"due">, pt::newest<"due">>;
using DueByMember =
    pt::pattern<"Loans of the years by member", LoanE, pt::buckets<"due">, pt::using_index<"by_member">>;
using Since = pt::pattern<"Loans by their begin", LoanE, pt::buckets<"since">>;

class Buckets : public testing::Test {
 protected:
  Buckets() { db.create_table_if_missing().value(); }
  void put(const std::string& isbn, pt::date due, pt::utc_ms since = {}) {
    db.create(Loan{"M" + isbn.substr(0, 1), isbn, due, since}).value();
  }
  template <class Page>
  static std::vector<std::string> isbns(const Page& page) {
    std::vector<std::string> all;
    for (const Loan& loan : page.items) all.push_back(loan.isbn);
    return all;
  }
  // All pages of `size` items.
  template <class Pattern, class Range>
  std::vector<std::string> pages(const Range& range, int size, bool reversed = false) {
    std::vector<std::string> all;
    std::optional<std::string> token;
    do {
      auto call = db.query<Pattern>(range).take(size).after(token);
      if (reversed) call.reversed();
      auto page = call.value();
      EXPECT_LE(page.items.size(), static_cast<std::size_t>(size));
      for (const auto& isbn : isbns(page)) all.push_back(isbn);
      token = page.token;
    } while (token);
    return all;
  }

  pt::db<Library> db{partita::open("", {.in_memory = true}).value()};
};

TEST_F(Buckets, a_range_is_read_month_by_month) {
  put("1", "2025-12-31"_date);
  put("2", "2026-01-01"_date);
  put("3", "2026-01-20"_date);
  put("4", "2026-03-05"_date);
  put("5", "2026-03-06"_date);
  const auto range = "due"_f.between("2026-01-01"_date, "2026-03-05"_date);
  const auto page = db.query<Due>(range).value();
  EXPECT_THAT(isbns(page), ElementsAre("2", "3", "4"));
  EXPECT_FALSE(page.token);
  EXPECT_EQ(page.cost.requests, 3);
  EXPECT_EQ(page.cost.evaluated, 3);
  EXPECT_THAT(isbns(db.query<Due>(range).reversed().value()), ElementsAre("4", "3", "2"));
  EXPECT_THAT(isbns(db.query<LastDue>(range).value()), ElementsAre("4", "3", "2"));
  EXPECT_THAT(isbns(db.query<Due>("due"_f == "2026-03-06"_date).value()), ElementsAre("5"));
}

TEST_F(Buckets, pages_of_any_size_are_one_sequence) {
  std::vector<std::string> expected;
  for (int i = 0; i < 30; ++i) {
    expected.push_back(std::to_string(100 + i));
    // Two months of the range are empty.
    put(expected.back(), *pt::date::from(2026, 1 + i / 10 + (i >= 10 ? 2 : 0), 1 + i % 10));
  }
  const auto range = "due"_f.between("2026-01-01"_date, "2026-12-31"_date);
  for (const int size : {1, 2, 3, 9, 10, 11, 29, 30, 31}) {
    EXPECT_EQ(pages<Due>(range, size), expected) << size;
    std::vector<std::string> backwards(expected.rbegin(), expected.rend());
    EXPECT_EQ(pages<Due>(range, size, true), backwards) << size;
    EXPECT_EQ(pages<LastDue>(range, size), backwards) << size;
    EXPECT_EQ(pages<DueByMember>(range, size), expected) << size;
  }
}

TEST_F(Buckets, read_at_most_goes_on_with_a_token) {
  for (int month = 1; month <= 4; ++month) put(std::to_string(month), *pt::date::from(2026, month, 1));
  const auto range = "due"_f.between("2026-01-01"_date, "2026-12-31"_date);
  std::vector<std::string> all;
  std::optional<std::string> token;
  do {
    const auto page = db.query<Due>(range).read_at_most(1).after(token).value();
    EXPECT_LE(page.cost.evaluated, 1);
    for (const auto& isbn : isbns(page)) all.push_back(isbn);
    token = page.token;
  } while (token);
  EXPECT_THAT(all, ElementsAre("1", "2", "3", "4"));
}

TEST_F(Buckets, a_filter_cuts_the_ends_where_the_sort_key_cannot) {
  put("1", "2025-06-01"_date);
  put("2", "2025-08-01"_date);
  put("3", "2026-12-01"_date);
  put("4", "2027-02-01"_date);
  put("5", "2027-08-01"_date);
  const auto range = "due"_f.between("2025-07-01"_date, "2027-07-01"_date);
  const auto page = db.query<DueByMember>(range).value();
  EXPECT_THAT(isbns(page), ElementsAre("2", "3", "4"));
  EXPECT_EQ(page.cost.evaluated, 5);
  EXPECT_THAT(isbns(db.query<DueByMember>(range).filter("isbn"_f != "3").value()), ElementsAre("2", "4"));
  EXPECT_THAT(isbns(db.query<DueByMember>("due"_f == "2025-08-01"_date).value()), ElementsAre("2"));
}

TEST_F(Buckets, hours_that_are_sharded_are_merged_in_their_order) {
  const pt::utc_ms midnight = "2026-03-01T00:00:00Z"_utc;
  std::vector<std::string> expected;
  for (int i = 0; i < 40; ++i) {
    expected.push_back(std::to_string(100 + i));
    put(expected.back(), "2026-01-01"_date, midnight - std::chrono::hours(3) + std::chrono::minutes(10 * i));
  }
  const auto range = "since"_f.between(midnight - std::chrono::hours(3), midnight + std::chrono::hours(5));
  EXPECT_THAT(isbns(db.query<Since>(range).value()), testing::ElementsAreArray(expected));
  for (const int size : {1, 5, 7, 40}) EXPECT_EQ(pages<Since>(range, size), expected) << size;
}

TEST_F(Buckets, the_edges_of_the_calendar_are_no_edges_of_ranges) {
  put("1", "0000-01-01"_date, "0000-01-01T00:59:00Z"_utc);
  put("2", "9999-12-31"_date, "1969-12-31T23:00:00Z"_utc);
  put("3", "2024-02-29"_date, "1970-01-01T00:00:00Z"_utc);
  EXPECT_THAT(isbns(db.query<DueByMember>("due"_f.between("0000-01-01"_date, "9999-12-31"_date)).value()),
              ElementsAre("1", "3", "2"));
  EXPECT_THAT(isbns(db.query<Due>("due"_f.between("2024-02-29"_date, "2024-03-01"_date)).value()), ElementsAre("3"));
  const auto around = "since"_f.between("1969-12-31T22:00:00Z"_utc, "1970-01-01T00:00:00Z"_utc);
  EXPECT_THAT(isbns(db.query<Since>(around).value()), ElementsAre("2", "3"));
  EXPECT_THAT(isbns(db.query<Since>("since"_f == "0000-01-01T00:59:00Z"_utc).value()), ElementsAre("1"));
}

TEST_F(Buckets, a_range_that_is_none_or_too_long_is_an_error) {
  const auto backwards = db.query<Due>("due"_f.between("2026-03-01"_date, "2026-01-01"_date)).run();
  ASSERT_FALSE(backwards);
  EXPECT_THAT(backwards.error().message, HasSubstr("ends before it begins"));
  const auto long_one =
      db.query<Since>("since"_f.between("2024-01-01T00:00:00Z"_utc, "2026-01-01T00:00:00Z"_utc)).run();
  ASSERT_FALSE(long_one);
  EXPECT_THAT(long_one.error().message, HasSubstr("spans 17545 hours, each of which is a partition: at most 10000"));
}

TEST_F(Buckets, a_token_is_bound_to_the_range_and_the_direction) {
  for (int month = 1; month <= 4; ++month) put(std::to_string(month), *pt::date::from(2026, month, 1));
  const auto range = "due"_f.between("2026-01-01"_date, "2026-12-31"_date);
  const auto longer = "due"_f.between("2026-01-01"_date, "2027-12-31"_date);
  const auto token = db.query<DueByMember>(range).take(2).value().token;
  ASSERT_TRUE(token);
  EXPECT_FALSE(db.query<DueByMember>(longer).after(token).run());
  EXPECT_FALSE(db.query<DueByMember>(range).reversed().after(token).run());
  EXPECT_FALSE(db.query<Due>(range).after(token).run());
  EXPECT_THAT(isbns(db.query<DueByMember>(range).after(token).value()), ElementsAre("3", "4"));
}

TEST_F(Buckets, explain_shows_the_first_partition) {
  const auto range = "due"_f.between("2026-01-15"_date, "2026-12-31"_date);
  EXPECT_EQ(db.query<Due>(range).explain().value().key_condition,
            "GSI1PK = \"DUE#2026-01\" AND GSI1SK BETWEEN \"2026-01-15\" AND \"2026-12-31$\"");
  EXPECT_THAT(db.query<DueByMember>(range).explain().value().filter, HasSubstr("due BETWEEN"));
}

static_assert(pt::serves<Library, Due, LastDue, DueByMember, Since>);

}  // namespace buckets_test
