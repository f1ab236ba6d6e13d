// Binding of updates: placeholders are replaced, and operands and paths are checked.
#pragma once

#include "expr/bind/placeholders.h"
#include "expr/bind/update_program.h"
#include "expr/syntax/ast.h"
#include "expr/syntax/parser.h"

namespace partita::expr {

// Errors: a text without its "Invalid UpdateExpression: ". Several faults are reported in this order: an undefined
// name, an undefined value, clashing paths, operands of ADD and DELETE, operands of functions and arithmetic.
Parsed<UpdateProgram> bind_update(const UpdateAst& ast, Placeholders& placeholders);

}  // namespace partita::expr
