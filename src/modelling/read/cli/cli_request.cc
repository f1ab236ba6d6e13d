#include "modelling/read/cli/cli_request.h"

#include <fmt/format.h>

#include "documents/read_file.h"
#include "modelling/read/typed_value.h"

namespace partita::modelling {
namespace {

// `text` gives the text of an option or member, and `tree` the tree of one. Both take the names of the option and of
// the member.
template <class Text, class Tree>
CliRequest make_request(Text text, Tree tree, PatternNotes& notes) {
  CliRequest request{.table = text("table-name", "TableName"),
                     .key_condition = text("key-condition-expression", ""),
                     .filter = text("filter-expression", ""),
                     .update = text("update-expression", "UpdateExpression"),
                     .condition = text("condition-expression", "ConditionExpression"),
                     .projection = text("projection-expression", "ProjectionExpression")};
  if (const auto names = tree("expression-attribute-names", "ExpressionAttributeNames"))
    for (const Member& member : names->members) request.names[member.name] = member.value.text;
  if (const auto values = tree("expression-attribute-values", "ExpressionAttributeValues"))
    request.values = cli_item(*values, "expression-attribute-values", notes);
  for (const auto& [name, member] : {std::pair("key", "Key"), std::pair("item", "Item")})
    if (const auto key = tree(name, member)) request.key = cli_item(*key, name, notes);
  return request;
}

std::string value_text(const expr::OperandAst& operand, const CliRequest& request) {
  if (operand.kind != expr::OperandAst::Kind::Value) return {};
  const AttributeValue* value = request.values.find(operand.name);
  return value ? scalar_text(*value) : std::string();
}

}  // namespace

std::optional<Node> cli_json(const std::string& text, std::string_view what, PatternNotes& notes) {
  if (text.empty()) return std::nullopt;
  auto tree = documents::read_text(text, "command");
  if (tree && (tree->is_map() || tree->is_list())) return std::move(*tree);
  notes.add(fmt::format("the value of {} is not JSON", what));
  return std::nullopt;
}

AttributeMap cli_item(const Node& node, std::string_view what, PatternNotes& notes) {
  MalformedValues malformed;
  AttributeMap item = read_typed_item(node, malformed);
  std::vector<std::string> faults;
  malformed.append_notes(faults);
  if (!faults.empty()) notes.add(fmt::format("{} has malformed values", what));
  return item;
}

CliRequest request_of_options(const CliCommand& command, PatternNotes& notes) {
  const auto text = [&](const std::string& name, const char*) {
    const std::string* value = command.option(name);
    return value ? *value : std::string();
  };
  return make_request(
      text, [&](const char* name, const char*) { return cli_json(text(name, ""), name, notes); }, notes);
}

CliRequest request_of_member(const Node& node, PatternNotes& notes) {
  return make_request(
      [&](const char*, const char* name) {
        const Node* member = node.find(name);
        return member ? member->text : std::string();
      },
      [&](const char*, const char* name) {
        const Node* member = node.find(name);
        return member ? std::optional(*member) : std::nullopt;
      },
      notes);
}

std::string scalar_text(const AttributeValue& value) {
  return value.is(AttributeType::S) || value.is(AttributeType::N) ? value.text() : std::string();
}

std::string path_text(const expr::PathAst& path, const CliRequest& request) {
  std::string text;
  for (const expr::PathStep& step : path) {
    if (step.kind == expr::PathStep::Kind::Index) {
      text += fmt::format("[{}]", step.index);
      continue;
    }
    const auto known = request.names.find(step.name);
    const std::string& name = known == request.names.end() ? step.name : known->second;
    text += text.empty() ? name : "." + name;
  }
  return text;
}

std::string_view comparison_text(expr::ConditionKind kind) {
  using expr::ConditionKind;
  switch (kind) {
    case ConditionKind::Eq:
      return "=";
    case ConditionKind::Ne:
      return "<>";
    case ConditionKind::Lt:
      return "<";
    case ConditionKind::Le:
      return "<=";
    case ConditionKind::Gt:
      return ">";
    case ConditionKind::Ge:
      return ">=";
    case ConditionKind::Between:
      return "between";
    case ConditionKind::In:
      return "in";
    case ConditionKind::AttributeExists:
      return "exists";
    case ConditionKind::AttributeNotExists:
      return "not_exists";
    case ConditionKind::AttributeType:
      return "attribute_type";
    case ConditionKind::BeginsWith:
      return "begins_with";
    case ConditionKind::Contains:
      return "contains";
    default:
      return "";
  }
}

std::vector<const expr::ConditionAst*> joined_conditions(const expr::ConditionAst& tree, std::string_view of,
                                                         PatternNotes& notes) {
  if (tree.kind == expr::ConditionKind::Or || tree.kind == expr::ConditionKind::Not) {
    notes.add(fmt::format("OR and NOT in the {} are not kept", of));
    return {};
  }
  if (tree.kind != expr::ConditionKind::And) return {&tree};
  std::vector<const expr::ConditionAst*> all;
  for (const expr::ConditionAst& child : tree.children)
    for (const expr::ConditionAst* one : joined_conditions(child, of, notes)) all.push_back(one);
  return all;
}

FilterParts filter_parts(const expr::ConditionAst& tree, PatternNotes& notes) {
  using expr::ConditionKind;
  if (tree.kind != ConditionKind::Or) return {.conditions = joined_conditions(tree, "filter", notes)};
  FilterParts parts{.any = true};
  std::vector<const expr::ConditionAst*> open = {&tree};
  while (!open.empty()) {
    const expr::ConditionAst* one = open.back();
    open.pop_back();
    if (one->kind == ConditionKind::And || one->kind == ConditionKind::Not) {
      notes.add("AND or NOT within the OR of the filter is not kept, so the filter is left out");
      return {};
    }
    if (one->kind != ConditionKind::Or)
      parts.conditions.push_back(one);
    else
      for (auto child = one->children.rbegin(); child != one->children.rend(); ++child) open.push_back(&*child);
  }
  return parts;
}

std::vector<KeyPart> key_parts_of(const CliRequest& request, PatternNotes& notes) {
  std::vector<KeyPart> parts;
  const auto parsed = expr::parse_condition(request.key_condition);
  if (!parsed) {
    notes.add(fmt::format("the key condition cannot be read: {}", parsed.error()));
    return parts;
  }
  for (const expr::ConditionAst* one : joined_conditions(*parsed, "key condition", notes)) {
    if (one->operands.empty() || one->operands[0].kind != expr::OperandAst::Kind::Path) continue;
    parts.push_back({path_text(one->operands[0].path, request), std::string(comparison_text(one->kind)),
                     one->operands.size() > 1 ? value_text(one->operands[1], request) : std::string()});
  }
  return parts;
}

}  // namespace partita::modelling
