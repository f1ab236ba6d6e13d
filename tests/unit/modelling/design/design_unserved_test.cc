// Reads that no key serves: the smallest change that the report names serves the read, if it is carried out.
#include <gmock/gmock.h>

#include <fstream>

#include "modelling/design/report/report.h"
#include "unit/modelling/design/design_support.h"

namespace partita::modelling {
namespace design_unserved_test {

using namespace design_support;
using testing::HasSubstr;

struct Existing {
  int indexes = 3;                 // of 20 at most
  int unused = 0;                  // the number of the index that no pattern reads, or 0
  const char* projection = "ALL";  // of all indexes
};

// The path of a model whose table `full` has these indexes: `by1` by the field f1, and so on.
std::string path_of(const Existing& existing) {
  std::string indexes, fields, keys, reads;
  for (int i = 1; i <= existing.indexes; ++i) {
    indexes += fmt::format("      - {{name: by{0}, partition: G{0}P, sort: G{0}S, projection: {1}}}\n", i,
                           existing.projection);
    fields += fmt::format(", f{}: string", i);
    keys += fmt::format("          by{0}: {{partition: \"F{0}#{{f{0}}}\", sort: \"{{id}}\"}}\n", i);
    const bool has_all = std::string_view(existing.projection) == "ALL";
    if (i != existing.unused)
      reads += fmt::format("  - {{name: By {0}, entities: THING, by: f{0}, per_second: 1, items: 5{1}}}\n", i,
                           has_all ? "" : ", wanted: [id]");
  }
  const std::string path = fmt::format("{}unserved_{}_{}_{}.yml", testing::TempDir(), existing.indexes, existing.unused,
                                       existing.projection);
  EXPECT_TRUE(
      std::ofstream(path)
      << "format: 1\nname: full\ntables:\n  - name: full\n    partition_key: PK\n    sort_key: SK\n"
         "    indexes:\n"
      << indexes
      << "    entities:\n      - name: THING\n        count: 1000\n        fields: {id: string, tags: list, "
         "flag: bool, at: time, g: string"
      << fields << "}\n        key: {partition: \"THING#{id}\", sort: THING}\n        in:\n"
      << keys
      << "  - name: other\n    partition_key: oid\n    entities:\n      - {name: OTHER, count: 1000, fields: {oid: "
         "string, g: string}, key: {partition: \"{oid}\"}}\npatterns:\n"
      << reads << "  - {name: Put, put: THING, per_second: 1}\n  - {name: Put other, put: OTHER, per_second: 1}\n");
  return path;
}

struct Case {
  Existing existing = {};
  const char* read = "";      // the members of the pattern
  const char* change = "";    // in the report
  const char* entities = "";  // the questions after the change was carried out
  std::vector<const char*> reads = {};
  Existing then = {};
};

design::Questions extend(const Existing& existing, const std::string& entities, const std::vector<const char*>& reads) {
  std::string text = fmt::format("design: 1\nextend: {}\n{}patterns:\n", path_of(existing), entities);
  for (std::size_t i = 0; i < reads.size(); ++i) text += fmt::format("  - {{name: New {}, {}}}\n", i, reads[i]);
  return questions_of(text);
}

const Existing kFull{.indexes = 20};
const Existing kFullOfKeys{.indexes = 20, .projection = "KEYS_ONLY"};

TEST(DesignUnserved, TheChangeOfAReadOfAnExtensionServesIt) {
  const Case cases[] = {
      {{},
       "entities: THING, by: g, consistent: true, items: 3",
       "read it eventually consistently",
       "",
       {"entities: THING, by: g, items: 3"}},
      {kFull,
       "entities: THING, by: [f1, g], items: 3",
       "leave g out of by, and let the program drop the others",
       "",
       {"entities: THING, by: f1, items: 3"},
       kFull},
      {kFull,
       "entities: THING, by: f1, newest: at, items: 3",
       "leave the order by at out, and sort in the program",
       "",
       {"entities: THING, by: f1, items: 3"},
       kFull},
      {kFull,
       "entities: THING, by: f1, newest: at, consistent: true, items: 3",
       "is not consistent; and leave the order by at out",
       "",
       {"entities: THING, by: f1, items: 3"},
       kFull},
      {kFull,
       "entities: THING, by: g, items: 3",
       "keep g once more, in a new entity with the identity of THING (id), which is written with it",
       "entities:\n  - {name: THING_BY_G, count: 1000, fields: {id: string, g: string}, identity: id}\n",
       {"entities: THING_BY_G, by: g, items: 3"},
       kFull},
      {{.indexes = 20, .unused = 7},
       "entities: THING, by: g, items: 3",
       "delete the index by7 of full, which serves no pattern of the existing model",
       "",
       {"entities: THING, by: g, items: 3"},
       {.indexes = 19}},
      {{},
       "entities: THING, by: tags, items: 3",
       "give THING a further optional field, a string or a number that has what the read needs of tags, and read by "
       "it, "
       "because no key can hold a document",
       "entities:\n  - {name: THING, fields: {tag: 'string?'}}\n",
       {"entities: THING, by: tag, items: 3"}},
      {{},
       "entities: THING, by: f1, newest: tags, items: 3",
       "leave the order by tags out, and sort in the program",
       "",
       {"entities: THING, by: f1, items: 3"}},
      {{},
       "entities: [THING, OTHER], by: g, items: 3",
       "allow 2 requests (requests: 2)",
       "",
       {"entities: THING, by: g, items: 3", "entities: OTHER, by: g, items: 3"}},
      {kFullOfKeys,
       "entities: THING, by: f1, items: 3",
       "want only id, f1 (wanted), which the index by1 has, and get the items by their keys for the rest",
       "",
       {"entities: THING, by: f1, wanted: [id, f1], items: 3"},
       kFullOfKeys},
      {kFullOfKeys,
       "entities: THING, by: f1, wanted: [id, at], items: 3",
       "want only id (wanted), which the index by1 has",
       "",
       {"entities: THING, by: f1, wanted: [id], items: 3"},
       kFullOfKeys},
  };
  for (const Case& one : cases) {
    SCOPED_TRACE(one.read);
    const design::Questions questions = extend(one.existing, "", {one.read});
    EXPECT_EQ(search(questions).unserved, patterns_at({0}));
    EXPECT_THAT(design::change_that_serves(questions, design::PatternPosition(0), prices()).value_or("none"),
                HasSubstr(one.change));
    const design::SearchResult changed = search(extend(one.then, one.entities, one.reads));
    EXPECT_TRUE(changed.unserved.empty());
    ASSERT_FALSE(changed.designs.empty());
    expect_sound(changed.designs[0], one.read);
  }
}

// An existing read is never said to be in the way, because it cannot be left out. Another new one is.
TEST(DesignUnserved, NamesANewReadThatIsInTheWay) {
  const design::Questions questions =
      extend({.indexes = 19}, "", {"entities: THING, by: g, items: 3", "entities: THING, newest: at, items: 3"});
  const design::SearchResult found = search(questions);
  ASSERT_EQ(found.unserved.size(), 1u);
  EXPECT_EQ(design::change_that_serves(questions, found.unserved[0], prices()),
            fmt::format("leave out \"New {}\", which is in its way", 1 - found.unserved[0].number()));
}

// The attribute of a key has one type, and LINE stores a bool in the attribute of the read's order.
TEST(DesignUnserved, NamesAnAttributeWithTwoTypes) {
  const design::Questions questions = questions_of(
      "design: 1\nname: shop\ntables: one\nentities:\n"
      "  - {name: ORDER, identity: order, fields: {order: ulid, owner: ulid, changed: time}}\n"
      "  - {name: LINE, identity: line, fields: {line: uuid, changed: bool}}\n"
      "patterns:\n  - {name: New, entities: ORDER, by: owner, newest: changed, items: 3}\n");
  EXPECT_EQ(search(questions).unserved, patterns_at({0}));
  EXPECT_EQ(design::change_that_serves(questions, design::PatternPosition(0), prices()).value_or("none"),
            "store changed of LINE in another attribute (attribute: NAME), because changed of ORDER has another type, "
            "and the attribute of a key has one type in the whole table");
}

// Small changes are made together, if one is not enough. Each of them is needed.
TEST(DesignUnserved, NamesSeveralChangesIfOneIsNotEnough) {
  const auto change = [](const std::string& more) {
    const design::Questions questions = questions_of(
        "design: 1\nname: shop\nentities:\n  - {name: ORDER, identity: id, fields: {id: ulid, owner: string, tags: "
        "list, "
        "parts: list}}\npatterns:\n  - {name: New, entities: ORDER, by: tags, items: 3" +
        more + "}\n");
    return design::change_that_serves(questions, design::PatternPosition(0), prices()).value_or("none");
  };
  const std::string tags = "store tags of ORDER as a string or a number, because no key can hold a document";
  const std::string parts = "store parts of ORDER as a string or a number, because no key can hold a document";
  EXPECT_EQ(change(""), tags);
  EXPECT_EQ(change(", newest: parts"), tags + "; and " + parts);
  EXPECT_EQ(
      change(", newest: parts, consistent: true"),
      "read it eventually consistently (leave consistent out), because the read needs an index, and a global index "
      "is not consistent; and " +
          tags + "; and " + parts);
}

}  // namespace design_unserved_test
}  // namespace partita::modelling
