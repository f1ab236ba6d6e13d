#include "engine/write_set.h"

#include "engine/tables.h"
#include "value/limits.h"

#include <algorithm>

namespace partita::engine {

WriteSet::WriteSet(Context& context, Writes writes, Caller caller, std::shared_ptr<void> owner, storage::Batch also,
                   Finish finish)
    : context_(context),
      writes_(std::move(writes)),
      caller_(caller),
      owner_(std::move(owner)),
      batch_(std::move(also)),
      finish_(std::move(finish)) {
  std::vector<std::string_view> keys;
  for (const ItemWrite& write : writes_) keys.push_back(write.key);
  stripes_ = ItemLocks::stripes_of(keys);
}

void WriteSet::run(Context& context, Writes writes, Caller caller, std::shared_ptr<void> owner, storage::Batch also,
                   Finish finish) {
  std::shared_ptr<WriteSet> set(
      new WriteSet(context, std::move(writes), caller, std::move(owner), std::move(also), std::move(finish)));
  context.locks.acquire(set->stripes_, [set] { set->locked(); });
}

bool WriteSet::has_error() const {
  return std::any_of(writes_.begin(), writes_.end(), [](const ItemWrite& write) { return write.error.has_value(); });
}

void WriteSet::locked() {
  if (auto same = recheck_tables(); !same) return finish(same);
  auto read_all = read(caller_ == Caller::MustNotWait);
  if (!read_all) return finish(unexpected(read_all.error()));
  if (*read_all) return evaluate_and_commit();
  context_.executor.post([self = shared_from_this()] {
    auto read_all_now = self->read(false);
    if (!read_all_now) return self->finish(unexpected(read_all_now.error()));
    self->evaluate_and_commit();
  });
}

// An index that a backfill is about to fill must be known to every writer that takes a lock after the backfill passed;
// so what counts is the table as it is now that the lock is held.
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

Result<bool> WriteSet::read(bool cached_only) {
  for (ItemWrite& write : writes_) {
    // append_change() then looks entries up, wherever they are.
    if (cached_only && write.table->is_backfilling()) return false;
    auto got = context_.store.get(write.key, {.snapshot = nullptr, .cached_only = cached_only});
    if (!got) return unexpected(got.error());
    if (got->state == storage::ReadState::NotCached) return false;
    write.before.reset();
    if (got->state == storage::ReadState::Found) write.before = std::move(got->value);
    if (!write.table->has_local_indexes() || is_condition_check(write.prepared)) continue;
    auto sums = context_.store.get(collection_key(write), {.snapshot = nullptr, .cached_only = cached_only});
    if (!sums) return unexpected(sums.error());
    if (sums->state == storage::ReadState::NotCached) return false;
    write.collection_bytes =
        sums->state == storage::ReadState::Found ? storage::decode_sums(sums->value.bytes).second : 0;
  }
  return true;
}

Result<void> WriteSet::plan(ItemWrite& write) {
  if (is_condition_check(write.prepared)) {
    write.units.table = 1;
    return {};
  }
  auto units = append_change(context_.store, *write.table, write.key, write.before_view(), write.after_view(), batch_);
  if (!units) return unexpected(units.error());
  write.units = *std::move(units);
  if (!write.table->has_local_indexes() || (!write.before && !write.after)) return {};
  write.collection_bytes += change_in_collection_bytes(*write.table, write.key, write.before_view(), write.after_view());
  if (write.after && write.collection_bytes > limits::kItemCollectionBytes)
    write.error = Error{ErrorCode::ItemCollectionSizeLimitExceededException,
                        "Item collection size limit exceeded", {}, {}};
  return {};
}

void WriteSet::evaluate_and_commit() {
  for (ItemWrite& write : writes_) evaluate(write);
  if (has_error()) return finish({});
  for (ItemWrite& write : writes_)
    if (auto planned = plan(write); !planned) return finish(planned);
  if (has_error() || batch_.empty()) return finish({});
  context_.commits.submit(batch_, caller_, [self = shared_from_this()](Result<void> written) { self->finish(written); });
}

void WriteSet::finish(Result<void> outcome) {
  context_.locks.release(stripes_);
  finish_(*this, std::move(outcome));
}

}  // namespace partita::engine
