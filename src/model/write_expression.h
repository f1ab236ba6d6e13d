// The update and the condition of one write action, with the placeholders that both use.
#pragma once

#include <partita/model/runtime.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/placeholders.h"
#include "model/write_action.h"

namespace partita::model {

// Attribute names are taken as they are, a '.' in them too; paths as Predicate has them.
class WriteExpression {
 public:
  // ---- the condition: all of these

  void exists(std::string_view attribute);
  void not_exists(std::string_view attribute);
  // Absent, or NULL, which other programs write for empty.
  void is_empty(std::string_view attribute);
  // A value without a type: the attribute is absent.
  void equals(std::string_view attribute, const AttributeValue& value);
  // The same, where an absent or NULL attribute stands for the value `absent`; nullptr: for none.
  void equals(std::string_view attribute, const AttributeValue& value, const AttributeValue* absent);
  Result<void> holds(const Predicate& predicate);
  bool has_condition() const { return !conditions_.empty(); }
  // Whether the condition is not longer, and has no more operators, than the service takes.
  bool condition_fits() const;
  // `missing` does not exist, or the attributes of `also` are as they are there.
  void not_exists_or_equals(std::string_view missing, const AttributeMap& also);

  // ---- the update

  void set(std::string_view attribute, AttributeValue value);
  // Keeps a value that is there.
  void set_if_absent(std::string_view attribute, AttributeValue value);
  void remove(std::string_view attribute);
  // Adds to a number, if it is `most` or less, where that is given. Where it is absent, it starts from `absent`, or from zero
  // for nullptr.
  void increment(std::string_view attribute, std::int64_t by, const AttributeValue* absent,
                 std::optional<std::int64_t> most = {});
  // `attribute` is the field's, `absent` the value that the change starts from where nothing is stored; nullptr: zero, an
  // empty list.
  // An increment that has a range adds the condition that the sum is in it.
  // Errors: ValidationException: a path that does not lead into the attribute; a number that is none.
  Result<void> apply(const Change& change, std::string_view attribute, const AttributeValue* absent);

  // Moves all into the action.
  void into(WriteAction& action) &&;

 private:
  std::string condition() const;
  std::string equality(std::string_view attribute, const AttributeValue& value);
  std::string emptiness(std::string_view attribute);
  Result<std::string> target(const Change& change, std::string_view attribute);
  // The sum of `start`, or what is stored, and the change's value stays in the range.
  Result<void> stays_in_range(const Change& change, const std::string& name, const AttributeValue& start);

  Placeholders placeholders_;
  std::vector<std::string> conditions_;
  std::vector<std::string> ranges_;  // conditions too, behind the others
  std::vector<std::string> set_;
  std::vector<std::string> remove_;
  std::vector<std::string> add_;
  std::vector<std::string> delete_;
};

}  // namespace partita::model
