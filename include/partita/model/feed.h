// pt::changes<Shop> gives the changes of a table as its entities, before and after each change.
//
//   auto feed = db.subscribe<Shop>(pt::changes_after(checkpoint)).value();
//   while (true) {
//     const auto changes = feed.next().value();  // waits; or co_await pt::async(feed.next(), asio::use_awaitable)
//     if (changes.empty()) break;                // the stream was disabled
//     for (const pt::change<Shop>& change : changes)
//       if (const Order* order = change.after<OrderE>()) ...
//   }
#pragma once

#include <partita/model/call.h>
#include <partita/model/changes.h>
#include <partita/model/parse.h>
#include <partita/model/runtime/change_feed.h>

namespace partita::model {

// Begins with the change after the one that has this checkpoint (change::checkpoint). A checkpoint is bound to the
// stream of its table, so that the subscription refuses one of another table, or of an earlier stream of this table.
inline ChangesFrom changes_after(std::string checkpoint) { return {ChangesFrom::Place::After, std::move(checkpoint)}; }
// Begins with the change after the one that has this sequence number, such as one that a Lambda function has stored. A
// sequence number is bound to nothing: that of another table's stream is accepted, and changes are skipped.
inline ChangesFrom changes_after_number(std::string sequence_number) {
  return {ChangesFrom::Place::AfterNumber, std::move(sequence_number)};
}
// Begins with the next change.
inline ChangesFrom changes_from_now() { return {ChangesFrom::Place::Now, {}}; }

// One change of an item. The images are std::monostate for an item of no entity of the table, and where there is no
// item. Requires a stream with old and new images (db.enable_stream), because another one leaves images out.
template <class Table>
struct change : Images<Table> {
  std::string event_name;           // INSERT, MODIFY or REMOVE
  std::string sequence_number;      // greater than that of the change before
  std::string checkpoint;           // for changes_after(); greater than that of the change before
  AttributeMap keys;                // the item's primary key
  bool expired = false;             // time to live deleted the item
  std::optional<Error> unreadable;  // the error of parse_images(); then both images are std::monostate

  // The item before the change, or nullptr if there was none of this entity or struct. `Named` is an entity of the
  // table, or its struct if no other entity has that struct.
  template <class Named>
  const auto* before() const {
    return parsed_if<Table, Named>(&this->old_image);
  }
  // The item after the change.
  template <class Named>
  const auto* after() const {
    return parsed_if<Table, Named>(&this->new_image);
  }
};

namespace detail {

template <class Table>
change<Table> typed_change(StreamRecord row) {
  change<Table> out;
  out.event_name = std::move(row.event_name);
  out.sequence_number = std::move(row.sequence_number);
  out.checkpoint = std::move(row.checkpoint);
  out.keys = std::move(row.keys);
  out.expired = row.expired;
  auto images = parse_images<Table>(std::move(row.old_image), std::move(row.new_image));
  if (images)
    static_cast<Images<Table>&>(out) = std::move(*images);
  else
    out.unreadable = std::move(images.error());
  return out;
}

}  // namespace detail

// The changes of a table, from a place of its stream on. db.subscribe makes it. A feed may be moved. It reads nothing
// before next() is run. If it is destroyed, a next() that is under way or that is run later ends with Cancelled.
template <detail::declared_table Table>
class changes<Table> {
 public:
  using Batch = std::vector<change<Table>>;

  // A feed for later assignment. Until then, and after the feed was moved from, next() is an error.
  changes() = default;
  explicit changes(std::shared_ptr<ChangeFeed> feed) : feed_(std::move(feed)) {}
  changes(changes&&) noexcept = default;
  changes& operator=(changes&& other) noexcept {
    if (this != &other) close_feed(std::exchange(feed_, std::move(other.feed_)));
    return *this;
  }
  changes(const changes&) = delete;
  changes& operator=(const changes&) = delete;
  ~changes() { close_feed(feed_); }

  // Gives the next changes, at least one, in the order in which they were made. No changes mean that the stream was
  // disabled and was read to its end. Only one call may be under way. Errors: those of
  // Subscription::next() (subscription.h); ValidationException if there is no feed, because it was moved.
  AnyCall<Batch> next() const {
    return AnyCall<Batch>([feed = feed_](Mode mode, Done<Batch> done) {
      next_changes(feed, mode, [done = std::move(done)](Result<std::vector<StreamRecord>> rows) {
        if (!rows) return done(unexpected(std::move(rows.error())));
        Batch batch;
        batch.reserve(rows->size());
        for (StreamRecord& row : *rows) batch.push_back(detail::typed_change<Table>(std::move(row)));
        done(std::move(batch));
      });
    });
  }

 private:
  std::shared_ptr<ChangeFeed> feed_;
};

}  // namespace partita::model
