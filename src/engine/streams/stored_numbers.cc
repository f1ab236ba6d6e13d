#include "engine/streams/stored_numbers.h"

#include <algorithm>

#include "base/bytes.h"
#include "base/try.h"
#include "engine/realms.h"
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

// The system index of the number, which is stored, so never renumber it.
constexpr keys::IndexId kHighestNumber = 9;
std::string highest_number_key() { return keys::index_lower(keys::kSystemTable, kHighestNumber); }

bool has_history(const Context& context) {
  for (const Context* realm : context.realms.in_use())
    for (const catalog::TablePtr& table : realm->catalog.tables())
      if (table->history) return true;
  return false;
}

}  // namespace

Result<void> save_numbers(Context& context) {
  if (!has_history(context)) return {};
  std::string number;
  base::put_big_endian(number, context.numbers.settled_below());
  storage::Batch batch;
  batch.put(highest_number_key(), number);
  return context.store.write(batch, storage::Store::Sync::No);
}

Result<void> skip_stored_numbers(Context& context) {
  PARTITA_TRY_VALUE(stored, context.store.get(highest_number_key()));
  if (stored.state == storage::ReadState::Found) {
    std::string_view bytes = stored.value.bytes;
    if (bytes.size() != sizeof(SequenceNumber))
      return fail(ErrorCode::Corruption, "the highest sequence number does not decode");
    context.numbers.skip_to(base::take_big_endian<SequenceNumber>(bytes));
  }
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
