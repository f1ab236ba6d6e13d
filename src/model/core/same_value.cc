#include "model/core/same_value.h"

#include "value/number.h"

namespace partita::model {

bool same_value(const AttributeValue& a, const AttributeValue& b) {
  if (a == b) return true;
  if (!a.is(AttributeType::N) || !b.is(AttributeType::N)) return false;
  const auto left = value::Number::parse(a.n());
  const auto right = value::Number::parse(b.n());
  return left && right && *left == *right;
}

std::optional<std::strong_ordering> order_between(const AttributeValue& a, const AttributeValue& b) {
  if (a.type() != b.type()) return std::nullopt;
  if (a.is(AttributeType::S) || a.is(AttributeType::B)) return a.text() <=> b.text();
  if (!a.is(AttributeType::N)) return std::nullopt;
  const auto left = value::Number::parse(a.n());
  const auto right = value::Number::parse(b.n());
  if (!left || !right) return std::nullopt;
  return *left <=> *right;
}

}  // namespace partita::model
