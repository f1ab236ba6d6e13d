#include "archive/applied.h"

#include <fmt/format.h>

#include <vector>

#include "base/bytes.h"
#include "base/try.h"
#include "keys/system_keys.h"

namespace partita::archive {
namespace {

// The bytes that are written at once.
constexpr std::size_t kGroupBytes = 4 << 20;

}  // namespace

Result<std::optional<Applied>> read_applied(const storage::Store& store) {
  PARTITA_TRY_VALUE(stored, store.get(keys::archive_position_key()));
  if (stored.state != storage::ReadState::Found) return std::optional<Applied>();
  std::string_view rest = stored.value.bytes;
  Applied applied;
  const auto take = [&rest](auto& to) {
    const auto value = base::take_varint(rest);
    if (value) to = static_cast<std::remove_reference_t<decltype(to)>>(*value);
    return value.has_value();
  };
  if (!take(applied.generation) || !take(applied.end.segment) || !take(applied.end.number) ||
      !take(applied.end.time_ms) || !take(applied.number) || !take(applied.time_ms))
    return fail(ErrorCode::Corruption, "the place in the archive does not decode");
  applied.end.chain = rest;
  return std::optional(std::move(applied));
}

void put_applied(storage::Batch& batch, const Applied& applied) {
  std::string value;
  base::put_varint(value, applied.generation);
  base::put_varint(value, applied.end.segment);
  base::put_varint(value, applied.end.number);
  base::put_varint(value, static_cast<std::uint64_t>(applied.end.time_ms));
  base::put_varint(value, applied.number);
  base::put_varint(value, static_cast<std::uint64_t>(applied.time_ms));
  batch.put(keys::archive_position_key(), value + applied.end.chain);
}

void erase_applied(storage::Batch& batch) { batch.erase(keys::archive_position_key()); }

Result<bool> apply(storage::Store& store, const Segment& segment, const ChangesEnd& end, const Until& until,
                   Applied& applied, const std::function<void(const storage::Batch&)>& applied_batch) {
  Applied next = applied;
  std::vector<const storage::Batch*> group;
  std::size_t bytes = 0;
  const auto write = [&]() -> Result<void> {
    storage::Batch position;
    put_applied(position, next);
    group.push_back(&position);
    PARTITA_TRY(store.write(group, storage::Store::Sync::No));
    if (applied_batch)
      for (const storage::Batch* batch : group) applied_batch(*batch);
    group.clear();
    bytes = 0;
    applied = next;
    return {};
  };
  bool whole = true;
  for (const storage::LoggedBatch& batch : segment.batches) {
    const std::uint64_t last = batch.first + batch.count - 1;
    if (last <= next.number) continue;
    if (batch.first != next.number + 1)
      return fail(ErrorCode::Corruption,
                  fmt::format("the archive lacks the operations {} to {}", next.number + 1, batch.first - 1));
    whole = batch.time_ms <= until.time_ms && last <= until.number;
    if (!whole) break;
    next.number = last;
    next.time_ms = batch.time_ms;
    group.push_back(&batch.batch);
    bytes += batch.batch.size_bytes();
    if (bytes >= kGroupBytes) PARTITA_TRY(write());
  }
  if (whole) next.end = end;
  PARTITA_TRY(write());
  PARTITA_TRY(store.flush());
  return whole;
}

}  // namespace partita::archive
