// A CopyFollower keeps copies by the changes of a table: those that are declared as followed, and those that other
// programs wrote.
//
//   auto follower = db.follow_copies<Shop>(pt::changes_after(checkpoint)).value();
//   while (true) {
//     const pt::CopyRound round = follower.next().value();  // waits for changes
//     if (round.changes == 0) break;                        // the stream was disabled
//     store(round.checkpoint);
//   }
#pragma once

#include <partita/model/call.h>
#include <partita/model/runtime/copies.h>

namespace partita::model {

// db.follow_copies makes it. It may be copied; the copies are one follower, which ends with the last of them: a next()
// that is under way then ends as after close(). It requires a stream with old and new
// images (db.enable_stream) on the table of the sources, and on the table of the holders if programs write those
// without the library. Each table has a follower of its own.
class PARTITA_API CopyFollower {
 public:
  // A follower for later assignment, whose next() is refused.
  CopyFollower() = default;
  CopyFollower(std::shared_ptr<Session> session, const TableInfo& table, std::shared_ptr<ChangeFeed> feed)
      : session_(std::move(session)), table_(&table), feed_(std::move(feed)) {
    last_copy_ = std::shared_ptr<const void>(&table, [kept = feed_](const void*) { close_feed(kept); });
  }

  // Waits for the next changes and makes the copies equal to their sources that the changes concern. Only one call may
  // be under way. If it fails, or the program ends meanwhile, the next follower begins after the last checkpoint.
  // Copies that cannot be written do not fail it: CopyRound::unwritten.
  // Errors: those of Subscription::next(), and of reads and writes, after which a part of the copies is written.
  AnyCall<CopyRound> next() const;
  // Ends the follower. A next() under way ends with Cancelled, or when the changes that it has are done.
  void close() noexcept { close_feed(feed_); }

 private:
  std::shared_ptr<Session> session_;
  const TableInfo* table_ = nullptr;
  std::shared_ptr<ChangeFeed> feed_;
  std::shared_ptr<const void> last_copy_;  // its deleter closes the feed
};

}  // namespace partita::model
