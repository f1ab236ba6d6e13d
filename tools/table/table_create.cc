// `partita table create` creates the tables of a CloudFormation template, a serverless.yml or a data model.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <cstdio>
#include <cstdlib>

#include "base/try.h"
#include "demo/demo.h"
#include "modelling/read/read_model.h"
#include "modelling/write/table_request.h"
#include "ops/prepare.h"
#include "protocol/codec.h"
#include "table.h"

namespace partita::tools {
namespace {

constexpr const char* kFooter =
    R"(FILE is YAML or JSON: a CloudFormation or SAM template, or a serverless.yml. Every AWS::DynamoDB::Table,
AWS::DynamoDB::GlobalTable with one replica and AWS::Serverless::SimpleTable in it is created; other resources are
skipped. FILE may also be a data model in any other format that `partita model` reads. A table that is there already is compared and left as it is; only a time to live that is off is enabled. A
table without a TableName is named by its logical id; CloudFormation would make up STACK-LOGICALID-RANDOM.

--param gives CloudFormation parameters, ${param:NAME}, ${opt:NAME}, and what is known only once deployed, such as
AWS::StackName. ${env:NAME} comes from the environment. The account is 123456789012 unless
--param AWS::AccountId=... says otherwise, the region that of the serverless.yml, AWS_REGION or us-east-1 unless
--param region=... says otherwise.

Examples:
  partita table create --from serverless.yml --stage dev
  partita table create --from template.json --param Environment=test --endpoint http://127.0.0.1:9000
  partita table create --from serverless.yml --data ./shop
  partita table create --from serverless.yml --dry-run

Exit code: 0 if every table is there as defined, 1 if one differs or something failed.
)";

struct CreateOptions {
  TableFile file;
  DemoTarget target;
  bool dry_run = false;
};

Result<templates::TemplateOptions> template_options(const TableFile& file) {
  templates::TemplateOptions result;
  if (!file.stage.empty()) result.stage = file.stage;
  for (const std::string& parameter : file.parameters) {
    const std::size_t equals = parameter.find('=');
    if (equals == 0 || equals == std::string::npos)
      return invalid(fmt::format("--param takes NAME=VALUE, not '{}'", parameter));
    result.parameters[parameter.substr(0, equals)] = parameter.substr(equals + 1);
  }
  result.environment = [](const std::string& name) -> std::optional<std::string> {
    const char* value = std::getenv(name.c_str());
    if (!value) return std::nullopt;
    return value;
  };
  if (file.ignore_unsupported) result.unsupported = templates::Unsupported::Warn;
  return result;
}

// The tables of a data model.
Result<templates::Template> read_tables_of_model(const TableFile& file) {
  modelling::ReadOptions how;
  PARTITA_TRY_VALUE(parameters, template_options(file));
  how.templates = std::move(parameters);
  PARTITA_TRY_VALUE(model, modelling::read_model(file.from, how));
  PARTITA_TRY_VALUE(definitions, modelling::table_definitions(model));
  templates::Template out;
  for (modelling::TableDefinition& definition : definitions) {
    templates::TemplateTable table{.logical_id = definition.table->name,
                                   .request = std::move(definition.request),
                                   .time_to_live = {},
                                   .recovery = {},
                                   .place = definition.table->place};
    if (!definition.ttl_attribute.empty())
      table.time_to_live = TimeToLiveSpecification{.enabled = true, .attribute_name = definition.ttl_attribute};
    if (definition.table->point_in_time_recovery)
      table.recovery = PointInTimeRecoverySpecification{.point_in_time_recovery_enabled = true};
    out.tables.push_back(std::move(table));
  }
  out.warnings = std::move(model.notes);
  return out;
}

// The reader of templates knows more of a template than that of models, and says which resources it skips.
Result<templates::Template> read_file(const TableFile& file) {
  PARTITA_TRY_VALUE(format, modelling::format_of(file.from));
  if (!format.empty() && format != "cloudformation") return read_tables_of_model(file);
  PARTITA_TRY_VALUE(how, template_options(file));
  return templates::read_template(file.from, how);
}

}  // namespace

// Every table is validated before the first one is created, so that the database accepts all of them later.
Result<templates::Template> read_definitions(const TableFile& file) {
  PARTITA_TRY_VALUE(read, read_file(file));
  for (const templates::TemplateTable& table : read.tables)
    if (auto checked = ops::validate(table.request); !checked)
      return documents::fault(table.place, fmt::format("{}: {}", table.logical_id, checked.error().message));
  return std::move(read);
}

namespace {

void print_requests(const templates::Template& read) {
  for (const templates::TemplateTable& table : read.tables) {
    std::string json;
    protocol::encode_request(table.request, json);
    fmt::print("CreateTable {}\n", json);
    if (table.time_to_live) {
      json.clear();
      protocol::encode_request(UpdateTimeToLiveRequest{table.request.table_name, table.time_to_live}, json);
      fmt::print("UpdateTimeToLive {}\n", json);
    }
    if (table.recovery) {
      json.clear();
      protocol::encode_request(UpdateContinuousBackupsRequest{table.request.table_name, table.recovery}, json);
      fmt::print("UpdateContinuousBackups {}\n", json);
    }
  }
}

std::string_view word_for(TableOutcome::Kind kind) {
  switch (kind) {
    case TableOutcome::Kind::Created:
      return "created";
    case TableOutcome::Kind::Exists:
      return "exists already with the same definition";
    case TableOutcome::Kind::Differs:
      return "exists already and differs";
  }
  return "";
}

std::string explain(const templates::TemplateTable& table, const Error& error) {
  const std::string_view advice =
      error.code == ErrorCode::ServiceUnavailable
          ? "; start a server with `partita serve`, or give another --endpoint, or --data DIR"
          : "";
  return fmt::format("{}: {}{}", *table.request.table_name, text_of(error), advice);
}

int create_all(const templates::Template& read, Database& database) {
  int exit_code = 0;
  for (const templates::TemplateTable& table : read.tables) {
    const auto outcome = ensure_table(database, table);
    std::fflush(stdout);
    if (!outcome) return print_error(explain(table, outcome.error()));
    fmt::print("{}: {}\n", describe(table), word_for(outcome->kind));
    for (const std::string& difference : outcome->differences) fmt::print("  {}\n", difference);
    if (outcome->kind == TableOutcome::Kind::Differs) exit_code = 1;
  }
  return exit_code;
}

int run_create(CreateOptions options) {
  auto read = read_definitions(options.file);
  if (!read) return print_error(read.error());
  for (const std::string& warning : read->warnings) fmt::print(stderr, "partita: warning: {}\n", warning);
  if (!read->skipped.empty()) fmt::print(stderr, "skipped: {}\n", fmt::join(read->skipped, ", "));
  if (read->tables.empty()) return print_error(fmt::format("{} defines no table", options.file.from));
  if (options.dry_run) {
    print_requests(*read);
    return 0;
  }
  use_default_endpoint(options.target);
  auto database = open_target(options.target);
  if (!database) return print_error(database.error());
  return create_all(*read, **database);
}

}  // namespace

Command add_table_create(CLI::App& table) {
  auto options = std::make_shared<CreateOptions>();
  CLI::App* command = table.add_subcommand("create", "create the tables that a template or a data model defines");
  command->footer(kFooter);
  command->add_option("--from", options->file.from, "the template or the data model")->required()->type_name("FILE");
  command->add_option("--stage", options->file.stage, "the stage of a serverless.yml, ${opt:stage}")->type_name("NAME");
  command->add_option("--param", options->file.parameters, "the value of a parameter; may be given several times")
      ->type_name("NAME=VALUE")
      ->expected(1)
      ->take_all();
  add_server_options(*command, options->target);
  command->add_flag("--dry-run", options->dry_run, "print the requests as JSON and send nothing");
  command->add_flag("--ignore-unsupported", options->file.ignore_unsupported,
                    "warn about properties that Partita does not support, and create the tables without them");
  return {command, [options] { return run_create(*options); }};
}

}  // namespace partita::tools
