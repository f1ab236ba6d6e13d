// Makes the item of a fork of an item of its source.
#pragma once

#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "movement/forks/original_values.h"
#include "movement/forks/substitutes.h"
#include "movement/forks/treatments.h"

namespace partita::movement {

// An item as the model would write it, with the values that the rules make.
struct ForkedItem {
  AttributeMap item = {};
  std::vector<AttributeMap> sentinels = {};  // of its unique values
};

class Anonymiser {
 public:
  // All must outlive it. Items give their values with rules to `originals`.
  Anonymiser(const Treatments& treatments, Unnamed unnamed, const Substitutes& substitutes, OriginalValues& originals)
      : treatments_(treatments), unnamed_(unnamed), substitutes_(substitutes), originals_(originals) {}

  // `values` are those of identify(): the stored attributes, and the fields that only the keys hold. May be called from
  // several threads. Errors: ValidationException that names a field whose value can have no pseudonym or be in no key.
  Result<ForkedItem> make(const EntityTreatment& entity, const AttributeMap& values);
  // Only gives the values to `originals`, for an item that the fork does not have.
  void remember(const EntityTreatment& entity, const AttributeMap& values);

  // How many attributes were left out because no field names them, by name.
  std::map<std::string, std::uint64_t> unnamed() const;
  // Members with a rule that no item has, which are probably misspelt.
  std::vector<std::string> unmatched() const;

 private:
  // The item's attributes that belong neither to a field nor to a key.
  AttributeMap unnamed_of(const EntityTreatment& entity, const AttributeMap& values);

  const Treatments& treatments_;
  const Unnamed unnamed_;
  const Substitutes& substitutes_;
  OriginalValues& originals_;
  mutable std::mutex mutex_;
  // These are guarded by mutex_.
  std::map<std::string, std::uint64_t> left_out_;
  std::set<const Treatment*> seen_;  // members that an item had
};

}  // namespace partita::movement
