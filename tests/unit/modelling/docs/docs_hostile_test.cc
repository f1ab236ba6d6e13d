// Pages of models whose names look like markup: no name becomes markup.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>
#include <set>

#include "modelling/docs/document.h"
#include "modelling/docs/html.h"
#include "modelling/docs/markdown.h"
#include "modelling/docs/mermaid.h"
#include "picture/picture_support.h"

namespace partita::modelling::docs {
namespace docs_hostile_test {

using picture_support::expect_legible;
using picture_support::read_xml;
using testing::HasSubstr;
using testing::Not;

const std::vector<std::string>& hostile_names() {
  static const std::vector<std::string> kNames = {
      "<script>alert(1)</script>",
      "\"><img src=x onerror=alert(1)>",
      "]]></style></svg>",
      "a | b || c \\| d \\",
      "`code` ``x`` [link](javascript:alert(1)) ![i](x) **b** _e_ ~~s~~ # h",
      "```\n</details>\n# heading",
      "end\n  E0 --> E1\nclick E0 href \"javascript:alert(1)\"",
      "%%{init: {\"securityLevel\": \"loose\"}}%% #quot; {a} }",
      "\u202Ereversed\u2066 \u200B\uFEFF",
      "\xff\xfe\x01",
      "שלום עולם",
      "日本語 😀",
      "- item",
      "1. item",
      "",
  };
  return kNames;
}

std::shared_ptr<const Model> hostile_model(const std::string& name) {
  Model model{.name = name, .description = name, .notes = {name}};
  Table table{.name = name, .partition_key = "PK", .sort_key = "SK", .type_attribute = "type"};
  table.indexes.push_back({.name = name, .partition = {"GSI1PK"}, .sort = {"GSI1SK"}});
  for (int i = 0; i < 2; ++i) {
    Entity entity{.name = name + std::to_string(i), .description = name};
    for (const std::string field : {"id", "other"})
      entity.fields.push_back({.name = field, .attribute = field == "id" ? field : name, .description = name});
    entity.fields.push_back({.name = name, .attribute = name + "2", .description = name, .references = name});
    entity.primary = {.partition = {fmt::format("E{}#{{id}}", i)}, .sort = {"S"}};
    entity.indexes.push_back({.index = name, .partition = {"G"}, .sort = {"{id}"}});
    AttributeMap sample;
    sample.set("id", AttributeValue(name + std::to_string(i)));
    sample.set(name, AttributeValue(name));
    entity.samples.push_back(Item(sample));
    table.entities.push_back(entity);
  }
  model.tables.push_back(table);
  for (const std::string by : {"id", "nothing"})
    model.patterns.push_back({.name = name + by, .description = name, .entities = {name + "0"}, .by = {by}});
  return std::make_shared<const Model>(std::move(model));
}

// The tags of a page with the names of their attributes, each alone: "a href".
std::set<std::string> tags_of(std::string html) {
  std::set<std::string> tags;
  const std::size_t script = html.find(page_script());
  EXPECT_NE(script, std::string::npos);
  html.erase(script, page_script().size());
  for (std::size_t at = html.find('<'); at != std::string::npos; at = html.find('<', at + 1)) {
    std::string word, tag;
    bool in_quotes = false;
    for (++at; at < html.size() && (in_quotes || html[at] != '>'); ++at) {
      if (html[at] == '"') in_quotes = !in_quotes;
      if (in_quotes || html[at] == '"') continue;
      if (html[at] != ' ' && html[at] != '\n' && html[at] != '=') {
        word += html[at];
        continue;
      }
      if (!word.empty()) tags.insert(tag.empty() ? word : tag + ' ' + word);
      if (tag.empty()) tag = word;
      word.clear();
    }
    if (!word.empty()) tags.insert(tag.empty() ? word : tag + ' ' + word);
  }
  return tags;
}

TEST(HostileNames, StayTextInHtml) {
  const std::set<std::string> usual = tags_of(to_html(describe(prove(hostile_model("some_name")))));
  for (const std::string& name : hostile_names()) {
    SCOPED_TRACE(name);
    const Document document = describe(prove(hostile_model(name)));
    EXPECT_THAT(tags_of(to_html(document)), testing::IsSubsetOf(usual));
    for (const DocPicture* picture : document.pictures()) expect_legible(read_xml(draw(*picture, SvgUse::File)));
  }
}

// The page without the code in lines, and without each backslash and the character behind it.
std::string without_escapes(const std::string& page) {
  std::string out;
  for (std::size_t i = 0; i < page.size(); ++i) {
    if (page[i] == '\\') {
      ++i;
    } else if (page[i] == '`') {
      const std::size_t end = page.find_first_not_of('`', i);
      const std::size_t close = page.find(page.substr(i, end - i), end);
      i = page.find_first_not_of('`', close) - 1;
    } else {
      out += page[i];
    }
  }
  return out;
}

std::size_t unescaped_pipes(const std::string& line) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < line.size(); ++i) count += line[i] == '|' && (i == 0 || line[i - 1] != '\\');
  return count;
}

TEST(HostileNames, StayTextInMarkdown) {
  for (const std::string& name : hostile_names()) {
    SCOPED_TRACE(name);
    const std::string page = to_markdown(describe(prove(hostile_model(name))), "svg");
    EXPECT_THAT(without_escapes(page), Not(HasSubstr("<script")));
    EXPECT_THAT(without_escapes(page), Not(HasSubstr("<img")));
    EXPECT_THAT(without_escapes(page), Not(HasSubstr("](javascript")));
    // Each table has one width, and a fence is a line of its own.
    std::size_t columns = 0, fences = 0;
    bool in_fence = false;
    for (std::size_t at = 0; at < page.size();) {
      const std::size_t end = page.find('\n', at);
      const std::string line = page.substr(at, end - at);
      at = end + 1;
      if (line.starts_with("```")) {
        EXPECT_EQ(line, in_fence ? "```" : "```mermaid");
        in_fence = !in_fence;
        ++fences;
      }
      if (in_fence || !line.starts_with('|')) {
        columns = 0;
        continue;
      }
      if (columns == 0) columns = unescaped_pipes(line);
      EXPECT_EQ(unescaped_pipes(line), columns) << line;
    }
    EXPECT_EQ(fences, 4u);
  }
}

TEST(HostileNames, StayTextInMermaid) {
  for (const std::string& name : hostile_names()) {
    const std::string text = mermaid_text(name);
    for (const char c : std::string("\"'`<>{}[]()|\n\\%&"))
      EXPECT_EQ(text.find(c), std::string::npos) << c << " in " << text;
    EXPECT_NE(text, "");
    for (std::size_t at = text.find('#'); at != std::string::npos; at = text.find('#', at + 1))
      EXPECT_TRUE(std::regex_search(text.substr(at), std::regex("^#[0-9]+;"))) << text;
  }
  EXPECT_EQ(mermaid_text("a \"b\" #c"), "a #34;b#34; #35;c");
}

}  // namespace docs_hostile_test
}  // namespace partita::modelling::docs
