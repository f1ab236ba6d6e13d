#include <partita/database.h>
#include <partita/model/runtime/change_feed.h>

#include <future>
#include <mutex>

#include "base/completing.h"
#include "base/try.h"
#include "model/core/async_operation.h"
#include "model/core/background.h"
#include "model/streams/checkpoint.h"

namespace partita::model {
namespace {

SubscribeFrom start_of(ChangesFrom::Place place) {
  switch (place) {
    case ChangesFrom::Place::Oldest:
      return SubscribeFrom::TrimHorizon;
    case ChangesFrom::Place::Now:
      return SubscribeFrom::Latest;
    case ChangesFrom::Place::After:
    case ChangesFrom::Place::AfterNumber:
      return SubscribeFrom::AfterSequenceNumber;
  }
  return SubscribeFrom::TrimHorizon;
}

std::optional<AttributeMap> map_of(const std::optional<Item>& item) {
  if (!item) return std::nullopt;
  return item->to_map();
}

StreamRecord row_of(const Record& record) {
  StreamRecord row;
  row.event_id = record.event_id.value_or("");
  if (record.event_name) row.event_name = record.event_name->text();
  row.expired = record.user_identity.has_value();
  if (!record.dynamodb) return row;
  row.sequence_number = record.dynamodb->sequence_number.value_or("");
  if (record.dynamodb->keys) row.keys = record.dynamodb->keys->to_map();
  row.old_image = map_of(record.dynamodb->old_image);
  row.new_image = map_of(record.dynamodb->new_image);
  return row;
}

Result<std::vector<StreamRecord>> rows_of(const Result<std::vector<Record>>& records, std::string_view binding) {
  if (!records) return unexpected(records.error());
  std::vector<StreamRecord> rows;
  rows.reserve(records->size());
  for (const Record& record : *records) {
    StreamRecord& row = rows.emplace_back(row_of(record));
    row.checkpoint = make_checkpoint(binding, row.sequence_number);
  }
  return rows;
}

// The view type of the table's stream, or nullptr if no stream is enabled.
const OpenEnum<StreamViewType>* view_type(const DescribeTableResponse& answer) {
  const auto& stream = answer.table.stream_specification;
  return stream && stream->stream_view_type ? &*stream->stream_view_type : nullptr;
}

unexpected<Error> lacks_images(const std::string& table, std::string_view view) {
  return invalid("The stream of table " + table + " has the view type " + std::string(view) +
                 ", but pt::changes needs NEW_AND_OLD_IMAGES. Disable the stream (UpdateTable with StreamEnabled "
                 "false), then call enable_stream");
}

}  // namespace

// The subscription is destroyed before the session, which may own the database.
class ChangeFeed {
 public:
  ChangeFeed(std::shared_ptr<Session> session, std::unique_ptr<Subscription> subscription, std::string binding)
      : session_(std::move(session)), binding_(std::move(binding)), subscription_(std::move(subscription)) {}
  ~ChangeFeed() { close(); }

  const std::string& binding() const { return binding_; }

  // Starts a next() of the subscription. `done` may be called before this function returns.
  void start(Completion<std::vector<Record>> done) {
    // The lock keeps close() on another thread from destroying the subscription before its next() has begun. `done` may
    // come back here on this thread, because it may ask again or destroy the feed.
    const std::lock_guard lock(mutex_);
    if (!subscription_) return done(fail(ErrorCode::Cancelled, "The feed of changes was destroyed"));
    subscription_->next(std::move(done));
  }
  // Waits inside of a completion. Only the subscription knows whether it may wait there.
  Result<std::vector<Record>> wait_in_completion() {
    Subscription* const subscription = [this] {
      const std::lock_guard lock(mutex_);
      return subscription_.get();
    }();
    if (!subscription) return fail(ErrorCode::Cancelled, "The feed of changes was destroyed");
    return subscription->next();
  }
  // A next() under way ends with Cancelled before this function returns.
  void close() noexcept {
    std::unique_ptr<Subscription> closed;
    {
      const std::lock_guard lock(mutex_);
      closed = std::move(subscription_);
    }
  }

 private:
  const std::shared_ptr<Session> session_;
  const std::string binding_;
  std::recursive_mutex mutex_;
  std::unique_ptr<Subscription> subscription_;  // guarded by mutex_; nullptr after close()
};

Result<std::shared_ptr<ChangeFeed>> open_feed(std::shared_ptr<Session> session, const TableInfo& table,
                                              const ChangesFrom& from, int most) {
  if (const Error* fault = session->fault()) return unexpected(*fault);
  SubscribeRequest request{.table_name = table_name(*session, table), .from = start_of(from.place), .limit = most};
  const std::string name = *request.table_name;
  PARTITA_TRY_VALUE(described, session->database().describe_table({.table_name = name}));
  std::string binding = binding_of_stream(described.table.latest_stream_arn.value_or(""));
  if (from.place == ChangesFrom::Place::AfterNumber) request.sequence_number = from.last;
  if (from.place == ChangesFrom::Place::After) {
    PARTITA_TRY_VALUE(number, number_of_checkpoint(from.last, binding, name));
    request.sequence_number = std::move(number);
  }
  PARTITA_TRY_VALUE(subscription, session->database().subscribe(std::move(request)));
  const auto* const view = view_type(described);
  if (view && *view != StreamViewType::NewAndOldImages) return lacks_images(name, view->text());
  return std::make_shared<ChangeFeed>(std::move(session), std::move(subscription), std::move(binding));
}

void next_changes(const std::shared_ptr<ChangeFeed>& feed, Mode mode, Done<std::vector<StreamRecord>> done) {
  if (!feed)
    return done(invalid("There is no feed of changes: it was moved from, or db.subscribe has not made it yet"));
  // The completion may release the last other owner.
  const std::shared_ptr<ChangeFeed> kept = feed;
  // `done` may hold the last owner of the database, so it is destroyed before the completion ends.
  if (mode == Mode::Async) {
    auto held = std::make_shared<Done<std::vector<StreamRecord>>>(std::move(done));
    return kept->start([held, binding = kept->binding()](const Result<std::vector<Record>>& records) {
      const Background background;
      const base::Completing completing;
      const Done<std::vector<StreamRecord>> now = std::exchange(*held, nullptr);
      now(rows_of(records, binding));
    });
  }
  if (base::Completing::here()) return done(rows_of(kept->wait_in_completion(), kept->binding()));
  const auto answer = std::make_shared<std::promise<Result<std::vector<Record>>>>();
  kept->start([answer](Result<std::vector<Record>> records) { answer->set_value(std::move(records)); });
  done(rows_of(answer->get_future().get(), kept->binding()));
}

void close_feed(const std::shared_ptr<ChangeFeed>& feed) noexcept {
  if (feed) feed->close();
}

void enable_stream(const std::shared_ptr<Session>& session, Mode mode, const TableInfo& table, Done<void> done) {
  const RequestSender caller(session, mode);
  UpdateTableRequest request{.table_name = table_name(*session, table)};
  request.stream_specification = StreamSpecification{.stream_enabled = true};
  request.stream_specification->stream_view_type = StreamViewType::NewAndOldImages;
  const DescribeTableRequest describe{request.table_name};
  caller.call(std::move(request), [caller, describe, done = std::move(done)](const Result<UpdateTableResponse>& made) {
    if (made) return done({});
    if (made.error().code != ErrorCode::ValidationException) return done(unexpected(made.error()));
    caller.call(describe, [refusal = made.error(), describe, done](const Result<DescribeTableResponse>& answer) {
      const auto* const view = answer ? view_type(*answer) : nullptr;
      if (view == nullptr) return done(unexpected(refusal));
      if (*view != StreamViewType::NewAndOldImages) return done(lacks_images(*describe.table_name, view->text()));
      done({});
    });
  });
}

}  // namespace partita::model
