#include "model/default_values.h"

#include <algorithm>
#include <compare>
#include <optional>
#include <span>

#include "model/same_value.h"
#include "value/number.h"

namespace partita::model {
namespace {

using Kind = Predicate::Kind;

// nullopt: values of different types, or of one that has no order, which no comparison holds for.
std::optional<std::strong_ordering> order_of(const AttributeValue& a, const AttributeValue& b) {
  if (a.type() != b.type()) return std::nullopt;
  if (a.is(AttributeType::S) || a.is(AttributeType::B)) return a.text() <=> b.text();
  if (!a.is(AttributeType::N)) return std::nullopt;
  const auto left = value::Number::parse(a.n());
  const auto right = value::Number::parse(b.n());
  if (!left || !right) return std::nullopt;
  return *left <=> *right;
}

bool at_least(const AttributeValue& a, const AttributeValue& b) {
  const auto order = order_of(a, b);
  return order && *order >= 0;
}

bool contains(const AttributeValue& value, const AttributeValue& part) {
  switch (value.type()) {
    case AttributeType::S:
    case AttributeType::B: return value.type() == part.type() && value.text().find(part.text()) != std::string::npos;
    case AttributeType::L:
      return std::any_of(value.l().begin(), value.l().end(), [&](const auto& one) { return same_value(one, part); });
    default: return false;  // sets have no default
  }
}

std::optional<std::int64_t> size_of(const AttributeValue& value) {
  switch (value.type()) {
    case AttributeType::S:
    case AttributeType::B: return static_cast<std::int64_t>(value.text().size());
    case AttributeType::L: return static_cast<std::int64_t>(value.l().size());
    case AttributeType::M: return static_cast<std::int64_t>(value.m().size());
    default: return std::nullopt;
  }
}

Kind compared_size(Kind kind) {
  switch (kind) {
    case Kind::SizeEqual: return Kind::Equal;
    case Kind::SizeNotEqual: return Kind::NotEqual;
    case Kind::SizeLess: return Kind::Less;
    case Kind::SizeLessOrEqual: return Kind::LessOrEqual;
    case Kind::SizeGreater: return Kind::Greater;
    case Kind::SizeGreaterOrEqual: return Kind::GreaterOrEqual;
    default: return Kind::None;
  }
}

// Whether a comparison holds for the value. Requires: as many operands as its kind has.
bool holds(Kind kind, const std::vector<AttributeValue>& operands, const AttributeValue& value) {
  if (const Kind of_size = compared_size(kind); of_size != Kind::None) {
    const auto size = size_of(value);
    return size && holds(of_size, operands, *size);
  }
  switch (kind) {
    case Kind::Equal: return same_value(value, operands[0]);
    case Kind::NotEqual: return !same_value(value, operands[0]);
    case Kind::GreaterOrEqual: return at_least(value, operands[0]);
    case Kind::LessOrEqual: return at_least(operands[0], value);
    case Kind::Greater: return at_least(value, operands[0]) && !same_value(value, operands[0]);
    case Kind::Less: return at_least(operands[0], value) && !same_value(value, operands[0]);
    case Kind::Between: return at_least(value, operands[0]) && at_least(operands[1], value);
    case Kind::In:
      return std::any_of(operands.begin(), operands.end(), [&](const auto& one) { return same_value(value, one); });
    case Kind::BeginsWith:
      return (value.is(AttributeType::S) || value.is(AttributeType::B)) && value.type() == operands[0].type() &&
             value.text().starts_with(operands[0].text());
    case Kind::Contains: return contains(value, operands[0]);
    default: return false;
  }
}

bool is_comparison(const Predicate& predicate) {
  switch (predicate.kind) {
    case Kind::None:
    case Kind::Exists:
    case Kind::NotExists:
    case Kind::HasType:
    case Kind::And:
    case Kind::Or:
    case Kind::Not: return false;
    case Kind::Between: return predicate.values.size() == 2;
    default: return !predicate.values.empty();
  }
}

// What the steps behind the first lead to in a value; nullptr: nothing.
const AttributeValue* value_behind(const AttributeValue* value, std::span<const PathStep> steps) {
  for (const PathStep& step : steps) {
    if (!value) return nullptr;
    if (!step.element) {
      value = value->is(AttributeType::M) ? value->m().find(step.name) : nullptr;
      continue;
    }
    const bool there = value->is(AttributeType::L) && *step.element >= 0 &&
                       *step.element < static_cast<std::int64_t>(value->l().size());
    value = there ? &value->l()[static_cast<std::size_t>(*step.element)] : nullptr;
  }
  return value;
}

Predicate joined(Kind kind, Predicate a, Predicate b) {
  Predicate both{.kind = kind};
  both.children.push_back(std::move(a));
  both.children.push_back(std::move(b));
  return both;
}

Predicate with_default(const EntityInfo& entity, Predicate predicate) {
  if (predicate.path.empty()) return predicate;
  const std::string head = predicate.path.steps.front().name;
  const AttributeValue* value = value_behind(default_of(entity, head), std::span(predicate.path.steps).subspan(1));
  if (!value) return predicate;
  if (holds(predicate.kind, predicate.values, *value))
    return joined(Kind::Or, {.kind = Kind::NotExists, .path = head}, std::move(predicate));
  // The service takes nothing for different from everything.
  if (predicate.kind == Kind::NotEqual || predicate.kind == Kind::SizeNotEqual)
    return joined(Kind::And, {.kind = Kind::Exists, .path = head}, std::move(predicate));
  return predicate;
}

}  // namespace

const AttributeValue* default_of(const EntityInfo& entity, std::string_view attribute) {
  return entity.defaults ? entity.defaults().find(attribute) : nullptr;
}

void add_defaults(const EntityInfo& entity, AttributeMap& item) {
  if (!entity.defaults) return;
  for (const auto& [name, value] : entity.defaults())
    if (!item.contains(name)) item.set(name, value);
}

Predicate with_defaults(const EntityInfo& entity, Predicate predicate) {
  if (!entity.defaults) return predicate;
  for (Predicate& child : predicate.children) child = with_defaults(entity, std::move(child));
  return is_comparison(predicate) ? with_default(entity, std::move(predicate)) : predicate;
}

bool compares_defaults(const EntityInfo& entity, const Predicate& predicate) {
  if (!entity.defaults) return false;
  if (is_comparison(predicate) && !predicate.path.empty() && default_of(entity, predicate.path.steps.front().name))
    return true;
  return std::any_of(predicate.children.begin(), predicate.children.end(),
                     [&](const Predicate& child) { return compares_defaults(entity, child); });
}

}  // namespace partita::model
