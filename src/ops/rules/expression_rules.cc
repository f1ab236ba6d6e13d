#include "ops/rules/expression_rules.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <vector>

#include "base/try.h"
#include "expr/parse.h"
#include "ops/rules/item_rules.h"

namespace partita::ops {
namespace {

bool given(const OptionalString* expression) { return expression && expression->has_value(); }

struct Named {
  std::string_view name;
  const OptionalString* expression;
};

// The parameters in the order in which the service names them.
std::array<Named, 6> in_naming_order(const ExpressionParameters& e) {
  return {{{"ProjectionExpression", e.projection},
           {"FilterExpression", e.filter},
           {"KeyConditionExpression", e.key_condition},
           {"UpdateExpression", e.update},
           {"ConditionExpression", e.condition},
           {"SearchConditionExpression", e.search_condition}}};
}

Result<void> check_values_can_be_used(const ExpressionParameters& expressions) {
  std::vector<std::string_view> could_use;
  for (const Named& parameter : in_naming_order(expressions)) {
    if (!parameter.expression || parameter.expression == expressions.projection) continue;
    if (parameter.expression->has_value()) return {};
    could_use.push_back(parameter.name);
  }
  std::string fault = "ExpressionAttributeValues can only be specified when using expressions";
  if (expressions.layer == Layer::Enveloped) return invalid(std::move(fault));
  return invalid(
      fmt::format("{}: {} {} null", fault, fmt::join(could_use, " and "), could_use.size() > 1 ? "are" : "is"));
}

// Parses the expression, if given, with `parse` into `out`.
template <class Parsed>
Result<void> parse_into(std::optional<Parsed>& out, const OptionalString* expression, expr::Expressions& expressions,
                        Result<Parsed> (expr::Expressions::*parse)(std::string_view)) {
  if (!given(expression)) return {};
  PARTITA_TRY_VALUE(parsed, (expressions.*parse)(**expression));
  out.emplace(std::move(parsed));
  return {};
}

}  // namespace

Result<void> check_parameters(const ExpressionParameters& expressions, std::initializer_list<LegacyParameter> legacy) {
  std::vector<std::string_view> used;
  for (const Named& parameter : in_naming_order(expressions))
    if (given(parameter.expression)) used.push_back(parameter.name);
  if (!used.empty()) {
    std::vector<std::string_view> old;
    for (const LegacyParameter& parameter : legacy)
      if (parameter.given) old.push_back(parameter.name);
    if (!old.empty())
      return invalid(
          fmt::format("Can not use both expression and non-expression parameters in the same request: Non-expression "
                      "parameters: {{{}}} Expression parameters: {{{}}}",
                      fmt::join(old, ", "), fmt::join(used, ", ")));
  }
  if (used.empty() && expressions.names && expressions.names->has_value())
    return invalid("ExpressionAttributeNames can only be specified when using expressions");
  if (expressions.values && expressions.values->has_value()) return check_values_can_be_used(expressions);
  return {};
}

Result<ParsedExpressions> parse_expressions(const ExpressionParameters& e) {
  static const OptionalNames kNoNames;
  static const OptionalItem kNoValues;
  ParsedExpressions parsed;
  if (std::ranges::none_of(in_naming_order(e), [](const Named& parameter) { return given(parameter.expression); }))
    return parsed;
  const OptionalItem& values = e.values ? *e.values : kNoValues;
  PARTITA_TRY_VALUE(expressions, expr::Expressions::make(e.names ? *e.names : kNoNames, values));
  Result<void> ok;
  if (values) ok = check_placeholder_values(*values, e.layer);
  if (ok) ok = parse_into(parsed.update, e.update, expressions, &expr::Expressions::update);
  if (ok) ok = parse_into(parsed.condition, e.condition, expressions, &expr::Expressions::condition);
  // Syntax errors of the key condition are reported in its turn. Operators that a key condition may not use are
  // reported only after all other expressions.
  Result<void> operators;
  if (ok && given(e.key_condition)) {
    operators = parse_into(parsed.key_condition, e.key_condition, expressions, &expr::Expressions::key_condition);
    if (!operators) ok = expressions.check_key_condition(**e.key_condition);
  }
  if (ok) ok = parse_into(parsed.filter, e.filter, expressions, &expr::Expressions::filter);
  if (ok)
    ok = parse_into(parsed.search_condition, e.search_condition, expressions, &expr::Expressions::search_condition);
  if (ok) ok = parse_into(parsed.projection, e.projection, expressions, &expr::Expressions::projection);
  if (ok) ok = expressions.check_all_used();
  if (ok) ok = std::move(operators);
  if (!ok) return unexpected(std::move(ok.error()));
  return parsed;
}

}  // namespace partita::ops
