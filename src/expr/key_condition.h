// KeyCondition: the comparisons of a KeyConditionExpression or of KeyConditions, in the order in which they were
// written. The engine decides whether they fit the index's key schema.
#pragma once

#include <partita/attribute_value.h>

#include <cstdint>
#include <string>
#include <vector>

namespace partita::expr {

enum class KeyOperator : std::uint8_t {
  Eq,
  Lt,
  Le,
  Gt,
  Ge,
  Between,
  BeginsWith,
  NotIndexable,  // an operator of KeyConditions without a key range (NE, IN, NULL, ...), which the engine refuses
};

struct KeyComparison {
  std::string attribute;
  KeyOperator op = KeyOperator::Eq;
  AttributeValue value;  // the operand, or the lower bound of Between
  AttributeValue upper;  // the upper bound of Between
};

struct KeyCondition {
  std::vector<KeyComparison> comparisons;
};

}  // namespace partita::expr
