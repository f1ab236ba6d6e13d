// bench_http sends requests to one DynamoDB endpoint over HTTP from one thread and prints its measurements as a line of
// JSON. A wrong answer ends it with exit code 1.
#include <CLI/CLI.hpp>

#include "lib/fatal.h"
#include "lib/result_line.h"
#include "load/generator/ensure_loaded.h"
#include "load/generator/load_loop.h"
#include "load/workloads/make_workload.h"
#include "load/workloads/requests.h"

namespace partita::bench {
namespace {

struct Options {
  std::string endpoint;
  std::string side = "endpoint";
  std::string durability;
  Settings settings;
  LoopSettings loop;
  double seconds = 1;
  double warm_up_seconds = 0.25;
  unsigned run = 1;
  std::uint64_t load_from = 0;
  bool load = false;
  bool fixed_answer = false;
  bool list = false;
  bool print_answer = false;
};

void describe(CLI::App& app, Options& options) {
  app.add_flag("--list", options.list, "name the workloads and end");
  app.add_option("--workload", options.settings.workload, "what to send");
  app.add_option("--endpoint", options.endpoint, "http://[key-id:secret@]host:port, or https");
  app.add_option("--items", options.settings.items, "items in the workload's table")->default_val(100'000);
  app.add_option("--group", options.settings.group, "items to a partition, for collection_*")->default_val(100);
  app.add_option("--connections", options.settings.connections, "connections, each kept alive")->default_val(16);
  app.add_option("--seconds", options.seconds, "how long to measure")->capture_default_str();
  app.add_option("--warm-up", options.warm_up_seconds, "seconds before that")->capture_default_str();
  app.add_option("--rate", options.loop.rate,
                 "operations per second to begin whatever the endpoint does; latency then counts from when an "
                 "operation should have begun. Without: each connection begins when its last operation is complete");
  app.add_option("--least-operations", options.loop.least_operations,
                 "go on beyond the time until this many operations are complete, for slow endpoints");
  app.add_option("--seed", options.settings.seed, "of the random choices")->capture_default_str();
  app.add_flag("--spin", options.loop.spin, "never sleep; for a thread that has a core of its own");
  app.add_flag(
      "--fixed-answer", options.fixed_answer,
      "the endpoint answers everything with one item's or page's bytes: what they say about keys is not checked");
  app.add_flag("--load", options.load, "create and fill the workload's table if it does not exist yet, and end");
  app.add_option("--load-from", options.load_from, "the first item to write with --load")->capture_default_str();
  app.add_flag("--print-answer", options.print_answer, "send one request, print the answer as it came, and end");
  app.add_option("--side", options.side, "name of the endpoint in the result")->capture_default_str();
  app.add_option("--durability", options.durability, "what the endpoint was told, for the result");
  app.add_option("--run", options.run, "number of the run, for the result")->capture_default_str();
}

// Removes the demand for a certain key, because the endpoint gives the same answer to every request.
class FixedAnswer : public Workload {
 public:
  explicit FixedAnswer(MadeWorkload workload) : workload_(std::move(workload)) {}
  std::optional<Request> next(unsigned connection) override {
    auto request = workload_->next(connection);
    if (request) request->expected.contains.clear();
    return request;
  }

 private:
  MadeWorkload workload_;
};

ResultLine begin_line(const Options& options, std::string_view workload) {
  ResultLine line;
  line.text("workload", workload).text("side", options.side).text("how", "http");
  line.count("items", options.settings.items).count("connections", options.settings.connections);
  if (!options.durability.empty()) line.text("durability", options.durability);
  return line;
}

void print_result(const Options& options, const LoopResult& result) {
  ResultLine line = begin_line(options, options.settings.workload);
  if (options.settings.workload.starts_with("collection_")) line.count("group", options.settings.group);
  line.count("run", options.run);
  if (options.loop.rate > 0) line.real("rate", options.loop.rate);
  line.real("ops_per_s", static_cast<double>(result.operations) / result.seconds)
      .percentiles(result.latencies)
      .real("bytes_per_s", static_cast<double>(result.answer_bytes) / result.seconds)
      .real("seconds", result.seconds)
      .real("generator_busy", result.busy)
      .count("errors", 0)
      .print();
}

void load(const Options& options, const WorkloadKind& kind) {
  const LoopResult result = ensure_loaded(kind, options.settings, options.load_from);
  begin_line(options, "load_" + options.settings.workload)
      .count("loaded", result.operations)
      .real("seconds", result.seconds)
      .print();
}

void print_answer(const Options& options, Workload& workload) {
  Caller caller(options.settings.endpoint);
  const auto answer = caller.send(workload.next(0)->bytes);
  fmt::print("{}{}", answer.head, answer.body);
}

void run(Options& options) {
  if (options.list) {
    for (const WorkloadKind& kind : workload_kinds()) fmt::print("{:20} {}\n", kind.name, kind.about);
    return;
  }
  const WorkloadKind& kind = workload_kind(options.settings.workload);
  options.settings.endpoint = resolve(options.endpoint);
  if (options.load) return load(options, kind);

  MadeWorkload workload = kind.make(options.settings, kind.table(options.settings));
  if (options.fixed_answer) workload = std::make_unique<FixedAnswer>(std::move(workload));
  if (options.print_answer) return print_answer(options, *workload);
  options.loop.connections = options.settings.connections;
  options.loop.duration = std::chrono::nanoseconds(std::llround(options.seconds * 1e9));
  // If a run uses up the items, the warm-up's operations must count too.
  options.loop.warm_up = std::chrono::nanoseconds(kind.consumes ? 0 : std::llround(options.warm_up_seconds * 1e9));
  const LoopResult result = run_loop(options.settings.endpoint, *workload, options.loop);
  if (result.operations == 0) fatal("no operation was complete in time");
  print_result(options, result);
  restore(kind, options.settings);
}

}  // namespace
}  // namespace partita::bench

int main(int count, char** arguments) {
  partita::bench::Options options;
  CLI::App app("Loads a DynamoDB endpoint over HTTP and prints what it measured.");
  partita::bench::describe(app, options);
  CLI11_PARSE(app, count, arguments);
  partita::bench::run(options);
}
