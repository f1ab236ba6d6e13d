#include "modelling/design/search/examine.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "modelling/cost/units.h"
#include "modelling/simulate/simulate.h"
#include "value/limits.h"

namespace partita::modelling::design {
std::vector<HotPlace> hot_places(const std::shared_ptr<const Proof>& proof) {
  std::vector<HotPlace> out;
  const Workload workload = make_workload(proof, {});
  if (workload.streams.empty()) return out;
  for (const HotKey& key : simulate(workload, {.seconds = 1, .keeps_heat_map = false}).hot_keys) {
    const double use = share_of_partition(key.reads, key.writes);
    if (use < limits::kHotShare) continue;
    const SimulatedPlace& place = workload.places[key.place];
    const std::string index = place.index == model::kNone ? std::string() : place.table->at(place.index).name;
    const auto there = std::find_if(out.begin(), out.end(), [&](const HotPlace& one) {
      return one.table == place.table->name && one.index == index;
    });
    HotPlace hot{.table = place.table->name,
                 .index = index,
                 .use = use,
                 .load = fmt::format("One partition would get {:.0f} read and {:.0f} write units a second, and takes "
                                     "3,000 and 1,000.",
                                     key.reads, key.writes)};
    if (there == out.end())
      out.push_back(std::move(hot));
    else if (use > there->use)
      *there = std::move(hot);
  }
  return out;
}

std::string overload_of(const HotPlace& place, int shards, const std::vector<std::string>& reads) {
  constexpr double kGoodUse = 0.7;
  const int values = std::max(2, static_cast<int>(std::ceil(place.use / kGoodUse)));
  return fmt::format(
      "No key serves \"{}\" at these rates: the index {} has {} shards, which are the most that a key can have. {} The "
      "smallest change: read by a field besides (by) that has at least {} values, which are written alike, because "
      "each "
      "value has shards of its own",
      fmt::join(reads, "\" and \""), place.index, shards, place.load, values);
}

}  // namespace partita::modelling::design
