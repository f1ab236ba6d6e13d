// A simulation as text, as JSON and as pictures.
#pragma once

#include <string>
#include <vector>

#include "modelling/simulate/shard_proposals.h"

namespace partita::modelling {

std::string simulation_text(const Workload& workload, const SimulationOptions& options, const SimulationResult& result,
                            const std::vector<ShardProposal>& proposals);

// JSON with the members model, seconds, seed, calls, throttled, patterns, key_templates, places, hot_keys, proposals,
// left_out and assumptions.
std::string simulation_json(const Workload& workload, const SimulationOptions& options, const SimulationResult& result,
                            const std::vector<ShardProposal>& proposals);

// A place's partitions over time as SVG: a row for each partition, in the order of hashes, and a column for each
// interval. At most kHeatRows rows: of more partitions, the hottest of each group of neighbours.
inline constexpr std::size_t kHeatRows = 64;
std::string heat_map_svg(const SimulationResult& result, const PlaceResult& place);

// The median, the 99th percentile and the maximum of the units per partition and second of each place, with the limits
// of a partition, as SVG.
std::string percentiles_svg(const SimulationResult& result);

// A second as "1:02:03", or "2:03" within the first hour.
std::string clock_text(int second);

}  // namespace partita::modelling
