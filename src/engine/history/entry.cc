#include "engine/history/entry.h"

#include "engine/records/number_bounds.h"
#include "keys/system_keys.h"

namespace partita::engine {
namespace {

// The bits of the first byte of an entry. They are stored, so never change them.
constexpr unsigned kHasOld = 0x01;
constexpr unsigned kByTimeToLive = 0x02;
constexpr unsigned kUnused = 0xfc;

}  // namespace

void append_entry(const catalog::History& history, std::string_view base_key,
                  const std::optional<value::ItemView>& old_item, const std::optional<value::ItemView>& new_item,
                  const Recording& recording, storage::Batch& batch) {
  if (old_item && new_item && old_item->bytes() == new_item->bytes()) return;
  const SequenceNumber number = recording.ticket.of_batch();
  unsigned flags = old_item ? kHasOld : 0;
  if (recording.by == ChangedBy::TimeToLive) flags |= kByTimeToLive;
  std::string head(1, static_cast<char>(flags));
  const std::string_view image = old_item ? old_item->bytes() : std::string_view();
  const std::string key = keys::history_key(history.id, day_of(number), keys::suffix_of(base_key), number);
  mark_number(recording.ticket, number, batch);
  history.state->written.fetch_add(key.size() + head.size() + image.size(), std::memory_order_relaxed);
  if (recording.images == Images::Unowned)
    batch.put_unowned(key, head, {image});
  else
    batch.put(key, head.append(image));
}

std::optional<HistoryEntry> read_entry(std::string_view bytes) {
  if (bytes.empty()) return std::nullopt;
  const auto flags = static_cast<unsigned char>(bytes.front());
  bytes.remove_prefix(1);
  if ((flags & kUnused) != 0 || ((flags & kHasOld) == 0 && !bytes.empty())) return std::nullopt;
  HistoryEntry entry;
  if ((flags & kHasOld) != 0) entry.old_image = bytes;
  if ((flags & kByTimeToLive) != 0) entry.by = ChangedBy::TimeToLive;
  return entry;
}

Result<HistoryEntry> checked_entry(std::string_view bytes) {
  const auto entry = read_entry(bytes);
  if (!entry || (entry->old_image && !value::ItemView::check(*entry->old_image)))
    return fail(ErrorCode::Corruption, "an entry of a table's history does not decode");
  return *entry;
}

}  // namespace partita::engine
