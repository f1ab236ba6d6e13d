// ConditionNode: a condition with its placeholders replaced, as it is evaluated.
#pragma once

#include "expr/ast.h"
#include "value/path.h"

#include <string>
#include <vector>

namespace partita::expr {

struct Operand {
  // Size is size(path), or size(value) with the value in `bytes`.
  enum class Kind : std::uint8_t { Path, Value, Size };
  Kind kind = Kind::Path;
  value::Path path;
  std::string bytes;  // an encoded value
};

struct ConditionNode {
  ConditionKind kind = ConditionKind::And;
  std::vector<ConditionNode> children;
  std::vector<Operand> operands;  // their number and static types are right for `kind`
};

}  // namespace partita::expr
