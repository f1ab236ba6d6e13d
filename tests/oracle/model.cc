#include "model.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace partita::test {
namespace {

bool has_type(const AttributeValue& value, ScalarAttributeType type) {
  switch (type) {
    case ScalarAttributeType::S:
      return value.is(AttributeType::S);
    case ScalarAttributeType::N:
      return value.is(AttributeType::N);
    case ScalarAttributeType::B:
      return value.is(AttributeType::B);
  }
  return false;
}

bool fits(const Rule& rule, const AttributeMap* item) {
  const AttributeValue* value = item ? item->find(rule.attribute) : nullptr;
  if (rule.kind == Rule::Kind::NotExists) return value == nullptr;
  if (value == nullptr) return false;
  switch (rule.kind) {
    case Rule::Kind::Equal:
      return *value == rule.value;
    case Rule::Kind::Greater:
      return value->type() == rule.value.type() && compare_scalars(*value, rule.value) > 0;
    case Rule::Kind::Contains:
      if (value->is(AttributeType::S)) return value->s().find(rule.value.s()) != std::string::npos;
      return value->is(AttributeType::SS) && std::ranges::count(value->set(), rule.value.s()) > 0;
    default:
      return true;
  }
}

bool fits(const SortRule& rule, const AttributeMap& item) {
  const AttributeValue& value = *item.find(rule.attribute);
  const int order = compare_scalars(value, rule.value);
  switch (rule.kind) {
    case SortRule::Kind::Equal:
      return order == 0;
    case SortRule::Kind::Less:
      return order < 0;
    case SortRule::Kind::AtMost:
      return order <= 0;
    case SortRule::Kind::Greater:
      return order > 0;
    case SortRule::Kind::AtLeast:
      return order >= 0;
    case SortRule::Kind::Between:
      return order >= 0 && compare_scalars(value, rule.upper) <= 0;
    case SortRule::Kind::BeginsWith:
      return value.text().starts_with(rule.value.text());
  }
  return false;
}

// False if the action does not fit the item.
bool apply(const Action& action, AttributeMap& item) {
  AttributeValue* old = item.find(action.attribute);
  switch (action.kind) {
    case Action::Kind::Set:
      item.set(action.attribute, action.value);
      return true;
    case Action::Kind::Remove:
      item.erase(action.attribute);
      return true;
    case Action::Kind::SetPlus:
      if (old == nullptr) return false;
      [[fallthrough]];
    case Action::Kind::SetDefaultPlus:
      item.set(action.attribute, number_value((old ? number_of(*old) : 0) + number_of(action.value)));
      return true;
    case Action::Kind::Add: {
      if (old == nullptr) {
        item.set(action.attribute, action.value);
      } else if (old->is(AttributeType::N)) {
        *old = number_value(number_of(*old) + number_of(action.value));
      } else {
        std::set<std::string> all(old->set().begin(), old->set().end());
        all.insert(action.value.set().begin(), action.value.set().end());
        *old = AttributeValue::string_set({all.begin(), all.end()});
      }
      return true;
    }
    case Action::Kind::Delete:
      if (old == nullptr) return true;
      for (const auto& element : action.value.set()) std::erase(old->set(), element);
      if (old->set().empty()) item.erase(action.attribute);
      return true;
  }
  return false;
}

}  // namespace

double number_of(const AttributeValue& value) { return std::stod(value.n()); }
AttributeValue number_value(double number) { return AttributeValue::number(fmt::format("{}", number)); }

int compare_scalars(const AttributeValue& a, const AttributeValue& b) {
  if (!a.is(AttributeType::N)) return a.text().compare(b.text());
  const double left = number_of(a), right = number_of(b);
  return left < right ? -1 : left > right ? 1 : 0;
}

AttributeMap normalized(AttributeMap item) {
  for (Attribute& attribute : item)
    if (attribute.value.is(AttributeType::SS)) std::ranges::sort(attribute.value.set());
  return item;
}

Model::Key Model::key_of(const AttributeMap& item) { return {item.find("pk")->s(), number_of(*item.find("sk"))}; }

bool Model::holds(const Rules& rules, const AttributeMap* item) {
  return std::ranges::all_of(rules, [&](const Rule& rule) { return fits(rule, item); });
}

const AttributeMap* Model::find(const Key& key) const {
  const auto at = items_.find(key);
  return at == items_.end() ? nullptr : &at->second;
}

bool Model::is_valid(const AttributeMap& item) const {
  if (!with_indexes_) return true;
  for (const Shape& shape : index_shapes())
    for (const auto& name : shape.keys()) {
      const AttributeValue* value = item.find(name);
      if (value && (!has_type(*value, key_type(name)) || value->text().empty())) return false;
    }
  return true;
}

bool Model::sets_right_types(const Actions& actions) const {
  if (!with_indexes_) return true;
  const auto is_right = [](const Action& action) {
    for (const Shape& shape : index_shapes())
      for (const auto& name : shape.keys())
        if (name == action.attribute && action.kind == Action::Kind::Set && !has_type(action.value, key_type(name)))
          return false;
    return true;
  };
  return std::ranges::all_of(actions, is_right);
}

void Model::put(AttributeMap item) {
  const Key key = key_of(item);
  items_[key] = normalized(std::move(item));
}

bool Model::makes_no_item(const AttributeMap* item, const Actions& actions) {
  return item == nullptr && std::ranges::all_of(actions, [](const Action& action) {
           return action.kind == Action::Kind::Remove || action.kind == Action::Kind::Delete;
         });
}

std::optional<AttributeMap> Model::updated(const AttributeMap& key, const AttributeMap* item, const Actions& actions) {
  AttributeMap result = item ? *item : key;
  for (const Action& action : actions)
    if (!apply(action, result)) return std::nullopt;
  return normalized(std::move(result));
}

std::vector<AttributeMap> Model::entries(const Shape& shape) const {
  std::set<std::string> projected = {"pk", "sk"};
  for (const auto& name : shape.keys()) projected.insert(name);
  projected.insert(shape.included.begin(), shape.included.end());
  std::vector<AttributeMap> all;
  for (const auto& [key, item] : items_) {
    const auto keys = shape.keys();
    if (!std::ranges::all_of(keys, [&item = item](const auto& name) { return item.contains(name); })) continue;
    AttributeMap entry;
    for (const Attribute& attribute : item)
      if (shape.projection == ProjectionType::All || projected.contains(attribute.name))
        entry.set(attribute.name, attribute.value);
    all.push_back(std::move(entry));
  }
  return all;
}

std::vector<AttributeMap> Model::query(const Shape& shape, const AttributeMap& partition,
                                       const std::vector<SortRule>& rules, bool forward) const {
  std::vector<AttributeMap> found;
  for (AttributeMap& entry : entries(shape)) {
    const bool in_partition = std::ranges::all_of(
        shape.partition_key, [&](const auto& name) { return *entry.find(name) == *partition.find(name); });
    if (in_partition && std::ranges::all_of(rules, [&](const SortRule& rule) { return fits(rule, entry); }))
      found.push_back(std::move(entry));
  }
  std::ranges::stable_sort(found, [&](const AttributeMap& a, const AttributeMap& b) {
    for (const auto& name : shape.sort_key)
      if (const int order = compare_scalars(*a.find(name), *b.find(name)); order != 0)
        return forward ? order < 0 : order > 0;
    return false;
  });
  return found;
}

}  // namespace partita::test
