// Ion text: numbers as ion-java writes them, names, and texts that other programs write.
#include "transfer/formats/ion.h"

#include <gmock/gmock.h>

#include "transfer_support.h"

namespace partita {
namespace ion_test {

using ::testing::HasSubstr;
using transfer::Format;
using namespace transfer_support;

std::string ion_of(const AttributeValue& value) {
  std::string out;
  transfer::append_ion(Item({{"v", value}}), out);
  const std::string_view begin = "$ion_1_0 {Item:{v:", end = "}}";
  EXPECT_TRUE(out.starts_with(begin) && out.ends_with(end)) << out;
  return out.substr(begin.size(), out.size() - begin.size() - end.size());
}

AttributeValue value_of(const std::string& ion) {
  const AttributeMap item = item_of(Format::Ion, "{Item:{v:" + ion + "}}");
  return item.contains("v") ? *item.find("v") : AttributeValue();
}

std::string fault_of_value(const std::string& ion) { return fault_of(Format::Ion, "{Item:{v:" + ion + "}}"); }

TEST(Ion, NumbersAreDecimals) {
  const std::pair<const char*, const char*> cases[] = {
      {"0", "0."},
      {"1", "1."},
      {"-1", "-1."},
      {"10", "1d1"},
      {"600", "6d2"},
      {"-1200", "-12d2"},
      {"1.5", "1.5"},
      {"1500.25", "1500.25"},
      {"0.05", "0.05"},
      {"0.000001", "0.000001"},
      {"0.0000001", "1d-7"},
      {"-0.00000012", "-12d-8"},
      {"1E125", "1d125"},
      {"1E-130", "1d-130"},
      {"12345678901234567890123456789012345678", "12345678901234567890123456789012345678."},
  };
  for (const auto& [number, ion] : cases) {
    EXPECT_EQ(ion_of(AttributeValue::number(number)), ion);
    EXPECT_EQ(Item({{"v", value_of(ion)}}), Item({{"v", AttributeValue::number(number)}})) << ion;
  }
}

TEST(Ion, NamesAreQuotedIfTheyMustBe) {
  const std::pair<const char*, const char*> cases[] = {
      {"a_b$9", "a_b$9"}, {"$", "$"},     {"_", "_"},       {"true", "'true'"},   {"null", "'null'"},  {"nan", "'nan'"},
      {"$10", "'$10'"},   {"9a", "'9a'"}, {"a b", "'a b'"}, {"it's", "'it\\'s'"}, {"a\nb", "'a\\nb'"}, {"é", "'é'"},
  };
  for (const auto& [name, ion] : cases) {
    std::string line;
    transfer::append_ion(Item({{name, 1}}), line);
    EXPECT_EQ(line, std::string("$ion_1_0 {Item:{") + ion + ":1.}}");
    EXPECT_EQ(item_of(Format::Ion, line), (AttributeMap{{name, AttributeValue::number("1.")}}));
  }
}

TEST(Ion, ReadsTheOtherFormsOfValues) {
  EXPECT_EQ(value_of("1_000"), AttributeValue::number("1000"));
  EXPECT_EQ(value_of("15e-1"), AttributeValue::number("15e-1"));
  EXPECT_EQ(value_of("'''long\n''' /* joined */ '''text'''"), AttributeValue("long\ntext"));
  EXPECT_EQ(value_of(R"("\x41\u00e9\U0001F600\uD83D\uDE00\n\/")"), AttributeValue("Aé😀😀\n/"));
  EXPECT_EQ(value_of("null.struct"), AttributeValue::null());
  EXPECT_EQ(value_of("{{ AP\n 8Q }}"), AttributeValue::binary(std::string("\x00\xff\x10", 3)));
  EXPECT_EQ(value_of("[1,]"), AttributeValue::list({1}));
  EXPECT_EQ(value_of("'$dynamodb_NS' :: [1, 2.5]"), AttributeValue::number_set({"1", "2.5"}));
}

TEST(Ion, RecordsExtendOverLinesAndHaveComments) {
  const auto records = records_of(Format::Ion,
                                  "$ion_1_0\n// a comment {\n{\n  Item: { a: \"}\", // b {\n    'c}': 1. }\n}\n"
                                  "{Item:{a:\"2\"}} {Item:{a:\"3\"}}\n$ion_1_0 {Item:{a:\"4\"}}");
  ASSERT_EQ(records.size(), 4u);
  EXPECT_EQ(records[0].item, (AttributeMap{{"a", "}"}, {"c}", AttributeValue::number("1.")}}));
  EXPECT_EQ(records[0].line, 3u);
  EXPECT_EQ(records[2].item, (AttributeMap{{"a", "3"}}));
  EXPECT_EQ(records[3].line, 8u);
}

TEST(Ion, ARecordThatIsNeverClosedDoesNotTakeTheNextOnes) {
  const auto records = records_of(Format::Ion, "$ion_1_0 {Item:{a:[1,\n$ion_1_0 {Item:{a:2}}\n$ion_1_0 {Item:{a:3}}\n");
  ASSERT_EQ(records.size(), 3u);
  EXPECT_NE(records[0].fault, "");
  EXPECT_EQ(records[1].item, (AttributeMap{{"a", 2}}));
  EXPECT_EQ(records[2].line, 3u);
}

TEST(Ion, RefusesValuesWithoutATypeAndMalformedText) {
  for (const char* ion : {"2024-01-01T",
                          "symbol",
                          "{{\"clob\"}}",
                          "(s expression)",
                          "nan",
                          "+inf",
                          "0x1F",
                          "foo::1",
                          "$dynamodb_SS::[1]",
                          "$dynamodb_SS::[]",
                          "$dynamodb_NS::[1,1.0]",
                          "$dynamodb_SS::1",
                          "\"open",
                          "'''open",
                          "{a}",
                          "{a:}",
                          "{a 1}",
                          "[1 2]",
                          "[",
                          "{",
                          "{{AA",
                          "{{A}}",
                          R"("\q")",
                          R"("\x4")",
                          R"("\ud83d")",
                          R"("\udc00")",
                          R"("\U00110000")",
                          "1.2.3",
                          "--1",
                          "$10",
                          "1e999",
                          "{$10:1}",
                          "{:1}",
                          "/* open",
                          ""})
    EXPECT_NE(fault_of_value(ion), "") << ion;
  EXPECT_THAT(fault_of(Format::Ion, "{Item:{v:\xff}}"), HasSubstr("UTF-8"));
  EXPECT_THAT(fault_of(Format::Ion, "1"), HasSubstr("not a struct"));
  EXPECT_THAT(fault_of(Format::Ion, "{Other:{}}"), HasSubstr("neither a member Item"));
  EXPECT_THAT(fault_of(Format::Ion, "{Item:1}"), HasSubstr("Item is not a struct"));
}

}  // namespace ion_test
}  // namespace partita
