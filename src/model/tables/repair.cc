#include "model/tables/repair.h"

#include <fmt/format.h>

#include <set>

#include "base/try.h"
#include "model/keys/identify.h"
#include "model/plan/unique.h"
#include "model/plan/write_expression.h"

namespace partita::model {
namespace {

WriteAction action_of(WriteAction::Kind kind, const TableInfo& table, AttributeMap key) {
  WriteAction action;
  action.kind = kind;
  action.table = &table;
  action.key = std::move(key);
  return action;
}

void equals_as_read(WriteExpression& expression, std::string_view attribute, const AttributeMap& item) {
  const AttributeValue* value = item.find(attribute);
  expression.equals(attribute, value ? *value : AttributeValue());
}

// The attributes of the stored unique fields, each once.
std::set<std::string_view> unique_attributes(const EntityInfo& entity) {
  std::set<std::string_view> attributes;
  for (const UniqueInfo& unique : entity.unique)
    for (std::size_t i = 0; i < unique.size(); ++i)
      if (const FieldInfo& field = entity.at(unique[i]); field.stored) attributes.insert(field.attribute);
  return attributes;
}

// Checks that the owner has the unique values that were read, or that it still does not exist if `owner` is nullptr.
WriteAction check_owner(const TableInfo& table, AttributeMap key, const AttributeMap* owner) {
  WriteAction check = action_of(WriteAction::Kind::Check, table, std::move(key));
  WriteExpression expression;
  if (!owner) {
    expression.not_exists(table.partition);
  } else {
    expression.exists(table.partition);
    AttributeMap item = *owner;
    if (const EntityInfo* entity = identify(table, item))
      for (const std::string_view attribute : unique_attributes(*entity)) equals_as_read(expression, attribute, *owner);
  }
  std::move(expression).into(check);
  return check;
}

// Removes the item if it still is as it was read. If the item has more attributes than a condition of the service may
// name, the condition is on its version, because every write increments that.
Result<WriteAction> remove_as_read(const TableInfo& table, const Judgement& judgement, const AttributeMap& item) {
  WriteAction removal = action_of(WriteAction::Kind::Delete, table, judgement.key);
  WriteExpression as_read;
  std::size_t conditions = 1;
  for (const auto& [name, value] : item)
    if (!judgement.key.contains(name)) as_read.equals(name, value), ++conditions;
  for (const FieldInfo& field : judgement.entity->fields)
    if (field.stored && !field.attribute.empty() && !item.contains(field.attribute))
      as_read.not_exists(field.attribute), ++conditions;
  as_read.exists(table.partition);
  if (as_read.condition_fits()) {
    std::move(as_read).into(removal);
    return removal;
  }

  const EntityInfo& entity = *judgement.entity;
  const std::string_view version = entity.version == kNone ? std::string_view() : entity.at(entity.version).attribute;
  if (version.empty() || !item.contains(version))
    return invalid(fmt::format(
        "a move is conditional on each of the item's attributes, and {} are more than a condition holds: move the item "
        "with another program while no program writes it, or give the entity a pt::version and the item a version",
        conditions));
  WriteExpression same_version;
  same_version.exists(table.partition);
  same_version.equals(version, *item.find(version));
  std::move(same_version).into(removal);
  return removal;
}

}  // namespace

WriteAction repair_keys(const TableInfo& table, const Judgement& judgement, const AttributeMap& item) {
  WriteAction action = action_of(WriteAction::Kind::Update, table, judgement.key);
  WriteExpression expression;
  expression.exists(table.partition);
  for (const std::string& source : judgement.sources) equals_as_read(expression, source, item);
  for (const auto& [name, value] : judgement.set) expression.set(name, value);
  for (const std::string& name : judgement.remove) expression.remove(name);
  std::move(expression).into(action);
  return action;
}

Result<std::vector<WriteAction>> move_item(const TableInfo& table, const Judgement& judgement,
                                           const AttributeMap& item) {
  WriteAction put = action_of(WriteAction::Kind::Put, table, judgement.moved_to);
  put.item = item;
  for (const auto& [name, value] : judgement.set) put.item.set(name, value);
  for (const std::string& name : judgement.remove) put.item.erase(name);
  for (const auto& [name, value] : judgement.moved_to) put.item.set(name, value);
  WriteExpression free;
  free.not_exists(table.partition);
  std::move(free).into(put);

  PARTITA_TRY_VALUE(removal, remove_as_read(table, judgement, item));

  std::vector<WriteAction> actions;
  actions.push_back(std::move(put));
  actions.push_back(std::move(removal));
  AttributeMap old_owner;
  for (const auto& [name, value] : judgement.key) old_owner.set(owner_attribute(name), value);
  for (const AttributeMap& key : judgement.sentinels) {
    WriteAction claim = action_of(WriteAction::Kind::Put, table, key);
    claim.item = unique_item(table, key, judgement.moved_to);
    WriteExpression own;
    own.not_exists_or_equals(table.partition, old_owner);
    std::move(own).into(claim);
    actions.push_back(std::move(claim));
  }
  return actions;
}

std::vector<WriteAction> remove_sentinel(const TableInfo& table, const AttributeMap& sentinel,
                                         const AttributeMap& owner_key, const AttributeMap* owner) {
  WriteAction removal = action_of(WriteAction::Kind::Delete, table, primary_key_of(table, sentinel));
  WriteExpression expression;
  for (const auto& [name, value] : owner_key) expression.equals(owner_attribute(name), value);
  std::move(expression).into(removal);
  std::vector<WriteAction> actions;
  actions.push_back(std::move(removal));
  actions.push_back(check_owner(table, owner_key, owner));
  return actions;
}

std::vector<WriteAction> write_sentinel(const TableInfo& table, const AttributeMap& sentinel_key,
                                        const AttributeMap& owner) {
  const AttributeMap owner_key = primary_key_of(table, owner);
  WriteAction claim = action_of(WriteAction::Kind::Put, table, sentinel_key);
  claim.item = unique_item(table, sentinel_key, owner_key);
  WriteExpression expression;
  expression.not_exists(table.partition);
  std::move(expression).into(claim);
  std::vector<WriteAction> actions;
  actions.push_back(std::move(claim));
  actions.push_back(check_owner(table, owner_key, &owner));
  return actions;
}

}  // namespace partita::model
