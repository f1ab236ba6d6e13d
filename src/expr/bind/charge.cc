#include "expr/bind/charge.h"

#include <cstdint>
#include <string>
#include <variant>

#include "value/size.h"

namespace partita::expr {
namespace {

constexpr std::size_t kWriteCharge = 19;  // SET and ADD
constexpr std::size_t kRemoveCharge = 1;  // REMOVE and DELETE
constexpr std::size_t kTargetStepCharge = 4;
constexpr std::size_t kPathCharge = 1;
constexpr std::size_t kPathStepCharge = 14;
constexpr std::size_t kPlusCharge = 34;
constexpr std::size_t kMinusCharge = 37;
constexpr std::size_t kIfNotExistsCharge = 39;
constexpr std::size_t kListAppendCharge = 37;

// A name costs its bytes, and an index its digits.
std::size_t element_bytes(const value::PathElement& element) {
  if (const auto* index = std::get_if<std::uint64_t>(&element)) return std::to_string(*index).size();
  return std::get<std::string>(element).size();
}

std::size_t target_charge(const value::Path& target) {
  std::size_t bytes = kTargetStepCharge * (target.elements.size() - 1);
  for (const value::PathElement& element : target.elements) bytes += element_bytes(element);
  return bytes;
}

// The value that a path reads costs nothing.
std::size_t path_charge(const value::Path& path) {
  std::size_t bytes = kPathCharge + kPathStepCharge * path.elements.size();
  for (const value::PathElement& element : path.elements) bytes += element_bytes(element);
  return bytes;
}

std::size_t operand_charge(const UpdateOperand& operand) {
  using Kind = UpdateOperand::Kind;
  std::size_t bytes = 0;
  switch (operand.kind) {
    case Kind::Value:
      return value::value_size_bytes(operand.value());
    case Kind::Path:
      return path_charge(operand.path);
    case Kind::IfNotExists:
      bytes = kIfNotExistsCharge;
      break;
    case Kind::ListAppend:
      bytes = kListAppendCharge;
      break;
    case Kind::Plus:
      bytes = kPlusCharge;
      break;
    case Kind::Minus:
      bytes = kMinusCharge;
      break;
  }
  for (const UpdateOperand& argument : operand.arguments) bytes += operand_charge(argument);
  return bytes;
}

}  // namespace

std::size_t action_charge(const UpdateAction& action, const value::Path& target) {
  const bool writes = action.kind == ActionKind::Set || action.kind == ActionKind::Add;
  if (!writes) return kRemoveCharge + target_charge(target);
  return kWriteCharge + target_charge(target) + operand_charge(action.operand);
}

}  // namespace partita::expr
