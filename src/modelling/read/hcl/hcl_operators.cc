// Conditions, operators, loops and parts of values.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "modelling/read/hcl/hcl_functions.h"
#include "modelling/read/hcl/hcl_scope.h"
#include "modelling/read/hcl/hcl_values.h"

namespace partita::modelling::hcl {
namespace {

bool is_written_text(const Expression& one) {
  return one.kind == Expression::Kind::Text || one.kind == Expression::Kind::Literal;
}

}  // namespace

Result<bool> Scope::truth(const Expression& expression) {
  PARTITA_TRY_VALUE(value, evaluate(expression));
  if (value.is_scalar() && (value.text == "true" || value.text == "false")) return value.text == "true";
  return fault(expression.place, fmt::format("a condition must be true or false, not {}",
                                             value.is_scalar() ? value.text : documents::kind_text(value)));
}

Result<Node> Scope::choose(const Expression& choice) {
  PARTITA_TRY_VALUE(holds, truth(choice.parts[0]));
  PARTITA_TRY_VALUE(taken, evaluate(choice.parts[holds ? 1 : 2]));
  // Terraform gives both results one type.
  if (taken.is_scalar() && is_written_text(choice.parts[holds ? 2 : 1])) taken.is_quoted = true;
  if (taken.collection == Node::Collection::AsWritten) taken.collection = Node::Collection::Unsure;
  return std::move(taken);
}

Result<Node> Scope::operate(const Expression& operation) {
  const std::string& sign = operation.text;
  const auto flag = [&](bool value) { return flag_node(value, operation.place); };
  const auto number = [&](long double value) { return number_node(value, operation.place); };
  if (sign == "!") {
    PARTITA_TRY_VALUE(holds, truth(operation.parts[0]));
    return flag(!holds);
  }
  if (sign == "&&" || sign == "||") {
    PARTITA_TRY_VALUE(first, truth(operation.parts[0]));
    if (first == (sign == "||")) return flag(first);
    PARTITA_TRY_VALUE(second, truth(operation.parts[1]));
    return flag(second);
  }
  PARTITA_TRY_VALUE(left, evaluate(operation.parts[0]));
  if (operation.parts.size() == 1) {
    PARTITA_TRY_VALUE(value, number_of(left, sign, operation.place));
    return number(-value);
  }
  PARTITA_TRY_VALUE(right, evaluate(operation.parts[1]));
  if (sign == "==" || sign == "!=") {
    const auto equal = are_equal(left, right);
    if (equal) return flag(*equal == (sign == "=="));
    for (const Node* side : {&left, &right})
      if (const Node* part = find_unknown(*side)) return Node(*part);
    return unknown(operation.place,
                   "whether Terraform takes the two values for ones of one type is not known here; write "
                   "the result out, or read the output of 'terraform show -json' instead");
  }
  PARTITA_TRY_VALUE(a, number_of(left, sign, operation.place));
  PARTITA_TRY_VALUE(b, number_of(right, sign, operation.place));
  if (sign == "<") return flag(a < b);
  if (sign == "<=") return flag(a <= b);
  if (sign == ">") return flag(a > b);
  if (sign == ">=") return flag(a >= b);
  if (sign == "+") return number(a + b);
  if (sign == "-") return number(a - b);
  if (sign == "*") return number(a * b);
  if (b == 0) return fault(operation.place, "a division by 0");
  return number(sign == "/" ? a / b : std::fmod(a, b));
}

Result<Node> Scope::index(const Expression& index) {
  PARTITA_TRY_VALUE(whole, evaluate(index.parts[0]));
  PARTITA_TRY_VALUE(key, evaluate(index.parts[1]));
  if (const Node* member = whole.find(key.text)) return Node(*member);
  if (whole.is_list())
    for (std::size_t i = 0; i < whole.items.size(); ++i)
      if (key.text == std::to_string(i)) return std::move(whole.items[i]);
  return fault(index.place, fmt::format("there is no part '{}' in {}", key.text, documents::kind_text(whole)));
}

// A value that is not a list is a list of one element, and null is an empty list.
Result<Node> Scope::splat(const Expression& splat) {
  PARTITA_TRY_VALUE(whole, evaluate(splat.parts[0]));
  std::vector<Node> items = whole.is_list() ? std::move(whole.items) : std::vector<Node>();
  if (!whole.is_list() && !whole.is_null()) items.push_back(std::move(whole));
  for (Node& item : items)
    for (std::size_t i = 1; i < splat.parts.size() && !item.is_unknown(); ++i) {
      const Node* member = item.find(splat.parts[i].text);
      if (!member) return fault(splat.place, fmt::format("an element has no value '{}'", splat.parts[i].text));
      item = Node(*member);
    }
  return list_node(std::move(items), splat.place);
}

Result<Node> Scope::walk(const Expression& loop) {
  PARTITA_TRY_VALUE(collection, evaluate(loop.parts[0]));
  if (collection.is_scalar()) return fault(loop.place, "for takes a list or a map, not a string");
  const bool is_map = loop.text == "map", is_text = loop.text == "text";
  std::string joined;
  Node out = is_map ? documents::empty_map(loop.place) : list_node({}, loop.place);
  const bool has_texts = collection.is_map() || collection.collection == Node::Collection::Set;
  for (auto& [key, value] : elements_of(collection)) {
    LoopNames names = {{loop.names.back(), std::move(value)}};
    if (loop.names.size() == 2)
      names.emplace(loop.names.front(), has_texts ? string_node(key, loop.place) : plain_scalar(key, loop.place));
    const Loop inside(*this, names);
    if (!loop.condition.empty()) {
      PARTITA_TRY_VALUE(wanted, truth(loop.condition.front()));
      if (!wanted) continue;
    }
    if (is_text) {
      PARTITA_TRY_VALUE(piece, evaluate(loop.parts[1]));
      joined += piece.text;
      continue;
    }
    PARTITA_TRY_VALUE(first, is_map ? evaluate(loop.parts[1]) : evaluate_part(loop.parts[1]));
    if (!is_map) {
      out.items.push_back(std::move(first));
      continue;
    }
    PARTITA_TRY_VALUE(second, evaluate_part(loop.parts[2]));
    const auto member = std::ranges::find(out.members, first.text, &Member::name);
    if (loop.expands && member != out.members.end())
      member->value.items.push_back(std::move(second));
    else if (member != out.members.end())
      return fault(loop.place, fmt::format("two elements have the key '{}'", first.text));
    else
      out.members.push_back(
          {first.text, loop.expands ? list_node({std::move(second)}, loop.place) : std::move(second), loop.place});
  }
  if (is_text) return string_node(std::move(joined), loop.place);
  return out;
}

// ---- functions

// try passes over errors of the value, and not over values that only Terraform knows.
Result<Node> Scope::first_that_succeeds(const Expression& call) {
  const bool is_can = call.text == "can";
  Result<Node> value = fault(call.place, fmt::format("{} takes an argument", call.text));
  for (const Expression& part : call.parts) {
    const std::size_t before = unknown_count_;
    value = evaluate(part);
    if (unknown_count_ != before) return value;
    if (value) break;
  }
  if (is_can) return flag_node(value.has_value(), call.place);
  return value;
}

Result<Node> Scope::call(const Expression& call) {
  if (call.text == "try" || call.text == "can") return first_that_succeeds(call);
  if (!is_function(call.text))
    return unknown(call.place, fmt::format("the function {} is not known here; write the value out, or read the output "
                                           "of 'terraform show -json' instead",
                                           call.text));
  std::vector<Node> arguments;
  for (const Expression& part : call.parts) {
    PARTITA_TRY_VALUE(value, evaluate(part));
    arguments.push_back(std::move(value));
  }
  if (call.expands && !arguments.empty()) {
    Node last = std::move(arguments.back());
    arguments.pop_back();
    for (auto& [key, value] : elements_of(last)) {
      if (value.is_unknown()) return std::move(value);
      arguments.push_back(std::move(value));
    }
  }
  return call_function(call.text, arguments, call.place);
}

}  // namespace partita::modelling::hcl
