// Copies: fields of some items, the holders, that repeat a field of another item, their source.
//
// write() and transact() keep the copies that were declared to their session. follow_copies() keeps those that are
// declared as followed, and verify() compares all of them.
#pragma once

#include <partita/model/runtime/change_feed.h>
#include <partita/model/runtime/description.h>
#include <partita/model/runtime/session.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace partita::model {

struct Fault;  // partita/model/value_codec.h

// A field of the holder that has the value of a field of the source's primary key.
struct CopyReference {
  FieldPosition holder = kNone;
  FieldPosition source = kNone;
};

// A field that holders copy from their source.
struct CopyInfo {
  const TableInfo* holder_table = nullptr;
  const EntityInfo* holder = nullptr;
  FieldPosition field = kNone;
  const TableInfo* source_table = nullptr;
  const EntityInfo* source = nullptr;
  FieldPosition source_field = kNone;
  std::span<const CopyReference> references = {};  // one for each field of the source's primary key
  // Reads the holders of one source. Its `by` are the holder's fields of `references`, in that order.
  const PatternInfo* find = nullptr;
  // The copies are written from the stream, and not in the transaction of the source.
  bool followed = false;
  // True if a read of the source accepts the value of its member. Otherwise `fault` says why. It is nullptr in a model
  // that comes from a file.
  bool (*read)(const AttributeValue& value, Fault& fault) = nullptr;
};

// Declares the copies that the writes of this session keep. `copies` must live as long as the session.
// Requires: it is called before the first call of the session.
PARTITA_API void declare_copies(Session& session, std::span<const CopyInfo> copies);

// Copies of one item that could not be written. The item keeps what it has.
struct UnwrittenCopy {
  std::string entity = {};  // of the item with the copies, or of their source if that is at fault
  AttributeMap key = {};    // of that item: its primary key, or the fields of the source's key
  Error error = {};         // the reason
};

// A step of a program that follows the changes of a table and keeps its copies.
struct PARTITA_API CopyRound {
  std::int64_t changes = 0;   // changes of items that were looked at
  std::int64_t compared = 0;  // copies that were compared with their source
  std::int64_t written = 0;   // copies that were written, because they differed
  // The checkpoint of the last change. A follower that starts after it goes on behind this step. Empty at the end of
  // the stream.
  std::string checkpoint = {};
  // The copies of this step that cannot be written, such as a value that no key of an index can hold. All others are
  // written. They need a correction of the items, and the next steps do not compare them again until an item changes.
  std::vector<UnwrittenCopy> unwritten = {};
  Cost cost = {};
};

// Waits for the next changes of the feed's table and makes the copies that they concern equal to their sources: those
// of a source whose field changed, and those of a holder that was written, by whatever program. `changes` is 0 at the
// end of the stream. A step that was interrupted may be repeated from the checkpoint before it. A copy that cannot be
// written is no error (CopyRound::unwritten). Errors: those of next_changes() and of reads and writes, after which a
// part of the copies is written.
PARTITA_API void follow_copies(const std::shared_ptr<Session>& session, Mode mode, const TableInfo& table,
                               const std::shared_ptr<ChangeFeed>& feed, Done<CopyRound> done);

}  // namespace partita::model
