#include "engine/jobs/hash_job.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>

#include "base/try.h"
#include "engine/commit/item_locks.h"
#include "engine/jobs/jobs.h"
#include "engine/records/item_hash.h"
#include "engine/table_facts.h"
#include "keys/system_keys.h"

namespace partita::engine {
namespace {

constexpr int kHashedInSlice = 4096;

class HashJob final : public Job {
 public:
  explicit HashJob(catalog::TablePtr table) : table_(std::move(table)) {}

  Result<Slice> run_slice(Context& context) override {
    if (!items_) {
      PARTITA_TRY_VALUE(begun, begin(context));
      if (!begun) return Slice::Done;
    }
    for (int i = 0; i < kHashedInSlice; ++i, items_->next()) {
      if (!items_->valid()) {
        PARTITA_TRY(items_->end_state());
        PARTITA_TRY(finish(context));
        return Slice::Done;
      }
      hash_ = plus(hash_, context.item_hash.share_of(items_->value()));
      ++items_done_;
    }
    return Slice::More;
  }

  std::optional<JobProgress> progress() const override {
    return JobProgress{.job = "hash",
                       .table = table_->name,
                       .index = {},
                       .items_done = items_done_,
                       .items_in_all = std::max(items_in_all_.load(), items_done_.load())};
  }

 private:
  // Returns false if the table is gone.
  Result<bool> begin(Context& context) {
    storage::Batch also;
    also.erase(keys::counts_key(table_->id, keys::kHashIndex));
    const auto begun = context.catalog.update(
        table_->id,
        [](catalog::TableInfo& now) -> Result<void> {
          if (now.hash == catalog::HashState::No) now.hash = catalog::HashState::Begun;
          return {};
        },
        std::move(also));
    if (!begun && begun.error().code == ErrorCode::ResourceNotFoundException) return false;
    if (!begun) return unexpected(begun.error());
    context.locks.wait_for_writers();
    PARTITA_TRY_VALUE(counted, sums_of(context, *table_, keys::kBaseTable));
    items_in_all_ = static_cast<std::uint64_t>(std::max<std::int64_t>(0, counted.first));
    snapshot_ = context.store.snapshot();
    PARTITA_TRY_VALUE(added, context.store.get(keys::counts_key(table_->id, keys::kBaseTable),
                                               {.snapshot = snapshot_.get(), .no_wait = false}));
    hash_ = {};
    if (added.state == storage::ReadState::Found) {
      const storage::Sums sums = storage::decode_sums(added.value.bytes);
      hash_ = minus(hash_, {0, 0, sums.third, sums.fourth});
    }
    storage::IteratorOptions range;
    range.snapshot = snapshot_.get();
    range.fill_cache = false;
    range.never_discarded = true;
    range.lower = keys::index_lower(table_->id, keys::kBaseTable);
    range.upper = keys::index_upper(table_->id, keys::kBaseTable);
    items_ = context.store.iterate(range);
    return true;
  }

  Result<void> finish(Context& context) {
    storage::Batch rest;
    rest.add(keys::counts_key(table_->id, keys::kBaseTable), hash_);
    const auto changed = context.catalog.update(
        table_->id,
        [](catalog::TableInfo& now) -> Result<void> {
          now.hash = catalog::HashState::Kept;
          return {};
        },
        std::move(rest));
    items_.reset();
    snapshot_.reset();
    if (!changed && changed.error().code != ErrorCode::ResourceNotFoundException) return unexpected(changed.error());
    context.log.info(fmt::format("event=hash table={} items={}", table_->name, items_done_.load()));
    return {};
  }

  const catalog::TablePtr table_;
  std::shared_ptr<const storage::Snapshot> snapshot_;
  std::unique_ptr<storage::Iterator> items_;
  storage::Sums hash_;
  std::atomic<std::uint64_t> items_done_ = 0;
  std::atomic<std::uint64_t> items_in_all_ = 0;
};

}  // namespace

void plan_hash_jobs(const Context& context, std::vector<PlannedJob>& out) {
  if (!context.keeps_hashes) return;
  for (const catalog::TablePtr& table : context.catalog.tables())
    if (table->hash != catalog::HashState::Kept && !table->restore)
      out.push_back({{JobKey::Kind::Hash, table->id, keys::kHashIndex}, std::make_unique<HashJob>(table)});
}

}  // namespace partita::engine
