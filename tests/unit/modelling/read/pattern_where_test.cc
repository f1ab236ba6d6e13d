// Values that all calls of a pattern give (`Pattern::where`).
#include <gmock/gmock.h>

#include "modelling/core/key_condition.h"
#include "modelling/diff/compare_models.h"
#include "modelling/docs/document.h"
#include "modelling/generate/cpp/cpp_header.h"
#include "modelling/lint/rule.h"
#include "modelling/run/run_model.h"
#include "modelling/simulate/simulate.h"
#include "modelling/write/write_model.h"
#include "outline_of.h"
#include "run_support.h"

namespace partita::modelling {
namespace pattern_where_test {

using run_support::proof_of;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

// One field of each kind that can be a constant, in a composed key, and the enumeration in a key of its own too.
std::string model_with(const std::string& pattern) {
  return "format: 1\nname: items\ntables:\n  - name: items\n    partition_key: PK\n    sort_key: SK\n"
         "    indexes: [{name: by_all, partition: G1PK, sort: G1SK}, {name: by_status, partition: status, sort: id}]\n"
         "    entities:\n"
         "      - name: ITEM\n        count: 1M\n        key: {partition: \"P#{shelf}\", sort: \"S#{id}\"}\n"
         "        fields: {shelf: string, id: string, status: {enum: [OPEN, {name: SHUT, attribute: shut, key: 9}]},\n"
         "          hidden: bool, rank: integer, size: unsigned, kind: string, made: time, weight: double}\n"
         "        in: {by_all: {partition: \"{status}#{hidden}#{rank:s019d}#{size:020d}#{kind}\", sort: \"{id}\"}}\n"
         "patterns:\n  - {name: p, entities: ITEM, items: 4, per_second: 1, " +
         pattern + "}\n";
}

constexpr const char* kAll = "where: {status: shut, hidden: true, rank: -3, size: 12, kind: book}";

TEST(PatternWhere, IsReadAndWrittenAsItself) {
  EXPECT_THAT(outline_of(model_with("by: shelf, where: {status: OPEN}"), "m.yml"),
              HasSubstr("by shelf, status = OPEN"));
  auto model = read_model_text(model_with(kAll), "m.yml");
  ASSERT_TRUE(model) << model.error().message;
  EXPECT_EQ(model->patterns[0].by.size(), 5u);
  for (const char* format : {"yaml", "json"}) {
    const auto written = write_model(std::make_shared<const Model>(*model), format);
    ASSERT_TRUE(written);
    const auto again = read_model_text(written->text, "m.yml");
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(again->patterns[0].where, model->patterns[0].where) << format;
    EXPECT_EQ(again->patterns[0].by, model->patterns[0].by) << format;
  }
}

TEST(PatternWhere, WhatItCannotMeanIsNamedWithTheLine) {
  const std::pair<const char*, const char*> cases[] = {
      {"by: status, where: {status: OPEN}",
       "m.yml:16: where of the pattern \"p\" has the value of status, which by says"},
      {"where: {status: [OPEN, shut]}", "m.yml:16: where of the pattern \"p\" gives status several values"},
      {"where: {status: null}", "m.yml:16: where of the pattern \"p\" gives status no value: give one text"},
      {"where: OPEN", "m.yml:16: where of the pattern \"p\" must be a map"},
  };
  for (const auto& [pattern, error] : cases) {
    const auto model = read_model_text(model_with(pattern), "m.yml");
    ASSERT_FALSE(model) << pattern;
    EXPECT_THAT(model.error().message, HasSubstr(error));
  }
  std::string text = model_with("where: {status: OPEN}");
  text.replace(text.find("entities: ITEM"), 14, "scan: ITEM");
  const auto scan = read_model_text(text, "m.yml");
  ASSERT_FALSE(scan);
  EXPECT_THAT(scan.error().message, HasSubstr("only a read by a key or an index"));
}

TEST(PatternWhere, AValueThatNoItemHasIsRefused) {
  const std::pair<const char*, const char*> cases[] = {
      {"where: {status: SHUT}", "member status of entity ITEM is never \"SHUT\""},
      {"where: {status: OPEN, hidden: maybe}", "member hidden of entity ITEM is never \"maybe\""},
      {"where: {status: OPEN, rank: 07}", "member rank of entity ITEM is never \"07\""},
      {"where: {status: OPEN, size: -1}", "member size of entity ITEM is never \"-1\""},
      {"where: {made: '2026-01-05T10:00:00.000Z'}", "member made of entity ITEM is not a string"},
      {"where: {weight: 1}", "member weight of entity ITEM is not a string"},
      {"where: {staus: OPEN}", "staus"},
  };
  for (const auto& [pattern, particulars] : cases) {
    const auto proof = proof_of(model_with(pattern));
    ASSERT_FALSE(proof->refusals().empty()) << pattern;
    EXPECT_THAT(proof->refusals()[0].particulars, HasSubstr(particulars)) << pattern;
  }
}

// Every call would fail, so the value is refused with the error of the call.
TEST(PatternWhere, AValueThatNoKeyCanHaveIsRefused) {
  const auto particulars_of = [](const std::string& part, const std::string& value) {
    const std::string name = part.substr(0, part.find(':'));
    const auto proof = proof_of(
        "format: 1\nname: items\ntables:\n  - name: items\n    partition_key: PK\n    sort_key: SK\n"
        "    indexes: [{name: by_part, partition: G1PK, sort: G1SK}, {name: by_text, partition: text, sort: id}]\n"
        "    entities:\n      - name: ITEM\n        key: {partition: \"P#{id}\", sort: ITEM}\n"
        "        fields: {id: string, size: unsigned, rank: integer, word: string, text: string, tail: string}\n"
        "        in: {by_part: {partition: \"" +
        (name == "tail" || name == "text" ? std::string("T") : "{" + part + "}") + "\", sort: \"{tail}\"}}\n" +
        "patterns:\n  - {name: p, entities: ITEM, where: {" + name + ": " + value + "}}\n");
    std::string out;
    for (const Refusal& refusal : proof->refusals()) out += refusal.particulars + "\n";
    return out;
  };
  const std::string long_text(3000, 'x'), longer_than_a_sort_key(1500, 'x');
  const struct {
    std::string part, value, particulars;
  } kRefused[] = {
      {"size:03d", "5000", "where gives size the value \"5000\", which no key has: "},
      {"rank:03d", "-1", "where gives rank the value \"-1\""},
      {"word:reject", "'a#b'", "where gives word the value \"a#b\""},
      {"word", "''", "where gives word the value \"\""},
      {"text", "''", "where gives text the value \"\""},
      {"word", long_text, "the limit of the key G1PK is 2048"},
      {"text", long_text, "the limit is 2048"},
      {"tail", longer_than_a_sort_key, "the limit of the key G1SK is 1024"},
  };
  for (const auto& one : kRefused)
    EXPECT_THAT(particulars_of(one.part, one.value), HasSubstr(one.particulars)) << one.part << " " << one.value;
  for (const auto& [part, value] : {std::pair{"size:03d", "500"},
                                    {"rank:s03d", "-1"},
                                    {"word:reject", "ab"},
                                    {"word", "'a#b'"},
                                    {"text", "'a#b'"},
                                    {"tail", "ab"}})
    EXPECT_EQ(particulars_of(part, value), "") << part << " " << value;
}

// The name of an enumerator is not the text of the attribute.
TEST(PatternWhere, TheCureOfAnEnumeratorsNameIsItsAttribute) {
  const auto proof = proof_of(model_with("where: {status: SHUT}"));
  ASSERT_FALSE(proof->refusals().empty());
  EXPECT_THAT(proof->refusals()[0].particulars, HasSubstr("its attribute is then \"shut\""));
}

TEST(PatternWhere, IsRunWithTheValue) {
  for (const char* pattern : {kAll, "where: {status: shut}", "where: {status: OPEN}"}) {
    const auto proof = proof_of(model_with(pattern));
    ASSERT_TRUE(proof->refusals().empty()) << proof->refusals()[0].particulars;
    const auto database = run_support::database_in_memory();
    const auto run = run::run_model(*proof, *database, {});
    ASSERT_TRUE(run) << run.error().message;
    EXPECT_EQ(run->patterns[0].outcome, run::Outcome::Right) << pattern << ": " << run->patterns[0].reason;
    for (const When& one : proof->model().patterns[0].where) {
      const AttributeValue* given = run->patterns[0].given.find(one.field);
      ASSERT_NE(given, nullptr) << one.field;
      EXPECT_EQ(given->is(AttributeType::Bool) ? (given->boolean() ? "true" : "false") : given->text(), one.equals);
    }
    EXPECT_FALSE(run->patterns[0].items.empty()) << pattern;
  }
}

TEST(PatternWhere, StandsInTheKeyConditionAsTheKeyHasIt) {
  EXPECT_EQ(key_condition_of(proof_of(model_with("where: {status: shut}"))->patterns()[0]), "status = shut");
  EXPECT_THAT(key_condition_of(proof_of(model_with(kAll))->patterns()[0]), HasSubstr("G1PK = \"9#true#-3#12#book\""));
}

TEST(PatternWhere, IsNoParameterOfAGeneratedFunction) {
  const auto header_of = [](const char* pattern) {
    return cpp_header(proof_of(model_with(pattern))->model(), {"m.yml", {}});
  };
  EXPECT_THAT(header_of("where: {status: shut}"),
              AllOf(HasSubstr("inline auto p(const Db& db) {"), HasSubstr("\"status\"_f = ItemStatus::SHUT")));
  EXPECT_THAT(header_of(kAll),
              AllOf(HasSubstr("inline auto p(const Db& db) {"), HasSubstr("\"hidden\"_f = true"),
                    HasSubstr("\"rank\"_f = std::int64_t{-3}"), HasSubstr("\"size\"_f = std::uint64_t{12u}"),
                    HasSubstr("\"kind\"_f = std::string(\"book\")")));
}

TEST(PatternWhere, SendsAllReadsToOneKey) {
  const auto share_of_hottest = [](const char* pattern) {
    const auto found = simulate(make_workload(proof_of(model_with(pattern)), {}), {.seconds = 1});
    double all = 0, most = 0;
    for (const HotKey& key : found.hot_keys) {
      all += key.reads;
      most = std::max(most, key.reads);
    }
    return all > 0 ? most / all : 0;
  };
  EXPECT_NEAR(share_of_hottest("where: {status: shut}"), 1, 1e-9);
  EXPECT_NEAR(share_of_hottest("by: status"), 0.5, 1e-9);
}

TEST(PatternWhere, AnotherValueIsADifference) {
  const auto texts_of = [](const char* was, const char* now) {
    std::string out;
    for (const auto& change : diff::compare_models(proof_of(model_with(was)), proof_of(model_with(now)), 100).changes)
      out += change.what + "\n";
    return out;
  };
  EXPECT_THAT(texts_of("where: {status: OPEN}", "where: {status: shut}"),
              HasSubstr("\"p\" asks for status = shut in all calls, and asked for OPEN"));
  EXPECT_THAT(texts_of("by: status", "where: {status: shut}"), HasSubstr("in all calls, and each call gave it"));
  EXPECT_THAT(texts_of("where: {status: OPEN}", "by: status"), HasSubstr("asks no more for status = OPEN"));
  EXPECT_THAT(texts_of(kAll, kAll), Not(HasSubstr("asks")));
}

}  // namespace pattern_where_test
}  // namespace partita::modelling
