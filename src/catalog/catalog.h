// Catalog: the tables there are, kept in the store and in memory.
//
// Readers get an immutable TablePtr. Changes are made one at a time: the record is written (synced) first and published
// after, so nothing is ever visible that a crash would take back.
//
// Ids of tables and indexes are never reused: the next ids are stored in the batch that takes one.
#pragma once

#include "catalog/table_info.h"
#include "storage/store.h"

#include <functional>
#include <map>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace partita::catalog {

// A range of keys that nothing reads any more and that is still to be erased: a dropped table or index.
struct Drop {
  keys::TableId table = 0;
  keys::IndexId index = keys::kBaseTable;  // kBaseTable: the whole table
};

// From the first of its keys to behind the last.
std::pair<std::string, std::string> keys_of(const Drop& drop);

class Catalog {
 public:
  // Requires: `store` outlives the catalog.
  explicit Catalog(storage::Store& store, storage::Store::Sync sync) : store_(store), sync_(sync) {}

  // Reads all records. Errors: Corruption, DataDirectoryNewer, InternalServerError.
  Result<void> load();

  // nullptr where there is no such table.
  TablePtr find(std::string_view name) const;
  TablePtr find(keys::TableId id) const;
  // At most `limit` names after `start`, sorted.
  std::vector<std::string> names_after(std::string_view start, std::size_t limit) const;
  std::vector<TablePtr> tables() const;

  // Adds a table; its id is filled in. Errors: ResourceInUseException, InternalServerError.
  Result<TablePtr> add(TableInfo table);
  // Replaces a table by what `change` makes of it; nothing happens where that fails.
  // `also` is written in the same batch. Errors: ResourceNotFoundException where the table is gone; what `change` returns;
  // InternalServerError.
  Result<TablePtr> update(keys::TableId id, const std::function<Result<void>(TableInfo&)>& change,
                          storage::Batch also = {});
  // Removes a table and notes, in the same batch, that its keys are to be erased. `check` is shown the table as it is
  // while no other change can be made; nothing happens where it fails.
  // Errors: ResourceNotFoundException where the table is gone; what `check` returns; InternalServerError.
  using Check = std::function<Result<void>(const TableInfo&)>;
  Result<void> remove(keys::TableId id, const Check& check = [](const TableInfo&) { return Result<void>(); });
  // Removes an index from a table likewise.
  Result<TablePtr> remove_index(keys::TableId id, keys::IndexId index);

  // Ranges left to erase, also from before a crash.
  Result<std::vector<Drop>> pending_drops() const;
  // Whether somebody holds an earlier description of the table, and so may read what has been dropped since.
  bool is_held(keys::TableId id) const;
  // The range has been erased. Errors: InternalServerError.
  Result<void> forget(const Drop& drop);

 private:
  using Tables = std::map<std::string, TablePtr, std::less<>>;

  Result<TablePtr> publish(TableInfo table, storage::Batch batch);
  // So that retire() takes no memory.
  void make_place_to_retire();
  // Notes who is replaced or removed, with reading_ held.
  void retire(const TablePtr& table) noexcept;

  storage::Store& store_;
  const storage::Store::Sync sync_;
  std::mutex changing_;                // held for the length of a change
  mutable std::shared_mutex reading_;  // guards the two below, held for a look-up
  Tables by_name_;
  std::vector<std::pair<keys::TableId, std::weak_ptr<const TableInfo>>> retired_;  // some of them held by nobody
  keys::TableId next_table_id_ = 1;  // guarded by changing_
};

}  // namespace partita::catalog
