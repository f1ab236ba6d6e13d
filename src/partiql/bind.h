// Binds the terms of a statement to the parameters of a request: the result are the objects of expr/, so that
// statements and expressions are evaluated by the same code.
#pragma once

#include <partita/attribute_value.h>
#include <partita/error.h>

#include <vector>

#include "expr/bind/condition_node.h"
#include "expr/condition.h"
#include "expr/update.h"
#include "partiql/syntax.h"

namespace partita::partiql {

using Parameters = std::vector<AttributeValue>;

// Checks the number of parameters, and the values of the statement and of the parameters in the order of the text.
struct ValueError {
  Error error;
  bool of_parameter = false;
};
expected<void, ValueError> check_values(const Statement& statement, const Parameters& parameters);

// Each of these requires: check_values() passed. Errors: ValidationException.

// The value of a constant, a parameter, or a list, map or bag of these. `root` says where the value stands in the texts
// of errors, as "root".
Result<AttributeValue> bind_value(const Term& term, const Parameters& parameters);
Result<expr::ConditionNode> bind_condition(const Term& term, const Parameters& parameters);
Result<expr::Update> bind_update(const std::vector<Clause>& clauses, const Parameters& parameters);

}  // namespace partita::partiql
