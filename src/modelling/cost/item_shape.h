// The attributes of an entity's items with their sizes, and the entries of these items in the indexes of their table.
//
// Sizes are means over the items. They count the names, as the service does, and the key attributes that the model
// layer adds to an item: composed keys, the type tag, shard numbers, and the id of the last write of an item with a
// version.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "modelling/core/model.h"
#include "modelling/cost/assumptions.h"

namespace partita::modelling {

struct SizedAttribute {
  std::string name = {};  // empty: attributes that the model does not name
  double bytes = 0;       // of an item that has it, with its name
  double share = 1;       // of the items that have it
};

// The entity in an index.
struct EntryShape {
  model::IndexPosition index = model::kNone;  // into TableInfo::indexes
  const model::EntityKey* key = nullptr;  // nullptr: no key is declared, but the items have the index's key attributes
  double share = 1;                       // of the items that have an entry
  double bytes = 0;                       // of an entry
  std::vector<model::FieldPosition> key_fields = {};  // the fields that decide its key
  std::vector<model::FieldPosition> projected = {};   // further fields whose change changes the entry
  model::FieldPosition when = model::kNone;           // the field that decides whether there is an entry
};

struct ItemShape {
  const Table* table = nullptr;
  const Entity* declared = nullptr;
  const model::TableInfo* table_info = nullptr;
  const model::EntityInfo* entity = nullptr;
  std::vector<SizedAttribute> attributes = {};
  std::vector<EntryShape> entries = {};
  double bytes = 0;  // of an item

  const EntryShape* entry(model::IndexPosition index) const;
  const Field* field(model::FieldPosition position) const;
};

ItemShape shape_of_items(const Table& table, const Entity& declared, const model::TableInfo& table_info,
                         const model::EntityInfo& entity, Assumptions& assumptions);

// The size of the sentinel that reserves a unique value.
double sentinel_bytes(const ItemShape& shape, const model::UniqueInfo& unique);

}  // namespace partita::modelling
