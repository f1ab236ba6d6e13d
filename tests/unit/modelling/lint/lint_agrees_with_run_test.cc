// A pattern runs as the findings of lint say.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <set>

#include "modelling/lint/rule.h"
#include "modelling/run/run_model.h"
#include "run_support.h"

namespace partita::modelling::run {
namespace lint_agrees_with_run_test {

using testing::IsEmpty;

constexpr const char* kFiles = R"(
format: 1
name: files
tables:
  - name: files
    partition_key: PK
    sort_key: SK
    indexes:
      - {name: by_state, partition: GSI1PK, sort: GSI1SK}
      - {name: by_size, partition: GSI2PK, sort: GSI2SK}
      - {name: by_both, partition: [GSI3PK], sort: [GSI3S1, GSI3S2]}
      - {name: by_grade, partition: subject, sort: grade}
    entities:
      - name: FILE
        fields:
          owner: string
          hash: bytes
          size: integer
          state: {kind: string, optional: true}
          day: date
          open: bool
          name: string
          subject: {kind: string, optional: true}
          grade: {kind: string, optional: true}
        key: {partition: "OWNER#{owner}", sort: "FILE#{hash}"}
        in:
          by_state: {partition: "STATE#{state}", sort: "{day}#{hash}", sparse: true}
          by_size: {partition: "OWNER#{owner}", sort: "{size:s019d}#{hash}"}
          by_both: {partition: ["OWNER#{owner}"], sort: ["{state}", "SIZE#{size:s019d}"], sparse: true}
          by_grade: {partition: "{subject}", sort: "{grade}", sparse: true}
      - name: TAG
        fields: {owner: string, id: uuid}
        key: {partition: "OWNER#{owner}", sort: "TAG#{id}"}
      - name: LABEL
        fields: {owner: string, label: string}
        key: {partition: "OWNER#{owner}", sort: "LABEL#{label}"}
patterns:
  - {name: asked, %s}
)";

struct Case {
  const char* pattern;
  const char* rule;  // the error that lint has, or ""
  Outcome outcome;
};

const Case kCases[] = {
    {"entities: FILE, by: [owner], range: hash, range_comparison: begins_with", "", Outcome::Right},
    {"entities: FILE, by: [owner], range: hash, range_comparison: between", "", Outcome::Right},
    {"entities: FILE, by: [owner], range: size, index: by_size, range_comparison: '>='", "", Outcome::Right},
    {"entities: FILE, by: [owner], range: size, index: by_size, whole: true, range_comparison: '>='", "P112",
     Outcome::Failed},
    {"entities: FILE, by: [owner], filter: [{field: open, comparison: '='}]", "", Outcome::Right},
    {"entities: FILE, by: [owner], filter: [{field: open, comparison: '<'}]", "P154", Outcome::Failed},
    {"entities: FILE, by: [owner], filter: [{field: name, comparison: '<'}]", "", Outcome::Right},
    {"entities: FILE, by: [owner], filter: [{field: name, comparison: begins_with}]", "", Outcome::Right},
    {"entities: FILE, by: [owner], filter: [{field: size, comparison: begins_with}]", "P154", Outcome::Failed},
    {"entities: FILE, by: [owner], filter: [{field: name, comparison: '~'}]", "P154", Outcome::Skipped},
    // The entry of by_state may appear, and then it needs the day.
    {"update: FILE, set: [state]", "P124", Outcome::Refused},
    {"update: FILE, set: [state], given: [day, size]", "", Outcome::Right},
    {"update: FILE, set: [state], read_first: true", "", Outcome::Right},
    // by_both has the item only if the item has a state.
    {"update: FILE, set: [size]", "P124", Outcome::Refused},
    {"update: FILE, set: [size], given: [state]", "", Outcome::Right},
    {"update: FILE, set: [name]", "", Outcome::Right},
    // The key of by_grade is made of the fields' own attributes, which the update writes in any case.
    {"update: FILE, set: [subject]", "", Outcome::Right},
    {"entities: TAG, by: [owner, id], range_comparison: begins_with", "", Outcome::Right},
};

TEST(LintAgreesWithRun, OnePatternAtATime) {
  for (const Case& one : kCases) {
    std::string text = kFiles;
    text.replace(text.find("%s"), 2, one.pattern);
    const auto proof = run_support::proof_of(text);
    std::set<std::string> errors;
    for (const lint::Finding& finding : lint::run(*proof))
      if (finding.severity == lint::Severity::Error) errors.insert(std::string(finding.rule->id));
    const std::set<std::string> expected = *one.rule ? std::set<std::string>{one.rule} : std::set<std::string>{};
    EXPECT_EQ(errors, expected) << one.pattern;
    auto run = run_model(*proof, *run_support::database_in_memory(), {.items = 6});
    ASSERT_TRUE(run) << run.error().message;
    ASSERT_EQ(run->patterns.size(), 1u);
    EXPECT_EQ(run->patterns[0].outcome, one.outcome) << one.pattern << ": " << run->patterns[0].reason;
  }
}

// A limit of a collection reads each entity by itself, and a range of values does not limit the keys to those of its
// items.
TEST(LintAgreesWithRun, ARangeOfACollectionHasNoLimit) {
  const auto outcome = [](const char* rest) {
    const auto proof = run_support::proof_of(fmt::format(R"(
format: 1
name: shop
tables:
  - name: shop
    partition_key: PK
    sort_key: SK
    type_attribute: type
    entities:
      - name: ORDER
        fields: {{customer: string, id: ulid, note: string}}
        key: {{partition: "CUST#{{customer}}", sort: "ORDER#{{id}}"}}
      - name: LINE
        fields: {{customer: string, order: {{kind: ulid, references: ORDER}}, line: integer}}
        key: {{partition: "CUST#{{customer}}", sort: "ORDER#{{order}}#LINE#{{line:04d}}"}}
patterns:
  - {{name: asked, entities: [ORDER, LINE], by: [customer], {}}}
)",
                                                         rest));
    std::string found;
    for (const lint::Finding& finding : lint::run(*proof))
      if (finding.severity == lint::Severity::Error) found += fmt::format("{} ", finding.rule->id);
    auto run = run_model(*proof, *run_support::database_in_memory(), {.items = 6});
    return found + (run && run->patterns[0].outcome == Outcome::Right ? "right" : "failed");
  };
  EXPECT_EQ(outcome("range: id, range_comparison: '>='"), "right");
  EXPECT_EQ(outcome("limit: 2"), "right");
  EXPECT_EQ(outcome("range: id, range_comparison: '=', limit: 2"), "right");
  EXPECT_EQ(outcome("range: id, range_comparison: begins_with, limit: 2"), "right");
  EXPECT_EQ(outcome("range: id, range_comparison: '>=', limit: 2"), "P112 failed");
  EXPECT_EQ(outcome("range: id, range_comparison: between, filter: [{field: note, comparison: '='}]"), "right");
}

// begins_with on a whole value finds longer ones too, unless all values have one length.
TEST(LintAgreesWithRun, ABeginningOfTextsOfAnyLengthFindsOthers) {
  std::string text = kFiles;
  text.replace(text.find("%s"), 2, "entities: LABEL, by: [owner, label], range_comparison: begins_with");
  std::set<std::string_view> rules;
  for (const lint::Finding& finding : lint::run(*run_support::proof_of(text))) rules.insert(finding.rule->id);
  EXPECT_TRUE(rules.contains("P131"));
}

// The key has only the month of the day, so an update of the size does not know the day that the index needs.
TEST(LintAgreesWithRun, AFieldThatThePrimaryKeyHoldsInPartIsNotKnown) {
  const auto outcome = [](const char* update) {
    const std::string text = fmt::format(R"(
format: 1
name: diary
tables:
  - name: diary
    partition_key: PK
    sort_key: SK
    indexes: [{{name: by_size, partition: GSI1PK, sort: GSI1SK}}]
    entities:
      - name: PAGE
        fields: {{owner: string, day: date, size: integer}}
        key: {{partition: "OWNER#{{owner}}", sort: "PAGE#{{day:month}}"}}
        lossy_key: true
        in: {{by_size: {{partition: "OWNER#{{owner}}", sort: "{{size:s019d}}#{{day}}"}}}}
patterns:
  - {{name: asked, {}}}
)",
                                         update);
    const auto proof = run_support::proof_of(text);
    std::string found;
    for (const lint::Finding& finding : lint::run(*proof))
      if (finding.severity == lint::Severity::Error) found += finding.rule->id;
    auto run = run_model(*proof, *run_support::database_in_memory(), {.items = 6});
    return found + (run && run->patterns[0].outcome == Outcome::Right ? "right" : "failed");
  };
  EXPECT_EQ(outcome("update: PAGE, set: [size]"), "P120failed");
  EXPECT_EQ(outcome("update: PAGE, set: [size], given: [day]"), "right");
}

// Two entities whose keys have one form, and fields of one name that have other values.
TEST(LintAgreesWithRun, ItemsAreMadeUpForKeysOfOneFormAndOtherKinds) {
  for (const auto& [first, second] :
       {std::pair{"string", "uuid"}, std::pair{"uuid", "string"}, std::pair{"ulid", "uuid"},
        std::pair{"{enum: [A, B, C, D, E, F]}", "{enum: [OPEN, DONE, LOST, SOLD, LENT, GONE]}"}}) {
    const std::string text = fmt::format(R"(
format: 1
name: two
tables:
  - name: two
    partition_key: PK
    sort_key: SK
    entities:
      - name: FIRST
        fields: {{id: {0}}}
        key: {{partition: "K#{{id}}", sort: "FIRST"}}
      - name: SECOND
        fields: {{id: {1}}}
        key: {{partition: "K#{{id}}", sort: "SECOND"}}
patterns:
  - {{name: second, entities: SECOND, by: [id]}}
  - {{name: make, create: SECOND}}
)",
                                         first, second);
    auto run = run_model(*run_support::proof_of(text), *run_support::database_in_memory(), {.items = 3});
    ASSERT_TRUE(run) << run.error().message;
    EXPECT_THAT(run->faults, IsEmpty()) << first << ' ' << second;
    EXPECT_EQ(run->patterns[0].outcome, Outcome::Right) << first << ' ' << second << run->patterns[0].reason;
  }
}

}  // namespace lint_agrees_with_run_test
}  // namespace partita::modelling::run
