// Requests of C++ programs may hold any bytes in their texts. JSON, and so DynamoDB, has UTF-8 alone.
#pragma once

#include <partita/database.h>

namespace partita::protocol {

// Whether every text of the request is UTF-8: names, values, map keys, expressions, whatever it says. Values deeper than any that
// is stored are not looked at.
// Errors: ValidationException, which names the first that is none, as "Item.note".
template <class Request>
Result<void> check_text(const Request& request);

#define PARTITA_OPERATION(function, Name) extern template Result<void> check_text<Name##Request>(const Name##Request&);
#include <partita/operations.def>
#undef PARTITA_OPERATION

}  // namespace partita::protocol
