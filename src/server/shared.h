// Shared: the state that all loops of a server share. It outlives their threads.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string_view>

#include "server/answers/router.h"
#include "server/logs/log_rate.h"
#include "server/memory/memory_budget.h"
#include "server/metrics/metrics_maker.h"
#include "server/metrics/table_labels.h"
#include "server/options.h"
#include "server/subject/databases.h"
#include "server/tls/tls.h"

namespace partita::server {

struct Shared {
  Shared(Databases& served, ServerOptions given)
      : databases(served),
        options(std::move(given)),
        budget(std::make_shared<MemoryBudget>(options.memory_bytes)),
        labels(options.labelled_tables, has_table_of_label()),
        tls(options.tls ? std::make_unique<Tls>(options.tls, options.log) : nullptr) {}
  // Whether the table of a label exists (table_labels.h). Empty if tables have no labels.
  TableLabels::Exists has_table_of_label() const {
    if (!options.has_table) return {};
    return [this](std::string_view label) {
      if (!is_of_another(label)) return options.has_table(label);
      const TableOfAnother table = parts_of_label(label);
      const auto served = databases.find(table.account, table.region);
      return served && served->tables && served->tables->find(table.name) != nullptr;
    };
  }
  void log(LogLevel level, std::string_view message) const {
    if (options.log) options.log(level, message);
  }

  // The clock of policies, and of signatures unless shown_clock() is another one.
  const base::Clock& clock() const {
    static const base::SystemClock kSystemClock;
    return options.clock ? *options.clock : kSystemClock;
  }

  // The clock of signatures and of the Date field.
  const base::Clock& shown_clock() const { return options.skewed_clock ? *options.skewed_clock : clock(); }

  Databases& databases;
  const ServerOptions options;
  const std::shared_ptr<MemoryBudget> budget;
  TableLabels labels;
  LogRate slow_log_rate{10};
  LogRate failure_log_rate{10};
  const std::unique_ptr<Tls> tls;  // nullptr if the server speaks plain HTTP
  // Makes every loop give up connections that hold memory without progress. May be called from any thread. Set before
  // the loops start and constant afterwards, like policy.
  std::function<void()> shed;
  Policy policy;
  MetricsMaker* metrics = nullptr;  // of the server; set before the loops start, and valid until they have ended
  std::atomic<std::uint64_t> open_connections{0};
  std::atomic<std::uint64_t> refused_connections{0};
  std::atomic<std::uint64_t> starved_requests{
      0};  // waits of requests for memory; not counted again for the retries of one wait
  std::atomic<std::uint64_t> shed_bodies{0};         // requests that lost their memory to others while half read
  std::atomic<std::uint64_t> shed_readers{0};        // answers that lost their memory to others while half sent
  std::atomic<std::uint64_t> refused_signatures{0};  // requests whose credentials were refused
  std::atomic<std::uint64_t> denied_requests{0};     // requests that policies do not allow, in whole or in part
  std::atomic<std::uint64_t> failed_handshakes{0};   // of TLS
  std::atomic<std::uint64_t> refused_for_memory{0};  // requests answered with 503 or 413 for lack of memory
};

}  // namespace partita::server
