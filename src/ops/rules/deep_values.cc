#include "ops/rules/deep_values.h"

#include <algorithm>

#include "ops/rules/item_rules.h"
#include "value/limits.h"

namespace partita::ops {
namespace {

bool is_deep(const AttributeValue& value) { return nests_deeper(value, limits::kCurrentLayerNestingLevels); }

}  // namespace

bool holds_deep_value(const OptionalItem& values) {
  return values && std::ranges::any_of(*values, is_deep, &Attribute::value);
}

bool holds_deep_value(const ExpectedList& expected) {
  if (!expected) return false;
  for (const auto& [name, one] : *expected) {
    if (one.value && is_deep(*one.value)) return true;
    if (one.attribute_value_list && std::ranges::any_of(*one.attribute_value_list, is_deep)) return true;
  }
  return false;
}

bool holds_deep_value(const UpdateList& updates) {
  if (!updates) return false;
  return std::ranges::any_of(*updates,
                             [](const auto& update) { return update.second.value && is_deep(*update.second.value); });
}

}  // namespace partita::ops
