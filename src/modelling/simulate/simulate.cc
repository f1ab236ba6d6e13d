// One second of the simulation
// 1. begin_second(): each stream of requests gets its rate from the seasons, and its share of each partition, which is
//    computed again only if the partitions changed.
// 2. arrive(): each stream gets a random or even number of requests for each partition.
// 3. balance(): each place admits the units that its partitions and its capacity allow. A request that one place
//    refuses takes no units of the other places of its call, so the shares are computed in rounds until they stay the
//    same.
// 4. count(): the requests and the throttled ones of patterns, key templates and followed keys.
// 5. end_second(): the places charge the admitted units, grow, and split hot partitions.
// The hottest keys by mean rates are followed through all seconds. All other keys count only by their probabilities.
#include "modelling/simulate/simulate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>

#include "modelling/cost/units.h"
#include "modelling/simulate/place_state.h"
#include "modelling/simulate/random.h"
#include "value/limits.h"

namespace partita::modelling {
namespace {

constexpr std::size_t kHotKeysOfPlace = 10;
constexpr int kHeatIntervals = 120;
// The rounds in which the throttling of indexes and tables is balanced: a request that the index refuses takes no units
// of the table, and the other way round.
constexpr int kRounds = 12;

// A key that is followed through the simulation.
struct FollowedKey {
  std::size_t place = 0;
  std::uint64_t position = 0;
  std::string label = {};
  std::vector<std::pair<std::size_t, double>> streams = {};  // with the key's probability in it
  double reads = 0, writes = 0;                              // units per second
  double requests = 0, throttled = 0;                        // so far
};

struct StreamState {
  double rate = 0;                     // requests per second in the present second
  std::vector<double> mass = {};       // the probability of each partition
  std::vector<double> requests = {};   // in the present second, by partition
  std::vector<double> left_over = {};  // parts of requests, if they arrive evenly
  double all = 0;                      // requests
  double admitted = 1;                 // the share that the place admits
  double others = 1;                   // the share that the call's other requests let pass
};

class Simulation {
 public:
  Simulation(const Workload& workload, const SimulationOptions& options)
      : workload_(workload), options_(options), random_(options.seed), streams_(workload.streams.size()) {
    std::vector<double> reads(workload.places.size()), writes(workload.places.size());
    for (const Stream& stream : workload.streams)
      (stream.write ? writes : reads)[stream.place] +=
          workload.patterns[stream.pattern].per_second * stream.times * stream.units;
    for (std::size_t i = 0; i < workload.places.size(); ++i)
      places_.emplace_back(workload.places[i], options, reads[i], writes[i]);
    streams_of_place_.resize(workload.places.size());
    for (std::size_t i = 0; i < workload.streams.size(); ++i) streams_of_place_[workload.streams[i].place].push_back(i);
    result_.bill = workload.bill;
    for (const LoadedPattern& pattern : workload.patterns) result_.patterns.push_back({.pattern = pattern.pattern});
    for (const Stream& stream : workload.streams) template_of_stream_.push_back(template_index(stream));
    result_.seconds = options.seconds;
    result_.interval_seconds = std::max(1, (options.seconds + kHeatIntervals - 1) / kHeatIntervals);
    follow_hot_keys();
  }

  SimulationResult run() {
    for (int second = 0; second < options_.seconds; ++second) {
      begin_second(second);
      arrive();
      balance();
      count();
      end_second(second);
    }
    finish();
    return std::move(result_);
  }

 private:
  std::size_t template_index(const Stream& stream) {
    for (std::size_t i = 0; i < result_.templates.size(); ++i) {
      const TemplateResult& one = result_.templates[i];
      if (one.place == stream.place && one.key_template == stream.key_template && one.write == stream.write) return i;
    }
    result_.templates.push_back({.place = stream.place,
                                 .key_template = stream.key_template,
                                 .write = stream.write,
                                 .keys = stream.keys->keys()});
    return result_.templates.size() - 1;
  }

  // The keys of each place that need most of a partition, by the mean rates.
  void follow_hot_keys() {
    std::vector<std::map<std::uint64_t, FollowedKey>> of_places(workload_.places.size());
    for (const Stream& stream : workload_.streams)
      for (const std::uint64_t position : most_probable(*stream.keys)) {
        FollowedKey& key = of_places[stream.place][position];
        key.place = stream.place;
        key.position = position;
        if (key.label.empty())
          key.label = key_label(stream.key_template, stream.keys->factors(), stream.keys->find(position)->ranks);
      }
    for (auto& keys : of_places) {
      std::vector<FollowedKey> of_place;
      for (auto& [position, key] : keys) {
        add_streams(key);
        of_place.push_back(std::move(key));
      }
      std::stable_sort(of_place.begin(), of_place.end(), [](const FollowedKey& a, const FollowedKey& b) {
        return std::max(a.reads / limits::kPartitionReadUnits, a.writes / limits::kPartitionWriteUnits) >
               std::max(b.reads / limits::kPartitionReadUnits, b.writes / limits::kPartitionWriteUnits);
      });
      of_place.resize(std::min(kHotKeysOfPlace, of_place.size()));
      std::move(of_place.begin(), of_place.end(), std::back_inserter(followed_));
    }
  }

  static std::vector<std::uint64_t> most_probable(const KeySpace& keys) {
    std::vector<std::pair<double, std::uint64_t>> all;
    for (const FrequentKey& key : keys.frequent()) all.emplace_back(-key.probability, key.position);
    const std::size_t most = std::min(kHotKeysOfPlace, all.size());
    std::partial_sort(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(most), all.end());
    std::vector<std::uint64_t> positions;
    for (std::size_t i = 0; i < most; ++i) positions.push_back(all[i].second);
    return positions;
  }

  void add_streams(FollowedKey& key) {
    for (std::size_t i = 0; i < workload_.streams.size(); ++i) {
      const Stream& stream = workload_.streams[i];
      const FrequentKey* const found = stream.place == key.place ? stream.keys->find(key.position) : nullptr;
      if (!found) continue;
      key.streams.emplace_back(i, found->probability);
      (stream.write ? key.writes : key.reads) +=
          workload_.patterns[stream.pattern].per_second * stream.times * found->probability * stream.units;
    }
  }

  void begin_second(int second) {
    for (std::size_t i = 0; i < streams_.size(); ++i) {
      const Stream& stream = workload_.streams[i];
      StreamState& state = streams_[i];
      PlaceState& place = places_[stream.place];
      state.rate =
          workload_.patterns[stream.pattern].per_second * stream.times * workload_.season(stream.pattern, second);
      if (!place.has_changed() && !state.mass.empty()) continue;
      state.mass.clear();
      for (const Partition& partition : place.partitions().list())
        state.mass.push_back(stream.keys->mass(partition.begin, partition.end));
      state.left_over.resize(state.mass.size());
    }
    for (PlaceState& place : places_) place.begin_second();
  }

  void arrive() {
    for (StreamState& state : streams_) {
      state.requests.assign(state.mass.size(), 0);
      state.all = 0;
      for (std::size_t p = 0; p < state.mass.size(); ++p) {
        state.requests[p] = arrivals(state, p);
        state.all += state.requests[p];
      }
      state.admitted = state.others = 1;
    }
  }

  double arrivals(StreamState& state, std::size_t p) {
    const double mean = state.rate * state.mass[p];
    if (options_.arrivals == SimulationOptions::Arrivals::Poisson) return random_.poisson(mean);
    const double due = mean + state.left_over[p];
    const double whole = std::floor(due + 1e-9);
    state.left_over[p] = due - whole;
    return whole;
  }

  // The demand of a place, without the requests whose calls another place refuses.
  void demand(std::size_t at) {
    PlaceState& place = places_[at];
    for (const bool write : {false, true}) place.demand(write).reset(place.partitions().list().size());
    for (const std::size_t i : streams_of_place_[at]) {
      const Stream& stream = workload_.streams[i];
      Demand& demand = place.demand(stream.write);
      const StreamState& state = streams_[i];
      for (std::size_t p = 0; p < state.requests.size(); ++p) {
        const double requests = state.requests[p] * state.others;
        demand.requests[p] += requests;
        demand.units[p] += requests * stream.units;
        demand.asked[p] += state.requests[p] * stream.units;
      }
    }
  }

  // All requests of a call pass, or all are refused: the entry of an index and its item, and the members of a
  // transaction. The keys of one call at two places are taken as independent. A request that another place refuses
  // takes no units here, so the shares are found one place after the other, until they stay as they are.
  void balance() {
    for (int round = 0; round < kRounds; ++round) {
      bool has_changed = false;
      for (std::size_t at = 0; at < places_.size(); ++at) {
        demand(at);
        places_[at].admit();
        if (update_shares(at)) has_changed = true;
      }
      if (!has_changed) return;
    }
  }

  // Whether the shares that a place admits have changed.
  bool update_shares(std::size_t at) {
    constexpr double kSameShare = 1e-6;
    bool has_changed = false;
    for (const std::size_t i : streams_of_place_[at]) {
      StreamState& state = streams_[i];
      const Demand& asked = places_[at].demand(workload_.streams[i].write);
      double admitted = 0;
      for (std::size_t p = 0; p < state.requests.size(); ++p) admitted += state.requests[p] * asked.share(p);
      const double share = state.all > 0 ? admitted / state.all : 1;
      if (std::abs(share - state.admitted) > kSameShare) has_changed = true;
      state.admitted = share;
    }
    if (has_changed)
      for (std::size_t i = 0; i < streams_.size(); ++i)
        streams_[i].others = share_of_call(workload_.streams[i].pattern, i);
    return has_changed;
  }

  // The share of a pattern's calls that pass all its requests but those of one stream.
  double share_of_call(std::size_t pattern, std::size_t without) const {
    double share = 1;
    for (std::size_t i = 0; i < streams_.size(); ++i) {
      if (workload_.streams[i].pattern != pattern || i == without) continue;
      const double times = workload_.streams[i].times;
      share *= times <= 1 ? 1 - times * (1 - streams_[i].admitted) : std::pow(streams_[i].admitted, times);
    }
    return share;
  }

  void count() {
    std::vector<bool> counted(workload_.patterns.size());
    for (std::size_t i = 0; i < streams_.size(); ++i) {
      const Stream& stream = workload_.streams[i];
      const StreamState& state = streams_[i];
      TemplateResult& of_template = result_.templates[template_of_stream_[i]];
      of_template.requests += state.all;
      of_template.throttled += state.all * (1 - state.admitted);
      if (counted[stream.pattern]) continue;
      // The first stream of a pattern tells how many calls there were.
      counted[stream.pattern] = true;
      PatternResult& of_pattern = result_.patterns[stream.pattern];
      const double calls = state.all / stream.times;
      of_pattern.calls += calls;
      of_pattern.throttled += calls * (1 - share_of_call(stream.pattern, streams_.size()));
    }
    for (FollowedKey& key : followed_) {
      const PlaceState& place = places_[key.place];
      const std::size_t p = place.partitions().find(key.position);
      for (const auto& [i, probability] : key.streams) {
        const double requests = streams_[i].rate * probability;
        key.requests += requests;
        key.throttled += requests * (1 - place.demand(workload_.streams[i].write).share(p));
      }
    }
  }

  void end_second(int second) {
    for (std::size_t i = 0; i < places_.size(); ++i) places_[i].end_second(second, traffic_of(i));
    if ((second + 1) % result_.interval_seconds == 0 || second + 1 == options_.seconds)
      for (PlaceState& place : places_) place.keep_heat(second / result_.interval_seconds);
  }

  Traffic traffic_of(std::size_t place) const {
    Traffic traffic;
    traffic.of_range = [this, place](std::uint64_t begin, std::uint64_t end) {
      double reads = 0, writes = 0;
      for (const std::size_t i : streams_of_place_[place])
        (workload_.streams[i].write ? writes : reads) +=
            streams_[i].rate * workload_.streams[i].units * workload_.streams[i].keys->mass(begin, end);
      return share_of_partition(reads, writes);
    };
    traffic.splits_within_key = [this, place](std::uint64_t position) {
      double spread = 0, all = 0;
      for (const std::size_t i : streams_of_place_[place]) {
        const Stream& stream = workload_.streams[i];
        const double units = streams_[i].rate * stream.units * stream.keys->mass(position, position) /
                             (stream.write ? limits::kPartitionWriteUnits : limits::kPartitionReadUnits);
        all += units;
        if (stream.splits_within_key) spread += units;
      }
      return spread * 2 > all;
    };
    return traffic;
  }

  void finish() {
    for (PlaceState& place : places_) {
      place.finish();
      result_.places.push_back(std::move(place.result()));
    }
    for (const FollowedKey& key : followed_)
      result_.hot_keys.push_back({.place = key.place,
                                  .label = key.label,
                                  .reads = key.reads,
                                  .writes = key.writes,
                                  .throttled_share = key.requests > 0 ? key.throttled / key.requests : 0});
  }

  const Workload& workload_;
  const SimulationOptions options_;
  Random random_;
  std::vector<PlaceState> places_;
  std::vector<StreamState> streams_;
  std::vector<std::size_t> template_of_stream_;
  std::vector<std::vector<std::size_t>> streams_of_place_;
  std::vector<FollowedKey> followed_;
  SimulationResult result_;
};

}  // namespace

double SimulationResult::calls() const {
  double sum = 0;
  for (const PatternResult& pattern : patterns) sum += pattern.calls;
  return sum;
}

double SimulationResult::throttled() const {
  double sum = 0;
  for (const PatternResult& pattern : patterns) sum += pattern.throttled;
  return sum;
}

SimulationResult simulate(const Workload& workload, const SimulationOptions& options) {
  return Simulation(workload, options).run();
}

}  // namespace partita::modelling
