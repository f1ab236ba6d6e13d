// The parameters of an access pattern: texts that a user gives to call it.
#pragma once

#include <partita/model/runtime/description.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "modelling/core/proof.h"

namespace partita::console {

struct PatternParameter {
  std::string name = {};                                // of a field, or of a field and its comparison: "total >="
  std::string type = {};                                // as type_of() has it, or "vector"
  std::optional<std::vector<std::string>> values = {};  // of an enum: its attribute texts
  bool range = false;                                   // the pattern compares the field, and "Range" has the values
  bool optional = false;
  // Of a filter: its comparison, and how many operands it takes: "one", "two" or "many". Those of "two" and "many" are
  // given as Lists.
  std::optional<std::string> comparison = {};
  std::optional<std::string> operands = {};
  // Of a part's item: "key", "field", "set", "given" or "version".
  std::optional<std::string> role = {};
};

// The parameter of a field.
PatternParameter parameter_of(const model::FieldInfo& field);

// Those of a read: the fields that select the items, the field of the range, the vector of a search, and the conditions
// of the filter. The parameters of each item of a write or a read by keys are in pattern_parts.h.
std::vector<PatternParameter> parameters_of(const modelling::Proof& proof, const modelling::ProvenPattern& pattern);

// A condition of the pattern's filter on a field of its first entity.
struct FilterParameter {
  std::string name = {};
  model::FieldPosition field = model::kNone;
  std::string comparison = {};
  std::string_view operands() const;  // "none", "one", "two" or "many"
};
// The user may leave out a condition that has an operand. Conditions that no rule knows are left out.
std::vector<FilterParameter> filter_parameters(const modelling::Proof& proof, const modelling::ProvenPattern& pattern);

// The entity whose fields the parameters are, or nullptr if it has mistakes or the pattern is not a read.
const model::EntityInfo* entity_of(const modelling::Proof& proof, const modelling::ProvenPattern& pattern);

// The name of the parameter that is the vector of a search.
inline constexpr std::string_view kVectorParameter = "vector";

}  // namespace partita::console
