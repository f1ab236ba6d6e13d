// docs/modelling/design.schema.json accepts the questions of examples/design, and refuses those that the reader
// refuses.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <regex>

#include "documents/read_file.h"
#include "modelling/design/questions/questions.h"

namespace partita::modelling {
namespace design_schema_test {

using documents::Node;

Node tree_of(const std::string& path) {
  auto bytes = documents::read_bytes(path);
  EXPECT_TRUE(bytes) << path;
  auto tree = documents::read_text(bytes ? *bytes : "{}", path);
  EXPECT_TRUE(tree) << path;
  return *tree;
}

// The keywords of JSON Schema that the schema has. Scalars of the tree are texts, so a text may be any scalar.
class Schema {
 public:
  explicit Schema(Node root) : root_(std::move(root)) {}

  // The place of the first fault, or an empty text.
  std::string fault(const Node& value) const { return fault(value, root_, "$"); }

 private:
  std::string fault(const Node& value, const Node& schema, const std::string& at) const {
    if (schema.is_scalar()) return schema.text == "false" ? at : std::string();
    for (const auto& [name, rule, place] : schema.members) {
      std::string found;
      if (name == "$ref") found = fault(value, *root_.find("$defs")->find(rule.text.substr(8)), at);
      if (name == "oneOf" || name == "anyOf") found = fault_of_one(value, rule, at);
      if (name == "type") found = has_type(value, rule) ? "" : at;
      if (name == "const") found = value.is_scalar() && value.text == rule.text ? "" : at;
      if (name == "enum") found = is_among(value, rule) ? "" : at;
      if (name == "pattern") found = std::regex_search(value.text, std::regex(rule.text)) ? "" : at;
      if (name == "minItems") found = value.items.size() >= std::stoul(rule.text) ? "" : at;
      if (name == "minimum") found = std::stod(value.text) >= std::stod(rule.text) ? "" : at;
      if (name == "maximum") found = std::stod(value.text) <= std::stod(rule.text) ? "" : at;
      if (name == "required") found = has_all(value, rule) ? "" : at + " lacks a member";
      if (name == "dependentRequired") found = fault_of_needed(value, rule, at);
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
  static std::string fault_of_needed(const Node& value, const Node& rules, const std::string& at) {
    for (const auto& [name, needed, place] : rules.members)
      if (value.is_map() && value.find(name) && !has_all(value, needed))
        return at + "." + name + " needs another member";
    return {};
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

const char* const kEntity = "entities:\n  - {name: A, fields: {id: ulid}, identity: id";
const char* const kPattern = "}\npatterns:\n  - {name: An A, entities: A, by: id";

std::string extend() { return fmt::format("design: 1\nextend: {}/commerce/model.yaml\n", PARTITA_MODEL_FILES); }

void expect_both_accept(const std::string& text) {
  EXPECT_EQ(schema().fault(*documents::read_text(text, "x")), "") << text;
  const auto read = design::read_questions_text(text, "x");
  EXPECT_TRUE(read) << text << "\n" << read.error().message;
}

void expect_both_refuse(const std::string& text) {
  EXPECT_NE(schema().fault(*documents::read_text(text, "x")), "") << text;
  EXPECT_FALSE(design::read_questions_text(text, "x")) << text;
}

TEST(DesignSchema, RefusesWhatTheReaderRefuses) {
  const std::string head = std::string("design: 1\nname: x\n") + kEntity;
  expect_both_accept(head + kPattern + "}\n");
  for (const char* entity :
       {"", ", lossy_key: false", ", samples: [{id: 01ARZ3NDEKTSV4RRFFQ69G5FAV}]", ", count: 3M, size_bytes: 1k"})
    expect_both_accept(head + entity + kPattern + "}\n");
  for (const char* entity : {", key: {partition: \"{id}\"}", ", kount: 3", ", table: x"})
    expect_both_refuse(head + entity + kPattern + "}\n");
  for (const char* pattern : {", filter: [id]", ", filter_any: [id, {field: id}]", ", limit: 3"})
    expect_both_accept(head + kPattern + pattern + "}\n");
  for (const char* pattern :
       {", index: by_id", ", per_seconds: 1", ", per_second: often", ", table: x", ", plan: {}", ", buckets: id"})
    expect_both_refuse(head + kPattern + pattern + "}\n");
  for (const char* write : {"transact: [{put: A, table: x}]", "batch_write: [{put: A, table: x}]"})
    expect_both_refuse(head + "}\npatterns:\n  - {name: one, " + write + "}\n");
}

// The model that is extended describes the existing entities. All others need a description.
TEST(DesignSchema, DemandsOfAnExtensionWhatTheReaderDemands) {
  const std::string entity = std::string("name: x\n") + kEntity, pattern = kPattern;
  expect_both_accept(extend() + kEntity + kPattern + "}\n");
  expect_both_accept(extend() + "entities:\n  - {name: ORDER, fields: {note: 'string?'}}\n");
  expect_both_accept(extend() + "entities:\n  - {name: ORDER}\n");
  expect_both_accept(extend() + "entities:\n  - {name: ORDER, table: commerce_single_table}\n");
  expect_both_accept(extend() + "patterns:\n  - {name: new, entities: CUSTOMER, by: email}\n");
  expect_both_accept(extend() + "entities: []\npatterns:\n  - {name: new, entities: CUSTOMER, by: email}\n");
  expect_both_accept(extend() +
                     "patterns:\n  - {name: new, table: commerce_single_table, entities: CUSTOMER, by: email}\n");
  expect_both_accept(extend() +
                     "patterns:\n  - {name: new, transact: [{delete: CUSTOMER, table: "
                     "commerce_single_table}]}\n");
  expect_both_refuse(extend());
  expect_both_refuse(extend() + "entities: []\npatterns: []\n");
  expect_both_refuse(extend() + "entities:\n  - {name: ORDER, samples: [{orderId: x}]}\n");
  expect_both_refuse(extend() + "entities:\n  - {name: ORDER, key: {partition: '{orderId}'}}\n");
  expect_both_refuse(extend() + "patterns:\n  - {name: new, index: x, entities: CUSTOMER, by: email}\n");
  // Without a model to extend, no entity exists.
  expect_both_refuse("design: 1\n" + entity + "}\n");
  expect_both_refuse("design: 1\n" + (kEntity + pattern) + "}\n");
  expect_both_refuse("design: 1\nname: x\nentities:\n  - {name: A, fields: {id: ulid}" + pattern + "}\n");
  expect_both_refuse("design: 1\nname: x\nentities:\n  - {name: A, identity: id" + pattern + "}\n");
  expect_both_refuse("design: 1\nname: x\nentities: []\npatterns:\n  - {name: An A, entities: A, by: id}\n");
}

// Whatever member the schema has, the reader knows.
TEST(DesignSchema, HasNoMemberThatTheReaderDoesNotKnow) {
  const Node root = tree_of(std::string(PARTITA_DOCUMENTS) + "/modelling/design.schema.json");
  const auto error_of = [](const std::string& entity, const std::string& pattern) {
    const auto read =
        design::read_questions_text("design: 1\nname: x\n" + (kEntity + entity) + kPattern + pattern + "}\n", "x");
    return read ? std::string() : read.error().message;
  };
  // An absent member and a null are the same.
  for (const auto& [name, rule, place] : root.find("$defs")->find("entity")->find("properties")->members)
    if (name != "name" && name != "table" && name != "fields" && name != "identity") {
      EXPECT_EQ(error_of(fmt::format(", {}: null", name), ""), "") << name;
    }
  for (const auto& [name, rule, place] : root.find("$defs")->find("pattern")->find("properties")->members)
    if (name != "name" && name != "entities" && name != "by") {
      EXPECT_EQ(error_of("", fmt::format(", {}: null", name)), "") << name;
    }
}

}  // namespace design_schema_test
}  // namespace partita::modelling
