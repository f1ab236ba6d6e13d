#include "model/row.h"

#include <algorithm>

#include "model/key_text.h"
#include "model/session.h"
#include "value/limits.h"
#include "value/number.h"

namespace partita::model {

Row row_of(const TableInfo& table, AttributeMap item) {
  Row row{.added = std::move(item)};
  row.entity = identify(table, row.added);
  return row;
}

Row make_row(const TableInfo& table, int index, Item item) {
  Row row{.item = std::move(item)};
  const StoredAttributes attributes(row.item, {});
  row.entity = identify(table, attributes, row.added);
  if (row.entity) add_fields_of_key(table, *row.entity, index, attributes, row.added);
  return row;
}

UnreadableRow unreadable_row(const TableInfo& table, const Row& row, Error reason, std::size_t position) {
  const StoredAttributes attributes(row.item, row.added);
  AttributeMap key;
  for (const std::string_view name : key_attributes(table, kNone))
    if (const StoredValue* value = attributes.find(name)) key.set(name, value->to_value());
  return {std::move(key), row.entity ? std::string(row.entity->name) : std::string(), std::move(reason), position};
}

bool has_expired(const Row& row, const Session& session) {
  if (!row.entity || !can_expire(*row.entity)) return false;
  const FieldInfo& field = row.entity->fields[static_cast<std::size_t>(row.entity->ttl)];
  const StoredAttributes attributes(row.item, row.added);
  const StoredValue* value = attributes.find(field.attribute);
  if (!value || !value->is(AttributeType::N)) return false;
  const auto seconds = value::Number::parse(value->number());
  if (!seconds) return false;
  const std::int64_t now = session.now_ms() / 1000;
  return *seconds <= value::Number::from_int(now) &&
         *seconds >= value::Number::from_int(now - limits::kTimeToLivePastSeconds);
}

std::vector<std::string_view> key_attributes(const TableInfo& table, int index) {
  std::vector<std::string_view> names = {table.partition};
  if (!table.sort.empty()) names.push_back(table.sort);
  if (index == kNone) return names;
  const IndexInfo& info = table.indexes[static_cast<std::size_t>(index)];
  for (const auto& attributes : {info.partition, info.sort})
    for (const std::string_view name : attributes)
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  return names;
}

AttributeMap key_of(const std::vector<std::string_view>& names, const Item& item) {
  AttributeMap key;
  for (const std::string_view name : names)
    if (auto value = item.get(name)) key.set(name, *std::move(value));
  return key;
}

}  // namespace partita::model
