#include "expr/syntax/tree_bytes.h"

#include "base/owned_bytes.h"

namespace partita::expr {
namespace {

using base::owned_bytes;

std::size_t owned(const PathAst& path) {
  std::size_t bytes = owned_bytes(path);
  for (const PathStep& step : path) bytes += owned_bytes(step.name);
  return bytes;
}

std::size_t owned(const OperandAst& operand) {
  std::size_t bytes = owned(operand.path) + owned_bytes(operand.name) + owned_bytes(operand.arguments);
  for (const OperandAst& argument : operand.arguments) bytes += owned(argument);
  return bytes;
}

std::size_t owned(const ConditionAst& condition) {
  std::size_t bytes = owned_bytes(condition.children) + owned_bytes(condition.operands);
  for (const ConditionAst& child : condition.children) bytes += owned(child);
  for (const OperandAst& operand : condition.operands) bytes += owned(operand);
  return bytes;
}

}  // namespace

std::size_t tree_bytes(const ConditionAst& tree) { return sizeof(tree) + owned(tree); }

std::size_t tree_bytes(const UpdateAst& tree) {
  std::size_t bytes = sizeof(tree) + owned_bytes(tree);
  for (const ActionAst& action : tree) bytes += owned(action.path) + owned(action.operand);
  return bytes;
}

std::size_t tree_bytes(const ProjectionAst& tree) {
  std::size_t bytes = sizeof(tree) + owned_bytes(tree);
  for (const PathAst& path : tree) bytes += owned(path);
  return bytes;
}

}  // namespace partita::expr
