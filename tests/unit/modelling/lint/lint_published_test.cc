// The weaknesses of five published designs are found when the designs are written down as published.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <set>

#include "modelling/lint/rule.h"
#include "modelling/read/read_model.h"

namespace partita::modelling {
namespace lint_published_test {

struct Design {
  const char* file;
  std::set<std::string> weaknesses;
};

const Design kDesigns[] = {
    // A prefix that matches longer ids, few values of the status, times as texts, two questions without a key.
    {"published_commerce.yaml", {"P131", "P170", "P012", "P100", "P099"}},
    // A partition that is read with an entity too many, a key that the caller does not have, a scanned index.
    {"published_project_management.yaml", {"P105", "P100", "P099"}},
    {"published_customer_orders.yaml", {"P010"}},
    {"published_favorites.yaml", {"P010", "P153"}},
    {"published_order_entry.yaml", {"P170", "P130", "P012"}},
};

TEST(LintPublished, FindsTheirWeaknesses) {
  for (const Design& design : kDesigns) {
    auto read = read_model(fmt::format("{}/{}", PARTITA_MODELLING_DATA, design.file));
    ASSERT_TRUE(read) << read.error().message;
    std::set<std::string> found;
    for (const lint::Finding& finding : lint::run(*prove(std::make_shared<const Model>(std::move(*read)))))
      found.insert(std::string(finding.rule->id));
    for (const std::string& rule : design.weaknesses)
      EXPECT_TRUE(found.contains(rule)) << design.file << " lacks " << rule << " among "
                                        << fmt::format("{}", fmt::join(found, " "));
  }
}

// With frequencies, the load of the most frequent status decides, and not the number of statuses.
TEST(LintPublished, EstimatesTheLoadOfAKey) {
  for (const auto& [per_second, is_hot] : {std::pair{10, false}, std::pair{5'000, true}}) {
    auto read = read_model(fmt::format("{}/published_commerce.yaml", PARTITA_MODELLING_DATA));
    ASSERT_TRUE(read) << read.error().message;
    Pattern create{.name = "Create an order", .operation = PatternOperation::Create};
    create.actions.push_back({.kind = Action::Kind::Create, .entity = "ORDER"});
    create.per_second = per_second;
    read->patterns.push_back(create);
    bool hot = false, few = false;
    for (const lint::Finding& finding : lint::run(*prove(std::make_shared<const Model>(std::move(*read))))) {
      hot = hot || (finding.rule->id == "P171" && finding.index == "gsi_status_orders");
      few = few || finding.rule->id == "P170";
    }
    EXPECT_EQ(hot, is_hot) << per_second;
    EXPECT_FALSE(few) << per_second;
  }
}

}  // namespace lint_published_test
}  // namespace partita::modelling
