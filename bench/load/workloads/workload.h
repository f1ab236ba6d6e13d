// A workload: the requests that each connection sends, and the conditions that their answers must meet.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "load/generator/caller.h"
#include "load/generator/expectation.h"
#include "load/workloads/table.h"

namespace partita::bench {

struct Request {
  // Valid until the workload's next call.
  std::string_view bytes;
  Expectation expected;
};

class Workload {
 public:
  virtual ~Workload() = default;

  // The connection's next request; nullopt if it has no more.
  virtual std::optional<Request> next(unsigned connection) = 0;
  // Called when the right answer to the connection's request has come. Returns the number of operations that it
  // completes, or 0 in the middle of an operation of several requests.
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

// A workload in the list: its name, its table, and the function that makes it.
struct WorkloadKind {
  std::string name;
  std::string about;
  Table (*table)(const Settings&);
  std::unique_ptr<Workload> (*make)(const Settings&, const Table&);
  // The run takes items away, so the table must be filled again before each run.
  bool consumes = false;
  // Before the first run the table is filled and then emptied except for its last item.
  bool drained = false;
};

const std::vector<WorkloadKind>& workload_kinds();
// Ends the program if the workload is unknown.
const WorkloadKind& workload_kind(std::string_view name);

}  // namespace partita::bench
