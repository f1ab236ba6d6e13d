// The refusals of the compiler and the findings of lint come from the same functions. Each mistake that a file can have
// is made here in a file, and each case of tests/compile_fail is of a mistake that is made here, or that only a call in
// a program can have.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "modelling/lint/compiler_rules.h"
#include "modelling/read/read_model.h"

namespace partita::modelling {
namespace lint_compiler_rules_test {

using model::Mistake;

struct Case {
  Mistake mistake;
  const char* order = "";     // members of the entity ORDER; its key unless "key" is among them
  const char* table = "";     // members of the table
  const char* entities = "";  // further entities
  const char* patterns = "";
};

constexpr const char* kLine =
    R"({name: LINE, fields: {customerId: string, orderId: string, lineId: string, n: integer}, key: {partition: "CUST#{customerId}", sort: "ORDER#{orderId}#LINE#{lineId}"}})";
constexpr const char* kOwner =
    R"({name: OWNER, fields: {customerId: string, name: string, rev: integer}, version: rev, key: {partition: "OWNER#{customerId}", sort: "OWNER"}})";
constexpr const char* kByStatus = "indexes: [{name: by_status, partition: GSI1PK, sort: GSI1SK}]";
constexpr const char* kInByStatus = R"(in: {by_status: {partition: "STATUS#{status}", sort: "{createdAt}#{orderId}"}})";
constexpr const char* kVectors =
    "indexes: [{name: by_meaning, scope: vector, vector: {attribute: labels, dimensions: 3}}]";
constexpr const char* kVectorsOfCustomer =
    "indexes: [{name: by_meaning, scope: vector, partition: customerId, vector: {attribute: labels, dimensions: 3, "
    "inline_filters: [status]}}]";

const Case kCases[] = {
    {Mistake::NoSuchField, R"(key: {partition: "CUST#{customer}", sort: "A"})"},
    {Mistake::UnclosedBrace, R"(key: {partition: "CUST#{customerId", sort: "A"})"},
    {Mistake::UnknownFormat, R"(key: {partition: "CUST#{customerId:hex}", sort: "A"})"},
    {Mistake::FieldsTouch, R"(key: {partition: "CUST#{customerId}", sort: "{orderId}{status}"})"},
    {Mistake::LiteralAfterField, R"(key: {partition: "CUST#{customerId}", sort: "{orderId}-X"})"},
    {Mistake::LiteralByte, R"(key: {partition: "CUST {customerId}", sort: "{orderId}"})"},
    {Mistake::UnpaddedNumber, R"(key: {partition: "CUST#{customerId}", sort: "O#{totalCents}"})"},
    {Mistake::FloatInKey, R"(key: {partition: "CUST#{customerId}", sort: "O#{weight}"})"},
    {Mistake::DocumentInKey, R"(key: {partition: "CUST#{customerId}", sort: "O#{labels}"})"},
    {Mistake::OptionalInKey, R"(key: {partition: "CUST#{customerId}", sort: "O#{coupon}"})"},
    {Mistake::NoWholeNumber, "version: note"},
    {Mistake::ShardMember, R"(fields: {customerId: string, orderId: string, note: string, shard: integer})",
     "indexes: [{name: by_note, partition: [note, shard], shards: {count: 4, of: orderId, attribute: shard}}]"},
    {Mistake::ShardsOfPrimaryKey, R"(key: {partition: "C#{customerId:shard8was5}#{customerId}", sort: "O#{orderId}"})"},
    {Mistake::NoSuchIndex, R"(in: {by_nothing: {partition: "X#{status}"}})"},
    {Mistake::IndexTwice, "", "indexes: [{name: by_x, partition: A, sort: B}, {name: by_x, partition: C, sort: D}]"},
    {Mistake::BadName, "", "indexes: [{name: b, partition: A, sort: B}]"},
    {Mistake::BadKeyName, "", "indexes: [{name: by_x, partition: '', sort: B}]"},
    {Mistake::BadAttributeName, "", "indexes: [{name: by_x, partition: A, sort: B, include: ['']}]"},
    {Mistake::KeyMismatch, R"(key: {partition: "CUST#{customerId}"})"},
    {Mistake::SameKeyShape, "", "",
     R"({name: COPY, fields: {customerId: string, id: string}, key: {partition: "CUST#{customerId}", sort: "ORDER#{id}"}})"},
    {Mistake::KeyTypesDiffer, "in: {by_total: {partition: '{totalCents}'}}",
     "indexes: [{name: by_total, partition: totalCents}]",
     R"({name: COPY, fields: {customerId: string, totalCents: string}, key: {partition: "CUST#{customerId}", sort: "COPY#{totalCents}"}})"},
    {Mistake::TagInKey, R"(in: {by_type: {partition: "X", sort: "{createdAt}"}})",
     "indexes: [{name: by_type, partition: type, sort: GSI1SK}]"},
    {Mistake::AttributeTaken, R"(fields: {customerId: string, orderId: string, PK: string})"},
    {Mistake::KeysDisagree, R"(in: {inverted: {partition: "O#{orderId}", sort: "C#{customerId}"}})",
     "indexes: [{name: inverted, partition: SK, sort: PK}]"},
    {Mistake::ValueLost, R"(fields: {customerId: string, orderId: string, lost: {kind: string, stored: false}})"},
    {Mistake::CutPrimaryKey, R"(key: {partition: "CUST#{customerId}", sort: "DAY#{createdAt:day}"})"},
    {Mistake::WhenWithoutEffect, "",
     "indexes: [{name: by_note, partition: note, sort: createdAt, when: {field: status, equals: OPEN}}]"},
    {Mistake::KeyOfSentinels, R"(unique: note, key: {partition: "UNIQUE#{customerId}", sort: "O#{orderId}"})"},
    {Mistake::UniqueTwice, "unique: [note, note]"},
    {Mistake::VersionInKey,
     R"(version: version, key: {partition: "CUST#{customerId}", sort: "O#{orderId}#{version:019d}"})"},
    {Mistake::TagTwice, "aliases: LINE", "", kLine},
    {Mistake::AliasWithoutTag, "aliases: OLD", "type_attribute: null"},
    {Mistake::AliasWithUnique, "aliases: OLD, unique: note"},
    {Mistake::NoSuchEnumerator,
     R"(in: {by_status: {partition: "OPEN", sort: "{createdAt}", when: {field: status, equals: LOST}}})", kByStatus},
    {Mistake::EnumTextTwice,
     R"(fields: {customerId: string, orderId: string, status: {enum: [OPEN, {name: PAID, attribute: OPEN}]}})"},
    {Mistake::DefaultOfOptional,
     R"(fields: {customerId: string, orderId: string, coupon: {kind: "string?", has_default: true}})"},
    {Mistake::DefaultOfUnique,
     R"(fields: {customerId: string, orderId: string, note: {kind: string, has_default: true}}, unique: note)"},
    {Mistake::FloatUnique, "unique: weight"},
    {Mistake::NoIndexServes, "", "", "", "{name: x, entities: ORDER, by: note}"},
    {Mistake::RangeNotNext, "", "", "", "{name: x, entities: ORDER, by: customerId, newest: createdAt}"},
    {Mistake::ForeignRows, "", "", kLine, "{name: x, entities: ORDER, by: customerId}"},
    {Mistake::LeavesOut, R"(in: {by_status: {partition: "STATUS#{status}", sort: "{coupon}", sparse: true}})",
     kByStatus, "", "{name: x, entities: ORDER, by: status}"},
    {Mistake::CutMember, R"(in: {by_status: {partition: "M#{createdAt:month}", sort: "{orderId}"}})", kByStatus, "",
     "{name: x, entities: ORDER, by: createdAt}"},
    {Mistake::RawBeforeMore, R"(key: {partition: "CUST#{customerId}", sort: "{note:raw}#{orderId}"})", "", "",
     "{name: x, entities: ORDER, by: [customerId, note]}"},
    {Mistake::EnumOrder,
     R"(fields: {customerId: string, orderId: string, status: {enum: [PAID, OPEN]}}, key: {partition: "CUST#{customerId}", sort: "{status}#{orderId}"})",
     "", "", "{name: x, entities: ORDER, by: customerId, ascending: status}"},
    {Mistake::NotReached, "", "", R"({name: OTHER, fields: {id: string}, key: {partition: "X#{id}", sort: "Y"}})",
     "{name: x, entities: [ORDER, OTHER], by: [customerId, orderId]}"},
    {Mistake::OrderNotProven, "", "", kLine, "{name: x, entities: [ORDER, LINE], by: customerId, from_end: true}"},
    {Mistake::NotProjected, kInByStatus,
     "indexes: [{name: by_status, partition: GSI1PK, sort: GSI1SK, projection: KEYS_ONLY}]", "",
     "{name: x, entities: ORDER, by: status}"},
    {Mistake::ExpiryNotProjected,
     R"(ttl: version, in: {by_status: {partition: "STATUS#{status}", sort: "{createdAt}#{orderId}"}})",
     "indexes: [{name: by_status, partition: GSI1PK, sort: GSI1SK, projection: KEYS_ONLY}]", "",
     "{name: x, entities: ORDER, by: status, wanted: [orderId]}"},
    {Mistake::FilterOnKey, "", "indexes: [{name: by_note, partition: note, sort: createdAt}]", "",
     "{name: x, entities: ORDER, by: note, filter: [createdAt]}"},
    {Mistake::NoAttribute, R"(fields: {customerId: {kind: string, stored: false}, orderId: string})", "", "",
     "{name: x, entities: ORDER, by: [customerId, orderId], tree: true, filter: [customerId]}"},
    {Mistake::ConsistentOnGlobalIndex, kInByStatus, kByStatus, "",
     "{name: x, entities: ORDER, by: status, consistent: true}"},
    {Mistake::NotCounted, R"(in: {by_status: {partition: "STATUS#{status}"}})",
     "indexes: [{name: by_status, partition: GSI1PK}]",
     R"({name: OTHER, fields: {status: string, id: string}, key: {partition: "OTHER#{id}", sort: "X"}, in: {by_status: {partition: "STATUS#{status}"}}})",
     "{name: x, entities: [ORDER, OTHER], by: status, limit: 3}"},
    {Mistake::StaleIndex, R"(in: {by_status: {partition: "STATUS#{status}#{note}", sort: "{createdAt}#{orderId}"}})",
     kByStatus, "", "{name: x, update: ORDER, set: [status]}"},
    {Mistake::UnknownEntry,
     R"(in: {by_status: {partition: "COUPON#{coupon}", sort: "{createdAt}#{orderId}", sparse: true}})", kByStatus, "",
     "{name: x, update: ORDER, set: [coupon]}"},
    {Mistake::PrimaryKeyField, "", "", "", "{name: x, update: ORDER, set: [orderId]}"},
    {Mistake::VersionSet, "version: version", "", "", "{name: x, update: ORDER, set: [version]}"},
    {Mistake::VersionUnchecked, "version: version", "", "",
     "{name: x, update: ORDER, set: [note], version_unchecked: true}"},
    {Mistake::UniqueWithoutOld, "unique: note", "", "", "{name: x, delete: ORDER}"},
    {Mistake::OthersChanged,
     R"(fields: {customerId: string, orderId: string, rest: {kind: document, attribute: ''}}, carries_other_attributes: true)",
     "", "", "{name: x, update: ORDER, set: [rest]}"},
    {Mistake::KeptMember, "updated_at: createdAt", "", "", "{name: x, update: ORDER, set: [createdAt]}"},
    {Mistake::CopyType,
     R"(fields: {customerId: string, orderId: string, n: {kind: integer, copy_of: OWNER.name, kept: transaction}})", "",
     kOwner},
    {Mistake::CopyPlace,
     R"(fields: {customerId: string, orderId: {kind: string, copy_of: OWNER.name, kept: transaction}})", "", kOwner},
    {Mistake::CopyOfKept,
     R"(fields: {customerId: string, orderId: string, n: {kind: integer, copy_of: OWNER.rev, kept: followed}})", "",
     kOwner},
    {Mistake::CopyReference,
     R"(fields: {customerId: string, orderId: string, n: {kind: string, copy_of: SHOP.name, kept: transaction}})", "",
     R"({name: SHOP, fields: {shop: string, name: string}, key: {partition: "SHOP#{shop}", sort: "SHOP"}})"},
    {Mistake::CopyReference,
     R"(fields: {customerId: string, orderId: string, at: time, n: {kind: string, copy_of: SLOT.name, kept: transaction}}, in: {by_slot: {partition: "{at}", sort: "{orderId}"}})",
     "indexes: [{name: by_slot, partition: GSI1PK, sort: GSI1SK}]",
     R"({name: SLOT, fields: {at: time, name: string}, lossy_key: true, key: {partition: "SLOT#{at:day}", sort: "SLOT"}})"},
    {Mistake::CopyReferenceKept,
     R"(fields: {customerId: string, orderId: string, n: {kind: string, copy_of: OWNER.name, copy_by: {n: customerId}, kept: followed}})",
     "", kOwner},
    {Mistake::CopyRefers,
     R"(fields: {customerId: string, orderId: string, n: {kind: string, copy_of: OWNER.name, copy_by: {orderId: name}, kept: followed}})",
     "", kOwner},
    {Mistake::KeptTime, "created_at: note"},
    {Mistake::KeptFromKept, "computed: [{field: note, from: coupon}, {field: coupon, from: customerId}]"},
    {Mistake::KeptTimeInPrimaryKey,
     R"(created_at: createdAt, key: {partition: "CUST#{customerId}", sort: "{createdAt}#{orderId}"})"},
    {Mistake::TwoKeepers, "created_at: createdAt, updated_at: createdAt"},
    {Mistake::MadeOfSetMember, "version: version, computed: [{field: note, from: version}]"},
    {Mistake::StaleComputed, "computed: [{field: note, from: [coupon, status]}]", "", "",
     "{name: x, update: ORDER, set: [coupon]}"},
    {Mistake::BatchNeedsCondition, "version: version", "", "", "{name: x, batch_write: [{put: ORDER}]}"},
    {Mistake::TooManyVectorIndexes, "",
     "indexes: [{name: v_1, scope: vector, vector: {attribute: labels, dimensions: 3}}, {name: v_2, scope: vector, "
     "vector: {attribute: labels, dimensions: 3}}, "
     "{name: v_3, scope: vector, vector: {attribute: labels, dimensions: 3}}, {name: v_4, scope: vector, vector: "
     "{attribute: labels, dimensions: 3}}, "
     "{name: v_5, scope: vector, vector: {attribute: labels, dimensions: 3}}, {name: v_6, scope: vector, vector: "
     "{attribute: labels, dimensions: 3}}]"},
    {Mistake::NoVectorMember, "",
     "indexes: [{name: by_meaning, scope: vector, vector: {attribute: nothing, dimensions: 3}}]"},
    {Mistake::VectorMember, "",
     "indexes: [{name: by_meaning, scope: vector, vector: {attribute: note, dimensions: 3}}]"},
    {Mistake::VectorLength, "",
     "indexes: [{name: v_1, scope: vector, vector: {attribute: labels, dimensions: 3}}, {name: v_2, scope: vector, "
     "vector: {attribute: labels, dimensions: 4}}]"},
    {Mistake::InlineFilterMember, "",
     "indexes: [{name: by_meaning, scope: vector, vector: {attribute: labels, dimensions: 3, inline_filters: "
     "[nothing]}}]"},
    {Mistake::NoVectorIndex, "", "", "", "{name: x, search: ORDER}"},
    {Mistake::SeveralVectorIndexes, "",
     "indexes: [{name: v_1, scope: vector, vector: {attribute: labels, dimensions: 3}}, {name: v_2, scope: vector, "
     "vector: {attribute: labels, dimensions: 3}}]",
     "", "{name: x, search: ORDER}"},
    {Mistake::SearchWithoutKey, "", kVectorsOfCustomer, "", "{name: x, search: ORDER}"},
    {Mistake::NoInlineFilter, "", kVectors, "", "{name: x, search: ORDER, by: note}"},
    {Mistake::ForeignVectors, "", kVectors,
     R"({name: PICTURE, fields: {id: string, labels: list}, key: {partition: "P#{id}", sort: "A"}})",
     "{name: x, search: ORDER}"},
};

std::string text_of(const Case& one) {
  const std::string order = one.order;
  const bool has_key = order.find("key:") != std::string::npos;
  const bool has_fields = order.find("fields:") != std::string::npos;
  std::string entity = "{name: ORDER";
  if (!has_fields)
    entity +=
        ", fields: {customerId: string, orderId: string, createdAt: time, status: {enum: [OPEN, PAID]}, note: string, "
        "totalCents: integer, weight: double, coupon: 'string?', labels: list, version: integer}";
  if (!has_key) entity += ", key: {partition: \"CUST#{customerId}\", sort: \"ORDER#{orderId}\"}";
  if (!order.empty()) entity += ", " + order;
  const std::string table = one.table, entities = one.entities, patterns = one.patterns;
  return fmt::format("{{format: 1, tables: [{{name: shop, partition_key: PK, sort_key: SK{}, entities: [{}}}{}]}}]{}}}",
                     table.empty() ? "" : ", " + table, entity, entities.empty() ? "" : ", " + entities,
                     patterns.empty() ? "" : ", patterns: [" + patterns + "]");
}

std::string_view text_of_mistake(Mistake mistake) {
  switch (mistake) {
#define PARTITA_MISTAKE(name, text) \
  case Mistake::name:               \
    return text;
#include <partita/model/detail/mistakes.def>
#undef PARTITA_MISTAKE
    case Mistake::None:
      break;
  }
  return {};
}

std::vector<Mistake> all_mistakes() {
  std::vector<Mistake> out;
#define PARTITA_MISTAKE(name, text) out.push_back(Mistake::name);
#include <partita/model/detail/mistakes.def>
#undef PARTITA_MISTAKE
  return out;
}

const std::set<Mistake>& covered() {
  static const std::set<Mistake> kCovered = [] {
    std::set<Mistake> out;
    for (const Case& one : kCases) out.insert(one.mistake);
    return out;
  }();
  return kCovered;
}

TEST(LintCompilerRules, ReportEachMistakeThatAFileCanHave) {
  for (const Case& one : kCases) {
    const std::string text = text_of(one);
    auto read = read_model_text(text, "shop.yml");
    if (!read) {
      ADD_FAILURE() << text << "\n" << read.error().message;
      continue;
    }
    const auto proof = prove(std::make_shared<const Model>(std::move(*read)));
    bool found = false;
    std::string others;
    for (const Refusal& refusal : proof->refusals()) {
      found = found || refusal.mistake == one.mistake;
      others += fmt::format("  {}\n", refusal.particulars);
    }
    EXPECT_TRUE(found) << text << "\nis not refused for: " << text_of_mistake(one.mistake) << "\nbut for:\n" << others;
    bool reported = false;
    const lint::Rule* rule = lint::rule_of(one.mistake);
    ASSERT_TRUE(rule) << text_of_mistake(one.mistake);
    for (const lint::Finding& finding : lint::run(*proof))
      // A pattern that demands an index, or an order, has a rule of its own.
      reported = reported || finding.rule->id == rule->id || finding.rule->id == "P103" || finding.rule->id == "P106";
    EXPECT_TRUE(reported) << text;
  }
}

TEST(LintCompilerRules, NameTheLimitOfARefusedName) {
  for (const auto& [name, cure] :
       {std::pair("{name: x", "Give it a name of 3 to 255 letters, digits, '_', '.' and '-'."),
        std::pair("{name: shop, indexes: [{name: 'by day', partition: d}]", "Give it a name of 3 to 255 letters")}) {
    auto read = read_model_text(
        fmt::format("{{format: 1, tables: [{}, partition_key: PK, entities: [{{name: ORDER, fields: {{id: string}}, "
                    "key: {{partition: \"{{id}}\"}}}}]}}]}}",
                    name),
        "shop.yml");
    ASSERT_TRUE(read) << read.error().message;
    const auto proof = prove(std::make_shared<const Model>(std::move(*read)));
    std::string cures;
    for (const lint::Finding& finding : lint::run(*proof))
      if (finding.rule->id == "P021") cures += finding.cure;
    EXPECT_THAT(cures, ::testing::HasSubstr(cure));
  }
}

TEST(LintCompilerRules, HaveACaseForEachOfTheirMistakes) {
  for (const Mistake mistake : all_mistakes())
    EXPECT_EQ(lint::rule_of(mistake) != nullptr, covered().contains(mistake)) << text_of_mistake(mistake);
}

// The mistakes of a case are those whose texts its first lines quote.
TEST(LintCompilerRules, CoverTheCodeThatMustNotCompile) {
  std::size_t declarations = 0;
  for (const auto& file : std::filesystem::directory_iterator(PARTITA_COMPILE_FAIL_CASES)) {
    std::ifstream in(file.path());
    constexpr std::string_view kMessage = "// message: ";
    for (std::string line; std::getline(in, line) && line.starts_with("//");) {
      if (!line.starts_with(kMessage)) continue;
      for (const Mistake mistake : all_mistakes()) {
        if (text_of_mistake(mistake).find(line.substr(kMessage.size())) == std::string_view::npos) continue;
        if (!lint::rule_of(mistake)) continue;
        ++declarations;
        EXPECT_TRUE(covered().contains(mistake)) << file.path();
      }
    }
  }
  EXPECT_GT(declarations, 80u);
}

}  // namespace lint_compiler_rules_test
}  // namespace partita::modelling
