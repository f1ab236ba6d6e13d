// WriteSet: the writes of one request, from lock to commit: one for PutItem, up to 100 for a transaction.
//
// Life: take all the items' locks -> make sure that the tables are still what they were -> read the items -> find room for what
// is large -> evaluate -> one batch -> its place in the log -> release the locks -> durable -> finish. Nothing is written where a write has an error.
// Each step continues the one before, on whatever thread that came to; no step waits while holding a thread that must not.
//
// An item is read as the writer before left it, durable or not. What is answered is durable: also an error that was found on an
// item that is still on its way waits until that is settled, and is another one where that fails.
#pragma once

#include "engine/item_locks.h"
#include "engine/item_write.h"
#include "engine/write_room.h"

#include <functional>
#include <memory>
#include <vector>

namespace partita::engine {

class WriteSet final : public std::enable_shared_from_this<WriteSet>, private LockSet, private WriteRoom::Waiter {
 public:
  using Writes = std::vector<ItemWrite>;
  // Called once, after the locks are released. `outcome` fails where nothing could be read or written; where a write has
  // an `error`, it succeeds and nothing was written.
  using Finish = std::function<void(WriteSet&, Result<void> outcome)>;

  // Requires: `context` outlives it, no two writes have the same key. `owner` keeps the request that the writes point
  // into alive.
  static void run(Context& context, Writes writes, Caller caller, std::shared_ptr<void> owner, storage::Batch also,
                  Finish finish);

  // Where the set goes without having finished, which is for lack of memory, it releases its locks and finishes with that.
  ~WriteSet();

  Writes& writes() { return writes_; }
  // Its room, for who keeps what it holds beyond finish; nullptr where it needed none.
  std::shared_ptr<WriteRoom::Share> take_room() { return std::move(room_); }
  bool has_error() const;

 private:
  WriteSet(Context& context, Writes writes, Caller caller, std::shared_ptr<void> owner, storage::Batch also, Finish finish);

  void all_held() override;
  void has_room(std::size_t bytes) override;
  void locked();
  Result<void> recheck_tables();
  // false: not all is in memory, and this thread must not wait.
  Result<bool> read(bool cached_only);
  Result<bool> read_each(bool cached_only);
  enum class On : std::uint8_t { CallersThread, ThreadForReads };
  // With the items read: goes on to evaluate, or waits for room without them.
  void evaluate_where_there_is_room(On thread);
  // What the set will hold, about, from here to its answer.
  std::size_t bytes_to_hold() const;
  // What it does hold. Requires: evaluated and planned.
  std::size_t bytes_held() const;
  // On the thread for reads where that is too much for an event loop.
  void evaluate_where_it_may_take_long();
  void evaluate_and_commit();
  Result<void> evaluate_all();
  Result<void> plan(ItemWrite& write);
  void commit();
  void committed(Result<void> outcome);
  // With the locks held.
  void finish(Result<void> outcome);
  void answer(Result<void> outcome);

  Context& context_;
  Writes writes_;
  Caller caller_;  // on the thread that carries it out now
  std::shared_ptr<void> owner_;
  storage::Batch batch_;
  Finish finish_;                   // until it is called
  std::shared_ptr<WriteSet> self_;  // while it waits for locks, or for room
  std::shared_ptr<WriteRoom::Share> room_;
  Place built_on_ = kNoPlace;       // the first batch that it has read an item of, while that was on its way
  bool announced_ = false;          // and not settled
  bool released_ = false;
};

}  // namespace partita::engine
