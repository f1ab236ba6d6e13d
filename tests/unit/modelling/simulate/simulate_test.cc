// Simulated traffic: hot keys, splits, seasons, indexes that throttle their tables, and the shards that help.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "documents/read_file.h"
#include "modelling/simulate/simulation_report.h"
#include "unit/modelling/cost/cost_engine.h"

namespace partita::modelling {
namespace simulate_test {

using cost_engine::prove_text;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

struct Traffic {
  std::string table = {};  // further lines
  std::string sort = "S#{b}";
  std::string a = "{kind: string, size_bytes: 10, distinct: 100000}";
  std::string in = {};
  std::string patterns = {};
  std::string seasons = {};
};

std::string text_of(const Traffic& traffic) {
  return "format: 1\nname: m\ntables:\n  - name: items\n    partition_key: PK\n    sort_key: SK\n" + traffic.table +
         "    entities:\n      - name: E\n        count: 1M\n        key: {partition: \"P#{a}\", sort: \"" +
         traffic.sort + "\"}\n" + traffic.in + "        fields: {a: " + traffic.a +
         ", b: {kind: string, size_bytes: 10}, t: time, c: {kind: string, size_bytes: 10, distinct: 5}, d: {kind: "
         "string, size_bytes: 300}}\npatterns:\n" +
         traffic.patterns + traffic.seasons;
}

Workload workload_of(const Traffic& traffic) { return make_workload(prove_text(text_of(traffic)), {}); }

constexpr const char* kHotKey = "{kind: string, size_bytes: 10, distinct: 100000, values: {zipf: 1.5}}";
constexpr const char* kPut = "  - {name: w, put: E, per_second: 3000}\n";

TEST(Simulate, ThrottlesNothingThatIsSpread) {
  const Workload workload = workload_of({.patterns = kPut});
  const SimulationResult result = simulate(workload, {.seconds = 600});
  EXPECT_EQ(result.throttled(), 0);
  EXPECT_NEAR(result.calls(), 3000 * 600, 5 * std::sqrt(3000.0 * 600));
  EXPECT_EQ(result.places[0].partitions_at_start, 4) << "a new on-demand table";
  EXPECT_NEAR(result.places[0].writes.of_partitions.quantile(0.5), 750, 30);
  EXPECT_THAT(propose_shards(workload, {.seconds = 600}, result), IsEmpty());
}

// An index of a natural key has its shards as a part of its entities' keys. They divide the load once.
TEST(Simulate, ShardsOfAnIndexDivideItsLoadOnce) {
  const Workload workload = make_workload(prove_text(R"(format: 1
name: m
tables:
  - name: items
    partition_key: id
    indexes: [{name: by_c, partition: [c, S], sort: t, shards: {count: 8, of: id, attribute: S}}]
    entities:
      - {name: E, count: 1M, fields: {id: ulid, c: {enum: [X]}, t: time}, key: {partition: "{id}"}}
patterns:
  - {name: w, create: E, per_second: 4000}
)"),
                                          {});
  double hottest = 0;
  for (const HotKey& key : simulate(workload, {.seconds = 60}).hot_keys)
    if (workload.places[key.place].index != model::kNone) hottest = std::max(hottest, key.writes);
  EXPECT_NEAR(hottest, 4000.0 / 8, 50);
}

// The keys of a child are those of its parent, and no field has more values than there are items.
TEST(Simulate, KeysOfAnotherEntityAreAsManyAsItsItems) {
  const auto keys = [](const char* customer, const char* category, const char* more = "") {
    const Workload workload = make_workload(prove_text(fmt::format(R"(format: 1
name: m
tables:
  - name: items
    partition_key: PK
    sort_key: SK
    indexes: [{{name: by_category, partition: category, sort: SK}}]
    entities:
      - {{name: Customer, count: 20, fields: {{customerId: {{kind: ulid{1}}}}}, key: {{partition: "C#{{customerId}}", sort: C}}}}
      - {{name: Order, count: 5000, fields: {{customerId: {{kind: {0}}}, id: ulid, category: {2}}}, key: {{partition: "C#{{customerId}}", sort: "O#{{id}}"}}}}
patterns:
  - {{name: w, create: Order, per_second: 3000}}
  - {{name: r, create: Customer, per_second: 1}}
)",
                                                                   customer, more, category)),
                                            {});
    std::map<std::string, double> out;
    for (const Stream& stream : workload.streams)
      out[workload.patterns[stream.pattern].pattern->name + " " + stream.key_template] = stream.keys->keys();
    return out;
  };
  for (const char* kind : {"ulid", "ulid, distinct: 20", "string"}) {
    const auto found = keys(kind, "{kind: string}");
    EXPECT_EQ(found.at("w C#{customerId}"), 20) << kind;
    EXPECT_EQ(found.at("w {category}"), 5000) << kind;
    EXPECT_GT(found.at("r C#{customerId}"), 1e12) << kind << ": each customer is a new one";
  }
  EXPECT_EQ(keys("string", "{kind: string, distinct: 5}").at("w {category}"), 5);
}

TEST(Simulate, IsTheSameForASeed) {
  const Workload workload = workload_of({.a = kHotKey, .patterns = kPut});
  const auto text = [&](std::uint64_t seed) {
    const SimulationOptions options{.seconds = 400, .seed = seed};
    return simulation_json(workload, options, simulate(workload, options), {});
  };
  EXPECT_EQ(text(1), text(1));
  EXPECT_NE(text(1), text(2));
}

// 3,000 writes of which a key with exponent 1.5 has 38 %, more than a partition takes. Only its sort keys can be
// divided.
TEST(Simulate, SplitsAHotKeyByItsSortKeys) {
  const SimulationResult result = simulate(workload_of({.a = kHotKey, .patterns = kPut}), {.seconds = 3600});
  const PlaceResult& place = result.places[0];
  EXPECT_GT(result.throttled(), 0);
  EXPECT_THAT(place.splits, ::testing::Contains(::testing::Field(&SplitEvent::what, "around a key")));
  EXPECT_THAT(place.splits, ::testing::Contains(::testing::Field(&SplitEvent::what, "within a key")));
  EXPECT_EQ(place.stuck, 0);
  EXPECT_LT(place.seconds_throttled, 900) << "it recovers";
  EXPECT_GE(place.splits.front().second, 299) << "after five minutes";
  ASSERT_FALSE(result.hot_keys.empty());
  EXPECT_EQ(result.hot_keys.front().label, "P#<a 1>");
  EXPECT_GT(result.hot_keys.front().writes, 1000);
}

TEST(Simulate, CannotSplitKeysThatOnlyGrowOrHaveLocalIndexes) {
  const struct {
    const char* name;
    Traffic traffic;
  } cases[] = {
      {"items are added at the end", {.sort = "{t}#{b}", .a = kHotKey, .patterns = kPut}},
      {"the table has a local index",
       {.table = "    indexes:\n      - {name: lix, scope: local, sort: L}\n",
        .a = kHotKey,
        .in = "        in: {lix: {sort: \"{c}\"}}\n",
        .patterns = kPut}},
      {"one item is updated",
       {.sort = "ONE", .a = kHotKey, .patterns = "  - {name: w, update: E, set: [d], per_second: 3000}\n"}},
  };
  for (const auto& [name, traffic] : cases) {
    SCOPED_TRACE(name);
    Traffic one = traffic;
    if (one.sort == "ONE") one.in = "        lossy_key: true\n";
    const SimulationResult result = simulate(workload_of(one), {.seconds = 3600});
    EXPECT_EQ(result.places[0].stuck, 1);
    EXPECT_GT(result.places[0].seconds_throttled, 3400) << "it does not recover";
    EXPECT_THAT(result.places[0].splits,
                ::testing::Not(::testing::Contains(::testing::Field(&SplitEvent::what, "within a key"))));
  }
}

TEST(Simulate, ThrottlesTheTableIfAnIndexIsHot) {
  const Traffic traffic{.table = "    indexes:\n      - {name: gix, partition: G1, sort: G2}\n",
                        .in = "        in: {gix: {partition: \"C#{c}\", sort: \"{t}\"}}\n",
                        .patterns =
                            "  - {name: w, put: E, per_second: 3500}\n  - {name: r, entities: E, by: [a], items: 3, "
                            "per_second: 100}\n"};
  // Five keys of 700 units each in four partitions: some partition has two of them.
  const SimulationResult result = simulate(workload_of(traffic), {.seconds = 250});
  EXPECT_GT(result.patterns[0].throttled_share(), 0.1);
  EXPECT_EQ(result.patterns[1].throttled, 0) << "reads of the table do not suffer";
  EXPECT_EQ(result.places[0].writes.throttled_by_partition, 0);
  EXPECT_GT(result.places[1].writes.throttled_by_partition, 0);
}

TEST(Simulate, FindsTheSmallestNumberOfShards) {
  const Traffic traffic{.table = "    indexes:\n      - {name: gix, partition: G1, sort: G2}\n",
                        .in = "        in: {gix: {partition: \"ALL\", sort: \"{t}\"}}\n",
                        .patterns =
                            "  - {name: w, put: E, per_second: 1800}\n"
                            "  - {name: r, entities: E, range: t, items: 10, per_second: 1}\n"};
  const Workload workload = workload_of(traffic);
  const SimulationOptions options{.seconds = 900};
  const SimulationResult result = simulate(workload, options);
  const auto proposals = propose_shards(workload, options, result);
  ASSERT_EQ(proposals.size(), 1u);
  EXPECT_EQ(proposals[0].place, "items/gix");
  EXPECT_EQ(proposals[0].key_template, "ALL");
  ASSERT_GT(proposals[0].shards, 1);
  EXPECT_NEAR(proposals[0].now, 0.44, 0.02);
  // The proof: the count is enough, and one less is not.
  const auto share = [&](int shards) {
    const SimulationResult divided = simulate(workload.sharded(1, "ALL", shards), options);
    return divided.patterns[0].throttled_share();
  };
  EXPECT_LE(share(proposals[0].shards), kTolerableShare);
  EXPECT_GT(share(proposals[0].shards - 1), kTolerableShare);
  // A read asks all shards, each of which costs at least half a unit.
  ASSERT_EQ(proposals[0].reads.size(), 1u);
  EXPECT_EQ(proposals[0].reads[0].keys_now, 1);
  EXPECT_EQ(proposals[0].reads[0].keys, proposals[0].shards);
  EXPECT_EQ(proposals[0].reads[0].units, 0.5 * proposals[0].shards);
}

Traffic reads_of_all(const std::string& read) {
  return {.table = "    indexes:\n      - {name: gix, partition: G1, sort: G2}\n",
          .in = "        in: {gix: {partition: \"ALL\", sort: \"{t}\"}}\n",
          .patterns = "  - {name: w, put: E, per_second: 1}\n  - {name: r, entities: E, " + read +
                      ", items: 100, per_second: 1000}\n"};
}

TEST(Simulate, FindsThePeriodsOfTimeThatReadsOfAnyTimeNeed) {
  const Workload workload = workload_of(reads_of_all("range: t"));
  const SimulationOptions options{.seconds = 200};
  const SimulationResult result = simulate(workload, options);
  const auto proposals = propose_shards(workload, options, result);
  ASSERT_EQ(proposals.size(), 1u);
  ASSERT_TRUE(proposals[0].periods);
  const PeriodProposal& periods = *proposals[0].periods;
  ASSERT_GT(periods.periods, 1) << periods.why_not;
  // The proof: the count is enough, and half of it is not.
  const auto share = [&](int count) {
    return simulate(workload.in_periods(1, "ALL", count), options).patterns[1].throttled_share();
  };
  EXPECT_LE(share(periods.periods), kTolerableShare);
  EXPECT_GT(share(periods.periods / 2), kTolerableShare);
  EXPECT_NEAR(periods.seconds, 1e6 / periods.periods, 1) << "a million items, one of which is put each second";
  // A hundred of a million items are in one period, except at its border. Shards must all be asked.
  ASSERT_EQ(periods.reads.size(), 1u);
  EXPECT_NEAR(periods.reads[0].keys, 1 + 1e-4 * (periods.periods - 1), 1e-9);
  EXPECT_EQ(periods.reads[0].keys_now, 1);
  EXPECT_EQ(proposals[0].shards, 0) << "each shard answers each read, which needs more than the partitions have";
  const std::string text = simulation_text(workload, options, result, proposals);
  EXPECT_THAT(text, HasSubstr(" periods of time of "));
  EXPECT_THAT(text, HasSubstr("a call of \"r\" reads 1 partition key"));
  EXPECT_THAT(simulation_json(workload, options, result, proposals), HasSubstr("\"periods_of_time\""));
}

TEST(Simulate, SaysWhyPeriodsOfTimeDoNotHelp) {
  const Workload newest = workload_of(reads_of_all("newest: t"));
  const SimulationOptions options{.seconds = 100};
  const auto of_newest = propose_shards(newest, options, simulate(newest, options));
  ASSERT_EQ(of_newest.size(), 1u);
  ASSERT_TRUE(of_newest[0].periods);
  EXPECT_EQ(of_newest[0].periods->periods, 0);
  EXPECT_THAT(of_newest[0].periods->why_not, HasSubstr("the newest items all meet the newest period"));

  Traffic unordered = reads_of_all("by: [c]");
  unordered.in = "        in: {gix: {partition: \"ALL\", sort: \"{c}\"}}\n";
  unordered.patterns = "  - {name: w, put: E, per_second: 2000}\n";
  const Workload workload = workload_of(unordered);
  const auto of_unordered = propose_shards(workload, options, simulate(workload, options));
  ASSERT_EQ(of_unordered.size(), 1u);
  EXPECT_FALSE(of_unordered[0].periods) << "the sort key does not begin with a time";
}

TEST(Simulate, ProposesNoShardsIfNoKeyIsHot) {
  const Workload workload = workload_of({.patterns = "  - {name: w, put: E, per_second: 3980}\n"});
  SimulationOptions options{.seconds = 300};
  const SimulationResult result = simulate(workload, options);
  for (const ShardProposal& one : propose_shards(workload, options, result)) {
    EXPECT_EQ(one.shards, 0);
    EXPECT_THAT(one.why_not, HasSubstr("no key needs half of a partition"));
  }
}

TEST(Simulate, GrowsOnDemandTablesBehindTheirTraffic) {
  const Workload workload = workload_of({.patterns = "  - {name: w, put: E, per_second: 7000}\n"});
  const SimulationResult fresh = simulate(workload, {.seconds = 2400});
  // 4,000 units until the first half hour is over, then 8,000.
  EXPECT_NEAR(fresh.throttled(), 3000.0 * 1800, 3000.0 * 1800 * 0.02);
  EXPECT_NEAR(fresh.places[0].writes.capacity, 8000, 20);
  EXPECT_EQ(fresh.places[0].partitions_at_end, 8);
  const SimulationResult established = simulate(workload, {.seconds = 600, .established = true});
  EXPECT_LT(established.throttled(), 1);
  EXPECT_EQ(established.places[0].partitions_at_start, 14);
}

TEST(Simulate, FollowsSeasons) {
  const Workload workload = workload_of(
      {.patterns = "  - {name: w, put: E, per_second: 100}\n  - {name: v, put: E, per_second: 100}\n",
       .seasons = "seasons:\n  - {name: sale, begin_second: 100, end_second: 200, factor: 3, patterns: [w]}\n"});
  const SimulationResult result = simulate(workload, {.seconds = 300, .arrivals = SimulationOptions::Arrivals::Even});
  EXPECT_NEAR(result.patterns[0].calls, 100 * 200 + 300 * 100, 10);
  EXPECT_NEAR(result.patterns[1].calls, 100 * 300, 10);
  Workload waves = workload;
  waves.seasons = {{.name = "day", .factor = 2, .period_seconds = 300, .amplitude = 0.5, .peak_second = 75}};
  EXPECT_NEAR(waves.season(0, 75), 3, 1e-9);
  EXPECT_NEAR(waves.season(0, 225), 1, 1e-9);
  EXPECT_NEAR(waves.season(1, 150), 2, 1e-9);
}

// Hot periods: all writes of a day meet one key.
TEST(Simulate, KnowsKeysOfThePresentPeriod) {
  const Workload workload = make_workload(
      prove_text("format: 1\nname: m\ntables:\n  - name: logs\n    partition_key: PK\n    sort_key: SK\n    entities:\n"
                 "      - name: LOG\n        key: {partition: \"DAY#{t:day}\", sort: \"{t}#{id}\"}\n"
                 "        fields: {t: time, id: uuid, body: {kind: string, size_bytes: 300}}\n"
                 "patterns:\n  - {name: w, put: LOG, per_second: 1500}\n"),
      {});
  const SimulationResult result = simulate(workload, {.seconds = 600});
  EXPECT_NEAR(result.patterns[0].throttled_share(), 1.0 / 3, 0.02);
  EXPECT_EQ(result.hot_keys.front().label, "DAY#now");
  const auto proposals = propose_shards(workload, {.seconds = 600}, result);
  ASSERT_EQ(proposals.size(), 1u);
  ASSERT_TRUE(proposals[0].periods);
  EXPECT_THAT(proposals[0].periods->why_not, HasSubstr("all requests meet the newest period"));
}

TEST(Simulate, NeedsTimeAndMemoryForPartitionsAndNotForKeys) {
  Traffic traffic{.a = "{kind: string, size_bytes: 10, distinct: 100000000, values: {zipf: 0.99}}", .patterns = kPut};
  const Workload workload = workload_of(traffic);
  EXPECT_EQ(workload.streams[0].keys->keys(), 1e8);
  EXPECT_LT(workload.streams[0].keys->frequent().size(), 16'385u);
  EXPECT_GT(simulate(workload, {.seconds = 3600}).calls(), 1e7);
}

TEST(Simulate, IsToldAsTextJsonAndPictures) {
  const Workload workload =
      workload_of({.a = kHotKey, .patterns = std::string(kPut) + "  - {name: never, delete: E}\n"});
  const SimulationOptions options{.seconds = 900};
  const SimulationResult result = simulate(workload, options);
  const std::string text = simulation_text(workload, options, result, {});
  EXPECT_THAT(text, HasSubstr("\"never\": say per_second"));
  EXPECT_THAT(text, HasSubstr("P#<a 1>"));
  EXPECT_THAT(text, HasSubstr("items: split of a partition around a key at 4:59"));
  const auto tree = documents::read_text(simulation_json(workload, options, result, {}), "json");
  ASSERT_TRUE(tree) << tree.error().message;
  EXPECT_EQ(tree->find("places")->items.size(), 1u);
  const PlaceResult& place = result.places[0];
  ASSERT_FALSE(place.heat.empty());
  EXPECT_EQ(place.heat.front().size(), place.heat.back().size());
  float most = 0;
  for (const auto& interval : place.heat)
    for (const float use : interval) most = std::max(most, use);
  EXPECT_GT(most, 1.1) << "the partition of the hot key";
  const std::string map = heat_map_svg(result, place);
  EXPECT_THAT(map, HasSubstr("class=\"alarm\""));
  EXPECT_THAT(map, HasSubstr("prefers-color-scheme:dark"));
  EXPECT_THAT(percentiles_svg(result), HasSubstr("items writes"));
}

TEST(Simulate, SaysTheTime) {
  EXPECT_EQ(clock_text(0), "0:00");
  EXPECT_EQ(clock_text(3599), "59:59");
  EXPECT_EQ(clock_text(3600 + 62), "1:01:02");
}

}  // namespace simulate_test
}  // namespace partita::modelling
