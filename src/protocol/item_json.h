// Items as JSON texts in files, apart from requests: with the types of DynamoDB, as exports and imports have them, and
// as plain JSON without types.
#pragma once

#include <partita/attribute_value.h>
#include <partita/error.h>
#include <partita/item.h>
#include <partita/item_operations.h>

#include <optional>
#include <string>
#include <string_view>

namespace partita::protocol {

// Appends the item with types, such as {"pk":{"S":"a"},"n":{"N":"1"}}, to `out`.
void append_typed_json(const Item& item, std::string& out);
void append_typed_json(const AttributeMap& attributes, std::string& out);

// Appends the item as plain JSON, such as {"n":1,"pk":"a"}. Numbers keep all their digits. JSON lacks two kinds of
// values: a set becomes an array of its elements, and binary data a string of base64.
void append_plain_json(const Item& item, std::string& out);

// Appends one value with its type, such as {"L":[{"N":"1"}]}.
void append_typed_json(const AttributeValue& value, std::string& out);

// Appends `text` as a JSON string. Requires: `text` is UTF-8.
void append_json_text(std::string_view text, std::string& out);

// The items of one line of an export. A full export has lines with `Item`, and an incremental one has the others.
struct ItemLine {
  std::optional<AttributeMap> item = {};
  std::optional<AttributeMap> keys = {};
  std::optional<AttributeMap> old_image = {};
  std::optional<AttributeMap> new_image = {};
  // Beside an Item: the condition of a bulk write.
  OptionalString condition_expression = {};
  OptionalNames expression_attribute_names = {};
  OptionalItem expression_attribute_values = {};
};

// Reads a line such as {"Item":{"pk":{"S":"a"}}}. Further members are ignored. All items in the result can be stored.
// Errors: ValidationException, whose message says which rule of the form the text breaks.
Result<ItemLine> read_item_line(std::string_view json);

// Whether the text is JSON, of any form.
bool is_json(std::string_view text);

// Reads a plain JSON object: strings become S, numbers N, arrays L, objects M. If a name occurs twice, the last value
// counts. The item can be stored. Errors: ValidationException, whose message names the fault.
Result<AttributeMap> read_plain_item(std::string_view json);

}  // namespace partita::protocol
