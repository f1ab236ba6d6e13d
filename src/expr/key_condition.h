// KeyCondition: the comparisons of a KeyConditionExpression or of KeyConditions, in the order in which they were
// written. Which of them meet the index's key schema is the engine's to say.
#pragma once

#include <partita/attribute_value.h>

#include <cstdint>
#include <string>
#include <vector>

namespace partita::expr {

enum class KeyOperator : std::uint8_t {
  Eq, Lt, Le, Gt, Ge, Between, BeginsWith,
  NotIndexable,  // an operator of KeyConditions that no range has (NE, IN, NULL, ...): the engine refuses it in its turn
};

struct KeyComparison {
  std::string attribute;
  KeyOperator op = KeyOperator::Eq;
  AttributeValue value;  // or the lower bound of Between
  AttributeValue upper;  // of Between
};

struct KeyCondition {
  std::vector<KeyComparison> comparisons;
};

}  // namespace partita::expr
