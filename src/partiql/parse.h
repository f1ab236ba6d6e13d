// Parses the text of a statement.
#pragma once

#include <partita/expected.h>

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "partiql/syntax.h"

namespace partita::partiql {

// Errors: the text of the ValidationException, if the text is no statement. Other faults of the text are members of
// the tree, because the service reports them in another order.
expected<Statement, std::string> parse_statement(std::string_view text);

// The same with a tree from the cache of trees, which all threads share and which keeps a new tree.
expected<std::shared_ptr<const Statement>, std::string> cached_statement(std::string_view text);

// The same, but the cache does not keep a new tree. For statements that may yet be refused for lack of a permission.
expected<std::shared_ptr<const Statement>, std::string> statement_to_look_at(std::string_view text);

// The memory of the trees that the cache holds.
std::size_t cached_statement_bytes();

}  // namespace partita::partiql
