// The designs for small questions, each of which asks one thing.
#include <algorithm>

#include "modelling/generate/cpp/cpp_header.h"
#include "unit/modelling/design/design_support.h"

namespace partita::modelling {
namespace design_search_test {

using namespace design_support;

std::string orders(const std::string& patterns, const std::string& tables = "several") {
  return "design: 1\nname: shop\ntables: " + tables +
         "\nentities:\n"
         "  - {name: ORDER, count: 20M, size_bytes: 200, identity: [order], fields: {order: string, customer: string, "
         "made: time, status: {enum: [OPEN, SHUT]}, flag: bool, note: \"string?\"}}\n"
         "  - {name: LINE, count: 60M, size_bytes: 150, identity: [order, line], fields: {order: string, line: string, "
         "sku: string, customer: string}}\n"
         "patterns:\n" +
         patterns;
}

const design::Served& served(const design::SearchResult& found, std::size_t pattern) {
  const auto& reads = found.designs.at(0).reads;
  const auto one =
      std::find_if(reads.begin(), reads.end(), [&](const auto& read) { return read.pattern.number() == pattern; });
  EXPECT_NE(one, reads.end());
  return one == reads.end() ? reads.front() : *one;
}

// ---- keys

TEST(DesignSearch, ReadsChildrenWithTheirParentFromOneCollection) {
  const auto found = search(questions_of(
      orders("  - {name: with lines, entities: [ORDER, LINE], by: order, per_second: 5, items: 4}\n"
             "  - {name: enter, transact: [{create: ORDER}, {create: LINE, items: 3}], per_second: 5}\n")));
  EXPECT_EQ(served(found, 0).index, "");
  EXPECT_EQ(found.designs.at(0).model->tables.size(), 1u);
  expect_sound(found.designs[0], "collection");
}

TEST(DesignSearch, HoldsOnlyTheDemandedItemsInAnIndex) {
  const auto found = search(questions_of(
      orders("  - {name: open, entities: ORDER, where: {status: OPEN}, newest: made, per_second: 5, items: "
             "10}\n  - {name: create, create: ORDER, per_second: 5}\n")));
  const design::Design& design = found.designs.at(0);
  ASSERT_EQ(design.model->tables[0].indexes.size(), 1u);
  EXPECT_EQ(design.model->patterns[0].index, design.model->tables[0].indexes[0].name);
  const EntityKey& key = design.model->tables[0].entities[0].indexes.at(0);
  ASSERT_TRUE(key.when);
  EXPECT_EQ(key.when->field, "status");
  EXPECT_EQ(key.when->equals, "OPEN");
  expect_sound(design, "where");
}

// An update that knows no other field of the key forbids an index of the demanded items alone, so the value is in the
// key, and no call gives it.
TEST(DesignSearch, WhatAReadDemandsIsNoParameter) {
  for (const bool has_given : {true, false}) {
    const auto found = search(questions_of(
        orders("  - {name: open, entities: ORDER, by: customer, where: {status: OPEN}, newest: made, per_second: 5, "
               "items: 10}\n  - {name: create, create: ORDER, per_second: 5}\n"
               "  - {name: shut, update: ORDER, set: status, per_second: 5" +
               std::string(has_given ? ", given: [customer, made]" : "") + "}\n")));
    ASSERT_FALSE(found.designs.empty());
    const design::Design& design = found.designs[0];
    const std::vector<When> demanded = {{"status", "OPEN"}};
    EXPECT_EQ(design.model->patterns[0].where, has_given ? std::vector<When>() : demanded) << yaml_of(design);
    EXPECT_NE(cpp_header(*design.model, {"model.yaml", {}})
                  .find("inline auto open(const Db& db, const std::string& customer) {"),
              std::string::npos);
    expect_sound(design, has_given ? "sparse" : "in the key");
  }
}

TEST(DesignSearch, ReadsAnIndexOfSeveralEntities) {
  for (const char* tables : {"one", "several"}) {
    const auto found = search(questions_of(
        orders("  - {name: of customer, entities: [ORDER, LINE], by: customer, per_second: 5, items: 4}\n"
               "  - {name: create, create: ORDER, per_second: 1}\n  - {name: add, create: LINE, per_second: 1}\n",
               tables)));
    EXPECT_NE(served(found, 0).index, "");
    expect_sound(found.designs.at(0), tables);
  }
}

TEST(DesignSearch, SpreadsAHotKeyOverShards) {
  const std::string text = orders(
      "  - {name: newest, entities: ORDER, newest: made, per_second: 5, items: 10}\n"
      "  - {name: create, create: ORDER, per_second: RATE}\n");
  const auto with_rate = [&](const char* rate) {
    std::string out = text;
    return questions_of(out.replace(out.find("RATE"), 4, rate));
  };
  const auto calm = search(with_rate("100"));
  EXPECT_EQ(served(calm, 0).shards, 1);
  EXPECT_EQ(served(calm, 0).load, "");
  const auto hot = search(with_rate("3000"));
  EXPECT_GE(served(hot, 0).shards, 4);
  EXPECT_NE(served(hot, 0).load.find("3000 write units"), std::string::npos) << served(hot, 0).load;
  expect_sound(hot.designs.at(0), "shards");
}

// An index that holds everything is written by each change of a note, and one of the keys alone is not. So the frequent
// read, which wants no more, is not divided over shards.
TEST(DesignSearch, SpreadsOnlyTheIndexThatIsHot) {
  const auto found = search(questions_of(
      orders("  - {name: newest, entities: ORDER, newest: made, wanted: [order, made], per_second: 1000, items: 10}\n"
             "  - {name: newest whole, entities: ORDER, newest: made, per_second: 0.1, items: 10}\n"
             "  - {name: create, create: ORDER, per_second: 1}\n"
             "  - {name: note, update: ORDER, set: note, per_second: 3000}\n")));
  EXPECT_EQ(served(found, 0).shards, 1);
  EXPECT_GE(served(found, 1).shards, 4);
  EXPECT_NE(served(found, 0).index, served(found, 1).index);
  expect_sound(found.designs.at(0), "one hot index");
  // The price of one request is that of a key without shards.
  for (const design::Considered& one : served(found, 1).considered)
    EXPECT_GE(one.total_usd(), served(found, 1).usd) << one.key;
}

// A table has 20 indexes at most, so keys of different entities share them.
TEST(DesignSearch, SharesIndexesIfATableWouldHaveTooMany) {
  std::string entities, patterns;
  for (int i = 0; i < 12; ++i) {
    entities += fmt::format(
        "  - {{name: E{0}, count: 1M, identity: [id{0}], fields: {{id{0}: string, a: string, b: time}}}}\n", i);
    patterns += fmt::format("  - {{name: a{0}, entities: E{0}, by: a, per_second: 1, items: 3}}\n", i);
    patterns += fmt::format("  - {{name: b{0}, entities: E{0}, newest: b, per_second: 1, items: 3}}\n", i);
    patterns += fmt::format("  - {{name: c{0}, create: E{0}, per_second: 1}}\n", i);
  }
  const auto found =
      search(questions_of("design: 1\nname: shop\ntables: one\nentities:\n" + entities + "patterns:\n" + patterns));
  const design::Design& design = found.designs.at(0);
  EXPECT_TRUE(design.shares_indexes);
  EXPECT_LE(design.model->tables.at(0).indexes.size(), 20u);
  EXPECT_GT(found.gap(), 0);
  EXPECT_TRUE(found.unserved.empty());
  expect_sound(design, "shared indexes");
}

// LINE stores values of another type in the attribute that ORDER's read is by, so the key is a text of its own.
TEST(DesignSearch, ServesAReadByAFieldThatHasAnotherTypeInAnotherEntity) {
  for (const char* kind : {"bool", "integer", "list", "double"}) {
    SCOPED_TRACE(kind);
    const auto found = search(questions_of(fmt::format(R"(design: 1
name: shop
tables: one
entities:
  - {{name: ORDER, identity: order, fields: {{order: ulid, open: ulid, changed: time}}}}
  - {{name: LINE, identity: line, fields: {{line: uuid, open: {}}}}}
patterns:
  - {{name: of one, entities: ORDER, by: open, newest: changed, per_second: 5, items: 3}}
  - {{name: a line, entities: LINE, by: line, per_second: 1}}
)",
                                                       kind)));
    EXPECT_TRUE(found.unserved.empty());
    ASSERT_FALSE(found.designs.empty());
    EXPECT_NE(served(found, 0).index, "");
    expect_sound(found.designs[0], kind);
  }
}

// A design that is cheap because it leaves a read unserved says nothing about designs that serve it.
TEST(DesignSearch, ALayoutThatLeavesReadsUnservedDoesNotLowerTheBound) {
  const auto found = search(questions_of(R"(design: 1
name: shop
tables: any
entities:
  - {name: ORDER, identity: order, fields: {order: ulid, owner: ulid, changed: time}}
  - {name: LINE, identity: line, fields: {line: uuid, changed: bool}}
patterns:
  - {name: of one, entities: ORDER, by: owner, newest: changed, per_second: 5, items: 3}
)"));
  EXPECT_TRUE(found.unserved.empty());
  ASSERT_FALSE(found.designs.empty());
  EXPECT_EQ(found.designs[0].layout, design::Layout::Several);
  EXPECT_NEAR(found.bound, found.designs[0].usd, 1e-5);
  EXPECT_FALSE(found.timed_out);
}

// ---- reads that cannot be served

TEST(DesignSearch, NamesAReadThatNothingServes) {
  const auto found = search(questions_of(
      orders("  - {name: by id, entities: ORDER, by: order, per_second: 1}\n"
             "  - {name: flagged, entities: ORDER, by: flag, per_second: 1, items: 3}\n"
             "  - {name: noted, entities: ORDER, by: note, per_second: 1, items: 3}\n"
             "  - {name: consistent, entities: ORDER, by: customer, consistent: true, per_second: 1, items: 3}\n"
             "  - {name: create, create: ORDER, per_second: 1}\n")));
  // A bool is in the text of a composed key.
  EXPECT_EQ(found.unserved, patterns_at({3}));
  EXPECT_NE(served(found, 1).index, "");
  EXPECT_NE(served(found, 2).index, "");
  ASSERT_FALSE(found.designs.empty());
  EXPECT_EQ(served(found, 0).index, "");
  expect_sound(found.designs[0], "unserved");
}

// The index by zone and email lacks the members without an email. A read that it serves says so.
TEST(DesignSearch, SaysWhatAnIndexLeavesOutOfARead) {
  const auto found =
      search(questions_of("design: 1\nname: lists\nentities:\n"
                          "  - {name: MEMBER, count: 20M, size_bytes: 200, identity: memberId, fields: {memberId: "
                          "string, zone: {kind: string, "
                          "distinct: 1000}, email: {kind: string, optional: true, present: 0.1}}}\npatterns:\n"
                          "  - {name: All of a zone, entities: MEMBER, by: zone, per_second: 5, items: 20}\n"
                          "  - {name: One address, entities: MEMBER, by: [zone, email], per_second: 5, items: 1}\n"
                          "  - {name: Move, update: MEMBER, set: zone, per_second: 100}\n"));
  const auto says = [](const design::Served& read) {
    return read.reason.find("the index holds only the items that have email") != std::string::npos;
  };
  const design::Served& all = served(found, 0);
  EXPECT_EQ(says(all), all.shares_with.size() == 1) << all.reason;
  EXPECT_FALSE(says(served(found, 1)));
}

TEST(DesignSearch, RefusesAnEntityWithoutAPossibleKey) {
  const auto found = design::search(
      questions_of("design: 1\nname: shop\nentities:\n  - {name: ORDER, identity: [flag], fields: {flag: bool, other: "
                   "double}}\n  - {name: NOTE, identity: [weight], fields: {weight: double}}\npatterns:\n"
                   "  - {name: create, create: NOTE, per_second: 1}\n"),
      prices(), {});
  ASSERT_FALSE(found);
  EXPECT_NE(found.error().find("NOTE"), std::string::npos) << found.error();
}

// A number with a fraction cannot be a part of a text, so both fields can be keys only in a table without other
// entities.
TEST(DesignSearch, OneLayoutMayHaveADesignAlthoughTheOtherHasNone) {
  const auto found_with = [](const char* tables) {
    return design::search(questions_of(fmt::format(R"(design: 1
name: map
tables: {}
entities:
  - {{name: PLACE, identity: [longitude, latitude], fields: {{longitude: decimal, latitude: decimal}}}}
  - {{name: OWNER, identity: owner, fields: {{owner: ulid}}}}
patterns:
  - {{name: a place, entities: PLACE, by: [longitude, latitude], per_second: 1}}
  - {{name: an owner, entities: OWNER, by: owner, per_second: 1}}
)",
                                                   tables)),
                          prices(), {.seconds = 120, .designs = 1});
  };
  const auto any = found_with("any");
  ASSERT_TRUE(any) << any.error();
  ASSERT_FALSE(any->designs.empty());
  EXPECT_EQ(any->designs[0].layout, design::Layout::Several);
  EXPECT_NEAR(any->bound, any->designs[0].usd, 1e-5);
  expect_sound(any->designs[0], "any");
  const auto one = found_with("one");
  ASSERT_FALSE(one);
  EXPECT_TRUE(one.error().starts_with("the entity PLACE can have no primary key")) << one.error();
  EXPECT_TRUE(one.error().ends_with(". There is a design if entities may have tables of their own: say tables: any"))
      << one.error();
}

TEST(DesignSearch, StatesTheGapIfTheTimeRunsOut) {
  const design::Questions questions = questions_of(
      orders("  - {name: by customer, entities: ORDER, by: customer, newest: made, per_second: 5, items: 4}\n"
             "  - {name: create, create: ORDER, per_second: 1}\n"));
  const auto found = design::search(questions, prices(), {.seconds = 0, .designs = 1});
  ASSERT_TRUE(found) << found.error();
  ASSERT_FALSE(found->designs.empty());
  EXPECT_LE(found->bound, found->designs[0].usd + 1e-6);
  EXPECT_GE(found->gap(), 0);
}

TEST(DesignSearch, SaysWhatItAssumed) {
  const auto found = search(questions_of(
      "design: 1\nname: shop\nentities:\n  - {name: ORDER, identity: [id], fields: {id: string}}\npatterns:\n"
      "  - {name: get, entities: ORDER, by: id}\n  - {name: create, create: ORDER}\n"));
  EXPECT_EQ(found.notes.size(), 3u);  // count, and per_second of both patterns
  expect_sound(found.designs.at(0), "assumed");
}

// ---- questions

std::string error_of(const std::string& patterns) {
  const auto found = design::read_questions_text(orders(patterns), "shop.yml");
  EXPECT_FALSE(found);
  return found ? "" : found.error().message;
}

TEST(DesignQuestions, RefusesWhatItDoesNotUnderstand) {
  EXPECT_NE(error_of("  - {name: a, entities: ORDER, where: {staus: OPEN}}\n").find("'status'"), std::string::npos);
  EXPECT_NE(error_of("  - {name: a, entities: ORDER, where: {status: OPNE}}\n").find("'OPEN'"), std::string::npos);
  EXPECT_NE(error_of("  - {name: a, entities: ORDER, where: {made: now}}\n")
                .find("only strings, enumerations, bools and whole numbers"),
            std::string::npos);
  EXPECT_NE(error_of("  - {name: a, entities: ORDER, by: status, where: {status: OPEN}}\n").find("take it out of by"),
            std::string::npos);
  EXPECT_NE(error_of("  - {name: a, create: ORDER, where: {status: OPEN}}\n").find("only a read of one entity"),
            std::string::npos);
  EXPECT_NE(error_of("  - {name: a, entities: [ORDER, LINE], by: made}\n").find("LINE does not have"),
            std::string::npos);
  EXPECT_NE(error_of("  - {name: a, entities: ORDR}\n").find("'ORDER'"), std::string::npos);
  EXPECT_NE(error_of("  - {name: a, entities: ORDER, by: order, index: x}\n").find("leave it out"), std::string::npos);
}

}  // namespace design_search_test
}  // namespace partita::modelling
