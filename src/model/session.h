// Session: a database with what the model layer adds to it: table names, page-token keys, the clock, randomness,
// waiting.
//
// Lifetime
// 1. An operation of the model layer is a state behind a shared_ptr, held by the continuations under way; it holds the
//    session, and the session holds the database. So a caller may let go of both while work is under way.
// 2. The last of those references may go on a thread of the database, inside a completion. A Database cannot be
//    destroyed there, as its destructor waits for that very completion; base::Completing marks such threads, and the
//    session then hands the database to a thread that waits instead.
#pragma once

#include <partita/database.h>
#include <partita/model/runtime.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/timer.h"

namespace partita::model {

// What tests put in the place of waiting and chance. An empty function means the real thing.
struct Surroundings {
  std::function<void(std::chrono::milliseconds)> sleep = {};
  std::function<void(std::chrono::milliseconds, std::function<void()>)> after = {};
  std::function<std::string(std::size_t)> random_bytes = {};
};

// Safe to use from several threads.
class Session {
 public:
  Session(std::shared_ptr<Database> database, SessionOptions options, Surroundings surroundings = {});
  ~Session();

  Database& database() { return *database_; }
  const SessionOptions& options() const { return options_; }
  // Under which name the database has the table.
  std::string table_name(const TableInfo& table) const;
  // At least one: the first signs, all verify.
  std::span<const std::string> page_token_keys() const { return page_token_keys_; }

  std::int64_t now_ms() const;
  // From the system's generator of cryptographic randomness.
  std::string random_bytes(std::size_t count) const;
  // A random number from 0 up to but not including 1.
  double uniform() const;

  // How long to wait before attempt number `attempt` (the second attempt is 1) of the same request: a random part
  // ("full jitter") of first_delay doubled each time, up to longest_delay. nullopt once the attempts are used up.
  std::optional<std::chrono::milliseconds> back_off(int attempt) const;
  // Blocks the calling thread.
  void sleep(std::chrono::milliseconds delay) const;
  // Calls `run` after `delay` on the session's timer thread. `run` has to keep the session.
  void after(std::chrono::milliseconds delay, std::function<void()> run);

 private:
  std::shared_ptr<Database> database_;
  const SessionOptions options_;
  const Surroundings surroundings_;
  const std::vector<std::string> page_token_keys_;
  Timer timer_;
};

}  // namespace partita::model
