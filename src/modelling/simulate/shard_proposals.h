// Finds how many shards or periods of time a hot partition key needs, by simulating each count.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "modelling/simulate/simulate.h"

namespace partita::modelling {

// A share of throttled requests up to this one counts as 0.
inline constexpr double kTolerableShare = 0.001;
inline constexpr int kMostShards = 255;

// The price of a division of keys for a read: the partition keys that a call asks, and their units.
struct DividedRead {
  std::string pattern = {};
  double keys_now = 0, units_now = 0;
  double keys = 0, units = 0;
};

// A partition key divided by periods of time, such as a month in the key. Each count is simulated.
struct PeriodProposal {
  int periods = 0;             // of the time that a key's items span; 0: no count up to kMostShards is enough
  double throttled_share = 0;  // with the periods
  double seconds = 0;          // the width of a period; 0: not known
  std::vector<DividedRead> reads = {};
  std::string why_not = {};
};

struct ShardProposal {
  std::string place = {};
  std::string key_template = {};
  int shards = 0;              // 0: no count up to kMostShards is enough
  double throttled_share = 0;  // of the calls that meet the place, with the shards
  double with_one_less = 0;    // the same with one shard less, which is too much
  double now = 0;              // the same as the model is
  std::string why_not = {};    // if no count is enough
  std::vector<DividedRead> reads = {};
  std::optional<PeriodProposal> periods = {};  // if the sort keys begin with a time, or the key has a period already
};

// For each table and index whose partitions throttle more than kTolerableShare of its requests: the key template with
// most throttled requests there, and the smallest count of shards that ends it. The proposals are made
// one after the other, the worst first, and each is simulated with those before it in place.
std::vector<ShardProposal> propose_shards(const Workload& workload, const SimulationOptions& options,
                                          const SimulationResult& result);

}  // namespace partita::modelling
