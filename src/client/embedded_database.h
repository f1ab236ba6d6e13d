// EmbeddedDatabase: partita::Database over an engine in this process.
#pragma once

#include "engine/engine.h"
#include "engine/verify.h"

#include <partita/database.h>
#include <partita/open.h>

#include <condition_variable>
#include <memory>
#include <mutex>

namespace partita::client {

class EmbeddedDatabase final : public Database {
 public:
  // As partita::open. `clock` is for tests. Errors: as partita::open.
  static Result<std::unique_ptr<EmbeddedDatabase>> open(const std::string& path, const OpenOptions& options,
                                                        std::shared_ptr<const base::Clock> clock = nullptr);
  // Over a store that the caller opened, for tests.
  static Result<std::unique_ptr<EmbeddedDatabase>> open(std::unique_ptr<storage::Store> store,
                                                        engine::EngineOptions options);
  ~EmbeddedDatabase() override;

#define PARTITA_OPERATION(function, Name)                 \
  Result<Name##Response> function(Name##Request) override; \
  void function(Name##Request, Completion<Name##Response>) override;
#include <partita/operations.def>
#undef PARTITA_OPERATION

  engine::EngineStatistics statistics() const { return engine_->statistics(); }
  // By name; empty where nothing is on disk.
  std::vector<std::pair<std::string, std::uint64_t>> file_bytes_by_table() const { return engine_->file_bytes_by_table(); }
  bool can_write() { return engine_->can_write(); }
  engine::Engine& engine() { return *engine_; }

 private:
  template <class Response>
  class Owed;

  explicit EmbeddedDatabase(std::unique_ptr<engine::Engine> engine) : engine_(std::move(engine)) {}

  // Asynchronous operations that have not ended; the destructor waits until there are none.
  void started();
  void ended();

  std::unique_ptr<engine::Engine> engine_;
  std::mutex mutex_;
  std::condition_variable idle_;
  std::size_t under_way_ = 0;  // guarded by mutex_
};

}  // namespace partita::client
