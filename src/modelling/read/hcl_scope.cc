#include "modelling/read/hcl_scope.h"

#include <fmt/format.h>

#include <algorithm>

#include "templates/read_file.h"

namespace partita::modelling::hcl {
namespace {

constexpr int kDeepestValue = 100;
constexpr std::string_view kRemedy = "write the value out, or read the output of 'terraform show -json' instead";

// "var.stage" is "var" and "stage".
std::pair<std::string, std::string> cut_at_dot(const std::string& text) {
  const std::size_t dot = text.find('.');
  return {text.substr(0, dot), dot == text.npos ? std::string() : text.substr(dot + 1)};
}

// The member of a value at "a.b".
Result<Node> member_at(Node value, const std::string& path, const Expression& reference) {
  std::string rest = path;
  while (!rest.empty()) {
    const auto [name, more] = cut_at_dot(rest);
    const Node* member = value.find(name);
    if (!member) return fault(reference.place, fmt::format("{} has no value '{}'; {}", reference.text, name, kRemedy));
    value = Node(*member);
    rest = more;
  }
  return value;
}

}  // namespace

Scope::Scope(const Section& module, const templates::Options& options) : module_(module), options_(options) {}

Result<Node> Scope::evaluate(const Expression& expression) {
  if (++depth_ > kDeepestValue) return fault(expression.place, "values refer to each other in too many steps");
  struct Down {
    int& depth;
    ~Down() { --depth; }
  } down{depth_};
  switch (expression.kind) {
    case Expression::Kind::Text:
      return join(expression);
    case Expression::Kind::Scalar:
      return templates::scalar(expression.text, expression.place);
    case Expression::Kind::Null:
      return templates::null_node(expression.place);
    case Expression::Kind::Reference:
      return refer(expression);
    case Expression::Kind::List: {
      Node list = templates::null_node(expression.place);
      list.kind = Node::Kind::List;
      for (const Expression& part : expression.parts) {
        PARTITA_TRY_VALUE(value, evaluate(part));
        list.items.push_back(std::move(value));
      }
      return list;
    }
    case Expression::Kind::Object: {
      Node map = templates::empty_map(expression.place);
      for (const auto& [key, value] : expression.members) {
        PARTITA_TRY_VALUE(name, evaluate(key));
        PARTITA_TRY_VALUE(member, evaluate(value));
        map.members.push_back({name.text, std::move(member), key.place});
      }
      return map;
    }
    case Expression::Kind::Call:
      return fault(expression.place, fmt::format("the function {} is not known here; {}", expression.text, kRemedy));
    case Expression::Kind::Other:
      return fault(expression.place,
                   fmt::format("the expression '{}' is not known here; {}", expression.text.substr(0, 60), kRemedy));
  }
  return templates::null_node(expression.place);
}

Result<Node> Scope::join(const Expression& text) {
  std::string joined;
  for (const Expression& part : text.parts) {
    PARTITA_TRY_VALUE(value, evaluate(part));
    if (!value.is_scalar())
      return fault(part.place.file ? part.place : text.place,
                   fmt::format("a text cannot hold {}", templates::kind_text(value)));
    joined += value.text;
  }
  return templates::scalar(std::move(joined), text.place);
}

Result<Node> Scope::value_of_variable(const std::string& name, const Place& place) {
  if (const auto given = options_.parameters.find(name); given != options_.parameters.end())
    return templates::scalar(given->second, place);
  if (const Attribute* value = module_.attribute(name)) return evaluate(value->value);
  if (options_.environment)
    if (const auto value = options_.environment("TF_VAR_" + name)) return templates::scalar(*value, place);
  for (const Section& section : module_.sections)
    if (section.type == "variable" && section.labels == std::vector{name})
      if (const Attribute* value = section.attribute("default")) return evaluate(value->value);
  return fault(place, fmt::format("the variable {} has no value; give --param {}=VALUE", name, name));
}

const Expression* Scope::local(const std::string& name) const {
  for (const Section& section : module_.sections)
    if (section.type == "locals")
      if (const Attribute* value = section.attribute(name)) return &value->value;
  return nullptr;
}

Result<Node> Scope::refer(const Expression& reference) {
  if (under_way_[reference.text]) return fault(reference.place, fmt::format("{} refers to itself", reference.text));
  under_way_[reference.text] = true;
  struct Done {
    bool& flag;
    ~Done() { flag = false; }
  } done{under_way_[reference.text]};
  const auto [kind, path] = cut_at_dot(reference.text);
  const auto [name, rest] = cut_at_dot(path);
  if (kind == "var") {
    PARTITA_TRY_VALUE(value, value_of_variable(name, reference.place));
    return member_at(std::move(value), rest, reference);
  }
  if (kind == "local") {
    const Expression* value = local(name);
    if (!value) return fault(reference.place, fmt::format("there is no local value '{}' here", name));
    PARTITA_TRY_VALUE(evaluated, evaluate(*value));
    return member_at(std::move(evaluated), rest, reference);
  }
  if (reference.text == "terraform.workspace")
    return templates::scalar(options_.stage.value_or("default"), reference.place);
  if (kind == "aws_dynamodb_table")
    for (const Section& section : module_.sections)
      if (section.type == "resource" && section.labels == std::vector{kind, name})
        if (const Attribute* value = section.attribute(rest == "id" ? "name" : rest)) return evaluate(value->value);
  return fault(reference.place, fmt::format("the value of {} is not known here; {}", reference.text, kRemedy));
}

Result<Node> Scope::evaluate(const Section& section, Names wanted) {
  Node map = templates::empty_map(section.place);
  for (const Attribute& attribute : section.attributes) {
    if (std::ranges::find(wanted, attribute.name) == wanted.end()) continue;
    PARTITA_TRY_VALUE(value, evaluate(attribute.value));
    map.members.push_back({attribute.name, std::move(value), attribute.place});
  }
  for (const Section& inside : section.sections) {
    if (inside.type == "dynamic" && !inside.labels.empty() &&
        std::ranges::find(wanted, inside.labels.front()) != wanted.end())
      return fault(inside.place, fmt::format("dynamic blocks are not read; {}", kRemedy));
    if (std::ranges::find(wanted, inside.type) == wanted.end()) continue;
    PARTITA_TRY_VALUE(value, evaluate(inside, wanted));
    auto list = std::ranges::find(map.members, inside.type, &Member::name);
    if (list == map.members.end()) {
      Node none = templates::null_node(inside.place);
      none.kind = Node::Kind::List;
      list = map.members.insert(map.members.end(), {inside.type, std::move(none), inside.place});
    }
    list->value.items.push_back(std::move(value));
  }
  return map;
}

}  // namespace partita::modelling::hcl
