// Strings in written JSON.
#include <gtest/gtest.h>

#include "protocol/codec.h"

namespace partita::protocol {
namespace escape_test {

std::string written(const std::string& text) {
  std::string out;
  encode_request(GetItemRequest{.table_name = text}, out);
  return out.substr(14, out.size() - 15 - 1);
}

TEST(EscapeTest, OnlyCharactersThatJsonDemandsAreEscaped) {
  EXPECT_EQ(written("\"\\/"), R"(\"\\/)");
  EXPECT_EQ(written("\b\f\n\r\t"), R"(\b\f\n\r\t)");
  EXPECT_EQ(written(std::string("\0\x01\x1f", 3)), R"(\u0000\u0001\u001f)");
  EXPECT_EQ(written("\x7f"), "\x7f");
  EXPECT_EQ(written("é\u2028\U0001F600"), "é\u2028\U0001F600");
  EXPECT_EQ(written(""), "");
}

// The writer looks at up to sixteen bytes at a time. It must handle every byte at every place of a text of any length.
TEST(EscapeTest, EveryByteAtEveryPlaceComesBack) {
  for (std::size_t size = 1; size <= 40; ++size) {
    for (int c = 0; c < 0x80; ++c) {
      for (std::size_t place = 0; place < size; ++place) {
        std::string text(size, 'x');
        text[place] = static_cast<char>(c);
        std::string json;
        encode_request(GetItemRequest{.table_name = text}, json);
        const auto decoded = decode_request<GetItemRequest>(json);
        ASSERT_TRUE(decoded) << c << " at " << place << " of " << size;
        ASSERT_EQ(decoded->table_name, text) << c << " at " << place << " of " << size;
      }
    }
  }
}

TEST(EscapeTest, BytesOfUtf8AreNoFaults) {
  std::string text;
  for (int length = 0; length < 40; ++length) {
    EXPECT_EQ(written(text), text);
    text += "é";
  }
}

// The text is longer than the room that the writer makes at once, and is appended to existing bytes.
TEST(EscapeTest, LongTextsAndManyEscapesFit) {
  std::string text;
  for (int i = 0; i < 20'000; ++i) text.push_back(static_cast<char>(i * i % 128));
  std::string json = "before";
  encode_request(GetItemRequest{.table_name = text}, json);
  ASSERT_TRUE(json.starts_with("before{"));
  const auto decoded = decode_request<GetItemRequest>(std::string_view(json).substr(6));
  ASSERT_TRUE(decoded);
  EXPECT_EQ(decoded->table_name, text);
}

TEST(EscapeTest, NamesAreEscapedToo) {
  std::string json;
  encode_response(GetItemResponse{Item(AttributeMap{{"a\"\n", AttributeValue::map({{"\\", "\x02"}})}}), {}}, json);
  EXPECT_EQ(json, R"({"Item":{"a\"\n":{"M":{"\\":{"S":"\u0002"}}}}})");
}

}  // namespace escape_test
}  // namespace partita::protocol
