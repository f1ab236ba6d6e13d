// Thousands of random operations, with and without indexes, in each way in which Partita runs. Each answer is compared
// with the model's.
//
// PARTITA_ORACLE_SEED repeats a run, and PARTITA_ORACLE_STEPS sets the length of each run.
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <random>

#include "support/stream_replay.h"
#include "support/test_database.h"
#include "workload.h"

namespace partita::test {
namespace oracle_test {

constexpr int kStepsBetweenComparisons = 250;
constexpr int kStepsBetweenReopenings = 200;
constexpr int kStepsBetweenStreams = 1000;  // a multiple of kStepsBetweenComparisons

std::uint64_t seed_of_run() {
  static const std::uint64_t seed = [] {
    const char* given = std::getenv("PARTITA_ORACLE_SEED");
    if (given != nullptr) return static_cast<std::uint64_t>(std::stoull(given));
    return static_cast<std::uint64_t>(std::random_device{}());
  }();
  return seed;
}

int steps_of_run(Access access) {
  if (const char* given = std::getenv("PARTITA_ORACLE_STEPS")) return std::stoi(given);
  return access == Access::Embedded ? 8000 : 3000;
}

enum class Indexes { None, Some };

void run_due(TestDatabase& database) {
  if (const auto done = database.run_due(); !done) throw Mismatch("a job failed: " + done.error().message);
}

// Deletes an index and creates it again, with writes between its creation and its backfill.
void rebuild_an_index(TestDatabase& database, Workload& workload) {
  constexpr int kWritesMeanwhile = 20;
  const Shape& shape = workload.any_global_index();
  workload.update_table(database.database(), delete_index(shape));
  database.maybe_reopen();
  run_due(database);
  workload.update_table(database.database(), create_index(shape));
  for (int n = 0; n < kWritesMeanwhile; ++n) workload.write_step(database.database());
  database.maybe_reopen();
  run_due(database);
}

// Rolls the stream, and now and then gives the table another one. No item is written in between.
void change_stream(TestDatabase& database, int step) {
  const auto done = [](const auto& changed) {
    if (!changed) throw Mismatch("the stream: " + changed.error().message);
  };
  done(database.database().roll_stream({.table_name = kTable}));
  if (step % kStepsBetweenStreams != 0) return;
  UpdateTableRequest update{.table_name = kTable};
  update.stream_specification = StreamSpecification{.stream_enabled = false, .stream_view_type = {}};
  done(database.database().update_table(update));
  run_due(database);
  database.maybe_reopen();
  update.stream_specification = StreamSpecification{.stream_enabled = true, .stream_view_type = {}};
  update.stream_specification->stream_view_type = StreamViewType::NewAndOldImages;
  done(database.database().update_table(update));
}

class OracleTest : public testing::TestWithParam<std::tuple<Combination, Indexes>> {};

TEST_P(OracleTest, AgreesWithTheModel) {
  const auto& [combination, indexes] = GetParam();
  const std::uint64_t seed = seed_of_run();
  std::cout << "PARTITA_ORACLE_SEED=" << seed << std::endl;
  TestDatabase database(combination);
  const auto created = database.database().create_table(create_table(indexes == Indexes::Some));
  ASSERT_TRUE(created) << created.error().message;

  Workload workload(seed, indexes == Indexes::Some);
  StreamReplay replay;  // which goes on across reopenings
  const int steps = steps_of_run(combination.access);
  for (int step = 1; step <= steps; ++step) try {
      workload.step(database.database());
      if (step % kStepsBetweenReopenings == 0) database.maybe_reopen();
      if (step % kStepsBetweenComparisons != 0 && step != steps) continue;
      if (indexes == Indexes::Some) rebuild_an_index(database, workload);
      change_stream(database, step);
      workload.compare_all(database.database());
      replay.catch_up(database.database(), kTable);
      const auto& keys = table_shape().keys();
      ASSERT_EQ(replay.items(), StreamReplay::stored_items(database.database(), kTable, {keys.begin(), keys.end()}))
          << "seed " << seed << ", step " << step;
      ASSERT_EQ(database.findings(), "") << "seed " << seed << ", step " << step;
    } catch (const std::runtime_error& mismatch) {
      FAIL() << "seed " << seed << ", step " << step << ": " << mismatch.what() << "\n" << workload.last_request();
    }
}

std::string test_name(const testing::TestParamInfo<std::tuple<Combination, Indexes>>& test) {
  return name_of(std::get<0>(test.param)) + (std::get<1>(test.param) == Indexes::Some ? "_indexes" : "_no_index");
}

INSTANTIATE_TEST_SUITE_P(Ways, OracleTest,
                         testing::Combine(testing::ValuesIn(all_combinations()),
                                          testing::Values(Indexes::None, Indexes::Some)),
                         test_name);

}  // namespace oracle_test
}  // namespace partita::test
