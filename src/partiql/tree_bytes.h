// The memory that the tree of a statement takes, for the limit of the cache.
#pragma once

#include <cstddef>

#include "partiql/syntax.h"

namespace partita::partiql {

// The bytes of the statement with everything that it owns.
std::size_t tree_bytes(const Statement& statement);

}  // namespace partita::partiql
