#include <algorithm>
#include <set>

#include "base/try.h"
#include "expr/bind/update_program.h"
#include "expr/types.h"
#include "value/encode.h"
#include "value/number.h"
#include "value/view.h"

namespace partita::expr {
namespace {

unexpected<Error> wrong_operand() { return invalid("An operand in the update expression has an incorrect data type"); }

enum class Sign { Plus, Minus };

Result<AttributeValue> calculate(Sign sign, const AttributeValue& left, const AttributeValue& right) {
  PARTITA_TRY_VALUE(a, value::Number::parse(left.n()));
  PARTITA_TRY_VALUE(b, value::Number::parse(right.n()));
  PARTITA_TRY_VALUE(number, sign == Sign::Minus ? a.minus(b) : a.plus(b));
  return AttributeValue::number(number.to_text());
}

AttributeValue concatenate(AttributeValue left, const AttributeValue& right) {
  left.l().insert(left.l().end(), right.l().begin(), right.l().end());
  return left;
}

AttributeValue set_union(const AttributeValue& existing, const AttributeValue& added) {
  AttributeValue merged = existing;
  const std::set<std::string_view> present(existing.set().begin(), existing.set().end());
  for (const std::string& element : added.set())
    if (!present.contains(element)) merged.set().push_back(element);
  return normalised(merged);
}

std::optional<AttributeValue> set_difference(const AttributeValue& existing, const AttributeValue& removed) {
  AttributeValue left = existing;
  const std::set<std::string_view> gone(removed.set().begin(), removed.set().end());
  std::erase_if(left.set(), [&](const std::string& element) { return gone.contains(element); });
  if (left.set().empty()) return std::nullopt;
  return left;
}

}  // namespace

AttributeValue normalised(const AttributeValue& value) {
  std::string bytes;
  value::encode_value(value, bytes);
  return value::ValueView(bytes).to_value();
}

Result<AttributeValue> evaluate(const UpdateOperand& operand, const AttributeMap& item) {
  using Kind = UpdateOperand::Kind;
  if (operand.kind == Kind::Value) return operand.value();
  if (operand.kind == Kind::Path) {
    if (const AttributeValue* found = find(item, operand.path)) return *found;
    return invalid("The provided expression refers to an attribute that does not exist in the item");
  }
  if (operand.kind == Kind::IfNotExists) {
    if (const AttributeValue* found = find(item, operand.arguments[0].path)) return *found;
    return evaluate(operand.arguments[1], item);
  }
  PARTITA_TRY_VALUE(left, evaluate(operand.arguments[0], item));
  const AttributeType needed = operand.kind == Kind::ListAppend ? AttributeType::L : AttributeType::N;
  if (!left.is(needed)) return wrong_operand();
  PARTITA_TRY_VALUE(right, evaluate(operand.arguments[1], item));
  if (!right.is(needed)) return wrong_operand();
  if (operand.kind == Kind::ListAppend) return concatenate(std::move(left), right);
  return calculate(operand.kind == Kind::Minus ? Sign::Minus : Sign::Plus, left, right);
}

Result<std::optional<AttributeValue>> outcome(const UpdateAction& action, const AttributeValue* existing,
                                              AttributeValue set_value, bool legacy) {
  if (action.kind == ActionKind::Set) return set_value;
  if (action.kind == ActionKind::Remove) return std::nullopt;
  const AttributeValue& operand = action.operand.value();
  if (existing == nullptr) {
    if (action.kind == ActionKind::Delete) return std::nullopt;
    return operand;
  }
  if (existing->type() != operand.type()) {
    if (legacy) return invalid("Type mismatch for attribute to update");
    return wrong_operand();
  }
  if (action.kind == ActionKind::Delete) return set_difference(*existing, operand);
  if (is_set(operand.type())) return set_union(*existing, operand);
  if (operand.is(AttributeType::L)) return concatenate(*existing, operand);
  return calculate(Sign::Plus, *existing, operand).transform([](AttributeValue sum) {
    return std::optional(std::move(sum));
  });
}

}  // namespace partita::expr
