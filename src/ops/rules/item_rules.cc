#include "ops/rules/item_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/base64.h"
#include "base/try.h"
#include "expr/update.h"
#include "ops/prepare.h"
#include "ops/rules/render.h"
#include "value/limits.h"
#include "value/number.h"
#include "value/size.h"

namespace partita::ops {
namespace {

constexpr std::string_view kInvalid = "One or more parameter values were invalid: ";

// The wording of a fault in an ExclusiveStartKey, and of the older layer in ExpressionAttributeValues: with words
// around its text or without them.
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

value::NumberReader reader_of(Layer layer) {
  return layer == Layer::Older ? value::NumberReader::Older : value::NumberReader::Current;
}

// The elements in the order in which the current layer lists them. It collects them in a sorted set until one repeats.
// Then come the repeated element and the rest as it was sent.
std::vector<std::string_view> in_listed_order(const AttributeValue::Set& set) {
  std::set<std::string_view> seen;
  auto next = set.begin();
  while (next != set.end() && seen.insert(*next).second) ++next;
  std::vector<std::string_view> listed(seen.begin(), seen.end());
  listed.insert(listed.end(), next, set.end());
  return listed;
}

std::string listed_strings(const AttributeValue::Set& set, Layer layer) {
  if (layer == Layer::Older) return render(set);
  return render(in_listed_order(set), ", ", [](std::string_view element) { return fmt::format("\"{}\"", element); });
}

std::string listed_binaries(const AttributeValue::Set& set, Layer layer) {
  if (layer == Layer::Older)
    return render(set, ", ", [](std::string_view element) { return base::to_base64(element); });
  return render(in_listed_order(set), ",",
                [](std::string_view element) { return fmt::format("\"{}\"", base::to_base64(element)); });
}

Checked check_string_set(const AttributeValue::Set& set, AttributeType type, Layer layer) {
  if (set.empty())
    return parameter_fault(type == AttributeType::SS ? "An string set  may not be empty"
                                                     : "Binary sets should not be empty");
  std::vector<std::string_view> sorted(set.begin(), set.end());
  std::ranges::sort(sorted);
  if (std::ranges::adjacent_find(sorted) == sorted.end()) return {};
  return parameter_fault(
      type == AttributeType::SS
          ? fmt::format("Input collection {} contains duplicates.", listed_strings(set, layer))
          : fmt::format("Input collection {}of type BS contains duplicates.", listed_binaries(set, layer)),
      Wording::BareInStartKey);
}

Checked check_number(const std::string& text, Layer layer) {
  if (auto number = value::Number::parse(text, reader_of(layer)); !number)
    return Fault{number.error().message, Wording::BareInStartKey};
  return {};
}

Checked check_number_set(const AttributeValue::Set& set, Layer layer) {
  if (set.empty()) return parameter_fault("An number set  may not be empty", Wording::BareInStartKey);
  std::vector<value::Number> numbers;
  for (const std::string& text : set) {
    auto number = value::Number::parse(text, reader_of(layer));
    if (!number) return Fault{number.error().message, Wording::BareInStartKey};
    numbers.push_back(*number);
  }
  std::ranges::sort(numbers, [](const value::Number& a, const value::Number& b) { return a < b; });
  if (std::ranges::adjacent_find(numbers) == numbers.end()) return {};
  if (layer == Layer::Older) return Fault{"Input collection contains duplicates", Wording::BareInStartKey};
  return parameter_fault("Input collection contains duplicates.", Wording::BareInStartKey);
}

Checked check_name(const std::string& name) {
  if (name.empty()) return Fault{std::string(limits::kEmptyNameFault), Wording::BareEverywhere};
  if (name.size() > limits::kAttributeNameBytes)
    return Fault{std::string(limits::kLongNameFault), Wording::BareEverywhere};
  return {};
}

Fault nesting_fault() {
  return {
      "Nesting Levels have exceeded supported limits: Attributes in the item have nested levels beyond supported limit",
      Wording::BareInStartKey};
}

// Checks `value`, whose containers leave it `levels` levels.
Checked check(const AttributeValue& value, std::size_t levels, Layer layer) {
  if (levels == 0) return nesting_fault();
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
      return check_number(value.n(), layer);
    case AttributeType::Null:
      if (value.boolean()) return {};
      return parameter_fault("Null attribute value types must have the value of true");
    case AttributeType::SS:
    case AttributeType::BS:
      return check_string_set(value.set(), value.type(), layer);
    case AttributeType::NS:
      return check_number_set(value.set(), layer);
    case AttributeType::L:
      for (const AttributeValue& element : value.l())
        if (auto fault = check(element, levels - 1, layer)) return fault;
      return {};
    case AttributeType::M:
      for (const Attribute& attribute : value.m()) {
        if (auto fault = check_name(attribute.name)) return fault;
        if (auto fault = check(attribute.value, levels - 1, layer)) return fault;
      }
      return {};
  }
  return {};
}

// The fault that the service reports of several ones: that of a name of `attributes`, then of the nesting, then any
// other. Requires: check() found `fault` in one of the values.
Fault gravest(const AttributeMap& attributes, Fault fault) {
  for (const Attribute& attribute : attributes)
    if (auto wrong_name = check_name(attribute.name)) return *std::move(wrong_name);
  for (const Attribute& attribute : attributes)
    if (nests_deeper(attribute.value, limits::kNestingLevels)) return nesting_fault();
  return fault;
}

Checked check_all(const AttributeMap& attributes, Layer layer) {
  for (const Attribute& attribute : attributes) {
    if (auto fault = check_name(attribute.name)) return fault;
    if (auto fault = check(attribute.value, limits::kNestingLevels, layer))
      return gravest(attributes, *std::move(fault));
  }
  return {};
}

}  // namespace

Result<void> check_attribute_name(std::string_view name) {
  if (name.empty()) return invalid(std::string(limits::kEmptyNameFault));
  return check_name_length(name);
}

Result<void> check_name_length(std::string_view name) {
  if (name.size() > limits::kAttributeNameBytes) return invalid(std::string(limits::kLongNameFault));
  return {};
}

bool nests_deeper(const AttributeValue& value, std::size_t levels) {
  if (levels == 0) return true;
  const auto element_does = [=](const AttributeValue& element) { return nests_deeper(element, levels - 1); };
  if (value.is(AttributeType::L)) return std::ranges::any_of(value.l(), element_does);
  return value.is(AttributeType::M) && std::ranges::any_of(value.m(), element_does, &Attribute::value);
}

Result<void> check_value(const AttributeValue& value, Layer layer) {
  if (auto fault = check(value, limits::kNestingLevels, layer)) return invalid(std::move(fault->text));
  return {};
}

Result<void> check_values(const AttributeMap& attributes, Layer layer) {
  if (auto fault = check_all(attributes, layer)) return invalid(std::move(fault->text));
  return {};
}

Result<void> check_item_size(const AttributeMap& item) {
  if (value::item_size_bytes(item) > limits::kItemSizeBytes)
    return invalid("Item size has exceeded the maximum allowed size");
  return {};
}

Result<void> check_item(const AttributeMap& item, Layer layer) {
  PARTITA_TRY(check_values(item, layer));
  return check_item_size(item);
}

Result<void> check_updated_item(const AttributeMap& item) {
  if (value::item_size_bytes(item) > limits::kItemSizeBytes) return expr::update_too_large();
  return check_values(item, Layer::Current);
}

Result<void> check_start_key(const AttributeMap& key, Layer layer, StartOf operation) {
  auto fault = check_all(key, layer);
  if (!fault) return {};
  const bool bare_in_query = operation == StartOf::Query && fault->text.starts_with(kInvalid);
  if (fault->wording != Wording::Wrapped || bare_in_query) return invalid(std::move(fault->text));
  return invalid("The provided starting key is invalid: " + fault->text);
}

Result<void> check_placeholder_values(const AttributeMap& values, Layer layer) {
  const std::size_t levels = layer == Layer::Older ? limits::kComparedNestingLevels : limits::kNestingLevels;
  for (const Attribute& attribute : values) {
    if (auto fault = check(attribute.value, levels, layer)) {
      if (layer != Layer::Older || fault->wording == Wording::BareEverywhere) return invalid(std::move(fault->text));
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
