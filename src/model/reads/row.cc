#include "model/reads/row.h"

#include <fmt/format.h>

#include "base/contains.h"
#include "model/core/session.h"
#include "model/core/spell.h"
#include "model/keys/identify.h"
#include "model/reads/struct_filler.h"
#include "value/limits.h"
#include "value/number.h"

namespace partita::model {

AttributeMap Row::attributes() const {
  AttributeMap all = item.to_map();
  for (const Attribute& attribute : added)
    if (!all.contains(attribute.name)) all.set(attribute.name, attribute.value);
  return all;
}

Row row_of(const TableInfo& table, AttributeMap item) {
  Row row{.added = std::move(item)};
  row.entity = identify(table, row.added);
  return row;
}

Row make_row(const TableInfo& table, IndexPosition index, Item item) {
  Row row{.item = std::move(item)};
  row.entity = identify(table, index, StoredAttributes(row.item, {}), row.added);
  return row;
}

const EntityInfo* identify(const TableInfo& table, IndexPosition index, const StoredAttributes& item,
                           AttributeMap& added) {
  const EntityInfo* entity = identify(table, item, added);
  if (entity) add_fields_of_key(table, *entity, index, item, added);
  return entity;
}

UnreadableRow unreadable_row(const TableInfo& table, const Row& row, Error reason, std::size_t position) {
  const StoredAttributes attributes(row.item, row.added);
  AttributeMap key;
  for (const std::string_view name : key_attributes(table, kNone))
    if (const StoredValue* value = attributes.find(name)) key.set(name, value->to_value());
  return {std::move(key), row.entity ? std::string(row.entity->name) : std::string(), std::move(reason), position};
}

Result<void> detail::decode_rows(const TableInfo& table, const std::vector<Row>& rows, const StructReader& reader,
                                 void* structs, Unreadable what, std::vector<UnreadableRow>& unreadable) {
  StructFiller filler(reader, structs);
  StoredAttributes attributes;
  for (const Row& row : rows) {
    attributes.assign(row.item);
    attributes.add(row.added);
    auto fault = filler.add(attributes, rows.size());
    if (!fault) continue;
    if (what == Unreadable::Fail) return unexpected(*std::move(fault));
    unreadable.push_back(unreadable_row(table, row, *std::move(fault)));
  }
  return {};
}

bool has_expired(const Row& row, const Session& session) {
  return row.entity && can_expire(*row.entity) &&
         has_expired(row.entity, StoredAttributes(row.item, {}), row.added, session);
}

bool has_expired(const EntityInfo* entity, const StoredAttributes& item, const AttributeMap& added,
                 const Session& session) {
  if (!entity || !can_expire(*entity)) return false;
  const FieldInfo& field = entity->at(entity->ttl);
  const AttributeValue* of_key = added.find(field.attribute);
  const StoredValue* stored = of_key ? nullptr : item.find(field.attribute);
  const StoredValue value = of_key ? StoredValue(*of_key) : stored ? *stored : StoredValue();
  if (!value.is(AttributeType::N)) return false;
  const auto seconds = value::Number::parse(value.number());
  if (!seconds) return false;
  const std::int64_t now = session.now_ms() / 1000;
  return *seconds <= value::Number::from_int(now) &&
         *seconds >= value::Number::from_int(now - limits::kTimeToLivePastSeconds);
}

std::vector<std::string_view> key_attributes(const TableInfo& table, IndexPosition index) {
  std::vector<std::string_view> names = {table.partition};
  if (!table.sort.empty()) names.push_back(table.sort);
  if (index == kNone) return names;
  const IndexInfo& info = table.at(index);
  for (const auto& attributes : {info.partition, info.sort})
    for (const std::string_view name : attributes)
      if (!base::contains(names, name)) names.push_back(name);
  return names;
}

AttributeMap key_of(const std::vector<std::string_view>& names, const Item& item) {
  AttributeMap key;
  for (const std::string_view name : names)
    if (auto value = item.get(name)) key.set(name, *std::move(value));
  return key;
}

Error misfit(const PatternInfo& pattern, const EntityInfo* entity, const AttributeMap& key, const StoredValue* tag) {
  // The pattern of a get has the name of its entity.
  const bool is_get = pattern.plan.operation == PlanOperation::GetItem && pattern.entities.size() == 1 &&
                      pattern.name == pattern.entities.front()->name;
  const std::string reader = is_get ? fmt::format("The get of the entity {}", pattern.name)
                             : pattern.plan.operation == PlanOperation::Search
                                 ? fmt::format("The search \"{}\"", pattern.name)
                                 : fmt::format("The access pattern \"{}\"", pattern.name);
  if (!entity) {
    const std::string renamed = tag ? fmt::format(
                                          " Its type tag is {}: if a newer program has given an entity this tag, add "
                                          "pt::tag_alias with the tag to that entity here",
                                          spell(tag->to_value()))
                                    : "";
    return invalid(fmt::format("{} read an item that belongs to no entity of the table {}: {}. Declare an entity for "
                               "it or remove it; verify() lists all such items{}{}",
                               reader, pattern.table->name, spell(key), renamed.empty() ? "" : ".", renamed))
        .error();
  }
  return invalid(fmt::format("{} read an item of the entity {}, which it does not name: {}. {}", reader, entity->name,
                             spell(key),
                             is_get ? "Give the keys of one of them another shape"
                                    : "Name the entity in the pattern, or give its keys another shape"))
      .error();
}

}  // namespace partita::model
