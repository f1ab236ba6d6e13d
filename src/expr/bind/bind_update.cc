#include "expr/bind/bind_update.h"

#include "expr/bind/charge.h"
#include "expr/bind/operand_checks.h"
#include "expr/types.h"
#include "value/types.h"

namespace partita::expr {
namespace {

class UpdateBinder {
 public:
  explicit UpdateBinder(Placeholders& placeholders) : placeholders_(placeholders) {}

  Parsed<UpdateProgram> bind(const UpdateAst& ast) {
    UpdateProgram program;
    std::vector<value::Path> paths;
    for (const ActionAst& action : ast) {
      paths.push_back(placeholders_.resolve(action.path, undefined_name_));
      program.actions.push_back({action.kind, {}});
      if (action.kind == ActionKind::Remove) continue;
      program.actions.back().operand = bind_operand(action.operand);
      check_section_operand(action.kind, program.actions.back().operand);
    }
    std::string clash;
    if (Parsed<PathTree> targets = PathTree::make(paths)) {
      program.targets = std::move(*targets);
    } else {
      clash = std::move(targets.error());
    }
    for (std::string* message : {&undefined_name_, &undefined_value_, &clash, &section_operand_, &function_})
      if (!message->empty()) return unexpected(std::move(*message));
    program.charged_bytes = kUpdateCharge;
    for (std::size_t i = 0; i < paths.size(); ++i) program.charged_bytes += action_charge(program.actions[i], paths[i]);
    return program;
  }

 private:
  using Kind = UpdateOperand::Kind;

  static void note(std::string& slot, std::string message) {
    if (slot.empty()) slot = std::move(message);
  }

  UpdateOperand bind_operand(const OperandAst& ast) {
    UpdateOperand operand;
    if (ast.kind == OperandAst::Kind::Path) {
      operand.kind = Kind::Path;
      operand.path = placeholders_.resolve(ast.path, undefined_name_);
    } else if (ast.kind == OperandAst::Kind::Value) {
      if (const AttributeValue* found = placeholders_.resolve(ast.name, undefined_value_))
        operand.constant = placeholders_.normalised(*found);
    } else {
      for (const OperandAst& argument : ast.arguments) operand.arguments.push_back(bind_operand(argument));
      bind_function(ast, operand);
    }
    return operand;
  }

  void bind_function(const OperandAst& ast, UpdateOperand& operand) {
    if (ast.kind == OperandAst::Kind::Call) {
      operand.kind = ast.name == "list_append" ? Kind::ListAppend : Kind::IfNotExists;
      if (operand.arguments.size() != 2) return note(function_, check_count(ast.name, 2, operand.arguments.size()));
      if (operand.kind == Kind::ListAppend) return check_types(ast.name, AttributeType::L, operand);
      if (operand.arguments[0].kind != Kind::Path)
        note(function_, "Operator or function requires a document path; operator or function: " + ast.name);
    } else {
      const bool plus = ast.kind == OperandAst::Kind::Plus;
      operand.kind = plus ? Kind::Plus : Kind::Minus;
      check_types(plus ? "+" : "-", AttributeType::N, operand);
    }
  }

  void check_types(std::string_view name, AttributeType needed, const UpdateOperand& operand) {
    for (const UpdateOperand& argument : operand.arguments)
      if (argument.kind == Kind::Value && !argument.value().is(needed))
        return note(function_, std::string("Incorrect operand type for operator or function; operator or function: ")
                                   .append(name)
                                   .append(", operand type: ")
                                   .append(value::type_name(argument.value().type())));
  }

  void check_section_operand(ActionKind kind, const UpdateOperand& operand) {
    if (kind == ActionKind::Set) return;
    const AttributeType type = operand.value().type();
    if (is_set(type) || (type == AttributeType::N && kind == ActionKind::Add)) return;
    const std::string_view clause = kind == ActionKind::Add ? "ADD" : "DELETE";
    note(section_operand_, std::string("Incorrect operand type for operator or function; operator: ")
                               .append(clause)
                               .append(", operand type: ")
                               .append(long_type_name(type))
                               .append(", typeSet: ALLOWED_FOR_")
                               .append(clause)
                               .append("_OPERAND"));
  }

  Placeholders& placeholders_;
  std::string undefined_name_;
  std::string undefined_value_;
  std::string section_operand_;
  std::string function_;
};

}  // namespace

Parsed<UpdateProgram> bind_update(const UpdateAst& ast, Placeholders& placeholders) {
  return UpdateBinder(placeholders).bind(ast);
}

}  // namespace partita::expr
