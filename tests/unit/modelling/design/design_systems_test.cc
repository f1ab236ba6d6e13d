// The five systems, from their documents' entities and questions alone, compared with their published designs.
#include <algorithm>
#include <fstream>
#include <sstream>

#include "modelling/design/report/beside.h"
#include "unit/modelling/design/design_support.h"

namespace partita::modelling {
namespace design_systems_test {

using namespace design_support;

struct System {
  const char* name;
  std::vector<std::string> tables = {};  // of the published model, if it shows further designs too
};

const System kSystems[] = {
    {"commerce"}, {"customer_orders", {"customer_orders"}}, {"favorites"}, {"order_entry"}, {"project_management"}};

// The published model's bill, of the named tables only.
double published_usd(const System& system) {
  auto model = read_model(fmt::format("{}/{}/model.yaml", PARTITA_MODEL_FILES, system.name));
  EXPECT_TRUE(model) << model.error().message;
  if (!model) return 0;
  if (!system.tables.empty()) {
    const auto is_other = [&](const std::string& name) {
      return std::find(system.tables.begin(), system.tables.end(), name) == system.tables.end();
    };
    std::erase_if(model->tables, [&](const Table& table) { return is_other(table.name); });
    std::erase_if(model->patterns, [&](const Pattern& pattern) { return is_other(pattern.table); });
  }
  return bill_of_model(prove(std::make_shared<const Model>(std::move(*model))), prices(), {}).total_usd();
}

design::Questions questions_of_system(const System& system) {
  auto questions = design::read_questions(fmt::format("{}/../design/{}.yaml", PARTITA_MODEL_FILES, system.name));
  EXPECT_TRUE(questions) << questions.error().message;
  return questions ? *questions : design::Questions();
}

TEST(DesignSystems, AreSoundAndNeverDearerThanPublished) {
  for (const System& system : kSystems) {
    SCOPED_TRACE(system.name);
    const design::SearchResult found = search(questions_of_system(system), 3);
    ASSERT_FALSE(found.designs.empty());
    EXPECT_TRUE(found.unserved.empty());
    EXPECT_FALSE(found.timed_out);
    EXPECT_NEAR(found.bound, found.designs[0].usd, 1e-5);
    EXPECT_LE(found.designs[0].usd, published_usd(system));
    // The same questions give the same bytes.
    EXPECT_EQ(yaml_of(search(questions_of_system(system)).designs.at(0)), yaml_of(found.designs[0]));
    for (const design::Design& design : found.designs) {
      expect_sound(design, system.name);
      EXPECT_GE(design.usd, found.designs[0].usd - 1e-6);
    }
  }
}

// The README of each system has the figures of both, so they are true.
TEST(DesignSystems, AreInTheReadmesBesideThePublishedDesigns) {
  for (const System& system : kSystems) {
    auto model = read_model(fmt::format("{}/{}/model.yaml", PARTITA_MODEL_FILES, system.name));
    ASSERT_TRUE(model) << model.error().message;
    const design::SearchResult found = search(questions_of_system(system));
    ASSERT_FALSE(found.designs.empty()) << system.name;
    const design::Beside beside = design::compare_beside(*found.designs[0].proof, *model, prices());
    EXPECT_NEAR(beside.theirs.usd, published_usd(system), 1e-6) << system.name;
    EXPECT_NEAR(beside.ours.usd, found.designs[0].usd, 1e-6) << system.name;
    EXPECT_EQ(beside.patterns.size(), found.designs[0].model->patterns.size()) << system.name;
    for (const design::BesidePattern& one : beside.patterns) {
      EXPECT_LE(one.ours.units, one.theirs.units) << system.name << ": " << one.name;
      EXPECT_LE(one.ours.usd, one.theirs.usd + 1e-9) << system.name << ": " << one.name;
    }
    std::ifstream file(fmt::format("{}/{}/README.md", PARTITA_MODEL_FILES, system.name));
    std::ostringstream text;
    text << file.rdbuf();
    const std::string table = design::beside_markdown(beside);
    EXPECT_NE(text.str().find(table), std::string::npos)
        << "examples/systems/" << system.name << "/README.md must have this table:\n"
        << table;
  }
}

// The questions have the published model's sizes, frequencies and numbers of items, so the bills can be compared.
TEST(DesignSystems, AskAsOftenAsThePublishedModels) {
  for (const System& system : kSystems) {
    auto model = read_model(fmt::format("{}/{}/model.yaml", PARTITA_MODEL_FILES, system.name));
    ASSERT_TRUE(model) << model.error().message;
    const design::Questions questions = questions_of_system(system);
    for (const Pattern& pattern : questions.patterns) {
      const auto published = std::find_if(model->patterns.begin(), model->patterns.end(),
                                          [&](const Pattern& one) { return one.name == pattern.name; });
      ASSERT_NE(published, model->patterns.end()) << pattern.name;
      EXPECT_EQ(published->per_second, pattern.per_second) << pattern.name;
      EXPECT_EQ(published->items, pattern.items) << pattern.name;
    }
    for (const design::Subject& subject : questions.subjects) {
      const Table* table = model->table_of(subject.entity.name);
      ASSERT_TRUE(table) << subject.entity.name;
      EXPECT_EQ(table->entity(subject.entity.name)->count, subject.entity.count) << subject.entity.name;
      EXPECT_EQ(table->entity(subject.entity.name)->size_bytes, subject.entity.size_bytes) << subject.entity.name;
    }
  }
}

// The report says of every read which key serves it, and names the alternatives that were considered with their prices.
TEST(DesignSystems, ExplainEachRead) {
  const design::Questions questions = questions_of_system({"commerce"});
  const design::SearchResult found = search(questions);
  const design::Design& design = found.designs.at(0);
  std::size_t reads = 0;
  for (const Pattern& pattern : questions.patterns) reads += pattern.operation == PatternOperation::Read;
  ASSERT_EQ(design.reads.size(), reads);
  for (const design::Served& served : design.reads) {
    const std::string& name = design::at(questions.patterns, served.pattern).name;
    const auto proven = std::find_if(design.proof->patterns().begin(), design.proof->patterns().end(),
                                     [&](const ProvenPattern& one) { return one.declared->name == name; });
    ASSERT_NE(proven, design.proof->patterns().end());
    const model::IndexPosition index = proven->info.plan.index;
    EXPECT_EQ(served.index, index == model::kNone ? "" : std::string(proven->info.table->at(index).name));
    EXPECT_EQ(std::count_if(served.considered.begin(), served.considered.end(),
                            [](const design::Considered& one) { return one.chosen; }),
              1)
        << name;
    EXPECT_FALSE(served.reason.empty());
    EXPECT_GT(served.usd, 0);
  }
}

}  // namespace design_systems_test
}  // namespace partita::modelling
