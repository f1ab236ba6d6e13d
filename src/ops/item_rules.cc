#include "ops/item_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "base/base64.h"
#include "base/try.h"
#include "ops/prepare.h"
#include "ops/render.h"
#include "value/limits.h"
#include "value/number.h"
#include "value/size.h"

namespace partita::ops {
namespace {

constexpr std::string_view kInvalid = "One or more parameter values were invalid: ";

// The wording of a fault in an ExclusiveStartKey and in ExpressionAttributeValues, with words around its text or
// without them.
enum class Wording : std::uint8_t {
  Wrapped,
  BareInStartKey,
  BareEverywhere,
};
struct Fault {
  std::string text;
  Wording wording = Wording::Wrapped;
};
using Checked = std::optional<Fault>;

Fault parameter_fault(std::string_view what, Wording wording = Wording::Wrapped) {
  return {std::string(kInvalid).append(what), wording};
}

Checked check_string_set(const AttributeValue::Set& set, AttributeType type) {
  if (set.empty())
    return parameter_fault(type == AttributeType::SS ? "An string set  may not be empty"
                                                     : "Binary sets should not be empty");
  std::vector<std::string_view> sorted(set.begin(), set.end());
  std::ranges::sort(sorted);
  if (std::ranges::adjacent_find(sorted) == sorted.end()) return {};
  if (type == AttributeType::SS)
    return parameter_fault(fmt::format("Input collection {} contains duplicates.", render(set)),
                           Wording::BareInStartKey);
  std::vector<std::string> encoded;
  for (std::size_t i = 0; i < set.size() && i <= limits::kListedElements; ++i)
    encoded.push_back(base::to_base64(shortened(set[i])));
  return parameter_fault(fmt::format("Input collection {}of type BS contains duplicates.", render(encoded)),
                         Wording::BareInStartKey);
}

Checked check_number(const std::string& text) {
  if (auto number = value::Number::parse(text); !number) return Fault{number.error().message, Wording::BareInStartKey};
  return {};
}

Checked check_number_set(const AttributeValue::Set& set) {
  if (set.empty()) return parameter_fault("An number set  may not be empty", Wording::BareInStartKey);
  std::vector<value::Number> numbers;
  for (const std::string& text : set) {
    auto number = value::Number::parse(text);
    if (!number) return Fault{number.error().message, Wording::BareInStartKey};
    numbers.push_back(*number);
  }
  std::ranges::sort(numbers, [](const value::Number& a, const value::Number& b) { return a < b; });
  if (std::ranges::adjacent_find(numbers) != numbers.end())
    return Fault{"Input collection contains duplicates", Wording::BareInStartKey};
  return {};
}

Checked check_name(const std::string& name) {
  if (name.empty()) return Fault{std::string(limits::kEmptyNameFault), Wording::BareEverywhere};
  if (name.size() > limits::kAttributeNameBytes)
    return Fault{std::string(limits::kLongNameFault), Wording::BareEverywhere};
  return {};
}

// `level` counts from 1, which is the attribute's own value.
Checked check(const AttributeValue& value, std::size_t level) {
  if (level > limits::kNestingLevels)
    return Fault{
        "Nesting Levels have exceeded supported limits: Attributes in the item have nested levels beyond supported "
        "limit",
        Wording::BareEverywhere};
  switch (value.type()) {
    case AttributeType::None:
      return Fault{"Supplied AttributeValue is empty, must contain exactly one of the supported datatypes"};
    case AttributeType::Several:
      return Fault{
          "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported "
          "datatypes"};
    case AttributeType::S:
    case AttributeType::B:
    case AttributeType::Bool:
      return {};
    case AttributeType::N:
      return check_number(value.n());
    case AttributeType::Null:
      if (value.boolean()) return {};
      return parameter_fault("Null attribute value types must have the value of true");
    case AttributeType::SS:
    case AttributeType::BS:
      return check_string_set(value.set(), value.type());
    case AttributeType::NS:
      return check_number_set(value.set());
    case AttributeType::L:
      for (const AttributeValue& element : value.l())
        if (auto fault = check(element, level + 1)) return fault;
      return {};
    case AttributeType::M:
      for (const Attribute& attribute : value.m()) {
        if (auto fault = check_name(attribute.name)) return fault;
        if (auto fault = check(attribute.value, level + 1)) return fault;
      }
      return {};
  }
  return {};
}

Checked check_all(const AttributeMap& attributes) {
  for (const Attribute& attribute : attributes) {
    if (auto fault = check_name(attribute.name)) return fault;
    if (auto fault = check(attribute.value, 1)) return fault;
  }
  return {};
}

}  // namespace

Result<void> check_value(const AttributeValue& value) {
  if (auto fault = check(value, 1)) return invalid(std::move(fault->text));
  return {};
}

Result<void> check_values(const AttributeMap& attributes) {
  if (auto fault = check_all(attributes)) return invalid(std::move(fault->text));
  return {};
}

Result<void> check_item_size(const AttributeMap& item) {
  if (value::item_size_bytes(item) > limits::kItemSizeBytes)
    return invalid("Item size has exceeded the maximum allowed size");
  return {};
}

Result<void> check_item(const AttributeMap& item) {
  PARTITA_TRY(check_values(item));
  return check_item_size(item);
}

Result<void> check_start_key(const AttributeMap& key) {
  if (auto fault = check_all(key))
    return invalid(fault->wording == Wording::Wrapped ? "The provided starting key is invalid: " + fault->text
                                                      : fault->text);
  return {};
}

Result<void> check_placeholder_values(const AttributeMap& values) {
  for (const Attribute& attribute : values) {
    if (auto fault = check(attribute.value, 1)) {
      if (fault->wording == Wording::BareEverywhere) return invalid(std::move(fault->text));
      return invalid(
          fmt::format("ExpressionAttributeValues contains invalid value: {} for key {}", fault->text, attribute.name));
    }
  }
  return {};
}

bool is_greater(const AttributeValue& lower, const AttributeValue& upper) {
  if (lower.type() != upper.type()) return false;
  if (lower.is(AttributeType::S) || lower.is(AttributeType::B)) return lower.text() > upper.text();
  if (!lower.is(AttributeType::N)) return false;
  const auto a = value::Number::parse(lower.n());
  const auto b = value::Number::parse(upper.n());
  return a && b && *a > *b;
}

}  // namespace partita::ops
