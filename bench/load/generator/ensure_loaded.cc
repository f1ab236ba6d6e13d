#include "load/generator/ensure_loaded.h"

#include <chrono>
#include <thread>

#include "lib/fatal.h"
#include "load/workloads/make_workload.h"
#include "load/workloads/requests.h"

namespace partita::bench {
namespace {

constexpr unsigned kFillingConnections = 8;
constexpr std::chrono::milliseconds kPause{20};
constexpr std::chrono::minutes kTimeout{5};

bool is_active(Caller& caller, const Table& table) {
  const auto described = caller.call("DescribeTable", fmt::format(R"({{"TableName":"{}"}})", table.name));
  // The indexes have their own status, which becomes ACTIVE with the table's.
  return described.status == 200 && described.body.find(R"("TableStatus":"ACTIVE")") != std::string_view::npos;
}

void create_if_missing(Caller& caller, const Table& table) {
  if (is_active(caller, table)) return;
  const auto created = caller.call("CreateTable", create_table_json(table));
  if (created.status != 200 && created.body.find("ResourceInUseException") == std::string_view::npos)
    fatal(fmt::format("CreateTable of {}: {}", table.name, created.body));
  const auto deadline = std::chrono::steady_clock::now() + kTimeout;
  while (!is_active(caller, table)) {
    if (std::chrono::steady_clock::now() > deadline) fatal(fmt::format("table {} does not become ACTIVE", table.name));
    std::this_thread::sleep_for(kPause);
  }
}

bool is_there(Caller& caller, const Table& table, std::uint64_t number) {
  const auto got = caller.send(Requests(table, "localhost").get_item().about(number));
  if (got.status != 200) fatal(fmt::format("GetItem of {}: {}", table.name, got.body));
  return got.body.find(text_of(table.layout, table.attribute("pk"), number)) != std::string_view::npos;
}

LoopResult run_to_the_end(Settings settings, MadeWorkload (*make)(const Settings&, const Table&, std::uint64_t),
                          const Table& table, std::uint64_t from) {
  settings.connections = kFillingConnections;
  return run_loop(settings.endpoint, *make(settings, table, from), {.connections = kFillingConnections});
}

}  // namespace

LoopResult ensure_loaded(const WorkloadKind& kind, const Settings& settings, std::uint64_t from) {
  const Table table = kind.table(settings);
  Caller caller(settings.endpoint);
  create_if_missing(caller, table);
  const std::uint64_t last = table.layout.items - 1;
  // A drained table has only its last item.
  if (is_there(caller, table, last) && (!kind.drained || last == 0 || !is_there(caller, table, last - 1))) return {};
  LoopResult filled = run_to_the_end(settings, make_filling, table, from);
  if (kind.drained)
    run_to_the_end(
        settings, [](const Settings& s, const Table& t, std::uint64_t) { return make_draining(s, t); }, table, 0);
  return filled;
}

void restore(const WorkloadKind& kind, const Settings& settings) {
  if (kind.consumes) run_to_the_end(settings, make_filling, kind.table(settings), 0);
}

}  // namespace partita::bench
