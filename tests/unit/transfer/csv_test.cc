// CSV: quotes, delimiters, headers, types.
#include "transfer/formats/csv.h"

#include <gmock/gmock.h>

#include "transfer_support.h"

namespace partita {
namespace csv_test {

using ::testing::HasSubstr;
using transfer::Format;
using transfer::ReadSettings;
using namespace transfer_support;

std::string row_of(const AttributeMap& item, const std::vector<std::string>& columns, char delimiter = ',') {
  std::string out;
  transfer::append_row(Item(item), columns, delimiter, out);
  return out;
}

TEST(Csv, WritesStringsAndNumbersPlainlyAndOtherTypesAsJson) {
  EXPECT_EQ(row_of({{"s", "a"},
                    {"n", AttributeValue::number("1.50")},
                    {"b", AttributeValue::binary("x")},
                    {"yes", true},
                    {"ss", AttributeValue::string_set({"p"})},
                    {"empty", ""},
                    {"left", "out"}},
                   {"n", "s", "none", "b", "yes", "ss", "empty"}),
            "1.5,a,,eA==,\"{\"\"BOOL\"\":true}\",\"{\"\"SS\"\":[\"\"p\"\"]}\",\"\"\n");
}

TEST(Csv, EveryTextComesBackWithEveryDelimiter) {
  const std::string texts[] = {"plain", "a,b:c;d|e\tf g", "say \"hi\"", "\"", "two\nlines", "two\r\nlines",
                               "\r",    " edges ",        "é東",        ""};
  for (const char delimiter : transfer::kDelimiters)
    for (const std::string& text : texts) {
      std::string file;
      transfer::append_header({"pk", "a name, with \"all\""}, delimiter, file);
      transfer::append_row(Item({{"pk", text}, {"a name, with \"all\"", text + text}}), {"pk", "a name, with \"all\""},
                           delimiter, file);
      EXPECT_EQ(item_of(Format::Csv, file, {.delimiter = delimiter}),
                (AttributeMap{{"pk", text}, {"a name, with \"all\"", text + text}}))
          << file;
    }
}

TEST(Csv, OnlyKeysHaveTypes) {
  const ReadSettings settings{.types = {{"n", ScalarAttributeType::N}, {"b", ScalarAttributeType::B}}};
  const auto records = records_of(Format::Csv, "pk,n,b,x\na,1.50,AP8Q,7\nb,seven,,\nc,1,*,\n", settings);
  ASSERT_EQ(records.size(), 3u);
  EXPECT_EQ(records[0].item, (AttributeMap{{"pk", "a"},
                                           {"n", AttributeValue::number("1.50")},
                                           {"b", AttributeValue::binary(std::string("\x00\xff\x10", 3))},
                                           {"x", "7"}}));
  EXPECT_THAT(records[1].fault, HasSubstr("n: The parameter cannot be converted to a numeric value: seven"));
  EXPECT_EQ(records[1].line, 3u);
  EXPECT_THAT(records[2].fault, HasSubstr("b: the text is not base64"));
}

TEST(Csv, AnEmptyCellIsAnAbsentAttributeUnlessItIsQuoted) {
  EXPECT_EQ(item_of(Format::Csv, "a,b,c\n1,,\"\"\n"), (AttributeMap{{"a", "1"}, {"c", ""}}));
}

TEST(Csv, TheHeaderListReplacesTheHeader) {
  const auto records = records_of(Format::Csv, "a,b\n\nc,d", {.columns = {"pk", "sk"}});
  ASSERT_EQ(records.size(), 2u);
  EXPECT_EQ(records[0].item, (AttributeMap{{"pk", "a"}, {"sk", "b"}}));
  EXPECT_EQ(records[1].item, (AttributeMap{{"pk", "c"}, {"sk", "d"}}));
}

TEST(Csv, FaultsNameTheirLinesAndTheReaderGoesOn) {
  const auto records = records_of(Format::Csv, "a,b\n1,\"x\ny\"\n1\n1,2,3\n1,x\"y\n1,\"x\"y\n5,\xff\n7,8\n9,\"open\n");
  ASSERT_EQ(records.size(), 8u);
  EXPECT_EQ(records[0].item, (AttributeMap{{"a", "1"}, {"b", "x\ny"}}));
  EXPECT_EQ(records[1].line, 4u);
  EXPECT_EQ(records[1].fault, "the line has 1 cells, and there are 2 columns");
  EXPECT_THAT(records[2].fault, HasSubstr("3 cells"));
  EXPECT_THAT(records[3].fault, HasSubstr("must be written twice"));
  EXPECT_THAT(records[4].fault, HasSubstr("behind its closing quote"));
  EXPECT_THAT(records[5].fault, HasSubstr("UTF-8"));
  EXPECT_EQ(records[6].item, (AttributeMap{{"a", "7"}, {"b", "8"}}));
  EXPECT_EQ(records[7].line, 10u);
  EXPECT_THAT(records[7].fault, HasSubstr("ends inside a quoted cell"));
}

TEST(Csv, AHeaderThatCannotBeEndsTheFile) {
  for (const auto& [text, reason] : {std::pair{"a,a\n1,2\n", "two columns have the name a"},
                                     {"a,\n1,2\n", "name of a column is empty"},
                                     {"a,\"b\nc", "the header: the file ends inside"}}) {
    TextSource source(text);
    const auto reader = transfer::read_records(Format::Csv, source, {});
    transfer::Record record;
    const auto more = reader->next(record);
    ASSERT_FALSE(more);
    EXPECT_THAT(more.error().message, HasSubstr(reason));
  }
  EXPECT_TRUE(records_of(Format::Csv, "").empty());
  EXPECT_TRUE(records_of(Format::Csv, "a,b\n").empty());
}

TEST(Csv, AFileWhoseLinesEndWithCarriageReturnsIsRefused) {
  transfer_support::TextSource source("pk,a\r1,x\r2,y\r");
  const auto reader = transfer::read_records(Format::Csv, source, {});
  transfer::Record record;
  const auto more = reader->next(record);
  ASSERT_FALSE(more);
  EXPECT_THAT(more.error().message, HasSubstr("a carriage return that no line feed follows"));
}

}  // namespace csv_test
}  // namespace partita
