// The simulation and the engine's throttle (--throttle capacity) admit the same requests in the parts that both model:
// the units of a table, their burst, a partition key's limit, an index that throttles its table, and an on-demand
// table.
#include <gtest/gtest.h>

#include "base/clock.h"
#include "client/embedded_database.h"
#include "modelling/read/read_model.h"
#include "modelling/simulate/simulate.h"
#include "unit/modelling/cost/cost_engine.h"

namespace partita::modelling {
namespace simulate_engine_test {

constexpr int kSeconds = 40;

struct ThrottleCase {
  const char* name;
  const char* table;    // its capacity, and its indexes
  const char* in = "";  // the entity's keys in indexes
  const char* pattern = "put: E";
  double per_second = 10;
  int bytes = 900;  // of an item, about
  int burst_seconds = 1;
  bool throttles = true;
};

std::string text_of(const ThrottleCase& one) {
  return std::string("format: 1\nname: m\ntables:\n  - name: items\n    partition_key: PK\n") + one.table +
         "    entities:\n      - name: E\n        count: 1\n        key: {partition: \"ONE\"}\n        lossy_key: "
         "true\n"
         "        fields: {a: {kind: string, size_bytes: 10, distinct: 1}, d: {kind: string, size_bytes: " +
         std::to_string(one.bytes) + "}}\n" + one.in + "patterns:\n  - {name: p, " + one.pattern +
         ", per_second: " + std::to_string(one.per_second) + "}\n";
}

// Sends the same number of requests in each second, all at its beginning, and counts those that are throttled.
std::vector<int> throttled_by_engine(const ThrottleCase& one, const std::shared_ptr<const Proof>& proof) {
  auto clock = std::make_shared<base::ManualClock>(1'767'225'600'000);
  auto opened = client::EmbeddedDatabase::open("",
                                               {.in_memory = true,
                                                .throttling = Throttling::Capacity,
                                                .throttle_burst = std::chrono::seconds(one.burst_seconds)},
                                               clock);
  if (!opened) throw std::runtime_error(opened.error().message);
  std::shared_ptr<Database> database = std::move(*opened);
  const auto session = model::make_session(database);
  const ProvenTable& table = proof->tables().front();
  CreateTableRequest request = model::create_table_request(*session, *table.info);
  if (table.declared->billing == BillingMode::Provisioned) {
    request.billing_mode = BillingMode::Provisioned;
    request.provisioned_throughput = table.declared->throughput;
    if (request.global_secondary_indexes)
      request.global_secondary_indexes->front().provisioned_throughput = table.declared->indexes.front().throughput;
  }
  if (const auto created = database->create_table(request); !created) throw std::runtime_error(created.error().message);
  std::vector<int> throttled;
  int number = 0;
  for (int second = 0; second < kSeconds; ++second) {
    if (second > 0) clock->advance_ms(1000);
    int refused = 0;
    for (int i = 0; i < static_cast<int>(one.per_second); ++i, ++number) {
      const bool reads = proof->patterns().front().declared->operation == PatternOperation::Read;
      // Each put changes the item, so that an index entry is written each time.
      AttributeMap item{{"PK", "ONE"}, {"a", "aaaaaaaaaa"}};
      item.set("d", cost_engine::text_of_bytes(one.bytes, number));
      if (table.info->indexes.size() > 0) item.set("G1", "G#aaaaaaaaaa");
      const bool done =
          reads ? database->get_item({.table_name = "items", .key = {{{"PK", "ONE"}}}, .consistent_read = true})
                      .has_value()
                : database->put_item({.table_name = "items", .item = {item}}).has_value();
      refused += done ? 0 : 1;
    }
    throttled.push_back(refused);
  }
  return throttled;
}

TEST(SimulateBesideTheEngine, ThrottlesTheSameRequests) {
  const ThrottleCase cases[] = {
      {"a table with enough units", "    throughput: {read: 5, write: 20}\n    billing: provisioned\n", "", "put: E",
       10, 900, 1, false},
      {"a table without burst", "    throughput: {read: 5, write: 5}\n    billing: provisioned\n"},
      {"a table with burst", "    throughput: {read: 5, write: 5}\n    billing: provisioned\n", "", "put: E", 10, 900,
       20},
      {"requests of several units", "    throughput: {read: 5, write: 7}\n    billing: provisioned\n", "", "put: E", 4,
       2500},
      {"requests of several units with burst", "    throughput: {read: 5, write: 7}\n    billing: provisioned\n", "",
       "put: E", 4, 2500, 10},
      {"reads", "    throughput: {read: 7, write: 7}\n    billing: provisioned\n", "",
       "entities: E, by: [], consistent: true", 9, 900, 5},
      {"a key above the limit of a partition", "    throughput: {read: 5, write: 5000}\n    billing: provisioned\n", "",
       "put: E", 1200, 900, 300},
      {"large requests above the limit of a partition",
       "    throughput: {read: 5, write: 9000}\n    billing: provisioned\n", "", "put: E", 410, 2500, 300},
      {"an index that has less than its table",
       "    throughput: {read: 5, write: 50}\n    billing: provisioned\n    indexes:\n"
       "      - {name: gix, partition: G1, throughput: {read: 5, write: 3}}\n",
       "        in: {gix: {partition: \"G#{a}\"}}\n", "put: E", 10, 900, 4},
      {"a table that has less than its index",
       "    throughput: {read: 5, write: 3}\n    billing: provisioned\n    indexes:\n"
       "      - {name: gix, partition: G1, throughput: {read: 5, write: 50}}\n",
       "        in: {gix: {partition: \"G#{a}\"}}\n", "put: E", 10, 900, 4},
      {"an on-demand table, at its partition's limit", "", "", "put: E", 1100},
  };
  for (const ThrottleCase& one : cases) {
    SCOPED_TRACE(one.name);
    const auto proof = cost_engine::prove_text(text_of(one));
    const std::vector<int> by_engine = throttled_by_engine(one, proof);
    const Workload workload = make_workload(proof, {});
    ASSERT_TRUE(workload.left_out.empty()) << workload.left_out.front();
    double before = 0;
    for (int second = 0; second < kSeconds; ++second) {
      const SimulationResult result = simulate(workload, {.seconds = second + 1,
                                                          .arrivals = SimulationOptions::Arrivals::Even,
                                                          .burst_seconds = static_cast<double>(one.burst_seconds),
                                                          .doubling_seconds = 60,
                                                          .splits = false});
      const double throttled = result.patterns.front().throttled;
      EXPECT_NEAR(throttled - before, by_engine[static_cast<std::size_t>(second)], 1e-6) << "in second " << second;
      before = throttled;
    }
    EXPECT_EQ(before > 0, one.throttles);
  }
}

}  // namespace simulate_engine_test
}  // namespace partita::modelling
