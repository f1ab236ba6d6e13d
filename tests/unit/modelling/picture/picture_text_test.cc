// Texts in pictures: the forms of hostile ones, and their widths.
#include <gtest/gtest.h>

#include "base/utf8.h"
#include "modelling/picture/plain_text.h"
#include "modelling/picture/text_width.h"
#include "value/utf8.h"

namespace partita::modelling {
namespace picture_text_test {

TEST(PlainText, ShowsEverythingAndMovesNothing) {
  const struct {
    std::string_view text, shown;
  } cases[] = {
      {"ORDER#1", "ORDER#1"},
      {"Zoë 日本 😀", "Zoë 日本 😀"},
      {"a\tb\nc", "a␉b␊c"},
      {std::string_view("\0\x1f\x7f", 3), "␀␟␡"},
      {"\xff", "\xEF\xBF\xBD"},
      {"a\xc3", "a\xEF\xBF\xBD"},
      {"\xed\xa0\x80", "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"},  // a surrogate
      {"a\u202Eb", "a\uFFFDb"},                                  // turns the text around
      {"\u2066x\u2069", "\uFFFDx\uFFFD"},
      {"a\u200Bb\uFEFF", "a\uFFFDb\uFFFD"},
      {"\u0085\uFFFE", "\uFFFD\uFFFD"},
      {"שלום", "שלום"},
  };
  for (const auto& one : cases) {
    EXPECT_EQ(printable(one.text), one.shown);
    EXPECT_TRUE(value::is_utf8(printable(one.text)));
    EXPECT_EQ(printable(printable(one.text)), one.shown);
  }
}

TEST(PlainText, EscapesMarkup) {
  EXPECT_EQ(escaped_markup("<script>a && \"b\" ']]>"), "&lt;script&gt;a &amp;&amp; &quot;b&quot; &#39;]]&gt;");
}

TEST(PlainText, ReadsAndWritesEachLengthOfCharacter) {
  for (const char32_t c : {U'a', U'é', U'€', U'😀'}) {
    std::string text;
    base::append_utf8(text, c);
    std::string_view view = text;
    EXPECT_EQ(take_character(view), c);
    EXPECT_TRUE(view.empty());
  }
}

TEST(TextWidth, GrowsWithTextSizeAndFont) {
  EXPECT_DOUBLE_EQ(text_width("", Font::Sans, 12), 0);
  EXPECT_DOUBLE_EQ(text_width("ORDER", Font::Sans, 24), 2 * text_width("ORDER", Font::Sans, 12));
  EXPECT_LT(text_width("iii", Font::Sans, 12), text_width("www", Font::Sans, 12));
  EXPECT_DOUBLE_EQ(text_width("iii", Font::Mono, 12), text_width("www", Font::Mono, 12));
  EXPECT_GT(text_width("ORDER", Font::Bold, 12), text_width("ORDER", Font::Sans, 12));
  EXPECT_GT(text_width("日", Font::Mono, 10), 10);
  EXPECT_DOUBLE_EQ(text_width("e\u0301", Font::Sans, 12), text_width("e", Font::Sans, 12));
}

TEST(TextWidth, CutsWhatHasNoRoom) {
  for (const Font font : {Font::Sans, Font::Bold, Font::Mono})
    for (const std::string text :
         {"a long text that has no room", "日本語日本語日本語日本語", "iiiiiiiiiiiiiiiiiiiiiiii"}) {
      const std::string cut = cut_text(text, font, 12, 60);
      EXPECT_TRUE(cut.ends_with("…")) << cut;
      EXPECT_GT(cut.size(), std::string("…").size());
      EXPECT_LE(text_width(cut, font, 12), 60);
      EXPECT_TRUE(value::is_utf8(cut));
      EXPECT_EQ(cut_text(text, font, 12, text_width(text, font, 12)), text);
    }
}

}  // namespace picture_text_test
}  // namespace partita::modelling
