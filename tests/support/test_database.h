// TestDatabase: a database in one of the six ways in which Partita runs, with a clock that the test moves and background
// jobs that the test runs.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "client/embedded_database.h"
#include "server/server.h"
#include "support/temporary_directory.h"

namespace partita::test {

enum class Access : std::uint8_t { Embedded, Http };
enum class Storage : std::uint8_t {
  Memory,
  Rocks,
  Reopened,  // on disk, and closed and opened again whenever the test offers it
};

struct Combination {
  Access access = Access::Embedded;
  Storage storage = Storage::Memory;
};
std::vector<Combination> all_combinations();
// "http_reopened", good as a part of a test's name.
std::string name_of(const Combination& combination);

// Throws std::runtime_error where the database, the server or the connection cannot be had.
class TestDatabase {
 public:
  explicit TestDatabase(Combination combination, std::chrono::milliseconds table_delay = {});
  ~TestDatabase();

  // Valid until the next maybe_reopen() or reopen().
  Database& database();
  // Closes and opens again where the combination says so.
  void maybe_reopen();
  // Runs every background job that is due. Returns what failed.
  Result<void> run_due();
  // The faults that engine::verify finds, one a line; empty when all is well.
  std::string faults();
  base::ManualClock& clock() { return *clock_; }

  // Where the clock stands at first: 2026-01-01T00:00:00Z.
  static constexpr std::int64_t kStartMs = 1'767'225'600'000;

 private:
  void open();
  void close();

  const Combination combination_;
  const std::chrono::milliseconds table_delay_;
  const TemporaryDirectory directory_;
  const std::shared_ptr<base::ManualClock> clock_ = std::make_shared<base::ManualClock>(kStartMs);
  std::unique_ptr<client::EmbeddedDatabase> embedded_;
  std::unique_ptr<server::Server> server_;
  std::unique_ptr<Database> remote_;
};

}  // namespace partita::test
