// Texts of what is wrong with a value.
#pragma once

#include <partita/model/codec.h>

#include <string>
#include <string_view>

#include "model/codec/stored_attributes.h"

namespace partita::model {

// A scalar value for a message, shortened: text in quotes, numbers as they are, binaries in hexadecimal.
std::string shown(const StoredValue& value);

// Describes that `actual`, which has another type or content, "must be `expected`". `expected` begins with a type's
// name: "N (a whole number)". Returns false.
bool refuse_value(Fault& fault, std::string_view expected, const StoredValue& actual);

// "ORDER {PK: CUST#1, SK: ORDER#7}: attribute `status` must be ..."
Error fault_of_item(const StoredAttributes& item, const ItemContext& context, const Fault& fault);

}  // namespace partita::model
