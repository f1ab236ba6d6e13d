#include "engine/engine.h"

#include <algorithm>

#include "base/cores.h"
#include "base/try.h"
#include "engine/streams/stored_numbers.h"

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

std::unique_ptr<Throttle> make_throttle(const EngineOptions& options, const catalog::Catalog& catalog) {
  if (!options.throttle) return nullptr;
  return std::make_unique<Throttle>(*options.clock, catalog, options.throttle_burst.count(),
                                    "arn:aws:dynamodb:" + options.region + ":" + options.account + ":table/");
}

std::unique_ptr<DelayedReads> make_delayed_reads(const EngineOptions& options, const storage::Store& store) {
  if (options.index_delay.count() <= 0) return nullptr;
  return std::make_unique<DelayedReads>(store, *options.clock, options.index_delay, options.delay_eventual_reads);
}

}  // namespace

Engine::Engine(std::unique_ptr<storage::Store> store, EngineOptions options)
    : options_(with_defaults(std::move(options))),
      store_(std::move(store)),
      numbers_(*options_.clock),
      vectors_(options_.vector_cache_bytes, options_.approximate_from,
               std::max<std::size_t>(1, options_.executor_threads / 2)),
      catalog_(*store_, options_.sync),
      delayed_(make_delayed_reads(options_, *store_)),
      throttle_(make_throttle(options_, catalog_)),
      hot_keys_(options_.hot_key_sample > 0
                    ? std::make_unique<HotKeys>(*options_.clock, catalog_, options_.hot_key_sample)
                    : nullptr),
      jobs_(options_.ttl_interval),
      executor_(options_.executor_threads),
      locked_reads_(options_.executor_threads),
      handovers_(1),
      locks_(handovers_, options_.on_conflict),
      room_(handovers_, options_.large_writes_bytes),
      commits_(*store_, options_.sync, delayed_.get()),
      context_{*store_,
               catalog_,
               locks_,
               commits_,
               room_,
               executor_,
               locked_reads_,
               jobs_,
               running_tokens_,
               numbers_,
               stream_counters_,
               vectors_,
               throttle_.get(),
               delayed_.get(),
               hot_keys_.get(),
               *options_.clock,
               options_.log,
               options_.region,
               options_.account,
               options_.table_delay,
               options_.stream_roll,
               options_.batch_get_bytes,
               options_.read_only} {}

Result<std::unique_ptr<Engine>> Engine::open(std::unique_ptr<storage::Store> store, EngineOptions options) {
  std::unique_ptr<Engine> engine(new Engine(std::move(store), std::move(options)));
  PARTITA_TRY(engine->catalog_.load());
  PARTITA_TRY(skip_stored_numbers(engine->context_));
  if (engine->options_.background_jobs) engine->jobs_.start(engine->context_);
  return engine;
}

std::vector<std::pair<std::string, std::uint64_t>> Engine::file_bytes_by_table() const {
  std::vector<std::pair<std::string, std::uint64_t>> by_table;
  std::vector<storage::KeyRange> ranges;
  for (const catalog::TablePtr& table : catalog_.tables()) {
    by_table.emplace_back(table->name, 0);
    ranges.push_back({keys::table_lower(table->id), keys::table_upper(table->id)});
  }
  const auto bytes = store_->file_bytes_of(ranges);
  if (bytes.empty()) return {};
  for (std::size_t i = 0; i < bytes.size(); ++i) by_table[i].second = bytes[i];
  return by_table;
}

std::vector<std::pair<std::string, std::uint64_t>> Engine::stream_file_bytes_by_table() const {
  std::vector<std::pair<std::string, std::uint64_t>> by_table;
  std::vector<storage::KeyRange> ranges;
  const std::vector<catalog::StreamPtr> streams = catalog_.streams();
  for (const catalog::StreamPtr& stream : streams)
    ranges.push_back({keys::table_lower(stream->id), keys::table_upper(stream->id)});
  const auto bytes = store_->file_bytes_of(ranges);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (by_table.empty() || by_table.back().first != streams[i]->table_name)
      by_table.emplace_back(streams[i]->table_name, 0);
    by_table.back().second += bytes[i];
  }
  return by_table;
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
  for (Executor* executor : {&executor_, &locked_reads_, &handovers_}) executor->stop();
  if (!options_.read_only)
    if (auto flushed = store_->flush(); !flushed)
      options_.log.error("the last flush failed: " + flushed.error().message);
}

}  // namespace partita::engine
