#include "expr/bind/key_condition_of_node.h"

#include "base/try.h"
#include "expr/bind/operand_checks.h"
#include "value/limits.h"
#include "value/view.h"

namespace partita::expr {
namespace {

std::optional<KeyOperator> key_operator(ConditionKind kind) {
  switch (kind) {
    case ConditionKind::Eq:
      return KeyOperator::Eq;
    case ConditionKind::Lt:
      return KeyOperator::Lt;
    case ConditionKind::Le:
      return KeyOperator::Le;
    case ConditionKind::Gt:
      return KeyOperator::Gt;
    case ConditionKind::Ge:
      return KeyOperator::Ge;
    case ConditionKind::Between:
      return KeyOperator::Between;
    case ConditionKind::BeginsWith:
      return KeyOperator::BeginsWith;
    default:
      return std::nullopt;
  }
}

// The operator after the operands are swapped: `:value op attribute` means `attribute mirrored(op) :value`.
KeyOperator mirrored(KeyOperator op) {
  switch (op) {
    case KeyOperator::Lt:
      return KeyOperator::Gt;
    case KeyOperator::Le:
      return KeyOperator::Ge;
    case KeyOperator::Gt:
      return KeyOperator::Lt;
    case KeyOperator::Ge:
      return KeyOperator::Le;
    default:
      return op;
  }
}

AttributeValue value_of(const Operand& operand) { return value::ValueView(operand.bytes()).to_value(); }

// The position of the one operand that is an attribute.
Result<std::size_t> find_attribute(const std::vector<Operand>& operands) {
  std::optional<std::size_t> attribute;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    if (operands[i].kind == Operand::Kind::Size)
      return invalid("KeyConditionExpressions cannot contain nested operations");
    if (operands[i].kind != Operand::Kind::Path) continue;
    if (attribute)
      return invalid("Invalid condition in KeyConditionExpression: Multiple attribute names used in one condition");
    if (!operands[i].path.is_top_level())
      return invalid("KeyConditionExpressions cannot have conditions on nested attributes");
    attribute = i;
  }
  if (!attribute) return invalid("Invalid condition in KeyConditionExpression: No key attribute specified");
  return *attribute;
}

Result<void> add_comparison(const ConditionNode& node, KeyCondition& out) {
  const std::optional<KeyOperator> op = key_operator(node.kind);
  if (!op)
    return invalid(std::string("Invalid operator used in KeyConditionExpression: ").append(operator_text(node.kind)));
  const std::vector<Operand>& operands = node.operands;
  const bool attribute_first = *op == KeyOperator::Between || *op == KeyOperator::BeginsWith;
  if (attribute_first && operands[0].kind != Operand::Kind::Path && operands[0].kind != Operand::Kind::Size)
    return invalid(std::string("Invalid condition in KeyConditionExpression: ")
                       .append(operator_text(node.kind))
                       .append(" operator must have the key attribute as its first operand"));
  PARTITA_TRY_VALUE(attribute, find_attribute(operands));
  const std::string& name = operands[attribute].path.top();
  for (const KeyComparison& other : out.comparisons)
    if (other.attribute == name)
      return invalid("Invalid KeyConditionExpression: KeyConditionExpressions must only contain one condition per key");
  KeyComparison comparison{name, attribute == 0 ? *op : mirrored(*op), {}, {}};
  // A condition with more comparisons than an index has key attributes is refused later, so the values of the further
  // comparisons need not be copied.
  if (out.comparisons.size() <= limits::kIndexPartitionKeyAttributes + limits::kIndexSortKeyAttributes) {
    comparison.value = value_of(operands[attribute == 0 ? 1 : 0]);
    if (*op == KeyOperator::Between) comparison.upper = value_of(operands[2]);
  }
  out.comparisons.push_back(std::move(comparison));
  return {};
}

Result<void> add(const ConditionNode& node, KeyCondition& out) {
  if (node.kind != ConditionKind::And) return add_comparison(node, out);
  for (const ConditionNode& child : node.children) PARTITA_TRY(add(child, out));
  return {};
}

}  // namespace

Result<KeyCondition> key_condition_of(const ConditionNode& node) {
  KeyCondition condition;
  PARTITA_TRY(add(node, condition));
  return condition;
}

}  // namespace partita::expr
