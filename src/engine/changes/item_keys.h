// Checks items and keys against a table's schema, and makes the store keys of items.
#pragma once

#include <partita/error.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "catalog/table_info.h"
#include "expr/update.h"
#include "value/view.h"

namespace partita::engine {

// Whether an error names the key attribute that an item lacks. BatchWriteItem does not name it.
enum class KeyFault : std::uint8_t { Named, Unnamed };

// The store key of an item that is about to be put. Errors: ValidationException if a key attribute is missing, has the
// wrong type, is empty or is too long, or if the key attributes of an index have such a fault.
Result<std::string> key_of_item(const catalog::TableInfo& table, const AttributeMap& item,
                                KeyFault wording = KeyFault::Named);

// The store key for a request's Key, which must hold exactly the key attributes. Errors: ValidationException if it does
// not match the schema, or if a value is empty or too long.
Result<std::string> key_of_key(const catalog::TableInfo& table, const AttributeMap& key);

// The write whose index keys are checked. The texts of some faults depend on it.
enum class IndexKeysOf : std::uint8_t { Put, Update, UpdateInTransaction };

// Checks that attributes that are keys of an index have the index's type, are not empty and are not too long. If
// several indexes have such an attribute, a fault names the first one in the order of names. `old` holds the attributes
// before an update, and is nullptr for a put. A key of the table is checked only if the write makes the item. Errors:
// ValidationException.
Result<void> check_index_keys(const catalog::TableInfo& table, const AttributeMap& item, const AttributeMap* old,
                              IndexKeysOf write);

// The error of a value of another type than the key attribute of the index.
unexpected<Error> wrong_index_key_type(const catalog::KeyAttribute& attribute, AttributeType actual,
                                       std::string_view index);

// Checks the types of those values that an update gives to keys of indexes and that are known without the item. The
// first index in the order of names is named. Errors: ValidationException.
Result<void> check_known_index_key_types(const catalog::TableInfo& table, const expr::Update& update);

// Checks that no key of the table or of an index is among `nested_names`, from which an expression's paths go deeper.
// Errors: ValidationException "Key attributes must be scalars; ...".
Result<void> check_scalar_keys(const catalog::TableInfo& table, const std::vector<std::string>& nested_names);

// Checks the type and the length of one key attribute's value, which must not be empty. Errors: ValidationException.
Result<void> check_key_value(const catalog::KeyAttribute& attribute, KeyType role, const AttributeValue& value);

// The store key of a stored item. Requires: `item` has the table's key attributes.
std::string key_of_stored(const catalog::TableInfo& table, const value::MapView& item);
// Copies the attributes of `keys` from `item` to `out`. Skips attributes that the item lacks.
void append_key_attributes(const catalog::KeySchema& keys, const value::MapView& item, AttributeMap& out);

// Whether the error is about an empty key of the table or of an index. For this fault of a key the service refuses a
// transaction as a whole, instead of cancelling it with reasons.
bool is_empty_key_fault(const Error& error);

}  // namespace partita::engine
