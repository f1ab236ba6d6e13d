#include "model/unique_plan.h"

#include <fmt/format.h>

#include "model/unique.h"
#include "model/write_expression.h"

namespace partita::model {
namespace {

WriteAction claim(const TableInfo& table, int field, AttributeMap key, const AttributeMap& owner) {
  WriteAction action{.kind = WriteAction::Kind::Put, .part = WriteAction::Part::Claim, .unique_field = field};
  action.table = &table;
  action.item = unique_item(table, key, owner);
  action.key = std::move(key);
  WriteExpression expression;
  expression.not_exists(table.partition);
  std::move(expression).into(action);
  return action;
}

AttributeMap owner_attributes(const AttributeMap& owner) {
  AttributeMap attributes;
  for (const auto& [name, value] : owner) attributes.set(owner_attribute(name), value);
  return attributes;
}

// A sentinel that is missing does no harm, but another owner's must stay.
WriteAction release(const TableInfo& table, int field, AttributeMap key, const AttributeMap& owner) {
  WriteAction action{.kind = WriteAction::Kind::Delete, .part = WriteAction::Part::Release, .unique_field = field};
  action.table = &table;
  action.key = std::move(key);
  WriteExpression expression;
  expression.not_exists_or_equals(table.partition, owner_attributes(owner));
  std::move(expression).into(action);
  return action;
}

WriteAction repoint(const TableInfo& table, int field, AttributeMap key, const AttributeMap& from,
                    const AttributeMap& to) {
  WriteAction action{.kind = WriteAction::Kind::Put, .part = WriteAction::Part::Repoint, .unique_field = field};
  action.table = &table;
  action.item = unique_item(table, key, to);
  action.key = std::move(key);
  WriteExpression expression;
  expression.not_exists_or_equals(table.partition, owner_attributes(from));
  std::move(expression).into(action);
  return action;
}

Result<std::optional<AttributeMap>> sentinel_of(const WriteRequest& request, const UniqueInfo& unique,
                                                const FieldStates::State& state) {
  // A default is nobody's: no value was claimed for it.
  if (!state.value || state.is_default) return std::nullopt;
  auto key = unique_key(*request.table, *request.entity, unique, *state.value);
  if (!key) return tl::unexpected(key.error());
  return std::optional<AttributeMap>(*std::move(key));
}

tl::unexpected<Error> unknown(const WriteRequest& request, int field, bool old) {
  const std::string_view name = request.entity->fields[static_cast<std::size_t>(field)].name;
  if (old)
    return invalid(
        fmt::format("{}: the field {} is unique, and its old value has to be known: add .given({}) or "
                    ".read_first()",
                    request.entity->name, name, name));
  return invalid(
      fmt::format("{}: the field {} is unique, and gets a value that is not known: add .given({}) or "
                  ".read_first()",
                  request.entity->name, name, name));
}

}  // namespace

Result<std::vector<WriteAction>> unique_actions(const WriteRequest& request, Existence existence, FieldStates& states,
                                                const AttributeMap& old_key, const AttributeMap& new_key) {
  const TableInfo& table = *request.table;
  std::vector<WriteAction> actions;
  for (const UniqueInfo& unique : request.entity->unique) {
    const bool update = existence.before && existence.after && request.kind != WriteRequest::Kind::Put &&
                        request.kind != WriteRequest::Kind::Move;
    if (update && !states.changed(unique.field)) continue;
    std::optional<AttributeMap> old_sentinel;
    std::optional<AttributeMap> new_sentinel;
    if (existence.before) {
      const auto& before = states.before(unique.field);
      if (!before.known) return unknown(request, unique.field, true);
      auto key = sentinel_of(request, unique, before);
      if (!key) return tl::unexpected(key.error());
      old_sentinel = *std::move(key);
    }
    if (existence.after) {
      const auto& after = states.after(unique.field);
      if (!after.known) return unknown(request, unique.field, false);
      auto key = sentinel_of(request, unique, after);
      if (!key) return tl::unexpected(key.error());
      new_sentinel = *std::move(key);
    }
    if (old_sentinel && new_sentinel && *old_sentinel == *new_sentinel) {
      if (old_key != new_key) actions.push_back(repoint(table, unique.field, *new_sentinel, old_key, new_key));
      continue;
    }
    if (old_sentinel) actions.push_back(release(table, unique.field, *std::move(old_sentinel), old_key));
    if (new_sentinel) actions.push_back(claim(table, unique.field, *std::move(new_sentinel), new_key));
  }
  return actions;
}

}  // namespace partita::model
