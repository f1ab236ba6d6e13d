// `partita table` has the subcommands that act on whole tables.
#include "table.h"

namespace partita::tools {

Command add_table(CLI::App& app) {
  CLI::App* table =
      app.add_subcommand("table", "create tables from CloudFormation templates, serverless.yml files and data models");
  table->require_subcommand(1);
  Command create = add_table_create(*table);
  return {table, std::move(create.run)};
}

}  // namespace partita::tools
