#include "engine/streams/subscription.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>

#include "base/completing.h"
#include "base/lack_of_memory.h"
#include "base/try.h"
#include "engine/streams/record_page.h"
#include "engine/streams/settings.h"
#include "engine/streams/shards.h"
#include "engine/tables/tables.h"
#include "ops/prepare.h"
#include "value/limits.h"

namespace partita::engine {
namespace {

using Records = std::vector<Record>;
using NextDone = Completion<Records>;

// What is left of a subscription's next() while it is under way. It reads when next() is called. If there is nothing to
// read, it waits as a listener, and the writer whose number is settled posts the next read to the executor. Such a task
// may run after the subscription is destroyed, so tasks share the reader.
class Reader final : public std::enable_shared_from_this<Reader>, private SequenceNumbers::Listener {
 public:
  Reader(Context& context, keys::TableId stream, std::size_t limit)
      : context_(context), stream_(stream), limit_(limit) {
    context_.numbers.add(*this, stream);
  }
  // Must be called once before the first read.
  void begin_at(SequenceNumber position) { position_ = position; }

  // Takes `done` for the next records, or returns false and leaves it because another next() is under way.
  bool take(NextDone& done) {
    const std::lock_guard lock(mutex_);
    if (under_way_) return false;
    under_way_ = true;
    done_ = std::move(done);
    return true;
  }
  // Reads on the executor. Requires: take() returned true.
  void post() noexcept {
    if (!wake()) answer(unexpected(base::lack_of_memory()));
  }
  // Reads until there is an answer or nothing to read. Requires: take() returned true, or the listener was woken.
  void read() noexcept;
  // Cancels a next() that is under way, and waits for other threads that read or run a completion.
  void close() noexcept;

 private:
  // Marks the calling thread as one that close() waits for.
  class Inside {
   public:
    explicit Inside(Reader& reader) : reader_(reader), outer_(std::exchange(here, &reader)) {}
    ~Inside() {
      here = outer_;
      const std::lock_guard lock(reader_.mutex_);
      --reader_.inside_;
      reader_.left_.notify_all();
    }
    Inside(const Inside&) = delete;
    Inside& operator=(const Inside&) = delete;
    static thread_local const Reader* here;

   private:
    Reader& reader_;
    const Reader* const outer_;
  };

  bool wake() noexcept override {
    return base::had_memory_for([this] { context_.executor.post([self = shared_from_this()] { self->read(); }); });
  }
  // Returns the next records, none at the stream's end, or nullopt if there are none yet. Waits for the disk.
  // Errors: those of Subscription::next().
  Result<std::optional<Records>> look();
  // Gives the answer to the next() that is under way, unless close() did.
  void answer(Result<Records> result) noexcept;

  Context& context_;
  const keys::TableId stream_;
  const std::size_t limit_;
  SequenceNumber position_ = 0;  // used by the thread that reads
  std::mutex mutex_;             // guards all below
  std::condition_variable left_;
  bool under_way_ = false;
  bool closed_ = false;
  unsigned inside_ = 0;
  NextDone done_;
};

thread_local const Reader* Reader::Inside::here = nullptr;

void Reader::read() noexcept {
  {
    const std::lock_guard lock(mutex_);
    if (closed_) return;
    ++inside_;
  }
  const Inside inside(*this);
  while (true) {
    Result<std::optional<Records>> found = unexpected(base::lack_of_memory());
    (void)base::had_memory_for([&] { found = look(); });
    if (!found) return answer(unexpected(std::move(found.error())));
    if (*found) return answer(**std::move(found));
    const std::lock_guard lock(mutex_);
    // The next read, which the listener posts, begins with this mutex.
    if (closed_ || !context_.numbers.wait(*this, position_)) return;
  }
}

Result<std::optional<Records>> Reader::look() {
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

void Reader::answer(Result<Records> result) noexcept {
  NextDone done;
  {
    const std::lock_guard lock(mutex_);
    if (closed_) return;
    done = std::exchange(done_, nullptr);
    under_way_ = false;
  }
  const base::Completing completing;
  (void)base::had_memory_for([&] { done(std::move(result)); });
}

void Reader::close() noexcept {
  context_.numbers.remove(*this);
  NextDone done;
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    done = std::exchange(done_, nullptr);
  }
  if (done) {
    const base::Completing completing;
    (void)base::had_memory_for([&] { done(fail(ErrorCode::Cancelled, "The subscription was destroyed")); });
  }
  std::unique_lock lock(mutex_);
  const unsigned own = Inside::here == this ? 1 : 0;
  left_.wait(lock, [&] { return inside_ == own; });
}

// An answer that a thread waits for.
class Awaited {
 public:
  void give(Result<Records> result) {
    const std::lock_guard lock(mutex_);
    result_.emplace(std::move(result));
    given_.notify_one();
  }
  Result<Records> wait() {
    std::unique_lock lock(mutex_);
    given_.wait(lock, [this] { return result_.has_value(); });
    return *std::move(result_);
  }

 private:
  std::mutex mutex_;
  std::condition_variable given_;
  std::optional<Result<Records>> result_;
};

class EngineSubscription final : public Subscription {
 public:
  explicit EngineSubscription(std::shared_ptr<Reader> reader) : reader_(std::move(reader)) {}
  ~EngineSubscription() override { reader_->close(); }

  Result<Records> next() override {
    if (base::Completing::here())
      return invalid("A completion must not wait for next(); use the form with a completion");
    Awaited awaited;
    NextDone done = [&](Result<Records> result) { awaited.give(std::move(result)); };
    if (!reader_->take(done)) return under_way();
    reader_->read();
    return awaited.wait();
  }
  void next(Completion<Records> done) override {
    if (reader_->take(done)) return reader_->post();
    const base::Completing completing;
    done(under_way());
  }

 private:
  static unexpected<Error> under_way() { return invalid("Another next() of this subscription is under way"); }

  const std::shared_ptr<Reader> reader_;
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
  const auto reader = std::make_shared<Reader>(context, table->stream->id, limit);
  std::unique_ptr<Subscription> subscription = std::make_unique<EngineSubscription>(reader);
  PARTITA_TRY_VALUE(position, first_position(context, *table->stream, request, context.numbers.settled_below()));
  reader->begin_at(position);
  return subscription;
}

}  // namespace partita::engine
