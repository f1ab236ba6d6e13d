// The parts of an entity's keys, and the attributes that they repeat.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "modelling/read/infer/infer_entity.h"

namespace partita::modelling::inference {

// The attributes that templates make, which are not fields. The other key attributes hold a field's own value.
std::set<std::string> cut_attributes(const EntityItems& of);

// The shape that most of the texts have, the first one of equals, and the first text of this shape. Texts of items that
// lack the attribute are empty. Requires: one is not.
struct UsualKey {
  std::string shape = {};
  KeyText text = {};
};
UsualKey usual_key(const std::vector<KeyText>& texts);

// A part of a key, in those items whose key has a shape.
struct Part {
  std::vector<const AttributeMap*> items = {};
  std::vector<std::string> texts = {};
  std::string word = {};  // the last fixed word before it, in lower case, or empty
};
Part part_of(const EntityItems& of, const std::string& attribute, const std::string& shape, std::size_t segment);

struct PartMatch {
  std::string attribute = {};
  std::string format = {};  // ":05d" if the part is a padded number, ":day" if it is a time's day, else empty
};
// The attribute that has the part's text in all its items, or nullopt. Of several, the one whose name suits the word
// before the part is taken, and the names of the rest are added to `others`. `keys` are not candidates.
std::optional<PartMatch> attribute_of_part(const Table& table, const Part& part, const std::set<std::string>& keys,
                                           std::vector<std::string>* others);

// The key of KnownFields.
std::string place_in_key(const std::string& attribute, const std::string& shape, std::size_t segment);
// Adds to `known` the attributes that the parts of the entity's keys repeat.
void learn_key_fields(const Table& table, const EntityItems& of, KnownFields& known);

}  // namespace partita::modelling::inference
