// docs/modelling/design.schema.json accepts the questions of examples/design, and refuses what the reader refuses.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <regex>

#include "modelling/design/questions.h"
#include "templates/read_file.h"

namespace partita::modelling {
namespace design_schema_test {

using templates::Node;

Node tree_of(const std::string& path) {
  auto bytes = templates::read_bytes(path);
  EXPECT_TRUE(bytes) << path;
  auto tree = templates::read_text(bytes ? *bytes : "{}", path);
  EXPECT_TRUE(tree) << path;
  return *tree;
}

// The keywords of JSON Schema that the schema has. Scalars of the tree are texts, so a text may be any scalar.
class Schema {
 public:
  explicit Schema(Node root) : root_(std::move(root)) {}

  // Where the first fault is, or an empty text.
  std::string fault(const Node& value) const { return fault(value, root_, "$"); }

 private:
  std::string fault(const Node& value, const Node& schema, const std::string& at) const {
    for (const auto& [name, rule, place] : schema.members) {
      std::string found;
      if (name == "$ref") found = fault(value, *root_.find("$defs")->find(rule.text.substr(8)), at);
      if (name == "oneOf") found = fault_of_one(value, rule, at);
      if (name == "type") found = has_type(value, rule) ? "" : at;
      if (name == "const") found = value.is_scalar() && value.text == rule.text ? "" : at;
      if (name == "enum") found = is_among(value, rule) ? "" : at;
      if (name == "pattern") found = std::regex_search(value.text, std::regex(rule.text)) ? "" : at;
      if (name == "minItems") found = value.items.size() >= std::stoul(rule.text) ? "" : at;
      if (name == "minimum") found = std::stod(value.text) >= std::stod(rule.text) ? "" : at;
      if (name == "maximum") found = std::stod(value.text) <= std::stod(rule.text) ? "" : at;
      if (name == "required") found = has_all(value, rule) ? "" : at + " lacks a member";
      if (name == "items" && value.is_list()) found = fault_of_items(value, rule, at);
      if (name == "additionalProperties" && value.is_map()) found = fault_of_others(value, schema, rule, at);
      if (name == "properties" && value.is_map()) found = fault_of_members(value, rule, at);
      if (!found.empty()) return found;
    }
    return {};
  }

  std::string fault_of_one(const Node& value, const Node& rules, const std::string& at) const {
    std::string first;
    for (const Node& rule : rules.items) {
      const std::string found = fault(value, rule, at);
      if (found.empty()) return {};
      if (first.size() < found.size()) first = found;
    }
    return first;
  }

  static bool is_type(const Node& value, const std::string& type) {
    static const std::regex number("-?[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]+)?");
    if (type == "object") return value.is_map();
    if (type == "array") return value.is_list();
    if (type == "null") return value.is_null();
    if (type == "boolean") return value.text == "true" || value.text == "false";
    if (type == "number" || type == "integer") return value.is_scalar() && std::regex_match(value.text, number);
    return value.is_scalar();
  }
  static bool has_type(const Node& value, const Node& rule) {
    if (rule.is_scalar()) return is_type(value, rule.text);
    return std::any_of(rule.items.begin(), rule.items.end(), [&](const Node& one) { return is_type(value, one.text); });
  }
  static bool is_among(const Node& value, const Node& rule) {
    return std::any_of(rule.items.begin(), rule.items.end(), [&](const Node& one) { return one.text == value.text; });
  }
  static bool has_all(const Node& value, const Node& rule) {
    return !value.is_map() || std::all_of(rule.items.begin(), rule.items.end(),
                                          [&](const Node& one) { return value.find(one.text) != nullptr; });
  }
  std::string fault_of_items(const Node& value, const Node& rule, const std::string& at) const {
    for (std::size_t i = 0; i < value.items.size(); ++i)
      if (std::string found = fault(value.items[i], rule, fmt::format("{}[{}]", at, i)); !found.empty()) return found;
    return {};
  }
  std::string fault_of_members(const Node& value, const Node& rules, const std::string& at) const {
    for (const auto& [name, member, place] : value.members)
      if (const Node* rule = rules.find(name))
        if (std::string found = fault(member, *rule, at + "." + name); !found.empty()) return found;
    return {};
  }
  std::string fault_of_others(const Node& value, const Node& schema, const Node& rule, const std::string& at) const {
    const Node* known = schema.find("properties");
    for (const auto& [name, member, place] : value.members) {
      if (known && known->find(name)) continue;
      if (rule.is_scalar() && rule.text == "false") return at + "." + name;
      if (rule.is_map())
        if (std::string found = fault(member, rule, at + "." + name); !found.empty()) return found;
    }
    return {};
  }

  Node root_;
};

Schema schema() { return Schema(tree_of(std::string(PARTITA_DOCUMENTS) + "/modelling/design.schema.json")); }

TEST(DesignSchema, AcceptsTheExamples) {
  const Schema schema = design_schema_test::schema();
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(PARTITA_MODEL_FILES "/../design")) {
    if (entry.path().extension() != ".yaml") continue;
    ++count;
    EXPECT_EQ(schema.fault(tree_of(entry.path().string())), "") << entry.path();
    EXPECT_TRUE(design::read_questions(entry.path().string())) << entry.path();
  }
  EXPECT_GE(count, 10U);
}

TEST(DesignSchema, RefusesWhatTheReaderRefuses) {
  const std::string head = "design: 1\nname: x\nentities:\n  - {name: A, fields: {id: ulid}, identity: id";
  const std::string tail = "}\npatterns:\n  - {name: An A, entities: A, by: id";
  const auto text = [&](const std::string& entity, const std::string& pattern) {
    return head + entity + tail + pattern + "}\n";
  };
  const Schema schema = design_schema_test::schema();
  EXPECT_EQ(schema.fault(*templates::read_text(text("", ""), "x")), "");
  EXPECT_TRUE(design::read_questions_text(text("", ""), "x"));
  for (const auto& [entity, pattern] : {std::pair{", key: {partition: \"{id}\"}", ""},
                                        {", kount: 3", ""},
                                        {"", ", index: by_id"},
                                        {"", ", per_seconds: 1"},
                                        {"", ", per_second: often"}}) {
    EXPECT_NE(schema.fault(*templates::read_text(text(entity, pattern), "x")), "") << entity << pattern;
    EXPECT_FALSE(design::read_questions_text(text(entity, pattern), "x")) << entity << pattern;
  }
}

}  // namespace design_schema_test
}  // namespace partita::modelling
