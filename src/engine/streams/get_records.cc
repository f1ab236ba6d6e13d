#include <algorithm>

#include "base/try.h"
#include "engine/commit/on_executor.h"
#include "engine/operations.h"
#include "engine/pages/item_buffer.h"
#include "engine/streams/record.h"
#include "engine/streams/settings.h"
#include "engine/streams/shard_iterator.h"
#include "engine/streams/shards.h"
#include "keys/system_keys.h"
#include "ops/prepare.h"
#include "value/limits.h"
#include "value/size.h"

namespace partita::engine {
namespace {

std::int64_t size_of(const std::optional<Item>& item) {
  if (!item) return 0;
  return static_cast<std::int64_t>(value::item_size_bytes(value::ItemView(item->bytes())));
}

// One page of a shard's records.
class RecordPage {
 public:
  RecordPage(const Context& context, const catalog::StreamInfo& stream, std::size_t limit)
      : context_(context), stream_(stream), limit_(limit), buffer_(std::nullopt) {}

  // Reads the records from `position` on and below `bound`, until the page is full. Returns the position after them.
  // Errors: Corruption, InternalServerError.
  Result<SequenceNumber> read(SequenceNumber position, SequenceNumber bound) {
    storage::IteratorOptions range;
    range.lower = keys::stream_record_key(stream_.id, position);
    range.upper = keys::stream_record_key(stream_.id, bound);
    range.within_prefix = true;
    range.fill_cache = false;
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

  std::vector<Record> take_records() { return std::move(records_); }
  std::size_t bytes() const { return bytes_; }

 private:
  Result<void> add(SequenceNumber number, const storage::PinnedBytes& bytes) {
    const auto stored = read_record(bytes.bytes);
    if (!stored) return fail(ErrorCode::Corruption, "a stream record does not decode");
    Record& record = records_.emplace_back();
    record.event_id = event_id(stream_, number);
    record.event_name = stored->event;
    record.event_version = "1.1";
    record.event_source = "aws:dynamodb";
    record.aws_region = context_.region;
    if (stored->by == ChangedBy::TimeToLive)
      record.user_identity = Identity{.principal_id = "dynamodb.amazonaws.com", .type = "Service"};
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

  Item keys_of(const storage::PinnedBytes& bytes, const StoredRecord& stored) {
    if (!stored.keys.empty()) return Item(bytes.owner, stored.keys);
    const value::ItemView image(stored.new_image.empty() ? stored.old_image : stored.new_image);
    return buffer_.add(encoded_keys(stream_.keys, image));
  }

  const Context& context_;
  const catalog::StreamInfo& stream_;
  const std::size_t limit_;
  ItemBuffer buffer_;
  std::vector<Record> records_;
  std::size_t bytes_ = 0;
};

// Errors: TrimmedDataAccessException if records between the position and the oldest one that is left may be gone.
Result<SequenceNumber> start_of(const Context& context, const ShardRange& shard, SequenceNumber position) {
  const SequenceNumber horizon = trim_horizon(context);
  if (position == 0) return std::max(shard.start, horizon);
  if (position < horizon)
    return fail(ErrorCode::TrimmedDataAccessException,
                "The operation attempted to read past the oldest stream record in a shard.");
  return std::max(shard.start, position);
}

Result<GetRecordsResponse> get_records_now(Context& context, GetRecordsRequest request) {
  PARTITA_TRY(ops::validate(request));
  PARTITA_TRY_VALUE(found, find_iterator(context, *request.shard_iterator));
  const catalog::StreamInfo& stream = *found.stream;
  const auto shard = find_shard(stream, found.iterator.shard);
  // A reader of a shard that is trimmed as a whole goes on with its children.
  if (!shard || (!shard->open() && found.iterator.position >= shard->end)) return GetRecordsResponse{};
  PARTITA_TRY_VALUE(start, start_of(context, *shard, found.iterator.position));
  // It must be taken before the store is read, so that all records below it are visible there.
  SequenceNumber bound = context.numbers.settled_below();
  if (!shard->open()) bound = std::min(bound, shard->end);
  RecordPage page(context, stream, static_cast<std::size_t>(request.limit.value_or(limits::kRecordsOfPage)));
  ShardIterator next = found.iterator;
  next.position = start;
  if (start < bound) {
    PARTITA_TRY_VALUE(position, page.read(start, bound));
    next.position = position;
  }
  GetRecordsResponse response;
  response.records = page.take_records();
  context.stream_counters.read(response.records.size(), page.bytes());
  next.made_ms = context.clock.now_ms();
  if (shard->open() || next.position < shard->end) response.next_shard_iterator = text_of(context, stream, next);
  return response;
}

}  // namespace

void get_records(Context& context, GetRecordsRequest request, MayWait may_wait, Completion<GetRecordsResponse> done) {
  on_executor(context, get_records_now, std::move(request), may_wait, std::move(done));
}

}  // namespace partita::engine
