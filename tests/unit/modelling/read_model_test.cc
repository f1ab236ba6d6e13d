// The choice of a reader, and what files of no known format are told.
#include "modelling/read/read_model.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

namespace partita::modelling {
namespace read_model_test {

TEST(ReadModel, NamesTheFormatsToAFileOfNone) {
  const auto read = read_model_text("pages: [1]", "book.yml");
  ASSERT_FALSE(read);
  EXPECT_NE(read.error().message.find("book.yml: this file is in no known format"), std::string::npos)
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
