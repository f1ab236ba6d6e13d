// The review of a change of a model.
#include "modelling/review/review.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "modelling/review/review_report.h"
#include "run_support.h"

namespace partita::modelling::review {
namespace review_test {

using run_support::proof_of;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

// Orders, with an index by their state that a pattern reads. `number` is how the key writes the number of an order, and
// `head` is before all.
std::shared_ptr<const Proof> orders(int items, const std::string& number = "number:08d", const std::string& head = {}) {
  return proof_of(head + fmt::format(R"(format: 1
name: shop
tables:
  - name: shop
    partition_key: PK
    sort_key: SK
    indexes:
      - {{name: by_state, partition: G1, sort: G2}}
    entities:
      - name: Order
        count: 100000
        size_bytes: 900
        fields: {{customer: string, number: integer, state: string}}
        key: {{partition: "C#{{customer}}", sort: "O#{{{}}}"}}
        in:
          by_state: {{partition: "S#{{state}}", sort: "{{{}}}"}}
patterns:
  - {{name: Orders in a state, entities: Order, by: state, items: {}, per_second: 10}}
)",
                                     number, number, items));
}

Review review(const std::shared_ptr<const Proof>& was, const std::shared_ptr<const Proof>& now) {
  return review_of(was, now, *built_in_prices("us-east-1"), {}, {});
}

TEST(Review, TheSameModelHasNoChange) {
  const Review same = review(orders(20), orders(20));
  EXPECT_THAT(same.findings, IsEmpty());
  EXPECT_THAT(same.patterns, IsEmpty());
  EXPECT_EQ(same.same_patterns, 1u);
  EXPECT_TRUE(same.diff.empty());
  ASSERT_TRUE(same.increase_percent());
  EXPECT_DOUBLE_EQ(*same.increase_percent(), 0);
}

TEST(Review, APatternThatBecomesDearerIsShownWithBothPrices) {
  const Review dearer = review(orders(20), orders(200));
  ASSERT_THAT(dearer.patterns, SizeIs(1));
  const ReviewedPattern& pattern = dearer.patterns[0];
  ASSERT_TRUE(pattern.was && pattern.now);
  EXPECT_LT(pattern.was->read_units, pattern.now->read_units);
  EXPECT_LT(pattern.was->usd, pattern.now->usd);
  ASSERT_TRUE(dearer.increase_percent());
  EXPECT_GT(*dearer.increase_percent(), 10);
  EXPECT_THAT(to_lines(dearer), AllOf(HasSubstr("PATTERNS: 1 changed, 0 as before"), HasSubstr("Orders in a state"),
                                      HasSubstr(" -> "), HasSubstr("USD a month in us-east-1 (+")));
}

TEST(Review, WithoutAnEarlierModelEverythingIsNew) {
  const Review first = review(nullptr, orders(20));
  ASSERT_THAT(first.patterns, SizeIs(1));
  EXPECT_FALSE(first.patterns[0].was);
  EXPECT_FALSE(first.was_usd);
  EXPECT_TRUE(first.now_usd);
  EXPECT_THAT(to_lines(first), HasSubstr("new: Query by_state"));
}

TEST(Review, AFindingThatOnlyMovedIsNotNew) {
  // Numbers of different lengths are in a wrong order in a key.
  const auto was = orders(20, "number");
  const Review moved = review(was, orders(20, "number", "# A comment\n\n"));
  EXPECT_THAT(moved.findings, IsEmpty());
  EXPECT_GT(moved.kept_findings, 0u);
  EXPECT_FALSE(review(orders(20), was).findings.empty());
  EXPECT_GT(review(was, orders(20)).cured_findings, 0u);
}

TEST(Review, NamesDoNotBreakOutOfMarkdown) {
  const auto hostile = proof_of(R"(format: 1
name: shop
tables:
  - name: shop
    partition_key: PK
    entities:
      - name: Order
        fields: {order: string}
        key: {partition: "O#{order}"}
patterns:
  - {name: "a | b\n<script>`x`", create: Order, per_second: 1}
)");
  const std::string text = to_markdown(review(nullptr, hostile));
  EXPECT_THAT(text, Not(HasSubstr("<script>")));
  EXPECT_THAT(text, Not(HasSubstr("| a | b")));
  EXPECT_THAT(to_json(review(nullptr, hostile)), HasSubstr("\"samePatterns\": 0"));
}

}  // namespace review_test
}  // namespace partita::modelling::review
