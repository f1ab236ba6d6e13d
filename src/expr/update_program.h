// UpdateProgram: an update with its placeholders replaced, as it is applied.
#pragma once

#include "expr/ast.h"
#include "expr/path_tree.h"
#include "expr/shared_value.h"
#include "value/path.h"

#include <partita/attribute_value.h>
#include <partita/error.h>

#include <vector>

namespace partita::expr {

struct UpdateOperand {
  enum class Kind : std::uint8_t { Path, Value, IfNotExists, ListAppend, Plus, Minus };
  Kind kind = Kind::Value;
  value::Path path;                      // of Path
  SharedValue<AttributeValue> constant;  // of Value, normalised
  std::vector<UpdateOperand> arguments;  // two of each other kind
  const AttributeValue& value() const { return constant.get(); }
};

struct UpdateAction {
  ActionKind kind = ActionKind::Set;
  UpdateOperand operand;  // of Add and Delete a Value; nothing of Remove
};

struct UpdateProgram {
  std::vector<UpdateAction> actions;
  PathTree targets;  // leaves are numbers of actions
  // AttributeUpdates, whose Add appends to lists too and whose errors read differently.
  bool legacy = false;
};

// The value in the form in which it comes back out of the store: numbers in one spelling, sets in order.
AttributeValue normalised(const AttributeValue& value);

// An operand of Set. Errors: ValidationException.
Result<AttributeValue> evaluate(const UpdateOperand& operand, const AttributeMap& item);

// What stands at a target after the action, nothing if it is removed; `existing` is what stands there before, or
// nullptr; `set_value` is the evaluated operand of Set. Errors: ValidationException.
Result<std::optional<AttributeValue>> outcome(const UpdateAction& action, const AttributeValue* existing,
                                              AttributeValue set_value, bool legacy);

}  // namespace partita::expr
