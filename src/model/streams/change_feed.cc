#include <partita/database.h>
#include <partita/model/runtime/change_feed.h>

#include "base/try.h"
#include "model/core/async_operation.h"

namespace partita::model {
namespace {

SubscribeFrom start_of(ChangesFrom::Place place) {
  switch (place) {
    case ChangesFrom::Place::Oldest:
      return SubscribeFrom::TrimHorizon;
    case ChangesFrom::Place::Now:
      return SubscribeFrom::Latest;
    case ChangesFrom::Place::After:
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

Result<std::vector<StreamRecord>> rows_of(const Result<std::vector<Record>>& records) {
  if (!records) return unexpected(records.error());
  std::vector<StreamRecord> rows;
  rows.reserve(records->size());
  for (const Record& record : *records) rows.push_back(row_of(record));
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
  ChangeFeed(std::shared_ptr<Session> session, std::unique_ptr<Subscription> subscription)
      : session_(std::move(session)), subscription_(std::move(subscription)) {}
  Subscription& subscription() { return *subscription_; }

 private:
  const std::shared_ptr<Session> session_;
  const std::unique_ptr<Subscription> subscription_;
};

Result<std::shared_ptr<ChangeFeed>> open_feed(std::shared_ptr<Session> session, const TableInfo& table,
                                              const ChangesFrom& from, int most) {
  SubscribeRequest request{.table_name = table_name(*session, table), .from = start_of(from.place), .limit = most};
  if (from.place == ChangesFrom::Place::After) request.sequence_number = from.sequence_number;
  const std::string name = *request.table_name;
  PARTITA_TRY_VALUE(subscription, session->database().subscribe(std::move(request)));
  PARTITA_TRY_VALUE(described, session->database().describe_table({.table_name = name}));
  const auto* const view = view_type(described);
  if (view && *view != StreamViewType::NewAndOldImages) return lacks_images(name, view->text());
  return std::make_shared<ChangeFeed>(std::move(session), std::move(subscription));
}

void next_changes(ChangeFeed& feed, Mode mode, Done<std::vector<StreamRecord>> done) {
  if (mode == Mode::Wait) return done(rows_of(feed.subscription().next()));
  feed.subscription().next(
      [done = std::move(done)](const Result<std::vector<Record>>& records) { done(rows_of(records)); });
}

void enable_stream(const std::shared_ptr<Session>& session, Mode mode, const TableInfo& table, Done<void> done) {
  const Caller caller(session, mode);
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
