#include "engine/engine.h"

#include <algorithm>
#include <utility>

#include "base/cores.h"
#include "base/try.h"
#include "engine/backups/forget_backups.h"
#include "engine/hot_keys/hot_keys.h"
#include "engine/jobs/delays.h"
#include "engine/jobs/sweeper.h"
#include "engine/streams/stored_numbers.h"
#include "engine/threads/executor.h"
#include "engine/transactions/idempotency.h"
#include "engine/transfers/forget_transfers.h"

namespace partita::engine {
namespace {

EngineOptions with_defaults(EngineOptions options) {
  if (!options.clock) options.clock = std::make_shared<base::SystemClock>();
  if (options.read_only) options.background_jobs = false;
  // The threads wait for the disk more than they compute, so there are more of them than cores.
  if (options.executor_threads == 0)
    options.executor_threads = std::clamp<std::size_t>(2 * base::usable_cores(), 4, 32);
  return options;
}

// The names of a realm in ARNs.
const std::string& region_of(const EngineOptions& options, const catalog::Realm& realm) {
  return realm.region.empty() ? options.region : realm.region;
}
const std::string& account_of(const EngineOptions& options, const catalog::Realm& realm) {
  return realm.account.empty() ? options.account : realm.account;
}

// Each realm has its own, because the account's limits are among those that it keeps.
std::unique_ptr<Throttle> make_throttle(const EngineOptions& options, const catalog::Catalog& catalog,
                                        HotKeys& hot_keys) {
  if (!options.throttle) return nullptr;
  return std::make_unique<Throttle>(*options.clock, catalog, options.throttle_burst.count(),
                                    "arn:aws:dynamodb:" + region_of(options, catalog.realm()) + ":" +
                                        account_of(options, catalog.realm()) + ":table/",
                                    &hot_keys);
}

std::unique_ptr<DelayedReads> make_delayed_reads(const EngineOptions& options, const storage::Store& store) {
  if (options.index_delay.count() <= 0) return nullptr;
  return std::make_unique<DelayedReads>(store, *options.clock, options.index_delay, options.delay_eventual_reads);
}

}  // namespace

Engine::Engine(std::unique_ptr<storage::Store> store, EngineOptions options)
    : options_(with_defaults(std::move(options))),
      own_clock_(*options_.clock),
      store_(std::move(store)),
      ages_(*options_.clock),
      numbers_(*options_.clock),
      vectors_(options_.vector_cache_bytes, options_.approximate_from,
               std::max<std::size_t>(1, options_.executor_threads / 2)),
      catalog_(*store_, options_.sync),
      delayed_(make_delayed_reads(options_, *store_)),
      hot_keys_(make_hot_keys(catalog_)),
      throttle_(make_throttle(options_, catalog_, *hot_keys_)),
      jobs_(options_.ttl_interval),
      executor_(options_.executor_threads),
      pages_(options_.executor_threads),
      locked_reads_(options_.executor_threads),
      handovers_(1),
      locks_(handovers_, options_.on_conflict),
      room_(handovers_, options_.large_writes_bytes),
      page_room_(handovers_, options_.pages_bytes),
      commits_(*store_, options_.sync, delayed_.get()),
      context_(make_context(catalog_, {own_clock_, throttle_.get(), *hot_keys_})),
      realms_(context_,
              {.clock = *options_.clock,
               .hot_keys = [this](const catalog::Catalog& catalog) { return make_hot_keys(catalog); },
               .throttle = [this](const catalog::Catalog& catalog,
                                  HotKeys& hot_keys) { return make_throttle(options_, catalog, hot_keys); },
               .context = [this](catalog::Catalog& catalog,
                                 const RealmParts& parts) { return make_context(catalog, parts); }},
              options_.most_realms, options_.most_regions) {}

std::unique_ptr<HotKeys> Engine::make_hot_keys(const catalog::Catalog& catalog) {
  return std::make_unique<HotKeys>(*options_.clock, catalog, watched_places_, options_.hot_keys);
}

Context Engine::make_context(catalog::Catalog& catalog, const RealmParts& parts) {
  return {*store_,
          catalog,
          realms_,
          locks_,
          commits_,
          room_,
          page_room_,
          executor_,
          pages_,
          locked_reads_,
          jobs_,
          running_tokens_,
          numbers_,
          stream_counters_,
          item_hash_,
          vectors_,
          parts.throttle,
          delayed_.get(),
          parts.hot_keys,
          parts.clock,
          ages_,
          options_.log,
          region_of(options_, catalog.realm()),
          account_of(options_, catalog.realm()),
          options_.table_delay,
          options_.stream_roll,
          options_.recovery_delay,
          options_.batch_get_bytes,
          options_.answer_bytes,
          options_.read_only,
          store_->write_may_wait(),
          options_.files.get()};
}

Result<std::unique_ptr<Engine>> Engine::open(std::unique_ptr<storage::Store> store, EngineOptions options) {
  std::unique_ptr<Engine> engine(new Engine(std::move(store), std::move(options)));
  engine->catalog_.limit_bytes(engine->options_.catalog_bytes);
  PARTITA_TRY(engine->ages_.load(*engine->store_));
  const bool keeps = engine->context_.keeps_hashes && !engine->options_.read_only;
  PARTITA_TRY(engine->item_hash_.load(*engine->store_, keeps ? ItemHash::Secret::Kept : ItemHash::Secret::OfThisRun));
  PARTITA_TRY(engine->realms_.load());
  PARTITA_TRY(skip_stored_numbers(engine->context_));
  if (engine->options_.background_jobs) engine->jobs_.start(engine->context_);
  return engine;
}

void Engine::written_elsewhere(const storage::Batch& batch) noexcept {
  constexpr bool succeeded = true;
  vectors_.settled(batch, succeeded, vectors_.failures());
  elsewhere_.add(batch);
}

Result<void> Engine::show_written_elsewhere() {
  if (elsewhere_.has_descriptions()) PARTITA_TRY(realms_.reload());
  if (elsewhere_.newest_number() > 0) numbers_.skip_to(elsewhere_.newest_number());
  elsewhere_ = {};
  return {};
}

Result<void> Engine::end_delays_of(std::string_view account) {
  if (options_.table_delay.count() == 0) return {};
  // An index that is added has two delays, one after the other.
  PARTITA_TRY(realms_.advance_clock(account, 2 * options_.table_delay + std::chrono::milliseconds(1)));
  for (Context* context : realms_.of_account(account)) PARTITA_TRY(end_delays(*context));
  return {};
}

Result<void> Engine::remove_restored_tables_of(std::string_view account) {
  for (Context* context : realms_.of_account(account)) PARTITA_TRY(remove_restored_tables(*context));
  return {};
}

Result<void> Engine::forget_transfers_of(std::string_view account) {
  for (Context* context : realms_.of_account(account)) PARTITA_TRY(forget_transfers(*context));
  return {};
}

Result<void> Engine::forget_backups_of(std::string_view account) {
  for (Context* context : realms_.of_account(account)) PARTITA_TRY(forget_backups(*context));
  return {};
}

Result<void> Engine::forget_tokens_of(std::string_view account) {
  for (const Context* context : realms_.of_account(account)) PARTITA_TRY(erase_tokens_of_realm(*context));
  return {};
}

Result<std::chrono::milliseconds> Engine::advance_clock(std::string_view account, std::chrono::milliseconds by) {
  PARTITA_TRY_VALUE(ahead, realms_.advance_clock(account, by));
  const std::string_view name = account.empty() ? std::string_view(context_.account) : account;
  for (Context* context : realms_.in_use())
    if (context->account == name) PARTITA_TRY(sweep_now(*context));
  return ahead;
}

std::vector<TableBytes> Engine::file_bytes_by_table() const {
  std::vector<TableBytes> by_table;
  std::vector<storage::KeyRange> ranges;
  for (const Context* context : realms_.in_use())
    for (const catalog::TablePtr& table : context->catalog.tables()) {
      by_table.push_back({context->catalog.realm(), table->name});
      ranges.push_back({keys::table_lower(table->id), keys::table_upper(table->id)});
    }
  const auto bytes = store_->file_bytes_of(ranges);
  if (bytes.empty()) return {};
  for (std::size_t i = 0; i < bytes.size(); ++i) by_table[i].bytes = bytes[i];
  return by_table;
}

Result<std::vector<NamedTableState>> Engine::table_states() const {
  std::vector<NamedTableState> states;
  for (const Context* context : realms_.in_use())
    for (const catalog::TablePtr& table : context->catalog.tables()) {
      PARTITA_TRY_VALUE(state, state_of(*context, *table));
      states.push_back({context->catalog.realm(), table->name, std::move(state)});
    }
  return states;
}

Result<std::vector<NamedTableState>> Engine::kept_table_states(const storage::Snapshot& snapshot) const {
  std::vector<NamedTableState> states;
  for (const Context* context : realms_.in_use())
    for (const catalog::TablePtr& table : context->catalog.tables()) {
      if (table->hash != catalog::HashState::Kept) continue;
      // Until it is published, a deletion is in the store only.
      PARTITA_TRY_VALUE(is_there, context->catalog.is_stored(table->name, snapshot));
      if (!is_there) continue;
      PARTITA_TRY_VALUE(state, state_of(*context, *table, snapshot));
      states.push_back({context->catalog.realm(), table->name, std::move(state)});
    }
  return states;
}

std::vector<TableBytes> Engine::stream_file_bytes_by_table() const {
  std::vector<TableBytes> by_stream;
  std::vector<storage::KeyRange> ranges;
  for (const Context* context : realms_.in_use())
    for (const catalog::StreamPtr& stream : context->catalog.streams()) {
      by_stream.push_back({context->catalog.realm(), stream->table_name});
      ranges.push_back({keys::table_lower(stream->id), keys::table_upper(stream->id)});
    }
  const auto bytes = store_->file_bytes_of(ranges);
  std::vector<TableBytes> by_table;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    TableBytes& of_stream = by_stream[i];
    if (by_table.empty() || by_table.back().table != of_stream.table || by_table.back().realm != of_stream.realm)
      by_table.push_back(std::move(of_stream));
    by_table.back().bytes += bytes[i];
  }
  return by_table;
}

std::vector<Throttle::Refusals> Engine::throttled() const {
  std::vector<Throttle::Refusals> all;
  for (const Context* context : realms_.in_use())
    if (context->throttle)
      for (Throttle::Refusals& of_table : context->throttle->refusals()) {
        of_table.realm = context->catalog.realm();
        all.push_back(std::move(of_table));
      }
  return all;
}

std::vector<HotKey> Engine::hot_keys(std::size_t most) const {
  std::vector<HotKey> all;
  for (const Context* context : realms_.in_use())
    for (HotKey& hot : context->hot_keys.report(most)) {
      hot.realm = context->catalog.realm();
      all.push_back(std::move(hot));
    }
  return all;
}

std::vector<InsightCounts> Engine::insight_counts() const {
  std::vector<InsightCounts> all;
  for (const Context* context : realms_.in_use())
    for (InsightCounts& counts : context->hot_keys.counts()) {
      counts.realm = context->catalog.realm();
      all.push_back(std::move(counts));
    }
  return all;
}

bool Engine::can_write() {
  if (store_->can_write()) return true;
  if (!options_.read_only && !healing_.exchange(true))
    executor_.post([this] {
      // The store logged a failure, and the next call of can_write() tries again.
      (void)store_->flush();
      healing_ = false;
    });
  return false;
}

Engine::~Engine() {
  jobs_.stop();
  // One thread may have answered an operation before another thread released the operation's locks.
  for (Executor* executor : {&executor_, &pages_, &locked_reads_, &handovers_}) executor->stop();
  if (options_.read_only) return;
  // If this fails, the flush fails too, or the time that was saved before is good enough.
  (void)ages_.save(*store_);
  (void)save_last_numbers(context_);
  if (auto flushed = store_->flush(); !flushed) options_.log.error("the last flush failed: " + flushed.error().message);
}

}  // namespace partita::engine
