// The syntax trees that the parsers make. A tree has the structure of the text, with unresolved placeholders. Trees are
// cached by their text and shared by all threads, so they never change.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace partita::expr {

struct PathStep {
  enum class Kind : std::uint8_t { Name, Placeholder, Index };
  Kind kind = Kind::Name;
  std::string name;  // an attribute's name, or a placeholder with its '#'
  std::uint64_t index = 0;
};
using PathAst = std::vector<PathStep>;

struct OperandAst {
  enum class Kind : std::uint8_t { Path, Value, Call, Plus, Minus };
  Kind kind = Kind::Path;
  PathAst path;
  std::string name;                   // a value placeholder with its ':', or a function's name
  std::vector<OperandAst> arguments;  // of a call, or both sides of plus and minus
};

// The functions of conditions are kinds too. They come after the operators.
enum class ConditionKind : std::uint8_t {
  And,
  Or,
  Not,  // have children
  Eq,
  Ne,
  Lt,
  Le,
  Gt,
  Ge,       // have two operands
  Between,  // has an operand, a lower and an upper bound
  In,       // has an operand and its candidates
  AttributeExists,
  AttributeNotExists,
  AttributeType,
  BeginsWith,
  Contains
};

struct ConditionAst {
  ConditionKind kind = ConditionKind::And;
  std::vector<ConditionAst> children;
  std::vector<OperandAst> operands;
};

enum class ActionKind : std::uint8_t { Set, Remove, Add, Delete };

struct ActionAst {
  ActionKind kind = ActionKind::Set;
  PathAst path;
  OperandAst operand;  // unused by Remove
};
using UpdateAst = std::vector<ActionAst>;

using ProjectionAst = std::vector<PathAst>;

}  // namespace partita::expr
