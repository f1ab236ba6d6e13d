// Loads and removes sample data.
#pragma once

#include <partita/database.h>
#include <partita/model.h>

#include <string>
#include <vector>

namespace systems {

// Removes all items of one partition of the base table. `sort_attribute` is empty if the table has no sort key.
partita::Result<void> clear_partition(partita::Database& database, const std::string& table_name,
                                      const std::string& partition_attribute, const std::string& sort_attribute,
                                      const partita::AttributeValue& partition);

// Creates the items, a hundred in each transaction. An item that exists already is an error.
template <class Db, class T>
partita::Result<void> create_all(const Db& db, const std::vector<T>& items) {
  constexpr std::size_t kMostInATransaction = 100;
  for (std::size_t at = 0; at < items.size(); at += kMostInATransaction) {
    std::vector<partita::Result<partita::model::WriteRequest>> writes;
    for (std::size_t i = at; i < items.size() && i < at + kMostInATransaction; ++i)
      writes.push_back(db.request_of(partita::model::create(items[i])));
    if (auto done = db.transact(std::move(writes)).run(); !done) return partita::unexpected(std::move(done.error()));
  }
  return {};
}

// Puts the items and replaces existing ones. The entity must not have a version or unique fields.
template <class Db, class T>
partita::Result<void> put_all(const Db& db, const std::vector<T>& items) {
  auto outcome = db.replace_many(items).run();
  if (!outcome) return partita::unexpected(std::move(outcome.error()));
  return {};
}

}  // namespace systems
