// The lines of each format, byte by byte, and the way back.
#include <gmock/gmock.h>

#include "transfer/formats/csv.h"
#include "transfer/formats/item_writer.h"
#include "transfer_support.h"

namespace partita {
namespace formats_test {

using ::testing::HasSubstr;
using transfer::Format;
using transfer::Record;
using namespace transfer_support;

std::string line_of(Format format, const AttributeMap& item) {
  std::string out;
  transfer::append_line(format, Item(item), out);
  return out;
}

// The item of the developer guide.
AttributeMap book() {
  return {{"Authors", AttributeValue::string_set({"Author1", "Author2"})},
          {"Dimensions", "8.5 x 11.0 x 1.5"},
          {"Id", 103},
          {"InPublication", false},
          {"PageCount", 600}};
}

TEST(Formats, DynamoDbJsonIsThatOfTheService) {
  EXPECT_EQ(line_of(Format::DynamoDbJson, book()),
            "{\"Item\":{\"Authors\":{\"SS\":[\"Author1\",\"Author2\"]},\"Dimensions\":{\"S\":\"8.5 x 11.0 x 1.5\"},"
            "\"Id\":{\"N\":\"103\"},\"InPublication\":{\"BOOL\":false},\"PageCount\":{\"N\":\"600\"}}}\n");
}

TEST(Formats, IonIsThatOfTheService) {
  EXPECT_EQ(line_of(Format::Ion, book()),
            "$ion_1_0 {Item:{Authors:$dynamodb_SS::[\"Author1\",\"Author2\"],Dimensions:\"8.5 x 11.0 x 1.5\","
            "Id:103.,InPublication:false,PageCount:6d2}}\n");
}

TEST(Formats, PlainJsonHasNoTypes) {
  EXPECT_EQ(line_of(Format::JsonLines, book()),
            "{\"Authors\":[\"Author1\",\"Author2\"],\"Dimensions\":\"8.5 x 11.0 x 1.5\",\"Id\":103,"
            "\"InPublication\":false,\"PageCount\":600}\n");
}

TEST(Formats, TypedFormatsKeepEveryType) {
  for (const Format format : {Format::DynamoDbJson, Format::Ion}) {
    const std::string line = line_of(format, every_type());
    EXPECT_EQ(Item(item_of(format, line)), Item(every_type())) << line;
    EXPECT_EQ(std::count(line.begin(), line.end(), '\n'), 1);
  }
}

TEST(Formats, PlainJsonKeepsNumbersTextsAndShapes) {
  const AttributeMap item = item_of(Format::JsonLines, line_of(Format::JsonLines, every_type()));
  const AttributeMap all = every_type();
  for (const char* name : {"s", "empty", "unicode", "n", "small", "zero", "yes", "no", "null", "l", "m"})
    EXPECT_EQ(Item({{"v", *item.find(name)}}), Item({{"v", *all.find(name)}})) << name;
  EXPECT_EQ(*item.find("b"), AttributeValue("AP8Q"));
  EXPECT_EQ(item.find("ss")->type(), AttributeType::L);
}

TEST(Formats, LinesOfAnIncrementalExport) {
  const auto records = records_of(
      Format::DynamoDbJson,
      R"({"Metadata":{"WriteTimestampMicros":{"N":"1680109764000000"}},"Keys":{"pk":{"S":"a"}},"NewImage":{"pk":{"S":"a"},"n":{"N":"1"}}}
{"Metadata":{"WriteTimestampMicros":{"N":"1680109764000000"}},"Keys":{"pk":{"S":"b"}},"OldImage":{"pk":{"S":"b"},"n":{"N":"1"}}}
)");
  ASSERT_EQ(records.size(), 2u);
  EXPECT_EQ(records[0].kind, Record::Kind::Put);
  EXPECT_EQ(records[0].item, (AttributeMap{{"pk", "a"}, {"n", 1}}));
  EXPECT_EQ(records[1].kind, Record::Kind::Delete);
  EXPECT_EQ(records[1].item, (AttributeMap{{"pk", "b"}}));
}

TEST(Formats, ChangesAreLinesOfIncrementalExports) {
  const transfer::ItemChange changes[] = {
      {.write_time_us = 1'680'109'764'000'000,
       .keys = Item(AttributeMap{{"pk", "a"}}),
       .old_image = Item(AttributeMap{{"pk", "a"}, {"n", 1}}),
       .new_image = Item(AttributeMap{{"pk", "a"}, {"n", 2}})},
      {.write_time_us = 5, .keys = Item(AttributeMap{{"pk", "b"}})},
  };
  std::string json, ion;
  for (const transfer::ItemChange& change : changes) {
    transfer::append_change(Format::DynamoDbJson, change, json);
    transfer::append_change(Format::Ion, change, ion);
  }
  EXPECT_EQ(json, R"({"Metadata":{"WriteTimestampMicros":{"N":"1680109764000000"}},"Keys":{"pk":{"S":"a"}},)"
                  R"("OldImage":{"n":{"N":"1"},"pk":{"S":"a"}},"NewImage":{"n":{"N":"2"},"pk":{"S":"a"}}})"
                  "\n"
                  R"({"Metadata":{"WriteTimestampMicros":{"N":"5"}},"Keys":{"pk":{"S":"b"}}})"
                  "\n");
  EXPECT_EQ(ion.substr(0, ion.find('\n')),
            R"($ion_1_0 {Record:{Metadata:{WriteTimestampMicros:1680109764000000.},Keys:{pk:"a"},)"
            R"(OldImage:{n:1.,pk:"a"},NewImage:{n:2.,pk:"a"}}})");
  for (const auto& [format, text] : {std::pair{Format::DynamoDbJson, json}, {Format::Ion, ion}}) {
    const auto records = records_of(format, text);
    ASSERT_EQ(records.size(), 2u);
    EXPECT_EQ(Item(records[0].item), Item(AttributeMap{{"pk", "a"}, {"n", 2}}));
    EXPECT_EQ(records[1].kind, Record::Kind::Delete);
    EXPECT_EQ(records[1].item, (AttributeMap{{"pk", "b"}}));
  }
}

TEST(Formats, AFaultyRecordHasItsLineAndTheReaderGoesOn) {
  const auto records =
      records_of(Format::DynamoDbJson,
                 "\xef\xbb\xbf{\"Item\":{\"a\":{\"S\":\"1\"}}}\r\n\n  \nnonsense\n{\"Item\":{\"a\":{\"S\":\"2\"}}}");
  ASSERT_EQ(records.size(), 3u);
  EXPECT_EQ(records[0].item, (AttributeMap{{"a", "1"}}));
  EXPECT_EQ(records[1].line, 4u);
  EXPECT_EQ(records[1].text, "nonsense");
  EXPECT_EQ(records[1].fault, "the text is not JSON");
  EXPECT_EQ(records[2].line, 5u);
  EXPECT_EQ(records[2].item, (AttributeMap{{"a", "2"}}));
}

TEST(Formats, TypedJsonIsRefusedWithItsReason) {
  const std::pair<const char*, const char*> cases[] = {
      {"[]", "begins an array"},
      {"{}", "neither a member Item nor a member Keys"},
      {R"({"Item":1})", "Item is not an object"},
      {R"({"Item":{"a":{"S":1}}})", "cannot be converted to String"},
      {R"({"Item":{"a":{}}})", "Supplied AttributeValue is empty"},
      {R"({"Item":{"a":{"S":"b","N":"1"}}})", "more than one datatypes"},
      {R"({"Item":{"a":{"N":"1x"}}})", "cannot be converted to a numeric value: 1x"},
      {R"({"Item":{"a":{"N":"123456789012345678901234567890123456789"}}})", "more than 38 significant digits"},
      {R"({"Item":{"a":{"SS":[]}}})", "set  may not be empty"},
      {R"({"Item":{"a":{"NS":["1","1.0"]}}})", "contains duplicates"},
      {R"({"Item":{"a":{"B":"x"}}})", "multiple of 4"},
      {R"({"Item":{"a":{"NULL":false}}})", "Null attribute value types must have the value of true"},
      {"{\"Item\":{\"a\":{\"S\":\"\xff\"}}}", "not JSON"},
      {R"({"Item":{"a":{"S":"b"}}} {})", "not JSON"},
  };
  for (const auto& [text, reason] : cases) EXPECT_THAT(fault_of(Format::DynamoDbJson, text), HasSubstr(reason)) << text;
}

TEST(Formats, PlainJsonIsRefusedWithItsReason) {
  const std::pair<const char*, const char*> cases[] = {
      {"1", "not a JSON object"},           {"[]", "begins an array"},     {"{\"a\":01}", "not JSON"},
      {"{\"a\":+1}", "not JSON"},           {"{\"a\":1.}", "not JSON"},    {"{\"a\":nul}", "not JSON"},
      {"{\"a\":[1 2]}", "not JSON"},        {"{\"a\":1", "not JSON"},      {"{\"a\":1} {}", "more text"},
      {"{\"\":1}", "Empty attribute name"}, {"{\"a\":1e200}", "overflow"}, {"{\"a\":\"\xff\"}", "not JSON"},
      {"{\"a\":\"\\ud800\"}", "not JSON"},  {"{\"a\" 1}", "not JSON"},
  };
  for (const auto& [text, reason] : cases) EXPECT_NE(fault_of(Format::JsonLines, text), "") << text << ' ' << reason;
  EXPECT_EQ(item_of(Format::JsonLines, R"({"a":1,"b":[{}],"a":2})"),
            (AttributeMap{{"a", 2}, {"b", AttributeValue::list({AttributeValue::map()})}}));
}

TEST(Formats, DeepJsonIsRefusedAndDoesNotEndTheProcess) {
  for (const int levels : {33, 1'000, 100'000}) {
    std::string plain = "{\"a\":", typed = "{\"Item\":{\"a\":", ion = "{Item:{a:";
    for (int i = 0; i < levels; ++i) plain += '[', typed += "{\"L\":[", ion += '[';
    for (int i = 0; i < levels; ++i) plain += ']', typed += "]}", ion += ']';
    EXPECT_NE(fault_of(Format::JsonLines, plain + "}"), "") << levels;
    EXPECT_NE(fault_of(Format::DynamoDbJson, typed + "}}"), "") << levels;
    EXPECT_NE(fault_of(Format::Ion, ion + "}}"), "") << levels;
  }
}

TEST(Formats, ALongRecordIsSkippedWithBoundedMemory) {
  const std::string text = "{\"Item\":{\"a\":{\"S\":\"1\"}}}\n{\"x\":\"" +
                           std::string(transfer::kMostRecordBytes + 5, 'x') + "\"}\n{\"Item\":{\"a\":{\"S\":\"3\"}}}\n";
  const auto records = records_of(Format::DynamoDbJson, text, {}, 1'000'000);
  ASSERT_EQ(records.size(), 3u);
  EXPECT_THAT(records[1].fault, HasSubstr("longer than 16777216 bytes"));
  EXPECT_EQ(records[1].text.size(), transfer::kMostRecordBytes);
  EXPECT_EQ(records[2].item, (AttributeMap{{"a", "3"}}));
  EXPECT_EQ(records[2].line, 3u);
}

TEST(Formats, PlainJsonOfManyNamesTakesNoQuadraticTime) {
  std::string text = "{";
  for (int i = 200'000; i > 0; --i) text += '"' + std::to_string(i) + "\":1,";
  text.back() = '}';
  EXPECT_EQ(item_of(Format::JsonLines, text).size(), 200'000u);
}

TEST(Formats, KeysOfBytesAreBase64InPlainJson) {
  const transfer::ReadSettings settings{.types = {{"pk", ScalarAttributeType::B}}};
  EXPECT_EQ(item_of(Format::JsonLines, R"({"pk":"AP8Q","b":"AP8Q"})", settings),
            (AttributeMap{{"pk", AttributeValue::binary(std::string("\x00\xff\x10", 3))}, {"b", "AP8Q"}}));
  EXPECT_THAT(fault_of(Format::JsonLines, R"({"pk":"A"})", settings), HasSubstr("pk: the text is not base64"));
}

TEST(Formats, NamesOfFilesTellTheFormat) {
  EXPECT_EQ(transfer::format_of("a/orders.json.gz"), Format::DynamoDbJson);
  EXPECT_EQ(transfer::format_of("orders.jsonl.zst"), Format::JsonLines);
  EXPECT_EQ(transfer::format_of("orders.ion"), Format::Ion);
  EXPECT_EQ(transfer::format_of("orders.csv"), Format::Csv);
  EXPECT_EQ(transfer::format_of("orders.txt"), std::nullopt);
  EXPECT_EQ(transfer::format_named("CSV"), Format::Csv);
}

}  // namespace formats_test
}  // namespace partita
