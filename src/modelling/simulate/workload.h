// Workload: the input of a simulation. The accesses of all patterns as streams of requests, each with its rate and the
// partition keys that it meets, and the tables and indexes that they meet them in.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "modelling/cost/bill.h"
#include "modelling/simulate/key_space.h"

namespace partita::modelling {

// A table or an index that has capacity of its own. The local indexes of a table are a part of it.
struct SimulatedPlace {
  const Table* table = nullptr;
  model::IndexPosition index = model::kNone;  // into TableInfo::indexes
  std::string name = {};                      // "shop" or "shop/by_status"
  double gigabytes = 0;
  bool on_demand = true;
  double read_units = 0, write_units = 0;  // provisioned units per second
};

// Requests of one kind at one place.
struct Stream {
  std::size_t pattern = 0;  // into Workload::patterns
  std::size_t place = 0;    // into Workload::places
  bool write = false;
  double units = 0;  // of one request
  double times = 1;  // requests for each call of the pattern
  std::string key_template = {};
  std::shared_ptr<const KeySpace> keys = {};
  // The requests of one key meet many items all over its sort keys, so that a split between them divides the requests.
  bool splits_within_key = false;
  // Which of a key's items the requests meet, if the sort key begins with a time.
  enum class InTime : std::uint8_t {
    Unordered,  // the sort key begins with something else
    Newest,     // items are put, or the newest ones are read
    Anywhere,
  };
  InTime in_time = InTime::Unordered;
  double share_of_key = 1;  // the share of a key's items that a read meets; 1 if it is not known
};

struct LoadedPattern {
  const Pattern* pattern = nullptr;
  double per_second = 0;
};

struct Workload {
  std::shared_ptr<const Bill> bill = {};  // the others refer to it
  std::vector<SimulatedPlace> places = {};
  std::vector<LoadedPattern> patterns = {};
  std::vector<Stream> streams = {};
  std::vector<Season> seasons = {};
  std::vector<std::string> left_out = {};  // patterns without a rate or without units, with the reason
  Assumptions assumptions = {};

  // The factor of a pattern's rate in a second.
  double season(std::size_t pattern, double second) const;
  // The same workload with each partition key of a template divided among `shards` keys. A write meets one of them. A
  // Query asks all of them, and each answers its part.
  Workload sharded(std::size_t place, const std::string& key_template, int shards) const;
  // The same workload with each partition key of a template divided among the keys of `periods` equal periods of its
  // time. Requests of the newest items meet the newest period as before. A Query of a stretch of time asks each period
  // that the stretch touches. Requires: can_have_periods().
  Workload in_periods(std::size_t place, const std::string& key_template, int periods) const;
  // Whether the sort keys of all requests of the template begin with a time.
  bool can_have_periods(std::size_t place, const std::string& key_template) const;
};

struct WorkloadOptions {
  double default_keys = 1e6;  // the number of different values of a key's field if it is unknown
};

Workload make_workload(std::shared_ptr<const Proof> proof, const WorkloadOptions& options);

// A partition key of the template with the values of these ranks: "CUST#<customer 1>", "STATUS#PAID".
std::string key_label(const std::string& key_template, const std::vector<KeyFactor>& factors,
                      const std::vector<std::uint64_t>& ranks);

}  // namespace partita::modelling
