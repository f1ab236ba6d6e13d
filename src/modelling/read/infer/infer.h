// Guesses the entities of a table from its items.
//
// Items are of one entity if a type attribute says so, or if their keys have the same shape (key_shapes.h). A part of a
// key that equals an attribute in all items of the entity is this field in the key's template. Another part is a field
// that only the key holds, named after the word before it. The result depends only on the items and their order.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "modelling/core/model.h"

namespace partita::modelling {

struct ObservedItem {
  AttributeMap attributes = {};
  std::string group = {};  // a name that the file gives to items of this kind, such as a facet, or empty
  // The names of the parts of key attributes in the file, "ORDER#OrderId", by attribute.
  std::map<std::string, std::string> aliases = {};
};

struct InferOptions {
  std::vector<std::string> attribute_order = {};  // the order of fields; others follow by name
  bool measure = false;  // the items are a sample of real ones: numbers, sizes and shares are recorded
  Place place = {};      // of the items, for notes
};

// Fills table.entities, and table.type_attribute if items have one. Items that lack a key attribute of the table, or
// have it with another type, are skipped. Doubts go into `notes`.
// Requires: the table has its keys, indexes and their attribute_types, and no entities.
void infer_entities(Table& table, const std::vector<ObservedItem>& items, const InferOptions& options,
                    std::vector<std::string>& notes);

}  // namespace partita::modelling
