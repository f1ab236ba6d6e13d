// other_attributes is the type of a member that carries the attributes that no other member of its struct names.
#pragma once

#include <partita/attribute_value.h>

namespace partita::model {

struct other_attributes {
  AttributeMap map = {};
  friend bool operator==(const other_attributes&, const other_attributes&) = default;
};

}  // namespace partita::model
