// Reads that are divided into several requests, each for a part of their entities.
#include "modelling/design/report/report.h"
#include "unit/modelling/design/design_answers_support.h"

namespace partita::modelling {
namespace design_divided_reads_test {

using namespace design_answers_support;

TEST(DesignDividedReads, DividesFiveEntitiesIntoTwoRequests) {
  std::string yaml = "design: 1\nname: five\nentities:\n";
  for (int i = 0; i < 5; ++i)
    yaml += fmt::format("  - {{name: E{0}, fields: {{owner: string, id{0}: ulid}}, identity: {1}}}\n", i,
                        i == 0 ? "id0" : fmt::format("[owner, id{}]", i));
  yaml +=
      "patterns:\n  - {name: all, entities: [E0, E1, E2, E3, E4], by: owner, requests: 2, items: 9}\n"
      "  - {name: one, entities: E0, by: id0}\n";
  const auto answers = answers_of(yaml);
  EXPECT_TRUE(answers.found.unserved.empty());
  ASSERT_EQ(answers.ways.size(), 1u);
}

// The two entities have only the fields in common that a call gives, and each is wanted by another order.
TEST(DesignDividedReads, DividesAReadThatNoKeyServesAsAWhole) {
  const auto yaml = [](const char* requests) {
    return fmt::format(R"(design: 1
name: desk
entities:
  - {{name: TICKET, count: 1M, size_bytes: 300, fields: {{id: ulid, agent: string, tags: list}}, identity: id}}
  - {{name: SHIFT, count: 10k, size_bytes: 100, fields: {{agent: string, day: date}}, identity: [agent, day], unique: day}}
patterns:
  - {{name: Desk, entities: [SHIFT, TICKET], by: agent, newest: day, per_second: 2, items: 12{}}}
)",
                       requests);
  };
  const auto one = answers_of(yaml(""));
  ASSERT_EQ(one.found.unserved.size(), 1u);
  const design::Report report = design::make_report(one, prices());
  EXPECT_EQ(report.unserved.at(0).change, "allow 2 requests (requests: 2)");
  const auto two = answers_of(yaml(", requests: 2"));
  EXPECT_TRUE(two.found.unserved.empty());
  ASSERT_NE(pattern_of(two, "Desk: SHIFT"), nullptr);
  ASSERT_NE(pattern_of(two, "Desk: TICKET"), nullptr);
  EXPECT_EQ(pattern_of(two, "Desk: SHIFT")->range, "day");
  EXPECT_EQ(pattern_of(two, "Desk: TICKET")->range, "");
  expect_sound(two.found.designs.at(0), "divided");
}

TEST(DesignDividedReads, DoesNotDivideWhatIsCheaperTogether) {
  const auto answers = answers_of(R"(design: 1
name: shop
entities:
  - {name: ORDER, count: 20M, size_bytes: 200, fields: {order: string, made: time}, identity: order}
  - {name: LINE, count: 60M, size_bytes: 150, fields: {order: string, line: string}, identity: [order, line]}
patterns:
  - {name: with lines, entities: [ORDER, LINE], by: order, requests: 2, per_second: 5, items: 4}
)");
  EXPECT_NE(pattern_of(answers, "with lines"), nullptr);
  ASSERT_EQ(answers.ways.size(), 1u);
  EXPECT_EQ(answers.ways[0].how, "one request for all entities");
  ASSERT_EQ(answers.ways[0].others.size(), 1u);
  EXPECT_GE(answers.ways[0].others[0].usd, usd_of(answers) - 1e-6);
}

// No key holds strings and numbers of one field, so three of the five ways leave a part of the read unserved.
TEST(DesignDividedReads, WaysThatLeaveAPartUnservedAreNoOtherWays) {
  const auto answers = answers_of(R"(design: 1
name: parts
entities:
  - {name: A, count: 1M, size_bytes: 300, identity: a, fields: {a: ulid, shelf: string}}
  - {name: B, count: 1M, size_bytes: 300, identity: b, fields: {b: ulid, shelf: string}}
  - {name: C, count: 1M, size_bytes: 300, identity: c, fields: {c: ulid, shelf: integer}}
patterns:
  - {name: All of a shelf, entities: [A, B, C], by: shelf, per_second: 3, items: 9, requests: 3}
  - {name: Make an A, create: A, per_second: 2}
  - {name: Make a B, create: B, per_second: 2}
)");
  EXPECT_TRUE(answers.found.unserved.empty());
  EXPECT_FALSE(answers.found.timed_out);
  EXPECT_NEAR(answers.found.bound, usd_of(answers), 1e-5);
  const design::Report report = design::make_report(answers, prices());
  ASSERT_EQ(report.answers.size(), 1u);
  ASSERT_EQ(report.answers[0].considered.size(), 1u) << design::report_text(report);
  EXPECT_LT(report.answers[0].considered[0].more_usd, 100);
}

}  // namespace design_divided_reads_test
}  // namespace partita::modelling
