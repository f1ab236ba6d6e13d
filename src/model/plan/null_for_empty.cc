#include "model/plan/null_for_empty.h"

#include <algorithm>
#include <span>

#include "model/conditions/default_values.h"
#include "value/number.h"

namespace partita::model {
namespace {

using ChangeKind = Change::Kind;

const AttributeValue* stored_at(const Change& change, const AttributeValue& stored) {
  return change.path.empty() ? &stored : value_at(&stored, std::span(change.path.steps).subspan(1));
}

bool sum_is_in(const value::Number& sum, const std::optional<WholeRange>& range) {
  return !range ||
         (sum >= value::Number::from_int(range->least) && sum <= *value::Number::parse(std::to_string(range->most)));
}

bool is_set(const AttributeValue& value) {
  return value.is(AttributeType::SS) || value.is(AttributeType::NS) || value.is(AttributeType::BS);
}

bool same_element(AttributeType set, const std::string& a, const std::string& b) {
  if (a == b || set != AttributeType::NS) return a == b;
  const auto first = value::Number::parse(a), second = value::Number::parse(b);
  return first && second && *first == *second;
}

AttributeValue joined_lists(const AttributeValue& a, const AttributeValue& b) {
  AttributeValue::List list = a.l();
  list.insert(list.end(), b.l().begin(), b.l().end());
  return AttributeValue::list(std::move(list));
}

// True if the version may be NULL.
bool counts_from_default(const WriteRequest& request) {
  const FieldPosition version = request.entity->version;
  return version != kNone && request.entity->at(version).has_default;
}

}  // namespace

bool starts_from_stored(const Change& change) {
  return change.kind != ChangeKind::Set && change.kind != ChangeKind::Remove;
}

bool meets_null(const FieldInfo& field, const Change& change, const AttributeValue& stored) {
  if (change.path.empty()) return counts_as_absent(field, stored);
  const AttributeValue* value = stored_at(change, stored);
  return value && value->is(AttributeType::Null);
}

bool may_empty_element(const Change& change, const AttributeValue& stored) {
  if (change.kind != ChangeKind::RemoveFromSet || !change.of_element) return false;
  const AttributeValue* value = stored_at(change, stored);
  return !value || !is_set(*value) || value->set().size() <= change.value.set().size();
}

std::optional<Change> without_elements(Change change, const AttributeValue* stored) {
  const AttributeValue* value = stored ? stored_at(change, *stored) : nullptr;
  if (value && value->is(AttributeType::Null)) return std::nullopt;
  if (value && is_set(*value)) {
    AttributeValue rest = *value;
    std::erase_if(rest.set(), [&](const std::string& one) {
      return std::ranges::any_of(change.value.set(),
                                 [&](const std::string& other) { return same_element(value->type(), one, other); });
    });
    change.kind = ChangeKind::Set;
    change.value = rest.set().empty() ? AttributeValue::null() : std::move(rest);
  }
  change.of_element = false;
  return change;
}

std::optional<Change> change_of_absent(Change change, const AttributeValue* absent) {
  switch (change.kind) {
    case ChangeKind::SetIfAbsent:
    case ChangeKind::AddToSet:
      break;
    case ChangeKind::Increment: {
      const auto by = value::Number::parse(change.value.n());
      const auto from = absent && absent->is(AttributeType::N) ? value::Number::parse(absent->n()) : value::Number();
      const auto sum = by && from ? from->plus(*by) : by;
      if (!sum || !sum_is_in(*sum, change.range)) return std::nullopt;
      change.value = AttributeValue::number(sum->to_text());
      break;
    }
    case ChangeKind::Append:
      if (absent && absent->is(AttributeType::L)) change.value = joined_lists(*absent, change.value);
      break;
    case ChangeKind::Prepend:
      if (absent && absent->is(AttributeType::L)) change.value = joined_lists(change.value, *absent);
      break;
    case ChangeKind::RemoveFromSet:
      if (change.of_element) return std::nullopt;  // The NULL is the empty set there, and stays.
      change.kind = ChangeKind::Remove;
      return change;
    case ChangeKind::Set:
    case ChangeKind::Remove:
      break;
  }
  change.kind = ChangeKind::Set;
  return change;
}

bool failed_at_null(const WriteRequest& request, const std::optional<Item>& item) {
  if (!item) return false;
  if (counts_from_default(request)) {
    const FieldInfo& version = request.entity->at(request.entity->version);
    if (const auto stored = item->get(version.attribute); stored && counts_as_absent(version, *stored)) return true;
  }
  return std::any_of(request.changes.begin(), request.changes.end(), [&](const Change& change) {
    if (!starts_from_stored(change)) return false;
    const FieldInfo& field = request.entity->at(change.field);
    const auto stored = item->get(field.attribute);
    return stored && (meets_null(field, change, *stored) || may_empty_element(change, *stored));
  });
}

bool failed_at_null(const WriteRequest& request, std::string_view message) {
  return is_of_operand(message) && (counts_from_default(request) ||
                                    std::any_of(request.changes.begin(), request.changes.end(), starts_from_stored));
}

bool is_of_operand(std::string_view message) {
  return message.find("operand in the update expression has an incorrect data type") != std::string_view::npos;
}

}  // namespace partita::model
