#include <optional>

#include "base/contains.h"
#include "base/try.h"
#include "expr/bind/operand_checks.h"
#include "partiql/bind.h"
#include "partiql/texts.h"
#include "value/encode.h"
#include "value/limits.h"
#include "value/types.h"

namespace partita::partiql {
namespace {

using expr::ConditionKind;
using expr::ConditionNode;
using expr::Operand;

std::optional<ConditionKind> function_named(std::string_view name) {
  for (const ConditionKind kind : {ConditionKind::AttributeExists, ConditionKind::AttributeNotExists,
                                   ConditionKind::AttributeType, ConditionKind::BeginsWith, ConditionKind::Contains})
    if (expr::operator_text(kind) == name) return kind;
  return std::nullopt;
}

unexpected<Error> unrecognized_function(const Term& call) {
  return invalid("Unrecognized function: " + call.name + " " + call.place.text());
}

// The name of a term in errors about terms that are not supported at their place.
std::string_view operation_of(const Term& term) {
  switch (term.kind) {
    case Term::Kind::Plus:
      return "Plus";
    case Term::Kind::Minus:
      return "Minus";
    case Term::Kind::And:
      return "And";
    case Term::Kind::Or:
      return "Or";
    case Term::Kind::Not:
      return "Not";
    case Term::Kind::In:
      return "InCollection";
    case Term::Kind::Is:
      return "IsType";
    case Term::Kind::Like:
      return "Like";
    case Term::Kind::Comparison:
      return "Comparison";
    case Term::Kind::Path:
      return "Path";
    default:
      return "Literal";
  }
}

Operand operand_of(const AttributeValue& value) {
  Operand operand;
  operand.kind = Operand::Kind::Value;
  std::string bytes;
  value::encode_value(value, bytes);
  operand.constant = expr::SharedValue<std::string>(std::move(bytes));
  return operand;
}

class ConditionBinder {
 public:
  explicit ConditionBinder(const Parameters& parameters) : parameters_(parameters) {}

  Result<ConditionNode> bind(const Term& term) {
    switch (term.kind) {
      case Term::Kind::And:
        return bind_chain(ConditionKind::And, term);
      case Term::Kind::Or:
        return bind_chain(ConditionKind::Or, term);
      case Term::Kind::Not: {
        PARTITA_TRY_VALUE(inner, bind(term.terms[0]));
        return negated(std::move(inner));
      }
      case Term::Kind::Comparison:
        return bind_comparison(term);
      case Term::Kind::In:
        return bind_in(term);
      case Term::Kind::Is:
        return bind_is(term);
      case Term::Kind::Call:
        return bind_call(term);
      default:
        return invalid(unsupported_operation(operation_of(term)));
    }
  }

 private:
  Result<ConditionNode> bind_chain(ConditionKind kind, const Term& term) {
    ConditionNode node;
    node.kind = kind;
    for (const Term& part : term.terms) {
      PARTITA_TRY_VALUE(bound, bind(part));
      // a AND (b AND c) becomes a AND b AND c.
      if (bound.kind == kind)
        std::ranges::move(bound.children, std::back_inserter(node.children));
      else
        node.children.push_back(std::move(bound));
    }
    return node;
  }

  // NOT goes into AND, OR, = and <>, of which each has an exact opposite. So a condition that fixes a key is found even
  // if it is written with NOT.
  static ConditionNode negated(ConditionNode inner) {
    switch (inner.kind) {
      case ConditionKind::And:
      case ConditionKind::Or: {
        ConditionNode node;
        node.kind = inner.kind == ConditionKind::And ? ConditionKind::Or : ConditionKind::And;
        for (ConditionNode& child : inner.children) {
          ConditionNode opposite = negated(std::move(child));
          if (opposite.kind == node.kind)
            std::ranges::move(opposite.children, std::back_inserter(node.children));
          else
            node.children.push_back(std::move(opposite));
        }
        return node;
      }
      case ConditionKind::Not:
        return ConditionNode(std::move(inner.children[0]));
      case ConditionKind::Eq:
        inner.kind = ConditionKind::Ne;
        return inner;
      case ConditionKind::Ne:
        inner.kind = ConditionKind::Eq;
        return inner;
      default: {
        ConditionNode node;
        node.kind = ConditionKind::Not;
        node.children.push_back(std::move(inner));
        return node;
      }
    }
  }

  Result<Operand> bind_operand(const Term& term) {
    if (term.kind == Term::Kind::Path) {
      Operand operand;
      operand.path = term.path;
      return operand;
    }
    if (term.kind == Term::Kind::Call) return bind_size(term);
    if (term.kind == Term::Kind::Constant) return operand_of(term.constant);
    if (term.kind == Term::Kind::Parameter) return operand_of(parameters_[term.parameter]);
    if (term.kind != Term::Kind::List && term.kind != Term::Kind::Map && term.kind != Term::Kind::Bag)
      return invalid(unsupported_operation(operation_of(term)));
    PARTITA_TRY_VALUE(value, bind_value(term, parameters_));
    return operand_of(value);
  }

  Result<Operand> bind_size(const Term& call) {
    if (call.name != "size") {
      if (!function_named(call.name)) return unrecognized_function(call);
      return invalid("The function is not allowed to be used this way in an expression; function: " + call.name);
    }
    if (std::string fault = expr::check_count("size", 1, call.terms.size()); !fault.empty())
      return invalid(std::move(fault));
    PARTITA_TRY_VALUE(operand, bind_operand(call.terms[0]));
    if (operand.kind == Operand::Kind::Size) return invalid(unsupported_operation("Call"));
    if (std::string fault = expr::check_size_type(operand); !fault.empty()) return invalid(std::move(fault));
    operand.kind = Operand::Kind::Size;
    return std::move(operand);
  }

  Result<void> bind_operands(const Term& term, ConditionNode& node) {
    for (const Term& part : term.terms) {
      PARTITA_TRY_VALUE(operand, bind_operand(part));
      node.operands.push_back(std::move(operand));
    }
    return {};
  }

  Result<void> check_types(const ConditionNode& node) {
    if (std::string fault = expr::check_types(node.kind, node.operands); !fault.empty())
      return invalid(std::move(fault));
    return {};
  }

  // `attribute_exists(a) = TRUE` is the condition itself, and with FALSE its opposite.
  std::optional<Result<ConditionNode>> bind_truth(const Term& term) {
    const bool equals = term.comparison == ConditionKind::Eq;
    if (!equals && term.comparison != ConditionKind::Ne) return std::nullopt;
    for (const std::size_t side : {0u, 1u}) {
      const Term& condition = term.terms[side];
      const Term& other = term.terms[1 - side];
      if (condition.kind != Term::Kind::Call || !function_named(condition.name)) continue;
      const AttributeValue* truth = other.kind == Term::Kind::Constant    ? &other.constant
                                    : other.kind == Term::Kind::Parameter ? &parameters_[other.parameter]
                                                                          : nullptr;
      if (truth == nullptr || !truth->is(AttributeType::Bool)) continue;
      auto bound = bind(condition);
      if (!bound || truth->boolean() == equals) return bound;
      return negated(*std::move(bound));
    }
    return std::nullopt;
  }

  Result<ConditionNode> bind_comparison(const Term& term) {
    if (auto truth = bind_truth(term)) return *std::move(truth);
    ConditionNode node;
    node.kind = term.comparison;
    PARTITA_TRY(bind_operands(term, node));
    PARTITA_TRY(check_types(node));
    return node;
  }

  Result<ConditionNode> bind_in(const Term& term) {
    ConditionNode node;
    node.kind = ConditionKind::In;
    PARTITA_TRY_VALUE(wanted, bind_operand(term.terms[0]));
    node.operands.push_back(std::move(wanted));
    const bool is_one = term.terms.size() == 2;
    const auto is_list = [](const AttributeValue& value) { return value.is(AttributeType::L); };
    const Term& first = term.terms.back();
    if (is_one && first.kind == Term::Kind::Constant && is_list(first.constant)) {
      for (const AttributeValue& element : first.constant.l()) node.operands.push_back(operand_of(element));
    } else if (is_one && first.kind == Term::Kind::Parameter && is_list(parameters_[first.parameter])) {
      for (const AttributeValue& element : parameters_[first.parameter].l())
        node.operands.push_back(operand_of(element));
    } else {
      const auto& candidates = is_one && first.kind == Term::Kind::List ? first.terms : term.terms;
      for (std::size_t i = &candidates == &term.terms ? 1 : 0; i < candidates.size(); ++i) {
        PARTITA_TRY_VALUE(candidate, bind_operand(candidates[i]));
        node.operands.push_back(std::move(candidate));
      }
    }
    if (const std::size_t count = node.operands.size() - 1; count > limits::kInOperands)
      return invalid("The IN operator is provided with too many operands; number of operands: " +
                     std::to_string(count));
    return node;
  }

  Result<ConditionNode> bind_is(const Term& term) {
    const Term& operand = term.terms[0];
    if (operand.kind != Term::Kind::Path)
      return invalid("Operator or function requires a document path; operator or function: IS");
    ConditionNode node;
    node.kind = ConditionKind::AttributeNotExists;
    node.operands.emplace_back();
    node.operands[0].path = operand.path;
    if (term.name == "MISSING") return node;
    ConditionNode any;
    any.kind = ConditionKind::Or;
    for (const AttributeType type : types_named(term.name)) {
      ConditionNode is_type = node;
      is_type.kind = ConditionKind::AttributeType;
      is_type.operands.push_back(operand_of(AttributeValue::string(std::string(value::type_name(type)))));
      any.children.push_back(std::move(is_type));
    }
    if (any.children.size() == 1) return ConditionNode(std::move(any.children[0]));
    return any;
  }

  // The types of attributes that a type of PartiQL means. Types such as TIMESTAMP have none.
  static std::vector<AttributeType> types_named(std::string_view name) {
    const auto is_one_of = [name](std::initializer_list<std::string_view> names) {
      return base::contains(names, name);
    };
    if (name == "NULL") return {AttributeType::Null};
    if (is_one_of({"BOOL", "BOOLEAN"})) return {AttributeType::Bool};
    if (is_one_of({"STRING", "VARCHAR", "CHAR", "CHARACTER"})) return {AttributeType::S};
    if (is_one_of({"INT", "INT2", "INT4", "INT8", "INTEGER", "INTEGER2", "INTEGER4", "INTEGER8", "SMALLINT", "DECIMAL",
                   "NUMERIC", "FLOAT", "REAL", "DOUBLE"}))
      return {AttributeType::N};
    if (name == "BLOB") return {AttributeType::B};
    if (name == "LIST") return {AttributeType::L};
    if (is_one_of({"STRUCT", "TUPLE"})) return {AttributeType::M};
    if (name == "BAG") return {AttributeType::SS, AttributeType::NS, AttributeType::BS};
    return {};
  }

  Result<ConditionNode> bind_call(const Term& term) {
    const auto kind = function_named(term.name);
    if (!kind && term.name == "size")
      return invalid("The function is not allowed to be used this way in an expression; function: size");
    if (!kind) return unrecognized_function(term);
    ConditionNode node;
    node.kind = *kind;
    if (std::string fault = expr::check_count(term.name, expr::operand_count(*kind), term.terms.size()); !fault.empty())
      return invalid(std::move(fault));
    PARTITA_TRY(bind_operands(term, node));
    PARTITA_TRY(check_types(node));
    return node;
  }

  const Parameters& parameters_;
};

}  // namespace

Result<ConditionNode> bind_condition(const Term& term, const Parameters& parameters) {
  return ConditionBinder(parameters).bind(term);
}

}  // namespace partita::partiql
