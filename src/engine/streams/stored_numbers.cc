#include "engine/streams/stored_numbers.h"

#include <algorithm>

#include "base/bytes.h"
#include "base/try.h"
#include "engine/realms.h"
#include "engine/records/number_bounds.h"
#include "engine/records/sequence_numbers.h"
#include "keys/system_keys.h"

namespace partita::engine {
namespace {

// The number of the stream's newest record, or 0 if it has none.
Result<SequenceNumber> newest_number(const Context& context, const catalog::StreamInfo& stream) {
  storage::IteratorOptions range;
  range.lower = keys::index_lower(stream.id, keys::kStreamIndex);
  range.upper = keys::index_upper(stream.id, keys::kStreamIndex);
  range.direction = storage::Direction::Reverse;
  const auto it = context.store.iterate(range);
  if (it->valid()) return keys::number_of_stream_record(it->key());
  PARTITA_TRY(it->end_state());
  return SequenceNumber{0};
}

bool has_history(const Context& context) {
  for (const Context* realm : context.realms.in_use())
    for (const catalog::TablePtr& table : realm->catalog.tables())
      if (table->history) return true;
  return false;
}

}  // namespace

namespace {

void put_highest_number(Context& context, storage::Batch& batch) {
  std::string number;
  base::put_big_endian(number, context.numbers.settled_below());
  batch.put(highest_number_key(), number);
}

}  // namespace

Result<void> save_numbers(Context& context) {
  if (!has_history(context)) return {};
  storage::Batch batch;
  put_highest_number(context, batch);
  return context.store.write(batch, storage::Store::Sync::No);
}

Result<void> save_last_numbers(Context& context) {
  if (!has_history(context)) return {};
  storage::Batch batch;
  batch.erase_range(highest_number_key() + '\0', end_of_bounds());
  put_highest_number(context, batch);
  return context.store.write(batch, storage::Store::Sync::No);
}

Result<void> skip_stored_numbers(Context& context) {
  storage::IteratorOptions stored;
  stored.lower = highest_number_key();
  stored.upper = end_of_bounds();
  const auto row = context.store.iterate(stored);
  for (; row->valid(); row->next()) {
    const SequenceNumber number = decoded_number(row->value());
    if (number == 0) return fail(ErrorCode::Corruption, "the highest sequence number does not decode");
    context.numbers.skip_to(is_bound_key(row->key()) ? number - 1 : number);
  }
  PARTITA_TRY(row->end_state());
  for (const Context* realm : context.realms.in_use()) {
    for (const catalog::StreamPtr& stream : realm->catalog.streams()) {
      PARTITA_TRY_VALUE(newest, newest_number(context, *stream));
      context.numbers.skip_to(std::max({newest, stream->generations.back(), stream->end, stream->trimmed}));
    }
    for (const catalog::BackupPtr& backup : realm->catalog.backups()) context.numbers.skip_to(backup->moment);
    for (const catalog::TransferPtr& transfer : realm->catalog.transfers())
      if (transfer->goes_on()) context.numbers.skip_to(transfer->moment);
    for (const catalog::TablePtr& table : realm->catalog.tables()) {
      if (table->history) context.numbers.skip_to(table->history->since);
      if (table->recovery) context.numbers.skip_to(table->recovery->since);
      if (table->restore) context.numbers.skip_to(table->restore->moment);
    }
  }
  return {};
}

}  // namespace partita::engine
