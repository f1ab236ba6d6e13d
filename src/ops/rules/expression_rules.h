// Rules about the expression parameters that a request may combine, and the parsing of these in the service's order.
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
#include "ops/rules/layer.h"

namespace partita::ops {

// The expression parameters of one request or of one member of a transaction. A null pointer means that the operation
// has no such parameter. The pointers must stay valid while the struct is used.
struct ExpressionParameters {
  Layer layer = Layer::Older;  // the layer that checks them
  const OptionalString* projection = nullptr;
  const OptionalString* filter = nullptr;
  const OptionalString* key_condition = nullptr;
  const OptionalString* update = nullptr;
  const OptionalString* condition = nullptr;
  const OptionalString* search_condition = nullptr;
  const OptionalNames* names = nullptr;
  const OptionalItem* values = nullptr;
};

// A parameter that expressions replaced, for example Expected or AttributesToGet.
struct LegacyParameter {
  std::string_view name;
  bool given = false;
};

// Errors: expressions together with legacy parameters, or placeholders without an expression that could use them.
Result<void> check_parameters(const ExpressionParameters& expressions, std::initializer_list<LegacyParameter> legacy);

struct ParsedExpressions {
  std::optional<expr::Projection> projection;
  std::optional<expr::Condition> filter;
  std::optional<expr::KeyCondition> key_condition;
  std::optional<expr::Update> update;
  std::optional<expr::Condition> condition;
  std::optional<expr::KeyCondition> search_condition;
};
// Parses the given expressions. Errors: a placeholder of the wrong form, a wrong value of a placeholder, a wrong
// expression, a placeholder that no expression uses. Requires: check_parameters passed.
Result<ParsedExpressions> parse_expressions(const ExpressionParameters& expressions);

}  // namespace partita::ops
