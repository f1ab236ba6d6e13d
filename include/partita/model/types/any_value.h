// any_value is the type of a member that holds a value of any type, as it is stored, such as a document without a
// fixed form.
#pragma once

#include <partita/attribute_value.h>

namespace partita::model {

struct any_value {
  AttributeValue value = AttributeValue::null();
  friend bool operator==(const any_value&, const any_value&) = default;
};

}  // namespace partita::model
