#include "client/remote_subscription.h"

#include <utility>

#include "base/completing.h"
#include "base/try.h"
#include "client/stream_follower.h"
#include "engine/streams/pending_next.h"
#include "engine/streams/record_page.h"
#include "ops/prepare.h"

namespace partita::client {
namespace {

using engine::PendingNext;
using Records = std::vector<Record>;

// The service allows five reads of a shard a second.
constexpr std::chrono::milliseconds kBetweenPolls{250};

// The part of a subscription that reads. The steps of a next() follow each other on the loop's thread, except for the
// first. Each holds the reader by shared_ptr, because it may run after the subscription is destroyed.
class RemoteReader final : public std::enable_shared_from_this<RemoteReader> {
 public:
  RemoteReader(Database& database, RunLater later, std::string arn, OptionalInteger limit)
      : database_(database), later_(std::move(later)), arn_(std::move(arn)), limit_(limit) {}

  // Lists the shards and fetches the iterators that mark a place. Waits. Errors: those of the database, and of
  // StreamFollower::begin_after.
  Result<void> begin(const SubscribeRequest& request);
  PendingNext& pending() { return pending_; }
  // Goes on until there is an answer. Requires: a next() is under way.
  void step();

 private:
  using Place = StreamFollower::Place;

  DescribeStreamRequest listing() const;
  // Returns whether there are further pages.
  bool add_page(const StreamDescription& page);
  GetShardIteratorRequest iterator_of(const Place& place) const;
  void list();
  void fetch_iterator(Place& place);
  void no_iterator(Place& place, Error error);
  void read(Place& place);
  void got(Place& place, Result<GetRecordsResponse> page);
  void step_later();
  // Runs `go_on` with the value of an answer, or gives the error to the next().
  template <class Response, class GoOn>
  auto then(GoOn go_on) {
    return [self = shared_from_this(), go_on = std::move(go_on)](Result<Response> answer) {
      const PendingNext::Reading reading(self->pending_);
      if (reading.may_read()) go_on(*self, std::move(answer));
    };
  }

  Database& database_;
  const RunLater later_;
  const std::string arn_;
  const OptionalInteger limit_;
  PendingNext pending_;
  // The step that runs uses these.
  StreamFollower follower_;
  OptionalString listed_;  // the last shard of the pages so far, while shards are listed
  bool is_listed_ = true;
  bool has_ended_ = false;       // no further shards will come
  bool lost_shard_ = false;      // a shard with unread records is gone, or the stream is; the list of shards says which
  std::size_t empty_pages_ = 0;  // one after the other
};

DescribeStreamRequest RemoteReader::listing() const {
  DescribeStreamRequest request{.stream_arn = arn_};
  request.exclusive_start_shard_id = listed_;
  return request;
}

bool RemoteReader::add_page(const StreamDescription& page) {
  if (page.shards) follower_.add(*page.shards);
  listed_ = page.last_evaluated_shard_id;
  if (listed_) return true;
  has_ended_ = page.stream_status && *page.stream_status == StreamStatus::Disabled;
  return false;
}

GetShardIteratorRequest RemoteReader::iterator_of(const Place& place) const {
  GetShardIteratorRequest request{.stream_arn = arn_, .shard_id = place.shard};
  request.shard_iterator_type = place.from;
  if (place.from == ShardIteratorType::AfterSequenceNumber) request.sequence_number = place.sequence_number;
  return request;
}

Result<void> RemoteReader::begin(const SubscribeRequest& request) {
  while (true) {
    PARTITA_TRY_VALUE(page, database_.describe_stream(listing()));
    if (!add_page(page.stream_description)) break;
  }
  if (request.from == SubscribeFrom::Latest) follower_.begin_now();
  if (request.from == SubscribeFrom::AfterSequenceNumber) PARTITA_TRY(follower_.begin_after(*request.sequence_number));
  for (Place& place : follower_.places()) {
    if (place.done || place.from == ShardIteratorType::TrimHorizon) continue;
    PARTITA_TRY_VALUE(made, database_.get_shard_iterator(iterator_of(place)));
    place.iterator = made.shard_iterator.value_or("");
  }
  return {};
}

void RemoteReader::step() {
  if (!is_listed_) return list();
  Place* const place = follower_.next();
  if (place != nullptr) return place->iterator.empty() ? fetch_iterator(*place) : read(*place);
  if (has_ended_) return pending_.answer(Records{});
  is_listed_ = false;
  step_later();
}

void RemoteReader::step_later() {
  empty_pages_ = 0;
  later_(kBetweenPolls, [self = shared_from_this()] {
    const PendingNext::Reading reading(self->pending_);
    if (reading.may_read()) self->step();
  });
}

void RemoteReader::list() {
  database_.describe_stream(listing(),
                            then<DescribeStreamResponse>([](RemoteReader& self, Result<DescribeStreamResponse> page) {
                              if (!page) return self.pending_.answer(unexpected(std::move(page.error())));
                              self.is_listed_ = !self.add_page(page->stream_description);
                              if (self.is_listed_ && std::exchange(self.lost_shard_, false))
                                return self.pending_.answer(engine::trimmed_data());
                              self.step();
                            }));
}

// No shard is added while a request for a place is under way.
void RemoteReader::fetch_iterator(Place& place) {
  database_.get_shard_iterator(
      iterator_of(place),
      then<GetShardIteratorResponse>([&place](RemoteReader& self, Result<GetShardIteratorResponse> made) {
        if (!made) return self.no_iterator(place, std::move(made.error()));
        place.iterator = made->shard_iterator.value_or("");
        self.read(place);
      }));
}

// The next call must not ask again for a place that does not exist any more.
void RemoteReader::no_iterator(Place& place, Error error) {
  if (error.code == ErrorCode::TrimmedDataAccessException) place.from = ShardIteratorType::TrimHorizon;
  if (error.code == ErrorCode::ResourceNotFoundException) {
    place.done = true;
    is_listed_ = false;
    lost_shard_ = true;
    return list();
  }
  pending_.answer(unexpected(std::move(error)));
}

void RemoteReader::read(Place& place) {
  GetRecordsRequest request{.shard_iterator = place.iterator};
  request.limit = limit_;
  database_.get_records(request,
                        then<GetRecordsResponse>([&place](RemoteReader& self, Result<GetRecordsResponse> page) {
                          self.got(place, std::move(page));
                        }));
}

void RemoteReader::got(Place& place, Result<GetRecordsResponse> page) {
  if (!page) {
    const ErrorCode code = page.error().code;
    // The iterator of a slow program has expired, or its records are trimmed. The next read begins with another one.
    if (code == ErrorCode::ExpiredIteratorException || code == ErrorCode::TrimmedDataAccessException)
      place.iterator.clear();
    // Only an iterator that began with the next change, and has met none, does not know its place.
    if (code == ErrorCode::ExpiredIteratorException && place.from != ShardIteratorType::Latest) return step();
    if (code == ErrorCode::TrimmedDataAccessException) place.from = ShardIteratorType::TrimHorizon;
    return pending_.answer(unexpected(std::move(page.error())));
  }
  place.iterator = page->next_shard_iterator.value_or("");
  if (!page->next_shard_iterator) {
    place.done = true;
    is_listed_ = false;  // the shard may have children
  }
  if (!page->records.empty()) {
    empty_pages_ = 0;
    place.from = ShardIteratorType::AfterSequenceNumber;
    place.sequence_number = page->records.back().dynamodb->sequence_number.value_or("");
    return pending_.answer(std::move(page->records));
  }
  if (is_listed_ && ++empty_pages_ >= follower_.readable()) return step_later();
  step();
}

class RemoteSubscription final : public Subscription {
 public:
  explicit RemoteSubscription(std::shared_ptr<RemoteReader> reader) : reader_(std::move(reader)) {}
  ~RemoteSubscription() override { reader_->pending().close(); }

  Result<Records> next() override {
    if (base::Completing::here()) return engine::next_in_completion();
    const std::shared_ptr<RemoteReader> reader = reader_;
    engine::AwaitedNext awaited;
    PendingNext::Done done = awaited.completion();
    if (!reader->pending().take(done)) return engine::another_next();
    begin(*reader);
    return awaited.wait();
  }
  void next(Completion<Records> done) override {
    const std::shared_ptr<RemoteReader> reader = reader_;
    if (reader->pending().take(done)) return begin(*reader);
    const base::Completing completing;
    done(engine::another_next());
  }

 private:
  static void begin(RemoteReader& reader) {
    const PendingNext::Reading reading(reader.pending());
    if (reading.may_read()) reader.step();
  }

  // Each next() owns a part of the reader, because another thread, or a completion, may destroy the subscription
  // meanwhile.
  const std::shared_ptr<RemoteReader> reader_;
};

}  // namespace

Result<std::unique_ptr<Subscription>> subscribe_remotely(Database& database, RunLater later,
                                                         const SubscribeRequest& request) {
  PARTITA_TRY(ops::validate(request));
  PARTITA_TRY_VALUE(described, database.describe_table({.table_name = request.table_name}));
  if (!described.table.latest_stream_arn) return invalid("Table has no stream: TableName: " + *request.table_name);
  const auto reader =
      std::make_shared<RemoteReader>(database, std::move(later), *described.table.latest_stream_arn, request.limit);
  PARTITA_TRY(reader->begin(request));
  return std::make_unique<RemoteSubscription>(reader);
}

}  // namespace partita::client
