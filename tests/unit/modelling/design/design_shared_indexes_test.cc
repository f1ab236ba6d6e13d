// Reads of several entities through an index that they share, by fields that some of their items lack.
#include <algorithm>
#include <filesystem>
#include <fstream>

#include "unit/modelling/design/design_support.h"

namespace partita::modelling {
namespace design_shared_indexes_test {

using namespace design_support;

struct Library {
  std::string tables = "any";
  std::string member = "memberId: string, name: string";
  std::string book =
      "isbn: string, bookId: string, memberId: {kind: string, optional: true, present: 0.2, distinct: 200k}";
  std::string read = "entities: [Member, Book], by: memberId, per_second: 20, items: 4";
  std::string rest = "";
};

std::string library(const Library& of) {
  return "design: 1\nname: library\ntables: " + of.tables +
         "\nentities:\n"
         "  - {name: Member, count: 200k, size_bytes: 400, identity: memberId, fields: {" +
         of.member +
         "}}\n"
         "  - {name: Book, count: 5M, size_bytes: 400, identity: [isbn, bookId], fields: {" +
         of.book +
         "}}\n"
         "patterns:\n  - {name: asked, " +
         of.read +
         "}\n"
         "  - {name: Lend, update: Book, set: memberId, per_second: 1}\n"
         "  - {name: A book, entities: Book, by: [isbn, bookId], per_second: 5}\n" +
         of.rest;
}

// The one read of several entities takes one request, is right on made-up items, and no item without the field is in
// its index.
void expect_shared(const Library& of, const std::string& what) {
  SCOPED_TRACE(what);
  const auto found = search(questions_of(library(of)));
  ASSERT_FALSE(found.designs.empty());
  EXPECT_TRUE(found.unserved.empty());
  EXPECT_FALSE(found.timed_out);
  EXPECT_NEAR(found.bound, found.designs[0].usd, 1e-5);
  const design::Design& design = found.designs[0];
  const auto read = std::ranges::find(design.reads, "asked", &design::Served::name);
  ASSERT_NE(read, design.reads.end());
  EXPECT_NE(read->index, "");
  expect_sound(design, what);
}

TEST(DesignSharedIndexes, HoldOnlyTheItemsThatHaveAnOptionalField) {
  for (const char* tables : {"one", "several", "any"}) expect_shared({.tables = tables}, tables);
}

TEST(DesignSharedIndexes, AnyOfTheEntitiesMayLackTheField) {
  const std::string asks = "per_second: 20, items: 4";
  const Library cases[] = {
      // The first entity lacks it, and then both.
      {.read = "entities: [Book, Member], by: memberId, " + asks},
      {.member = "memberId: string, team: 'string?'",
       .book = "isbn: string, bookId: string, memberId: 'string?', team: 'string?'",
       .read = "entities: [Member, Book], by: team, " + asks},
      // Two fields, one of which every item has.
      {.member = "memberId: string, team: string, city: 'string?'",
       .book = "isbn: string, bookId: string, memberId: 'string?', team: string, city: string",
       .read = "entities: [Member, Book], by: [team, city], " + asks},
      // The order is by an optional field.
      {.member = "memberId: string, team: string, seen: 'time?'",
       .book = "isbn: string, bookId: string, memberId: 'string?', team: 'string?', seen: time",
       .read = "entities: [Member, Book], by: team, newest: seen, " + asks},
      // A number, and attributes of different names.
      {.member = "memberId: string, shelf: {kind: integer, attribute: place}",
       .book = "isbn: string, bookId: string, memberId: 'string?', shelf: 'integer?'",
       .read = "entities: [Member, Book], by: shelf, " + asks},
  };
  for (const Library& one : cases) expect_shared(one, one.read);
}

// A third entity of the table has the field, and is not asked for.
TEST(DesignSharedIndexes, HoldNoItemsOfAnotherEntityWithTheField) {
  Library with_third{.tables = "one"};
  std::string text = library(with_third);
  text.insert(
      text.find("patterns:"),
      "  - {name: Fine, count: 1M, size_bytes: 100, identity: fineId, fields: {fineId: ulid, memberId: string}}\n");
  const auto found =
      search(questions_of(text + "  - {name: Fines, entities: Fine, by: memberId, per_second: 1, items: 2}\n"));
  ASSERT_FALSE(found.designs.empty());
  EXPECT_TRUE(found.unserved.empty());
  expect_sound(found.designs[0], "a third entity");
}

// Entities that exist are read by a new index, although some of their items lack the field.
TEST(DesignSharedIndexes, ExtendAModelWhoseItemsMayLackTheField) {
  const std::string path = testing::TempDir() + "design_shared_indexes_model.yaml";
  std::ofstream(path) << R"(format: 1
name: library
tables:
  - name: library
    partition_key: PK
    sort_key: SK
    entities:
      - {name: Member, count: 200k, fields: {memberId: string}, key: {partition: "MEMBER#{memberId}", sort: MEMBER}}
      - {name: Book, count: 5M, fields: {isbn: string, bookId: string, memberId: 'string?'},
         key: {partition: "BOOK#{isbn}", sort: "BOOK#{bookId}"}}
patterns:
  - {name: Lend, update: Book, set: memberId, per_second: 1}
)";
  const auto questions = questions_of("design: 1\nextend: " + path +
                                      "\npatterns:\n  - {name: asked, entities: [Member, Book], by: memberId, "
                                      "per_second: 20, items: 4}\n");
  const auto found = search(questions);
  EXPECT_TRUE(found.unserved.empty());
  ASSERT_FALSE(found.designs.empty());
  expect_sound(found.designs[0], "extension");
  std::filesystem::remove(path);
}

}  // namespace design_shared_indexes_test
}  // namespace partita::modelling
