#include "base/try.h"
#include "partiql/bind.h"
#include "partiql/texts.h"
#include "partiql/values.h"

namespace partita::partiql {

expected<void, ValueError> check_values(const Statement& statement, const Parameters& parameters) {
  const auto& fault = statement.value_fault;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (fault && fault->parameters_before == i) break;
    if (auto checked = check_parameter(parameters[i]); !checked)
      return unexpected(ValueError{std::move(checked.error()), true});
  }
  if (fault) return unexpected(ValueError{Error{ErrorCode::ValidationException, fault->text}, false});
  if (parameters.size() != statement.parameters)
    return unexpected(ValueError{Error{ErrorCode::ValidationException, std::string(kWrongNumberOfParameters)}, false});
  return {};
}

namespace {

Result<std::vector<AttributeValue>> bind_all(const std::vector<Term>& terms, const Parameters& parameters) {
  std::vector<AttributeValue> values;
  values.reserve(terms.size());
  for (const Term& term : terms) {
    PARTITA_TRY_VALUE(value, bind_value(term, parameters));
    values.push_back(std::move(value));
  }
  return values;
}

std::string name_of(const Term& term) {
  if (term.kind == Term::Kind::Call) return term.name;
  if (term.kind == Term::Kind::Path) return term.path.top();
  return "expression";
}

}  // namespace

Result<AttributeValue> bind_value(const Term& term, const Parameters& parameters) {
  switch (term.kind) {
    case Term::Kind::Constant:
      return term.constant;
    case Term::Kind::Parameter:
      return parameters[term.parameter];
    case Term::Kind::List: {
      PARTITA_TRY_VALUE(values, bind_all(term.terms, parameters));
      return AttributeValue::list(std::move(values));
    }
    case Term::Kind::Map: {
      PARTITA_TRY_VALUE(values, bind_all(term.terms, parameters));
      AttributeMap map;
      map.reserve(values.size());
      for (std::size_t i = 0; i < values.size(); ++i) map.set(term.names[i], std::move(values[i]));
      return AttributeValue::map(std::move(map));
    }
    case Term::Kind::Bag: {
      PARTITA_TRY_VALUE(values, bind_all(term.terms, parameters));
      auto set = set_of_bag(values);
      if (!set) return invalid(std::move(set.error()));
      return *std::move(set);
    }
    default:
      return invalid("Unsupported data type: " + name_of(term) + " under key root " + term.place.text());
  }
}

}  // namespace partita::partiql
