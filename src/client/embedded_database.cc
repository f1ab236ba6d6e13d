#include "client/embedded_database.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "base/completing.h"
#include "base/lack_of_memory.h"
#include "base/try.h"
#include "client/account_endpoint.h"
#include "client/directory_owner.h"
#include "client/log_sink.h"
#include "client/waiter.h"
#include "engine/operations.h"
#include "engine/streams/subscription.h"
#include "keys/system_keys.h"
#include "objects/object_files.h"
#include "protocol/json/check_text.h"
#include "storage/memory/memory_store.h"
#include "storage/open_store.h"
#include "storage/rocks/cache/cache_size.h"
#include "value/limits.h"

namespace partita::client {
namespace {

storage::StoreOptions store_options(const OpenOptions& options, std::shared_ptr<const storage::EncryptionKeys> keys,
                                    std::uint64_t kept_log_bytes, const base::Log& log) {
  storage::StoreOptions store;
  store.create_if_missing = options.create_if_missing;
  store.read_only = options.read_only;
  store.block_cache_bytes = options.block_cache_bytes;
  store.memtable_bytes = options.memtable_bytes;
  store.compaction_threads = options.compaction_threads;
  store.write_ahead_log = options.durability != Durability::None;
  store.kept_log_bytes = kept_log_bytes;
  store.keys = std::move(keys);
  store.log = log;
  return store;
}

// A write to the directory of a standby would be one that its archive does not have.
Result<void> refuse_standby(const storage::Store& store, const std::string& path) {
  PARTITA_TRY_VALUE(position, store.get(keys::archive_position_key()));
  if (position.state != storage::ReadState::Found) return {};
  return fail(
      ErrorCode::DataDirectoryUnreadable,
      fmt::format("the data directory {0} follows an archive; serve it with --follow, or let 'partita promote --data "
                  "{0}' end that",
                  path));
}

}  // namespace

std::vector<std::string> EmbeddedDatabase::key_names(std::string_view table) {
  std::vector<std::string> names;
  if (const auto found = context_.catalog.find(table))
    for (std::size_t i = 0; i < found->keys.size(); ++i) names.push_back(found->keys.at(i).name);
  return names;
}

Result<std::unique_ptr<EmbeddedDatabase>> EmbeddedDatabase::open(const std::string& path, const OpenOptions& options,
                                                                 std::shared_ptr<const base::Clock> clock,
                                                                 const StoreExtras& extras) {
  const base::Log log = make_log(options.log);
  if (options.in_memory && options.read_only)
    return fail(ErrorCode::ValidationException, "a database in memory cannot be read-only: it begins empty");
  if (options.in_memory && !options.encryption_key_file.empty())
    return fail(ErrorCode::ValidationException, "a database in memory has no files that could be encrypted");
  if (!is_account(options.account))
    return fail(ErrorCode::ValidationException, "the account '" + options.account + "' is not a number of 12 digits");
  if (options.throttle_burst.count() < 1 || options.throttle_burst.count() > engine::TokenBucket::kMostSeconds)
    return fail(ErrorCode::ValidationException, "the burst of a throttled database has 1 to 3600 seconds");
  PARTITA_TRY_VALUE(keys, storage::keys_of_option(options.encryption_key_file, path));
  PARTITA_TRY_VALUE(store, options.in_memory ? Result<std::unique_ptr<storage::Store>>(storage::make_memory_store())
                                             : storage::open_store(path, store_options(options, std::move(keys),
                                                                                       extras.kept_log_bytes, log)));
  if (extras.in_front) {
    PARTITA_TRY_VALUE(in_front, extras.in_front(std::move(store)));
    store = std::move(in_front);
  } else if (!options.in_memory && !options.read_only) {
    PARTITA_TRY(refuse_standby(*store, path));
  }
  engine::EngineOptions engine;
  engine.sync = !options.in_memory && options.durability == Durability::Sync ? storage::Store::Sync::Yes
                                                                             : storage::Store::Sync::No;
  engine.read_only = options.read_only || extras.in_front;
  engine.executor_threads = options.read_threads;
  engine.large_writes_bytes = options.large_writes_bytes;
  engine.pages_bytes = options.pages_bytes;
  engine.vector_cache_bytes =
      options.vector_cache_bytes > 0 ? options.vector_cache_bytes : storage::usable_memory_bytes() / 8;
  engine.approximate_from = options.approximate_from;
  engine.batch_get_bytes = std::min<std::uint64_t>(options.batch_get_bytes, limits::kBatchGetBytes);
  if (options.answer_bytes > 0) engine.answer_bytes = options.answer_bytes;
  if (options.catalog_bytes > 0) engine.catalog_bytes = options.catalog_bytes;
  engine.region = options.region;
  engine.account = options.account;
  engine.table_delay = options.table_delay;
  engine.ttl_interval = options.ttl_interval;
  engine.stream_roll = options.stream_roll;
  engine.recovery_delay = options.recovery_delay;
  engine.index_delay = options.index_delay;
  engine.delay_eventual_reads = options.delay_eventual_reads;
  engine.on_conflict = options.conflicts == Conflicts::Fail ? engine::OnConflict::Fail : engine::OnConflict::Wait;
  engine.throttle = options.throttling == Throttling::Capacity;
  engine.throttle_burst = options.throttle_burst;
  engine.hot_keys.all = options.hot_keys;
  std::shared_ptr<engine::TransferFiles> files = extras.files;
  if (!files && !options.s3_directory.empty()) files = objects::object_files(objects::buckets_in(options.s3_directory));
  engine.files = std::move(files);
  engine.clock = std::move(clock);
  engine.log = log;
  const DirectoryOwner owner{.account = options.account, .region = options.region};
  const DirectoryOwner last = options.in_memory ? owner : owner_of(path);
  auto database = open(std::move(store), std::move(engine));
  if (!database && database.error().code == ErrorCode::ValidationException && last != owner)
    return invalid(fmt::format("{}; it was opened last with account {} and region {}", database.error().message,
                               last.account, last.region));
  if (database && !options.in_memory && !options.read_only && !extras.in_front) keep_owner(path, owner);
  return database;
}

Result<std::unique_ptr<EmbeddedDatabase>> EmbeddedDatabase::open(std::unique_ptr<storage::Store> store,
                                                                 engine::EngineOptions options) {
  PARTITA_TRY_VALUE(engine, engine::Engine::open(std::move(store), std::move(options)));
  engine::Context& own = engine->context();
  return std::unique_ptr<EmbeddedDatabase>(new EmbeddedDatabase(std::move(engine), own));
}

Result<std::unique_ptr<EmbeddedDatabase>> EmbeddedDatabase::in_account(std::string_view account,
                                                                       std::string_view region) const {
  PARTITA_TRY_VALUE(context, engine_->realms().get(account, region));
  return std::unique_ptr<EmbeddedDatabase>(new EmbeddedDatabase(engine_, *context));
}

std::optional<catalog::Realm> EmbeddedDatabase::place_of(const catalog::Realm& realm) const {
  if (realm.is_own()) return std::nullopt;
  const engine::Context& own = engine_->context();
  return catalog::Realm{realm.account.empty() ? own.account : realm.account,
                        realm.region.empty() ? own.region : realm.region};
}

EmbeddedDatabase::~EmbeddedDatabase() {
  std::unique_lock lock(mutex_);
  idle_.wait(lock, [this] { return under_way_ == 0; });
}

// A call counts until its completion has returned, and once more until the call itself has returned. Both may be on
// different threads, and the engine must outlive both.
void EmbeddedDatabase::started() {
  std::lock_guard lock(mutex_);
  under_way_ += 2;
}

void EmbeddedDatabase::ended() {
  std::lock_guard lock(mutex_);
  if (--under_way_ == 0) idle_.notify_all();
}

// The answer that an asynchronous operation owes. It is given exactly once. If the operation does not give it, for lack
// of memory, the destructor of the last holder gives an error.
template <class Response>
class EmbeddedDatabase::PendingCompletion {
 public:
  PendingCompletion(EmbeddedDatabase& database, Completion<Response> completion)
      : database_(&database), completion_(std::move(completion)) {}
  PendingCompletion(PendingCompletion&& other) noexcept
      : database_(std::exchange(other.database_, nullptr)), completion_(std::move(other.completion_)) {}
  // std::function requires it, but the engine only moves completions.
  PendingCompletion(const PendingCompletion&) { PARTITA_CHECK(!"a completion is never copied"); }
  ~PendingCompletion() {
    if (database_ != nullptr) give(base::lack_of_memory());
  }

  void operator()(Result<Response> result) const {
    if (database_ != nullptr) give(std::move(result));
  }

 private:
  void give(Result<Response> result) const noexcept {
    EmbeddedDatabase& database = *std::exchange(database_, nullptr);
    (void)base::had_memory_for([&] {
      const base::Completing completing;
      completion_(std::move(result));
    });
    database.ended();
  }
  void give(Error error) const noexcept { give(Result<Response>(unexpected(std::move(error)))); }

  mutable EmbeddedDatabase* database_ = nullptr;  // null after the answer was given
  Completion<Response> completion_;
};

#define PARTITA_OPERATION(function, Name)                                                                        \
  Result<Name##Response> EmbeddedDatabase::function(Name##Request request) {                                     \
    Waiter<Name##Response> waiter;                                                                               \
    const bool had_memory = base::had_memory_for([&] {                                                           \
      if (auto text = protocol::check_text(request); !text)                                                      \
        return waiter.completion()(unexpected(std::move(text.error())));                                         \
      engine::function(context_, std::move(request), engine::MayWait::Yes, waiter.completion());                 \
    });                                                                                                          \
    if (!had_memory) waiter.completion()(unexpected(base::lack_of_memory()));                                    \
    return waiter.wait();                                                                                        \
  }                                                                                                              \
  void EmbeddedDatabase::function(Name##Request request, Completion<Name##Response> completion) {                \
    started();                                                                                                   \
    (void)base::had_memory_for([&] {                                                                             \
      PendingCompletion<Name##Response> pending(*this, std::move(completion));                                   \
      if (auto text = protocol::check_text(request); !text) return pending(unexpected(std::move(text.error()))); \
      engine::function(context_, std::move(request), engine::MayWait::No, std::move(pending));                   \
    });                                                                                                          \
    ended();                                                                                                     \
  }
#include <partita/operations.def>
#undef PARTITA_OPERATION

Result<std::unique_ptr<Subscription>> EmbeddedDatabase::subscribe(SubscribeRequest request) {
  Result<std::unique_ptr<Subscription>> made = unexpected(base::lack_of_memory());
  (void)base::had_memory_for([&] { made = engine::subscribe(context_, request); });
  return made;
}

}  // namespace partita::client

namespace partita {

Result<std::unique_ptr<Database>> open(const std::string& path, OpenOptions options) {
  PARTITA_TRY_VALUE(database, client::EmbeddedDatabase::open(path, options));
  return std::unique_ptr<Database>(std::move(database));
}

Result<std::unique_ptr<Database>> in_account(Database& database, const std::string& account,
                                             const std::string& region) {
  const auto* const embedded = dynamic_cast<const client::EmbeddedDatabase*>(&database);
  if (embedded == nullptr)
    return fail(ErrorCode::ValidationException,
                "only a database that partita::open gave has other accounts; a remote one has those of its keys");
  PARTITA_TRY_VALUE(other, embedded->in_account(account, region));
  return std::unique_ptr<Database>(std::move(other));
}

}  // namespace partita
