// Rows of an index whose key is out of date, because a program of an earlier version changed a member without knowing
// the index. No read returns such a row, and each read counts it.
#include <gmock/gmock.h>
#include <partita/database.h>
#include <partita/model.h>
#include <partita/open.h>

namespace partita {
namespace stale_rows_test {

namespace pt = partita::model;
using namespace pt::literals;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

enum class State { OPEN, DONE };
BOOST_DESCRIBE_ENUM(State, OPEN, DONE)
enum class Size { SMALL, LARGE };
BOOST_DESCRIBE_ENUM(Size, SMALL, LARGE)

}  // namespace stale_rows_test
}  // namespace partita

// The texts in keys sort in another order than those of the attribute.
template <>
struct partita::model::enum_texts<partita::stale_rows_test::Size> {
  static constexpr enumerator_text list[] = {{partita::stale_rows_test::Size::SMALL, "SMALL", "1_SMALL"},
                                             {partita::stale_rows_test::Size::LARGE, "LARGE", "2_LARGE"}};
};

namespace partita {
namespace stale_rows_test {

struct Loan {
  std::string id = {};
  int copy = 1;
  State state = State::OPEN;
  std::optional<std::string> topic = "tea";
  std::string day = "2026-01-05";
  pt::utc_ms at = "2026-01-05T10:00:00Z"_utc;
  bool rare = false;
  Size size = Size::SMALL;
};
BOOST_DESCRIBE_STRUCT(Loan, (), (id, copy, state, topic, day, at, rare, size))

// A fine is in the same index as the loans, by a member of another name.
struct Fine {
  std::string id = {};
  int of_copy = 1;
};
BOOST_DESCRIBE_STRUCT(Fine, (), (id, of_copy))

namespace v1 {
struct LoanE : pt::entity<Loan, "LOAN", pt::key<"L#{id}">> {};
struct FineE : pt::entity<Fine, "FINE", pt::key<"F#{id}">> {};
struct Library : pt::table<"library", pt::primary<"PK">, pt::holds<LoanE, FineE>> {};
}  // namespace v1

namespace v2 {
struct LoanE : pt::entity<Loan, "LOAN", pt::key<"L#{id}">, pt::on<"by_copy", "C#{copy:05d}", "LOAN#{day}#{id}">,
                          pt::on<"open", "OPEN", "{id}", pt::when<"state", "OPEN">>,
                          pt::on<"by_topic", "T#{topic}", "{at}#{id}", pt::sparse>,
                          pt::on<"by_month", "M#{at:month}", "{at}#{id}">,
                          pt::on<"rare", "RARE#{id:shard3}", "{id}", pt::when<"rare", "true">>,
                          pt::on<"by_size", "BY_SIZE", "{size}#{id}">> {};
struct FineE : pt::entity<Fine, "FINE", pt::key<"F#{id}">, pt::on<"by_copy", "C#{of_copy:05d}", "FINE#{id}">> {};
struct Library : pt::table<"library", pt::primary<"PK">, pt::gsi<"by_copy", "P1", "S1">, pt::gsi<"open", "P2", "S2">,
                           pt::gsi<"by_topic", "P3", "S3">, pt::gsi<"by_month", "P4", "S4">,
                           pt::gsi<"rare", "P5", "S5">, pt::gsi<"by_size", "P6", "S6">, pt::holds<LoanE, FineE>> {};
using ByCopy = pt::pattern<"loans of a copy", LoanE, pt::by<"copy">, pt::oldest<"day">>;
using Open = pt::pattern<"open loans", LoanE, pt::by<>, pt::using_index<"open">>;
using ByTopic = pt::pattern<"loans of a topic", LoanE, pt::by<"topic">, pt::oldest<"at">>;
using ByMonth = pt::pattern<"loans of a time", LoanE, pt::buckets<"at">, pt::using_index<"by_month">>;
using BySize = pt::pattern<"loans by size", LoanE, pt::by<>, pt::ascending<"size">>;
using Rare = pt::pattern<"rare loans", LoanE, pt::by<>, pt::using_index<"rare">>;
}  // namespace v2

class StaleRows : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(next_.create_table_if_missing().run());
    for (const char* id : {"1", "2", "3"}) next_.create(Loan{.id = id, .rare = true}).value();
  }
  template <class Change>
  void earlier_program_changes(const char* id, const Change& change) {
    earlier_.update<v1::LoanE>("id"_f = id).set(change).value();
  }
  struct Answer {
    std::vector<std::string> ids;
    std::int64_t stale = 0;
  };
  template <class Page>
  static Answer answer(const Page& page) {
    Answer out{{}, page.cost.stale};
    for (const Loan& loan : page.items) out.ids.push_back(loan.id);
    std::ranges::sort(out.ids);
    return out;
  }

  std::shared_ptr<Database> database_ = open("", {.in_memory = true}).value();
  pt::db<v1::Library> earlier_{database_};
  pt::db<v2::Library> next_{database_};
};

// Changes member by member, and asks each kind of read for the values that the index keys still have.
TEST_F(StaleRows, AreLeftOutOfEachKindOfReadAndCounted) {
  const auto begin = "2026-01-01T00:00:00Z"_utc, end = "2026-03-31T00:00:00Z"_utc;
  struct Case {
    const char* what;
    std::function<void()> change;
    std::function<Answer()> read;
    std::function<std::int64_t()> count;
  };
  const std::vector<Case> cases = {
      {"a number that is padded in the key", [&] { earlier_program_changes("1", "copy"_f = 7); },
       [&] { return answer(next_.query<v2::ByCopy>("copy"_f = 1).value()); },
       [&] { return next_.query<v2::ByCopy>("copy"_f = 1).count().value().count; }},
      {"the condition of a sparse index", [&] { earlier_program_changes("1", "state"_f = State::DONE); },
       [&] { return answer(next_.query<v2::Open>().value()); },
       [&] { return next_.query<v2::Open>().count().value().count; }},
      {"a scan of a sparse index", [&] { earlier_program_changes("1", "state"_f = State::DONE); },
       [&] { return answer(next_.scan<v2::LoanE, "open">().value()); }, [] { return 2; }},
      {"a text", [&] { earlier_program_changes("1", "topic"_f = "milk"); },
       [&] { return answer(next_.query<v2::ByTopic>("topic"_f = "tea").value()); },
       [&] { return next_.query<v2::ByTopic>("topic"_f = "tea").count().value().count; }},
      {"a text that was removed", [&] { earlier_program_changes("1", "topic"_f = std::nullopt); },
       [&] { return answer(next_.query<v2::ByTopic>("topic"_f = "tea").value()); },
       [&] { return next_.query<v2::ByTopic>("topic"_f = "tea").count().value().count; }},
      {"a range of texts", [&] { earlier_program_changes("1", "day"_f = "2027-12-31"); },
       [&] { return answer(next_.query<v2::ByCopy>("copy"_f = 1, "day"_f < "2026-06-01").value()); },
       [&] { return next_.query<v2::ByCopy>("copy"_f = 1, "day"_f < "2026-06-01").count().value().count; }},
      {"a beginning of texts", [&] { earlier_program_changes("1", "day"_f = "2027-12-31"); },
       [&] { return answer(next_.query<v2::ByCopy>("copy"_f = 1, "day"_f.begins_with("2026")).value()); },
       [&] { return next_.query<v2::ByCopy>("copy"_f = 1, "day"_f.begins_with("2026")).count().value().count; }},
      {"a range of enumerators", [&] { earlier_program_changes("1", "size"_f = Size::LARGE); },
       [&] { return answer(next_.query<v2::BySize>("size"_f < Size::LARGE).value()); },
       [&] { return next_.query<v2::BySize>("size"_f < Size::LARGE).count().value().count; }},
      {"several partitions of a time", [&] { earlier_program_changes("1", "at"_f = "2029-02-01T00:00:00Z"_utc); },
       [&] { return answer(next_.query<v2::ByMonth>("at"_f.between(begin, end)).value()); },
       [&] { return next_.query<v2::ByMonth>("at"_f.between(begin, end)).count().value().count; }},
      {"several shards", [&] { earlier_program_changes("1", "rare"_f = false); },
       [&] { return answer(next_.query<v2::Rare>().value()); },
       [&] { return next_.query<v2::Rare>().count().value().count; }},
      {"pages", [&] { earlier_program_changes("1", "copy"_f = 7); },
       [&] {
         Answer all;
         for (auto& page : next_.query<v2::ByCopy>("copy"_f = 1).take(1).pages()) {
           all.stale += page.cost.stale;
           for (const Loan& loan : page.items) all.ids.push_back(loan.id);
         }
         return all;
       },
       [] { return 2; }},
  };
  for (const Case& one : cases) {
    const Loan before{.id = "1", .rare = true};
    next_.replace(before).value();
    EXPECT_THAT(one.read().ids, ElementsAre("1", "2", "3")) << one.what;
    one.change();
    const Answer now = one.read();
    EXPECT_THAT(now.ids, ElementsAre("2", "3")) << one.what;
    EXPECT_EQ(now.stale, 1) << one.what;
    EXPECT_EQ(one.count(), 2) << one.what;
    EXPECT_GE(next_.verify().value().count(pt::Finding::Kind::Stale), 1) << one.what;
    next_.repair().value();
    EXPECT_EQ(one.read().stale, 0) << one.what;
  }
}

// A row whose other members changed still answers the question.
TEST_F(StaleRows, AreOnlyThoseThatContradictTheQuestion) {
  earlier_program_changes("1", "day"_f = "2027-12-31");
  EXPECT_THAT(answer(next_.query<v2::ByCopy>("copy"_f = 1).value()).ids, ElementsAre("1", "2", "3"));
  earlier_program_changes("2", "topic"_f = "milk");
  EXPECT_EQ(answer(next_.query<v2::ByCopy>("copy"_f = 1).value()).stale, 0);
  EXPECT_EQ((*next_.get<v2::LoanE>("id"_f = "2").value()).topic, "milk");
}

// A row that lacks a member, or has one of another type, is not stale. Reads report it, and count() counts it.
TEST_F(StaleRows, AreNotTheUnreadableOnes) {
  const auto change = [&](const char* id, std::string expression, AttributeMap values) {
    UpdateItemRequest request;
    request.table_name = "library";
    request.key = {{"PK", AttributeValue(std::string("L#") + id)}};
    request.update_expression = std::move(expression);
    request.expression_attribute_names.emplace()["#copy"] = "copy";
    if (!values.empty()) request.expression_attribute_values = std::move(values);
    ASSERT_TRUE(database_->update_item(request));
  };
  change("1", "REMOVE #copy", {});
  change("2", "SET #copy = :text", {{":text", AttributeValue("one")}});
  const auto query = next_.query<v2::ByCopy>("copy"_f = 1);
  const auto page = next_.query<v2::ByCopy>("copy"_f = 1).value();
  EXPECT_THAT(page.unreadable, ::testing::SizeIs(2));
  EXPECT_EQ(page.cost.stale, 0);
  EXPECT_EQ(query.count().value().count, 3);
}

}  // namespace stale_rows_test
}  // namespace partita
