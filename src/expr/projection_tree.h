#pragma once

#include "expr/path_tree.h"

namespace partita::expr {

// What a Projection holds.
struct ProjectionTree {
  PathTree paths;
};

}  // namespace partita::expr
