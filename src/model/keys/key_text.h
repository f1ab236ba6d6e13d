// The text of one field's value in a key.
//
// Field values are attribute values (FieldKind in description.h).
#pragma once

#include <partita/attribute_value.h>
#include <partita/error.h>
#include <partita/model/runtime/description.h>

#include <string>
#include <string_view>

namespace partita::model {

// The escaped text of `value` as `part` writes it.
// Errors: ValidationException that names the field, if the value has another type or form than the field, is empty,
// names no enumerator, does not begin with `must_begin`, holds a byte that Escape::Reject refuses, is negative in a
// Padded part, or has more digits than the width; or if the field's kind has no text for such a part.
Result<std::string> key_text(const KeyPart& part, const FieldInfo& field, const AttributeValue& value);

// Appends the text of key_text() to `out`. `out` is unspecified after an error.
Result<void> append_key_text(std::string& out, const KeyPart& part, const FieldInfo& field,
                             const AttributeValue& value);

// True if the field is an enumeration with pt::unknown_enumerator, and `value` is not the text of an enumerator.
// Such a value has the same text in keys as in the item.
bool is_unknown_enumerator(const FieldInfo& field, const AttributeValue& value);
// True if an enumerator of the field has another text in keys than in its attribute. If so, the key text of an
// enumerator that only another program knows does not tell its attribute.
bool has_own_key_texts(const FieldInfo& field);

// The text that a Plain part writes, before it is escaped. The text lives in `value`, in the description or in
// `buffer`, which must be empty.
// Errors: ValidationException that names the field, if the value has another type or form than the field or names no
// enumerator, or if the field's kind has no such text.
Result<std::string_view> plain_text(const FieldInfo& field, const AttributeValue& value, std::string& buffer);

}  // namespace partita::model
