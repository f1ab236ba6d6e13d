// The part of `partita model migrate` that makes tables anew.
#pragma once

#include <CLI/App.hpp>
#include <memory>
#include <string>
#include <vector>

#include "demo/demo.h"
#include "modelling/core/proof.h"
#include "movement/pricing.h"
#include "movement/stop_writes.h"

namespace partita::tools {

struct NewTablesOptions {
  std::vector<std::string> left_out;
  std::string state;  // a directory
  StopOptions stop;
  PricingOptions pricing;
  int segments = 8;
  double quiet_seconds = 2;
  double unit_rate = 0;
  bool cuts_over = false;
  bool cuts_back = false;
  bool finishes = false;
  bool shows_status = false;
  bool until_level = false;
  bool repairs = false;
  bool no_way_back = false;
  bool restarts = false;

  bool is_step() const { return cuts_over || cuts_back || finishes || shows_status; }
};
// Adds --leave-out, --cutover, --cut-back, --finish, --status, --until-level, --repair, --no-way-back, --restart,
// --state, --segments, --quiet and those of the ways to stop programs. Requires: `options` outlives `app`.
void add_new_tables_options(CLI::App& app, NewTablesOptions& options);

enum class MigrateWork : std::uint8_t { Plan, Run, Check };

// The models and the database of a migration to new tables.
struct NewTables {
  std::shared_ptr<const modelling::Proof> was;
  std::shared_ptr<const modelling::Proof> now;
  DemoTarget target;
  std::string prefix;
};

// Carries the step out that the options name. Returns the exit code of the command. Errors: those of the migration.
Result<int> migrate_to_new_tables(const NewTables& tables, const NewTablesOptions& options, MigrateWork work);

}  // namespace partita::tools
