// Fields of a later model that stored items get, beside those of the earlier one.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "modelling/derive/derivations.h"

namespace partita::modelling::derive {

// The value of a field that follows from those of the earlier model.
struct NewValue {
  std::string attribute = {};
  AttributeValue value = {};
  std::vector<std::string> sources = {};  // the attributes of which it follows; the item has or lacks each
};

// The fields that an item lacks, and those that it has no more use for.
struct MissingFields {
  const EntityOrigin* origin = nullptr;  // nullptr: the item is of an entity without such fields
  std::vector<NewValue> set = {};        // of fields that it lacks
  // Values that follow of fields that it has with other ones: a program of the later model wrote them, or one of the
  // earlier model changed the sources, which are all there.
  std::vector<NewValue> differing = {};
  // Fields that it has and whose sources are there, but from which no value follows.
  std::vector<std::string> unclear = {};
  // The fields that it has, with the attributes of which they follow.
  std::vector<NewValue> grounds = {};
  // Attributes of fields that only the earlier model has, if each field that follows from them is there with the value
  // that follows. `doubtful_left_over` are the others.
  std::vector<std::string> left_over = {};
  std::vector<std::string> doubtful_left_over = {};
};

// An item gets a value only if it lacks the field's attribute, so values that programs of the later model wrote stay.
class NewFields {
 public:
  // Errors: ValidationException with all faults of entities that stay in their table: an entity that is split, merged
  // or chosen by a condition, and a field whose values programs of the earlier model would take for others.
  static Result<NewFields> make(std::shared_ptr<const Derivations> derivations);

  // The entities that stay in their table, and have fields that the other model lacks.
  const std::vector<const EntityOrigin*>& entities() const { return entities_; }
  // The attributes that items of the entity get, and those that only the earlier model has.
  static std::vector<std::string> added(const EntityOrigin& origin);
  static std::vector<std::string> left_over(const EntityOrigin& origin);

  // Requires: the item is of the table, and not a sentinel. Errors: as derive().
  Result<MissingFields> missing_in(std::string_view table, const AttributeMap& item) const;

 private:
  // The origin of an item of the table of `any`. Adds to `values` the fields that only its keys hold.
  const EntityOrigin* origin_of(const EntityOrigin& any, AttributeMap& values) const;
  explicit NewFields(std::shared_ptr<const Derivations> derivations) : derivations_(std::move(derivations)) {}
  std::shared_ptr<const Derivations> derivations_;
  std::vector<const EntityOrigin*> entities_;
};

// The faults of a change that needs new tables but gives them the names of earlier ones, or that leaves a part of a
// table.
std::vector<std::string> faults_of_places(const Derivations& derivations, const Proof& was);

}  // namespace partita::modelling::derive
