// Updates: placeholders replaced, operands and paths checked.
#pragma once

#include "expr/ast.h"
#include "expr/parser.h"
#include "expr/placeholders.h"
#include "expr/update_program.h"

namespace partita::expr {

// The error's text comes without its "Invalid UpdateExpression: ". Of several faults this is the order: an undefined
// name, an undefined value, clashing paths, operands of ADD and DELETE, operands of functions and arithmetic.
Parsed<UpdateProgram> bind_update(const UpdateAst& ast, Placeholders& placeholders);

}  // namespace partita::expr
