// The update and the condition of one write action, with the placeholders that they share.
#pragma once

#include <partita/model/runtime/item_writes.h>
#include <partita/model/runtime/predicate.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/conditions/placeholders.h"
#include "model/plan/write_action.h"

namespace partita::model {

// Attribute names are taken literally, also if they contain a '.'. Paths are those of Predicate.
class WriteExpression {
 public:
  // ---- the condition, which is all of these joined by AND

  void exists(std::string_view attribute);
  void not_exists(std::string_view attribute);
  // The attribute is absent, or NULL, which other programs write for an empty value.
  void is_empty(std::string_view attribute);
  // The attribute has the value, or is absent if `value` has no type.
  void equals(std::string_view attribute, const AttributeValue& value);
  // The same, but an absent or NULL attribute counts as the value `absent`. nullptr gives it no value.
  void equals(std::string_view attribute, const AttributeValue& value, const AttributeValue* absent);
  // Errors: as render() in predicate.h.
  Result<void> holds(const Predicate& predicate);
  // True if a condition was added, besides the range conditions of increments.
  bool has_condition() const { return !conditions_.empty(); }
  // True if the condition is within the service's limits of length and of operators.
  bool condition_fits() const;
  // Either `missing` does not exist, or the attributes of `also` have the values that they have there.
  void not_exists_or_equals(std::string_view missing, const AttributeMap& also);

  // ---- the update

  void set(std::string_view attribute, AttributeValue value);
  // Sets the attribute only if it is absent.
  void set_if_absent(std::string_view attribute, AttributeValue value);
  void remove(std::string_view attribute);
  // Adds to a number. An absent one starts from `absent`, or from zero for nullptr. With `most`, the write fails if the
  // stored number exceeds it.
  void increment(std::string_view attribute, std::int64_t by, const AttributeValue* absent,
                 std::optional<std::int64_t> most = {});
  // Adds the request's change to the update. `attribute` is the attribute of the changed field. `absent` is the value
  // from which the change starts if the stored value is absent, and nullptr means zero or an empty list. An increment
  // with a range adds the condition that the sum is in the range, and a removal from a set in a list or map the
  // condition that the set has more elements than are removed. Errors: ValidationException for a path that does not
  // lead into the attribute or for an invalid number.
  Result<void> apply(const Change& change, std::string_view attribute, const AttributeValue* absent);

  // Moves the update, the condition and the placeholders into the action.
  void into(WriteAction& action) &&;

 private:
  std::string condition() const;
  std::string equality(std::string_view attribute, const AttributeValue& value);
  std::string emptiness(std::string_view attribute);
  Result<std::string> target(const Change& change, std::string_view attribute);
  // Adds the condition that the sum of the stored value, or of `start`, and the change's value is in the range.
  Result<void> stays_in_range(const Change& change, const std::string& name, const AttributeValue& start);

  Placeholders placeholders_;
  std::vector<std::string> conditions_;
  std::vector<std::string> ranges_;  // further conditions, after the others
  std::vector<std::string> set_;
  std::vector<std::string> remove_;
  std::vector<std::string> add_;
  std::vector<std::string> delete_;
};

}  // namespace partita::model
