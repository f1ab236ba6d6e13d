// Reads the changes of a model's table from its stream.
#pragma once

#include <partita/model/runtime/session.h>
#include <partita/stream_record.h>

namespace partita::model {

struct TableInfo;

// The place at which the changes of a table begin.
struct PARTITA_API ChangesFrom {
  enum class Place : std::uint8_t { Oldest, Now, After, AfterNumber };
  Place place = Place::Oldest;
  // With After the checkpoint and with AfterNumber the sequence number of the last change that the program has handled.
  std::string last = {};
};

// A subscription of a session's database. It keeps the session. It ends with close_feed() or with its last owner.
class ChangeFeed;

// Subscribes to the changes of the table. `most` is the largest number of changes that next_changes() gives at once, 1
// to 1000. Errors: those of Database::subscribe; ValidationException for a checkpoint of another stream.
PARTITA_API Result<std::shared_ptr<ChangeFeed>> open_feed(std::shared_ptr<Session> session, const TableInfo& table,
                                                          const ChangesFrom& from, int most);
// Gives the next changes, none at the stream's end. The records have checkpoints.
// Errors: those of Subscription::next(); Cancelled if the feed is closed before the changes come; ValidationException
// for nullptr.
PARTITA_API void next_changes(const std::shared_ptr<ChangeFeed>& feed, Mode mode, Done<std::vector<StreamRecord>> done);
// Ends the subscription. Does nothing for nullptr or if it has ended.
PARTITA_API void close_feed(const std::shared_ptr<ChangeFeed>& feed) noexcept;
// Enables a stream with old and new images. A table that has such a stream stays as it is. Errors: those of the
// database; ValidationException if the table has a stream with another view type.
PARTITA_API void enable_stream(const std::shared_ptr<Session>& session, Mode mode, const TableInfo& table,
                               Done<void> done);

}  // namespace partita::model
