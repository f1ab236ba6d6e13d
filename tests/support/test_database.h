// TestDatabase: a database in one of the six ways in which Partita runs. The test moves its clock and runs its
// background jobs.
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
  Reopened,  // on disk; closed and opened again whenever the test offers it
};

struct Combination {
  Access access = Access::Embedded;
  Storage storage = Storage::Memory;
};
std::vector<Combination> all_combinations();
// A part of a test's name, such as "http_reopened".
std::string name_of(const Combination& combination);

// Throws std::runtime_error if the database, the server or the connection fails to start.
class TestDatabase {
 public:
  explicit TestDatabase(Combination combination, std::chrono::milliseconds table_delay = {});
  ~TestDatabase();

  // Valid until the next maybe_reopen() or reopen().
  Database& database();
  // Closes the database and opens it again if the combination is Reopened.
  void maybe_reopen();
  // Runs every background job that is due. Returns the first failure.
  Result<void> run_due();
  // The findings of engine::verify, one on each line.
  std::string findings();
  // Writes a file into the S3 of the database. `name` is BUCKET/KEY. There is an empty bucket called "bucket".
  void put_object(const std::string& name, const std::string& content) const;
  base::ManualClock& clock() { return *clock_; }

  // The clock's first time: 2026-01-01T00:00:00Z.
  static constexpr std::int64_t kStartMs = 1'767'225'600'000;

 private:
  void open();
  void close();

  const Combination combination_;
  const std::chrono::milliseconds table_delay_;
  const TemporaryDirectory directory_;
  const TemporaryDirectory buckets_;
  const std::shared_ptr<base::ManualClock> clock_ = std::make_shared<base::ManualClock>(kStartMs);
  std::unique_ptr<client::EmbeddedDatabase> embedded_;
  std::unique_ptr<server::Server> server_;
  std::unique_ptr<Database> remote_;
};

}  // namespace partita::test
