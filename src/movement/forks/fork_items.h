// Reads the items of a source, and writes those of its fork.
#pragma once

#include <atomic>
#include <mutex>

#include "movement/copies/write_pool.h"
#include "movement/forks/anonymise.h"
#include "movement/forks/fork.h"
#include "movement/forks/item_collections.h"

namespace partita::movement {

// The items of one table.
class ForkItems {
 public:
  // All must outlive it.
  ForkItems(const Treatments& treatments, const modelling::ProvenTable& table, const std::string& source_table,
            Database& source, Database& target, const ForkSettings& settings, Anonymiser& anonymiser,
            SampledCollections& collections, ForkProgress& progress);

  // Scans the table once. Errors: those of the databases.
  Result<void> load_sample();
  // Reads an item collection that is not in the sample. Errors: as load_sample().
  Result<void> load(const ItemCollection& collection);

  const modelling::ProvenTable& table() const { return table_; }
  ForkedTable report() const;

 private:
  // The writes of a page, and its part of the report.
  struct Page {
    std::vector<transfer::ItemWrite> writes = {};
    ForkedTable counts = {};
  };
  enum class Choice : std::uint8_t { Sample, All };

  Result<void> take_page(const std::vector<Item>& items, Choice choice);
  void take(const Item& item, Choice choice, Page& page);
  bool is_chosen(const EntityTreatment& entity, const AttributeMap& item) const;
  void want_referred(const EntityTreatment& entity, const AttributeMap& values);
  void refuse(std::string why, ForkedTable& counts) const;

  const Treatments& treatments_;
  const modelling::ProvenTable& table_;
  const std::string& source_table_;
  Database& source_;
  const ForkSettings& settings_;
  Anonymiser& anonymiser_;
  SampledCollections& collections_;
  ForkProgress& progress_;
  mutable std::mutex mutex_;
  ForkedTable counts_;  // guarded by mutex_
  std::atomic<std::uint64_t> written_ = 0;
  std::atomic<bool> is_stopped_ = false;
  transfer::BatchWriter writer_;
  WritePool pool_;
};

}  // namespace partita::movement
