// The rules of warnings and notes: the models that each reports, and the neighbours that it leaves alone.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <set>

#include "modelling/lint/rule.h"
#include "modelling/read/read_model.h"

namespace partita::modelling {
namespace lint_warnings_test {

struct Case {
  const char* entity;    // members in addition to its name
  const char* patterns;  // separated by commas
  const char* found;     // "P155 note", or empty for no finding of `rule`
  const char* table = "indexes: [{name: by_x, partition: GSI1PK, sort: GSI1SK}]";  // members in addition to its keys
};

std::string findings_of(const Case& one, std::string_view rule) {
  auto read =
      read_model_text(fmt::format("{{format: 1, name: m, tables: [{{name: games, partition_key: PK, sort_key: SK, "
                                  "{}, entities: [{{name: GameEntry, {}}}]}}], patterns: [{}]}}",
                                  one.table, one.entity, one.patterns),
                      "m.yml");
  EXPECT_TRUE(read) << read.error().message << '\n' << one.entity;
  if (!read) return {};
  const auto proof = prove(std::make_shared<const Model>(std::move(*read)));
  for (const Refusal& refusal : proof->refusals()) ADD_FAILURE() << refusal.particulars;
  std::set<std::string> out;
  for (const lint::Finding& finding : lint::run(*proof))
    if (finding.rule->id == rule) out.insert(fmt::format("{} {}", rule, to_text(*finding.severity)));
  return out.empty() ? std::string() : *out.begin();
}

void expect(std::string_view rule, std::initializer_list<Case> cases) {
  for (const Case& one : cases) EXPECT_EQ(findings_of(one, rule), one.found) << one.entity << '\n' << one.patterns;
}

TEST(LintWarnings, AReadOfSeveralPagesSaysSo) {
  const char* const entity =
      R"(size_bytes: 2000, count: 1M, fields: {game: string, id: string}, key: {partition: "G#{game}", sort: "E#{id}"})";
  expect("P155", {{entity, "{name: all, entities: GameEntry, by: game, items: 2000}", "P155 note"},
                  {entity, "{name: all, entities: GameEntry, by: game, items: 2000, limit: 50}", ""},
                  {entity, "{name: all, entities: GameEntry, by: game, items: 200}", ""},
                  {entity, "{name: all, entities: GameEntry, by: game}", ""},
                  {entity, "{name: one, entities: GameEntry, by: [game, id], items: 2000}", ""}});
}

TEST(LintWarnings, AnItemEntersEachIndex) {
  const char* const fields = R"(fields: {game: string, id: string}, key: {partition: "G#{game}", sort: "E#{id}"})";
  const char* const with_template =
      R"(fields: {game: string, id: string}, key: {partition: "G#{game}", sort: "E#{id}"}, in: {by_x: {partition: "I#{id}", sort: "{game}"}})";
  expect("P142", {{fields, "", "P142 warning"},
                  {with_template, "", ""},
                  {fields, "", "", "indexes: [{name: by_id, partition: id, sort: game}]"},
                  {fields, "", "", "indexes: [{name: by_id, partition: id, sort: SK}]"},
                  {fields, "", "P142 warning", "indexes: [{name: by_id, partition: id, sort: other}]"},
                  {fields, "", "P142 warning",
                   "indexes: [{name: by_id, partition: id_pk, sort: game, when: {field: game, equals: chess}}]"}});
}

TEST(LintWarnings, AConditionOfAnIndexKeepsItemsOut) {
  const char* const fields = R"(fields: {game: string, id: string}, key: {partition: "G#{game}", sort: "E#{id}"})";
  const char* const with_template =
      R"(fields: {game: string, id: string}, key: {partition: "G#{game}", sort: "E#{id}"}, in: {by_x: {partition: "X", sort: "{id}", when: {field: game, equals: chess}}})";
  expect(
      "P143",
      {{fields, "", "P143 note",
        "indexes: [{name: by_game, partition: game, sort: id, when: {field: game, equals: chess}}]"},
       {fields, "", "", "indexes: [{name: by_game, partition: game, sort: id}]"},
       {with_template, "", ""},
       {fields, "", "",
        "indexes: [{name: by_game, partition: [game, shard], sort: id, shards: {count: 2, of: id, attribute: shard}, "
        "when: {field: game, equals: chess}}]"}});
}

TEST(LintWarnings, AnIndexHasAListExactlyIfItsProjectionIncludesOne) {
  const char* const entity =
      R"(fields: {game: string, id: string, a: string}, key: {partition: "G#{game}", sort: "E#{id}"})";
  const auto of = [](const char* more) { return fmt::format("indexes: [{{name: by_x, partition: a{}}}]", more); };
  const std::string empty = of(", projection: INCLUDE"), listed = of(", projection: INCLUDE, include: [id]"),
                    unused = of(", projection: KEYS_ONLY, include: [id]");
  expect("P025", {{entity, "", "P025 error", empty.c_str()},
                  {entity, "", "", listed.c_str()},
                  {entity, "", "P025 error", unused.c_str()}});
}

TEST(LintWarnings, ATextThatOrdersNewestItemsIsATimeWhateverItsName) {
  const char* const entity =
      R"(fields: {game: string, seen: string, when: string, id: string}, key: {partition: "G#{game}", sort: "{seen}#{id}"},
         in: {by_x: {partition: "G#{game}", sort: "{id}"}})";
  expect("P012",
         {{entity, "{name: recent, entities: GameEntry, by: game, newest: seen}", "P012 warning"},
          {entity, "{name: 'Entries, oldest first', entities: GameEntry, by: game, range: seen}", "P012 warning"},
          {entity, "{name: Entries since a moment, entities: GameEntry, by: game, range: seen}", "P012 warning"},
          {entity, "{name: Entries in order, entities: GameEntry, by: game, ascending: seen}", ""},
          // Ids of a series, such as ULIDs, sort as they were made.
          {entity, "{name: recent, entities: GameEntry, by: game, newest: id, index: by_x}", ""}});
}

TEST(LintWarnings, APartitionKeyThatIsAClassByItsNameAsksForTheNumberOfItsValues) {
  const auto of = [](const char* field) {
    return fmt::format(
        R"(count: 1M, fields: {{game: string, id: string, {0}}}, key: {{partition: "G#{{game}}", sort: "{{id}}"}},
           in: {{by_x: {{partition: "X#{{orderStatus}}", sort: "{{id}}"}}}})",
        field);
  };
  const std::string text = of("orderStatus: string"), said = of("orderStatus: {kind: string, distinct: 5k}"),
                    few = of("orderStatus: {kind: string, distinct: 5}"), number = of("orderStatus: uuid");
  const char* const pattern = "{name: x, entities: GameEntry, by: orderStatus}";
  expect("P170", {{text.c_str(), pattern, "P170 note"},
                  {said.c_str(), pattern, ""},
                  {few.c_str(), pattern, "P170 warning"},
                  {number.c_str(), pattern, ""}});
  // A model that states frequencies, and has no write of the entity, says that no program writes it.
  expect("P170",
         {{few.c_str(), "{name: x, entities: GameEntry, by: orderStatus, per_second: 1}", ""},
          {few.c_str(),
           "{name: x, entities: GameEntry, by: orderStatus, per_second: 1}, {name: y, put: GameEntry, "
           "per_second: 1}",
           ""},
          {few.c_str(), "{name: x, entities: GameEntry, by: orderStatus, per_second: 1}, {name: y, put: GameEntry}",
           "P170 warning"},
          {few.c_str(),
           "{name: x, entities: GameEntry, by: orderStatus}, {name: y, entities: GameEntry, by: [game, id], "
           "per_second: 1}",
           "P170 warning"}});
  const char* const together =
      R"(count: 1M, fields: {game: string, id: string, status: string}, key: {partition: "G#{game}", sort: "{id}"},
         in: {by_x: {partition: "G#{game}#S#{status}", sort: "{id}"}})";
  expect("P170", {{together, "{name: x, entities: GameEntry, by: [game, status]}", ""}});
}

TEST(LintWarnings, TwoActionsOnOneEntityMayBeOnOneItem) {
  const char* const entity =
      R"(fields: {game: string, id: string, a: string, b: string}, key: {partition: "G#{game}", sort: "E#{id}"})";
  expect("P160",
         {{entity, "{name: x, transact: [{update: GameEntry, set: a}, {update: GameEntry, set: b}]}", "P160 note"},
          {entity, "{name: x, transact: [{put: GameEntry}, {put: GameEntry}]}", "P160 note"},
          {entity, "{name: x, transact: [{update: GameEntry, set: a}, {delete: GameEntry}]}", "P160 warning"},
          {entity, "{name: x, transact: [{update: GameEntry, set: a, items: 2}]}", ""},
          {entity, "{name: x, transact: [{create: GameEntry}, {create: GameEntry}]}", ""},
          {entity, "{name: x, transact: [{update: GameEntry, set: a, given: b}, {update: GameEntry, set: a}]}", ""}});
}

TEST(LintWarnings, AKeyThatEndsWithAnAmountAndLacksAnIdentity) {
  const auto of = [](const char* fields, const char* sort, const char* more) {
    return fmt::format(R"(fields: {{game_id: string, {}}}, key: {{partition: "G#{{game_id}}", sort: "{}"}}{})", fields,
                       sort, more);
  };
  const std::string score = of("score: integer, player_id: string", "{score:s019d}", ""),
                    whole = of("score: integer, player_id: string", "{score:s019d}#{player_id}", ""),
                    meant = of("score: integer, player_id: string", "{score:s019d}", ", lossy_key: true"),
                    optional = of("score: integer, player_id: 'string?'", "{score:s019d}", ""),
                    line = of("line_number: integer, product_id: string", "L#{line_number:019d}", ""),
                    alone = of("score: integer, text: string", "{score:s019d}", "");
  const char* const pattern = "{name: x, entities: GameEntry, by: game_id}";
  expect("P134", {{score.c_str(), pattern, "P134 warning"},
                  {whole.c_str(), pattern, ""},
                  {meant.c_str(), pattern, ""},
                  {optional.c_str(), pattern, ""},
                  {line.c_str(), pattern, ""},
                  {alone.c_str(), pattern, ""}});
}

TEST(LintWarnings, ACopyMustFollowItsSource) {
  const auto of = [](const char* source) {
    return fmt::format(R"(fields: {{game: string, id: string, a: string, b: {{kind: string, copy_of: {}}}}},
                          key: {{partition: "G#{{game}}", sort: "E#{{id}}"}})",
                       source);
  };
  const std::string known = of("GameEntry.a"), unknown = of("Player.a"), no_field = of("GameEntry.c");
  const char* const change = "{name: x, update: GameEntry, set: a}";
  expect("P135", {{known.c_str(), change, "P135 warning"},
                  {known.c_str(), "{name: x, put: GameEntry}", "P135 warning"},
                  {known.c_str(), "{name: x, update: GameEntry, set: a}, {name: y, update: GameEntry, set: b}", ""},
                  {known.c_str(), "{name: x, create: GameEntry}, {name: y, delete: GameEntry}", ""},
                  {unknown.c_str(), change, "P135 error"},
                  {no_field.c_str(), change, "P135 error"}});
  const std::string itself = of("GameEntry.b");
  const std::string counted =
      R"(fields: {game: string, id: string, c: string, a: integer, b: {kind: integer, copy_of: GameEntry.a}},
      version: a, key: {partition: "G#{game}", sort: "E#{id}"})";
  const std::string other_kind =
      R"(fields: {game: string, id: string, a: integer, b: {kind: string, copy_of: GameEntry.a}},
      key: {partition: "G#{game}", sort: "E#{id}"})";
  const std::string referring = R"(fields: {game: string, id: string, boss: {kind: string, references: GameEntry},
      a: string, b: {kind: string, copy_of: GameEntry.a}}, key: {partition: "G#{game}", sort: "E#{id}"})";
  expect("P135", {{itself.c_str(), "{name: x, create: GameEntry}", "P135 warning"},
                  {counted.c_str(), "{name: x, update: GameEntry, set: c}", "P135 warning"},
                  {other_kind.c_str(), "{name: x, create: GameEntry}", "P135 warning"},
                  {referring.c_str(), "{name: x, update: GameEntry, set: boss}", "P135 warning"},
                  {referring.c_str(), "{name: x, update: GameEntry, set: [boss, b]}", ""}});
}

// Without a type tag the key alone says whose an item is, and a key that is a field's own value does not tell it.
TEST(LintWarnings, ItemsWithoutATagMustHaveAKeyOfTheirOwn) {
  const auto finding_of = [](const std::string& tag, const std::string& first, const std::string& second) {
    auto read = read_model_text(fmt::format("{{format: 1, name: m, tables: [{{name: bank, partition_key: id, "
                                            "type_attribute: {}, entities: [{}, {}]}}]}}",
                                            tag, first, second),
                                "m.yml");
    EXPECT_TRUE(read) << read.error().message;
    if (!read) return std::string();
    const auto proof = prove(std::make_shared<const Model>(std::move(*read)));
    for (const Refusal& refusal : proof->refusals()) ADD_FAILURE() << refusal.particulars;
    for (const lint::Finding& finding : lint::run(*proof))
      if (finding.rule->id == "P136") return finding.message;
    return std::string();
  };
  const std::string account = R"({name: ACCOUNT, fields: {id: uuid}, key: {partition: "{id}"}})";
  const std::string note = R"({name: NOTE, fields: {note: ulid}, key: {partition: "NOTE#{note}"}})";
  const std::string owner = R"({name: OWNER, fields: {owner: ulid}, key: {partition: "OWNER#{owner}"}})";
  const std::string rejecting = R"({name: ACCOUNT, fields: {id: string}, key: {partition: "{id:reject}"}})";
  EXPECT_EQ(finding_of("null", account, note),
            "items of NOTE are taken for those of ACCOUNT, because bank has no type tag, and a key of ACCOUNT is a "
            "field's own value: {id}");
  EXPECT_EQ(finding_of("kind", account, note), "");
  EXPECT_EQ(finding_of("null", note, account), "");
  EXPECT_EQ(finding_of("null", owner, note), "");
  EXPECT_EQ(finding_of("null", rejecting, note), "");
}

// ---- rules of which other tests show less

constexpr const char* kEntry =
    R"(fields: {game: string, id: string, n: integer, x: string}, key: {partition: "G#{game}", sort: "E#{id}"},
       in: {by_x: {partition: "X#{x}", sort: "{id}"}})";

TEST(LintRules, AnItemOfMoreThan400KbIsRefused) {
  const std::string large = std::string("size_bytes: 409601, ") + kEntry,
                    fits = std::string("size_bytes: 409600, ") + kEntry;
  expect("P025", {{large.c_str(), "", "P025 error"}, {fits.c_str(), "", ""}});
}

TEST(LintRules, OnlyAReadHasAnIndex) {
  expect("P108", {{kEntry, "{name: x, entities: GameEntry, by: [game, id]}", ""},
                  {kEntry, "{name: x, entities: GameEntry, by: x, index: by_x}", ""},
                  {kEntry, "{name: x, update: GameEntry, set: n, index: by_x}", "P108 error"},
                  {kEntry, "{name: x, update: GameEntry, set: n}", ""}});
}

TEST(LintRules, AParameterHasTheTypeOfItsField) {
  const auto reads = [](const char* parameter) {
    return fmt::format("{{name: x, entities: GameEntry, by: game, parameters: [{}]}}", parameter);
  };
  const std::string wrong = reads("{name: game, type: integer}"), right = reads("{name: game, type: string}"),
                    number = reads("{name: game, type: string}, {name: n, type: string}");
  expect("P110",
         {{kEntry, wrong.c_str(), "P110 error"}, {kEntry, right.c_str(), ""}, {kEntry, number.c_str(), "P110 error"}});
}

TEST(LintRules, AParameterIsAFieldOrTheValueOfARange) {
  const auto reads = [](const char* more, const char* parameter) {
    return fmt::format("{{name: x, entities: GameEntry, by: game{}, parameters: [{{name: {}, type: string}}]}}", more,
                       parameter);
  };
  const std::string unknown = reads("", "since"), of_range = reads(", range: id", "since"), known = reads("", "id");
  expect("P111",
         {{kEntry, unknown.c_str(), "P111 warning"}, {kEntry, of_range.c_str(), ""}, {kEntry, known.c_str(), ""}});
}

TEST(LintRules, AnIndexProjectsNoMoreThanItsReadsWant) {
  expect("P152",
         {{kEntry, "{name: x, entities: GameEntry, by: x, wanted: [id]}", "P152 warning"},
          {kEntry, "{name: x, entities: GameEntry, by: x}", ""},
          {kEntry, "{name: x, entities: GameEntry, by: x, wanted: [id]}, {name: y, entities: GameEntry, by: x}", ""}});
}

TEST(LintRules, AnItemCollectionWithLocalIndexesStaysFarBelowItsLimit) {
  // One of 1000 partitions has a thousandth of the items, and each item once more in the index.
  constexpr std::string_view kLocal = "scope: local, partition: PK", kGlobal = "partition: GSI1PK";
  for (const auto& [key, count, is_found] :
       {std::tuple{kLocal, "2.7G", true}, std::tuple{kLocal, "2.6G", false}, std::tuple{kGlobal, "2.7G", false}}) {
    auto read =
        read_model_text(fmt::format(R"({{format: 1, name: m, tables: [{{name: games, partition_key: PK, sort_key: SK,
                         indexes: [{{name: by_n, {}, sort: SK1}}], entities: [{{name: E, count: {}, size_bytes: 1000,
                         fields: {{game: {{kind: string, distinct: 1k}}, id: string}},
                         key: {{partition: "G#{{game}}", sort: "E#{{id}}"}}}}]}}]}})",
                                    key, count),
                        "m.yml");
    ASSERT_TRUE(read) << read.error().message;
    bool found = false;
    for (const lint::Finding& finding : lint::run(*prove(std::make_shared<const Model>(std::move(*read)))))
      found = found || finding.rule == &lint::k_P180;
    EXPECT_EQ(found, is_found) << key << ' ' << count;
  }
}

}  // namespace lint_warnings_test
}  // namespace partita::modelling
