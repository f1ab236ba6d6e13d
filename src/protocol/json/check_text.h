// The texts in requests of C++ programs may hold any bytes, but JSON, and so DynamoDB, requires UTF-8.
#pragma once

#include <partita/database.h>

namespace partita::protocol {

// Checks that every text of the request is UTF-8: names, values, map keys, expressions and all others. It skips values
// that nest deeper than an item may, because the validators refuse them.
// Errors: ValidationException with the place of the first wrong text, such as "Item.note".
template <class Request>
Result<void> check_text(const Request& request);

#define PARTITA_OPERATION(function, Name) extern template Result<void> check_text<Name##Request>(const Name##Request&);
#include <partita/operations.def>
#undef PARTITA_OPERATION

}  // namespace partita::protocol
