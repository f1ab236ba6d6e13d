// The state of a table or an index while its traffic is simulated.
#pragma once

#include <vector>

#include "modelling/simulate/capacity_bucket.h"
#include "modelling/simulate/partitions.h"
#include "modelling/simulate/simulate.h"

namespace partita::modelling {

// The requests of a side that ask for a place in a second.
struct Demand {
  // Of each partition. `asked` has the units of all requests, and the others have only those whose calls no other place
  // refuses.
  std::vector<double> asked, units, requests;
  std::vector<double> admitted;  // the share that the partition admits
  double admitted_by_place = 1;  // the share of those that the place admits

  void reset(std::size_t partitions);
  double share(std::size_t partition) const { return admitted[partition] * admitted_by_place; }
};

class PlaceState {
 public:
  // `mean_reads` and `mean_writes` are the place's units per second by the rates of its patterns.
  PlaceState(const SimulatedPlace& place, const SimulationOptions& options, double mean_reads, double mean_writes);

  Partitions& partitions() { return partitions_; }
  const Partitions& partitions() const { return partitions_; }
  Demand& demand(bool write) { return write ? writes_ : reads_; }
  const Demand& demand(bool write) const { return write ? writes_ : reads_; }

  void begin_second();
  // Computes which shares of the demands are admitted.
  void admit();
  // Whether it admits all.
  bool admits_all() const;
  // Takes the admitted units, counts them, and grows or splits for the next seconds.
  void end_second(int second, const Traffic& traffic);

  bool has_changed() const { return has_changed_; }  // its partitions, in the last second
  PlaceResult& result() { return result_; }
  void keep_heat(int interval);
  // Fills the parts of the result that are known at the end.
  void finish();

 private:
  enum class Side { Reads, Writes };

  void admit(Demand& demand, Side side);
  void charge(Demand& demand, Side side);
  void note_throttled(int second);
  void grow();
  void note_heat();
  void split_hot(int second, const Traffic& traffic);

  const SimulationOptions options_;
  const bool on_demand_;
  CapacityBucket read_bucket_, write_bucket_;
  PeakWatch read_peak_, write_peak_;
  double reads_to_grow_to_ = 0, writes_to_grow_to_ = 0;
  Partitions partitions_;
  Demand reads_, writes_;
  bool has_changed_ = true;
  PlaceResult result_;
  std::vector<std::vector<float>> heat_of_rows_;  // by interval, then by row
  std::vector<float> heat_now_;                   // sums over the interval's seconds, by row
  int heat_seconds_ = 0;
};

}  // namespace partita::modelling
