#include "ops/rules/legacy_rules.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/try.h"
#include "ops/prepare.h"
#include "ops/rules/item_rules.h"
#include "ops/rules/render.h"
#include "ops/rules/repeated.h"
#include "value/limits.h"
#include "value/types.h"

namespace partita::ops {
namespace {

using Values = std::vector<AttributeValue>;

template <class... Arguments>
unexpected<Error> invalid_parameter(fmt::format_string<Arguments...> text, Arguments&&... arguments) {
  return invalid("One or more parameter values were invalid: " +
                 fmt::format(text, std::forward<Arguments>(arguments)...));
}

bool has_operand_count(ComparisonOperator op, std::size_t count) {
  switch (op) {
    case ComparisonOperator::Null:
    case ComparisonOperator::NotNull:
      return count == 0;
    case ComparisonOperator::Between:
      return count == 2;
    case ComparisonOperator::In:
      return count >= 1;
    default:
      return count == 1;
  }
}

bool takes_type(ComparisonOperator op, AttributeType type) {
  const bool scalar = type == AttributeType::S || type == AttributeType::N || type == AttributeType::B;
  switch (op) {
    case ComparisonOperator::Lt:
    case ComparisonOperator::Le:
    case ComparisonOperator::Gt:
    case ComparisonOperator::Ge:
    case ComparisonOperator::In:
    case ComparisonOperator::Between:
      return scalar;
    case ComparisonOperator::Contains:
    case ComparisonOperator::NotContains:
      return scalar || type == AttributeType::Bool || type == AttributeType::Null;
    case ComparisonOperator::BeginsWith:
      return type == AttributeType::S || type == AttributeType::B;
    default:
      return true;
  }
}

Result<void> check_same_type(const Values& values) {
  for (const AttributeValue& value : values)
    if (value.type() != values.front().type())
      return invalid_parameter("AttributeValues inside AttributeValueList must be of same type");
  return {};
}

Result<void> check_operand_types(ComparisonOperator op, const Values& values) {
  for (const AttributeValue& value : values)
    if (!takes_type(op, value.type()))
      return invalid_parameter("ComparisonOperator {} is not valid for {} AttributeValue type", to_text(op),
                               value::type_name(value.type()));
  return {};
}

Result<void> check_bounds(ComparisonOperator op, const Values& values) {
  if (op == ComparisonOperator::Between && is_greater(values[0], values[1]))
    return invalid("The BETWEEN condition was provided a range where the lower bound is greater than the upper bound");
  return {};
}

Result<void> check_operands(ComparisonOperator op, const Values& values) {
  PARTITA_TRY(check_same_type(values));
  PARTITA_TRY(check_operand_types(op, values));
  return check_bounds(op, values);
}

Result<void> check_comparison(const std::string& name, const ExpectedAttributeValue& expected, Layer layer) {
  const ComparisonOperator op = expected.comparison_operator->value();
  if (expected.exists)
    return invalid_parameter("Exists and ComparisonOperator cannot be used together for Attribute: {}", name);
  const bool needs_operand = op != ComparisonOperator::Null && op != ComparisonOperator::NotNull;
  if (needs_operand && !expected.attribute_value_list && !expected.value)
    return invalid_parameter("Value or AttributeValueList must be used with ComparisonOperator: {} for Attribute: {}",
                             to_text(op), name);
  Values operands;
  if (expected.attribute_value_list)
    operands = *expected.attribute_value_list;
  else if (expected.value)
    operands = {*expected.value};
  if (!has_operand_count(op, operands.size()))
    return invalid_parameter("Invalid number of argument(s) for the {} ComparisonOperator", to_text(op));
  for (const AttributeValue& value : operands) PARTITA_TRY(check_value(value, layer));
  return check_operands(op, operands);
}

Result<void> check_existence(const std::string& name, const ExpectedAttributeValue& expected, Layer layer) {
  if (expected.attribute_value_list)
    return invalid_parameter("AttributeValueList can only be used with a ComparisonOperator for Attribute: {}", name);
  const bool exists = expected.exists.value_or(true);
  if (exists && !expected.value)
    return invalid_parameter("Value must be provided when Exists is {} for Attribute: {}",
                             expected.exists ? "true" : "null", name);
  if (!exists && expected.value)
    return invalid_parameter("Value cannot be used when Exists is false for Attribute: {}", name);
  return expected.value ? check_value(*expected.value, layer) : Result<void>();
}

Result<void> check_update(const AttributeValueUpdate& update, Layer layer) {
  const AttributeAction action = update.action ? update.action->value() : AttributeAction::Put;
  if (!update.value) {
    if (action == AttributeAction::Delete) return {};
    return invalid_parameter("Only DELETE action is allowed when no attribute value is specified");
  }
  PARTITA_TRY(check_value(*update.value, layer));
  const AttributeType type = update.value->type();
  const bool set = type == AttributeType::SS || type == AttributeType::NS || type == AttributeType::BS;
  if (action == AttributeAction::Delete && !set)
    return invalid_parameter("DELETE action with value is not supported for the type {}", value::type_name(type));
  if (action == AttributeAction::Add && !set && type != AttributeType::N && type != AttributeType::L)
    return invalid_parameter("ADD action is not supported for the type {}", value::type_name(type));
  return {};
}

}  // namespace

void constrain_expected(Constraints& constraints, const ExpectedList& expected) {
  if (!expected) return;
  const RequestPlace place("expected");
  for (const auto& [name, value] : *expected)
    constraints.one_of(value.comparison_operator, RequestPlace(RequestPlace::entry(place, name), "comparisonOperator"));
}

void constrain_conditions(Constraints& constraints, const ConditionList& conditions, const RequestPlace& place) {
  if (!conditions) return;
  for (const auto& [name, condition] : *conditions) {
    const RequestPlace entry = RequestPlace::entry(place, name);
    const RequestPlace op(entry, "comparisonOperator");
    if (constraints.not_null(condition.comparison_operator, op)) constraints.one_of(condition.comparison_operator, op);
  }
}

void constrain_attribute_updates(Constraints& constraints, const UpdateList& updates) {
  if (!updates) return;
  const RequestPlace place("attributeUpdates");
  for (const auto& [name, update] : *updates)
    constraints.one_of(update.action, RequestPlace(RequestPlace::entry(place, name), "action"));
}

void constrain_attributes_to_get(Constraints& constraints, const OptionalList<std::string>& names,
                                 const RequestPlace& place) {
  if (names) constraints.count(names->size(), place, 1, limits::kAttributesToGet, [&] { return render(*names); });
}

Result<void> check_expected(const ExpectedList& expected, Layer layer) {
  if (!expected) return {};
  for (const auto& [name, value] : *expected) PARTITA_TRY(check_attribute_name(name));
  for (const auto& [name, value] : *expected) {
    if (value.attribute_value_list && value.value)
      return invalid_parameter("Value and AttributeValueList cannot be used together for Attribute: {}", name);
    PARTITA_TRY(value.comparison_operator ? check_comparison(name, value, layer) : check_existence(name, value, layer));
  }
  return {};
}

Result<void> check_conditions(const ConditionList& conditions, Layer layer) {
  static const Values kNone;
  if (!conditions) return {};
  // The service accepts an empty name here.
  for (const auto& [name, condition] : *conditions) PARTITA_TRY(check_name_length(name));
  for (const auto& [name, condition] : *conditions) {
    const ComparisonOperator op = condition.comparison_operator->value();
    const Values& values = condition.attribute_value_list ? *condition.attribute_value_list : kNone;
    for (const AttributeValue& value : values) PARTITA_TRY(check_value(value, layer));
    if (!has_operand_count(op, values.size()))
      return invalid_parameter("Invalid number of argument(s) for the {} ComparisonOperator", to_text(op));
    PARTITA_TRY(check_operands(op, values));
  }
  return {};
}

Result<void> check_attribute_updates(const UpdateList& updates, Layer layer) {
  if (!updates) return {};
  for (const auto& [name, update] : *updates) PARTITA_TRY(check_attribute_name(name));
  for (const auto& [name, update] : *updates) PARTITA_TRY(check_update(update, layer));
  return {};
}

Result<void> check_attributes_to_get(const OptionalList<std::string>& names) {
  if (!names) return {};
  for (const std::string& name : *names) PARTITA_TRY(check_attribute_name(name));
  if (const auto name = first_repeated(*names); name != names->end())
    return invalid_parameter("Duplicate value in attribute name: {}", shortened(*name));
  return {};
}

Result<void> check_conditional_operator(const OptionalEnum<ConditionalOperator>& joined_by, std::size_t conditions) {
  if (!joined_by || conditions >= 2) return {};
  if (conditions == 0) return invalid("ConditionalOperator cannot be used without Filter or Expected");
  return invalid("ConditionalOperator can only be used when Filter or Expected has two or more elements");
}

}  // namespace partita::ops
