// JSON for people, and texts that JSON, YAML and JavaScript read alike.
#include "base/json_lines.h"

#include <gtest/gtest.h>

#include <vector>

namespace partita::base {
namespace json_lines_test {

TEST(JsonLines, WritesAMemberOnEachLine) {
  JsonLines json;
  json.object({}, [&] {
    json.text("a", "x");
    json.text_or_null("b", "");
    json.flag("", true);
    json.texts("c", std::vector<std::string>{"y", "z"});
    json.list("d", std::vector<std::string>{}, [](const std::string&) {});
    json.raw("e", "1.50");
  });
  EXPECT_EQ(json.take(), R"({
  "a": "x",
  "b": null,
  "": true,
  "c": [
    "y",
    "z"
  ],
  "d": [],
  "e": 1.50
}
)");
  json.text({}, "again");
  EXPECT_EQ(json.take(), "\"again\"\n");
}

TEST(JsonText, EscapesForJsonAndYaml) {
  struct Case {
    std::string_view text, json;
  };
  using namespace std::string_view_literals;
  for (const Case& one : {Case{"", R"("")"}, Case{"a\"b\\c/", R"("a\"b\\c/")"}, Case{"\b\f\n\r\t", R"("\b\f\n\r\t")"},
                          Case{"\0\x01\x1f \x7f"sv, R"("\u0000\u0001\u001f \u007f")"},
                          Case{"\u0080\u0085\u009f\u00a0", "\"\\u0080\\u0085\\u009f\u00a0\""},
                          Case{"\u2027\u2028\u2029\u202a", "\"\u2027\\u2028\\u2029\u202a\""},
                          Case{"\ufeff\ufffd\ufffe\uffff", "\"\\ufeff\ufffd\\ufffe\\uffff\""},
                          Case{"\u00e4\u20ac\U0001f600", "\"\u00e4\u20ac\U0001f600\""}})
    EXPECT_EQ(json_text(one.text), one.json);
}

}  // namespace json_lines_test
}  // namespace partita::base
