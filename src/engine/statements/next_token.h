// The NextToken of ExecuteStatement: the place at which the next page of a SELECT begins, as text that the database
// need not remember. It is bound to the statement, its parameters, the table and the index. Tokens of other operations
// have the same form and are bound to other things.
#pragma once

#include <partita/error.h>

#include <initializer_list>
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

// The hash of everything that a token is bound to. A number is bound with its scale, so 100 and 1E2 are different
// parameters, as they are for the service.
std::string binding_of(const partiql::PreparedStatement& statement, const catalog::TableInfo& table);

// The hash of other things that a token can be bound to.
std::string token_binding(std::initializer_list<std::string_view> parts);

// Whether a token of the statement may be used. The service gives tokens for statements with lists or maps as
// parameters too, and then refuses each of them.
bool can_be_resumed(const partiql::PreparedStatement& statement);

std::string next_token(std::string_view binding, const PagePlace& place);

// Errors: ValidationException if the text is no token, or if it is bound to another statement.
Result<PagePlace> place_of(std::string_view token, std::string_view binding);
// The error of a token that is bound to another statement.
unexpected<Error> token_of_other_statement();

}  // namespace partita::engine
