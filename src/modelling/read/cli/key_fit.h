// Which entities have keys that given values select.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "modelling/read/cli/cli_request.h"

namespace partita::modelling {

// The template of a key attribute of an entity, in the index or, if `index` is empty, in the table. nullopt if the
// entity is not in the index, or if the attribute is not a part of this key.
std::optional<std::string> template_of(const Table& table, const Entity& entity, const std::string& index,
                                       const std::string& attribute);

struct KeyFit {
  std::vector<std::string> by = {};
  std::string range = {};
  std::string comparison = {};  // of the range
};
// How the comparisons select items of the entity, or nullopt if they select no item.
std::optional<KeyFit> fit_key(const Table& table, const Entity& entity, const std::string& index,
                              const std::vector<KeyPart>& parts);

// The entity whose primary key is in `item`, or nullptr.
const Entity* entity_of_key(const Table& table, const AttributeMap& item);

}  // namespace partita::modelling
