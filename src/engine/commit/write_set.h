// WriteSet: the writes of one request, from lock to commit. PutItem has one write, a transaction up to 100.
//
// The steps are: take the locks of all items, look the tables up again, read the items, find room if the writes are
// large, evaluate, make one batch, get its place in the log, release the locks, become durable, finish. If a write has
// an error, the set writes to no item. Each step continues on the thread on which the step before ended. A thread that
// must not wait never waits in a step.
//
// An item is read as the writer before left it, durable or not. Every answer is about durable items. So an error that
// was found on an item whose write is still on its way is answered only when that write is settled. If that write
// fails, its error is the answer.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "base/writer.h"
#include "engine/changes/item_write.h"
#include "engine/commit/item_locks.h"
#include "engine/may_wait.h"
#include "engine/records/sequence_numbers.h"
#include "engine/threads/write_room.h"

namespace partita::engine {

class WriteSet final : public std::enable_shared_from_this<WriteSet>, private LockSet, private WriteRoom::Waiter {
 public:
  using Writes = std::vector<ItemWrite>;
  // Called on any thread after the locks are released; once, or a second time if the first call ended for lack of
  // memory. `outcome` is an error if the items could not be read or written. If a write has an `error`, `outcome` is a
  // success and no item was written.
  using Finish = std::function<void(WriteSet&, Result<void> outcome)>;

  // Carries out the writes and those of the batch `also` in one batch. `owner` keeps the request alive, which the
  // writes point into. `context` must outlive the set. Requires: no two writes have the same key.
  static void run(Context& context, Writes writes, MayWait may_wait, std::shared_ptr<void> owner, storage::Batch also,
                  Finish finish);

  // A set that is destroyed before it finished ran out of memory. It releases its locks and finishes with that error.
  ~WriteSet();

  // The writes, in the order of the request.
  Writes& writes() { return writes_; }
  // The set's room, for a Finish that keeps parts of the answer after it returns. nullptr if the set needed no room.
  std::shared_ptr<WriteRoom::Share> take_room() { return std::move(room_); }
  // Whether one of the writes has an `error`. With --transactions conflict that may be a TransactionConflictException.
  bool has_error() const;

 private:
  WriteSet(Context& context, Writes writes, MayWait may_wait, std::shared_ptr<void> owner, storage::Batch also,
           Finish finish);

  void all_held() override;
  void has_room(std::size_t bytes) override;
  // Looks the tables up again and reads the items. Requires: all locks are held or skipped.
  void locked();
  // Sets the errors of the writes whose items a transaction has.
  void note_conflicts();
  // Errors: ResourceNotFoundException if a table was deleted or made anew since resolve().
  Result<void> recheck_tables();
  // Reads the items. Returns false if `may_wait` is No and an item is not in memory.
  Result<bool> read(MayWait may_wait);
  Result<bool> read_each(MayWait may_wait);
  enum class On : std::uint8_t { CallersThread, ThreadForReads };
  // Goes on to evaluate, or drops the items that it read and waits for room.
  void evaluate_with_room(On thread);
  // Sets what the writes cost although nothing is written, unless they were throttled.
  void note_failed_units();
  // An estimate of the bytes that the set will hold from here to its answer.
  std::size_t bytes_to_hold() const;
  // The bytes that the set does hold. Requires: the writes are evaluated and planned.
  std::size_t bytes_held() const;
  // Evaluates on a thread for reads if the work is too much for an event loop.
  void evaluate_or_hand_over();
  void evaluate_and_commit();
  Result<void> evaluate_all();
  // Whether the write may go on, if capacity is limited. If not, sets its `error`, or `left_out` if it may be left out.
  // The members of a batch are admitted here. Every write meets the capacity of the global indexes that it changes
  // here, because only now they are known.
  bool is_admitted(ItemWrite& write);
  // Notes the key of the entry that was refused for lack of the index's capacity, the new one or the old one.
  void note_throttled_entry(const ItemWrite& write, const catalog::IndexInfo& index, bool of_new);
  // Plans all writes. If one of them fails, nothing will be written.
  Result<void> plan_all();
  // Adds the write to the batch and sets its units, or its `error` if the item collection became too large.
  Result<void> plan(ItemWrite& write);
  // Queues the batch, and releases the locks if no table of the set is being backfilled.
  void commit();
  // Called on the pipeline's thread when the batch is settled.
  void committed(Result<void> outcome);
  // Releases the locks and answers.
  void finish(Result<void> outcome);
  void answer(Result<void> outcome);

  Context& context_;
  Writes writes_;
  MayWait may_wait_;  // whether the thread that carries out the set now may wait
  std::shared_ptr<void> owner_;
  storage::Batch batch_;
  SequenceNumbers::Ticket ticket_;  // of the batch's stream records
  const std::uint64_t failures_;    // for VectorCache::settled()
  const base::WriterName writer_;   // of the request
  Finish finish_;                   // empty once it was called
  std::shared_ptr<WriteSet> self_;  // set while the set waits for locks or for room
  std::shared_ptr<WriteRoom::Share> room_;
  CommitPlace built_on_ = kNoPlace;  // the lowest place of the unsettled batches that it has read items of
  bool announced_ = false;           // the set has announcements that are not settled
  bool released_ = false;
  bool sent_ = false;  // the store may have seen the batch
};

}  // namespace partita::engine
