// Texts of the faults of values.
#pragma once

#include <partita/model/detail/codec.h>

#include <string>
#include <string_view>

#include "model/codec/stored_attributes.h"

namespace partita::model {

// A value for a message: a string in quotes, a number as it is, binary in hexadecimal, each shortened. Any other value
// is named by its type.
std::string shown(const StoredValue& value);

// Describes in `fault` that `actual`, which has another type or content, "must be `expected`". `expected` must begin
// with the name of a type, as in "N (a whole number)". Returns false.
bool refuse_value(Fault& fault, std::string_view expected, const StoredValue& actual);

// An error such as "ORDER {PK: CUST#1, SK: ORDER#7}: attribute `status` must be ...".
Error fault_of_item(const StoredAttributes& item, const ItemContext& context, const Fault& fault);

}  // namespace partita::model
