#include "model/plan/unique_plan.h"

#include <fmt/format.h>

#include <set>

#include "base/try.h"
#include "model/plan/unique.h"
#include "model/plan/write_expression.h"

namespace partita::model {
namespace {

AttributeMap owner_attributes(const AttributeMap& owner) {
  AttributeMap attributes;
  for (const auto& [name, value] : owner) attributes.set(owner_attribute(name), value);
  return attributes;
}

// Makes the action conditional: it fails if the sentinel belongs to another item than `owner`.
WriteAction unless_of_another(WriteAction action, const AttributeMap& owner) {
  WriteExpression expression;
  expression.not_exists_or_equals(action.table->partition, owner_attributes(owner));
  std::move(expression).into(action);
  return action;
}

// The condition also accepts a sentinel of the item itself, which was left behind when its time to live removed it, or
// by a program that does not know the unique value. Such an item, which the same transaction writes, is missing or has
// another value.
WriteAction claim(const TableInfo& table, const UniqueInfo& unique, AttributeMap key, const AttributeMap& owner) {
  WriteAction action{.kind = WriteAction::Kind::Put, .part = WriteAction::Part::Claim, .unique = &unique};
  action.table = &table;
  action.item = unique_item(table, key, owner);
  action.key = std::move(key);
  return unless_of_another(std::move(action), owner);
}

// The condition accepts a missing sentinel, because that does no harm, but not another owner's sentinel.
WriteAction release(const TableInfo& table, const UniqueInfo& unique, AttributeMap key, const AttributeMap& owner) {
  WriteAction action{.kind = WriteAction::Kind::Delete, .part = WriteAction::Part::Release, .unique = &unique};
  action.table = &table;
  action.key = std::move(key);
  return unless_of_another(std::move(action), owner);
}

WriteAction repoint(const TableInfo& table, const UniqueInfo& unique, AttributeMap key, const AttributeMap& from,
                    const AttributeMap& to) {
  WriteAction action{.kind = WriteAction::Kind::Put, .part = WriteAction::Part::Repoint, .unique = &unique};
  action.table = &table;
  action.item = unique_item(table, key, to);
  action.key = std::move(key);
  return unless_of_another(std::move(action), from);
}

unexpected<Error> unknown(const WriteRequest& request, FieldPosition field, bool old) {
  const std::string_view name = request.entity->at(field).name;
  if (old)
    return invalid(fmt::format(
        "{}: the field {} is unique, and its old value must be known: add .given(\"{}\"_f = value) or .read_first()",
        request.entity->name, name, name));
  return invalid(
      fmt::format("{}: the field {} is unique, and gets a value that is not known: add .given(\"{}\"_f = value) or "
                  ".read_first()",
                  request.entity->name, name, name));
}

// The key of the sentinel before or after the write. nullopt if a field is absent, because then it has no sentinel.
Result<std::optional<AttributeMap>> sentinel_of(const WriteRequest& request, const UniqueInfo& unique,
                                                FieldStates& states, bool old) {
  AttributeMap values;
  for (std::size_t i = 0; i < unique.size(); ++i) {
    const FieldStates::State& state = old ? states.before(unique[i]) : states.after(unique[i]);
    if (!state.known) return unknown(request, unique[i], old);
    // A default has no sentinel, because no write claimed it.
    if (!state.value || state.is_default) return std::nullopt;
    values.set(request.entity->at(unique[i]).attribute, *state.value);
  }
  return unique_key(*request.table, *request.entity, unique, values);
}

bool changes_any(const FieldStates& states, const UniqueInfo& unique) {
  for (std::size_t i = 0; i < unique.size(); ++i)
    if (states.changed(unique[i])) return true;
  return false;
}

// True if the primary key tells all values, so that they are known even if there is no item with this key.
bool is_in_key(const EntityInfo& entity, const UniqueInfo& unique) {
  const std::set<FieldPosition> identifying = identifying_fields(entity);
  for (std::size_t i = 0; i < unique.size(); ++i)
    if (!identifying.contains(unique[i])) return false;
  return true;
}

// True if the write stores a field that the primary key has only in part, so that its old value may be another one.
bool stores_part_of_key(const EntityInfo& entity, const UniqueInfo& unique) {
  const std::set<FieldPosition> identifying = identifying_fields(entity);
  const std::set<FieldPosition> primary = primary_fields(entity);
  for (std::size_t i = 0; i < unique.size(); ++i)
    if (primary.contains(unique[i]) && !identifying.contains(unique[i])) return true;
  return false;
}

// True if the write cannot change which sentinel the item has.
bool leaves_sentinel(const WriteRequest& request, const FieldStates& states, const UniqueInfo& unique) {
  if (request.kind != WriteRequest::Kind::Update && request.kind != WriteRequest::Kind::Upsert) return false;
  if (changes_any(states, unique)) return false;
  // An upsert may create the item with the values that its key has.
  return request.kind == WriteRequest::Kind::Update ||
         (!is_in_key(*request.entity, unique) && !stores_part_of_key(*request.entity, unique));
}

}  // namespace

Result<std::vector<WriteAction>> unique_actions(const WriteRequest& request, Existence existence, FieldStates& states,
                                                const AttributeMap& old_key, const AttributeMap& new_key) {
  const TableInfo& table = *request.table;
  std::vector<WriteAction> actions;
  for (const UniqueInfo& unique : request.entity->unique) {
    if (leaves_sentinel(request, states, unique)) continue;
    std::optional<AttributeMap> old_sentinel;
    std::optional<AttributeMap> new_sentinel;
    if (existence.before) {
      PARTITA_TRY_VALUE(key, sentinel_of(request, unique, states, true));
      old_sentinel = std::move(key);
    }
    if (existence.after) {
      PARTITA_TRY_VALUE(key, sentinel_of(request, unique, states, false));
      new_sentinel = std::move(key);
    }
    if (old_sentinel && new_sentinel && *old_sentinel == *new_sentinel) {
      if (old_key != new_key)
        actions.push_back(repoint(table, unique, *new_sentinel, old_key, new_key));
      else if (!existence.surely_before && is_in_key(*request.entity, unique))
        actions.push_back(claim(table, unique, *std::move(new_sentinel), new_key));
      continue;
    }
    if (old_sentinel) actions.push_back(release(table, unique, *std::move(old_sentinel), old_key));
    if (new_sentinel) actions.push_back(claim(table, unique, *std::move(new_sentinel), new_key));
  }
  return actions;
}

}  // namespace partita::model
