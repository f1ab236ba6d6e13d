// ConditionNode: a condition with its placeholders replaced, as it is evaluated.
#pragma once

#include "expr/ast.h"
#include "expr/shared_value.h"
#include "value/path.h"

#include <string>
#include <string_view>
#include <vector>

namespace partita::expr {

struct Operand {
  // Size is size(path), or size(value) with the value in `bytes`.
  enum class Kind : std::uint8_t { Path, Value, Size };
  Kind kind = Kind::Path;
  value::Path path;
  SharedValue<std::string> constant = {};  // an encoded value
  std::string_view bytes() const { return constant.get(); }
};

struct ConditionNode {
  ConditionKind kind = ConditionKind::And;
  std::vector<ConditionNode> children;
  std::vector<Operand> operands;  // their number and static types are right for `kind`
  bool sorted = false;            // of In: the candidates are values, in the order of their bytes
};

// Puts the candidates of a long In in order where all are values, so that they need not be compared one by one.
void sort_candidates(ConditionNode& node);

}  // namespace partita::expr
