#include "engine/changes/item_keys.h"

#include "base/check.h"
#include "base/try.h"
#include "engine/index/vector_rules.h"
#include "keys/key_codec.h"
#include "keys/key_space.h"
#include "value/limits.h"
#include "value/types.h"

namespace partita::engine {
namespace {

constexpr std::size_t kUsualKeyBytes = 96;
// Every message about an empty key begins with this text, and no other message does.
constexpr std::string_view kEmptyKeyFault = "One or more parameter values are not valid. ";

bool is_empty_key(const AttributeValue& value) { return !value.is(AttributeType::N) && value.text().empty(); }

std::string_view content_word(ScalarAttributeType type) { return type == ScalarAttributeType::B ? "binary" : "string"; }

Result<void> check_length(const AttributeValue& value, KeyType role) {
  if (value.is(AttributeType::N)) return {};
  if (role == KeyType::Hash && value.text().size() > limits::kPartitionKeyBytes)
    return invalid(
        "One or more parameter values were invalid: Size of hashkey has exceeded the maximum size limit of2048 bytes");
  if (role == KeyType::Range && value.text().size() > limits::kSortKeyBytes)
    return invalid(
        "One or more parameter values were invalid: Aggregated size of all range keys has exceeded the size limit of "
        "1024 bytes");
  return {};
}

KeyType role_of(const catalog::KeySchema& keys, std::size_t i) {
  return i < keys.partition.size() ? KeyType::Hash : KeyType::Range;
}

template <class Map, class Value>
std::string make_key(const catalog::TableInfo& table, const Map& item, Value value) {
  std::string key;
  key.reserve(kUsualKeyBytes);
  const std::size_t opened = keys::open_partition(table.id, keys::kBaseTable, key);
  keys::encode_part(value(*item.find(table.keys.partition[0].name)), key);
  keys::close_partition(opened, key);
  if (!table.keys.sort.empty()) keys::encode_part(value(*item.find(table.keys.sort[0].name)), key);
  return key;
}

std::string make_key(const catalog::TableInfo& table, const AttributeMap& item) {
  return make_key(table, item, [](const AttributeValue& v) -> const AttributeValue& { return v; });
}

}  // namespace

bool is_empty_key_fault(const Error& error) { return error.message.starts_with(kEmptyKeyFault); }

Result<void> check_key_value(const catalog::KeyAttribute& attribute, KeyType role, const AttributeValue& value) {
  if (!value::has_type(value, attribute.type)) return invalid("The provided key element does not match the schema");
  if (is_empty_key(value))
    return invalid(std::string(kEmptyKeyFault) + "The AttributeValue for a key attribute cannot contain an empty " +
                   std::string(content_word(attribute.type)) + " value. Key: " + attribute.name);
  return check_length(value, role);
}

Result<std::string> key_of_key(const catalog::TableInfo& table, const AttributeMap& key) {
  if (key.size() != table.keys.size()) return invalid("The provided key element does not match the schema");
  for (std::size_t i = 0; i < table.keys.size(); ++i) {
    const AttributeValue* value = key.find(table.keys.at(i).name);
    if (!value) return invalid("The provided key element does not match the schema");
    PARTITA_TRY(check_key_value(table.keys.at(i), role_of(table.keys, i), *value));
  }
  return make_key(table, key);
}

Result<std::string> key_of_item(const catalog::TableInfo& table, const AttributeMap& item, KeyFault wording) {
  for (std::size_t i = 0; i < table.keys.size(); ++i) {
    const catalog::KeyAttribute& attribute = table.keys.at(i);
    const AttributeValue* value = item.find(attribute.name);
    if (wording == KeyFault::Unnamed && (!value || !value::has_type(*value, attribute.type)))
      return invalid("The provided key element does not match the schema");
    if (!value)
      return invalid("One or more parameter values were invalid: Missing the key " + attribute.name + " in the item");
    if (!value::has_type(*value, attribute.type))
      return invalid("One or more parameter values were invalid: Type mismatch for key " + attribute.name +
                     " expected: " + std::string(to_text(attribute.type)) +
                     " actual: " + std::string(value::type_name(value->type())));
    PARTITA_TRY(check_key_value(attribute, role_of(table.keys, i), *value));
  }
  PARTITA_TRY(check_index_keys(table, item, nullptr, IndexKeysOf::Put));
  return make_key(table, item);
}

namespace {

// The first index, in the order of names, that has the attribute as a key.
const std::string& index_named_in_faults(const catalog::TableInfo& table, const std::string& attribute) {
  const catalog::IndexInfo* first = nullptr;
  for (const catalog::IndexInfo& index : table.indexes)
    if (index.maintained() && index.keys.find(attribute) && (!first || index.name < first->name)) first = &index;
  PARTITA_CHECK(first);
  return first->name;
}

unexpected<Error> empty_index_key(const catalog::TableInfo& table, const catalog::KeyAttribute& attribute,
                                  IndexKeysOf write) {
  const std::string what = "The AttributeValue for a key attribute cannot contain an empty " +
                           std::string(content_word(attribute.type)) + " value.";
  if (write != IndexKeysOf::Put)
    return invalid(
        std::string(kEmptyKeyFault) +
        "The update expression attempted to update a secondary index key to a value that is not supported. " + what);
  return invalid(std::string(kEmptyKeyFault) + "A value specified for a secondary index key is not supported. " + what +
                 " IndexName: " + index_named_in_faults(table, attribute.name) + ", IndexKey: " + attribute.name);
}

}  // namespace

unexpected<Error> wrong_index_key_type(const catalog::KeyAttribute& attribute, AttributeType actual,
                                       std::string_view index) {
  return invalid("One or more parameter values were invalid: Type mismatch for Index Key " + attribute.name +
                 " Expected: " + std::string(to_text(attribute.type)) +
                 " Actual: " + std::string(value::type_name(actual)) + " IndexName: " + std::string(index));
}

Result<void> check_known_index_key_types(const catalog::TableInfo& table, const expr::Update& update) {
  for (const catalog::IndexInfo& index : table.indexes) {
    if (!index.maintained() || index.vector) continue;
    for (std::size_t i = 0; i < index.keys.size(); ++i) {
      const catalog::KeyAttribute& attribute = index.keys.at(i);
      const auto type = update.known_type(attribute.name);
      if (type && *type != value::type_of(attribute.type))
        return wrong_index_key_type(attribute, *type, index_named_in_faults(table, attribute.name));
    }
  }
  return {};
}

Result<void> check_index_keys(const catalog::TableInfo& table, const AttributeMap& item, const AttributeMap* old,
                              IndexKeysOf write) {
  for (const catalog::IndexInfo& index : table.indexes) {
    if (!index.maintained() || index.vector) continue;
    for (std::size_t i = 0; i < index.keys.size(); ++i) {
      const catalog::KeyAttribute& attribute = index.keys.at(i);
      const AttributeValue* value = item.find(attribute.name);
      if (!value) continue;
      if (table.keys.find(attribute.name)) {
        // The table has checked its own keys, but allows a partition key more bytes than an index its range key.
        if (!old || old->empty()) PARTITA_TRY(check_length(*value, role_of(index.keys, i)));
        continue;
      }
      if (old) {
        const AttributeValue* before = old->find(attribute.name);
        if (before && *before == *value) continue;
      }
      if (!value::has_type(*value, attribute.type)) {
        if (write == IndexKeysOf::Update)
          return invalid("The update expression attempted to update the secondary index key to unsupported type");
        return wrong_index_key_type(attribute, value->type(), index_named_in_faults(table, attribute.name));
      }
      if (is_empty_key(*value)) return empty_index_key(table, attribute, write);
      auto fits = check_length(*value, role_of(index.keys, i));
      if (!fits && write != IndexKeysOf::Put)
        return invalid("The update expression attempted to update the secondary index key beyond allowed size limits");
      PARTITA_TRY(fits);
    }
  }
  return check_vectors(table, item, old);
}

Result<void> check_scalar_keys(const catalog::TableInfo& table, const std::vector<std::string>& nested_names) {
  const auto refuse = [](const std::string& what) {
    return invalid("Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: " +
                   what);
  };
  for (const std::string& name : nested_names) {
    if (table.keys.find(name)) return refuse("Key: " + name);
    for (const catalog::IndexInfo& index : table.indexes)
      if (index.maintained() && index.keys.find(name)) return refuse("IndexKey: " + name);
  }
  return {};
}

std::string key_of_stored(const catalog::TableInfo& table, const value::MapView& item) {
  return make_key(table, item, [](value::ValueView v) { return v; });
}

void append_key_attributes(const catalog::KeySchema& keys, const value::MapView& item, AttributeMap& out) {
  for (std::size_t i = 0; i < keys.size(); ++i)
    if (auto value = item.find(keys.at(i).name)) out.set(keys.at(i).name, value->to_value());
}

}  // namespace partita::engine
