// The choice of a reader, and the errors of files of unknown formats.
#include "modelling/read/read_model.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

namespace partita::modelling {
namespace read_model_test {

TEST(ReadModel, NamesTheFormatsToAFileOfNone) {
  const auto read = read_model_text("pages: [1]", "book.yml");
  ASSERT_FALSE(read);
  EXPECT_NE(read.error().message.find("book.yml: this file is in no known format"), std::string::npos)
      << read.error().message;
}

TEST(ReadModel, TellsANewFileHowAModelBegins) {
  struct Case {
    const char* text;
    const char* said;
  };
  for (const Case& one :
       {Case{"", "new.yml: this file is empty: a model begins with the line \"format: 1\", and its tables follow"},
        Case{"name: a\ntables: []", "if it is a model of Partita, put the line \"format: 1\" at its beginning"},
        Case{"format: 1\npatterns: []", "at its beginning, and its tables under \"tables:\""},
        Case{"pages: [1]", "A model of Partita itself begins with the line \"format: 1\""}}) {
    const auto read = read_model_text(one.text, "new.yml");
    ASSERT_FALSE(read);
    EXPECT_NE(read.error().message.find(one.said), std::string::npos) << read.error().message;
  }
}

TEST(ReadModel, LeadsFromMistakesOfNewcomersToTheForm) {
  struct Case {
    const char* field_or_pattern;
    const char* said;
  };
  const auto model_with = [](const std::string& fields, const std::string& pattern) {
    return "format: 1\ntables:\n- name: books\n  partition_key: PK\n  entities:\n  - name: BOOK\n    fields: {id: "
           "string" +
           fields + "}\n    key: \"{id}\"\npatterns:\n- {name: Load" + pattern + "}\n";
  };
  for (const Case& one :
       {Case{"n: int", "there is no kind of field 'int'; did you mean 'integer'?"},
        Case{"n: [IN, OUT]", "the field n is a list: give its values in a map, as in n: {enum: [IN, OUT]}"},
        Case{"n: [a, b, c, d, e, f]", "{enum: [a, b, c, d, e, ...]}"},
        Case{"n: {type: string}", "the field n has no member 'type'; did you mean 'kind'?"}}) {
    const auto read =
        read_model_text(model_with(std::string(", ") + one.field_or_pattern, ", entities: BOOK, by: id"), "m");
    ASSERT_FALSE(read) << one.field_or_pattern;
    EXPECT_NE(read.error().message.find(one.said), std::string::npos) << read.error().message;
  }
  for (const Case& one :
       {Case{", newest first, entities: BOOK", "put this text into quotation marks, because a comma ends it"},
        Case{", get: BOOK", "a pattern has no member 'get'; did you mean 'entities'?"},
        Case{", entities: BOOK, sort: id", "a pattern has no member 'sort'; did you mean 'ascending'?"}}) {
    const auto read = read_model_text(model_with("", one.field_or_pattern), "m");
    ASSERT_FALSE(read) << one.field_or_pattern;
    EXPECT_NE(read.error().message.find(one.said), std::string::npos) << read.error().message;
  }
  const auto read = read_model_text(
      "format: 1\ntables:\n- {name: books, partition_key: PK, indexes: [{name: i, partition: A, when: a = b}]}", "m");
  ASSERT_FALSE(read);
  EXPECT_NE(read.error().message.find("as in when: {field: status, equals: OPEN}"), std::string::npos)
      << read.error().message;
}

TEST(ReadModel, TellsTheLineOfABrokenFile) {
  const auto read = read_model_text("format: 1\ntables: [", "broken.yml");
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().message.find("broken.yml:"), 0u) << read.error().message;
}

TEST(ReadModel, KnowsItsFormatsByName) {
  const auto read = read_model_text("format: 1\ntables: []", "x.yml", {.format = "dbase"});
  ASSERT_FALSE(read);
  EXPECT_NE(read.error().message.find("there is no format 'dbase'"), std::string::npos) << read.error().message;
}

// The fuzz target of the readers begins with a file of each format, whose name begins with that of the format.
TEST(ReadModel, HasASeedForTheFuzzTargetInEachFormat) {
  std::set<std::string> seen;
  for (const auto& file :
       std::filesystem::directory_iterator(PARTITA_MODELLING_DATA "/../../../fuzz/seeds/model_files")) {
    const std::string stem = file.path().stem().string();
    std::string format;
    for (const Reader* reader : readers())
      if (stem.starts_with(reader->name) && reader->name.size() > format.size()) format = reader->name;
    std::ifstream stream(file.path());
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    const auto recognized = read_model_text(text, "model");
    ASSERT_TRUE(recognized) << stem << ": " << recognized.error().message;
    EXPECT_FALSE(recognized->tables.empty()) << stem;
    const auto read = read_model_text(text, "model", {.format = format});
    ASSERT_TRUE(read) << stem << ": " << read.error().message;
    EXPECT_EQ(read->tables.size(), recognized->tables.size()) << stem;
    seen.insert(format);
  }
  EXPECT_EQ(seen.size(), readers().size());
}

}  // namespace read_model_test
}  // namespace partita::modelling
