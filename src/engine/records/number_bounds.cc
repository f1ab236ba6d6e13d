#include "engine/records/number_bounds.h"

#include <algorithm>

#include "base/bytes.h"

namespace partita::engine {
namespace {

// The system index of the number, which is stored, so never renumber it.
constexpr keys::IndexId kHighestNumber = 9;

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

}  // namespace

std::string highest_number_key() { return keys::index_lower(keys::kSystemTable, kHighestNumber); }
std::string end_of_bounds() { return keys::index_upper(keys::kSystemTable, kHighestNumber); }

bool is_bound_key(std::string_view key) {
  const std::string lower = highest_number_key();
  return key.size() == lower.size() + 1 && key.starts_with(lower);
}

SequenceNumber decoded_number(std::string_view bytes) {
  return bytes.size() == sizeof(SequenceNumber) ? base::take_big_endian<SequenceNumber>(bytes) : 0;
}

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
      bound = std::max(bound, decoded_number(value.whole(joined)));
  });
  return bound == 0 ? 0 : bound - 1;
}

void note_marked(SequenceNumbers::Ticket& ticket, const storage::Batch& batch) {
  if (!ticket.marks) return;
  // The batch that is stored may be another one than that which was marked.
  if (const SequenceNumber greatest = marked_number(batch); greatest > 0) ticket.note_marked(greatest + 1);
}

}  // namespace partita::engine
