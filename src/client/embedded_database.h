// EmbeddedDatabase: partita::Database over an engine in this process.
#pragma once

#include <partita/database.h>
#include <partita/open.h>

#include <condition_variable>
#include <memory>
#include <mutex>

#include "engine/engine.h"
#include "engine/jobs/verify.h"

namespace partita::client {

class EmbeddedDatabase final : public Database {
 public:
  // Like partita::open, with the same errors. Only tests pass a `clock`.
  static Result<std::unique_ptr<EmbeddedDatabase>> open(const std::string& path, const OpenOptions& options,
                                                        std::shared_ptr<const base::Clock> clock = nullptr);
  // Opens a database on a store that a test opened.
  static Result<std::unique_ptr<EmbeddedDatabase>> open(std::unique_ptr<storage::Store> store,
                                                        engine::EngineOptions options);
  ~EmbeddedDatabase() override;

#define PARTITA_OPERATION(function, Name)                  \
  Result<Name##Response> function(Name##Request) override; \
  void function(Name##Request, Completion<Name##Response>) override;
#include <partita/operations.def>
#undef PARTITA_OPERATION
  Result<std::unique_ptr<Subscription>> subscribe(SubscribeRequest request) override;

  engine::EngineStatistics statistics() const { return engine_->statistics(); }
  // The sizes of the store's files by table name. Empty if the database is in memory.
  std::vector<std::pair<std::string, std::uint64_t>> file_bytes_by_table() const {
    return engine_->file_bytes_by_table();
  }
  // The sizes of the stream records in the store's files by table name. Empty if the database is in memory.
  std::vector<std::pair<std::string, std::uint64_t>> stream_file_bytes_by_table() const {
    return engine_->stream_file_bytes_by_table();
  }
  // Whether there is a table of this name. Never waits for the disk.
  bool has_table(std::string_view name) { return engine_->context().catalog.find(name) != nullptr; }
  // At most `most` hot keys of each table and index. Empty without OpenOptions::hot_keys.
  std::vector<engine::HotKey> hot_keys(std::size_t most) const { return engine_->hot_keys(most); }
  // The names of a table's key attributes, first the partition key's. Empty if there is no such table.
  std::vector<std::string> key_names(std::string_view table);
  // Whether writes are expected to succeed. It never waits. If they fail, it lets a thread try to heal the store.
  bool can_write() { return engine_->can_write(); }
  engine::Engine& engine() { return *engine_; }

 private:
  template <class Response>
  class PendingCompletion;

  explicit EmbeddedDatabase(std::unique_ptr<engine::Engine> engine) : engine_(std::move(engine)) {}

  // Count the asynchronous operations that have not ended. The destructor waits until none is left.
  void started();
  void ended();

  std::unique_ptr<engine::Engine> engine_;
  std::mutex mutex_;
  std::condition_variable idle_;
  std::size_t under_way_ = 0;  // guarded by mutex_
};

}  // namespace partita::client
