// The picture of a table's or an index's item collections, with example items.
#pragma once

#include <map>

#include "modelling/docs/document.h"
#include "modelling/docs/example_items.h"

namespace partita::modelling::docs {

// The names and colours of a model's entities.
struct EntityColours {
  std::map<const Entity*, int> of = {};
};
EntityColours colours_of(const Model& model);

// Of the table if `index` is nullptr.
CollectionsPicture describe_collections(const ProvenTable& table, const model::IndexInfo* index,
                                        const ExampleItems& examples, const EntityColours& colours);

// The key attributes of the table or index.
std::vector<std::string> partition_attributes(const model::TableInfo& table, const model::IndexInfo* index);
std::vector<std::string> sort_attributes(const model::TableInfo& table, const model::IndexInfo* index);

}  // namespace partita::modelling::docs
