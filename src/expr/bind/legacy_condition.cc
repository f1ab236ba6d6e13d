#include <span>

#include "base/check.h"
#include "expr/bind/condition_node.h"
#include "expr/legacy.h"
#include "value/encode.h"

namespace partita::expr {
namespace {

Operand attribute(const std::string& name) { return {Operand::Kind::Path, {{name}}}; }

Operand constant(const AttributeValue& value) {
  std::string bytes;
  value::encode_value(value, bytes);
  return {Operand::Kind::Value, {}, SharedValue<std::string>(std::move(bytes))};
}

struct Meaning {
  ConditionKind kind;
  bool negated = false;
};

Meaning meaning_of(ComparisonOperator op) {
  switch (op) {
    case ComparisonOperator::Eq:
      return {ConditionKind::Eq};
    case ComparisonOperator::Ne:
      return {ConditionKind::Ne};
    case ComparisonOperator::In:
      return {ConditionKind::In};
    case ComparisonOperator::Le:
      return {ConditionKind::Le};
    case ComparisonOperator::Lt:
      return {ConditionKind::Lt};
    case ComparisonOperator::Ge:
      return {ConditionKind::Ge};
    case ComparisonOperator::Gt:
      return {ConditionKind::Gt};
    case ComparisonOperator::Between:
      return {ConditionKind::Between};
    case ComparisonOperator::NotNull:
      return {ConditionKind::AttributeExists};
    case ComparisonOperator::Null:
      return {ConditionKind::AttributeNotExists};
    case ComparisonOperator::Contains:
      return {ConditionKind::Contains};
    case ComparisonOperator::NotContains:
      return {ConditionKind::Contains, true};
    case ComparisonOperator::BeginsWith:
      return {ConditionKind::BeginsWith};
  }
  PARTITA_CHECK(!"a comparison operator is one of these");
  return {ConditionKind::Eq};
}

ConditionNode node_of(const std::string& name, ComparisonOperator op, std::span<const AttributeValue> values) {
  const Meaning meaning = meaning_of(op);
  ConditionNode node{meaning.kind, {}, {attribute(name)}};
  for (const AttributeValue& value : values) node.operands.push_back(constant(value));
  sort_candidates(node);
  if (!meaning.negated) return node;
  // NOT contains(...) holds if the attribute is missing, but NOT_CONTAINS must not.
  ConditionNode exists{ConditionKind::AttributeExists, {}, {attribute(name)}};
  ConditionNode negated{ConditionKind::Not, {}, {}};
  negated.children.push_back(std::move(node));
  ConditionNode both{ConditionKind::And, {}, {}};
  both.children.push_back(std::move(exists));
  both.children.push_back(std::move(negated));
  return both;
}

// "Value" may be given in place of a list with one element.
std::span<const AttributeValue> values_of(const ExpectedAttributeValue& expected) {
  if (expected.attribute_value_list) return *expected.attribute_value_list;
  if (expected.value) return {&*expected.value, 1};
  return {};
}

ConditionNode node_of(const std::string& name, const ExpectedAttributeValue& expected) {
  if (expected.comparison_operator) return node_of(name, expected.comparison_operator->value(), values_of(expected));
  if (expected.exists && !*expected.exists) return node_of(name, ComparisonOperator::Null, {});
  return node_of(name, ComparisonOperator::Eq, values_of(expected));
}

ConditionNode node_of(const std::string& name, const partita::Condition& condition) {
  if (!condition.attribute_value_list) return node_of(name, condition.comparison_operator->value(), {});
  return node_of(name, condition.comparison_operator->value(), *condition.attribute_value_list);
}

template <class T>
Condition join(const NamedList<T>& list, ConditionalOperator joined_by) {
  const bool any = joined_by == ConditionalOperator::Or && !list.empty();
  ConditionNode root{any ? ConditionKind::Or : ConditionKind::And, {}, {}};
  for (const auto& [name, condition] : list) root.children.push_back(node_of(name, condition));
  return Condition(std::make_shared<const ConditionNode>(std::move(root)));
}

KeyOperator key_operator_of(ComparisonOperator op) {
  switch (op) {
    case ComparisonOperator::Lt:
      return KeyOperator::Lt;
    case ComparisonOperator::Le:
      return KeyOperator::Le;
    case ComparisonOperator::Gt:
      return KeyOperator::Gt;
    case ComparisonOperator::Ge:
      return KeyOperator::Ge;
    case ComparisonOperator::Between:
      return KeyOperator::Between;
    case ComparisonOperator::BeginsWith:
      return KeyOperator::BeginsWith;
    case ComparisonOperator::Eq:
      return KeyOperator::Eq;
    default:
      return KeyOperator::NotIndexable;
  }
}

}  // namespace

Condition condition_of(const NamedList<ExpectedAttributeValue>& expected, ConditionalOperator joined_by) {
  return join(expected, joined_by);
}

Condition condition_of(const NamedList<partita::Condition>& filter, ConditionalOperator joined_by) {
  return join(filter, joined_by);
}

KeyCondition key_condition_of(const NamedList<partita::Condition>& key_conditions) {
  KeyCondition condition;
  for (const auto& [name, given] : key_conditions) {
    KeyComparison comparison{name, key_operator_of(given.comparison_operator->value()), {}, {}};
    if (comparison.op != KeyOperator::NotIndexable) {
      const std::vector<AttributeValue>& values = *given.attribute_value_list;
      comparison.value = values.at(0);
      if (comparison.op == KeyOperator::Between) comparison.upper = values.at(1);
    }
    condition.comparisons.push_back(std::move(comparison));
  }
  return condition;
}

}  // namespace partita::expr
