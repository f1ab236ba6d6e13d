#include "movement/following/change_applier.h"

#include <algorithm>
#include <functional>
#include <unordered_set>
#include <utility>

#include "base/try.h"
#include "movement/tables/get_items.h"
#include "transfer/tables/workers.h"
#include "value/limits.h"

namespace partita::movement {
namespace {

bool has_new_images(const ItemChange& change) {
  return change.stream_view_type && (*change.stream_view_type == StreamViewType::NewImage ||
                                     *change.stream_view_type == StreamViewType::NewAndOldImages);
}

}  // namespace

ChangeApplier::ChangeApplier(Database& source, transfer::TableFacts table, Database& target, std::string target_table,
                             ApplySettings settings)
    : source_(source),
      table_(std::move(table)),
      names_(table_),
      lanes_(settings.lanes),
      writer_(target, {.table = std::move(target_table), .patience = settings.patience, .pace = settings.write_units},
              std::move(settings.on_refused)) {}

Result<void> ChangeApplier::apply(const std::vector<Record>& records, const std::atomic<bool>& is_stopped) {
  // The changes of an item are in one lane, in their order.
  std::vector<std::vector<Change>> lanes(static_cast<std::size_t>(lanes_));
  for (const Record& record : records) {
    if (!record.dynamodb || !record.dynamodb->keys) continue;
    Change change{names_.key_of(*record.dynamodb->keys), &record};
    std::vector<Change>& lane = lanes[std::hash<std::string>{}(change.key) % lanes.size()];
    lane.push_back(std::move(change));
  }
  std::erase_if(lanes, [](const auto& lane) { return lane.empty(); });
  if (lanes.size() == 1) return apply_lane(lanes.front(), is_stopped);
  return transfer::run_workers(static_cast<int>(lanes.size()), [&](int number, const std::atomic<bool>&) {
    return apply_lane(lanes[static_cast<std::size_t>(number)], is_stopped);
  });
}

Result<void> ChangeApplier::apply_lane(const std::vector<Change>& lane, const std::atomic<bool>& is_stopped) {
  std::vector<Change> batch;
  std::unordered_set<std::string_view> keys;
  std::size_t bytes = 0;
  const auto write = [&]() -> Result<void> {
    if (batch.empty() || is_stopped) return {};
    PARTITA_TRY_VALUE(writes, writes_of(batch, is_stopped));
    PARTITA_TRY(writer_.write(writes, is_stopped));
    batch.clear();
    keys.clear();
    bytes = 0;
    return {};
  };
  for (const Change& change : lane) {
    const auto& image = change.record->dynamodb->new_image;
    const std::size_t size = image ? image->bytes().size() : change.key.size();
    // A batch has each key once.
    if (batch.size() == limits::kBatchWriteItems || bytes + size > transfer::BatchWriter::kMostBytes ||
        keys.contains(change.key))
      PARTITA_TRY(write());
    batch.push_back(change);
    keys.insert(change.key);
    bytes += size;
  }
  return write();
}

Result<std::vector<transfer::ItemWrite>> ChangeApplier::writes_of(const std::vector<Change>& batch,
                                                                  const std::atomic<bool>& is_stopped) {
  using Kind = transfer::ItemWrite::Kind;
  std::vector<transfer::ItemWrite> writes;
  std::vector<std::string> asked;
  for (const Change& change : batch) {
    const ItemChange& facts = *change.record->dynamodb;
    if (!has_new_images(facts) && change.record->event_name != OperationType::Remove)
      asked.push_back(change.key);
    else if (facts.new_image)
      writes.push_back({.item = facts.new_image->to_map(), .text_bytes = facts.new_image->bytes().size()});
    else
      writes.push_back({.kind = Kind::Delete, .item = item_of(change.key).to_map()});
  }
  if (asked.empty()) return writes;
  transfer::Pace unlimited;
  PARTITA_TRY_VALUE(found, get_items(source_, table_, asked, unlimited, is_stopped));
  for (std::size_t i = 0; i < asked.size(); ++i)
    if (found[i])
      writes.push_back({.item = found[i]->to_map(), .text_bytes = found[i]->bytes().size()});
    else
      writes.push_back({.kind = Kind::Delete, .item = item_of(asked[i]).to_map()});
  return writes;
}

}  // namespace partita::movement
