// Takes the changes of a span of time back, as far as no later change would be lost.
#pragma once

#include <partita/database.h>

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace partita::movement {

struct UndoneItem {
  enum class Outcome : std::uint8_t {
    Restored,   // it is as it was before the span
    Deleted,    // it did not exist before the span
    Left,       // it changed after the span
    OfSeveral,  // with a writer: several changed it within the span, or a writer who is not known
  };
  Outcome outcome = Outcome::Left;
  Item key = {};
};
std::string_view text_of(UndoneItem::Outcome outcome);  // "put back", "deleted", "left", "of several writers"

// Counts that other threads may read while the work goes on.
struct UndoProgress {
  std::atomic<std::uint64_t> restored = 0;
  std::atomic<std::uint64_t> deleted = 0;
  std::atomic<std::uint64_t> left = 0;
  // With a writer: items that several changed within the span, or a writer who is not known. They stay.
  std::atomic<std::uint64_t> of_several = 0;
  std::uint64_t undone() const { return restored + deleted; }
};

enum class UndoMode : std::uint8_t {
  Write,
  List,  // the items are only compared with those of now
};

struct UndoSettings {
  std::string table = {};
  double from = 0;                // seconds since 1970
  std::optional<double> to = {};  // not in the span; absent: now
  std::string key_prefix = {};    // of the partition key, if it is a string; empty: all items
  // Only items whose changes within the span were all made by this caller: an ARN, the name of a user, or
  // ROLE/SESSION. Empty: all items.
  std::string writer = {};
  UndoMode mode = UndoMode::Write;
  int writers = 8;  // requests that are under way, each on a thread
  // Takes each item. It is called on one thread at a time.
  std::function<void(const UndoneItem&)> on_item = [](const UndoneItem&) {};
};

// Gives each item that changed within the span the image that it had before, if it is as the span left it. Each write
// has a condition on up to 100 attributes, so a change that comes meanwhile is not lost, and the item counts as left.
// An item that is as it was before the span already is not counted. Errors: those of ListChangedItems, GetItem, PutItem
// and DeleteItem, and so UnknownOperationException of a database that is not Partita's. Items before the error may be
// written.
Result<void> undo(Database& database, const UndoSettings& settings, UndoProgress& progress);

}  // namespace partita::movement
