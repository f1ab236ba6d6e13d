// Checks items and keys against a table's schema, and makes the store keys of items.
#pragma once

#include "catalog/table_info.h"
#include "value/view.h"

#include <partita/error.h>

#include <string>

namespace partita::engine {

// BatchWriteItem does not say which key attribute an item lacks.
enum class KeyFault : std::uint8_t { Named, Unnamed };

// The store key of an item about to be put. Errors: ValidationException where a key attribute is missing, has the wrong
// type, is empty or too long, or an attribute that is an index's key has the wrong type.
Result<std::string> key_of_item(const catalog::TableInfo& table, const AttributeMap& item,
                                KeyFault wording = KeyFault::Named);

// The store key for a request's Key, which must hold the key attributes and nothing else.
// Errors: ValidationException "The provided key element does not match the schema", or empty or too long.
Result<std::string> key_of_key(const catalog::TableInfo& table, const AttributeMap& key);

// Attributes that are keys of an index have the index's type and are not empty. `old` are the attributes before an
// update: a change is then worded as the update's fault. Errors: ValidationException.
Result<void> check_index_keys(const catalog::TableInfo& table, const AttributeMap& item, const AttributeMap* old);

// None of the names, from which an expression's paths go deeper, is a key of the table or of an index.
// Errors: ValidationException "Key attributes must be scalars; ...".
Result<void> check_scalar_keys(const catalog::TableInfo& table, const std::vector<std::string>& nested_names);

// One key attribute's value fits: type, not empty, length. Errors: ValidationException.
Result<void> check_key_value(const catalog::KeyAttribute& attribute, KeyType role, const AttributeValue& value);

// The store key of an item that is stored. Requires: it has the table's key attributes.
std::string key_of_stored(const catalog::TableInfo& table, const value::MapView& item);
// The attributes in `names`' schema, taken from an item that has them.
void append_key_attributes(const catalog::KeySchema& keys, const value::MapView& item, AttributeMap& out);

// Whether the error is that a key of the table or of an index is empty: the one fault of a key for which the service refuses
// a transaction as a whole.
bool is_empty_key_fault(const Error& error);

bool has_type(const AttributeValue& value, ScalarAttributeType type);
std::string_view type_text(AttributeType type);

}  // namespace partita::engine
