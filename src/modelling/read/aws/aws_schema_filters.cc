// The filter_expression of a pattern of schema.json.
#include <fmt/format.h>

#include <array>

#include "base/contains.h"
#include "modelling/core/nearest.h"
#include "modelling/read/aws/aws_schema.h"

namespace partita::modelling::aws_schema {
namespace {

constexpr std::array<std::string_view, 8> kFilterOperators = {"=", "<>", "<", "<=", ">", ">=", "between", "in"};
constexpr std::array<std::string_view, 5> kFilterFunctions = {"contains", "begins_with", "attribute_exists",
                                                              "attribute_not_exists", "size"};
constexpr std::array<std::string_view, 2> kLogicalOperators = {"AND", "OR"};

struct FilterReader {
  const Pattern& pattern;
  std::vector<std::string>& used;  // the names of the parameters

  Result<void> use(const Node& condition, std::string_view member) {
    PARTITA_TRY_VALUE(name, needed_text(condition, "a filter condition", member));
    return use_parameter(name, condition.find(member)->place);
  }
  Result<void> use_parameter(const std::string& name, const Place& place) {
    std::vector<std::string_view> names;
    for (const Parameter& parameter : pattern.parameters) names.push_back(parameter.name);
    if (!base::contains(names, name))
      return fault(place, fmt::format("the filter uses the parameter '{}', which {} does not have{}", name,
                                      pattern.name, did_you_mean(name, names)));
    if (!base::contains(used, name)) used.push_back(name);
    return {};
  }
  Result<void> use_operands(const Node& condition, std::string_view comparison) {
    if (comparison == "in") {
      PARTITA_TRY_VALUE(params, needed(condition, "a filter condition with 'in'", "params"));
      PARTITA_TRY_VALUE(list, as_texts(*params, "params"));
      if (list.empty()) return fault(params->place, "params of the operator 'in' must name at least one parameter");
      for (const std::string& name : list) PARTITA_TRY(use_parameter(name, params->place));
      return {};
    }
    PARTITA_TRY(use(condition, "param"));
    return comparison == "between" ? use(condition, "param2") : Result<void>();
  }
};

Result<FilterCondition> read_condition(const Node& node, FilterReader& reader) {
  PARTITA_TRY(
      check_members(node, "a filter condition", {"field", "operator", "function", "param", "param2", "params"}));
  FilterCondition condition;
  PARTITA_TRY_VALUE(field, needed_text(node, "a filter condition", "field"));
  condition.field = std::move(field);
  PARTITA_TRY_VALUE(comparison, text_or_empty(node, "operator"));
  PARTITA_TRY_VALUE(function, text_or_empty(node, "function"));
  if (!comparison.empty())
    PARTITA_TRY(check_known(node.find("operator")->place, "filter operator", comparison, kFilterOperators));
  if (function.empty()) {
    if (comparison.empty()) return fault(node.place, "a filter condition needs an operator or a function");
    PARTITA_TRY(reader.use_operands(node, comparison));
    condition.comparison = comparison;
    return condition;
  }
  PARTITA_TRY(check_known(node.find("function")->place, "filter function", function, kFilterFunctions));
  if (function == "size") {
    if (comparison.empty()) return fault(node.place, "the function size needs an operator that compares its result");
    PARTITA_TRY(reader.use_operands(node, comparison));
    condition.comparison = "size " + comparison;
    return condition;
  }
  if (!comparison.empty())
    return fault(node.place,
                 fmt::format("the function {} takes no operator; remove the operator '{}'", function, comparison));
  if (function.starts_with("attribute_")) {
    condition.comparison = function == "attribute_exists" ? "exists" : "not_exists";
    return condition;
  }
  PARTITA_TRY(reader.use(node, "param"));
  condition.comparison = function;
  return condition;
}

}  // namespace

Result<std::vector<std::string>> read_filter(const Node& node, Pattern& pattern) {
  PARTITA_TRY(check_members(node, "filter_expression", {"conditions", "logical_operator"}));
  PARTITA_TRY_VALUE(conditions_node, needed(node, "filter_expression", "conditions"));
  PARTITA_TRY_VALUE(conditions, as_list(*conditions_node, "conditions"));
  if (conditions->empty()) return fault(conditions_node->place, "filter_expression needs at least one condition");
  std::vector<std::string> used;
  FilterReader reader{pattern, used};
  for (const Node& one : *conditions) {
    PARTITA_TRY_VALUE(condition, read_condition(one, reader));
    pattern.filter.push_back(std::move(condition));
  }
  PARTITA_TRY_VALUE(logical, text_or_empty(node, "logical_operator"));
  if (logical.empty()) return used;
  PARTITA_TRY(check_known(node.find("logical_operator")->place, "logical operator", logical, kLogicalOperators));
  pattern.filter_any = logical == "OR" && pattern.filter.size() > 1;
  return used;
}

}  // namespace partita::modelling::aws_schema
