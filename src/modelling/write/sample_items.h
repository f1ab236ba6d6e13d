// The sample items of a table, with their keys, for formats that hold items.
#pragma once

#include <vector>

#include "modelling/core/proof.h"
#include "modelling/write/writer.h"

namespace partita::modelling {

struct SampleItems {
  // For each entity of the table, in its order: the items that are made of its samples, and the table's samples that
  // have the entity's tag.
  std::vector<std::vector<AttributeMap>> of_entities = {};
  std::vector<AttributeMap> others = {};  // the table's samples that belong to no entity
};

// Of several items with one primary key only the first is kept. A sample without a key is left out and named in
// `losses`.
SampleItems sample_items(const ProvenTable& table, Losses& losses);

}  // namespace partita::modelling
