#include "engine/streams/stored_numbers.h"

#include <algorithm>

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

}  // namespace

Result<void> skip_stored_numbers(Context& context) {
  for (const Context* realm : context.realms.in_use()) {
    for (const catalog::StreamPtr& stream : realm->catalog.streams()) {
      PARTITA_TRY_VALUE(newest, newest_number(context, *stream));
      context.numbers.skip_to(std::max({newest, stream->generations.back(), stream->end, stream->trimmed}));
    }
    for (const catalog::BackupPtr& backup : realm->catalog.backups()) context.numbers.skip_to(backup->moment);
    for (const catalog::TablePtr& table : realm->catalog.tables()) {
      if (table->history) context.numbers.skip_to(table->history->since);
      if (table->recovery) context.numbers.skip_to(table->recovery->since);
      if (table->restore) context.numbers.skip_to(table->restore->moment);
    }
  }
  return {};
}

}  // namespace partita::engine
