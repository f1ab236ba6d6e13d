// The kind of field of which some values are.
#pragma once

#include <partita/attribute_value.h>

#include <string>
#include <string_view>
#include <vector>

#include "modelling/core/model.h"

namespace partita::modelling {

struct GuessedKind {
  model::FieldKind kind = model::FieldKind::String;
  DocumentType document = DocumentType::Any;
  std::string description = {};  // the facts that the kind does not say
  std::string doubt = {};        // values of other types, for a note
};

// The kind of an attribute with these values. A text that the kind would write in another way makes it a string: a time
// without milliseconds, a UUID in upper case.
GuessedKind kind_of_values(const std::vector<const AttributeValue*>& values);

// The kind of a part of a key with these texts.
model::FieldKind kind_of_texts(const std::vector<std::string>& texts);

// A name for programs: letters, digits and '_', not beginning with a digit. Returns an empty text if no character is
// left.
std::string clean_name(std::string_view text);

}  // namespace partita::modelling
