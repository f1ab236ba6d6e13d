// The values of a module's variables, and the types that they are declared with.
#include <fmt/format.h>

#include <algorithm>

#include "modelling/read/hcl/hcl_scope.h"
#include "modelling/read/hcl/hcl_values.h"

namespace partita::modelling::hcl {

// A text of --param or of the environment may be a list or a map, in the syntax of HCL.
Result<std::optional<Node>> Scope::given_value(const Section* declared, const std::string& name, const Place& place) {
  const auto read = [&](const std::string& text) -> Result<std::optional<Node>> {
    const std::size_t first = text.find_first_not_of(" \t\n");
    const bool is_collection = first != text.npos && (text[first] == '[' || text[first] == '{');
    if (is_collection)
      if (auto parsed = read_hcl("value = " + text + "\n", "--param " + name); parsed && parsed->attribute("value")) {
        PARTITA_TRY_VALUE(value, evaluate(parsed->attribute("value")->value));
        return std::optional<Node>(std::move(value));
      }
    return std::optional<Node>(string_node(text, place));
  };
  if (inputs_) {
    const auto input = inputs_->find(name);
    if (input == inputs_->end()) return std::optional<Node>();
    if (!input->second) {
      ++unknown_count_;
      return unexpected(input->second.error());
    }
    if (input->second->is_null() && declared && declared->attribute("default")) {
      const Attribute* nullable = declared->attribute("nullable");
      if (nullable && nullable->value.text == "false") return std::optional<Node>();
    }
    return std::optional<Node>(*input->second);
  }
  if (const auto given = options_.parameters.find(name); given != options_.parameters.end()) return read(given->second);
  if (const Attribute* value = module_.attribute(name)) {
    PARTITA_TRY_VALUE(evaluated, evaluate(value->value));
    return std::optional<Node>(std::move(evaluated));
  }
  if (options_.environment)
    if (const auto value = options_.environment("TF_VAR_" + name)) return read(*value);
  return std::optional<Node>();
}

Result<Node> Scope::value_of_variable(const std::string& name, const Place& place) {
  const Section* declared = nullptr;
  for (const Section& section : module_.sections)
    if (section.type == "variable" && section.labels == std::vector{name}) declared = &section;
  PARTITA_TRY_VALUE(value, given_value(declared, name, place));
  if (!value && declared)
    if (const Attribute* otherwise = declared->attribute("default")) {
      PARTITA_TRY_VALUE(evaluated, evaluate(otherwise->value));
      value = std::move(evaluated);
    }
  if (!value) {
    if (inputs_) return unknown(place, fmt::format("the call of the module gives no value for the variable {}", name));
    return unknown(place, fmt::format("the variable {} has no value; give --param {}=VALUE", name, name));
  }
  const Attribute* type = declared ? declared->attribute("type") : nullptr;
  if (!type) return std::move(*value);
  // JSON, and the first versions of Terraform, have types as texts.
  const Expression& text = type->value.kind == Expression::Kind::Text && type->value.parts.size() == 1
                               ? type->value.parts.front()
                               : type->value;
  if (text.kind == Expression::Kind::Literal)
    if (const auto parsed = read_hcl("type = " + text.text + "\n", "the type of " + name);
        parsed && parsed->attribute("type"))
      return as_type(std::move(*value), parsed->attribute("type")->value);
  return as_type(std::move(*value), type->value);
}

// A value of one of the types string, number, bool and any.
Result<Node> Scope::as_primitive(Node value, const Expression& type) {
  if (!value.is_scalar()) return value;
  if (type.text == "string") value.is_quoted = true;
  if (type.text == "bool" && is_string(value) && (value.text == "true" || value.text == "false"))
    value.is_quoted = false;
  const auto number = type.text == "number" && is_string(value) ? number_text(value.text) : std::nullopt;
  if (number) value = documents::scalar(*number, value.place);
  if ((type.text == "bool" && !is_flag(value)) || (type.text == "number" && !is_number(value)))
    return fault(value.place,
                 fmt::format("'{}' is not a {}, which the type of the variable demands", value.text, type.text));
  return value;
}

Result<Node> Scope::as_object(Node value, const Expression& members, int depth) {
  Node out = documents::empty_map(value.place);
  for (const auto& [key, type] : members.members) {
    const bool is_optional = type.kind == Expression::Kind::Call && type.text == "optional" && !type.parts.empty();
    const auto given = std::ranges::find(value.members, key.text, &Member::name);
    const bool is_absent = given == value.members.end() || (given->value.is_null() && is_optional);
    Node member = is_absent ? documents::null_node(value.place) : std::move(given->value);
    if (is_absent && !is_optional) continue;
    if (is_absent && type.parts.size() == 2) {
      PARTITA_TRY_VALUE(otherwise, evaluate(type.parts[1]));
      member = std::move(otherwise);
    }
    PARTITA_TRY_VALUE(converted, as_type(std::move(member), type, depth + 1));
    out.members.push_back({key.text, std::move(converted), given == value.members.end() ? value.place : given->place});
  }
  return out;
}

Result<Node> Scope::as_type(Node value, const Expression& type, int depth) {
  if (value.is_null() || value.is_unknown() || depth > kDeepestValue) return value;
  if (type.kind == Expression::Kind::Reference) return as_primitive(std::move(value), type);
  if (type.kind != Expression::Kind::Call || type.parts.empty()) return value;
  const Expression& inner = type.parts.front();
  if (type.text == "optional") return as_type(std::move(value), inner, depth + 1);
  if (type.text == "object" && inner.kind == Expression::Kind::Object && value.is_map())
    return as_object(std::move(value), inner, depth);
  if (type.text != "list" && type.text != "set" && type.text != "map") return value;
  for (Node& item : value.items) {
    PARTITA_TRY_VALUE(converted, as_type(std::move(item), inner, depth + 1));
    item = std::move(converted);
  }
  for (Member& member : value.members) {
    PARTITA_TRY_VALUE(converted, as_type(std::move(member.value), inner, depth + 1));
    member.value = std::move(converted);
  }
  value.collection = type.text == "list"  ? Node::Collection::List
                     : type.text == "set" ? Node::Collection::Set
                                          : Node::Collection::Map;
  if (value.is_list()) value.items = as_one_type(std::move(value.items));
  if (const Node* unknown = type.text == "set" ? find_unknown(value) : nullptr) return Node(*unknown);
  if (type.text == "set" && value.is_list()) value.items = set_of(value.items);
  return value;
}

}  // namespace partita::modelling::hcl
