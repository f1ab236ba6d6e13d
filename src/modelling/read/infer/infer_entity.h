// One entity from the items that are taken as its own.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "modelling/read/infer/infer.h"
#include "modelling/read/infer/key_shapes.h"

namespace partita::modelling::inference {

// The items of one entity, and the cut texts of their key attributes. An attribute that is not cut (because it is a
// number, or holds a field's own value) is not in `keys`.
struct EntityItems {
  std::string name = {};
  std::vector<const ObservedItem*> items = {};
  std::map<std::string, std::vector<KeyText>> keys = {};  // by key attribute; as many texts as items
};

// The names that fields have in other entities of the table, at a place of a key (key_parts.h).
using KnownFields = std::map<std::string, std::string>;

Entity infer_entity(const Table& table, const EntityItems& of, const KnownFields& known, const InferOptions& options,
                    std::vector<std::string>& notes);

}  // namespace partita::modelling::inference
