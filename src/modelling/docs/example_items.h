// Example items of each table: the model's samples, or made-up items of entities without samples.
#pragma once

#include <partita/attribute_value.h>

#include <map>
#include <vector>

#include "modelling/core/proof.h"

namespace partita::modelling::docs {

struct ExampleItem {
  const Entity* entity = nullptr;  // nullptr: a sample that belongs to no entity
  AttributeMap item = {};          // with its keys
};

struct ExampleItems {
  std::map<const Table*, std::vector<ExampleItem>> of = {};
  bool made_up = false;  // at least some are
};

// Values that no key takes are left out.
ExampleItems example_items(const Proof& proof);

}  // namespace partita::modelling::docs
