// One comparison of a Condition: an operator, a key and the policy's values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "iam/condition_key.h"
#include "iam/ip_range.h"
#include "iam/pattern.h"
#include "iam/request.h"

namespace partita::iam {

enum class Effect : std::uint8_t { Allow, Deny };

// The comparison of one value of the request with one of the policy. The negated operators are `negated` forms of
// these.
enum class Comparison : std::uint8_t {
  StringEquals,
  StringEqualsIgnoreCase,
  StringLike,
  NumericEquals,
  NumericLessThan,
  NumericLessThanEquals,
  NumericGreaterThan,
  NumericGreaterThanEquals,
  DateEquals,
  DateLessThan,
  DateLessThanEquals,
  DateGreaterThan,
  DateGreaterThanEquals,
  Bool,
  BinaryEquals,
  IpAddress,
  Arn,
  Null,
};

enum class Quantifier : std::uint8_t { None, ForAllValues, ForAnyValue };

struct Operator {
  Comparison comparison = Comparison::StringEquals;
  bool negated = false;    // true for a value that is like no value of the policy
  bool if_exists = false;  // true if the request does not have the key
  Quantifier quantifier = Quantifier::None;

  // The operator of that name, such as "ForAnyValue:StringLikeIfExists". Its case matters. Errors: the fault of `name`,
  // and a name to write instead.
  static expected<Operator, std::string> parse(std::string_view name);
};

class Condition {
 public:
  // Errors of a value: its fault, and an example to write instead. `variables`: whether the policy's version has
  // variables.
  static expected<Condition, std::string> make(std::string_view operator_name, Operator how, ConditionKey key,
                                               std::vector<std::string> values, bool variables);

  // Whether the condition is true. If the request has several values of the key and the operator does not say how many
  // must fit, all must fit in a statement that allows, and any in one that denies. Does not allocate.
  bool holds(Request& request, Effect effect) const;

  const std::string& operator_name() const { return operator_name_; }
  const ConditionKey& key() const { return key_; }
  const Operator& how() const { return how_; }
  const std::vector<std::string>& values() const { return values_; }  // as the policy has them
  std::vector<const ConditionKey*> variables() const;                 // in the values; they belong to this object

 private:
  using Operand = std::variant<Pattern, double, std::int64_t, IpRange, bool, std::string>;

  expected<Operand, std::string> operand(const std::string& value, bool variables) const;
  bool is_like_any(std::string_view value, Request& request) const;
  bool fits(std::string_view value, Request& request) const { return is_like_any(value, request) != how_.negated; }

  Operator how_;
  ConditionKey key_;
  std::vector<Operand> operands_;
  std::string operator_name_;
  std::vector<std::string> values_;
};

}  // namespace partita::iam
