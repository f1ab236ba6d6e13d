#include "stop_writes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/wait.h>
#include <unistd.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <cstdio>
#include <cstdlib>

#include "base/try.h"
#include "protocol/item_json.h"
#include "recovery/typed_json.h"

namespace partita::tools {
namespace {

constexpr std::string_view kStatement = "PartitaMoveStopsWrites";

std::string deny_policy(const std::string& arn, const std::string& principal) {
  std::string quoted_arn, quoted_principal;
  protocol::append_json_text(arn, quoted_arn);
  protocol::append_json_text(principal, quoted_principal);
  return fmt::format(
      R"({{"Version":"2012-10-17","Statement":[{{"Sid":"{}","Effect":"Deny","Principal":"*","Action":["dynamodb:PutItem",)"
      R"("dynamodb:UpdateItem","dynamodb:DeleteItem","dynamodb:BatchWriteItem","dynamodb:PartiQLInsert",)"
      R"("dynamodb:PartiQLUpdate","dynamodb:PartiQLDelete"],"Resource":{},)"
      R"("Condition":{{"StringNotEquals":{{"aws:PrincipalArn":{}}}}}}}]}})",
      kStatement, quoted_arn, quoted_principal);
}

Result<std::string> arn_of(Database& database, const std::string& table) {
  PARTITA_TRY_VALUE(described, database.describe_table({.table_name = table}));
  return described.table.table_arn.value_or("");
}

// Returns the table's policy, or an empty text.
Result<std::string> policy_of(Database& database, const std::string& arn) {
  auto found = database.get_resource_policy({.resource_arn = arn});
  if (found) return found->policy.value_or("");
  if (found.error().code == ErrorCode::PolicyNotFoundException) return std::string();
  return unexpected(std::move(found.error()));
}

Result<void> deny(Database& database, const std::string& table, const std::string& principal) {
  PARTITA_TRY_VALUE(arn, arn_of(database, table));
  PARTITA_TRY_VALUE(there, policy_of(database, arn));
  if (there.find(kStatement) != there.npos) return {};
  if (!there.empty())
    return invalid(
        fmt::format("the table {} has a policy of its own; add a statement that denies writes to it, and give "
                    "--writers-are-stopped",
                    table));
  PARTITA_TRY(database.put_resource_policy({.resource_arn = arn, .policy = deny_policy(arn, principal)}));
  return {};
}

Result<void> allow(Database& database, const std::string& table) {
  PARTITA_TRY_VALUE(arn, arn_of(database, table));
  PARTITA_TRY_VALUE(there, policy_of(database, arn));
  if (there.find(kStatement) == there.npos) return {};
  PARTITA_TRY(database.delete_resource_policy({.resource_arn = arn}));
  return {};
}

Result<void> set_flag(Database& database, const StopOptions& options, const std::string& state) {
  PARTITA_TRY_VALUE(key, typed_item(options.flag_key, "--stop-flag"));
  UpdateItemRequest request{.table_name = options.flag_table, .key = std::move(key)};
  request.update_expression = "SET #writes = :state";
  request.expression_attribute_names.emplace().emplace("#writes", "writes");
  request.expression_attribute_values.emplace().set(":state", state);
  PARTITA_TRY(database.update_item(std::move(request)));
  return {};
}

Result<void> run_stop_command(const std::string& command) {
  const int status = std::system(command.c_str());
  if (status != -1 && WIFEXITED(status) && WEXITSTATUS(status) == 0) return {};
  return invalid(fmt::format("the command of --stop-command failed, so the programs may still write: {}", command));
}

Result<void> ask(const std::vector<std::string>& tables) {
  if (::isatty(STDIN_FILENO) != 1)
    return invalid(
        "the programs must be stopped now; name a way with --stop-command, --stop-policy or --stop-flag, or stop them "
        "and give --writers-are-stopped");
  fmt::print(stderr, "Stop the programs that write {}, then press Enter. ", fmt::join(tables, ", "));
  for (int c = std::getchar(); c != '\n'; c = std::getchar())
    if (c == EOF) return invalid("the cut-over was given up");
  return {};
}

}  // namespace

void add_stop_options(CLI::App& app, StopOptions& options) {
  app.add_option("--stop-command", options.command,
                 "a command of the shell that stops the programs; the exit code 0 means that they are stopped")
      ->type_name("COMMAND");
  app.add_option(
         "--stop-policy", options.policy_for,
         "stop the programs by a policy of the table that denies writes to all but this principal, which is the "
         "one that runs the move")
      ->type_name("ARN");
  auto* table = app.add_option("--stop-flag-table", options.flag_table, "the table of --stop-flag")->type_name("NAME");
  app.add_option(
         "--stop-flag", options.flag_key,
         "the key of an item that the programs read before each write, such as '{\"pk\": {\"S\": \"flags\"}}': its "
         "attribute `writes` becomes \"stopped\"")
      ->type_name("JSON")
      ->needs(table);
  app.add_flag("--writers-are-stopped", options.are_stopped, "the programs are stopped already");
}

Result<void> stop_writes(Database& database, const std::vector<std::string>& tables, const StopOptions& options) {
  if (!options.command.empty()) PARTITA_TRY(run_stop_command(options.command));
  if (!options.policy_for.empty())
    for (const std::string& table : tables) PARTITA_TRY(deny(database, table, options.policy_for));
  if (!options.flag_key.empty()) PARTITA_TRY(set_flag(database, options, "stopped"));
  const bool is_named = !options.command.empty() || !options.policy_for.empty() || !options.flag_key.empty();
  return is_named || options.are_stopped ? Result<void>() : ask(tables);
}

Result<void> allow_writes(Database& database, const std::vector<std::string>& tables, const StopOptions& options) {
  if (!options.policy_for.empty())
    for (const std::string& table : tables) PARTITA_TRY(allow(database, table));
  if (!options.flag_key.empty()) PARTITA_TRY(set_flag(database, options, "allowed"));
  return {};
}

}  // namespace partita::tools
