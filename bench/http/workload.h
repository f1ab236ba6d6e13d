// A workload: which requests each connection sends, and what their answers must hold.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "http/caller.h"
#include "http/expectation.h"
#include "http/table.h"

namespace partita::bench {

struct Request {
  // Valid until the workload's next call.
  std::string_view bytes;
  Expectation expected;
};

class Workload {
 public:
  virtual ~Workload() = default;

  // The connection's next request; nullopt when it has no more to do.
  virtual std::optional<Request> next(unsigned connection) = 0;
  // The right answer to the connection's request has come. Returns how many operations are complete by it; 0 in the
  // midst of an operation of several requests.
  virtual std::uint64_t answered(unsigned /*connection*/, std::string_view /*body*/) { return 1; }
};

struct Settings {
  Endpoint endpoint;
  std::string workload;
  std::uint64_t items = 0;
  std::uint64_t group = 0;
  unsigned connections = 1;
  std::uint64_t seed = 1;
};

// A workload in the list: its name, its table, and how to make it.
struct WorkloadKind {
  std::string name;
  std::string about;
  Table (*table)(const Settings&);
  std::unique_ptr<Workload> (*make)(const Settings&, const Table&);
  // Items that the run takes away, so that the table is filled again before each run.
  bool consumes = false;
  // Partitions that are filled and emptied again, but for the last item, before the first run.
  bool drained = false;
};

const std::vector<WorkloadKind>& workload_kinds();
// Ends the program where there is no such workload.
const WorkloadKind& workload_kind(std::string_view name);

}  // namespace partita::bench
