// Questions that cannot be answered: the error names the line, the fault, and the cure.
#include <gmock/gmock.h>

#include "modelling/design/report/beside.h"
#include "modelling/design/report/report.h"
#include "modelling/design/search/answer.h"
#include "unit/modelling/design/design_support.h"

namespace partita::modelling {
namespace design_questions_test {

using design_support::questions_of;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

// A question about orders, in the ninth line.
std::string shop(const std::string& pattern, const std::string& order = "") {
  return R"(
design: 1
name: shop
entities:
  - {name: Order, fields: {id: ulid, owner: string, state: {enum: [NEW, DONE]}, note: string, at: time}, identity: id)" +
         order + R"(}
  - {name: Line, fields: {id: ulid, line: integer}, identity: [id, line]}
patterns:
  - {name: one, entities: Order, by: id}
  - {name: asked, )" +
         pattern + "}\n";
}

std::string error_of(const std::string& yaml) {
  const auto found = design::read_questions_text(yaml, "q.yml");
  return found ? "none" : found.error().message;
}

TEST(DesignQuestions, NameTheLineAndTheCure) {
  const struct {
    const char* pattern;
    const char* error;
  } kCases[] = {
      {"entities: Order, by: [owner, owner]", "names owner twice in by"},
      {"entities: [Order, Order], by: id", "names Order twice in entities"},
      {"entities: Order, by: owner, wanted: [note, note]", "names note twice in wanted"},
      {"entities: Order, by: owner, limit: 0", "the limit 0; a limit is a whole number from 1 on"},
      {"entities: Order, by: owner, limit: 2.5", "the limit 2.5; a limit is a whole number from 1 on"},
      {"entities: Order, newest: at, buckets: at", "has buckets, which is for the design to choose: leave it out"},
      {"entities: Order, by: owner, index: by_owner", "has index, which is for the design to choose: leave it out"},
      {"entities: Order, by: owner, table: shop", "has table, which is for the design to choose: leave it out"},
      {"entities: Order, by: owner, filter: [{field: nope, comparison: '='}]", "names the field 'nope'"},
      {"entities: Order, by: owner, where: {note: ''}", "demands that note is empty, and no key holds an empty text"},
      {"entities: Order, where: {state: [NEW, DONE]}", "demands several values of state: ask for each value by a read"},
      {"entities: Order, where: {at: 1}", "which is a time, and only strings, enumerations, bools and whole numbers"},
      {"entities: Order, where: {state: null}", "demands no value of state"},
      {"entities: Order, where: {state: OLD}",
       "where of the pattern \"asked\" demands 'OLD' of state, which is none of its values; it is one of NEW, DONE"},
      {"entities: Order, by: owner, filter: [{field: note, comparison: '~'}]",
       "compares note by '~', and there is no such comparison"},
      {"update: Order", "the pattern \"asked\" updates Order and sets nothing: name the fields that it changes (set)"},
      {"transact: [{create: Line}, {update: Order}]", "updates Order and sets nothing"},
      {"entities: Order, with: Order.note", "do not say which other Order they mean: let one of its fields say"},
      {"entities: Order, by: owner, per_second: 1e15, items: 3",
       "reads or writes 3e+15 items a second, and no service does: say a per_second and items whose product is at most "
       "1e+12"},
      {"batch_write: [{create: Order, items: 25}], per_second: 1e11", "reads or writes 2.5e+12 items a second"},
      {"update: Order, set: [note, note]", "names note twice in set"},
      {"update: Order, set: [id]",
       "sets id, which is in the identity of Order and so never changes: identify the items"},
  };
  for (const auto& one : kCases)
    EXPECT_THAT(error_of(shop(one.pattern)), AllOf(HasSubstr("q.yml:9: "), HasSubstr(one.error))) << one.pattern;
  EXPECT_THAT(error_of(shop("entities: Order, by: owner", ", count: 1e16")),
              AllOf(HasSubstr("q.yml:5: "), HasSubstr("no table has so many items: say at most 1e+15")));
  EXPECT_EQ(error_of(shop("entities: Order, by: owner, limit: 3, filter: [{field: note, comparison: '='}]")), "none");
}

// All that is wrong is told in one run, before any search.
TEST(DesignQuestions, AModelIsNamedAsTheOneToExtend) {
  EXPECT_THAT(error_of("format: 1\nname: shop\ntables: []\n"), HasSubstr("may name this one in its extend:"));
  EXPECT_THAT(error_of("name: shop\n"), HasSubstr("the file of questions needs a member 'design'"));
}

TEST(DesignQuestions, TellAllMistakesAtOnce) {
  const std::string error = error_of(R"(design: 1
name: shop
tables: few
colour: red
entities:
  - {name: Order, fields: {id: ulid, owner: string, at: time}, identity: [id, ident], ttl: gone, count: 1e16}
  - {name: Line, fields: {id: ulid, line: integer}, identity: [id, line]}
  - {name: Line, fields: {id: ulid}, identity: id}
  - {name: Note, fields: {id: ulid, text: strnig}, identity: id}
patterns:
  - {name: one, entities: Line, by: idd, wanted: [lin]}
  - {name: one, entities: Lines, by: id}
  - {name: two, entities: Order, by: nope}
  - {name: three, update: Line, set: [line, colour], given: [size], condition: "colr = :c AND line > :l"}
  - {name: four, update: Line, set: id, condition: "line >"}
  - {name: five, entities: Line, by: id, index: x, where: {line: one}, requests: 3, limit: 0}
  - {name: six, entities: Note, by: text}
  - {name: seven}
)");
  const char* kWanted[] = {
      "q.yml:3: ",
      "q.yml:4: the file of questions has no member 'colour'",
      "q.yml:6: the identity of Order names the field 'ident'",
      "q.yml:6: ttl of the entity Order names the field 'gone'",
      "q.yml:6: count of the entity Order is 1e+16",
      "q.yml:8: the entity Line occurs twice",
      "q.yml:9: ",
      "q.yml:11: the pattern \"one\" names the field 'idd'",
      "q.yml:11: the pattern \"one\" names the field 'lin'",
      "q.yml:12: two patterns are called \"one\"",
      "q.yml:12: the pattern \"one\" names the entity 'Lines', which the file does not describe; did you mean 'Line'?",
      "q.yml:13: the pattern \"two\" names the field 'nope'",
      "q.yml:14: the pattern \"three\" names the field 'colour'",
      "q.yml:14: the pattern \"three\" names the field 'size'",
      "q.yml:14: the pattern \"three\" has a condition on 'colr'",
      "q.yml:14: the pattern \"three\" sets line, which is in the identity of Line",
      "q.yml:15: the pattern \"four\" sets id, which is in the identity",
      "q.yml:15: the pattern \"four\" has the condition \"line >\", which cannot be read",
      "q.yml:16: the pattern \"five\" has index",
      "q.yml:16: the pattern \"five\" has the limit 0",
      "q.yml:16: where of the pattern \"five\" demands 'one' of line, which it never has: say a whole number",
      "q.yml:16: requests of the pattern \"five\"",
      "q.yml:18: the pattern \"seven\" says neither",
  };
  for (const char* wanted : kWanted) EXPECT_THAT(error, HasSubstr(wanted));
  // A consequence of another mistake is not a mistake of its own.
  EXPECT_THAT(error, Not(HasSubstr("names the entity 'Order'")));
  EXPECT_THAT(error, Not(HasSubstr("names the entity 'Note'")));
  EXPECT_THAT(error, Not(HasSubstr("partita_")));
}

// A mistake of an entity neither hides others nor makes any.
TEST(DesignQuestions, AMistakeOfAnEntityHidesNoOther) {
  const char* const kMistakes[] = {", count: -5",     ", size_bytes: x", ", ttl: gone",
                                   ", version: gone", ", unique: gone",  ", samples: [{nope: 1}]"};
  const auto told = [](const std::string& line, const std::string& more) {
    return error_of(line + more + R"(}
  - {name: Line, fields: {id: ulid, line: integer}, identity: [id, line]}
patterns:
  - {name: one, entities: Order, by: nope, wanted: [id, gone]}
  - {name: two, update: Order, set: id}
  - {name: three, entities: Line, by: id, with: Order.owner}
  - {name: four, entities: Lin, by: id}
  - {name: five, update: Line}
)");
  };
  const std::string order =
      "design: 1\nname: shop\nentities:\n  - {name: Order, fields: {id: ulid, owner: string}, identity: id";
  for (const char* mistake : kMistakes) {
    const std::string error = told(order, mistake);
    for (const char* wanted :
         {"q.yml:4: ", "q.yml:7: the pattern \"one\" names the field 'nope'",
          "q.yml:7: the pattern \"one\" names the "
          "field 'gone'",
          "q.yml:8: the pattern \"two\" sets id", "q.yml:10: the pattern \"four\" names the entity 'Lin'",
          "q.yml:11: the pattern \"five\" updates Line and sets nothing"})
      EXPECT_THAT(error, HasSubstr(wanted)) << mistake;
    EXPECT_THAT(error, Not(HasSubstr("q.yml:9: "))) << mistake;
  }
  // The fields are not known, so patterns that name them are not judged.
  const std::string unknown =
      told("design: 1\nname: shop\nentities:\n  - {name: Order, fields: {id: ulidd, owner: string}, identity: id", "");
  EXPECT_THAT(unknown, AllOf(HasSubstr("q.yml:4: "), HasSubstr("q.yml:10: "), HasSubstr("q.yml:11: "),
                             Not(HasSubstr("q.yml:7: ")), Not(HasSubstr("q.yml:8: ")), Not(HasSubstr("q.yml:9: "))));
  // The first one of two descriptions counts, also if it has mistakes.
  for (const char* fields : {"id: ulid, owner: string", "id: ulidd"})
    EXPECT_THAT(told(fmt::format("design: 1\nname: shop\nentities:\n  - {{name: Order, fields: {{{}}}, identity: id, "
                                 "count: -1}}\n  - {{name: Order, fields: {{key: string}}, identity: key",
                                 fields),
                     ""),
                HasSubstr("q.yml:5: the entity Order occurs twice"));
}

// The refusals of the proof and lint are told in the same run as those of the reader.
TEST(DesignQuestions, MistakesOfWritesAreToldWithThoseOfTheForm) {
  const std::string error = error_of(R"(design: 1
name: shop
entities:
  - {name: Order, fields: {id: ulid, note: string, at: time}, identity: id, unique: note, ttl: at}
  - {name: Line, fields: {id: ulid, line: integer}, identity: [id, line]}
patterns:
  - {name: one, update: Order, set: note}
  - {name: two, entities: Line, by: nope}
)");
  EXPECT_THAT(error, AllOf(HasSubstr("q.yml:4: "), HasSubstr("(P032)"), HasSubstr("q.yml:7: "),
                           HasSubstr("q.yml:8: the pattern \"two\" names the field 'nope'")));
}

// A pattern means the same in questions and in a model.
TEST(DesignQuestions, AConstantOfEachKindIsInAKey) {
  const struct {
    const char* where;
    const char* equals;
  } kConstants[] = {{"paid: true", "true"},   {"floor: -3", "-3"},      {"size: 12", "12"},
                    {"status: OPEN", "open"}, {"status: open", "open"}, {"note: a#b", "a#b"}};
  for (const auto& one : kConstants)
    for (const char* rest : {"newest: at", "by: owner, newest: at", "by: owner"}) {
      const auto questions = questions_of(fmt::format(R"(design: 1
name: shop
entities:
  - {{name: Order, count: 1M, size_bytes: 500, identity: id,
     fields: {{id: ulid, paid: bool, floor: integer, size: unsigned, note: string, owner: ulid, at: time,
       status: {{enum: [{{name: OPEN, attribute: open, key: 1}}, SHUT]}}}}}}
patterns:
  - {{name: asked, entities: Order, {}, where: {{{}}}, per_second: 1, items: 5}}
  - {{name: make, create: Order, per_second: 0.1}}
)",
                                                      rest, one.where));
      EXPECT_EQ(questions.where.at(0).at(0).equals, one.equals);
      const auto found = design_support::search(questions);
      EXPECT_TRUE(found.unserved.empty()) << one.where << " " << rest;
      ASSERT_FALSE(found.designs.empty()) << one.where;
      design_support::expect_sound(found.designs[0], one.where);
    }
}

TEST(DesignQuestions, WhatAFieldRefersToIsThere) {
  const auto with = [](const std::string& field) {
    std::string yaml = shop("entities: Order, by: owner");
    return error_of(yaml.replace(yaml.find("note: string"), 12, "note: {kind: string, " + field + "}"));
  };
  EXPECT_THAT(with("references: Lin"), AllOf(HasSubstr("q.yml:5: "), HasSubstr("which the file does not describe"),
                                             HasSubstr("did you mean 'Line'?")));
  for (const char* copy : {"copy_of: Line.lin", "copy_of: Lin.line"})
    EXPECT_THAT(with(copy), AllOf(HasSubstr("q.yml:5: "), HasSubstr("write it as ENTITY.FIELD"))) << copy;
  EXPECT_EQ(with("references: Line"), "none");
}

// Mistakes that the proof and lint find in all designs are told before the search, for all entities.
TEST(DesignQuestions, AllWritesThatNoKeyAllowsAreTold) {
  const auto questions = questions_of(R"(design: 1
name: shop
entities:
  - {name: Order, fields: {id: ulid, note: string, flag: bool}, identity: id, unique: note}
  - {name: Line, fields: {id: ulid, line: integer}, identity: [id, line]}
  - {name: Weight, fields: {weight: double}, identity: weight}
patterns:
  - {name: one, update: Order, set: note, per_second: 1}
  - {name: two, delete: Order, per_second: 1}
  - {name: three, delete: Line, parameters: [{name: id, type: string}, {name: key, type: string}]}
  - {name: four, entities: Order, by: flag, per_second: 1}
)");
  design::SearchMemory memory;
  const auto found = design::answer(questions, design_support::prices(), {}, &memory);
  ASSERT_FALSE(found);
  EXPECT_THAT(found.error(), AllOf(HasSubstr("questions.yml:8: "), HasSubstr("questions.yml:9: "),
                                   HasSubstr("questions.yml:10: \"three\""), HasSubstr("(P101)"),
                                   HasSubstr("the entity Weight can have no primary key")));
  EXPECT_EQ(memory.solver.solved(), 0u);
  EXPECT_EQ(memory.prices.priced(), 0u);
}

TEST(DesignQuestions, AConditionNamesFieldsAndIsReadAsDynamoDbReadsIt) {
  const auto with = [](const std::string& condition) {
    return error_of(shop("update: Order, set: note, condition: '" + condition + "'"));
  };
  for (const char* condition :
       {"state = :s", "#state = :s AND (owner = :o OR NOT contains(note, :n))", "attribute_not_exists(PK)",
        "attribute_exists(id) and size(note) < :n", "note.part[3] = :x", "owner IN (:a, :b)", "at BETWEEN :a AND :b"})
    EXPECT_EQ(with(condition), "none") << condition;
  EXPECT_THAT(with("stat = :s"), AllOf(HasSubstr("q.yml:9: "), HasSubstr("'stat', which Order does not have")));
  EXPECT_THAT(with("PK = :s"), HasSubstr("a condition on 'PK'"));
  EXPECT_THAT(with("the order is new"), HasSubstr("cannot be read"));
  EXPECT_THAT(error_of(shop("transact: [{update: Order, set: note, condition: 'nte = :n'}, {check: Line, condition: "
                            "'lin = :l'}]")),
              AllOf(HasSubstr("'nte'"), HasSubstr("'lin'")));
}

// The consequences of a key of few values are told before the search.
TEST(DesignQuestions, AdviceTellsWhatBoolsAndFewValuesMean) {
  const auto advice_of = [](const std::string& pattern, const std::string& rate) {
    const auto questions = questions_of(R"(design: 1
name: shop
entities:
  - {name: Order, count: 1M, size_bytes: 500, identity: id,
     fields: {id: ulid, paid: bool, status: {enum: [OPEN, SHUT]}, floor: {kind: integer, distinct: 4}, owner: ulid,
       tags: list, weight: double}}
patterns:
  - {name: asked, entities: Order, )" + pattern +
                                        R"(, per_second: 1, items: 5}
  - {name: make, create: Order, per_second: )" +
                                        rate + "}\n");
    std::string out;
    for (const design::KeyAdvice& one : questions.advice) out += one.text + "\n";
    return out;
  };
  EXPECT_THAT(advice_of("by: [owner, paid]", "1"),
              AllOf(HasSubstr("questions.yml:8: \"asked\" asks by paid of Order, a bool"),
                    HasSubstr("paid: {enum: [NO, YES]}"), Not(HasSubstr("partition keys"))));
  EXPECT_THAT(advice_of("by: status", "10"),
              AllOf(HasSubstr("by status of Order alone"), HasSubstr("2 partition keys"), Not(HasSubstr("shards"))));
  EXPECT_THAT(advice_of("by: status", "3000"), AllOf(HasSubstr("1500 write"), HasSubstr("needs shards")));
  EXPECT_THAT(advice_of("by: floor", "4000"), AllOf(HasSubstr("4 partition keys"), HasSubstr("needs shards")));
  EXPECT_EQ(advice_of("by: floor", "10"), "");
  // Less than a unit a second is worth no words.
  EXPECT_EQ(advice_of("by: status", "0.1"), "");
  EXPECT_THAT(advice_of("by: weight", "10"),
              AllOf(HasSubstr("no key can hold a floating-point number"), HasSubstr("store it as an integer of")));
  EXPECT_EQ(advice_of("by: [owner, status]", "3000"), "");
  EXPECT_EQ(advice_of("by: id", "3000"), "");
  EXPECT_THAT(advice_of("by: [status, paid]", "10"), HasSubstr("4 partition keys"));
  EXPECT_THAT(advice_of("by: owner, newest: paid", "10"), HasSubstr("no key is in the order of a bool"));
  EXPECT_THAT(advice_of("by: tags", "10"),
              AllOf(HasSubstr("no key can hold a document"), HasSubstr("store it as a string or a number")));
}

TEST(DesignQuestions, ABoolIsInTheTextOfAKey) {
  for (const char* tables : {"one", "several"}) {
    const auto found = design_support::search(questions_of(std::string("design: 1\nname: shop\ntables: ") + tables + R"(
entities:
  - {name: Order, count: 1M, size_bytes: 500, identity: id,
     fields: {id: ulid, paid: bool, gift: 'bool?', owner: ulid, at: time}}
  - {name: Line, count: 1M, identity: [id, line], fields: {id: ulid, line: integer, paid: bool, owner: ulid}}
patterns:
  - {name: paid, entities: Order, by: [owner, paid], newest: at, per_second: 1, items: 5}
  - {name: gifts, entities: Order, by: [owner, gift], per_second: 1, items: 5}
  - {name: lines, entities: Line, by: [owner, paid], per_second: 1, items: 5}
  - {name: make, create: Order, per_second: 2}
  - {name: pay, update: Order, set: paid, given: [owner, at], per_second: 2}
)"));
    EXPECT_TRUE(found.unserved.empty()) << tables;
    ASSERT_FALSE(found.designs.empty()) << tables;
    design_support::expect_sound(found.designs[0], tables);
  }
}

// A template of a key cannot write every name of a field. Fields in no key may have such names all the same.
TEST(DesignQuestions, AUniqueFieldFindsOneItem) {
  const auto items_of = [](const char* unique) {
    return questions_of(shop("entities: Order, by: owner, per_second: 1", unique)).patterns.at(1).items;
  };
  EXPECT_DOUBLE_EQ(items_of("").value(), 10);
  EXPECT_DOUBLE_EQ(items_of(", unique: owner").value(), 1);
}

TEST(DesignQuestions, AWriteThatKnowsNoFieldOfASparseKeyIsNamed) {
  const auto notes_of = [](const char* write) {
    const design::Questions questions =
        questions_of(shop("entities: Order, by: owner, where: {state: NEW}, oldest: at, per_second: 5, items: 3}\n"
                          "  - {name: move, update: Order, per_second: 1, " +
                          std::string(write)));
    return design::make_report({questions, design_support::search(questions), {}}, design_support::prices()).notes;
  };
  const auto note = HasSubstr(
      "no index of only the items whose state is NEW could be considered, because \"move\" changes it and knows no "
      "field of such a key. If the caller knows them, say given: [owner, at] there");
  EXPECT_THAT(notes_of("set: state"), testing::Contains(note));
  EXPECT_THAT(notes_of("set: state, given: [owner, at]"), Not(testing::Contains(note)));
}

TEST(DesignQuestions, AFieldOfAKeyHasANameThatATemplateCanWrite) {
  const auto with = [](const std::string& name, const std::string& identity, const std::string& patterns) {
    return "design: 1\nname: shop\nentities:\n  - name: Order\n    fields: {id: ulid, other: string, '" + name +
           "': string}\n    identity: " + identity + "\npatterns:\n  - {name: one, entities: Order, by: id}\n" +
           patterns;
  };
  for (const std::string name : {"{x}", "a{b", "a}b", "a:b"}) {
    const std::string cure = "names the field '" + name +
                             "', and a name with '{', '}' or ':' cannot be in the template of a key: give the field "
                             "another name, and keep what it is stored in by {attribute: '" +
                             name + "'}";
    const std::string quoted = "'" + name + "'";
    EXPECT_THAT(error_of(with(name, "['" + name + "']", "")), AllOf(HasSubstr("q.yml:6: "), HasSubstr(cure)));
    for (const std::string& read : {"by: " + quoted, "by: other, newest: " + quoted, "where: {" + quoted + ": x}"})
      EXPECT_THAT(error_of(with(name, "id", "  - {name: asked, items: 2, entities: Order, " + read + "}\n")),
                  AllOf(HasSubstr("q.yml:9: "), HasSubstr(cure)))
          << read;
    const std::string others = "  - {name: asked, entities: Order, by: other, wanted: [id, " + quoted +
                               "], items: 2}\n  - {name: change, update: Order, set: [" + quoted + "]}\n";
    const auto found = design_support::search(questions_of(with(name, "id", others)));
    ASSERT_FALSE(found.designs.empty()) << name;
    design_support::expect_sound(found.designs[0], name);
  }
  for (const std::string name : {"a#b", "a b", " ", "a,b", "$", "a.b"}) {
    const std::string key = "'" + name + "'";
    const auto found = design_support::search(questions_of(
        with(name, "[id, " + key + "]", "  - {name: asked, entities: Order, by: " + key + ", items: 2}\n")));
    EXPECT_TRUE(found.unserved.empty()) << name;
    ASSERT_FALSE(found.designs.empty()) << name;
    design_support::expect_sound(found.designs[0], name);
  }
  EXPECT_THAT(error_of(with("", "id", "")), AllOf(HasSubstr("q.yml:5: "), HasSubstr("has no name: give it one")));
}

// A write that the proof refuses whatever the keys are.
TEST(DesignQuestions, ARefusedWriteIsNamedWithItsLineRuleAndCure) {
  const auto questions = questions_of(shop("update: Order, set: [note], per_second: 1", ", unique: note"));
  const auto found = design::search(questions, design_support::prices(), {});
  ASSERT_FALSE(found);
  EXPECT_THAT(found.error(), AllOf(HasSubstr("questions.yml:9: "), HasSubstr("(P123)"), HasSubstr("read_first: true"),
                                   Not(HasSubstr("primary key"))));
}

// Each entity is checked in a model of its own, which does not have the other one.
TEST(DesignQuestions, AParameterMayBeAnItemOfAnotherEntity) {
  const auto refusal_of = [](const std::string& entity) {
    const auto questions =
        questions_of(shop("create: Order, parameters: [{name: order, entity: Order}, {name: line, entity: " + entity +
                          "}], per_second: 1"));
    const auto found = design::search(questions, design_support::prices(), {});
    return found ? std::string("none") : found.error();
  };
  EXPECT_EQ(refusal_of("Line"), "none");
  EXPECT_THAT(refusal_of("Lin"), HasSubstr("the parameter line is an item of Lin, which no table holds"));
}

// Lint has a say too: an error of it that all designs have is one of the questions.
TEST(DesignQuestions, AWriteThatCannotBeFormedIsNamedWithItsLineRuleAndCure) {
  const auto questions =
      questions_of(shop("delete: Line, parameters: [{name: id, type: string}, {name: key, type: string}]"));
  const auto found = design::search(questions, design_support::prices(), {});
  ASSERT_FALSE(found);
  EXPECT_THAT(found.error(), AllOf(HasSubstr("questions.yml:9: \"asked\""), HasSubstr("is also made of line (P101)"),
                                   HasSubstr("Add the missing fields to the parameters")));
}

TEST(DesignQuestions, ThatAModelAnswersTooAreComparedByTheNamesOfPatterns) {
  const auto questions = questions_of(shop("entities: Order, by: owner, newest: at, items: 5, per_second: 10") +
                                      "  - {name: make, create: Line}\n");
  const auto model = read_model_text(R"(
format: 1
name: old
tables:
  - name: orders
    partition_key: id
    indexes: [{name: by_owner, partition: owner, sort: at}]
    entities:
      - name: Order
        fields: {id: ulid, owner: string, state: {enum: [NEW, DONE]}, note: string, at: time}
        key: {partition: "{id}"}
        in: {by_owner: {partition: "{owner}", sort: "{at}"}}
        count: 1M
  - name: unused
    partition_key: id
    entities: [{name: Other, fields: {id: ulid}, key: {partition: "{id}"}, count: 1G}]
patterns:
  - {name: one, entities: Order, by: id, per_second: 1}
  - {name: asked, entities: Order, by: owner, newest: at, items: 5, per_second: 10}
  - {name: another, entities: Other, by: id, per_second: 1000}
)",
                                     "old.yml");
  ASSERT_TRUE(model) << model.error().message;
  const design::SearchResult found = design_support::search(questions);
  ASSERT_FALSE(found.designs.empty());
  const design::Beside beside = design::compare_beside(*found.designs[0].proof, *model, design_support::prices());
  ASSERT_EQ(beside.patterns.size(), 2u);
  EXPECT_EQ(beside.patterns[1].name, "asked");
  EXPECT_EQ(beside.patterns[1].theirs.how, "Query by_owner");
  EXPECT_GT(beside.patterns[1].theirs.usd, 0);
  EXPECT_EQ(beside.theirs.tables, 1u);
  EXPECT_EQ(beside.theirs.indexes, 1u);
  EXPECT_THAT(beside.only_theirs, ElementsAre("another"));
  EXPECT_THAT(beside.only_ours, ElementsAre("make"));
  EXPECT_NEAR(beside.ours.usd, found.designs[0].usd, 1e-6);
  design::Report report = design::make_report({questions, found, {}}, design_support::prices());
  EXPECT_THAT(design::report_text(report), Not(HasSubstr("pattern by pattern")));
  report.beside = beside;
  EXPECT_THAT(design::report_text(report), AllOf(HasSubstr("Beside old, pattern by pattern"),
                                                 HasSubstr("No figure counts what only old has: another.")));
  EXPECT_THAT(design::report_markdown(report), HasSubstr("| asked | Query by_owner |"));
  EXPECT_THAT(design::report_json(report), HasSubstr("\"only_theirs\": [\n      \"another\"\n    ]"));
}

}  // namespace design_questions_test
}  // namespace partita::modelling
