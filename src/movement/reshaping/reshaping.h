// Reshaping: makes the items of a later model of those of an earlier one.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "modelling/derive/derivations.h"
#include "modelling/derive/new_fields.h"

namespace partita::movement {

// An item of a table of the later model.
struct ReshapedItem {
  const modelling::ProvenTable* table = nullptr;
  const model::EntityInfo* entity = nullptr;  // nullptr: a sentinel of a unique value
  AttributeMap item = {};
};

class Reshaping {
 public:
  // Tables that both models have under one name are not reshaped: `partita model migrate` changes them in place, so
  // their items may get fields, but no other values. Errors: those of Derivations::make() and NewFields::make(), and
  // ValidationException if a table would have to be made anew under its own name.
  static Result<Reshaping> make(std::shared_ptr<const modelling::Proof> was,
                                std::shared_ptr<const modelling::Proof> now, const std::vector<std::string>& left_out,
                                modelling::derive::Direction direction = modelling::derive::Direction::Forward);

  // The tables whose items are read, and those that are made. Both are empty if no table is made anew.
  const std::vector<const modelling::ProvenTable*>& sources() const { return sources_; }
  const std::vector<const modelling::ProvenTable*>& targets() const { return targets_; }
  const modelling::derive::Derivations& derivations() const { return *derivations_; }
  // Of the tables that are changed in place.
  const modelling::derive::NewFields& new_fields() const { return *new_fields_; }

  // The items that follow from an item of a source: with keys, type tags and the sentinels of unique values. No item
  // follows from a sentinel, nor from an entity that is left out. Errors: ValidationException if the item belongs to no
  // entity, or if a field cannot be derived or be in a key.
  Result<std::vector<ReshapedItem>> items_of(const modelling::ProvenTable& source, const AttributeMap& item) const;

 private:
  Result<void> choose_tables();

  std::shared_ptr<const modelling::Proof> was_;
  std::shared_ptr<const modelling::Proof> now_;
  std::shared_ptr<const modelling::derive::Derivations> derivations_;
  std::optional<modelling::derive::NewFields> new_fields_;
  std::vector<const modelling::ProvenTable*> sources_;
  std::vector<const modelling::ProvenTable*> targets_;
};

}  // namespace partita::movement
