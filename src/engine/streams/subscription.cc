#include "engine/streams/subscription.h"

#include <algorithm>

#include "base/completing.h"
#include "base/lack_of_memory.h"
#include "base/try.h"
#include "engine/find_table.h"
#include "engine/records/sequence_numbers.h"
#include "engine/records/stream_counters.h"
#include "engine/streams/pending_next.h"
#include "engine/streams/record_page.h"
#include "engine/streams/settings.h"
#include "engine/streams/shards.h"
#include "engine/threads/executor.h"
#include "ops/prepare.h"
#include "value/limits.h"

namespace partita::engine {
namespace {

using Records = std::vector<Record>;

// The part of a subscription that reads. If there is nothing to read, it waits as a listener, and the writer whose
// number is settled posts the next read to the executor. Such a task may run after the subscription is destroyed, so
// tasks share the reader.
class StreamReader final : public std::enable_shared_from_this<StreamReader>, private SequenceNumbers::Listener {
 public:
  StreamReader(Context& context, keys::TableId stream, std::size_t limit)
      : context_(context), stream_(stream), limit_(limit) {}
  // From here on, the reader knows the stream's numbers. Must be called once, before its position is taken. Requires:
  // close() will be called.
  void open() {
    context_.numbers.add(*this, stream_);
    is_open_ = true;
  }
  // Must be called once before the first read.
  void begin_at(SequenceNumber position) { position_ = position; }

  PendingNext& pending() { return pending_; }
  // Reads on the executor. Requires: a next() is under way.
  void post() noexcept {
    const PendingNext::Reading reading(pending_);
    if (reading.may_read() && !wake()) pending_.answer(unexpected(base::lack_of_memory()));
  }
  // Reads until there is an answer or nothing to read. Requires: a next() is under way, and the listener does not wait.
  void read() noexcept;
  void close() noexcept {
    pending_.close();  // after it, no thread makes the listener wait
    if (is_open_) context_.numbers.remove(*this);
  }

 private:
  bool wake() noexcept override {
    return base::had_memory_for([this] { context_.executor.post([self = shared_from_this()] { self->read(); }); });
  }
  // Returns the next records, none at the stream's end, or nullopt if there are none yet. Waits for the disk.
  // Errors: those of Subscription::next().
  Result<std::optional<Records>> look();

  Context& context_;
  const keys::TableId stream_;
  const std::size_t limit_;
  bool is_open_ = false;         // does not change while a next() is under way
  SequenceNumber position_ = 0;  // used by the thread that reads
  PendingNext pending_;
};

void StreamReader::read() noexcept {
  const PendingNext::Reading reading(pending_);
  if (!reading.may_read()) return;
  while (true) {
    Result<std::optional<Records>> found = unexpected(base::lack_of_memory());
    (void)base::had_memory_for([&] { found = look(); });
    if (!found) return pending_.answer(unexpected(std::move(found.error())));
    if (*found) return pending_.answer(**std::move(found));
    if (!pending_.unless_closed([this] { return context_.numbers.wait(*this, position_); })) return;
  }
}

Result<std::optional<Records>> StreamReader::look() {
  // It is taken before the store is read and before the stream is found, as in get_records.cc.
  SequenceNumber bound = context_.numbers.settled_below();
  const catalog::StreamPtr stream = context_.catalog.find_stream(stream_);
  if (!stream || is_gone(context_, *stream)) return fail(ErrorCode::ResourceNotFoundException, "The stream is gone");
  if (!stream->enabled()) bound = std::min(bound, stream->end);
  const SequenceNumber horizon = trim_horizon(context_);
  const SequenceNumber unread = context_.numbers.unread_from(*this, position_);
  if (position_ != 0 && unread != 0 && unread < horizon) {
    position_ = 0;
    return trimmed_data();
  }
  position_ = std::max({position_, horizon, SequenceNumber{stream->generations.front()}});
  RecordPage page(context_, *stream, limit_);
  if (position_ < bound) {
    PARTITA_TRY_VALUE(position, page.read(position_, bound));
    position_ = position;
  }
  Records records = page.take_records();
  context_.stream_counters.read(records.size(), page.bytes());
  if (records.empty() && (stream->enabled() || position_ < stream->end)) return std::nullopt;
  return records;
}

class EngineSubscription final : public Subscription {
 public:
  explicit EngineSubscription(std::shared_ptr<StreamReader> reader) : reader_(std::move(reader)) {}
  ~EngineSubscription() override { reader_->close(); }

  Result<Records> next() override {
    if (base::Completing::here()) return next_in_completion();
    const std::shared_ptr<StreamReader> reader = reader_;
    AwaitedNext awaited;
    PendingNext::Done done = awaited.completion();
    if (!reader->pending().take(done)) return another_next();
    reader->read();
    return awaited.wait();
  }
  void next(Completion<Records> done) override {
    const std::shared_ptr<StreamReader> reader = reader_;
    if (reader->pending().take(done)) return reader->post();
    const base::Completing completing;
    done(another_next());
  }

 private:
  // Each next() owns a part of the reader, because another thread, or a completion, may destroy the subscription
  // meanwhile.
  const std::shared_ptr<StreamReader> reader_;
};

// Errors: ValidationException, TrimmedDataAccessException.
Result<SequenceNumber> first_position(const Context& context, const catalog::StreamInfo& stream,
                                      const SubscribeRequest& request, SequenceNumber bound) {
  if (request.from == SubscribeFrom::Latest) return bound;
  if (request.from == SubscribeFrom::TrimHorizon) return SequenceNumber{0};
  const auto number = parse_sequence_number(*request.sequence_number);
  if (!number || *number >= bound) return invalid("Invalid SequenceNumber: " + *request.sequence_number);
  if (*number < std::max(trim_horizon(context), SequenceNumber{stream.generations.front()})) return trimmed_data();
  return *number + 1;
}

}  // namespace

Result<std::unique_ptr<Subscription>> subscribe(Context& context, const SubscribeRequest& request) {
  PARTITA_TRY_VALUE(table, requested_table(context, request, "GetRecords"));
  if (!table->stream) return invalid("Table has no stream: TableName: " + table->name);
  const auto limit = static_cast<std::size_t>(request.limit.value_or(limits::kRecordsOfPage));
  const auto reader = std::make_shared<StreamReader>(context, table->stream->id, limit);
  std::unique_ptr<Subscription> subscription = std::make_unique<EngineSubscription>(reader);
  reader->open();
  PARTITA_TRY_VALUE(position, first_position(context, *table->stream, request, context.numbers.settled_below()));
  reader->begin_at(position);
  return subscription;
}

}  // namespace partita::engine
