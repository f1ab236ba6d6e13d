// Questions, searches and checks of their results, for the tests of modelling/design.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <initializer_list>
#include <optional>
#include <string>

#include "modelling/design/search/search.h"
#include "modelling/read/read_model.h"
#include "modelling/run/run_model.h"
#include "modelling/write/write_model.h"
#include "unit/modelling/run_support.h"

namespace partita::modelling::design_support {

inline PriceList prices() {
  auto found = built_in_prices("us-east-1");
  EXPECT_TRUE(found) << found.error().message;
  return found ? *found : PriceList();
}

inline design::Questions questions_of(const std::string& yaml) {
  auto found = design::read_questions_text(yaml, "questions.yml");
  EXPECT_TRUE(found) << found.error().message;
  return found ? *found : design::Questions();
}

inline design::SearchResult search(const design::Questions& questions, int designs = 1) {
  auto found = design::search(questions, prices(), {.seconds = 120, .designs = designs});
  EXPECT_TRUE(found) << found.error();
  return found ? *found : design::SearchResult();
}

inline design::PatternPositions patterns_at(std::initializer_list<std::size_t> numbers) {
  design::PatternPositions out;
  for (const std::size_t number : numbers) out.emplace_back(number);
  return out;
}

inline double usd_of(const design::Questions& questions) {
  const design::SearchResult found = search(questions);
  EXPECT_FALSE(found.designs.empty());
  EXPECT_FALSE(found.timed_out);
  return found.designs.empty() ? 0 : found.designs[0].usd;
}

inline std::string yaml_of(const design::Design& design) {
  const auto written = write_model(design.model, "yaml");
  EXPECT_TRUE(written) << written.error().message;
  return written ? written->text : "";
}

// The design is proven, lint has no findings, its price is that of the bill and of the program, and each pattern is
// right on made-up items.
inline void expect_sound(const design::Design& design, const std::string& what) {
  for (const Refusal& refusal : design.proof->refusals()) ADD_FAILURE() << what << ": " << refusal.particulars;
  for (const lint::Finding& finding : lint::run(*design.proof))
    ADD_FAILURE() << what << ": " << finding.rule->id << " " << finding.message;
  EXPECT_NEAR(design.usd, bill_of_model(design.proof, prices(), {}).total_usd(), 1e-6) << what;
  EXPECT_NEAR(design.usd, design.planned, 1e-6) << what;
  const auto database = run_support::database_in_memory();
  const auto run = run::run_model(*design.proof, *database, {});
  ASSERT_TRUE(run) << what << ": " << run.error().message;
  EXPECT_TRUE(run->is_right()) << what;
  for (const run::PatternRun& pattern : run->patterns)
    EXPECT_EQ(pattern.outcome, run::Outcome::Right)
        << what << ": " << pattern.pattern->name << ": " << pattern.reason << "\n"
        << yaml_of(design);
  for (const model::Finding& finding : run->findings) ADD_FAILURE() << what << ": " << finding.detail;
}

}  // namespace partita::modelling::design_support
