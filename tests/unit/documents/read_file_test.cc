// YAML and JSON as trees: their forms, and the texts that are refused.
#include "documents/read_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "support/temporary_directory.h"

namespace partita::documents {
namespace read_file_test {

// yaml-cpp alone does not read a block text behind a tag in a list.
TEST(ReadFile, BlockTextsBehindTags) {
  for (const std::string mark : {">-", "|-", ">", "|+"})
    for (const std::string lead : {"", "- "}) {
      const std::string indent(lead.size(), ' ');
      const std::string text = "x:\n  " + lead + "- !Sub " + mark + "\n  " + indent + "    abc\n\n  " + indent +
                               "    de\n  " + indent + "- !Ref a\n" + "T: 1\n";
      auto read = read_text(text, "t.yml");
      ASSERT_TRUE(read) << text << read.error().message;
      const Node* list = read->find("x");
      if (!lead.empty()) list = &list->items.front();
      ASSERT_EQ(list->items.size(), 2u) << text;
      EXPECT_EQ(list->items[0].find("Fn::Sub")->text.substr(0, 3), "abc") << text;
      EXPECT_NE(list->items[0].find("Fn::Sub")->text.find("de"), std::string::npos) << text;
      EXPECT_EQ(list->items[1].find("Ref")->text, "a") << text;
      EXPECT_EQ(list->items[1].place.line, 6) << text;
    }
}

TEST(ReadFile, ReplacesAnchorsAndMergeKeys) {
  const auto read = read_text("x: &x {a: 1, b: 2}\ny: {<<: *x, b: 3}\nz: {<<: [*x, {c: 4}]}\n", "t.yml");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->find("y")->find("a")->text, "1");
  EXPECT_EQ(read->find("y")->find("b")->text, "3");
  EXPECT_EQ(read->find("z")->find("c")->text, "4");
}

TEST(ReadFile, MakesShortTagsLong) {
  const auto read = read_text("[!Ref a, !GetAtt b, !Condition c]", "t.yml");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->items[0].find("Ref")->text, "a");
  EXPECT_EQ(read->items[1].find("Fn::GetAtt")->text, "b");
  EXPECT_EQ(read->items[2].find("Condition")->text, "c");
}

struct BadText {
  std::string text;
  std::string error;
};

TEST(ReadFile, SaysWhyItRefusesAText) {
  for (const BadText& bad : std::vector<BadText>{
           {"a: [1\n", "2: not YAML or JSON: end of sequence flow not found"},
           {"a: &a [*a]\n", "1: nested deeper than 100 levels"},
           {"a: 1\n---\nb: 2\n", "3: a second document begins here, and a file may have only one"},
           {"# one\n{\"a\": {}}\n\n{\"b\": {}}\n", "4: a second document begins here, and a file may have only one"},
           {"{\"a\": {}} x\n", "1: the text goes on behind the end of its value"},
           {"{\"a\":\n  {}}}\n", "2: not YAML or JSON: illegal flow end"},
           {"a: 1\nb: {note: string?, c: 2}\n",
            "2: not YAML or JSON: unknown token; a ? ends a text between braces or brackets: put the text into "
            "quotation "
            "marks, as in 'string?'"},
           {"a:\n  b: \"\xFF\"\n", "2: the text is not UTF-8"},
           {std::string("# \0\na: 1\n", 9), "1: the line has a zero byte, which is not allowed in a text"},
           {std::string("a: 1\nb: x\0N\n", 11), "2: the line has a zero byte, which is not allowed in a text"},
           {"a: 1\nb: 2\na: 3\n", "3: a is here and in line 1; remove one"},
           {"x: 1\n[a]: 2\n", "2: a key of a map must be a string"},
           {"a: {<<: [text]}\n", "1: << takes a map or a list of maps"},
           {"a: !Other x\n", "1: !Other is not a CloudFormation function"},
       }) {
    const auto read = read_text(bad.text, "t.yml");
    ASSERT_FALSE(read) << bad.text;
    EXPECT_EQ(read.error().message, "t.yml:" + bad.error);
  }
}

// None of these texts has anything behind its only document.
TEST(ReadFile, KnowsTheEndOfADocument) {
  for (const char* text :
       {"\xEF\xBB\xBF---\na: 1\n...\n# end\n", "%YAML 1.2\n--- # begin\r\na: 1\n---\n\n",
        "{Resources: {A: {Type: 'AWS::DynamoDB::Table', # {\n  Properties: {TableName: t, Tags: [{Key: it's, Value: "
        "\"}\\\"]\n}\"}],\n BillingMode: PAY_PER_REQUEST, AttributeDefinitions: [{AttributeName: id, AttributeType: "
        "S}], KeySchema: [{AttributeName: id, KeyType: HASH}]}}}} # end\n\n"}) {
    const auto read = read_text(text, "t.yml");
    EXPECT_TRUE(read) << read.error().message;
  }
}

TEST(ReadFile, AnchorsThatGrowWithoutEndAreRefused) {
  std::string text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 8; ++i) {
    text += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [";
    for (int j = 0; j < 10; ++j) text += (j == 0 ? "*a" : ", *a") + std::to_string(i - 1);
    text += "]\n";
  }
  const auto read = read_text(text, "t.yml");
  ASSERT_FALSE(read);
  EXPECT_NE(read.error().message.find("the file expands to more than 200000 values"), std::string::npos);
}

TEST(ReadFile, NamesAFileThatItCannotRead) {
  const test::TemporaryDirectory directory;
  const std::string path = directory.string() + "/a.yml";
  EXPECT_EQ(read_file(path).error().message, "cannot read " + path + ": No such file or directory");
  EXPECT_EQ(read_file(path).error().code, ErrorCode::ResourceNotFoundException);
  EXPECT_EQ(read_file(directory.string()).error().message, "cannot read " + directory.string() + ": Is a directory");
  EXPECT_EQ(read_file(directory.string()).error().code, ErrorCode::ValidationException);
  std::ofstream(path) << "x: [\n  1";
  EXPECT_EQ(read_file(path).error().message, path + ":2: not YAML or JSON: end of sequence flow not found");
}

TEST(Located, HasTheFileAndTheLineIfThereIsOne) {
  const auto file = std::make_shared<const std::string>("t.yml");
  EXPECT_EQ(located({file, 3}, "text"), "t.yml:3: text");
  EXPECT_EQ(located({file, 0}, "text"), "t.yml: text");
  EXPECT_EQ(fault({file, 3}, "text").error().message, "t.yml:3: text");
}

}  // namespace read_file_test
}  // namespace partita::documents
