// Fields of a later model that stored items get, beside those of the earlier one.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "modelling/derive/derivations.h"

namespace partita::modelling::derive {

// The fields that an item lacks, and those that it has no more use for.
struct MissingFields {
  const EntityOrigin* origin = nullptr;  // nullptr: the item is of an entity without such fields
  AttributeMap set = {};
  // The item has another value in a new field than its earlier fields give: a program of the later model wrote it, or
  // one of the earlier model changed those.
  bool differs = false;
  std::vector<std::string> sources = {};    // the attributes on which `set` depends; the item has or lacks each
  std::vector<std::string> left_over = {};  // attributes of fields that only the earlier model has
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
  explicit NewFields(std::shared_ptr<const Derivations> derivations) : derivations_(std::move(derivations)) {}
  std::shared_ptr<const Derivations> derivations_;
  std::vector<const EntityOrigin*> entities_;
};

}  // namespace partita::modelling::derive
