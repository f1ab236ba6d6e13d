// Session holds a database and the things that the model layer adds to it: table names, keys of page tokens, the clock,
// randomness and waiting.
//
// Lifetime
// 1. The state of a model operation is held by shared_ptr in the continuations under way. The state holds the session,
//    and the session holds the database. So a caller may release both while work is under way.
// 2. The last of those references may be released on a thread of the database, inside a completion. A Database must not
//    be destroyed there, because its destructor waits for that completion. base::Completing marks such threads, and the
//    session's destructor then hands the database to another thread, which may wait. The end of the program waits for
//    that thread, and for completions that have begun (background.h).
#pragma once

#include <partita/database.h>
#include <partita/model/runtime/copies.h>
#include <partita/model/runtime/session.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/core/timer.h"

namespace partita::model {

// Replacements for waiting and randomness in tests. The real ones are used for empty functions.
struct SessionDependencies {
  std::function<void(std::chrono::milliseconds)> sleep = {};
  std::function<void(std::chrono::milliseconds, std::function<void()>)> after = {};
  std::function<std::string(std::size_t)> random_bytes = {};
};

// Safe to use from several threads.
class Session {
 public:
  Session(std::shared_ptr<Database> database, SessionOptions options, SessionDependencies dependencies = {});
  ~Session();

  Database& database() { return *database_; }
  const SessionOptions& options() const { return options_; }
  // The name of the table in the database: the name that the options give it, or else the prefix and the declared name.
  std::string table_name(const TableInfo& table) const;
  // The error of every call if the options cannot be used, otherwise nullptr.
  const Error* fault() const { return fault_ ? &*fault_ : nullptr; }
  // Sets that error, unless there is one, if two of the tables have one name in the database. Must not be called after
  // the first call has begun.
  void check_table_names(std::span<const TableInfo* const> tables);
  // The keys of page tokens, at least one. The first one signs, and all of them verify.
  std::span<const std::string> page_token_keys() const { return page_token_keys_; }

  // The copies that writes keep, as declare_copies() declared them.
  std::span<const CopyInfo> copies() const { return copies_; }
  void declare_copies(std::span<const CopyInfo> copies) { copies_ = copies; }

  // The time of the options' clock, or of the system, in milliseconds since 1970.
  std::int64_t now_ms() const;
  // Returns `count` bytes from the system's generator of cryptographic randomness.
  std::string random_bytes(std::size_t count) const;
  // A random number from 0 up to but not including 1.
  double uniform() const;

  // The delay before attempt number `attempt` (the second attempt is 1) of the same request. It is a random part ("full
  // jitter") of first_delay, doubled for each attempt and limited by longest_delay. nullopt if the attempts are used
  // up.
  std::optional<std::chrono::milliseconds> back_off(int attempt) const;
  // Blocks the calling thread.
  void sleep(std::chrono::milliseconds delay) const;
  // Calls `run` after `delay` on the session's timer thread. `run` must keep the session alive and must not block.
  void after(std::chrono::milliseconds delay, std::function<void()> run);

 private:
  std::shared_ptr<Database> database_;
  const SessionOptions options_;
  const SessionDependencies dependencies_;
  const std::vector<std::string> page_token_keys_;
  std::span<const CopyInfo> copies_ = {};
  std::optional<Error> fault_;
  Timer timer_;
};

// A random UUID for ClientRequestToken and for write ids.
std::string random_id(const Session& session);

}  // namespace partita::model
