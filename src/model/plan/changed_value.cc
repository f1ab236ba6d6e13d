#include "model/plan/changed_value.h"

#include <algorithm>
#include <string>

#include "value/number.h"

namespace partita::model {
namespace {

using ChangeKind = Change::Kind;

bool is_set_value(const AttributeValue& value) {
  return value.is(AttributeType::SS) || value.is(AttributeType::NS) || value.is(AttributeType::BS);
}

bool removes(const Change& change) {
  return change.kind == ChangeKind::Remove || (change.kind == ChangeKind::Set && change.value.is(AttributeType::None));
}

bool removes_element(const Change& change) {
  return !change.path.empty() && change.path.steps.back().element && removes(change);
}

// A NULL counts as absent where a change starts from the stored value (null_for_empty.h).
bool is_there(const AttributeValue& value) { return !value.is(AttributeType::None) && !value.is(AttributeType::Null); }

bool add(const AttributeValue& by, AttributeValue& to) {
  if (is_there(to) && !to.is(AttributeType::N)) return false;
  const auto from = is_there(to) ? value::Number::parse(to.n()) : value::Number();
  const auto amount = value::Number::parse(by.n());
  if (!from || !amount) return false;
  const auto sum = from->plus(*amount);
  if (!sum) return false;
  to = AttributeValue::number(sum->to_text());
  return true;
}

bool join(const AttributeValue& elements, bool in_front, AttributeValue& to) {
  if (!elements.is(AttributeType::L) || (is_there(to) && !to.is(AttributeType::L))) return false;
  if (!is_there(to)) to = AttributeValue::list();
  to.l().insert(in_front ? to.l().begin() : to.l().end(), elements.l().begin(), elements.l().end());
  return true;
}

// Equal numbers may have different texts.
std::string comparable(AttributeType set, const std::string& element) {
  if (set != AttributeType::NS) return element;
  const auto number = value::Number::parse(element);
  return number ? number->to_text() : element;
}

bool change_set(const AttributeValue& elements, bool adds, AttributeValue& to) {
  if (!is_set_value(elements) || (is_there(to) && to.type() != elements.type())) return false;
  if (!is_there(to)) {
    to = adds ? elements : AttributeValue();
    return true;
  }
  const AttributeType type = elements.type();
  for (const std::string& element : elements.set()) {
    const auto same = [&](const std::string& other) { return comparable(type, other) == comparable(type, element); };
    AttributeValue::Set& all = to.set();
    const auto found = std::find_if(all.begin(), all.end(), same);
    if (adds && found == all.end()) all.push_back(element);
    if (!adds && found != all.end()) all.erase(found);
  }
  if (to.set().empty()) to = AttributeValue();
  return true;
}

// Changes the value at the end of the path. A value without a type is absent. Returns false if the database refuses.
bool change_end(const Change& change, AttributeValue& value) {
  switch (change.kind) {
    case ChangeKind::Set:
      value = change.value;
      return true;
    case ChangeKind::SetIfAbsent:
      if (!is_there(value)) value = change.value;
      return true;
    case ChangeKind::Increment:
      return add(change.value, value);
    case ChangeKind::Append:
    case ChangeKind::Prepend:
      return join(change.value, change.kind == ChangeKind::Prepend, value);
    case ChangeKind::AddToSet:
    case ChangeKind::RemoveFromSet:
      return change_set(change.value, change.kind == ChangeKind::AddToSet, value);
    case ChangeKind::Remove:
      value = AttributeValue();
      return true;
  }
  return false;
}

bool change_at(const Change& change, std::size_t step, AttributeValue& value);

bool change_entry(const Change& change, std::size_t step, AttributeMap& map) {
  const std::string& name = change.path.steps[step].name;
  AttributeValue entry;
  if (const AttributeValue* there = map.find(name)) entry = *there;
  if (!change_at(change, step + 1, entry)) return false;
  if (entry.is(AttributeType::None))
    map.erase(name);
  else
    map.set(name, std::move(entry));
  return true;
}

// The database appends an element that is set behind the end.
bool change_element(const Change& change, std::size_t step, AttributeValue::List& list) {
  const std::int64_t at = *change.path.steps[step].element;
  if (at < 0) return false;
  const auto index = static_cast<std::size_t>(at);
  AttributeValue element;
  if (index < list.size()) element = list[index];
  if (!change_at(change, step + 1, element)) return false;
  const bool is_end = step + 1 == change.path.steps.size();
  if (element.is(AttributeType::None)) {
    if (!is_end || !removes(change)) return false;
    if (index < list.size()) list.erase(list.begin() + at);
  } else if (index < list.size()) {
    list[index] = std::move(element);
  } else {
    list.push_back(std::move(element));
  }
  return true;
}

bool change_at(const Change& change, std::size_t step, AttributeValue& value) {
  if (step == change.path.steps.size()) return change_end(change, value);
  if (change.path.steps[step].element) return value.is(AttributeType::L) && change_element(change, step, value.l());
  return value.is(AttributeType::M) && change_entry(change, step, value.m());
}

// Compares two paths step by step.
bool is_before(const Path& a, const Path& b) {
  return std::lexicographical_compare(a.steps.begin(), a.steps.end(), b.steps.begin(), b.steps.end(),
                                      [](const PathStep& one, const PathStep& other) {
                                        if (one.name != other.name) return one.name < other.name;
                                        return one.element.value_or(-1) < other.element.value_or(-1);
                                      });
}

}  // namespace

std::optional<AttributeValue> changed_value(const std::optional<AttributeValue>& before, const Change& change) {
  AttributeValue value = before.value_or(AttributeValue());
  // The first step of a path is the attribute of the member.
  const std::size_t first = change.path.empty() ? 0 : 1;
  if (!change_at(change, first, value)) return std::nullopt;
  return value;
}

std::vector<const Change*> in_order_of_effect(const std::vector<Change>& changes) {
  std::vector<const Change*> order;
  for (const Change& change : changes) order.push_back(&change);
  std::stable_sort(order.begin(), order.end(), [](const Change* a, const Change* b) {
    if (removes_element(*a) != removes_element(*b)) return removes_element(*b);
    return removes_element(*a) ? is_before(b->path, a->path) : is_before(a->path, b->path);
  });
  return order;
}

}  // namespace partita::model
