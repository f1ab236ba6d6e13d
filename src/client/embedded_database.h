// EmbeddedDatabase: partita::Database over an engine in this process. It has the tables of one realm (catalog/realm.h).
// Several of them may share the engine, which ends with the last one.
#pragma once

#include <partita/database.h>
#include <partita/open.h>

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>

#include "engine/engine.h"
#include "engine/jobs/verify.h"

namespace partita::client {

// The store and the files of a server, which has an archive, follows one, or has buckets.
struct StoreExtras {
  std::uint64_t kept_log_bytes = 0;  // as StoreOptions has it
  // Puts another store in front of the one of the directory, which is that of a standby. The engine then only reads.
  std::function<Result<std::unique_ptr<storage::Store>>(std::unique_ptr<storage::Store>)> in_front = {};
  // Takes the place of OpenOptions::s3_directory.
  std::shared_ptr<engine::TransferFiles> files = {};
};

class EmbeddedDatabase final : public Database {
 public:
  // Like partita::open, with the same errors. Only tests pass a `clock`.
  static Result<std::unique_ptr<EmbeddedDatabase>> open(const std::string& path, const OpenOptions& options,
                                                        std::shared_ptr<const base::Clock> clock = nullptr,
                                                        const StoreExtras& extras = {});
  // Opens a database on a store that a test opened.
  static Result<std::unique_ptr<EmbeddedDatabase>> open(std::unique_ptr<storage::Store> store,
                                                        engine::EngineOptions options);
  ~EmbeddedDatabase() override;

  // Another account, or region, of the same engine. An empty text, and the name of the engine's own account or region,
  // stands for the own one. Errors: those of engine::Realms::get().
  Result<std::unique_ptr<EmbeddedDatabase>> in_account(std::string_view account, std::string_view region) const;
  // Whether in_account() or a table needed the account in the region before.
  bool has_account(std::string_view account, std::string_view region) const {
    return engine_->realms().has(account, region);
  }
  // The account and the region in the ARNs of this database.
  const std::string& account() const { return context_.account; }
  const std::string& region() const { return context_.region; }

#define PARTITA_OPERATION(function, Name)                  \
  Result<Name##Response> function(Name##Request) override; \
  void function(Name##Request, Completion<Name##Response>) override;
#include <partita/operations.def>
#undef PARTITA_OPERATION
  Result<std::unique_ptr<Subscription>> subscribe(SubscribeRequest request) override;

  // The names of a realm's account and region. nullopt for the own realm, whose tables are shown without them.
  std::optional<catalog::Realm> place_of(const catalog::Realm& realm) const;

  // These are of the whole engine.
  engine::EngineStatistics statistics() const { return engine_->statistics(); }
  // The sizes of the store's files by table. Empty if the database is in memory.
  std::vector<engine::TableBytes> file_bytes_by_table() const { return engine_->file_bytes_by_table(); }
  // The sizes of the stream records in the store's files by table. Empty if the database is in memory.
  std::vector<engine::TableBytes> stream_file_bytes_by_table() const { return engine_->stream_file_bytes_by_table(); }
  // Whether there is a table of this name. Never waits for the disk.
  bool has_table(std::string_view name) { return context_.catalog.find(name) != nullptr; }
  // At most `most` hot keys of each rule of each table and index that has Contributor Insights, or of all with
  // OpenOptions::hot_keys.
  Result<std::vector<engine::NamedTableState>> table_states() const { return engine_->table_states(); }
  std::vector<engine::HotKey> hot_keys(std::size_t most) const { return engine_->hot_keys(most); }
  // What Contributor Insights have counted since the start.
  std::vector<engine::InsightCounts> insight_counts() const { return engine_->insight_counts(); }
  // The names of a table's key attributes, first the partition key's. Empty if there is no such table.
  std::vector<std::string> key_names(std::string_view table);
  // Whether writes are expected to succeed. It never waits. If they fail, it lets a thread try to heal the store.
  bool can_write() { return engine_->can_write(); }
  engine::Engine& engine() { return *engine_; }
  // That of this database's account and region.
  const engine::Context& context() const { return context_; }

 private:
  template <class Response>
  class PendingCompletion;

  EmbeddedDatabase(std::shared_ptr<engine::Engine> engine, engine::Context& context)
      : engine_(std::move(engine)), context_(context) {}

  // Count the asynchronous operations that have not ended. The destructor waits until none is left.
  void started();
  void ended();

  const std::shared_ptr<engine::Engine> engine_;
  engine::Context& context_;  // of the engine
  std::mutex mutex_;
  std::condition_variable idle_;
  std::size_t under_way_ = 0;  // guarded by mutex_
};

}  // namespace partita::client
