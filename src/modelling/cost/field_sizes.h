// The size of a field's value, as the service counts it in an item, and the length of its text in a composed key.
#pragma once

#include "modelling/core/model.h"

namespace partita::modelling {

struct FieldSize {
  enum class From : std::uint8_t {
    Declared,     // the model says size_bytes
    Samples,      // the mean of the entity's sample items
    Enumerators,  // the mean of their texts
    Kind,         // each value of the kind has the size: a time, a UUID
    Guess,        // a usual size of the kind
  };
  double value_bytes = 0;
  double key_bytes = 0;
  From from = From::Guess;
};

FieldSize size_of_field(const Entity& entity, const Field& field);

// The share of the entity's items that have the field: 1 unless it is optional. nullopt if the model does not say it.
std::optional<double> share_with_field(const Entity& entity, const Field& field);

// The length of a part of a key template.
double key_part_bytes(const Entity& entity, const model::EntityInfo& info, const model::KeyPart& part);

// The number of different values of a field: as declared, or as the kind and the enumerators limit it. nullopt if the
// number is unknown.
std::optional<double> distinct_values(const Field& field);

}  // namespace partita::modelling
