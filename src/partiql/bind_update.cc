#include "base/try.h"
#include "expr/bind/operand_checks.h"
#include "expr/bind/update_program.h"
#include "expr/types.h"
#include "partiql/bind.h"
#include "partiql/texts.h"
#include "value/types.h"

namespace partita::partiql {
namespace {

using expr::ActionKind;
using expr::UpdateAction;
using expr::UpdateOperand;
using Kind = UpdateOperand::Kind;

class UpdateBinder {
 public:
  explicit UpdateBinder(const Parameters& parameters) : parameters_(parameters) {}

  Result<expr::Update> bind(const std::vector<Clause>& clauses) {
    expr::UpdateProgram program;
    std::vector<value::Path> targets;
    for (const Clause& clause : clauses) {
      targets.push_back(clause.target);
      PARTITA_TRY_VALUE(action, bind_action(clause));
      program.actions.push_back(std::move(action));
    }
    auto tree = expr::PathTree::make(targets);
    if (!tree) return invalid(std::move(tree.error()));
    program.targets = *std::move(tree);
    return expr::Update(std::make_shared<const expr::UpdateProgram>(std::move(program)));
  }

 private:
  Result<UpdateAction> bind_action(const Clause& clause) {
    if (!clause.value) return UpdateAction{ActionKind::Remove, {}};
    const Term& value = *clause.value;
    if (value.kind == Term::Kind::Call && (value.name == "set_add" || value.name == "set_delete"))
      return bind_set_function(clause.target, value);
    PARTITA_TRY_VALUE(operand, bind_set_value(value));
    return UpdateAction{ActionKind::Set, std::move(operand)};
  }

  // SET a = set_add(a, <<...>>)
  Result<UpdateAction> bind_set_function(const value::Path& target, const Term& call) {
    const bool adds = call.name == "set_add";
    const std::string name = adds ? "SET_ADD" : "SET_DELETE";
    if (call.terms.size() != 2) return invalid(name + " must have exactly two arguments " + call.place.text());
    const Term& path = call.terms[0];
    if (path.kind != Term::Kind::Path || path.path != target)
      return invalid("The first argument to " + name + " must equal the assignment value " + call.place.text());
    const auto no_set = [&] {
      return invalid("The second argument to " + name + " must be a value with type SET " + path.place.text());
    };
    if (call.terms[1].kind == Term::Kind::Path || call.terms[1].kind == Term::Kind::Call) return no_set();
    PARTITA_TRY_VALUE(operand, bind_operand(call.terms[1]));
    if (!expr::is_set(operand.value().type())) return no_set();
    return UpdateAction{adds ? ActionKind::Add : ActionKind::Delete, std::move(operand)};
  }

  Result<UpdateOperand> bind_set_value(const Term& term) {
    const bool sum = term.kind == Term::Kind::Plus || term.kind == Term::Kind::Minus;
    if (!sum && term.kind != Term::Kind::Call) return bind_operand(term);
    if (!sum && term.name != "list_append")
      return invalid("Unrecognized function: " + term.name + " " + term.place.text());
    const std::string name = term.kind == Term::Kind::Plus ? "+" : term.kind == Term::Kind::Minus ? "-" : term.name;
    if (std::string fault = expr::check_count(name, 2, term.terms.size()); !fault.empty())
      return invalid(std::move(fault));
    UpdateOperand operand;
    operand.kind = term.kind == Term::Kind::Plus    ? Kind::Plus
                   : term.kind == Term::Kind::Minus ? Kind::Minus
                                                    : Kind::ListAppend;
    const AttributeType needed = sum ? AttributeType::N : AttributeType::L;
    for (const Term& part : term.terms) {
      PARTITA_TRY_VALUE(argument, bind_operand(part));
      if (argument.kind == Kind::Value && !argument.value().is(needed))
        return invalid("Incorrect operand type for operator or function; operator or function: " + name +
                       ", operand type: " + std::string(value::type_name(argument.value().type())));
      operand.arguments.push_back(std::move(argument));
    }
    return operand;
  }

  Result<UpdateOperand> bind_operand(const Term& term) {
    UpdateOperand operand;
    if (term.kind == Term::Kind::Path) {
      operand.kind = Kind::Path;
      operand.path = term.path;
      return operand;
    }
    PARTITA_TRY_VALUE(value, bind_value(term, parameters_));
    operand.constant = expr::SharedValue<AttributeValue>(expr::normalised(value));
    return operand;
  }

  const Parameters& parameters_;
};

}  // namespace

Result<expr::Update> bind_update(const std::vector<Clause>& clauses, const Parameters& parameters) {
  return UpdateBinder(parameters).bind(clauses);
}

}  // namespace partita::partiql
