#include "expr/bind/bind_condition.h"

#include "base/try.h"
#include "expr/bind/operand_checks.h"

namespace partita::expr {
namespace {

// Binds one comparison or function.
class TermBinder {
 public:
  explicit TermBinder(Placeholders& placeholders) : placeholders_(placeholders) {}

  std::vector<Operand> bind(ConditionKind kind, const std::vector<OperandAst>& asts) {
    std::vector<Operand> operands;
    operands.reserve(asts.size());
    for (const OperandAst& ast : asts) operands.push_back(bind_operand(ast));
    if (!undefined_.empty()) return operands;
    const std::string_view name = operator_text(kind);
    const bool is_function = kind >= ConditionKind::AttributeExists;
    if (is_function) note(count_, check_count(name, operand_count(kind), operands.size()));
    note(distinct_, check_distinct(name, operands));
    if (count_.empty()) note(types_, check_types(kind, operands));
    return operands;
  }

  std::string error() const {
    for (const std::string* message : {&undefined_, &count_, &distinct_, &types_})
      if (!message->empty()) return *message;
    return {};
  }

 private:
  static void note(std::string& slot, std::string message) {
    if (slot.empty()) slot = std::move(message);
  }

  Operand bind_operand(const OperandAst& ast) {
    Operand operand;
    if (ast.kind == OperandAst::Kind::Path) {
      operand.path = placeholders_.resolve(ast.path, undefined_);
    } else if (ast.kind == OperandAst::Kind::Value) {
      operand.kind = Operand::Kind::Value;
      if (const AttributeValue* found = placeholders_.resolve(ast.name, undefined_))
        operand.constant = placeholders_.encoded(*found);
    } else {
      operand = bind_size(ast);
    }
    return operand;
  }

  // The parser allows no other function as an operand.
  Operand bind_size(const OperandAst& call) {
    std::vector<Operand> arguments;
    for (const OperandAst& argument : call.arguments) arguments.push_back(bind_operand(argument));
    note(count_, check_count(call.name, 1, arguments.size()));
    if (count_.empty() && undefined_.empty()) note(types_, check_size_type(arguments[0]));
    Operand size = std::move(arguments[0]);
    size.kind = Operand::Kind::Size;
    return size;
  }

  Placeholders& placeholders_;
  std::string undefined_;
  std::string count_;
  std::string distinct_;
  std::string types_;
};

}  // namespace

Parsed<ConditionNode> bind_condition(const ConditionAst& ast, Placeholders& placeholders) {
  ConditionNode node;
  node.kind = ast.kind;
  node.children.reserve(ast.children.size());
  for (const ConditionAst& child : ast.children) {
    PARTITA_TRY_VALUE(bound, bind_condition(child, placeholders));
    node.children.push_back(std::move(bound));
  }
  if (ast.operands.empty()) return node;
  TermBinder binder(placeholders);
  node.operands = binder.bind(ast.kind, ast.operands);
  if (std::string message = binder.error(); !message.empty()) return unexpected(std::move(message));
  sort_candidates(node);
  return node;
}

}  // namespace partita::expr
