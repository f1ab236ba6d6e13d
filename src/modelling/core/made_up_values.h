// Made-up values of fields, as the kind and the name of a field suggest them. They depend on the arguments only.
#pragma once

#include <partita/attribute_value.h>

#include <cstddef>
#include <string>

#include "modelling/core/model.h"

namespace partita::modelling {

// Whether a text is as long as the model says (Field::size_bytes), or as short as a reader likes it.
enum class MadeUpSizes : std::uint8_t { Short, Declared };

struct MadeUpField {
  const Entity* entity = nullptr;
  const Field* field = nullptr;
  std::string must_begin = {};  // the beginning that key templates demand of the value, or empty
  bool plain_text = false;      // no space or other byte up to '$', because a key rejects it
  bool differs = false;         // each number gives another value, as the field tells items apart
  int dimensions = 0;           // the length of a vector
  MadeUpSizes sizes = MadeUpSizes::Short;
};

// The value of the number-th item. Values of times, numbers and ids ascend with the number, and enumerators come in
// turn.
AttributeValue made_up_value(const MadeUpField& field, std::size_t number);

}  // namespace partita::modelling
