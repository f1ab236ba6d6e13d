// Parses expression text into Condition, Update, Projection and KeyCondition.
//
// One Expressions object serves one request, or one member of a transaction. It holds the placeholders, marks those
// that are used, and refuses unused ones at the end. Syntax trees are cached by text across requests, so a text is
// usually parsed only once. Placeholders are bound for each request. All errors are ValidationException with the
// service's texts, for example
//   Invalid ConditionExpression: Syntax error; token: "<EOF>", near: "a ="
// The caller in ops/ must call the functions in the order in which the service reports errors.
#pragma once

#include <partita/error.h>
#include <partita/item_operations.h>

#include <memory>
#include <string>
#include <string_view>

#include "expr/condition.h"
#include "expr/key_condition.h"
#include "expr/projection.h"
#include "expr/update.h"

namespace partita::expr {

class Expressions {
 public:
  // Requires: `names` and `values` outlive the object, and ops/ has validated the attribute values. Errors: a name or
  // value placeholder of the wrong form, an empty map, more than 2 MB of placeholders.
  static Result<Expressions> make(const OptionalNames& names, const OptionalItem& values);

  Result<Condition> condition(std::string_view text);  // errors begin with "Invalid ConditionExpression: "
  Result<Condition> filter(std::string_view text);     // errors begin with "Invalid FilterExpression: "
  // Errors: "Invalid KeyConditionExpression: ..." if the condition is wrong in itself. If it is right but not a key
  // condition, the error is for example "Invalid operator used in KeyConditionExpression: OR".
  Result<KeyCondition> key_condition(std::string_view text);
  // Reports only the first kind of these errors. The service reports the second kind after the errors of the
  // FilterExpression and the ProjectionExpression.
  Result<void> check_key_condition(std::string_view text);
  // The condition of SearchVectors: comparisons with = of different attributes with values, joined by AND. Errors begin
  // with "Invalid SearchConditionExpression: ".
  Result<KeyCondition> search_condition(std::string_view text);
  Result<Update> update(std::string_view text);
  Result<Projection> projection(std::string_view text);
  // Errors: "Value provided in ExpressionAttributeNames unused in expressions: keys: {#a}", or the same for values.
  // Call it after all expressions were parsed.
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
