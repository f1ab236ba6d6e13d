// Made-up items of a model: the same ones for each call, with items of parents for those of children.
//
// They are examples for pictures and the first data of a database that runs a model. An item is field values under the
// names of attributes; the keys must be composed from them (core/whole_items.h).
#pragma once

#include <partita/attribute_value.h>

#include <cstddef>
#include <map>
#include <vector>

#include "modelling/core/made_up_values.h"
#include "modelling/core/model.h"

namespace partita::modelling {

struct MadeUpOptions {
  std::size_t items = 6;  // of each entity
  MadeUpSizes sizes = MadeUpSizes::Short;
};

// At most `options.items` items of each entity, all with different primary keys. An entity has fewer if its parents
// allow no more, and one item if its primary key has no field. Fields that the primary keys of parents hold
// (core/relations.h) have the values of items that are there too, and so have copies (core/copies.h). Some items lack
// an optional field, but the first one has it. Some items of an entity that an index holds only for a value have this
// value.
std::map<const Entity*, std::vector<AttributeMap>> made_up(const Model& model, const MadeUpOptions& options);

}  // namespace partita::modelling
