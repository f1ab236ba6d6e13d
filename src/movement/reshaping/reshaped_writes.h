// Writes of items that go to several tables.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "movement/following/change_applier.h"
#include "movement/reshaping/reshaping.h"
#include "movement/tables/item_keys.h"
#include "transfer/tables/batch_writer.h"

namespace partita::movement {

struct ReshapedWrite {
  const modelling::ProvenTable* table = nullptr;
  std::string key = {};  // encoded as KeyNames has it
  transfer::ItemWrite write = {};
  // Of a deletion: the item that goes. Another one under its key, which follows from another earlier item, stays.
  std::optional<Item> gone = {};
};

// The names that tables have in the database, which may have a prefix.
inline std::string stored_name(const modelling::ProvenTable& table, const std::string& prefix) {
  return prefix + table.declared->name;
}

class ReshapedWrites {
 public:
  // The tables must exist. All must outlive it. Errors: those of DescribeTable.
  static Result<std::unique_ptr<ReshapedWrites>> make(const Reshaping& reshaping, Database& target,
                                                      const std::string& prefix, const ApplySettings& settings);

  // The puts of the items that follow from an item. Errors: as Reshaping::items_of().
  Result<std::vector<ReshapedWrite>> puts_of(const modelling::ProvenTable& source, const AttributeMap& item) const;
  // The writes after a change of an item: puts of those that follow from the new image, and deletions of those that
  // followed from the old one alone. An image that cannot be derived counts as absent, and its fault goes to
  // `fault`. Both images may be nullptr.
  std::vector<ReshapedWrite> writes_of_change(const modelling::ProvenTable& source, const AttributeMap* before,
                                              const AttributeMap* after, std::string& fault) const;
  // Makes the writes of each key in their order. May be called from several threads for different keys. Errors: those
  // of the database that are not the fault of an item.
  Result<void> write(const std::vector<ReshapedWrite>& writes, const std::atomic<bool>& is_stopped);

  const KeyNames& names_of(const modelling::ProvenTable& table) const { return tables_.at(&table)->names; }
  const transfer::TableFacts& facts_of(const modelling::ProvenTable& table) const { return tables_.at(&table)->facts; }

 private:
  struct Table {
    transfer::TableFacts facts;
    KeyNames names;
    std::unique_ptr<transfer::BatchWriter> writer;
  };
  Result<void> erase(const ReshapedWrite& write, const std::atomic<bool>& is_stopped);
  ReshapedWrites(const Reshaping& reshaping, Database& target, std::chrono::milliseconds patience)
      : reshaping_(reshaping), target_(target), patience_(patience) {}

  const Reshaping& reshaping_;
  Database& target_;
  const std::chrono::milliseconds patience_;
  std::map<const modelling::ProvenTable*, std::unique_ptr<Table>> tables_;
};

// Makes the changes of a table of the earlier model in the tables of the later one.
class ReshapedChanges final : public ChangeTaker {
 public:
  // `on_fault` takes the reason for which an item cannot be derived. All must outlive it.
  ReshapedChanges(const modelling::ProvenTable& source, ReshapedWrites& writes, int lanes,
                  std::function<void(const std::string&)> on_fault)
      : source_(source), writes_(writes), lanes_(lanes), on_fault_(std::move(on_fault)) {}

  // Requires: the stream has both images.
  Result<void> apply(const std::vector<Record>& records, const std::atomic<bool>& is_stopped) override;

 private:
  const modelling::ProvenTable& source_;
  ReshapedWrites& writes_;
  const int lanes_;
  const std::function<void(const std::string&)> on_fault_;
};

}  // namespace partita::movement
