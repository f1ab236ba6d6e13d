// Makes the description of an entity in its table.
#pragma once

#include <partita/model/detail/placement.h>

#include "modelling/core/arena.h"
#include "modelling/core/refusals.h"

namespace partita::modelling {

// The table without its entities.
struct PlacedTable {
  model::detail::DeclaredTable declared = {};
  std::vector<model::detail::DeclaredIndex> indexes = {};
  std::vector<model::IndexInfo> infos = {};
};

// Returns the description of the table's keys and indexes.
PlacedTable& place_table(const Table& table, Arena& arena);

// Returns the description of the entity, or nullptr if its primary key cannot be read. Keys of indexes that cannot be
// read are left out. Each mistake of the entity by itself goes to `refusals`.
const model::EntityInfo* place_entity(const Table& table, const PlacedTable& placed, const Entity& entity, Arena& arena,
                                      Refusals& refusals);

}  // namespace partita::modelling
