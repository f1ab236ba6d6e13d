// UpdateProgram: a bound update, in the form in which it is applied.
#pragma once

#include <partita/attribute_value.h>
#include <partita/error.h>

#include <cstddef>
#include <vector>

#include "expr/shared_value.h"
#include "expr/syntax/ast.h"
#include "expr/syntax/path_tree.h"
#include "value/path.h"

namespace partita::expr {

struct UpdateOperand {
  enum class Kind : std::uint8_t { Path, Value, IfNotExists, ListAppend, Plus, Minus };
  Kind kind = Kind::Value;
  value::Path path;                      // used by Path
  SharedValue<AttributeValue> constant;  // used by Value, normalised
  std::vector<UpdateOperand> arguments;  // two for each other kind
  const AttributeValue& value() const { return constant.get(); }
};

struct UpdateAction {
  ActionKind kind = ActionKind::Set;
  UpdateOperand operand;  // a Value for Add and Delete, unused by Remove
};

struct UpdateProgram {
  std::vector<UpdateAction> actions;
  PathTree targets;  // leaves are numbers of actions
  std::size_t charged_bytes = 0;
  // Set for AttributeUpdates. Their Add also appends to lists, and their errors have other texts.
  bool legacy = false;
};

// The value in the form in which the store gives it back, with numbers in one spelling and sets in order.
AttributeValue normalised(const AttributeValue& value);

// Evaluates an operand of Set. Errors: ValidationException.
Result<AttributeValue> evaluate(const UpdateOperand& operand, const AttributeMap& item);

// The value at a target after the action, or nullopt if the action removes it. `existing` is the value before, or
// nullptr. `set_value` is the evaluated operand of Set. Errors: ValidationException.
Result<std::optional<AttributeValue>> outcome(const UpdateAction& action, const AttributeValue* existing,
                                              AttributeValue set_value, bool legacy);

}  // namespace partita::expr
