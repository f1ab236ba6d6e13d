// Reads the metrics that a server shows, for `partita stats`.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace partita::tools {

struct Sample {
  std::string name;
  std::map<std::string, std::string> labels;
  double value = 0;
};

// The samples of a text in Prometheus's format. Comments and lines of another form are left out.
std::vector<Sample> read_metrics(std::string_view text);

// The requests to one operation and table.
struct OperationReport {
  double requests = 0;
  double user_errors = 0;  // with those that a condition stopped
  double throttled = 0;
  double auth_failures = 0;
  double server_faults = 0;
  std::map<double, double> latencies;  // requests by the upper bound of their seconds, each with those below it
};
using Report = std::map<std::pair<std::string, std::string>, OperationReport>;  // by table and operation

// What came after `before`, which may be empty.
Report report_of(const std::vector<Sample>& before, const std::vector<Sample>& after);

// An estimate of the latency in seconds that the share `quantile` of the requests did not exceed, as Prometheus makes
// it. 0 if there is no request.
double quantile_of(const OperationReport& report, double quantile);

// The report as a table, and the state of the server. `seconds` is the time between the two samples, 0 if the report is
// about all requests since the start.
std::string stats_text(const Report& report, const std::vector<Sample>& now, double seconds);

}  // namespace partita::tools
