// JSON that a reader of YAML refuses or reads differently.
#include "documents/read_json.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "documents/read_file.h"

namespace partita::documents {
namespace read_json_test {

std::string text_of(const std::string& json) {
  const auto node = read_text(json, "file.json");
  return node ? node->text : node.error().message;
}

TEST(ReadJson, JoinsSurrogatePairs) {
  EXPECT_EQ(text_of(R"("a\ud83d\ude00\u00e9\u20AC\"\\\/\n")"), "a\xf0\x9f\x98\x80\xc3\xa9\xe2\x82\xac\"\\/\n");
  EXPECT_EQ(text_of(R"("\ud800\udc00\udbff\udfff")"), "\xf0\x90\x80\x80\xf4\x8f\xbf\xbf");
}

TEST(ReadJson, RefusesHalfPairs) {
  for (const char* text : {R"(["\ud83d"])", R"(["\ude00"])", R"(["\ud83d\u0041"])", R"(["\ud83dx"])"}) {
    const auto node = read_text(text, "file.json");
    ASSERT_FALSE(node) << text;
    EXPECT_TRUE(node.error().message.starts_with("file.json:1: ")) << node.error().message;
  }
}

TEST(ReadJson, KeepsLinesKindsAndOrder) {
  const auto root =
      read_text("\xef\xbb\xbf{\r\n\t\"b\"\n:\n [1.50e+2, -0, true, null, \"null\"],\n \"a\": {}}\n", "file.json");
  ASSERT_TRUE(root) << root.error().message;
  EXPECT_EQ(root->members[0].name + root->members[1].name, "ba");
  const Node& list = *root->find("b");
  EXPECT_EQ(root->members[0].place.line, 2);
  EXPECT_EQ(list.place.line, 4);
  EXPECT_EQ(root->find("a")->place.line, 5);
  EXPECT_TRUE(root->find("a")->is_map());
  EXPECT_EQ(list.items[0].text + list.items[1].text + list.items[2].text, "1.50e+2-0true");
  EXPECT_TRUE(list.items[3].is_null());
  EXPECT_EQ(list.items[4].text, "null");
  EXPECT_TRUE(list.items[4].is_scalar());
}

TEST(ReadJson, TakesLongNames) {
  const std::string name(2000, 'n');
  const auto root = read_text(fmt::format(R"({{"{}": 1}})", name), "file.json");
  ASSERT_TRUE(root) << root.error().message;
  EXPECT_EQ(root->find(name)->text, "1");
}

TEST(ReadJson, LeavesEverythingElseToYaml) {
  for (const char* text : {"a: 1", "{a: 1}", "[1,]", "{\"a\": 1} x", "{\"a\": 01}", "\"\t\"", "[", "{\"a\" 1}", "",
                           R"({"a": 1, "a": 2})", "'x'", "nul", "-", "1.", "1e", R"("\x41")", R"("\u12")", "\""})
    EXPECT_FALSE(read_json(text, nullptr)) << text;
  const auto twice = read_text("{\"a\": 1,\n\"a\": 2}", "file.json");
  ASSERT_FALSE(twice);
  EXPECT_EQ(twice.error().message, "file.json:2: a is here and in line 1; remove one");
}

TEST(ReadJson, BoundsTheDepth) {
  EXPECT_TRUE(read_json(std::string(100, '[') + std::string(100, ']'), nullptr));
  const auto deep = read_text(std::string(150, '[') + std::string(150, ']'), "file.json");
  ASSERT_FALSE(deep);
  EXPECT_NE(deep.error().message.find("nested"), std::string::npos) << deep.error().message;
}

}  // namespace read_json_test
}  // namespace partita::documents
