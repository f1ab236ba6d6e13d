// The syntax trees that the parsers make: text with its structure, placeholders unresolved. They are cached by text
// and shared by all threads, so they never change.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace partita::expr {

struct PathStep {
  enum class Kind : std::uint8_t { Name, Placeholder, Index };
  Kind kind = Kind::Name;
  std::string name;  // or the placeholder with its '#'
  std::uint64_t index = 0;
};
using PathAst = std::vector<PathStep>;

struct OperandAst {
  enum class Kind : std::uint8_t { Path, Value, Call, Plus, Minus };
  Kind kind = Kind::Path;
  PathAst path;
  std::string name;                   // a value placeholder with its ':', or a function's name
  std::vector<OperandAst> arguments;  // of a call; the two sides of plus and minus
};

// The function names of conditions are kinds too, after the operators.
enum class ConditionKind : std::uint8_t {
  And, Or, Not,                // of children
  Eq, Ne, Lt, Le, Gt, Ge,      // two operands
  Between,                     // operand, lower, upper
  In,                          // operand, candidates
  AttributeExists, AttributeNotExists, AttributeType, BeginsWith, Contains
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
  OperandAst operand;  // not of Remove
};
using UpdateAst = std::vector<ActionAst>;

using ProjectionAst = std::vector<PathAst>;

}  // namespace partita::expr
