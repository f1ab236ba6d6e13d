// Rows: what Partita stores for items, worked out by the engine's own functions, for the raw side to store the same.
#pragma once

#include "catalog/table_info.h"
#include "embedded/items.h"
#include "storage/store.h"

#include <memory>
#include <optional>
#include <string>

namespace partita::bench {

class Rows {
 public:
  // For the first table that a new database is given.
  explicit Rows(const CreateTableRequest& table);

  std::string key(const AttributeMap& item) const;
  // What Partita writes as an item goes from `before` to `after` (nullopt: none): the item, its index entries, the sums.
  storage::Batch change(const std::optional<AttributeMap>& before, const std::optional<AttributeMap>& after) const;
  const catalog::TableInfo& table() const { return table_; }

 private:
  catalog::TableInfo table_;
  std::unique_ptr<storage::Store> no_store_;  // for an argument that is not used without a backfill
};

}  // namespace partita::bench
