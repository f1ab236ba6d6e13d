#include "modelling/simulate/place_state.h"

#include <algorithm>
#include <cmath>

#include "modelling/cost/units.h"
#include "value/limits.h"

namespace partita::modelling {
namespace {

double first_rate(const SimulatedPlace& place, bool established, double mean, double warm, double provisioned) {
  if (!place.on_demand) return provisioned;
  return std::clamp(established ? 2 * mean : 0, warm, double{limits::kOnDemandUnits});
}

int partitions_for(double gigabytes, double reads, double writes) {
  return std::max({1, static_cast<int>(std::ceil(gigabytes / kPartitionGigabytes)),
                   static_cast<int>(std::ceil(reads / limits::kPartitionReadUnits - 1e-9)),
                   static_cast<int>(std::ceil(writes / limits::kPartitionWriteUnits - 1e-9))});
}

}  // namespace

void Demand::reset(std::size_t partitions) {
  asked.assign(partitions, 0);
  units.assign(partitions, 0);
  requests.assign(partitions, 0);
  admitted.assign(partitions, 1);
  admitted_by_place = 1;
}

PlaceState::PlaceState(const SimulatedPlace& place, const SimulationOptions& options, double mean_reads,
                       double mean_writes)
    : options_(options),
      on_demand_(place.on_demand),
      read_bucket_(first_rate(place, options.established, mean_reads, limits::kWarmReadUnits, place.read_units),
                   place.on_demand ? 1 : options.burst_seconds),
      write_bucket_(first_rate(place, options.established, mean_writes, limits::kWarmWriteUnits, place.write_units),
                    place.on_demand ? 1 : options.burst_seconds),
      read_peak_(options.doubling_seconds),
      write_peak_(options.doubling_seconds),
      partitions_(partitions_for(place.gigabytes, read_bucket_.rate(), write_bucket_.rate())) {
  result_.name = place.name;
  result_.partitions_at_start = partitions_.rows();
}

void PlaceState::begin_second() {
  has_changed_ = false;
  partitions_.refill();
  read_bucket_.begin_second();
  write_bucket_.begin_second();
}

void PlaceState::admit(Demand& demand, Side side) {
  double units = 0, requests = 0;
  const std::vector<Partition>& list = partitions_.list();
  for (std::size_t p = 0; p < list.size(); ++p) {
    const double left = side == Side::Writes ? list[p].writes_left : list[p].reads_left;
    demand.admitted[p] = admitted_share(left, demand.units[p], demand.requests[p]);
    units += demand.units[p] * demand.admitted[p];
    requests += demand.requests[p] * demand.admitted[p];
  }
  demand.admitted_by_place =
      admitted_share((side == Side::Writes ? write_bucket_ : read_bucket_).left(), units, requests);
}

void PlaceState::admit() {
  admit(reads_, Side::Reads);
  admit(writes_, Side::Writes);
}

bool PlaceState::admits_all() const {
  for (const Demand* demand : {&reads_, &writes_}) {
    if (demand->admitted_by_place < 1) return false;
    for (const double share : demand->admitted)
      if (share < 1) return false;
  }
  return true;
}

void PlaceState::charge(Demand& demand, Side side) {
  const bool write = side == Side::Writes;
  std::vector<Partition>& list = partitions_.list();
  SideResult& counted = write ? result_.writes : result_.reads;
  double taken = 0;
  for (std::size_t p = 0; p < list.size(); ++p) {
    const double units = demand.units[p] * demand.share(p);
    (write ? list[p].writes_left : list[p].reads_left) -= units;
    taken += units;
    counted.units += demand.asked[p];
    counted.of_partitions.add(demand.asked[p] / list[p].parts);
    counted.throttled_by_partition += demand.requests[p] * (1 - demand.admitted[p]);
    counted.throttled_by_capacity += demand.requests[p] * demand.admitted[p] * (1 - demand.admitted_by_place);
  }
  CapacityBucket& bucket = write ? write_bucket_ : read_bucket_;
  bucket.take(taken);
  // The traffic of a window counts from the next second on.
  (write ? writes_to_grow_to_ : reads_to_grow_to_) =
      std::min((write ? write_peak_ : read_peak_).add(taken), double{limits::kOnDemandUnits});
}

void PlaceState::grow() {
  if (!on_demand_) return;
  if (reads_to_grow_to_ <= read_bucket_.rate() && writes_to_grow_to_ <= write_bucket_.rate()) return;
  read_bucket_.grow_to(reads_to_grow_to_);
  write_bucket_.grow_to(writes_to_grow_to_);
  const int before = partitions_.rows();
  partitions_.grow_to(partitions_for(0, read_bucket_.rate(), write_bucket_.rate()));
  has_changed_ = has_changed_ || partitions_.rows() != before;
}

void PlaceState::note_heat() {
  if (!options_.keeps_heat_map) return;
  heat_now_.resize(static_cast<std::size_t>(partitions_.rows()));
  const std::vector<Partition>& list = partitions_.list();
  for (std::size_t p = 0; p < list.size(); ++p)
    heat_now_[static_cast<std::size_t>(list[p].row)] +=
        static_cast<float>(std::max(reads_.asked[p] / list[p].most_reads(), writes_.asked[p] / list[p].most_writes()));
  ++heat_seconds_;
}

void PlaceState::end_second(int second, const Traffic& traffic) {
  note_heat();
  if (!admits_all()) note_throttled(second);
  charge(reads_, Side::Reads);
  charge(writes_, Side::Writes);
  split_hot(second, traffic);
  grow();
}

void PlaceState::note_throttled(int second) {
  if (result_.first_throttled < 0) result_.first_throttled = second;
  result_.last_throttled = second;
  ++result_.seconds_throttled;
}

void PlaceState::split_hot(int second, const Traffic& traffic) {
  std::vector<Partition>& list = partitions_.list();
  for (std::size_t p = 0; p < list.size(); ++p) {
    const bool is_hot = reads_.units[p] >= list[p].most_reads() || writes_.units[p] >= list[p].most_writes();
    list[p].hot_seconds = is_hot ? list[p].hot_seconds + 1 : std::max(0.0, list[p].hot_seconds - 1);
  }
  if (!options_.splits) return;
  for (std::size_t p = 0; p < list.size(); ++p) {
    if (list[p].is_stuck || list[p].hot_seconds < options_.split_after_seconds) continue;
    const Partitions::Split split = partitions_.split(p, traffic);
    if (split == Partitions::Split::None) continue;
    constexpr const char* kWords[] = {"", "a range", "around a key", "within a key"};
    result_.splits.push_back({second, kWords[static_cast<std::size_t>(split)]});
    has_changed_ = true;
    return;  // one split a second: the positions of the others have changed
  }
}

void PlaceState::keep_heat(int interval) {
  if (!options_.keeps_heat_map || heat_seconds_ == 0) return;
  const auto at = static_cast<std::size_t>(interval);
  if (heat_of_rows_.size() <= at) heat_of_rows_.resize(at + 1);
  heat_now_.resize(static_cast<std::size_t>(partitions_.rows()));
  for (float& sum : heat_now_) sum /= static_cast<float>(heat_seconds_);
  heat_of_rows_[at] = std::move(heat_now_);
  heat_now_.clear();
  heat_seconds_ = 0;
}

void PlaceState::finish() {
  result_.reads.capacity = read_bucket_.rate();
  result_.writes.capacity = write_bucket_.rate();
  for (const Partition& one : partitions_.list()) {
    result_.partitions_at_end += one.parts;
    result_.stuck += one.is_stuck ? 1 : 0;
  }
  for (const std::vector<float>& of_rows : heat_of_rows_) {
    std::vector<float>& interval = result_.heat.emplace_back();
    for (const Partition& one : partitions_.list()) {
      // In each second one of the partition and those that it is a piece of was there.
      float use = 0;
      for (int row = one.row; row >= 0; row = partitions_.parent_of(row))
        if (static_cast<std::size_t>(row) < of_rows.size()) use += of_rows[static_cast<std::size_t>(row)];
      interval.push_back(use);
    }
  }
}

}  // namespace partita::modelling
