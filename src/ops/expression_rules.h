// Expression parameters: which may stand together in a request, and their parsing in the service's order.
#pragma once

#include <partita/error.h>
#include <partita/item_operations.h>

#include <initializer_list>
#include <optional>
#include <string_view>

#include "expr/condition.h"
#include "expr/key_condition.h"
#include "expr/projection.h"
#include "expr/update.h"

namespace partita::ops {

// The expression parameters of one request or of one member of a transaction. A null pointer says that the operation
// has no such parameter; what is pointed to must outlive this.
struct ExpressionParameters {
  const OptionalString* projection = nullptr;
  const OptionalString* filter = nullptr;
  const OptionalString* key_condition = nullptr;
  const OptionalString* update = nullptr;
  const OptionalString* condition = nullptr;
  const OptionalNames* names = nullptr;
  const OptionalItem* values = nullptr;
};

// A parameter that expressions replaced: Expected, AttributesToGet.
struct LegacyParameter {
  std::string_view name;
  bool given = false;
};

// Errors: expressions and legacy parameters together; placeholders without an expression that could use them.
Result<void> check_parameters(const ExpressionParameters& expressions, std::initializer_list<LegacyParameter> legacy);

struct ParsedExpressions {
  std::optional<expr::Projection> projection;
  std::optional<expr::Condition> filter;
  std::optional<expr::KeyCondition> key_condition;
  std::optional<expr::Update> update;
  std::optional<expr::Condition> condition;
};
// Errors: a placeholder of the wrong form, a value of a placeholder, an expression, a placeholder that no expression
// uses. Requires: check_parameters passed.
Result<ParsedExpressions> parse_expressions(const ExpressionParameters& expressions);

}  // namespace partita::ops
