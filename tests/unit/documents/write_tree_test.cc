// Trees as JSON and YAML: each text comes back as it was.
#include <gmock/gmock.h>

#include "documents/read_file.h"
#include "documents/tree.h"
#include "support/hostile_texts.h"

namespace partita::documents {
namespace write_tree_test {

Tree document() {
  Tree tree = tree_map();
  tree.add("none", {});
  tree.add("flag", tree_flag(false));
  tree.add("count", tree_number(std::int64_t{-3}));
  tree.add("share", tree_number(0.25));
  tree.add("empty list", tree_list());
  tree.add("empty map", tree_map());
  Tree& list = tree.add("list", tree_texts({"a", "b"}));
  Tree& inner = list.push(tree_map());
  inner.add("x", tree_text("1"));
  inner.add("w", tree_texts({"z"}));
  list.push(tree_list()).push(tree_texts({"deep"}));
  return tree;
}

TEST(WriteTree, IndentsJson) {
  EXPECT_EQ(to_json(document()), R"({
  "none": null,
  "flag": false,
  "count": -3,
  "share": 0.25,
  "empty list": [],
  "empty map": {},
  "list": [
    "a",
    "b",
    {
      "x": "1",
      "w": [
        "z"
      ]
    },
    [
      [
        "deep"
      ]
    ]
  ]
}
)");
}

TEST(WriteTree, WritesJsonOnOneLine) {
  EXPECT_EQ(to_json_line(document()),
            R"({"none": null, "flag": false, "count": -3, "share": 0.25, "empty list": [], "empty map": {}, )"
            R"("list": ["a", "b", {"x": "1", "w": ["z"]}, [["deep"]]]})"
            "\n");
}

TEST(WriteTree, WritesBlocksOfYaml) {
  EXPECT_EQ(to_yaml(document()), R"(none: null
flag: false
count: -3
share: 0.25
empty list: []
empty map: {}
list:
  - a
  - b
  - x: "1"
    w:
      - z
  - - - deep
)");
}

TEST(WriteTree, WritesAMemberWithoutAName) {
  Tree tree = tree_map();
  tree.add("", tree_text(""));
  EXPECT_EQ(to_json(tree), "{\n  \"\": \"\"\n}\n");
  EXPECT_EQ(to_yaml(tree), "\"\": \"\"\n");
}

// Compares with the tree that the reader of templates makes of the text. It does not tell numbers and flags from texts,
// so the quotes are looked at by QuotesWhatIsNoText.
TEST(WriteTree, KeepsHostileTextsAsNamesAndValues) {
  Tree tree = tree_map();
  for (const std::string& text : test::hostile_texts()) tree.add(text, tree_text(text));
  for (const std::string& written : {to_yaml(tree), to_json(tree), to_json_line(tree)}) {
    const auto read = documents::read_text(written, "written");
    ASSERT_TRUE(read) << read.error().message << '\n' << written;
    ASSERT_EQ(read->members.size(), test::hostile_texts().size());
    for (std::size_t i = 0; i < read->members.size(); ++i) {
      EXPECT_EQ(read->members[i].name, test::hostile_texts()[i]);
      EXPECT_EQ(read->members[i].value.text, test::hostile_texts()[i]);
    }
  }
}

TEST(WriteTree, QuotesWhatIsNoText) {
  for (const char* text :
       {"",     "yes", "No",   "ON",         "off",  "y",   "N",   "null", "Null", "TRUE", "false", "~",
        "12",   "1e3", "0x1F", "2026-01-05", "1:30", ".5",  "-1",  ".inf", ".nan", " a",   "a ",    "a: b",
        "a #b", "a:",  "- a",  "?",          "[a]",  "{a}", "!a",  "&a",   "*a",   "%a",   "@a",    "`a`",
        "|",    ">",   "'a'",  "a\nb",       "=",    "<<",  "a,b", "a\tb", "---a", "...",  "+1",    "1_000"})
    EXPECT_EQ(to_yaml(tree_text(text)).front(), '"') << text;
  for (const char* text : {"a", "Shop", "AWS", "by_status", "a-b", "a.b", "a b", "_x", "nothing", "yesterday", "a/b",
                           "AWS::DynamoDB::Table"})
    EXPECT_EQ(to_yaml(tree_text(text)), std::string(text) + "\n");
}

}  // namespace write_tree_test
}  // namespace partita::documents
