#include "engine/commit/write_set.h"

#include <algorithm>
#include <utility>

#include "base/lack_of_memory.h"
#include "base/late_wakes.h"
#include "base/try.h"
#include "engine/commit/commit_pipeline.h"
#include "engine/commit/current_item.h"
#include "engine/find_table.h"
#include "engine/hot_keys/hot_keys.h"
#include "engine/index/entries.h"
#include "engine/loop_budget.h"
#include "engine/records/number_bounds.h"
#include "engine/records/stream_counters.h"
#include "engine/texts.h"
#include "engine/threads/executor.h"
#include "engine/throttle/allowance.h"
#include "engine/vector_cache/vector_cache.h"
#include "keys/key_space.h"
#include "ops/prepare.h"
#include "storage/sums.h"
#include "value/limits.h"

namespace partita::engine {
namespace {

LocksOf purpose_of(const WriteSet::Writes& writes) {
  if (writes.empty()) return LocksOf::Write;
  if (writes.front().in_transaction) return LocksOf::Transaction;
  return writes.front().may_be_left_out ? LocksOf::Batch : LocksOf::Write;
}

}  // namespace

WriteSet::WriteSet(Context& context, Writes writes, MayWait may_wait, std::shared_ptr<void> owner, storage::Batch also,
                   Finish finish)
    : LockSet(purpose_of(writes)),
      context_(context),
      writes_(std::move(writes)),
      may_wait_(may_wait),
      owner_(std::move(owner)),
      batch_(std::move(also)),
      ticket_(context.numbers),
      failures_(context.vectors.failures()),
      writer_(base::WriterScope::current()),
      finish_(std::move(finish)) {
  for (const ItemWrite& write : writes_) add_lock(write.key);
}

void WriteSet::run(Context& context, Writes writes, MayWait may_wait, std::shared_ptr<void> owner, storage::Batch also,
                   Finish finish) {
  std::shared_ptr<WriteSet> set(
      new WriteSet(context, std::move(writes), may_wait, std::move(owner), std::move(also), std::move(finish)));
  set->self_ = set;
  bool all_held = false;
  if (!base::had_memory_for([&] { all_held = context.locks.acquire(*set); }))
    set->self_.reset();  // the destructor releases the locks that the set got
  else if (all_held)
    set->locked();
  // The caller waits for this write, which may wait for earlier writes of the caller's round.
  if (may_wait == MayWait::Yes) base::LateWakes::wake_now(base::LateWakes::Of::Work);
}

// Called on the thread for handovers, which must not wait.
void WriteSet::all_held() {
  may_wait_ = MayWait::No;
  locked();
}

// Called on the thread for handovers, which must not wait.
void WriteSet::has_room(std::size_t bytes) {
  room_->hold(bytes);
  may_wait_ = MayWait::No;
  locked();
}

WriteSet::~WriteSet() {
  if (!finish_) return;
  if (announced_) context_.locks.settle(*this);
  (void)base::had_memory_for([this] { finish(unexpected(base::lack_of_memory())); });
}

bool WriteSet::has_error() const {
  return std::any_of(writes_.begin(), writes_.end(), [](const ItemWrite& write) { return write.error.has_value(); });
}

void WriteSet::locked() {
  const std::shared_ptr<WriteSet> self = std::move(self_);
  if (has_conflict()) {
    note_conflicts();
    // A batch goes on with the members whose locks it holds.
    if (has_error() || std::ranges::all_of(writes_, [](const ItemWrite& write) { return write.left_out.has_value(); }))
      return finish({});
  }
  if (auto same = recheck_tables(); !same) return finish(same);
  auto read_all = read(may_wait_);
  if (!read_all) return finish(unexpected(std::move(read_all.error())));
  if (*read_all) return evaluate_with_room(On::CallersThread);
  context_.locked_reads.post([self] {
    auto read_all_now = self->read(MayWait::Yes);
    if (!read_all_now) return self->finish(unexpected(std::move(read_all_now.error())));
    self->evaluate_with_room(On::ThreadForReads);
  });
}

void WriteSet::note_conflicts() {
  for (const Lock& lock : locks()) {
    if (!lock.conflicts) continue;
    ItemWrite& write = writes_[lock.index];
    (write.may_be_left_out ? write.left_out : write.error) =
        Error(ErrorCode::TransactionConflictException, std::string(kConflictText));
  }
}

// Every writer that takes a lock after a backfill's wait_for_writers() must know the new index, so the table is looked
// up again under the lock.
Result<void> WriteSet::recheck_tables() {
  for (ItemWrite& write : writes_) {
    catalog::TablePtr now = context_.catalog.find(write.table->name);
    if (now == write.table) continue;
    if (!now || now->id != write.table->id)
      return fail(ErrorCode::ResourceNotFoundException, "Requested resource not found");
    write.table = std::move(now);
  }
  return {};
}

Result<bool> WriteSet::read(MayWait may_wait) {
  if (may_wait == MayWait::No || locks().size() == 1) return read_each(may_wait);
  auto in_memory = read_each(MayWait::No);
  if (!in_memory || *in_memory) return in_memory;
  // One call fetches all items from the disk. They stay in the cache long enough for read_each().
  std::vector<std::string_view> keys;
  for (const Lock& lock : locks()) keys.push_back(lock.key);
  PARTITA_TRY(context_.store.get_many(keys));
  return read_each(MayWait::Yes);
}

Result<bool> WriteSet::read_each(MayWait may_wait) {
  for (const Lock& lock : locks()) {
    if (lock.skipped) continue;
    ItemWrite& write = writes_[lock.index];
    // During a backfill append_change() also reads index entries, possibly from the disk.
    if (may_wait == MayWait::No && write.table->is_backfilling()) return false;
    PARTITA_TRY_VALUE(current, current_item(context_, lock, may_wait));
    if (!current.cached) return false;
    write.old_image = std::move(current.item);
    built_on_ = first_of(built_on_, current.built_on);
    if (!write.table->has_local_indexes() || is_condition_check(write.prepared)) continue;
    // The sums count only durable items, because this writer does not wait for writers of the collection's other items.
    PARTITA_TRY_VALUE(
        sums, context_.store.get(collection_key(write), {.snapshot = nullptr, .no_wait = may_wait == MayWait::No}));
    if (sums.state == storage::ReadState::NotCached) return false;
    write.collection_bytes =
        sums.state == storage::ReadState::Found ? storage::decode_sums(sums.value.bytes).second : 0;
  }
  return true;
}

Result<void> WriteSet::plan(ItemWrite& write) {
  if (is_condition_check(write.prepared)) {
    write.units.table = 1;
    return {};
  }
  PARTITA_TRY_VALUE(units, append_change(context_.store, *write.table, write.key, write.old_view(), write.new_view(),
                                         {ticket_, context_.stream_counters, context_.item_hash, ChangedBy::Request,
                                          Images::Unowned, writer_ ? std::string_view(*writer_) : std::string_view()},
                                         batch_));
  write.units = std::move(units);
  if (!write.table->has_local_indexes() || (!write.old_image && !write.new_image)) return {};
  write.collection_bytes += change_in_collection_bytes(*write.table, write.key, write.old_view(), write.new_view());
  if (write.new_image && write.collection_bytes > limits::kItemCollectionBytes)
    write.error = Error{ErrorCode::ItemCollectionSizeLimitExceededException, "Item collection size limit exceeded"};
  return {};
}

std::size_t WriteSet::bytes_to_hold() const {
  std::size_t bytes = 0;
  for (const ItemWrite& write : writes_) bytes += engine::bytes_to_hold(write);
  return bytes;
}

std::size_t WriteSet::bytes_held() const {
  std::size_t bytes = batch_.held_bytes();
  for (const ItemWrite& write : writes_) {
    if (write.old_image) bytes += write.old_image->bytes.size();
    if (write.new_image) bytes += write.new_image->capacity();
    if (write.touched) bytes += write.touched->bytes().size();
  }
  return bytes;
}

void WriteSet::note_failed_units() {
  const auto was_throttled = [](const ItemWrite& write) { return write.error && is_throttled(*write.error); };
  if (std::ranges::any_of(writes_, was_throttled)) return;
  for (ItemWrite& write : writes_) write.failed_units = attempted_units(write);
}

void WriteSet::evaluate_with_room(On thread) {
  const auto go_on = [&] { thread == On::ThreadForReads ? evaluate_and_commit() : evaluate_or_hand_over(); };
  const std::size_t bytes = room_ ? 0 : bytes_to_hold();
  if (bytes <= WriteRoom::kSmallBytes) return go_on();
  room_ = std::make_shared<WriteRoom::Share>(context_.room);
  if (context_.room.try_enter(bytes)) {
    room_->hold(bytes);
    return go_on();
  }
  // The set reads the items again when it has room.
  for (ItemWrite& write : writes_) write.old_image.reset();
  built_on_ = kNoPlace;
  self_ = shared_from_this();
  switch (context_.room.wait(*this, bytes)) {
    case WriteRoom::Wait::Waits:
      return;
    case WriteRoom::Wait::Over:
      room_->hold(bytes);
      return locked();
    case WriteRoom::Wait::Refused:
      const std::shared_ptr<WriteSet> self = std::move(self_);
      return finish(fail(ErrorCode::ThrottlingException, "Too many writes are waiting for the disk; try again"));
  }
}

void WriteSet::evaluate_or_hand_over() {
  std::uint64_t work = 0;
  if (may_wait_ == MayWait::No)
    for (const ItemWrite& write : writes_) work += most_work(write);
  if (work <= loop_budget()) {
    if (may_wait_ == MayWait::No) base::RoundBudget::spend(work);
    return evaluate_and_commit();
  }
  context_.locked_reads.post([self = shared_from_this()] { self->evaluate_and_commit(); });
}

Result<void> WriteSet::evaluate_all() {
  std::size_t transaction_bytes = 0;
  for (ItemWrite& write : writes_) {
    if (write.left_out) continue;
    evaluate(write);
    if (!write.in_transaction) continue;
    transaction_bytes += bytes_in_transaction(write);
    if (transaction_bytes > limits::kTransactionBytes) return ops::transaction_too_large();
  }
  return {};
}

void WriteSet::note_throttled_entry(const ItemWrite& write, const catalog::IndexInfo& index, bool of_new) {
  if (!context_.hot_keys.is_on()) return;
  std::optional<IndexEntry> entry;
  if (const auto item = write.new_view(); item && of_new) entry = entry_of(*write.table, index, *item, write.key);
  if (const auto item = write.old_view(); item && !entry) entry = entry_of(*write.table, index, *item, write.key);
  if (entry) context_.hot_keys.was_throttled(*write.table, &index, entry->key, HotKeys::Named::Item);
}

bool WriteSet::is_admitted(ItemWrite& write) {
  Throttle& throttle = *context_.throttle;
  const auto refuse = [&](const Throttle::Place& place) {
    return write.allowance ? write.allowance->refuse(throttle, place) : throttle.refuse(place);
  };
  const auto give_up = [&](std::optional<Error> refused) {
    (write.may_be_left_out ? write.left_out : write.error) = std::move(refused);
    return false;
  };
  if (write.allowance)
    if (auto refused = refuse({*write.table, nullptr, Side::Write, keys::hash_in(write.key), write.key}))
      return give_up(std::move(refused));
  for (const catalog::IndexInfo& index : write.table->indexes) {
    if (!index.global || index.vector || !index.maintained()) continue;
    const auto units = index_units(*write.table, index, write.key, write.old_view(), write.new_view());
    if (!units) continue;
    auto refused = refuse({*write.table, &index, Side::Write, units->hash});
    const bool of_new = refused.has_value();
    if (!refused && units->old_units > 0) refused = refuse({*write.table, &index, Side::Write, units->old_hash});
    if (!refused) continue;
    note_throttled_entry(write, index, of_new);
    return give_up(std::move(refused));
  }
  return true;
}

Result<void> WriteSet::plan_all() {
  for (ItemWrite& write : writes_) {
    if (write.left_out) continue;
    if (context_.throttle && !is_condition_check(write.prepared) && !is_admitted(write)) {
      if (write.error) return {};
      continue;
    }
    PARTITA_TRY(plan(write));
    if (!write.allowance) continue;
    const auto use = [&](const catalog::IndexInfo* index, std::uint32_t hash, double units) {
      write.allowance->use({*write.table, index, Side::Write, hash}, units);
    };
    use(nullptr, keys::hash_in(write.key), write.units.table);
    for (const IndexUnits& of_index : write.units.indexes) {
      if (of_index.index->vector) continue;
      use(of_index.index, of_index.hash, of_index.units - of_index.old_units);
      if (of_index.old_units > 0) use(of_index.index, of_index.old_hash, of_index.old_units);
    }
  }
  return {};
}

void WriteSet::evaluate_and_commit() {
  if (auto evaluated = evaluate_all(); !evaluated) return finish(std::move(evaluated));
  if (!has_error())
    if (auto planned = plan_all(); !planned) return finish(std::move(planned));
  if (has_error()) note_failed_units();
  if (has_error()) batch_.clear();
  if (batch_.empty() && built_on_ == kNoPlace) return finish({});
  sent_ = true;
  if (!context_.commits.is_queued(may_wait_, built_on_)) return finish(context_.commits.write_at_once(batch_));
  commit();
}

// While an index is being filled, writers of its items look its entries up in the store (append_change()). So these
// writers keep their locks until their batch is settled. So do transactions if others must see that they are under way.
void WriteSet::commit() {
  // Hundreds of large writes may wait for the log, so each keeps only the bytes that its answer or its batch needs.
  for (ItemWrite& write : writes_)
    if (!answers_old_item(write.prepared) && !write.table->records_old_images()) write.old_image.reset();
  const bool shows_conflicts =
      context_.locks.on_conflict() == OnConflict::Fail && purpose_of(writes_) == LocksOf::Transaction;
  released_ = batch_.empty() ||
              (!shows_conflicts && std::none_of(writes_.begin(), writes_.end(),
                                                [](const ItemWrite& write) { return write.table->is_backfilling(); }));
  if (released_ && !batch_.empty())
    for (std::size_t i = 0; i < locks().size(); ++i)
      if (const ItemWrite& write = writes_[locks()[i].index]; !is_condition_check(write.prepared) && !write.left_out) {
        context_.locks.announce(*this, i, write.new_image);
        announced_ = true;
      }
  if (room_) room_->resize(bytes_held());
  const std::shared_ptr<WriteSet> self = shared_from_this();
  const auto place =
      context_.commits.enqueue(batch_, built_on_, [self](const Result<void>& outcome) { self->committed(outcome); });
  if (!place) {
    sent_ = false;
    if (std::exchange(announced_, false)) context_.locks.settle(*this);
    return finish(unexpected(place.error()));
  }
  if (released_) context_.locks.release(*this, *place);
}

void WriteSet::committed(Result<void> outcome) {
  if (std::exchange(announced_, false)) context_.locks.settle(*this);
  if (!released_) context_.locks.release(*this);
  answer(std::move(outcome));
}

void WriteSet::finish(Result<void> outcome) {
  context_.locks.release(*this);
  answer(std::move(outcome));
}

void WriteSet::answer(Result<void> outcome) {
  if (sent_ && outcome) note_marked(ticket_, batch_);
  ticket_.settle();
  if (sent_) context_.vectors.settled(batch_, outcome.has_value(), failures_);
  const Finish finish = std::exchange(finish_, nullptr);
  // If the answer finds too little memory, the caller gets an error, but the items stay written.
  if (!base::had_memory_for([&] { finish(*this, std::move(outcome)); }))
    finish(*this, unexpected(base::lack_of_memory()));
  room_.reset();
}

}  // namespace partita::engine
