// bench_embedded compares embedded Partita with raw RocksDB in one process. bench/README.md explains the measurements.
#include <CLI/CLI.hpp>
#include <map>

#include "embedded/harness/comparison.h"
#include "embedded/workloads/workloads.h"
#include "lib/fatal.h"

namespace {

using namespace partita::bench;

void list() {
  for (const Workload& workload : workloads()) fmt::print("{:<20} {}\n", workload.name, workload.what);
}

const Workload& find(std::string_view name) {
  for (const Workload& workload : workloads())
    if (workload.name == name) return workload;
  fatal(fmt::format("there is no workload {}; --list names them", name));
}

const std::map<std::string, DurabilityLevel> kDurabilities = {
    {"memory", DurabilityLevel::Memory}, {"os", DurabilityLevel::Os}, {"sync", DurabilityLevel::Sync}};

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Embedded Partita beside raw RocksDB: one line of JSON for each run of each side.");
  Settings settings;
  bool only_list = false;
  app.add_flag("--list", only_list, "name the workloads");
  app.add_option("--workload", settings.workloads, "what to measure; several, with commas between, on the same table")
      ->delimiter(',');
  app.add_option("--items", settings.items, "items in the table")->capture_default_str()->check(CLI::PositiveNumber);
  app.add_option("--durability", settings.durability, "memory, os or sync")
      ->transform(CLI::CheckedTransformer(kDurabilities))
      ->default_str("memory");
  app.add_option("--runs", settings.runs, "runs of each side")->capture_default_str()->check(CLI::PositiveNumber);
  app.add_option("--seconds", settings.seconds, "length of a run")->capture_default_str()->check(CLI::PositiveNumber);
  app.add_option("--threads", settings.threads, "threads")->capture_default_str()->check(CLI::PositiveNumber);
  app.add_option("--partition", settings.group, "items of a partition, in place of the workload's own number");
  app.add_option("--dir", settings.directory, "where the databases are made (os, sync)");
  app.add_option("--side", settings.only_side, "one side alone, so that its memory is seen");
  CLI11_PARSE(app, argc, argv);
  if (only_list) {
    list();
    return 0;
  }
  std::vector<const Workload*> workloads;
  for (const std::string& name : settings.workloads) workloads.push_back(&find(name));
  if (workloads.empty()) fatal("--workload is missing; --list names them");
  compare(workloads, settings);
  return 0;
}
