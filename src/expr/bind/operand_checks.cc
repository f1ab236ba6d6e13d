#include "expr/bind/operand_checks.h"

#include "expr/evaluate.h"
#include "expr/types.h"
#include "value/types.h"
#include "value/view.h"

namespace partita::expr {
namespace {

std::string wrong_type(std::string_view name, std::string_view type) {
  return std::string("Incorrect operand type for operator or function; operator or function: ")
      .append(name)
      .append(", operand type: ")
      .append(type);
}

std::string needs_path(std::string_view name) {
  return std::string("Operator or function requires a document path; operator or function: ").append(name);
}

std::string between_bounds(std::string_view rule, value::ValueView lower, value::ValueView upper) {
  return std::string("The BETWEEN operator requires ")
      .append(rule)
      .append("; lower bound operand: AttributeValue: ")
      .append(braced(lower.to_value()))
      .append(", upper bound operand: AttributeValue: ")
      .append(braced(upper.to_value()));
}

std::string check_between(const Operand& lower, const Operand& upper) {
  if (lower.kind != Operand::Kind::Value || upper.kind != Operand::Kind::Value) return {};
  const value::ValueView low(lower.bytes()), high(upper.bytes());
  if (low.type() != high.type()) return between_bounds("same data type for lower and upper bounds", low, high);
  if (compare(high, low) == std::partial_ordering::less)
    return between_bounds("upper bound to be greater than or equal to lower bound", low, high);
  return {};
}

std::string check_attribute_type(const Operand& operand) {
  const AttributeType type = static_type(operand);
  // The names are in the service's order, which has no meaning.
  if (type == AttributeType::None) return wrong_type("attribute_type", "{NS,SS,L,BS,N,M,B,BOOL,NULL,S}");
  if (type != AttributeType::S) return wrong_type("attribute_type", value::type_name(type));
  const std::string_view name = value::ValueView(operand.bytes()).text();
  if (value::type_named(name)) return {};
  return std::string("Invalid attribute type name found; type: ")
      .append(name)
      .append(", valid types: {B,NULL,SS,BOOL,L,BS,N,NS,S,M}");
}

std::string check_begins_with(std::span<const Operand> operands) {
  for (const Operand& operand : operands) {
    const AttributeType type = static_type(operand);
    if (type != AttributeType::None && type != AttributeType::S && type != AttributeType::B)
      return wrong_type("begins_with", value::type_name(type));
  }
  return {};
}

std::string check_ordered(ConditionKind kind, std::span<const Operand> operands) {
  for (const Operand& operand : operands) {
    const AttributeType type = static_type(operand);
    if (type != AttributeType::None && !is_ordered(type))
      return wrong_type(operator_text(kind), value::type_name(type));
  }
  return {};
}

}  // namespace

std::string_view operator_text(ConditionKind kind) {
  static constexpr std::string_view kTexts[] = {"AND",
                                                "OR",
                                                "NOT",
                                                "=",
                                                "<>",
                                                "<",
                                                "<=",
                                                ">",
                                                ">=",
                                                "BETWEEN",
                                                "IN",
                                                "attribute_exists",
                                                "attribute_not_exists",
                                                "attribute_type",
                                                "begins_with",
                                                "contains"};
  return kTexts[static_cast<std::size_t>(kind)];
}

std::size_t operand_count(ConditionKind kind) {
  return kind == ConditionKind::AttributeExists || kind == ConditionKind::AttributeNotExists ? 1 : 2;
}

AttributeType static_type(const Operand& operand) {
  if (operand.kind == Operand::Kind::Size) return AttributeType::N;
  return operand.bytes().empty() ? AttributeType::None : value::ValueView(operand.bytes()).type();
}

std::string check_count(std::string_view name, std::size_t expected, std::size_t found) {
  if (expected == found) return {};
  return std::string("Incorrect number of operands for operator or function; operator or function: ")
      .append(name)
      .append(", number of operands: ")
      .append(std::to_string(found));
}

std::string check_distinct(std::string_view name, std::span<const Operand> operands) {
  if (operands.empty() || operands[0].kind != Operand::Kind::Path) return {};
  for (const Operand& other : operands.subspan(1))
    if (other.kind == Operand::Kind::Path && other.path == operands[0].path)
      return std::string(
                 "The first operand must be distinct from the remaining operands for this operator or function; "
                 "operator: ")
          .append(name)
          .append(", first operand: ")
          .append(operands[0].path.to_text());
  return {};
}

std::string check_types(ConditionKind kind, std::span<const Operand> operands) {
  switch (kind) {
    case ConditionKind::Lt:
    case ConditionKind::Le:
    case ConditionKind::Gt:
    case ConditionKind::Ge:
      return check_ordered(kind, operands);
    case ConditionKind::Between: {
      std::string message = check_ordered(kind, operands);
      return message.empty() ? check_between(operands[1], operands[2]) : message;
    }
    case ConditionKind::AttributeExists:
    case ConditionKind::AttributeNotExists:
      return operands[0].kind == Operand::Kind::Path ? std::string() : needs_path(operator_text(kind));
    case ConditionKind::AttributeType:
      if (operands[0].kind == Operand::Kind::Size) return needs_path(operator_text(kind));
      return check_attribute_type(operands[1]);
    case ConditionKind::BeginsWith:
      return check_begins_with(operands);
    default:
      return {};
  }
}

std::string check_size_type(const Operand& operand) {
  const AttributeType type = static_type(operand);
  const bool has_no_size = type == AttributeType::N || type == AttributeType::Bool || type == AttributeType::Null;
  return has_no_size ? wrong_type("size", value::type_name(type)) : std::string();
}

}  // namespace partita::expr
