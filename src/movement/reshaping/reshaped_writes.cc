#include "movement/reshaping/reshaped_writes.h"

#include <algorithm>
#include <functional>
#include <unordered_set>

#include "base/try.h"
#include "movement/tables/item_condition.h"
#include "transfer/tables/patience.h"
#include "transfer/tables/workers.h"
#include "value/limits.h"

namespace partita::movement {

using modelling::ProvenTable;

Result<std::unique_ptr<ReshapedWrites>> ReshapedWrites::make(const Reshaping& reshaping, Database& target,
                                                             const std::string& prefix, const ApplySettings& settings) {
  std::unique_ptr<ReshapedWrites> out(new ReshapedWrites(reshaping, target, settings.patience));
  for (const ProvenTable* table : reshaping.targets()) {
    PARTITA_TRY_VALUE(facts, transfer::describe(target, stored_name(*table, prefix)));
    KeyNames names(facts);
    auto writer = std::make_unique<transfer::BatchWriter>(
        target,
        transfer::BatchSettings{.table = facts.name, .patience = settings.patience, .pace = settings.write_units},
        settings.on_refused);
    out->tables_.emplace(table, std::make_unique<Table>(Table{std::move(facts), std::move(names), std::move(writer)}));
  }
  return out;
}

Result<std::vector<ReshapedWrite>> ReshapedWrites::puts_of(const ProvenTable& source, const AttributeMap& item) const {
  PARTITA_TRY_VALUE(items, reshaping_.items_of(source, item));
  std::vector<ReshapedWrite> out;
  for (ReshapedItem& one : items) {
    const Item encoded(one.item);
    out.push_back({one.table,
                   names_of(*one.table).key_of(encoded),
                   {.item = std::move(one.item), .text_bytes = encoded.bytes().size()}});
  }
  return out;
}

std::vector<ReshapedWrite> ReshapedWrites::writes_of_change(const ProvenTable& source, const AttributeMap* before,
                                                            const AttributeMap* after, std::string& fault) const {
  using Kind = transfer::ItemWrite::Kind;
  std::vector<ReshapedWrite> puts;
  if (after) {
    auto made = puts_of(source, *after);
    if (made)
      puts = *std::move(made);
    else
      fault = made.error().message;
  }
  std::vector<ReshapedWrite> out;
  Result<std::vector<ReshapedWrite>> old;
  if (before) old = puts_of(source, *before);
  if (old)
    for (const ReshapedWrite& one : *old) {
      const bool stays = std::ranges::any_of(
          puts, [&](const ReshapedWrite& put) { return put.table == one.table && put.key == one.key; });
      if (!stays)
        out.push_back(
            {one.table, one.key, {.kind = Kind::Delete, .item = item_of(one.key).to_map()}, Item(one.write.item)});
    }
  out.insert(out.end(), std::make_move_iterator(puts.begin()), std::make_move_iterator(puts.end()));
  return out;
}

Result<void> ReshapedWrites::erase(const ReshapedWrite& write, const std::atomic<bool>& is_stopped) {
  const ItemCondition condition = condition_of(write.gone, std::nullopt, item_of(write.key));
  transfer::Patience patience(patience_);
  while (!is_stopped) {
    const auto done = target_.delete_item({.table_name = facts_of(*write.table).name,
                                           .key = write.write.item,
                                           .condition_expression = condition.text,
                                           .expression_attribute_names = condition.names,
                                           .expression_attribute_values = condition.values});
    if (done || done.error().code == ErrorCode::ConditionalCheckFailedException) return {};
    if (!transfer::may_succeed_later(done.error()) || !patience.wait()) return unexpected(done.error());
  }
  return {};
}

Result<void> ReshapedWrites::write(const std::vector<ReshapedWrite>& writes, const std::atomic<bool>& is_stopped) {
  // A request has writes of one table, and each key once.
  struct Batch {
    std::vector<transfer::ItemWrite> writes;
    std::unordered_set<std::string_view> keys;
    std::size_t bytes = 0;
  };
  std::map<const ProvenTable*, Batch> batches;
  const auto send = [&](const ProvenTable* table, Batch& batch) -> Result<void> {
    if (batch.writes.empty() || is_stopped) return {};
    PARTITA_TRY(tables_.at(table)->writer->write(batch.writes, is_stopped));
    batch = {};
    return {};
  };
  for (const ReshapedWrite& one : writes) {
    Batch& batch = batches[one.table];
    if (one.gone) {
      PARTITA_TRY(send(one.table, batch));
      PARTITA_TRY(erase(one, is_stopped));
      continue;
    }
    if (batch.writes.size() == limits::kBatchWriteItems || batch.keys.contains(one.key) ||
        batch.bytes + one.write.text_bytes > transfer::BatchWriter::kMostBytes)
      PARTITA_TRY(send(one.table, batch));
    batch.writes.push_back(one.write);
    batch.keys.insert(one.key);
    batch.bytes += one.write.text_bytes;
  }
  for (auto& [table, batch] : batches) PARTITA_TRY(send(table, batch));
  return {};
}

Result<void> ReshapedChanges::apply(const std::vector<Record>& records, const std::atomic<bool>& is_stopped) {
  // The writes of a later item are in one lane, in the order of the records, also if they follow from several earlier
  // items: one may go as the other comes.
  std::vector<std::vector<ReshapedWrite>> lanes(static_cast<std::size_t>(lanes_));
  for (const Record& record : records) {
    if (!record.dynamodb) continue;
    const ItemChange& change = *record.dynamodb;
    const auto before = change.old_image ? std::optional(change.old_image->to_map()) : std::nullopt;
    const auto after = change.new_image ? std::optional(change.new_image->to_map()) : std::nullopt;
    std::string fault;
    for (ReshapedWrite& write :
         writes_.writes_of_change(source_, before ? &*before : nullptr, after ? &*after : nullptr, fault)) {
      std::vector<ReshapedWrite>& lane = lanes[std::hash<std::string>{}(write.key) % lanes.size()];
      lane.push_back(std::move(write));
    }
    if (!fault.empty()) on_fault_(fault);
  }
  std::erase_if(lanes, [](const auto& lane) { return lane.empty(); });
  if (lanes.empty()) return {};
  if (lanes.size() == 1) return writes_.write(lanes.front(), is_stopped);
  return transfer::run_workers(static_cast<int>(lanes.size()), [&](int number, const std::atomic<bool>&) {
    return writes_.write(lanes[static_cast<std::size_t>(number)], is_stopped);
  });
}

}  // namespace partita::movement
