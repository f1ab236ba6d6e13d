// Files with facts about the traffic that a model leaves open.
#include <gmock/gmock.h>

#include "modelling/read/read_model.h"
#include "modelling/simulate/workload_file.h"

namespace partita::modelling {
namespace simulate_workload_file_test {

Model model() {
  auto read = read_model_text(
      "format: 1\nname: m\ntables:\n  - name: items\n    partition_key: PK\n    indexes:\n"
      "      - {name: gix, partition: G1}\n    entities:\n      - name: E\n        key: {partition: \"P#{a}\"}\n"
      "        in: {gix: {partition: \"C#{c}\"}}\n        fields: {a: string, c: string}\n"
      "patterns:\n  - {name: put one, put: E}\n",
      "m.yml");
  if (!read) throw std::runtime_error(read.error().message);
  return std::move(*read);
}

TEST(SimulateWorkloadFile, PutsItsFactsIntoTheModel) {
  Model changed = model();
  const auto applied = apply_workload_text(
      "seasons:\n  - {name: sale, begin_second: 10, end_second: 20, factor: 5, patterns: put one}\n"
      "  - {name: day, period_seconds: 86400, amplitude: 0.8, peak_second: 7200}\n"
      "patterns:\n  put one: {per_second: 2k, items: 3, values: {a: {zipf: 1.1}}}\n"
      "fields:\n  E.a: {distinct: 10M, size_bytes: 12, present: 1, values: {weights: [3, 1]}}\n"
      "entities:\n  E: {count: 5M, size_bytes: 400}\n"
      "tables:\n  items: {read_units: 50, write_units: 60}\n  items/gix: {read_units: 5, write_units: 6}\n",
      "w.yml", changed);
  ASSERT_TRUE(applied) << applied.error().message;
  ASSERT_EQ(changed.seasons.size(), 2u);
  EXPECT_EQ(changed.seasons[0].factor, 5);
  EXPECT_THAT(changed.seasons[0].patterns, testing::ElementsAre("put one"));
  EXPECT_EQ(changed.seasons[1].amplitude, 0.8);
  const Pattern& pattern = changed.patterns[0];
  EXPECT_EQ(pattern.per_second, 2000);
  EXPECT_EQ(pattern.values.at("a").exponent, 1.1);
  const Entity& entity = changed.tables[0].entities[0];
  EXPECT_EQ(entity.field("a")->distinct, 1e7);
  EXPECT_EQ(entity.field("a")->values->weights, (std::vector<double>{3, 1}));
  EXPECT_EQ(entity.count, 5e6);
  EXPECT_EQ(changed.tables[0].billing, BillingMode::Provisioned);
  EXPECT_EQ(changed.tables[0].throughput->write_capacity_units, 60);
  EXPECT_EQ(changed.tables[0].indexes[0].throughput->read_capacity_units, 5);
  ASSERT_TRUE(apply_workload_text("tables: {items: {on_demand: true}}", "w.yml", changed));
  EXPECT_EQ(changed.tables[0].billing, BillingMode::PayPerRequest);
}

TEST(SimulateWorkloadFile, TellsTheLineOfAMistake) {
  const struct {
    const char* text;
    const char* message;
  } cases[] = {
      {"patterns:\n  get one: {per_second: 1}", "w.yml:2: the model has no pattern 'get one'"},
      {"patterns: {put one: {rate: 1}}", "w.yml:1: "},
      {"fields: {a: {distinct: 1}}", "w.yml:1: the model has no field 'a': name it ENTITY.FIELD"},
      {"fields: {E.z: {distinct: 1}}", "w.yml:1: the model has no field 'E.z'"},
      {"entities: {F: {count: 1}}", "w.yml:1: the model has no entity 'F'"},
      {"tables: {other: {on_demand: true}}", "w.yml:1: the model has no table 'other'"},
      {"tables: {items/hix: {on_demand: true}}", "w.yml:1: the model has no index 'items/hix'"},
      {"tables: {items/gix: {on_demand: true}}", "w.yml:1: an index is on demand if its table is"},
      {"tables: {items: {read_units: 1}}", "w.yml:1: say read_units and write_units, or on_demand: true"},
      {"seasons: [{factor: 2, patterns: [x]}]", "w.yml:1: the model has no pattern 'x'"},
      {"seasons: [{amplitude: 2}]", "w.yml:1: the amplitude of a season is a share of its factor, at most 1"},
      {"season: []", "w.yml:1: "},
      {"fields:\n  E.a:\n    distinct: 0.3",
       "w.yml:3: distinct is 0.3: give the number of different values, which is at least 1"},
      {"fields:\n  E.a: {values: {weights: [0, 0]}}", "w.yml:2: the weights are all 0, so no value is ever chosen"},
      {"fields:\n  E.a: {values: {weights: [2, -1]}}", "w.yml:2: a weight is '-1': give a number that is not negative"},
  };
  for (const auto& [text, message] : cases) {
    Model changed = model();
    const auto applied = apply_workload_text(text, "w.yml", changed);
    ASSERT_FALSE(applied) << text;
    EXPECT_EQ(applied.error().message.find(message), 0u) << applied.error().message;
  }
}

}  // namespace simulate_workload_file_test
}  // namespace partita::modelling
