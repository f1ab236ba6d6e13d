// The NextToken of ExecuteStatement: the place at which the next page of a SELECT begins, as text that the database
// need not remember. It is bound to the statement, its parameters, the table and the index.
#pragma once

#include <partita/error.h>

#include <optional>
#include <string>
#include <string_view>

#include "catalog/table_info.h"
#include "partiql/prepare.h"

namespace partita::engine {

struct PagePlace {
  std::size_t range = 0;                 // the number of the key range
  std::optional<AttributeMap> last_key;  // the key before the page; absent at the beginning of the range
};

// The hash of everything that a token is bound to.
std::string binding_of(const partiql::PreparedStatement& statement, const catalog::TableInfo& table);

std::string next_token(std::string_view binding, const PagePlace& place);

// Errors: ValidationException if the text is no token, or if it is bound to another statement.
Result<PagePlace> place_of(std::string_view token, std::string_view binding);

}  // namespace partita::engine
