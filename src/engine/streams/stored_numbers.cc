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

// A bound is that of the quarter of a second of a number, so one batch of a quarter stores it. The batches of a quarter
// may be stored behind those of a later one, which has a row of its own therefore. Before a row is used again, half a
// minute goes by.
constexpr std::int64_t kQuarterMs = 250;
constexpr std::int64_t kRows = 128;
std::int64_t quarter_of(SequenceNumber number) { return time_of(number) / kQuarterMs; }
SequenceNumber bound_of(SequenceNumber number) { return first_number_at((quarter_of(number) + 1) * kQuarterMs); }
std::string bound_key(SequenceNumber number) {
  return highest_number_key() + static_cast<char>(quarter_of(number) % kRows);
}
bool is_bound_key(std::string_view key) {
  const std::string lower = highest_number_key();
  return key.size() == lower.size() + 1 && key.starts_with(lower);
}
SequenceNumber decoded(std::string_view bytes) {
  return bytes.size() == sizeof(SequenceNumber) ? base::take_big_endian<SequenceNumber>(bytes) : 0;
}

bool has_history(const Context& context) {
  for (const Context* realm : context.realms.in_use())
    for (const catalog::TablePtr& table : realm->catalog.tables())
      if (table->history) return true;
  return false;
}

}  // namespace

void mark_number(SequenceNumbers::Ticket& ticket, SequenceNumber number, storage::Batch& batch) {
  if (!ticket.must_mark()) return;
  std::string bound;
  base::put_big_endian(bound, bound_of(number));
  batch.put(bound_key(number), bound);
  ticket.marks = true;
}

SequenceNumber marked_number(const storage::Batch& batch) {
  SequenceNumber bound = 0;
  std::string joined;
  batch.for_each([&](storage::Batch::Operation operation, std::string_view key, const storage::Batch::Value& value) {
    if (operation == storage::Batch::Operation::Put && is_bound_key(key))
      bound = std::max(bound, decoded(value.whole(joined)));
  });
  return bound == 0 ? 0 : bound - 1;
}

void note_marked(SequenceNumbers::Ticket& ticket, const storage::Batch& batch) {
  if (!ticket.marks) return;
  // The batch that is stored may be another one than that which was marked.
  if (const SequenceNumber greatest = marked_number(batch); greatest > 0) ticket.note_marked(greatest + 1);
}

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
  batch.erase_range(highest_number_key() + '\0', keys::index_upper(keys::kSystemTable, kHighestNumber));
  put_highest_number(context, batch);
  return context.store.write(batch, storage::Store::Sync::No);
}

Result<void> skip_stored_numbers(Context& context) {
  storage::IteratorOptions stored;
  stored.lower = highest_number_key();
  stored.upper = keys::index_upper(keys::kSystemTable, kHighestNumber);
  const auto row = context.store.iterate(stored);
  for (; row->valid(); row->next()) {
    const SequenceNumber number = decoded(row->value());
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
