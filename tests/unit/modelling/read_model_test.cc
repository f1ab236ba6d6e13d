// The choice of a reader, and what files of no known format are told.
#include "modelling/read/read_model.h"

#include <gtest/gtest.h>

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

}  // namespace read_model_test
}  // namespace partita::modelling
