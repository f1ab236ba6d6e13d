#pragma once

#include "expr/syntax/path_tree.h"

namespace partita::expr {

// A value that becomes an attribute with a name of its own.
struct Column {
  std::string name;
  value::Path path;
};

// The content of a Projection: paths, whose values keep their maps and lists around them, or columns.
struct ProjectionTree {
  PathTree paths;
  std::vector<Column> columns = {};  // sorted by their names, which are unique; if there are any, `paths` is unused
};

}  // namespace partita::expr
