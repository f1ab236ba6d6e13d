// Cures name the members of the file that the format has for them, and they cure.
#include <gtest/gtest.h>

#include "modelling/lint/finding_report.h"
#include "modelling/lint/rule.h"
#include "modelling/read/read_model.h"

namespace partita::modelling {
namespace lint_cures_test {

constexpr std::string_view kGames = R"(format: 1
name: games
tables:
  - name: games
    partition_key: PK
    sort_key: SK
    indexes: [{name: by_kind, partition: GSI1PK, sort: GSI1SK}]
    entities:
      - {name: Game, fields: {gameId: string, map: string, mail: string, kind: {enum: [A, B]}}, key: {partition: "GAME#{gameId}", sort: METADATA}, unique: [mail], count: 1M, in: {by_kind: {partition: "KIND#{kind}", sort: "{map}#{gameId}"}}}
      - {name: Player, fields: {gameId: string, username: string}, key: {partition: "GAME#{gameId}", sort: "USER#{username}"}}
patterns:
)";

std::string cure_of(const std::string& pattern, std::string_view rule) {
  auto read = read_model_text(std::string(kGames) + "  - " + pattern + "\n", "m.yml");
  EXPECT_TRUE(read) << read.error().message;
  if (!read) return {};
  for (const lint::Finding& finding : lint::run(*prove(std::make_shared<const Model>(std::move(*read)))))
    if (finding.rule->id == rule) return finding.cure;
  return "no finding";
}

TEST(LintCures, NameTheMember) {
  struct Case {
    std::string_view rule, pattern, cure;
  };
  for (const Case& one : {
           Case{"P102", "{name: all, entities: [Game, Player], by: gameId}",
                "Say whole: true, if the pattern wants all items of the partition"},
           Case{"P123", "{name: mail, update: Game, set: [mail]}",
                "Say that the stored value is known, with given: [mail], or that the item is read first, with "
                "read_first: "
                "true"},
           Case{"P120", "{name: kind, update: Game, set: [map]}",
                "no finding"},  // the sort key of by_kind is made of the map and the key
           Case{"P107", "{name: kind, entities: Game, by: kind, consistent: true}",
                "Leave consistent: true out, if the answer may lack the writes of the last moments"},
       })
    EXPECT_EQ(cure_of(std::string(one.pattern), one.rule), one.cure) << one.pattern;
  EXPECT_EQ(cure_of("{name: all, entities: [Game, Player], by: gameId, whole: true}", "P102"), "no finding");
  EXPECT_EQ(cure_of("{name: mail, update: Game, set: [mail], given: [mail]}", "P123"), "no finding");
}

TEST(LintCures, ShowThePaddedTemplate) {
  auto read = read_model_text(
      "format: 1\ntables:\n- name: games\n  partition_key: PK\n  sort_key: SK\n  entities:\n  - {name: G, fields: {a: "
      "string, n: integer, u: unsigned}, key: {partition: \"G#{a}\", sort: \"N#{n}#{u}\"}}\n",
      "m.yml");
  ASSERT_TRUE(read) << read.error().message;
  std::string cure;
  for (const lint::Finding& finding : lint::run(*prove(std::make_shared<const Model>(std::move(*read)))))
    if (finding.rule->id == "P010" && cure.empty()) cure = finding.cure;
  EXPECT_EQ(cure, "Pad the number: \"N#{n:s019d}#{u}\", or \"N#{n:019d}#{u}\" if it is never negative");
}

// The cure of a mistake in the keys of an entity, for a table with the entities.
std::string cure_of_entities(const std::string& entities, std::string_view rule, const std::string& table = {}) {
  auto read = read_model_text(
      "format: 1\ntables:\n- name: games\n  partition_key: PK\n  sort_key: SK\n" + table + "  entities:\n" + entities,
      "m.yml");
  EXPECT_TRUE(read) << read.error().message;
  if (!read) return {};
  for (const lint::Finding& finding : lint::run(*prove(std::make_shared<const Model>(std::move(*read)))))
    if (finding.rule->id == rule) return finding.cure;
  return "no finding";
}

TEST(LintCures, ShowTheKey) {
  struct Case {
    std::string_view rule, table, entities, cure, cured;
  };
  constexpr std::string_view kIndex = "  indexes: [{name: by_a, partition: GPK}]\n";
  for (
      const Case& one : {
          Case{"P011", "",
               R"(  - {name: G, fields: {a: string, b: string}, key: {partition: "G#{a}{b}", sort: "{b}-X"}})",
               R"(Write "G#{a}#{b}" and "{b}#X")",
               R"(  - {name: G, fields: {a: string, b: string}, key: {partition: "G#{a}#{b}", sort: "{b}#X"}})"},
          Case{"P011", "",
               R"(  - {name: G, fields: {a: string, b: string}, key: {partition: "G#{a}", sort: "{a}_{b}"}})",
               R"(Write "{a}#{b}")",
               R"(  - {name: G, fields: {a: string, b: string}, key: {partition: "G#{a}", sort: "{a}#{b}"}})"},
          Case{"P015", "",
               R"(  - {name: G, fields: {a: string, b: "string?"}, key: {partition: "G#{a}", sort: "B#{b}"}})",
               "Make b required",
               R"(  - {name: G, fields: {a: string, b: string}, key: {partition: "G#{a}", sort: "B#{b}"}})"},
          Case{
              "P015", kIndex,
              R"(  - {name: G, fields: {a: string, b: "string?"}, key: {partition: "G#{a}", sort: G}, in: {by_a: {partition: "B#{b}"}}})",
              "Make b required, or say sparse: true in in: {by_a: {...}} of G, if items without it are not meant to be "
              "in the "
              "index",
              R"(  - {name: G, fields: {a: string, b: "string?"}, key: {partition: "G#{a}", sort: G}, in: {by_a: {partition: "B#{b}", sparse: true}}})"},
          Case{"P020", "", R"(  - {name: G, fields: {a: string}, key: {partition: "G#{a}"}})",
               R"(Add sort: "G" to the key of G)",
               R"(  - {name: G, fields: {a: string}, key: {partition: "G#{a}", sort: "G"}})"},
          Case{"P130", "",
               "  - {name: G, fields: {a: string, b: string}, key: {partition: \"G#{a}\", sort: \"{b}\"}}\n"
               "  - {name: H, fields: {a: string, c: string}, key: {partition: \"G#{a}\", sort: \"{c}\"}}",
               R"(Give H the key with sort: "H#{c}")",
               "  - {name: G, fields: {a: string, b: string}, key: {partition: \"G#{a}\", sort: \"G#{b}\"}}\n"
               "  - {name: H, fields: {a: string, c: string}, key: {partition: \"G#{a}\", sort: \"H#{c}\"}}"},
          Case{
              "P134", "",
              R"(  - {name: Score, fields: {a: string, at: time, scoreId: string}, key: {partition: "G#{a}", sort: "S#{at}"}})",
              R"(Write sort: "S#{at}#{scoreId}" in the key of Score, or say lossy_key: true if one item for each key is meant)",
              R"(  - {name: Score, fields: {a: string, at: time, scoreId: string}, key: {partition: "G#{a}", sort: "S#{at}#{scoreId}"}})"},
      }) {
    EXPECT_EQ(cure_of_entities(std::string(one.entities), one.rule, std::string(one.table)), one.cure) << one.entities;
    EXPECT_EQ(cure_of_entities(std::string(one.cured), one.rule, std::string(one.table)), "no finding") << one.cured;
  }
}

// A '$' in the literal with which a key begins is the same in all keys, as in those of ElectroDB.
TEST(LintRules, TakeADollarInAFirstLiteral) {
  for (const auto& [partition, sort, rule] : {
           std::tuple{"$shop#id_{a}", "$order_1#b_{b}", "no finding"},
           std::tuple{"$shop$order_1#id_{a}", "$x#y_1", "no finding"},
           std::tuple{"shop$#id_{a}", "X", "found"},
           std::tuple{"$#id_{a}", "X", "found"},
           std::tuple{"a$$b#{a}", "X", "found"},
           std::tuple{"S#{a}", "{b}#$x", "found"},
           std::tuple{"S#{a}", "X$", "found"},
           std::tuple{"S #{a}", "X", "found"},
       }) {
    const std::string entity = std::string("  - {name: G, fields: {a: string, b: string}, key: {partition: \"") +
                               partition + "\", sort: \"" + sort + "\"}}";
    EXPECT_EQ(cure_of_entities(entity, "P003") == "no finding" ? "no finding" : "found", std::string(rule)) << entity;
  }
}

TEST(LintReport, ARuleGivesItsSeverityUnlessTheCheckGivesAnother) {
  const lint::Rule rule{"P999", lint::Severity::Warning, "A title", "Why", "Money", "Remove it"};
  lint::Findings findings;
  findings.add(rule, {});
  findings.add(rule, {.severity = lint::Severity::Error});
  findings.add(rule, {.severity = lint::Severity::Note});
  std::vector<lint::Severity> severities;
  for (const lint::Finding& finding : findings.take()) severities.push_back(*finding.severity);
  EXPECT_EQ(severities, (std::vector{lint::Severity::Warning, lint::Severity::Error, lint::Severity::Note}));
}

// Findings that have one cost and one cure are shown with them once; JSON has all of them.
TEST(LintReport, GroupsEqualFindings) {
  std::vector<lint::Finding> findings;
  for (int i = 0; i < 3; ++i)
    findings.push_back({.rule = lint::find_rule("P140"),
                        .severity = lint::Severity::Warning,
                        .message = "no pattern reads the index i" + std::to_string(i),
                        .cost = "Money",
                        .cure = i < 2 ? "Remove it" : "Keep it"});
  EXPECT_EQ(lint::to_lines(findings), R"(model: warning P140: no pattern reads the index i0
model: warning P140: no pattern reads the index i1
    cost of these 2: Money.
    cure of these 2: Remove it.
model: warning P140: no pattern reads the index i2
    cost: Money.
    cure: Keep it.
0 errors, 3 warnings, 0 notes
)");
  const std::string json = lint::to_json(findings);
  std::size_t cures = 0;
  for (std::size_t at = json.find("Remove it"); at != json.npos; at = json.find("Remove it", at + 1)) ++cures;
  EXPECT_EQ(cures, 2u);
}

}  // namespace lint_cures_test
}  // namespace partita::modelling
