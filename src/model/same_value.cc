#include "model/same_value.h"

#include "value/number.h"

namespace partita::model {

bool same_value(const AttributeValue& a, const AttributeValue& b) {
  if (a == b) return true;
  if (!a.is(AttributeType::N) || !b.is(AttributeType::N)) return false;
  const auto left = value::Number::parse(a.n());
  const auto right = value::Number::parse(b.n());
  return left && right && *left == *right;
}

}  // namespace partita::model
