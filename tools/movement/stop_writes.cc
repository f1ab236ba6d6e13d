#include "stop_writes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/wait.h>
#include <unistd.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "base/random.h"
#include "base/try.h"
#include "movement/copies/table_settings.h"
#include "movement/tables/wait_until_active.h"
#include "protocol/item_json.h"
#include "recovery/typed_json.h"
#include "transfer/tables/table_facts.h"

namespace partita::tools {
namespace {

std::string deny_policy(const std::string& arn, const std::string& principal) {
  std::string quoted_arn, quoted_principal;
  protocol::append_json_text(arn, quoted_arn);
  protocol::append_json_text(principal, quoted_principal);
  return fmt::format(
      R"({{"Version":"2012-10-17","Statement":[{{"Sid":"{}","Effect":"Deny","Principal":"*","Action":["dynamodb:PutItem",)"
      R"("dynamodb:UpdateItem","dynamodb:DeleteItem","dynamodb:BatchWriteItem","dynamodb:PartiQLInsert",)"
      R"("dynamodb:PartiQLUpdate","dynamodb:PartiQLDelete"],"Resource":{},)"
      R"("Condition":{{"StringNotEquals":{{"aws:PrincipalArn":{}}}}}}}]}})",
      movement::kStopStatement, quoted_arn, quoted_principal);
}

Result<std::string> arn_of(Database& database, const std::string& table) {
  PARTITA_TRY_VALUE(described, database.describe_table({.table_name = table}));
  return described.table.table_arn.value_or("");
}

// Returns the table's policy, or an empty text.
Result<std::string> policy_of(Database& database, const std::string& arn) {
  auto found = database.get_resource_policy({.resource_arn = arn});
  if (found) return found->policy.value_or("");
  const ErrorCode code = found.error().code;
  if (code == ErrorCode::PolicyNotFoundException || code == ErrorCode::UnknownOperationException) return std::string();
  return unexpected(std::move(found.error()));
}

Result<void> allow(Database& database, const std::string& table);

// A key that an item hardly has.
AttributeMap random_key(const transfer::TableFacts& table) {
  AttributeMap key;
  for (const transfer::TableFacts::KeyAttribute& attribute : table.key) {
    if (attribute.type == ScalarAttributeType::N)
      key.set(attribute.name, AttributeValue::number("-1.7320508075688772935274463415058723669E-100"));
    else if (attribute.type == ScalarAttributeType::B)
      key.set(attribute.name, AttributeValue::binary(base::random_bytes(16)));
    else
      key.set(attribute.name, "partita-move-" + base::random_uuid());
  }
  return key;
}

// Whether this process may still write the table. A deletion whose condition fails has no effect.
Result<bool> may_write(Database& database, const std::string& table) {
  PARTITA_TRY_VALUE(facts, transfer::describe(database, table));
  const auto done = database.delete_item({.table_name = table,
                                          .key = random_key(facts),
                                          .condition_expression = "attribute_exists(#k)",
                                          .expression_attribute_names = {{{"#k", facts.key.front().name}}}});
  if (done || done.error().code == ErrorCode::ConditionalCheckFailedException) return true;
  if (done.error().code == ErrorCode::AccessDeniedException) return false;
  return unexpected(done.error());
}

Result<void> deny(Database& database, const std::string& table, const std::string& principal) {
  PARTITA_TRY_VALUE(arn, arn_of(database, table));
  PARTITA_TRY_VALUE(there, policy_of(database, arn));
  const bool is_stopped = there.find(movement::kStopStatement) != there.npos;
  if (!there.empty() && !is_stopped)
    return invalid(
        fmt::format("the table {} has a policy of its own; add a statement that denies writes to it, and give "
                    "--writers-are-stopped",
                    table));
  PARTITA_TRY(database.put_resource_policy({.resource_arn = arn, .policy = deny_policy(arn, principal)}));
  PARTITA_TRY_VALUE(may, may_write(database, table));
  if (may) return {};
  PARTITA_TRY(allow(database, table));
  return invalid(
      fmt::format("the policy also stops this move, because its requests are not signed by {}; name its own "
                  "principal with --stop-policy",
                  principal));
}

Result<void> allow(Database& database, const std::string& table) {
  PARTITA_TRY_VALUE(arn, arn_of(database, table));
  PARTITA_TRY_VALUE(there, policy_of(database, arn));
  if (there.find(movement::kStopStatement) == there.npos) return {};
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

Result<void> check_stop(Database& written, Database& next, const std::vector<std::string>& moved,
                        const StopOptions& options) {
  const bool is_named = !options.command.empty() || !options.policy_for.empty() || !options.flag_key.empty();
  if (!is_named && !options.are_stopped && ::isatty(STDIN_FILENO) != 1)
    return invalid(
        "the programs must be stopped for the cut-over; name a way with --stop-command, --stop-policy or --stop-flag, "
        "or "
        "stop them and give --writers-are-stopped");
  if (options.flag_key.empty()) return {};
  PARTITA_TRY(typed_item(options.flag_key, "--stop-flag"));
  if (std::ranges::find(moved, options.flag_table) != moved.end())
    return invalid(
        fmt::format("the flag's table {} is moved too, so its item would go to the other end; name the tables with "
                    "--table, without it",
                    options.flag_table));
  PARTITA_TRY_VALUE(there, movement::find_table(written, options.flag_table));
  if (!there)
    return invalid(fmt::format("the flag's table {} is missing at the end that is written", options.flag_table));
  PARTITA_TRY_VALUE(other, movement::find_table(next, options.flag_table));
  if (!other)
    fmt::print("the flag's table {} is missing at the next home, so no flag is set there\n", options.flag_table);
  return {};
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
  for (const std::string& table : tables) PARTITA_TRY(allow(database, table));
  if (options.flag_key.empty()) return {};
  PARTITA_TRY_VALUE(there, movement::find_table(database, options.flag_table));
  return there ? set_flag(database, options, "allowed") : Result<void>();
}

}  // namespace partita::tools
