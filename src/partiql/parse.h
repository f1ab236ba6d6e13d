// Parses the text of a statement.
#pragma once

#include <partita/expected.h>

#include <memory>
#include <string>
#include <string_view>

#include "partiql/syntax.h"

namespace partita::partiql {

// Errors: the text of the ValidationException, if the text is no statement. Other faults of the text are members of
// the tree, because the service reports them in another order.
expected<Statement, std::string> parse_statement(std::string_view text);

// The same with a tree from the cache of trees, which all threads share.
expected<std::shared_ptr<const Statement>, std::string> cached_statement(std::string_view text);

}  // namespace partita::partiql
