#include <fmt/format.h>

#include "modelling/cost/units.h"
#include "modelling/lint/rule.h"
#include "modelling/simulate/simulate.h"
#include "value/limits.h"

namespace partita::modelling::lint {

const Rule k_P171{
    .id = "P171",
    .severity = Severity::Warning,
    .title = "A partition key with too much traffic",
    .why =
        "By the stated frequencies and distributions, the most frequent value of the partition key asks for "
        "most of what one partition can do: 1,000 write units and 3,000 read units a second.",
    .cost = "Requests for this value are throttled although the table has capacity left.",
    .cure =
        "Spread the key over shards of a field that the items of one key do not share, as \"STATUS#{status}\" becomes "
        "\"STATUS#{status}#{id:shard4}\". partita model simulate tries their number, and says if no number helps."};

void check_P171(const Proof& proof, Findings& findings) {
  // The workload does not outlive the proof.
  const std::shared_ptr<const Proof> unowned(std::shared_ptr<const Proof>(), &proof);
  const Workload workload = make_workload(unowned, {});
  if (workload.streams.empty()) return;
  const SimulationResult result = simulate(workload, {.seconds = 1, .keeps_heat_map = false});
  for (const HotKey& key : result.hot_keys) {
    const double use = share_of_partition(key.reads, key.writes);
    if (use < limits::kHotShare) continue;
    const SimulatedPlace& place = workload.places[key.place];
    findings.add(
        k_P171, {.place = place.index == model::kNone ? place.table->place : place.table->at(place.index).place,
                 .table = place.table->name,
                 .index = place.index == model::kNone ? std::string() : place.table->at(place.index).name,
                 .message = fmt::format("the key {} in {} has {:.0f} read and {:.0f} write units a second, {:.0f} % of "
                                        "what a partition can do",
                                        key.label, place.name, key.reads, key.writes, 100 * use)});
  }
}

}  // namespace partita::modelling::lint
