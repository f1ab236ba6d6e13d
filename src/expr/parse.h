// From expression text to Condition, Update, Projection and KeyCondition.
//
// One Expressions object serves one request (or one member of a transaction): it holds the placeholders, marks those
// that are used, and at the end refuses the unused ones. Syntax trees are cached by text across requests, so parsing
// is paid once; placeholders are bound each time. All errors are ValidationException with the service's texts, e.g.
//   Invalid ConditionExpression: Syntax error; token: "<EOF>", near: "a ="
// Calls are made in the service's order (ops/ knows it).
#pragma once

#include "expr/condition.h"
#include "expr/key_condition.h"
#include "expr/projection.h"
#include "expr/update.h"

#include <partita/error.h>
#include <partita/item_operations.h>

#include <memory>
#include <string>
#include <string_view>

namespace partita::expr {

class Expressions {
 public:
  // Requires: `names` and `values` outlive it; their attribute values were validated (ops/).
  // Errors: a name or value placeholder of the wrong form, an empty map.
  static Result<Expressions> make(const OptionalNames& names, const OptionalItem& values);

  Result<Condition> condition(std::string_view text);  // "Invalid ConditionExpression: ..."
  Result<Condition> filter(std::string_view text);     // "Invalid FilterExpression: ..."
  // Errors: "Invalid KeyConditionExpression: ..." for a condition that is wrong in itself, and then for a condition
  // that is none on keys, e.g. "Invalid operator used in KeyConditionExpression: OR".
  Result<KeyCondition> key_condition(std::string_view text);
  // The first of these two sorts of errors only: the service reports the second sort after the errors of the
  // FilterExpression and the ProjectionExpression.
  Result<void> check_key_condition(std::string_view text);
  Result<Update> update(std::string_view text);
  Result<Projection> projection(std::string_view text);
  // Errors: "Value provided in ExpressionAttributeNames unused in expressions: keys: {#a}", values likewise.
  Result<void> check_all_used() const;

  Expressions(Expressions&&) noexcept;
  Expressions& operator=(Expressions&&) noexcept;
  ~Expressions();

 private:
  struct State;
  explicit Expressions(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace partita::expr
