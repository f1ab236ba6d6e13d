// Filters of which one condition suffices.
#include <gmock/gmock.h>

#include "modelling/core/outline.h"
#include "modelling/cost/bill.h"
#include "modelling/lint/rule.h"
#include "modelling/run/run_model.h"
#include "modelling/write/write_model.h"
#include "outline_of.h"
#include "run_support.h"

namespace partita::modelling {
namespace filter_any_test {

using run_support::proof_of;
using testing::HasSubstr;

std::string model_with(const std::string& filter) {
  return "format: 1\nname: items\ntables:\n  - name: items\n    partition_key: PK\n    sort_key: SK\n"
         "    type_attribute: null\n    entities:\n"
         "      - name: ITEM\n        key: {partition: \"P#{shelf}\", sort: \"S#{id}\"}\n"
         "        fields: {shelf: {kind: string, distinct: 1}, id: string, s: {enum: [AAAA, BBBB, CCCC, DDDD]},\n"
         "          n: integer, coupon: {kind: string, optional: true, present: 0.2}}\n"
         "        samples: [{shelf: a, id: b, s: AAAA, n: 1}, {shelf: a, id: c, s: BBBB, n: 5},\n"
         "          {shelf: a, id: d, s: CCCC, n: 9}, {shelf: a, id: e, s: DDDD, n: 2}]\n"
         "patterns:\n  - {name: p, entities: ITEM, by: [shelf], items: 4, per_second: 1, " +
         filter + "}\n";
}

constexpr const char* kEither = "filter_any: [s, {field: n, comparison: '>='}]";

TEST(FilterAny, IsReadAndWrittenAsItself) {
  EXPECT_THAT(outline_of(model_with(kEither), "m.yml"), HasSubstr("filter s = or n >="));
  auto model = read_model_text(model_with(kEither), "m.yml");
  ASSERT_TRUE(model);
  const auto written = write_model(std::make_shared<const Model>(std::move(*model)), "yaml");
  ASSERT_TRUE(written);
  EXPECT_THAT(written->text, HasSubstr("filter_any:"));
  EXPECT_EQ(outline_of(written->text, "m.yml"), outline_of(model_with(kEither), "m.yml"));
  EXPECT_THAT(outline_of(model_with("filter: [s], filter_any: [n]"), "m.yml"),
              HasSubstr("p has a filter and filter_any: leave one out"));
}

// The plain lists of items decide alike, so the condition that the database gets is looked at, too.
TEST(FilterAny, IsRunWithOr) {
  const auto proof = proof_of(model_with(kEither));
  const auto database = run_support::database_in_memory();
  const auto run = run::run_model(*proof, *database, {});
  ASSERT_TRUE(run) << run.error().message;
  EXPECT_EQ(run->patterns[0].outcome, run::Outcome::Right) << run->patterns[0].reason;
  EXPECT_THAT(run->patterns[0].filter, HasSubstr(" OR "));
  // CCCC by both conditions, BBBB by its number alone.
  EXPECT_EQ(run->patterns[0].items.size(), 2u);
}

std::string how_it_is_priced(const std::string& filter) {
  return bill_of_model(proof_of(model_with(filter)), *built_in_prices("us-east-1"), {}).patterns[0].units->how;
}

TEST(FilterAny, KeepsWhatOneConditionKeeps) {
  // A quarter passes each condition, so 7 of 16 pass one of two.
  EXPECT_THAT(how_it_is_priced("filter_any: [s, s]"), HasSubstr(" of 9.14 read"));
  EXPECT_THAT(how_it_is_priced("filter: [s, s]"), HasSubstr(" of 64 read"));
  EXPECT_THAT(how_it_is_priced("filter: [{field: coupon, comparison: exists}]"), HasSubstr(" of 20 read"));
  EXPECT_THAT(how_it_is_priced("filter: [{field: coupon, comparison: not_exists}]"), HasSubstr(" of 5 read"));
}

TEST(FilterAny, CouldBeInAKeyIfAllAlternativesAreOnOneField) {
  const auto severity = [](const std::string& filter) {
    for (const lint::Finding& finding : lint::run(*proof_of(model_with(filter))))
      if (finding.rule->id == std::string_view("P153"))
        return std::string(to_text(*finding.severity)) + ": " + finding.message;
    return std::string();
  };
  EXPECT_EQ(severity("filter: [s, n]"), "warning: \"p\" filters by s, n after the read");
  EXPECT_EQ(severity("filter_any: [s, n]"), "note: \"p\" filters by s or n after the read");
  EXPECT_EQ(severity("filter_any: [s, s]"), "warning: \"p\" filters by s or s after the read");
}

}  // namespace filter_any_test
}  // namespace partita::modelling
