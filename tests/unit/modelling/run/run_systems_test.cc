// The five systems' models: each pattern gives the same items as plain lists, and lint has no finding.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "modelling/lint/rule.h"
#include "modelling/run/run_model.h"
#include "modelling/run/run_report.h"
#include "run_support.h"

namespace partita::modelling::run {
namespace run_systems_test {

class RunSystem : public testing::TestWithParam<const char*> {
 protected:
  static std::shared_ptr<const Proof> proof_of_system() {
    auto model = read_model(fmt::format("{}/{}/model.yaml", PARTITA_MODEL_FILES, GetParam()));
    EXPECT_TRUE(model) << model.error().message;
    return model ? prove(std::make_shared<const Model>(std::move(*model))) : nullptr;
  }
};

TEST_P(RunSystem, EveryPatternIsRight) {
  const auto proof = proof_of_system();
  ASSERT_TRUE(proof);
  for (const std::size_t items : {6u, 30u}) {
    const auto database = run_support::database_in_memory();
    const auto run =
        run_model(*proof, *database, {.items = items, .now_ms = [] { return std::int64_t{1767700000000}; }});
    ASSERT_TRUE(run) << run.error().message;
    EXPECT_EQ(run->patterns.size(), proof->model().patterns.size());
    for (const PatternRun& one : run->patterns)
      EXPECT_EQ(one.outcome, Outcome::Right) << one.pattern->name << ": " << one.reason;
    EXPECT_TRUE(run->is_right()) << to_lines(*run, {});
  }
}

TEST_P(RunSystem, LintFindsNothing) {
  const auto proof = proof_of_system();
  ASSERT_TRUE(proof);
  for (const lint::Finding& finding : lint::run(*proof)) ADD_FAILURE() << finding.rule->id << ' ' << finding.message;
}

INSTANTIATE_TEST_SUITE_P(All, RunSystem,
                         testing::Values("commerce", "favorites", "order_entry", "customer_orders",
                                         "project_management"),
                         [](const auto& system) { return std::string(system.param); });

}  // namespace run_systems_test
}  // namespace partita::modelling::run
