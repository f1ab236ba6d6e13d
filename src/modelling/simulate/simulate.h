// Simulates the traffic of a model second by second, and tells which requests the service would throttle.
//
// Requests are not made one by one: for each kind of requests, each partition gets a random number of them each second,
// from the probability of its keys. So the cost depends on the number of partitions and seconds, and not on the numbers
// of keys and requests.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "modelling/simulate/histogram.h"
#include "modelling/simulate/workload.h"

namespace partita::modelling {

struct SimulationOptions {
  int seconds = 3600;
  std::uint64_t seed = 1;
  enum class Arrivals : std::uint8_t {
    Poisson,
    Even,  // the same number in each second, as near as whole numbers come
  };
  Arrivals arrivals = Arrivals::Poisson;
  // On-demand tables have served the mean rates of their patterns before. Otherwise they are new.
  bool established = false;
  double burst_seconds = 300;  // of provisioned capacity
  int split_after_seconds = 300;
  int doubling_seconds = 1800;
  bool splits = true;
  bool keeps_heat_map = true;
};

struct SplitEvent {
  int second = 0;
  std::string what = {};  // "a range", "around a key", "within a key"
};

struct SideResult {
  double units = 0;                   // asked for
  double throttled_by_partition = 0;  // requests
  double throttled_by_capacity = 0;   // requests, by the limit of the table or index
  double capacity = 0;                // units per second of the table or index at the end
  Histogram of_partitions = {};       // units per partition and second, as asked for
};

struct PlaceResult {
  std::string name = {};
  SideResult reads = {}, writes = {};
  int partitions_at_start = 0, partitions_at_end = 0, stuck = 0;
  std::vector<SplitEvent> splits = {};
  int first_throttled = -1, last_throttled = -1, seconds_throttled = 0;
  // The heat map: for each interval of time, the use of each partition that there is at the end, in the order of their
  // hashes. 1 is a full partition. Before a split, a piece shows the use of the whole.
  std::vector<std::vector<float>> heat = {};
};

struct PatternResult {
  const Pattern* pattern = nullptr;
  double calls = 0, throttled = 0;

  double throttled_share() const { return calls > 0 ? throttled / calls : 0; }
};

struct TemplateResult {
  std::size_t place = 0;
  std::string key_template = {};
  bool write = false;
  double keys = 0;
  double requests = 0, throttled = 0;
};

struct HotKey {
  std::size_t place = 0;
  std::string label = {};
  double reads = 0, writes = 0;  // units per second, in the mean
  double throttled_share = 0;    // of its requests
};

struct SimulationResult {
  std::shared_ptr<const Bill> bill = {};  // to which the patterns refer
  int seconds = 0;
  int interval_seconds = 1;  // of the heat maps
  std::vector<PlaceResult> places = {};
  std::vector<PatternResult> patterns = {};
  std::vector<TemplateResult> templates = {};
  std::vector<HotKey> hot_keys = {};  // of each place the ten hottest, by their use of a partition

  double calls() const;
  double throttled() const;
};

// Deterministic: the same workload, options and seed give the same result.
SimulationResult simulate(const Workload& workload, const SimulationOptions& options);

}  // namespace partita::modelling
