// Rows: the bytes that Partita stores for items, computed by the engine's own functions, so that the raw side stores
// the same.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "catalog/table_info.h"
#include "embedded/stores/items.h"
#include "storage/store.h"

namespace partita::bench {

class Rows {
 public:
  // Computes rows for the first table of a new database.
  explicit Rows(const CreateTableRequest& table);

  std::string key(const AttributeMap& item) const;
  // The writes of Partita when an item changes from `before` to `after` (nullopt: no item): the item, its index
  // entries, the sums.
  storage::Batch change(const std::optional<AttributeMap>& before, const std::optional<AttributeMap>& after) const;
  const catalog::TableInfo& table() const { return table_; }

 private:
  catalog::TableInfo table_;
  std::unique_ptr<storage::Store> no_store_;  // an argument that is unused without a backfill
};

}  // namespace partita::bench
