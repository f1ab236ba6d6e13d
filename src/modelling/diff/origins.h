// The parts of a difference that follow from the origins of entities and fields (derive/): tables that are filled from
// others, and fields that stored items get.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "modelling/cost/access.h"
#include "modelling/derive/new_fields.h"
#include "modelling/diff/compare_models.h"

namespace partita::modelling::diff {

class Origins {
 public:
  // Empty if the later model names no origins and no table is made anew. A fault, because of which `partita model
  // migrate` refuses the change, becomes a change of `out`.
  static Origins make(const std::shared_ptr<const Proof>& was, const std::shared_ptr<const Proof>& now, ModelDiff& out);

  // The fields that stored items of tables of both models get, or nullptr.
  const derive::NewFields* new_fields() const { return new_fields_ ? &*new_fields_ : nullptr; }

  // The creation of a table that only the later model has, with the items that fill it.
  DiffStep creation(const ProvenTable& now, const Shapes& shapes) const;
  // The step that gives the stored items of a table of both models their new fields, or nullopt.
  std::optional<DiffStep> filling(const ProvenTable& now, const Shapes& shapes) const;
  // The change of a table that only the earlier model has.
  DiffChange removal(const ProvenTable& was) const;
  // The fields of entities that go to other tables, and that no later field takes.
  void add_lost_fields(ModelDiff& out) const;

 private:
  std::vector<const derive::EntityOrigin*> into(const ProvenTable& now) const;
  std::shared_ptr<const derive::Derivations> derivations_;  // may be null
  std::optional<derive::NewFields> new_fields_;
};

}  // namespace partita::modelling::diff
