// Whether a request holds a value that nests too deeply for the newer layer. The service checks such a request in the
// older one.
#pragma once

#include <partita/item_operations.h>

#include "ops/rules/legacy_rules.h"

namespace partita::ops {

// Whether one of the values has more levels than limits::kCurrentLayerNestingLevels. An absent list has none.
bool holds_deep_value(const OptionalItem& values);
bool holds_deep_value(const ExpectedList& expected);
bool holds_deep_value(const UpdateList& updates);

// The same for all values of a PutItem, UpdateItem or DeleteItem.
template <class Request>
bool holds_deep_value(const Request& request) {
  if constexpr (requires { request.item; })
    if (holds_deep_value(request.item)) return true;
  if constexpr (requires { request.key; })
    if (holds_deep_value(request.key)) return true;
  if constexpr (requires { request.attribute_updates; })
    if (holds_deep_value(request.attribute_updates)) return true;
  return holds_deep_value(request.expected) || holds_deep_value(request.expression_attribute_values);
}

}  // namespace partita::ops
