// RoomedRead: a read of many items, which waits until page_room (Context) has room for them. It keeps the room until
// its answer was handed over. No thread waits.
#pragma once

#include <partita/error.h>

#include <cstddef>
#include <functional>
#include <memory>

#include "catalog/table_info.h"
#include "engine/context.h"
#include "engine/threads/write_room.h"

namespace partita::engine {

class RoomedRead final : public WriteRoom::Waiter, public std::enable_shared_from_this<RoomedRead> {
 public:
  // Such a read goes on to its end although its client may have gone, and pages wait behind it. So their number bounds
  // how long a page may wait, and how long the stop takes.
  static constexpr std::size_t kMostWaiting = 32;

  // Reads and answers. It tells the share how many bytes of items it holds.
  using Read = std::function<void(WriteRoom::Share& share)>;
  // Answers with an error.
  using Refuse = std::function<void(Error error)>;

  // Calls `read` once: at once if it is expected to hold little, otherwise on a thread for long pages, as soon as there
  // is room for `expected` bytes. If too many reads wait, calls `refuse` with ThrottlingException in its place. Must be
  // called on a thread that may wait.
  static void start(Context& context, std::size_t expected, Read read, const Refuse& refuse);

  // Use start().
  RoomedRead(Context& context, Read read) : context_(context), read_(std::move(read)), share_(context.page_room) {}

 private:
  void enter(std::size_t bytes);
  void has_room(std::size_t bytes) override;

  Context& context_;
  const Read read_;
  WriteRoom::Share share_;
  std::shared_ptr<RoomedRead> self_;  // while it waits for room
};

// What `count` items of a table or an index take, if they are as large as its items on average. Reads the store, so it
// may wait for the disk. Errors: InternalServerError, Corruption.
Result<std::size_t> expected_bytes(const Context& context, const catalog::TableInfo& table, keys::IndexId index,
                                   std::size_t count);

}  // namespace partita::engine
