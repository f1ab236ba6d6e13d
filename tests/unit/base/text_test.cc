#include "base/text.h"

#include <gtest/gtest.h>

#include "base/base64.h"

namespace partita::base {
namespace text_test {

TEST(Text, HasTwoHexDigitsForEachByte) {
  EXPECT_EQ(hex(std::string_view("\x00\x0f\xa0\xff", 4)), "000fa0ff");
  std::string text = "x";
  append_hex(text, std::string_view("\x7f", 1));
  append_hex(text, std::uint8_t{0x80});
  EXPECT_EQ(text, "x7f80");
}

TEST(Text, ReadsHexDigitsOfOneCase) {
  EXPECT_EQ(lower_hex_digit('9'), 9);
  EXPECT_EQ(lower_hex_digit('f'), 15);
  EXPECT_EQ(lower_hex_digit('F'), -1);
  EXPECT_EQ(lower_hex_digit('g'), -1);
  EXPECT_EQ(upper_hex_digit('F'), 15);
  EXPECT_EQ(upper_hex_digit('f'), -1);
}

TEST(Text, ChangesTheCaseOfLettersOnly) { EXPECT_EQ(lower("X-Amz-DATE [@Z]\xC4"), "x-amz-date [@z]\xC4"); }

TEST(Text, TrimsBothEnds) {
  EXPECT_EQ(trimmed(" \t a b\r\n"), "a b");
  EXPECT_EQ(trimmed("ab"), "ab");
  EXPECT_EQ(trimmed(" \r\n"), "");
  EXPECT_EQ(trimmed(""), "");
  EXPECT_EQ(trimmed("\ta ", " "), "\ta");
  EXPECT_EQ(trimmed("  \ta  ", ' '), "\ta");
  EXPECT_EQ(trimmed("   ", ' '), "");
}

// The vectors of RFC 4648, section 10, and one that tells the alphabets apart.
TEST(Base64Texts, AreThoseOfTheStandard) {
  struct Case {
    std::string_view bytes, text, for_urls;
  };
  for (const auto& [bytes, text, for_urls] :
       {Case{"", "", ""}, Case{"f", "Zg==", "Zg"}, Case{"fo", "Zm8=", "Zm8"}, Case{"foo", "Zm9v", "Zm9v"},
        Case{"foobar", "Zm9vYmFy", "Zm9vYmFy"}, Case{"\xfb\xff", "+/8=", "-_8"}}) {
    EXPECT_EQ(to_base64(bytes), text);
    EXPECT_EQ(to_base64_for_urls(bytes), for_urls);
    EXPECT_EQ(decode_base64(text), bytes);
    EXPECT_EQ(decode_base64_for_urls(for_urls), bytes);
  }
}

TEST(Base64Texts, OfAnotherFormAreRefused) {
  for (const std::string_view text : {"Zg", "Zg=", "Zh==", "Z===", "Zm9v\n", "-_8="})
    EXPECT_FALSE(decode_base64(text)) << text;
  for (const std::string_view text : {"Zg==", "Zh", "Z", "+/8"}) EXPECT_FALSE(decode_base64_for_urls(text)) << text;
}

}  // namespace text_test
}  // namespace partita::base
