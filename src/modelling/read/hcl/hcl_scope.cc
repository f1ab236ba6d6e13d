#include "modelling/read/hcl/hcl_scope.h"

#include <fmt/format.h>

#include <algorithm>

#include "modelling/read/hcl/hcl_values.h"

namespace partita::modelling::hcl {
namespace {

constexpr std::string_view kRemedy = "write the value out, or read the output of 'terraform show -json' instead";

// "var.stage" is "var" and "stage".
std::pair<std::string, std::string> cut_at_dot(const std::string& text) {
  const std::size_t dot = text.find('.');
  return {text.substr(0, dot), dot == text.npos ? std::string() : text.substr(dot + 1)};
}

// The part of a value at "a.b". Numbers are elements of a list.
Result<Node> member_at(Node value, const std::string& path, const Expression& reference) {
  std::string rest = path;
  while (!rest.empty()) {
    const auto [name, more] = cut_at_dot(rest);
    const Node* member = value.find(name);
    if (value.is_list())
      for (std::size_t i = 0; i < value.items.size() && !member; ++i)
        if (std::to_string(i) == name) member = &value.items[i];
    if (value.is_unknown()) return value;
    if (!member) return fault(reference.place, fmt::format("{} has no value '{}'; {}", reference.text, name, kRemedy));
    value = Node(*member);
    rest = more;
  }
  return value;
}

std::size_t size_of(const Node& node) {
  std::size_t sum = 1 + node.text.size();
  for (const Node& item : node.items) sum += size_of(item);
  for (const Member& member : node.members) sum += 1 + member.name.size() + size_of(member.value);
  return sum;
}

// Terraform knows the members of an object in the order of their names, whatever order they were written in.
void sort_members(Node& node) {
  for (Node& item : node.items) sort_members(item);
  for (Member& member : node.members) sort_members(member.value);
  if (!std::ranges::is_sorted(node.members, {}, &Member::name)) std::ranges::sort(node.members, {}, &Member::name);
}

}  // namespace

Scope::Scope(const Section& module, const templates::TemplateOptions& options, const Inputs* inputs)
    : module_(module), options_(options), inputs_(inputs) {}

Scope::Loop::Loop(Scope& scope, const LoopNames& names) : scope_(scope), before_(scope.loop_) {
  for (const auto& [name, value] : names) scope.loop_.insert_or_assign(name, value);
}

unexpected<Error> Scope::unknown(const Place& place, std::string_view what) {
  ++unknown_count_;
  return fault(place, what);
}

Result<void> Scope::spend(const Node& made, const Place& place) {
  spent_ += size_of(made);
  if (spent_ <= kMostWork) return {};
  return unknown(place, "the values of this module grow too large; read the output of 'terraform show -json' instead");
}

Result<Node> Scope::evaluate(const Expression& expression) {
  if (++depth_ > kDeepestValue) {
    --depth_;
    return unknown(expression.place, "values refer to each other in too many steps");
  }
  struct Down {
    int& depth;
    ~Down() { --depth; }
  } down{depth_};
  // The literal pieces of a text have no place of their own.
  if (expression.place.file) place_ = expression.place;
  PARTITA_TRY_VALUE(value, evaluate_kind(expression));
  if (value.is_unknown()) return not_known(value);
  sort_members(value);
  PARTITA_TRY(spend(value, expression.place.file ? expression.place : place_));
  return std::move(value);
}

unexpected<Error> Scope::not_known(const Node& value) {
  ++unknown_count_;
  return invalid(value.text);
}

Result<Node> Scope::evaluate_part(const Expression& expression) {
  const std::size_t before = unknown_count_;
  auto value = evaluate(expression);
  if (value || unknown_count_ == before || spent_ > kMostWork) return value;
  unknown_count_ = before;
  return unknown_node(value.error().message, expression.place.file ? expression.place : place_);
}

Result<Node> Scope::evaluate_kind(const Expression& expression) {
  switch (expression.kind) {
    case Expression::Kind::Text:
      return join(expression);
    case Expression::Kind::Literal:
      return string_node(expression.text, expression.place);
    case Expression::Kind::Scalar:
      return plain_scalar(expression.text, expression.place);
    case Expression::Kind::Null:
      return documents::null_node(expression.place);
    case Expression::Kind::Reference:
      return refer(expression);
    case Expression::Kind::List:
      return list_of(expression);
    case Expression::Kind::Object:
      return map_of(expression);
    case Expression::Kind::Call:
      return call(expression);
    case Expression::Kind::Conditional:
      return choose(expression);
    case Expression::Kind::Operator:
      return operate(expression);
    case Expression::Kind::Index:
      return index(expression);
    case Expression::Kind::Splat:
      return splat(expression);
    case Expression::Kind::For:
      return walk(expression);
    case Expression::Kind::Other:
      return unknown(expression.place,
                     fmt::format("the expression '{}' is not known here; {}", expression.text.substr(0, 60), kRemedy));
  }
  return documents::null_node(expression.place);
}

Result<Node> Scope::list_of(const Expression& list) {
  std::vector<Node> items;
  for (const Expression& part : list.parts) {
    PARTITA_TRY_VALUE(value, evaluate_part(part));
    items.push_back(std::move(value));
  }
  return list_node(std::move(items), list.place);
}

Result<Node> Scope::map_of(const Expression& object) {
  Node map = documents::empty_map(object.place);
  for (const auto& [key, value] : object.members) {
    PARTITA_TRY_VALUE(name, evaluate(key));
    PARTITA_TRY_VALUE(member, evaluate_part(value));
    map.members.push_back({name.text, std::move(member), key.place});
  }
  return map;
}

Result<Node> Scope::join(const Expression& text) {
  // "${x}" alone is x of any type.
  if (text.parts.size() == 1 && text.parts.front().kind != Expression::Kind::Literal)
    return evaluate(text.parts.front());
  std::string joined;
  for (const Expression& part : text.parts) {
    PARTITA_TRY_VALUE(value, evaluate(part));
    if (!value.is_scalar())
      return fault(part.place.file ? part.place : text.place,
                   fmt::format("a text cannot hold {}", documents::kind_text(value)));
    joined += value.text;
  }
  return string_node(std::move(joined), text.place);
}

// ---- references

const Expression* Scope::local(const std::string& name) const {
  for (const Section& section : module_.sections)
    if (section.type == "locals")
      if (const Attribute* value = section.attribute(name)) return &value->value;
  return nullptr;
}

Result<Node> Scope::refer(const Expression& reference) {
  const auto [kind, path] = cut_at_dot(reference.text);
  if (const auto named = loop_.find(kind); named != loop_.end()) return member_at(named->second, path, reference);
  if (under_way_[reference.text]) return unknown(reference.place, fmt::format("{} refers to itself", reference.text));
  under_way_[reference.text] = true;
  auto value = refer_once(reference);
  under_way_[reference.text] = false;
  return value;
}

Result<Node> Scope::refer_once(const Expression& reference) {
  const auto [kind, path] = cut_at_dot(reference.text);
  const auto [name, rest] = cut_at_dot(path);
  if (kind == "var") {
    PARTITA_TRY_VALUE(value, value_of_variable(name, reference.place));
    return member_at(std::move(value), rest, reference);
  }
  if (kind == "local") {
    const Expression* value = local(name);
    if (!value) return fault(reference.place, fmt::format("there is no local value '{}' here", name));
    // The names of a loop do not reach into the values that it refers to.
    LoopNames inside;
    inside.swap(loop_);
    auto evaluated = evaluate(*value);
    loop_.swap(inside);
    if (!evaluated) return evaluated;
    return member_at(std::move(*evaluated), rest, reference);
  }
  if (reference.text == "terraform.workspace") return string_node(options_.stage.value_or("default"), reference.place);
  if (kind == "aws_dynamodb_table") return attribute_of_table(name, rest, reference);
  if (kind == "module" && outputs_) {
    auto outputs = outputs_(name, reference.place);
    if (!outputs) return not_known(unknown_node(outputs.error().message, reference.place));
    return member_at(std::move(*outputs), rest, reference);
  }
  return unknown(reference.place, fmt::format("the value of {} is not known here; {}", reference.text, kRemedy));
}

// `path` is "name", or "users.name" of a resource with for_each or count.
Result<Node> Scope::attribute_of_table(const std::string& name, const std::string& path, const Expression& reference) {
  for (const Section& section : module_.sections) {
    if (section.type != "resource" || section.labels != std::vector<std::string>{"aws_dynamodb_table", name}) continue;
    PARTITA_TRY_VALUE(instances, instances_of(section));
    for (const Instance& instance : instances) {
      const auto [key, attribute] = instance.key.empty() ? std::pair(std::string(), path) : cut_at_dot(path);
      const Attribute* value = section.attribute(attribute == "id" ? "name" : attribute);
      if (key != instance.key || !value) continue;
      const Loop loop(*this, instance.names);
      return evaluate(value->value);
    }
  }
  return unknown(reference.place, fmt::format("the value of {} is not known here; {}", reference.text, kRemedy));
}

}  // namespace partita::modelling::hcl
