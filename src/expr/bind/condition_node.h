// ConditionNode: a bound condition, in the form in which it is evaluated.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "expr/shared_value.h"
#include "expr/syntax/ast.h"
#include "value/path.h"

namespace partita::expr {

struct Operand {
  // Size is size(path), or size(value) if `bytes` is not empty.
  enum class Kind : std::uint8_t { Path, Value, Size };
  Kind kind = Kind::Path;
  value::Path path;
  SharedValue<std::string> constant = {};  // an encoded value; empty for a path
  std::string_view bytes() const { return constant.get(); }
};

struct ConditionNode {
  ConditionKind kind = ConditionKind::And;
  std::vector<ConditionNode> children;
  std::vector<Operand> operands;  // their number and static types are right for `kind`
  bool sorted = false;            // whether all candidates of In are values, sorted by their bytes
};

// Sorts the candidates of a long In if all are values, so that they need not be compared one by one.
void sort_candidates(ConditionNode& node);

}  // namespace partita::expr
