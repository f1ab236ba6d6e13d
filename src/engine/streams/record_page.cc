#include "engine/streams/record_page.h"

#include <algorithm>

#include "base/try.h"
#include "engine/streams/shards.h"
#include "keys/system_keys.h"
#include "value/limits.h"
#include "value/size.h"

namespace partita::engine {
namespace {

std::int64_t size_of(const std::optional<Item>& item) {
  if (!item) return 0;
  return static_cast<std::int64_t>(value::item_size_bytes(value::ItemView(item->bytes())));
}

}  // namespace

Identity time_to_live_identity() { return {.principal_id = "dynamodb.amazonaws.com", .type = "Service"}; }

unexpected<Error> trimmed_data() {
  return fail(ErrorCode::TrimmedDataAccessException,
              "The operation attempted to read past the oldest stream record in a shard.");
}

Result<SequenceNumber> RecordPage::read(SequenceNumber position, SequenceNumber bound) {
  storage::IteratorOptions range;
  range.lower = keys::stream_record_key(stream_.id, position);
  range.upper = keys::stream_record_key(stream_.id, bound);
  range.within_prefix = true;
  range.fill_cache = false;
  range.never_discarded = true;  // no position is before the oldest record that is kept
  auto it = context_.store.iterate(range);
  for (; it->valid(); it->next()) {
    const SequenceNumber number = keys::number_of_stream_record(it->key());
    const std::string_view bytes = it->value();
    if (!records_.empty() && (records_.size() == limit_ || bytes_ + bytes.size() > limits::kPageBytes)) return number;
    bytes_ += bytes.size();
    PARTITA_TRY(add(number, buffer_.keep(bytes)));
  }
  PARTITA_TRY(it->end_state());
  return std::max(position, bound);
}

Result<void> RecordPage::add(SequenceNumber number, const storage::PinnedBytes& bytes) {
  const auto stored = read_record(bytes.bytes);
  if (!stored) return fail(ErrorCode::Corruption, "a stream record does not decode");
  Record& record = records_.emplace_back();
  record.event_id = event_id(stream_, number);
  record.event_name = stored->event;
  record.event_version = "1.1";
  record.event_source = "aws:dynamodb";
  record.aws_region = context_.region;
  if (stored->by == ChangedBy::TimeToLive) record.user_identity = time_to_live_identity();
  ItemChange& change = record.dynamodb.emplace();
  change.approximate_creation_date_time = static_cast<double>(time_of(number) / 1000);
  if (!stored->old_image.empty()) change.old_image = Item(bytes.owner, stored->old_image);
  if (!stored->new_image.empty()) change.new_image = Item(bytes.owner, stored->new_image);
  change.keys = keys_of(bytes, *stored);
  change.sequence_number = sequence_number_text(number);
  change.size_bytes = size_of(change.keys) + size_of(change.old_image) + size_of(change.new_image);
  change.stream_view_type = stream_.view;
  return {};
}

Item RecordPage::keys_of(const storage::PinnedBytes& bytes, const StoredRecord& stored) {
  if (!stored.keys.empty()) return Item(bytes.owner, stored.keys);
  const value::ItemView image(stored.new_image.empty() ? stored.old_image : stored.new_image);
  return buffer_.add(encoded_keys(stream_.keys, image));
}

}  // namespace partita::engine
