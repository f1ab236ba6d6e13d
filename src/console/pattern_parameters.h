// What a user gives to call an access pattern, as texts.
#pragma once

#include <partita/attribute_value.h>
#include <partita/error.h>
#include <partita/model/runtime/predicate.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "modelling/core/proof.h"

namespace partita::console {

struct PatternParameter {
  std::string name = {};  // of a field
  std::string type = {};  // "string", "number", "boolean", "time", "date", "enum", "binary", "document"
  std::optional<std::vector<std::string>> values = {};  // of an enum: its attribute texts
  bool range = false;                                   // the pattern compares the field, and "Range" has the values
  bool optional = false;
};

// Those of a read: the fields that select the items, the field of the range, and the fields of the filter. A BatchGet
// and a TransactGet have the fields of a primary key. Writes have none here, because a user edits whole items.
std::vector<PatternParameter> parameters_of(const modelling::Proof& proof, const modelling::ProvenPattern& pattern);

// A condition of the pattern's filter on a field of its entity, with a comparison that takes no operand or one.
struct FilterParameter {
  const model::FieldInfo* field = nullptr;
  model::Predicate::Kind kind = model::Predicate::Kind::None;
  bool has_operand() const {
    return kind != model::Predicate::Kind::Exists && kind != model::Predicate::Kind::NotExists;
  }
};
// Those conditions whose fields are no other parameters. The user may leave out a condition that has an operand.
std::vector<FilterParameter> filter_parameters(const modelling::ProvenPattern& pattern);

// The value of the field that the text stands for, in the form of its attribute. Errors: ValidationException that names
// the field and says which texts it takes.
Result<AttributeValue> value_of(const model::FieldInfo& field, std::string_view text);

// The entity whose fields the parameters are, or nullptr if it has mistakes or the pattern is no read.
const model::EntityInfo* entity_of(const modelling::Proof& proof, const modelling::ProvenPattern& pattern);

// The fields of the entity's primary key, each once.
std::vector<int> primary_key_fields(const model::EntityInfo& entity);

}  // namespace partita::console
