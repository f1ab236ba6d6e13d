#include "modelling/simulate/shard_proposals.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "modelling/simulate/partitions.h"
#include "value/limits.h"

namespace partita::modelling {
namespace {

constexpr double kHotUse = 0.5;  // of a partition

class ShardSearch {
 public:
  ShardSearch(const Workload& workload, const SimulationOptions& options) : workload_(workload), options_(options) {
    options_.keeps_heat_map = false;
  }

  std::vector<ShardProposal> find(const SimulationResult& first) {
    std::vector<ShardProposal> proposals;
    SimulationResult result = first;
    std::set<std::size_t> done;
    while (const auto place = worst_place(result, done)) {
      done.insert(*place);
      const std::string hottest = hottest_template(result, *place);
      if (hottest.empty()) continue;
      ShardProposal proposal{.place = workload_.places[*place].name, .key_template = hottest};
      proposal.now = throttled_share(result, *place);
      if (hottest_use(*place, hottest) < kHotUse) {
        proposal.throttled_share = proposal.now;
        proposal.why_not =
            "no key needs half of a partition, so there are too few partitions at first: give the table a higher warm "
            "throughput before the traffic comes";
      } else {
        proposal.periods = periods_of(*place, proposal);
        if (search(*place, proposal)) {
          Workload divided = workload_.sharded(*place, hottest, proposal.shards);
          proposal.reads = divided_reads(*place, hottest, divided);
          workload_ = std::move(divided);
          result = simulate(workload_, options_);
        }
      }
      proposals.push_back(std::move(proposal));
    }
    return proposals;
  }

 private:
  // The share of a place's requests that its partitions throttle.
  static double throttled_share(const SimulationResult& result, std::size_t place) {
    double requests = 0;
    for (const TemplateResult& one : result.templates)
      if (one.place == place) requests += one.requests;
    const PlaceResult& of_place = result.places[place];
    const double throttled = of_place.reads.throttled_by_partition + of_place.writes.throttled_by_partition;
    return requests > 0 ? throttled / requests : 0;
  }

  static std::optional<std::size_t> worst_place(const SimulationResult& result, const std::set<std::size_t>& done) {
    std::optional<std::size_t> worst;
    for (std::size_t i = 0; i < result.places.size(); ++i) {
      if (done.contains(i) || throttled_share(result, i) <= kTolerableShare) continue;
      if (!worst || throttled_share(result, i) > throttled_share(result, *worst)) worst = i;
    }
    return worst;
  }

  // The most that a key of the template needs of a partition at any time.
  double hottest_use(std::size_t place, const std::string& key_template) const {
    std::map<std::uint64_t, std::vector<std::pair<const Stream*, double>>> keys;
    for (const Stream& stream : workload_.streams)
      if (stream.place == place && stream.key_template == key_template)
        for (const FrequentKey& key : stream.keys->frequent())
          keys[key.position].emplace_back(&stream, key.probability);
    constexpr int kMoments = 200;
    std::vector<std::vector<double>> seasons(workload_.patterns.size());
    for (std::size_t i = 0; i < seasons.size(); ++i)
      for (int moment = 0; moment < kMoments; ++moment)
        seasons[i].push_back(workload_.season(i, (moment + 0.5) * options_.seconds / kMoments));
    double most = 0;
    for (const auto& [position, streams] : keys)
      for (int moment = 0; moment < kMoments; ++moment) {
        double reads = 0, writes = 0;
        for (const auto& [stream, probability] : streams)
          (stream->write ? writes : reads) += workload_.patterns[stream->pattern].per_second * stream->times *
                                              seasons[stream->pattern][static_cast<std::size_t>(moment)] * probability *
                                              stream->units;
        most = std::max({most, reads / limits::kPartitionReadUnits, writes / limits::kPartitionWriteUnits});
      }
    return most;
  }

  static std::string hottest_template(const SimulationResult& result, std::size_t place) {
    const TemplateResult* hottest = nullptr;
    for (const TemplateResult& one : result.templates)
      if (one.place == place && one.throttled > 0 && (!hottest || one.throttled > hottest->throttled)) hottest = &one;
    return hottest ? hottest->key_template : std::string();
  }

  double share_with(std::size_t place, const std::string& key_template, int shards) const {
    const Workload divided = workload_.sharded(place, key_template, shards);
    return throttled_share(simulate(divided, options_), place);
  }

  // A division leaves the order of the streams as it is.
  std::vector<DividedRead> divided_reads(std::size_t place, const std::string& key_template,
                                         const Workload& divided) const {
    std::vector<DividedRead> reads;
    for (std::size_t i = 0; i < workload_.streams.size(); ++i) {
      const Stream &now = workload_.streams[i], &then = divided.streams[i];
      if (now.write || now.place != place || now.key_template != key_template) continue;
      reads.push_back({.pattern = workload_.patterns[now.pattern].pattern->name,
                       .keys_now = now.times,
                       .units_now = now.times * now.units,
                       .keys = then.times,
                       .units = then.times * then.units});
    }
    return reads;
  }

  std::optional<PeriodProposal> periods_of(std::size_t place, const ShardProposal& proposal) const {
    PeriodProposal periods;
    if (meets_newest_period(place, proposal.key_template)) {
      periods.why_not = "all requests meet the newest period, however short it is";
      return periods;
    }
    if (!workload_.can_have_periods(place, proposal.key_template)) return std::nullopt;
    for (int count = 2;; count = std::min(kMostShards, 2 * count)) {
      const Workload divided = workload_.in_periods(place, proposal.key_template, count);
      periods.throttled_share = throttled_share(simulate(divided, options_), place);
      if (periods.throttled_share <= kTolerableShare) {
        periods.periods = count;
        periods.seconds = time_of_key(place, proposal.key_template) / count;
        periods.reads = divided_reads(place, proposal.key_template, divided);
        return periods;
      }
      // However short a period is, all requests of the newest items meet one key.
      if (count == kMostShards) break;
    }
    periods.why_not = "the requests of the newest items all meet the newest period, however short it is";
    return periods;
  }

  // Whether the keys of the template have a year, month, day or hour already.
  bool meets_newest_period(std::size_t place, const std::string& key_template) const {
    return std::any_of(workload_.streams.begin(), workload_.streams.end(), [&](const Stream& stream) {
      const auto& factors = stream.keys->factors();
      return stream.place == place && stream.key_template == key_template &&
             std::any_of(factors.begin(), factors.end(),
                         [](const KeyFactor& factor) { return factor.names == std::vector<std::string>{"now"}; });
    });
  }

  // The seconds that the items of a key span: the number of items by the rate at which they are put. 0 if one of them
  // is not known.
  double time_of_key(std::size_t place, const std::string& key_template) const {
    double puts = 0, items = 0;
    for (const Stream& stream : workload_.streams) {
      if (stream.place != place || stream.key_template != key_template || !stream.write) continue;
      if (stream.in_time != Stream::InTime::Newest) continue;
      puts += workload_.patterns[stream.pattern].per_second * stream.times;
    }
    for (const TableBill& table : workload_.bill->tables)
      for (const PlaceBill& one : table.places)
        if (table.table->name == workload_.places[place].table->name && one.index == workload_.places[place].index)
          items = one.items;
    return puts > 0 ? items / puts : 0;
  }

  // Doubles the count until it is enough, and then looks for the smallest one below.
  bool search(std::size_t place, ShardProposal& proposal) const {
    int too_few = 1, enough = 0;
    double share_too_few = proposal.now, share_enough = 0;
    for (int shards = 2; enough == 0; shards = std::min(kMostShards, 2 * shards)) {
      const double share = share_with(place, proposal.key_template, shards);
      if (share <= kTolerableShare) {
        enough = shards;
        share_enough = share;
        break;
      }
      too_few = shards;
      share_too_few = share;
      if (shards == kMostShards) break;
    }
    if (enough == 0) {
      proposal.throttled_share = share_too_few;
      proposal.why_not =
          "all keys together are too much for the partitions at first: give the table a higher warm throughput before "
          "the "
          "traffic comes";
      return false;
    }
    while (enough - too_few > 1) {
      const int middle = too_few + (enough - too_few) / 2;
      const double share = share_with(place, proposal.key_template, middle);
      (share <= kTolerableShare ? enough : too_few) = middle;
      (share <= kTolerableShare ? share_enough : share_too_few) = share;
    }
    proposal.shards = enough;
    proposal.throttled_share = share_enough;
    proposal.with_one_less = share_too_few;
    return true;
  }

  Workload workload_;
  SimulationOptions options_;
};

}  // namespace

std::vector<ShardProposal> propose_shards(const Workload& workload, const SimulationOptions& options,
                                          const SimulationResult& result) {
  return ShardSearch(workload, options).find(result);
}

}  // namespace partita::modelling
