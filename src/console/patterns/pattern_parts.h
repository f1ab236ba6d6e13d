// The parts of an access pattern: the items that a write of the model or a read by keys needs, each with the texts that
// a user gives for it.
#pragma once

#include <partita/model/runtime/description.h>

#include <optional>
#include <string>
#include <vector>

#include "console/patterns/pattern_parameters.h"
#include "modelling/core/proof.h"
#include "modelling/run/context.h"

namespace partita::console {

// The purpose of a text of an item.
enum class Role : std::uint8_t {
  Key,    // a field of the primary key
  Field,  // a further field of a whole item
  Set,    // a field that an update changes
  Given,  // the value that a field must have before the write
};

struct PartField {
  model::FieldPosition field = model::kNone;
  Role role = Role::Key;
  bool optional = false;
};

// An action of a write, or an entity of a read by keys.
struct Part {
  const modelling::Action* action = nullptr;  // nullptr for a read
  modelling::run::FoundEntity where = {};     // empty if the model has no such entity
  std::vector<PartField> fields = {};
  // Whether the user gives the version that the item must have. If it is optional and not given, the write takes any
  // version, and a put expects that the item does not exist.
  bool takes_version = false;
  bool version_is_optional = false;
  bool many = false;  // any number of items
};

// Those of the pattern, in its order. A read by a key or an index and a Scan have no parts.
std::vector<Part> parts_of(const modelling::Proof& proof, const modelling::Pattern& pattern);

// A part as DescribeModel shows it.
struct ShownPart {
  std::string kind = {};  // "get", "put", "create", "update", "delete", "check"
  std::string table = {};
  std::string entity = {};
  bool many = false;
  std::optional<double> items = {};      // of one call, as the model says
  std::optional<std::string> note = {};  // why the page cannot carry out the part
  std::vector<PatternParameter> parameters = {};
};
ShownPart shown_part(const Part& part, const modelling::Pattern& pattern);

}  // namespace partita::console
