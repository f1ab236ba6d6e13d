// Designs at the limits of the service, of the solver's time, and of names.
#include <algorithm>

#include "modelling/design/report/report.h"
#include "unit/modelling/design/design_support.h"

namespace partita::modelling {
namespace design_limits_test {

using namespace design_support;

std::string items(const std::string& fields, const std::string& identity, const std::string& patterns,
                  const std::string& more = "size_bytes: 300") {
  return fmt::format(
      "design: 1\nname: limits\ntables: several\nentities:\n  - {{name: ITEM, count: 1M, {}, fields: {{{}}}, identity: "
      "{}}}\npatterns:\n{}  - {{name: put, put: ITEM, per_second: 1}}\n",
      more, fields, identity, patterns);
}

void expect_all_served(const std::string& yaml) {
  const design::SearchResult found = search(questions_of(yaml), 2);
  SCOPED_TRACE(yaml);
  EXPECT_TRUE(found.unserved.empty());
  ASSERT_FALSE(found.designs.empty());
  for (const design::Design& design : found.designs) expect_sound(design, "limits");
}

// ---- indexes

TEST(DesignLimits, ServesAsManyListsOfAnEntityAsATableHasIndexes) {
  std::string fields = "id: string", patterns;
  for (int i = 0; i < 23; ++i) {
    fields += fmt::format(", f{}: string", i);
    patterns += fmt::format("  - {{name: by f{0}, entities: ITEM, by: f{0}, per_second: {1}, items: 3}}\n", i, i + 1);
  }
  const design::SearchResult found = search(questions_of(items(fields, "id", patterns)));
  // Those that are called least are dropped, although each costs less than the others.
  EXPECT_EQ(found.unserved, patterns_at({0, 1, 2}));
  EXPECT_FALSE(found.timed_out);
  ASSERT_FALSE(found.designs.empty());
  EXPECT_EQ(found.designs[0].model->tables.at(0).indexes.size(), 20u);
  expect_sound(found.designs[0], "lists");
}

// An index can serve several lists, so as few reads as possible are dropped, and not the rarest ones whatever they
// share.
TEST(DesignLimits, DropsAsFewListsAsPossible) {
  std::string fields = "id: string, shared: string, at: time", patterns;
  for (int i = 0; i < 20; ++i) {
    fields += fmt::format(", f{}: string", i);
    patterns += fmt::format("  - {{name: by f{0}, entities: ITEM, by: f{0}, per_second: 5, items: 3}}\n", i);
  }
  patterns += "  - {name: shared, entities: ITEM, by: shared, newest: at, per_second: 0.5, items: 3}\n";
  patterns += "  - {name: shared of a day, entities: ITEM, by: shared, ascending: at, per_second: 0.5, items: 3}\n";
  const design::SearchResult found = search(questions_of(items(fields, "id", patterns)));
  ASSERT_EQ(found.unserved.size(), 1u);
  EXPECT_LT(found.unserved[0].number(), 20u);
}

// Of lists that are called as often, the dearest is dropped.
TEST(DesignLimits, DropsTheDearestOfListsThatAreCalledAsOften) {
  std::string fields = "id: string", patterns;
  for (int i = 0; i < 21; ++i) {
    fields += fmt::format(", f{}: string", i);
    patterns += fmt::format("  - {{name: by f{0}, entities: ITEM, by: f{0}, per_second: 5, items: {1}}}\n", i,
                            i == 13 ? 300 : 3);
  }
  EXPECT_EQ(search(questions_of(items(fields, "id", patterns))).unserved, patterns_at({13}));
}

TEST(DesignLimits, ServesAConsistentReadInAnotherOrderByALocalIndex) {
  const std::string yaml =
      items("org: string, id: ulid, due: time", "[org, id]",
            "  - {name: by due, entities: ITEM, by: org, newest: due, consistent: true, per_second: 2, items: 10}\n");
  expect_all_served(yaml);
  const design::SearchResult found = search(questions_of(yaml));
  ASSERT_EQ(found.designs.at(0).model->tables.at(0).indexes.size(), 1u);
  EXPECT_EQ(found.designs[0].model->tables[0].indexes[0].scope, model::IndexScope::Local);
}

TEST(DesignLimits, HasFiveLocalIndexesAtMost) {
  std::string fields = "org: string, id: ulid", patterns;
  for (int i = 0; i < 6; ++i) {
    fields += fmt::format(", f{}: time", i);
    patterns += fmt::format(
        "  - {{name: by f{0}, entities: ITEM, by: org, newest: f{0}, consistent: true, per_second: 1, items: 3}}\n", i);
  }
  const design::SearchResult found = search(questions_of(items(fields, "[org, id]", patterns)));
  EXPECT_EQ(found.unserved.size(), 1u);
  EXPECT_EQ(found.designs.at(0).model->tables.at(0).indexes.size(), 5u);
}

// A collection of more than 10 GB cannot be in a table with a local index. The same items in more collections can.
TEST(DesignLimits, HasNoLocalIndexOfALargeCollection) {
  const auto found_with = [](int collections) {
    return search(questions_of(
        items(fmt::format("org: {{kind: string, distinct: {}}}, id: ulid, due: time", collections), "[org, id]",
              "  - {name: by due, entities: ITEM, by: org, newest: due, consistent: true, per_second: 2, items: 2}\n",
              "size_bytes: 200k")));
  };
  const design::SearchResult large = found_with(10);
  EXPECT_EQ(large.unserved, patterns_at({0}));
  for (const design::Design& design : large.designs)
    for (const Index& index : design.model->tables.at(0).indexes) EXPECT_NE(index.scope, model::IndexScope::Local);
  const design::SearchResult small = found_with(1000);
  EXPECT_TRUE(small.unserved.empty());
  ASSERT_FALSE(small.designs.empty());
  ASSERT_EQ(small.designs[0].model->tables.at(0).indexes.size(), 1u);
  EXPECT_EQ(small.designs[0].model->tables[0].indexes[0].scope, model::IndexScope::Local);
  expect_sound(small.designs[0], "small collections");
}

// ---- shards

// No key can have more than 99 shards. The report says so, and the change that it names helps.
TEST(DesignLimits, SaysWhatHelpsIfAKeyCannotHaveEnoughShards) {
  const auto events = [](const std::string& by) {
    return questions_of(items(
        "id: ulid, at: time, region: {kind: string, distinct: 300}, three: {enum: [A, B, C]}, two: {enum: [A, B]}",
        "id",
        "  - {name: newest, entities: ITEM, " + by +
            "newest: at, per_second: 1, items: 10}\n"
            "  - {name: store, create: ITEM, per_second: 200000}\n"));
  };
  const auto overload = [](const design::SearchResult& found) -> std::string {
    for (const std::string& note : found.notes)
      if (note.starts_with("No key serves")) return note;
    return {};
  };
  const design::Questions questions = events("");
  const design::SearchResult found = search(questions);
  ASSERT_FALSE(found.designs.empty());
  const std::string note = overload(found);
  EXPECT_NE(note.find("No key serves \"newest\" at these rates: the index ITEM_by_"), std::string::npos) << note;
  EXPECT_NE(note.find("has 99 shards, which are the most that a key can have. One partition would get 0 read and 2"),
            std::string::npos)
      << note;
  EXPECT_NE(note.find("read by a field besides (by) that has at least 3 values"), std::string::npos) << note;
  // The hot shards are one finding of the report.
  EXPECT_EQ(design::make_report({questions, found, {}}, prices()).findings.size(), 1u);
  EXPECT_NE(overload(search(events("by: two, "))), "");
  for (const char* by : {"by: three, ", "by: region, "}) {
    const design::SearchResult spread = search(events(by));
    EXPECT_EQ(overload(spread), "") << by;
    ASSERT_FALSE(spread.designs.empty());
    expect_sound(spread.designs[0], by);
  }
}

// One item that is written too often heats its key, whatever the design. That excuses no other key.
TEST(DesignLimits, AHotKeyThatNothingAvoidsExcusesNoOther) {
  const auto shards_beside = [](double counts) {
    const auto found = search(questions_of(fmt::format(R"(design: 1
name: log
tables: one
entities:
  - {{name: Log, count: 100M, size_bytes: 1000, fields: {{tenant: {{kind: string, distinct: 5}}, logId: ulid, made: time}},
     identity: [tenant, logId]}}
  - {{name: Counter, count: 1, fields: {{id: string, n: integer}}, identity: id}}
patterns:
  - {{name: A log, entities: Log, by: [tenant, logId], per_second: 1}}
  - {{name: Newest, entities: Log, by: tenant, newest: made, per_second: 1, items: 10}}
  - {{name: Add, create: Log, per_second: 20000}}
  - {{name: Count, update: Counter, set: n, per_second: {}}}
)",
                                                       counts)));
    EXPECT_FALSE(found.designs.empty());
    int most = 0;
    if (!found.designs.empty())
      for (const Table& table : found.designs[0].model->tables)
        for (const Index& index : table.indexes) most = std::max(most, index.shards ? index.shards->count : 0);
    return most;
  };
  const int shards = shards_beside(1);
  EXPECT_GT(shards, 1);
  EXPECT_EQ(shards_beside(900), shards);
}

// ---- fields

TEST(DesignLimits, ServesReadsByOptionalFields) {
  expect_all_served(items("id: ulid, owner: \"string?\", at: \"time?\"", "id",
                          "  - {name: of owner, entities: ITEM, by: owner, per_second: 2, items: 3}\n"
                          "  - {name: newest, entities: ITEM, by: owner, newest: at, per_second: 2, items: 3}\n"
                          "  - {name: give, update: ITEM, set: owner, per_second: 1}\n"));
}

TEST(DesignLimits, KeepsItsOwnNamesApartFromThoseOfFields) {
  for (const char* identity : {"[PK, SK]", "[SK, PK]", "SK"})
    for (const char* tables : {"one", "several"})
      expect_all_served(
          fmt::format("design: 1\nname: names\ntables: {}\nentities:\n"
                      "  - {{name: A, count: 1k, fields: {{PK: string, SK: string, type: string, gsi01pk: string}}, "
                      "identity: {}}}\n"
                      "  - {{name: B, count: 1k, fields: {{SK: string, b: string}}, identity: [SK, b]}}\n"
                      "patterns:\n  - {{name: both, entities: [A, B], by: SK, per_second: 1, items: 3}}\n"
                      "  - {{name: of type, entities: A, by: type, per_second: 1, items: 3}}\n"
                      "  - {{name: put A, put: A, per_second: 1}}\n  - {{name: put B, put: B, per_second: 1}}\n",
                      tables, identity));
}

TEST(DesignLimits, GivesEntitiesDifferentLabels) {
  expect_all_served(
      "design: 1\nname: labels\ntables: one\nentities:\n"
      "  - {name: \"\u00e9\", count: 1k, fields: {id: string, v: string}, identity: id}\n"
      "  - {name: \"\u00e8\", count: 1k, fields: {id: string, w: string}, identity: id}\n"
      "  - {name: a-b, count: 1k, fields: {id: string, x: string}, identity: id}\n"
      "  - {name: A_B, count: 1k, fields: {id: string, y: string}, identity: id}\n"
      "patterns:\n  - {name: first, entities: \"\u00e9\", by: id, per_second: 1}\n"
      "  - {name: second, entities: \"\u00e8\", by: id, per_second: 1}\n"
      "  - {name: third, entities: a-b, by: id, per_second: 1}\n"
      "  - {name: fourth, entities: A_B, by: id, per_second: 1}\n"
      "  - {name: put, put: a-b, per_second: 1}\n");
}

// ---- kinds of reads, and findings that no key avoids

TEST(DesignLimits, KeepsFindingsThatTheQuestionsHave) {
  const design::SearchResult found = search(questions_of(
      items("id: ulid, owner: string, at: time", "id",
            "  - {name: all, scan: ITEM, per_second: 0.001}\n"
            "  - {name: some, batch_get: ITEM, by: id, items: 5, per_second: 3}\n"
            "  - {name: together, transact_get: ITEM, by: id, items: 2, per_second: 3}\n"
            "  - {name: filtered, entities: ITEM, by: owner, filter: [{field: at, comparison: \"<\"}], per_second: 3, "
            "items: 10}\n")));
  EXPECT_TRUE(found.unserved.empty());
  EXPECT_FALSE(found.timed_out);
  ASSERT_FALSE(found.designs.empty());
  std::vector<std::string> rules;
  for (const lint::Finding& finding : found.designs[0].findings) rules.emplace_back(finding.rule->id);
  EXPECT_EQ(rules, (std::vector<std::string>{"P099", "P153"}));
  EXPECT_EQ(std::count_if(found.notes.begin(), found.notes.end(),
                          [](const std::string& note) { return note.find("No candidate is without") == 0; }),
            1);
  // A note of lint needs no excuse.
  EXPECT_EQ(found.designs[0].findings[0].severity, lint::Severity::Warning);
  EXPECT_EQ(found.designs[0].findings[1].severity, lint::Severity::Note);
}

TEST(DesignLimits, RefusesItemsThatNoTableHolds) {
  const auto found = design::search(questions_of(items("id: ulid", "id", "", "size_bytes: 500k")), prices(), {});
  ASSERT_FALSE(found);
  EXPECT_NE(found.error().find("400 KB"), std::string::npos) << found.error();
}

// ---- proofs

// Whatever ends the search, no bound is above the true optimum, and a design that is called proven is the optimum.
TEST(DesignLimits, ClaimsAProofOnlyIfThereIsOne) {
  const design::Questions questions = questions_of(fmt::format(
      "design: 1\nname: proof\ntables: any\nentities:\n"
      "  - {{name: A, count: 100k, size_bytes: 900, fields: {{org: string, id: ulid, t: time, u: time, n: string, st: "
      "{{enum: [X, Y, Z]}}}}, identity: [org, id]}}\n"
      "  - {{name: B, count: 1M, size_bytes: 200, fields: {{org: string, id: ulid, b: ulid, t: time}}, identity: [org, "
      "id, b]}}\n"
      "patterns:\n  - {{name: both, entities: [A, B], by: [org, id], per_second: 3, items: 5}}\n"
      "  - {{name: list, entities: A, by: org, per_second: 1, items: 9}}\n"
      "  - {{name: by t, entities: A, by: org, newest: t, wanted: [org, t], per_second: 1, items: 5}}\n"
      "  - {{name: by st, entities: A, by: [org, st], newest: t, wanted: [org, n], per_second: 4, items: 5}}\n"
      "  - {{name: of org, entities: B, by: org, newest: t, per_second: 1, items: 5}}\n"
      "  - {{name: change, update: A, set: [t, st], per_second: 4}}\n"
      "  - {{name: put A, put: A, per_second: 1}}\n  - {{name: put B, put: B, per_second: 1}}\n"));
  const double best = usd_of(questions);
  for (const design::SearchOptions& options :
       {design::SearchOptions{.seconds = 60, .designs = 1, .most_nodes = 0},
        design::SearchOptions{.seconds = 60, .designs = 1, .most_nodes = 1},
        design::SearchOptions{.seconds = 0.001, .designs = 1}, design::SearchOptions{.seconds = 0.05, .designs = 1},
        design::SearchOptions{.seconds = 0.2, .designs = 1}}) {
    SCOPED_TRACE(fmt::format("{} seconds, {} nodes", options.seconds, options.most_nodes));
    const auto found = design::search(questions, prices(), options);
    ASSERT_TRUE(found) << found.error();
    EXPECT_LE(found->bound, best + 1e-5);
    if (found->designs.empty()) {
      EXPECT_TRUE(found->timed_out);
      continue;
    }
    if (!found->timed_out) {
      EXPECT_NEAR(found->designs[0].usd, best, 1e-5);
    }
    if (found->unserved.empty()) {
      EXPECT_GE(found->designs[0].usd, best - 1e-5);
    }
  }
}

// ---- next best designs

// Each serves at least one read differently for its caller.
TEST(DesignLimits, ShowsNoDesignTwice) {
  const design::SearchResult found =
      search(questions_of(
                 items("org: string, id: ulid, at: time, kind: {enum: [A, B]}", "[org, id]",
                       "  - {name: list, entities: ITEM, by: org, per_second: 5, items: 5}\n"
                       "  - {name: one kind, entities: ITEM, by: kind, per_second: 1, items: 5}\n"
                       "  - {name: of org, entities: ITEM, by: org, newest: at, per_second: 2, items: 5}\n"
                       "  - {name: of kind, entities: ITEM, by: [org, kind], newest: at, per_second: 2, items: 5}\n")),
             3);
  ASSERT_GE(found.designs.size(), 2u);
  std::vector<std::string> ways;
  for (const design::Design& design : found.designs) {
    std::string way;
    for (const design::Served& served : design.reads) way += served.way + "\n";
    EXPECT_EQ(std::count(ways.begin(), ways.end(), way), 0) << way;
    ways.push_back(way);
  }
}

}  // namespace design_limits_test
}  // namespace partita::modelling
