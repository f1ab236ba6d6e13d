// The treatment of each field of a model, as the rules of a fork decide it: fields that refer to each other, or repeat
// each other, are treated alike.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "modelling/core/proof.h"
#include "movement/forks/fork_rules.h"

namespace partita::movement {

struct Treatment {
  std::optional<FieldRule> rule = {};  // nullopt: that of the value around it; no rule of a field
  // Of the members of a document, by their names. They hold for the elements of a list too. A value that is not a
  // document has the strictest of them.
  std::map<std::string, Treatment, std::less<>> members = {};

  // Whether equal values are treated alike.
  bool is_like(const Treatment& other) const;
  // The rule of a value without members; `around` is that of the value around it.
  FieldRule of_value(FieldRule around) const;
};

// A field of another entity's key, whose value a field has.
struct Reference {
  const modelling::ProvenTable* table = nullptr;
  const model::EntityInfo* entity = nullptr;  // that the field refers to
  // The fields of the partition key of `entity`, and the fields here that have their values.
  std::vector<std::pair<model::FieldPosition, model::FieldPosition>> values = {};
};

struct EntityTreatment {
  const modelling::ProvenTable* table = nullptr;
  const modelling::Entity* declared = nullptr;
  const model::EntityInfo* info = nullptr;
  std::vector<Treatment> fields = {};  // by position
  bool is_whole = false;               // its item collections are all copied
  std::vector<Reference> references = {};
  std::size_t first_number = 0;  // of its fields, among those of all entities
};

// Refers to the proof.
class Treatments {
 public:
  // Errors: ValidationException with all faults: a target that the model lacks, rules for a field that cannot follow
  // them, such as mask in a primary key, and fields that belong together with different rules.
  static Result<Treatments> make(const modelling::Proof& proof, const ForkRules& rules);

  // nullptr for an entity of another model.
  const EntityTreatment* of(const model::EntityInfo& entity) const;
  const std::vector<EntityTreatment>& entities() const { return entities_; }
  // The name, with that of the table if several tables have such an entity.
  std::string name_of(const EntityTreatment& entity) const;
  // "ENTITY.FIELD" of a field's number.
  std::string name_of(std::size_t number) const;
  // Beginnings of values that key templates demand: {id:^prod_}.
  std::vector<std::string> beginnings() const;

 private:
  std::vector<EntityTreatment> entities_;
};

}  // namespace partita::movement
