#include "model/conditions/default_values.h"

#include <partita/model/detail/default_values.h>

#include <algorithm>
#include <optional>
#include <span>

#include "model/core/same_value.h"
#include "value/utf16_length.h"

namespace partita::model {
namespace {

bool at_least(const AttributeValue& a, const AttributeValue& b) {
  const auto order = order_between(a, b);
  return order && *order >= 0;
}

bool contains(const AttributeValue& value, const AttributeValue& part) {
  switch (value.type()) {
    case AttributeType::S:
    case AttributeType::B:
      return value.type() == part.type() && value.text().find(part.text()) != std::string::npos;
    case AttributeType::L:
      return std::any_of(value.l().begin(), value.l().end(), [&](const auto& one) { return same_value(one, part); });
    default:
      return false;  // a set has no default
  }
}

std::optional<std::int64_t> size_of(const AttributeValue& value) {
  switch (value.type()) {
    case AttributeType::S:
      return static_cast<std::int64_t>(value::utf16_length(value.text()));
    case AttributeType::B:
      return static_cast<std::int64_t>(value.text().size());
    case AttributeType::L:
      return static_cast<std::int64_t>(value.l().size());
    case AttributeType::M:
      return static_cast<std::int64_t>(value.m().size());
    case AttributeType::SS:
    case AttributeType::NS:
    case AttributeType::BS:
      return static_cast<std::int64_t>(value.set().size());
    default:
      return std::nullopt;
  }
}

Predicate::Kind compared_size(Predicate::Kind kind) {
  switch (kind) {
    case Predicate::Kind::SizeEqual:
      return Predicate::Kind::Equal;
    case Predicate::Kind::SizeNotEqual:
      return Predicate::Kind::NotEqual;
    case Predicate::Kind::SizeLess:
      return Predicate::Kind::Less;
    case Predicate::Kind::SizeLessOrEqual:
      return Predicate::Kind::LessOrEqual;
    case Predicate::Kind::SizeGreater:
      return Predicate::Kind::Greater;
    case Predicate::Kind::SizeGreaterOrEqual:
      return Predicate::Kind::GreaterOrEqual;
    default:
      return Predicate::Kind::None;
  }
}

// True if a comparison holds for the value. Requires: `operands` has as many values as the kind needs.
bool holds(Predicate::Kind kind, const std::vector<AttributeValue>& operands, const AttributeValue& value) {
  if (const Predicate::Kind of_size = compared_size(kind); of_size != Predicate::Kind::None) {
    const auto size = size_of(value);
    return size && holds(of_size, operands, *size);
  }
  switch (kind) {
    case Predicate::Kind::Equal:
      return same_value(value, operands[0]);
    case Predicate::Kind::NotEqual:
      return !same_value(value, operands[0]);
    case Predicate::Kind::GreaterOrEqual:
      return at_least(value, operands[0]);
    case Predicate::Kind::LessOrEqual:
      return at_least(operands[0], value);
    case Predicate::Kind::Greater:
      return at_least(value, operands[0]) && !same_value(value, operands[0]);
    case Predicate::Kind::Less:
      return at_least(operands[0], value) && !same_value(value, operands[0]);
    case Predicate::Kind::Between:
      return at_least(value, operands[0]) && at_least(operands[1], value);
    case Predicate::Kind::In:
      return std::any_of(operands.begin(), operands.end(), [&](const auto& one) { return same_value(value, one); });
    case Predicate::Kind::BeginsWith:
      return (value.is(AttributeType::S) || value.is(AttributeType::B)) && value.type() == operands[0].type() &&
             value.text().starts_with(operands[0].text());
    case Predicate::Kind::Contains:
      return contains(value, operands[0]);
    default:
      return false;
  }
}

bool is_comparison(const Predicate& predicate) {
  switch (predicate.kind) {
    case Predicate::Kind::None:
    case Predicate::Kind::Exists:
    case Predicate::Kind::NotExists:
    case Predicate::Kind::HasType:
    case Predicate::Kind::And:
    case Predicate::Kind::Or:
    case Predicate::Kind::Not:
      return false;
    case Predicate::Kind::Between:
      return predicate.values.size() == 2;
    default:
      return !predicate.values.empty();
  }
}

// The value at `path` if the value at its first `known.steps` steps is absent and replaced by `known`. nullptr if it
// has no value there. `all` are all absent values, and some of them may be inside of `known`.
const AttributeValue* value_behind(const Path& path, const AbsentValue& known, const std::vector<AbsentValue>& all) {
  const AttributeValue* value = &known.value;
  for (std::size_t i = known.steps; i < path.steps.size(); ++i) {
    const PathStep& step = path.steps[i];
    const AttributeValue* next = nullptr;
    if (!step.element)
      next = value->is(AttributeType::M) ? value->m().find(step.name) : nullptr;
    else if (value->is(AttributeType::L) && *step.element >= 0 &&
             *step.element < static_cast<std::int64_t>(value->l().size()))
      next = &value->l()[static_cast<std::size_t>(*step.element)];
    for (const AbsentValue& one : all)
      if (one.steps == i + 1 && (!next || (one.is_null && next->is(AttributeType::Null)))) next = &one.value;
    if (!next) return nullptr;
    value = next;
  }
  return value;
}

Predicate joined(Predicate::Kind kind, Predicate a, Predicate b) {
  Predicate both{.kind = kind};
  both.children.push_back(std::move(a));
  both.children.push_back(std::move(b));
  return both;
}

Path first_steps(const Path& path, std::size_t count) {
  Path first;
  first.steps.assign(path.steps.begin(), path.steps.begin() + static_cast<std::ptrdiff_t>(count));
  return first;
}

// The condition that the value is absent or NULL. A value inside of another one counts as absent only if the outer one
// exists.
Predicate is_absent(const Path& path, const AbsentValue& value) {
  const Path here = first_steps(path, value.steps);
  Predicate null{.kind = Predicate::Kind::HasType, .path = here, .values = {AttributeValue("NULL")}};
  if (value.is_null) return null;
  Predicate absent{.kind = Predicate::Kind::NotExists, .path = here};
  if (value.steps > 1)
    absent = joined(Predicate::Kind::And, {.kind = Predicate::Kind::Exists, .path = first_steps(path, value.steps - 1)},
                    std::move(absent));
  return joined(Predicate::Kind::Or, std::move(absent), std::move(null));
}
Predicate is_present(const Path& path, const AbsentValue& value) {
  Predicate present{.kind = Predicate::Kind::Not};
  present.children.push_back(is_absent(path, value));
  return present;
}

Predicate with_default(const EntityInfo& entity, Predicate predicate) {
  if (predicate.path.empty()) return predicate;
  std::vector<AbsentValue> all = std::move(predicate.absent);
  predicate.absent.clear();
  if (const AttributeValue* value = default_of(entity, predicate.path.steps.front().name))
    all.insert(all.begin(), {1, *value});
  if (all.empty()) return predicate;
  const Predicate asked = predicate;
  for (const AbsentValue& absent : all) {
    const AttributeValue* value = value_behind(asked.path, absent, all);
    if (!value) continue;
    if (holds(asked.kind, asked.values, *value))
      predicate = joined(Predicate::Kind::Or, is_absent(asked.path, absent), std::move(predicate));
    // The service compares an absent value as different from every value.
    else if (asked.kind == Predicate::Kind::NotEqual || asked.kind == Predicate::Kind::SizeNotEqual)
      predicate = joined(Predicate::Kind::And, is_present(asked.path, absent), std::move(predicate));
  }
  return predicate;
}

}  // namespace

const AttributeValue* value_at(const AttributeValue* value, std::span<const PathStep> steps) {
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

const AttributeValue* default_of(const EntityInfo& entity, std::string_view attribute) {
  return entity.defaults ? entity.defaults().find(attribute) : nullptr;
}

bool counts_as_absent(const FieldInfo& field, const AttributeValue& value) {
  return (field.optional || field.has_default) && value.is(AttributeType::Null);
}

void add_defaults(const EntityInfo& entity, AttributeMap& item) {
  if (!entity.defaults) return;
  for (const auto& [name, value] : entity.defaults())
    if (const AttributeValue* stored = item.find(name); !stored || stored->is(AttributeType::Null))
      item.set(name, value);
}

Predicate with_defaults(const EntityInfo& entity, Predicate predicate) {
  if (predicate.kind == Predicate::Kind::None) return predicate;
  for (Predicate& child : predicate.children) child = with_defaults(entity, std::move(child));
  return is_comparison(predicate) ? with_default(entity, std::move(predicate)) : predicate;
}

bool is_start_of(const Change& start, const Change& next) {
  const bool adds =
      next.kind == Change::Kind::Increment || next.kind == Change::Kind::Append || next.kind == Change::Kind::Prepend;
  return adds && start.kind == Change::Kind::SetIfAbsent && !start.path.empty() && start.field == next.field &&
         start.path == next.path;
}

const AttributeValue* start_of(const WriteRequest& request, std::size_t position) {
  const Change& change = request.changes[position];
  if (change.path.empty()) return default_of(*request.entity, request.entity->at(change.field).attribute);
  if (position == 0 || !is_start_of(request.changes[position - 1], change)) return nullptr;
  return &request.changes[position - 1].value;
}

bool compares_defaults(const EntityInfo& entity, const Predicate& predicate) {
  if (!predicate.absent.empty()) return true;
  if (is_comparison(predicate) && !predicate.path.empty() && default_of(entity, predicate.path.steps.front().name))
    return true;
  return std::any_of(predicate.children.begin(), predicate.children.end(),
                     [&](const Predicate& child) { return compares_defaults(entity, child); });
}

}  // namespace partita::model
