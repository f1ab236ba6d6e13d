// CloudFormation's conditions, and Fn::If, which uses them.
#include <fmt/format.h>

#include "base/try.h"
#include "templates/evaluator.h"

namespace partita::templates {
namespace {

// The limit of Fn::And and Fn::Or.
constexpr std::size_t kMaxOperands = 10;
constexpr std::string_view kForm = "a condition is Fn::Equals, Fn::And, Fn::Or, Fn::Not or Condition";

}  // namespace

Result<Evaluator::Value> Evaluator::if_(const Node& argument) {
  PARTITA_TRY_VALUE(parts, arguments(argument, "Fn::If", 3, 3, "[condition, value if true, value if false]"));
  PARTITA_TRY_VALUE(name, text(parts.items[0], "Fn::If"));
  PARTITA_TRY_VALUE(holds, condition(name, argument.place));
  return evaluate(parts.items[holds ? 1 : 2]);
}

Result<bool> Evaluator::condition(const std::string& name, const Place& at) {
  const Node* found = sections_.conditions.find(name);
  if (!found) return fault(at, fmt::format("{} is not a condition of this template", name));
  PARTITA_TRY_VALUE(resolved, variables_.resolve_all(*found));
  ++deciding_;
  auto holds = boolean(resolved);
  --deciding_;
  return holds;
}

Result<bool> Evaluator::boolean(const Node& node) {
  PARTITA_TRY_VALUE(step, enter(node.place, "this condition"));
  if (!node.is_map() || node.members.size() != 1) return fault(node.place, kForm);
  const auto& [name, argument, place] = node.members.front();
  if (name == "Condition" && argument.is_scalar()) return condition(argument.text, place);
  if (name == "Fn::Equals") return equals(argument);
  if (name == "Fn::Not") {
    PARTITA_TRY_VALUE(parts, arguments(argument, name, 1, 1, "[condition]"));
    PARTITA_TRY_VALUE(holds, boolean(parts.items[0]));
    return !holds;
  }
  const bool all = name == "Fn::And";
  if (!all && name != "Fn::Or") return fault(place, kForm);
  PARTITA_TRY_VALUE(parts, arguments(argument, name, 2, kMaxOperands, "2 to 10 conditions"));
  for (const Node& part : parts.items) {
    PARTITA_TRY_VALUE(holds, boolean(part));
    if (holds != all) return !all;
  }
  return all;
}

Result<bool> Evaluator::equals(const Node& argument) {
  PARTITA_TRY_VALUE(parts, arguments(argument, "Fn::Equals", 2, 2, "[value, value]"));
  PARTITA_TRY_VALUE(left, text(parts.items[0], "Fn::Equals"));
  PARTITA_TRY_VALUE(right, text(parts.items[1], "Fn::Equals"));
  return left == right;
}

}  // namespace partita::templates
