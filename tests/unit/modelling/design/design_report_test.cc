// The report of a design: its texts on reads, writes, indexes and reads that no key serves.
#include <gmock/gmock.h>

#include "modelling/design/report/report.h"
#include "unit/modelling/design/design_support.h"

namespace partita::modelling {
namespace design_report_test {

using design_support::prices;
using design_support::questions_of;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kShop = R"(
design: 1
name: shop
entities:
  - {name: Owner, count: 1M, size_bytes: 200, fields: {ownerId: ulid, name: string}, identity: ownerId}
  - name: Order
    count: 10M
    size_bytes: 300
    fields: {orderId: ulid, ownerId: ulid, created: time, state: {enum: [NEW, DONE]}, tags: list}
    identity: orderId
patterns:
  - {name: An owner, entities: Owner, by: ownerId, per_second: 10}
  - {name: Orders of an owner, entities: Order, by: ownerId, newest: created, per_second: 10, items: 5}
  - {name: Orders of an owner in some days, entities: Order, by: ownerId, ascending: created, per_second: 1, items: 5}
  - {name: Order, create: Order, per_second: 5}
)";

design::Report report_of(const std::string& yaml) {
  const design::Questions questions = questions_of(yaml);
  return design::make_report({questions, design_support::search(questions, 3), {}}, prices());
}

TEST(DesignReport, SaysWhatServesEachReadAndWhy) {
  const design::Report report = report_of(kShop);
  ASSERT_TRUE(report.is_complete());
  ASSERT_EQ(report.reads.size(), 3U);
  EXPECT_EQ(report.reads[0].operation, "GetItem");
  EXPECT_EQ(report.reads[0].index, "");
  EXPECT_EQ(report.reads[1].index, report.reads[2].index);
  EXPECT_NE(report.reads[1].index, "");
  EXPECT_THAT(report.reads[1].why, AllOf(HasSubstr("gives its partition key (ownerId)"), HasSubstr("created")));
  ASSERT_EQ(report.indexes.size(), 1U);
  EXPECT_THAT(report.indexes[0].reads, ElementsAre("Orders of an owner", "Orders of an owner in some days"));
  EXPECT_GT(report.indexes[0].usd, 0);
  ASSERT_EQ(report.writes.size(), 1U);
  EXPECT_GT(report.writes[0].units, 1);
}

TEST(DesignReport, PricesAreThoseOfTheBill) {
  const design::Questions questions = questions_of(kShop);
  const design::SearchResult found = design_support::search(questions, 3);
  const design::Report report = design::make_report({questions, found, {}}, prices());
  const Bill bill = bill_of_model(found.designs[0].proof, prices(), {});
  EXPECT_NEAR(report.usd(), bill.total_usd(), 1e-6);
  EXPECT_DOUBLE_EQ(report.reads[1].usd, bill.patterns[1].usd);
  EXPECT_TRUE(report.proven);
  for (const design::ReportedDesign& design : report.designs) EXPECT_GE(design.usd, report.usd() - 1e-6);
}

// A next best design of another way to answer a read has other questions, with reads that the best one lacks.
TEST(DesignReport, NamesTheReadsOfADesignWithOtherQuestions) {
  const std::string first = "patterns:\n";
  std::string more = kShop;
  more.insert(more.find(first) + first.size(),
              "  - {name: Orders of a state, entities: Order, by: state, per_second: 1, items: 5}\n");
  const design::Questions questions = questions_of(kShop);
  design::SearchResult found = design_support::search(questions);
  const design::SearchResult other = design_support::search(questions_of(more));
  ASSERT_EQ(found.designs.size(), 1U);
  ASSERT_EQ(other.designs.size(), 1U);
  found.designs.push_back(other.designs[0]);
  design::Report report = design::make_report({questions, found, {}}, prices());
  ASSERT_EQ(report.designs.size(), 2U);
  EXPECT_THAT(report.designs[1].otherwise, ElementsAre("Orders of a state"));
  EXPECT_THAT(design::report_text(report), HasSubstr("serves otherwise: Orders of a state"));
  // It may also differ only in parts that follow from a change.
  report.designs[1].otherwise.clear();
  EXPECT_THAT(design::report_text(report), Not(HasSubstr("serves otherwise")));
  EXPECT_THAT(design::report_markdown(report), Not(HasSubstr("serves otherwise")));
}

// A next best design serves a read by another key. The report says in words if it costs the same as the proposal.
TEST(DesignReport, SaysWhatANextBestDesignServesOtherwiseAndWhatItCosts) {
  const design::Questions questions = questions_of(R"(
design: 1
name: shop
tables: one
entities:
  - name: Order
    count: 1M
    size_bytes: 300
    fields: {org: string, id: ulid, at: time, kind: {enum: [A, B]}}
    identity: [org, id]
patterns:
  - {name: list, entities: Order, by: org, per_second: 5, items: 5}
  - {name: one kind, entities: Order, by: kind, per_second: 1, items: 5}
  - {name: of kind, entities: Order, by: [org, kind], newest: at, per_second: 2, items: 5}
  - {name: put, put: Order, per_second: 1}
)");
  design::SearchResult found = design_support::search(questions, 3);
  ASSERT_GE(found.designs.size(), 2U);
  const design::Report report = design::make_report({questions, found, {}}, prices());
  for (std::size_t i = 1; i < report.designs.size(); ++i) {
    EXPECT_FALSE(report.designs[i].otherwise.empty());
    EXPECT_THAT(design::report_text(report),
                HasSubstr("serves otherwise: " + design::joined(report.designs[i].otherwise, "; ")));
  }
  found.designs.resize(2);
  const auto more = [&](double usd) {
    found.designs[1].usd = found.designs[0].usd + usd;
    const design::Report changed = design::make_report({questions, found, {}}, prices());
    EXPECT_THAT(design::report_json(changed), HasSubstr("\"otherwise\": [\n"));
    return design::report_text(changed) + design::report_markdown(changed);
  };
  EXPECT_THAT(more(0), AllOf(HasSubstr(" a month, costs the same: "), Not(HasSubstr(" more: "))));
  EXPECT_THAT(more(0.002), AllOf(HasSubstr(" a month, less than a cent more: "), Not(HasSubstr("the same"))));
  EXPECT_THAT(more(2), AllOf(HasSubstr(" a month, $2.00 more: "), Not(HasSubstr("the same"))));
}

TEST(DesignReport, StatesTheGapOfADesignThatIsNotProven) {
  const design::Questions questions = questions_of(kShop);
  design::SearchResult found = design_support::search(questions);
  found.bound = found.designs[0].usd / 2;
  found.timed_out = true;
  const design::Report report = design::make_report({questions, found, {}}, prices());
  EXPECT_FALSE(report.proven);
  EXPECT_THAT(design::report_text(report), AllOf(HasSubstr("The time ran out."), HasSubstr("50.00 % less")));
}

TEST(DesignReport, NamesTheSmallestChangeThatServesARead) {
  const std::string shop = kShop;
  const auto change = [&](const std::string& read) {
    const design::Report report =
        report_of(shop + "  - {name: New, per_second: 1, items: 2, entities: " + read + "}\n");
    EXPECT_FALSE(report.is_complete());
    EXPECT_EQ(report.unserved.size(), 1U);
    return report.unserved.empty() ? std::string() : report.unserved[0].change;
  };
  EXPECT_THAT(change("Order, by: tags"), HasSubstr("store tags of Order as a string or a number"));
  EXPECT_THAT(change("Order, by: state, consistent: true"), HasSubstr("leave consistent out"));
}

TEST(DesignReport, ShowsNoMarkupOfNames) {
  std::string shop = kShop;
  shop.replace(shop.find("An owner,"), 8, "\"<b>|x\"");
  const std::string page = design::report_markdown(report_of(shop));
  EXPECT_THAT(page, Not(HasSubstr("<b>|x\"")));
  EXPECT_THAT(page, HasSubstr("\\<b\\>\\|x"));
}

TEST(DesignReport, IsJsonWithAllParts) {
  const std::string json = design::report_json(report_of(kShop));
  for (const char* member :
       {"\"usd\"", "\"bound\"", "\"gap\"", "\"proven\": true", "\"reads\"", "\"considered\"", "\"writes\"",
        "\"indexes\"", "\"copies\"", "\"hot_keys\"", "\"designs\"", "\"unserved\": []"})
    EXPECT_THAT(json, HasSubstr(member));
}

}  // namespace design_report_test
}  // namespace partita::modelling
