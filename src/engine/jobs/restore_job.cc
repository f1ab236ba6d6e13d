#include "engine/jobs/restore_job.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>

#include "base/try.h"
#include "engine/changes/change.h"
#include "engine/commit/commit_pipeline.h"
#include "engine/find_table.h"
#include "engine/history/entry.h"
#include "engine/history/past_items.h"
#include "engine/jobs/jobs.h"
#include "engine/table_facts.h"
#include "keys/system_keys.h"

namespace partita::engine {
namespace {

constexpr std::size_t kCopyBytes = 256 << 10;
constexpr int kCopiesInSlice = 4;
constexpr std::size_t kPassedAtOnce = 4096;
// Each restore reads as many ranges as its history has days, which take some memory each.
constexpr std::ptrdiff_t kRestoresAtOnce = 4;

class RestoreJob final : public Job {
 public:
  explicit RestoreJob(catalog::TablePtr target) : target_id_(target->id), target_(std::move(target)) {}

  Result<Slice> run_slice(Context& context) override {
    const catalog::TablePtr now = context.catalog.find(target_id_);
    if (!now || !now->restore) return Slice::Done;
    if (!items_) PARTITA_TRY(begin(context));
    for (int i = 0; i < kCopiesInSlice && !context.jobs.stopping(); ++i) {
      PARTITA_TRY_VALUE(more, copy_some(context, *now));
      if (more) continue;
      PARTITA_TRY(finish(context));
      return Slice::Done;
    }
    return Slice::More;
  }

  std::optional<JobProgress> progress() const override {
    return JobProgress{.job = "restore",
                       .table = target_->name,
                       .index = {},
                       .items_done = items_done_,
                       .items_in_all = std::max(items_in_all_.load(), items_done_.load())};
  }

 private:
  std::string position_key() const { return keys::backfill_key(target_id_, keys::kBaseTable); }

  Result<void> begin(const Context& context) {
    const catalog::Restore& restore = *target_->restore;
    PARTITA_TRY_VALUE(stored, context.store.get(position_key()));
    const std::string after =
        stored.state == storage::ReadState::Found ? std::string(stored.value.bytes) : std::string();
    PARTITA_TRY_VALUE(done, sums_of(context, *target_, keys::kBaseTable));
    PARTITA_TRY_VALUE(in_all, context.store.get(keys::counts_key(restore.table, keys::kBaseTable)));
    items_done_ = static_cast<std::uint64_t>(std::max<std::int64_t>(0, done.first));
    if (in_all.state == storage::ReadState::Found && storage::is_sums(in_all.value.bytes))
      items_in_all_ =
          static_cast<std::uint64_t>(std::max<std::int64_t>(0, storage::decode_sums(in_all.value.bytes).first));
    // The operation waited until all numbers below the moment were settled, and after a restart no write is on its way.
    const SequenceNumber newest = context.numbers.settled_below();
    snapshot_ = context.store.snapshot();
    items_ = std::make_unique<PastItems>(context.store, *snapshot_,
                                         PastTable{restore.table, restore.history, restore.moment}, day_of(newest) + 1,
                                         after);
    return {};
  }

  // Returns false at the end of the items.
  Result<bool> copy_some(Context& context, const catalog::TableInfo& target) {
    storage::Batch batch;
    // A table that is being restored has neither a stream nor a history, so no number is drawn.
    SequenceNumbers::Ticket ticket(context.numbers);
    const Recording recording{ticket, context.stream_counters, context.item_hash};
    auto step = PastItems::Step::Item;
    std::uint64_t copied = 0;
    std::size_t budget = kPassedAtOnce;
    while (batch.size_bytes() < kCopyBytes) {
      PARTITA_TRY_VALUE(next, items_->next(budget));
      step = next;
      if (step != PastItems::Step::Item) break;
      last_.assign(items_->suffix());
      PARTITA_TRY(append_change(context.store, target, keys::base_key_of(target_id_, last_), std::nullopt,
                                value::ItemView(items_->item()), recording, batch));
      ++copied;
    }
    if (copied > 0) {
      batch.put(position_key(), last_);
      PARTITA_TRY(context.commits.write_lazily(batch));
      items_done_ += copied;
    }
    return step != PastItems::Step::End;
  }

  // The change of the catalog syncs the items too.
  Result<void> finish(Context& context) {
    storage::Batch finished;
    finished.erase(position_key());
    const auto changed = context.catalog.update(
        target_id_,
        [&](catalog::TableInfo& now) -> Result<void> {
          now.restore.reset();
          if (is_delayed(context, now.status_until_ms)) return {};
          now.status = TableStatus::Active;
          now.status_until_ms = 0;
          return {};
        },
        std::move(finished));
    items_.reset();
    snapshot_.reset();
    if (!changed && changed.error().code != ErrorCode::ResourceNotFoundException) return unexpected(changed.error());
    context.log.info(fmt::format("event=restore table={} items={}", target_->name, items_done_.load()));
    context.jobs.wake();
    return {};
  }

  const keys::TableId target_id_;
  const catalog::TablePtr target_;
  std::shared_ptr<const storage::Snapshot> snapshot_;
  std::unique_ptr<PastItems> items_;
  std::string last_;  // the suffix of the last item that was copied
  std::atomic<std::uint64_t> items_done_ = 0;
  std::atomic<std::uint64_t> items_in_all_ = 0;
};

}  // namespace

void plan_restores(const Context& context, std::vector<PlannedJob>& out) {
  std::vector<catalog::TablePtr> tables = context.catalog.tables();
  std::erase_if(tables, [](const catalog::TablePtr& table) { return !table->restore; });
  // The oldest ones are those that are under way.
  std::ranges::sort(tables, {}, [](const catalog::TablePtr& table) { return table->id; });
  auto planned = std::ranges::count(out, JobKey::Kind::Restore, [](const PlannedJob& job) { return job.key.kind; });
  for (catalog::TablePtr& table : tables) {
    if (planned++ >= kRestoresAtOnce) return;
    const keys::TableId id = table->id;
    out.push_back({{JobKey::Kind::Restore, id, keys::kBaseTable}, std::make_unique<RestoreJob>(std::move(table))});
  }
}

}  // namespace partita::engine
