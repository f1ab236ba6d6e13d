#include "transfer/tables/table_facts.h"

#include <algorithm>

#include "base/try.h"
#include "ops/rules/item_rules.h"
#include "value/encode.h"
#include "value/limits.h"
#include "value/types.h"

namespace partita::transfer {
namespace {

ScalarAttributeType declared_type(const OptionalEnum<ScalarAttributeType>& type) {
  return type && type->known() ? type->value() : ScalarAttributeType::S;
}

void set_keys(const OptionalList<AttributeDefinition>& definitions, const OptionalList<KeySchemaElement>& schema,
              TableFacts& out) {
  if (definitions)
    for (const AttributeDefinition& definition : *definitions)
      out.types.emplace(definition.attribute_name.value_or(""), declared_type(definition.attribute_type));
  if (!schema) return;
  for (const KeySchemaElement& element : *schema) {
    const std::string name = element.attribute_name.value_or("");
    const auto type = out.types.find(name);
    out.key.push_back({name, type == out.types.end() ? ScalarAttributeType::S : type->second});
  }
}

std::string wrong_type(const std::string& name, ScalarAttributeType wanted, const AttributeValue& found) {
  return "the key attribute " + name + " must have the type " + std::string(value::type_name(value::type_of(wanted))) +
         ", and it has " + std::string(value::type_name(found.type()));
}

std::optional<std::string> fault_of_keys(const TableFacts& table, const AttributeMap& item) {
  for (std::size_t i = 0; i < table.key.size(); ++i) {
    const auto& [name, type] = table.key[i];
    const AttributeValue* const value = item.find(name);
    if (value == nullptr) return "the item lacks the key attribute " + name;
    if (!value::has_type(*value, type)) return wrong_type(name, type, *value);
    const std::size_t most = i == 0 ? limits::kPartitionKeyBytes : limits::kSortKeyBytes;
    if (value->text().empty()) return "the key attribute " + name + " is empty";
    if (type != ScalarAttributeType::N && value->text().size() > most)
      return "the key attribute " + name + " is longer than " + std::to_string(most) + " bytes";
  }
  for (const auto& [name, type] : table.types) {
    const AttributeValue* const value = item.find(name);
    if (value != nullptr && !value::has_type(*value, type)) return wrong_type(name, type, *value);
  }
  return std::nullopt;
}

}  // namespace

Result<TableFacts> describe(Database& database, const std::string& table) {
  PARTITA_TRY_VALUE(described, database.describe_table({.table_name = table}));
  const TableDescription& facts = described.table;
  TableFacts out{.name = facts.table_name.value_or(table),
                 .arn = facts.table_arn.value_or(""),
                 .id = facts.table_id.value_or(""),
                 .item_count = static_cast<std::uint64_t>(std::max<std::int64_t>(0, facts.item_count.value_or(0)))};
  set_keys(facts.attribute_definitions, facts.key_schema, out);
  return out;
}

TableFacts facts_of(const CreateTableRequest& request) {
  TableFacts out{.name = request.table_name.value_or("")};
  set_keys(request.attribute_definitions, request.key_schema, out);
  return out;
}

std::optional<std::string> fault_of_item(const TableFacts& table, const AttributeMap& item) {
  if (const auto checked = ops::check_item_size(item); !checked) return checked.error().message;
  return fault_of_keys(table, item);
}

std::optional<std::string> fault_of_key(const TableFacts& table, const AttributeMap& key) {
  if (key.size() != table.key.size()) return "the key does not have exactly the attributes of the table's key";
  return fault_of_keys(table, key);
}

std::string key_bytes(const TableFacts& table, const AttributeMap& item) {
  std::string bytes;
  for (const TableFacts::KeyAttribute& attribute : table.key) value::encode_value(*item.find(attribute.name), bytes);
  return bytes;
}

}  // namespace partita::transfer
