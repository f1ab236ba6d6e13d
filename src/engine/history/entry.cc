#include "engine/history/entry.h"

#include "engine/records/number_bounds.h"
#include "keys/system_keys.h"

namespace partita::engine {
namespace {

// The bits of the first byte of an entry. They are stored, so never change them.
constexpr unsigned kHasOld = 0x01;
constexpr unsigned kByTimeToLive = 0x02;
constexpr unsigned kHasWriter = 0x04;
constexpr unsigned kUnused = 0xf8;

// A name is cut to the size that fits its two bytes.
constexpr std::size_t kMostWriterBytes = 0xffff;

}  // namespace

void append_entry(const catalog::History& history, std::string_view base_key,
                  const std::optional<value::ItemView>& old_item, const std::optional<value::ItemView>& new_item,
                  const Recording& recording, storage::Batch& batch) {
  if (old_item && new_item && old_item->bytes() == new_item->bytes()) return;
  const SequenceNumber number = recording.ticket.of_batch();
  unsigned flags = old_item ? kHasOld : 0;
  if (recording.by == ChangedBy::TimeToLive) flags |= kByTimeToLive;
  const std::string_view writer =
      history.names_writers ? recording.writer.substr(0, kMostWriterBytes) : std::string_view();
  if (!writer.empty()) flags |= kHasWriter;
  std::string head(1, static_cast<char>(flags));
  if (!writer.empty()) {
    head += static_cast<char>(writer.size() >> 8);
    head += static_cast<char>(writer.size() & 0xff);
    head += writer;
  }
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
  HistoryEntry entry;
  if ((flags & kHasWriter) != 0) {
    if (bytes.size() < 2) return std::nullopt;
    const auto byte = [&](std::size_t at) { return std::size_t{static_cast<unsigned char>(bytes[at])}; };
    const std::size_t size = byte(0) << 8 | byte(1);
    bytes.remove_prefix(2);
    if (bytes.size() < size) return std::nullopt;
    entry.writer = bytes.substr(0, size);
    bytes.remove_prefix(size);
  }
  if ((flags & kUnused) != 0 || ((flags & kHasOld) == 0 && !bytes.empty())) return std::nullopt;
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
