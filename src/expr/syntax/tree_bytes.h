// The memory that syntax trees take, for the limit of their caches.
#pragma once

#include <cstddef>

#include "expr/syntax/ast.h"

namespace partita::expr {

// The bytes of the tree with everything that it owns.
std::size_t tree_bytes(const ConditionAst& tree);
std::size_t tree_bytes(const UpdateAst& tree);
std::size_t tree_bytes(const ProjectionAst& tree);

}  // namespace partita::expr
