#pragma once

#include "expr/path_tree.h"

namespace partita::expr {

// The content of a Projection.
struct ProjectionTree {
  PathTree paths;
};

}  // namespace partita::expr
