// pt::changes<Shop> gives the changes of a table as its entities, before and after each change.
//
//   auto feed = db.subscribe<Shop>(pt::changes_after(checkpoint)).value();
//   while (true) {
//     const auto changes = feed.next().value();  // waits; or co_await pt::async(feed.next(), asio::use_awaitable)
//     if (changes.empty()) break;                // the stream was disabled
//     for (const pt::change<Shop>& change : changes)
//       if (const Order* order = change.after<Order>()) ...
//   }
#pragma once

#include <partita/model/call.h>
#include <partita/model/changes.h>
#include <partita/model/parse.h>
#include <partita/model/runtime/change_feed.h>

namespace partita::model {

// Begins with the change after the one that has this sequence number.
inline ChangesFrom changes_after(std::string sequence_number) {
  return {ChangesFrom::Place::After, std::move(sequence_number)};
}
// Begins with the next change.
inline ChangesFrom changes_from_now() { return {ChangesFrom::Place::Now, {}}; }

// One change of an item. The images are std::monostate for an item of no entity of the table, and where there is no
// item. Requires a stream with old and new images (db.enable_stream), because another one leaves images out.
template <class Table>
struct change : Images<Table> {
  std::string event_name;           // INSERT, MODIFY or REMOVE
  std::string sequence_number;      // greater than that of the change before
  AttributeMap keys;                // the item's primary key
  bool expired = false;             // time to live deleted the item
  std::optional<Error> unreadable;  // the error of parse_images(); then both images are std::monostate

  // The struct before the change, or nullptr if there was none of this type.
  template <class Struct>
  const Struct* before() const {
    return std::get_if<Struct>(&this->old_image);
  }
  // The struct after the change.
  template <class Struct>
  const Struct* after() const {
    return std::get_if<Struct>(&this->new_image);
  }
};

namespace detail {

template <class Table>
change<Table> typed_change(StreamRecord row) {
  change<Table> out;
  out.event_name = std::move(row.event_name);
  out.sequence_number = std::move(row.sequence_number);
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
// before next() is run. If it is destroyed while a next() is under way, that next() ends with Cancelled.
template <detail::declared_table Table>
class changes<Table> {
 public:
  using Batch = std::vector<change<Table>>;

  // A feed for later assignment, whose next() must not be run.
  changes() = default;
  explicit changes(std::shared_ptr<ChangeFeed> feed) : feed_(std::move(feed)) {}
  changes(changes&&) noexcept = default;
  changes& operator=(changes&&) noexcept = default;
  changes(const changes&) = delete;
  changes& operator=(const changes&) = delete;
  ~changes() = default;

  // Gives the next changes, at least one, in the order in which they were made. No changes mean that the stream was
  // disabled and was read to its end. The call must be run while the feed lives, and only one may be under way.
  // Errors: those of Subscription::next() (subscription.h).
  AnyCall<Batch> next() const {
    return AnyCall<Batch>([feed = feed_.get()](Mode mode, Done<Batch> done) {
      next_changes(*feed, mode, [done = std::move(done)](Result<std::vector<StreamRecord>> rows) {
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
