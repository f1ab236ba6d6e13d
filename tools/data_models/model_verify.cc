// `partita model verify` compares stored items with a model.
#include <fmt/format.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include "base/try.h"
#include "demo/demo.h"
#include "model.h"
#include "modelling/verify_data/data_report.h"
#include "modelling/verify_data/dump.h"
#include "operate/verify.h"
#include "progress_line.h"

namespace partita::tools {
namespace {

constexpr const char* kModelVerifyFooter =
    R"(The kinds of findings are

  stale       an index key or the type tag differs from what the fields give (repairable), or the primary key does
  foreign     the item belongs to no entity of the model
  phantom     a required field is missing, has another type, or an enumerator that the model does not know
  unreadable  a document has another type
  orphan      a sentinel without owner, or a unique value without sentinel (repairable), or one that another item holds
  duplicate   several items have a unique value
  table       the table's keys, indexes or time to live differ
  line        a line of a dump that is no item, or an item that no table can have, such as one of more than 400 KB
  engine      an index entry without item, or the reverse, in a data directory

Every item is read once, strongly consistent; tables with unique fields are read twice. The memory is bounded.
--repair says what a repair would write, and with --yes writes it, on the condition that the item is as it was read. A
dump has an item on each line, as {"Item": {...}} or bare, in DynamoDB's JSON; it may be compressed by gzip.
Without FILE, the model is inferred from the table that --endpoint and --table name, and --items or --data has the items.

Examples:
  partita model verify shop.yml --endpoint http://127.0.0.1:8000
  partita model verify shop.yml --data ./shop --repair
  partita model verify shop.yml --data ./shop --repair --yes
  partita model verify shop.yml --items export/data/*.json.gz
  partita model verify --endpoint http://127.0.0.1:8000 --table orders --items backup.json.gz
  aws dynamodb scan --table-name shop | jq -c '.Items[]' | partita model verify shop.yml --items -

Exit code: 0 if nothing is found, 1 if something is, 2 if the model or the items cannot be read.
)";

struct VerifyArguments {
  ModelArguments model;
  DemoTarget target;
  std::vector<std::string> dumps;
  std::string table_prefix;
  modelling::verify_data::VerifyDataOptions verify;
  bool repair = false;
  bool yes = false;
  bool json = false;
};

constexpr int kUnverified = 2;

using modelling::verify_data::DataReport;

// The findings of the engine itself.
Result<void> add_engine_findings(const DataPlace& place, modelling::verify_data::DataFindings& findings) {
  PARTITA_TRY_VALUE(report, verify_directory(place));
  for (const std::string& text : report.findings)
    findings.add({.kind = "engine",
                  .table = "the directory",
                  .entity = {},
                  .key = {},
                  .detail = text,
                  .cure = "`partita verify` lists all of them; restore the directory, or drop and add the index.",
                  .repairable = false});
  return {};
}

Result<std::shared_ptr<Database>> open_stored_items(const VerifyArguments& arguments) {
  OpenOptions options;
  options.create_if_missing = false;
  options.read_only = !(arguments.repair && arguments.yes);
  PARTITA_TRY_VALUE(database, open_target(arguments.target, options));
  return std::shared_ptr<Database>(std::move(database));
}

Result<DataReport> verify_stored_items(const VerifyArguments& arguments, const modelling::Proof& proof) {
  modelling::verify_data::DataFindings of_engine(arguments.verify.findings);
  if (!arguments.target.data.empty())
    PARTITA_TRY(add_engine_findings({arguments.target.data, arguments.target.encryption_key}, of_engine));
  PARTITA_TRY_VALUE(database, open_stored_items(arguments));
  const auto session = model::make_session(database, {.table_prefix = arguments.table_prefix});
  ProgressLine progress;
  modelling::verify_data::VerifyDataOptions options = arguments.verify;
  options.repair = arguments.repair && arguments.yes;
  options.progress = [&](std::int64_t items) { progress.show(fmt::format("{} items", items)); };
  PARTITA_TRY_VALUE(report, modelling::verify_data::verify_data(proof, session, options));
  report.findings.merge(of_engine);
  return std::move(report);
}

Result<DataReport> verify_dumps(const VerifyArguments& arguments, const modelling::Proof& proof) {
  const std::vector<modelling::ProvenTable>& tables = proof.tables();
  if (arguments.verify.tables.size() > 1) return invalid("a dump has the items of one table: give one --table");
  const modelling::ProvenTable* table = arguments.verify.tables.empty()
                                            ? (tables.size() == 1 ? &tables.front() : nullptr)
                                            : proof.table(arguments.verify.tables.front());
  if (!table)
    return invalid(arguments.verify.tables.empty()
                       ? "the model has several tables: --table says which of them the dump has the items of"
                       : fmt::format("the model has no table {}", arguments.verify.tables.front()));
  modelling::verify_data::VerifyDataOptions options = arguments.verify;
  options.tables = {table->declared->name};
  options.compare_tables = false;
  ProgressLine progress;
  options.progress = [&](std::int64_t items) { progress.show(fmt::format("{} items", items)); };
  PARTITA_TRY_VALUE(place, modelling::verify_data::DumpDatabase::open(arguments.dumps));
  modelling::verify_data::DataFindings of_lines(arguments.verify.findings);
  PARTITA_TRY(
      modelling::verify_data::load_dumps(arguments.dumps, *table, *place->database(), of_lines, options.progress));
  PARTITA_TRY_VALUE(report,
                    modelling::verify_data::verify_data(proof, model::make_session(place->database()), options));
  report.findings.merge(of_lines);
  return std::move(report);
}

// Decides whether --endpoint and --table name items or the model.
Result<void> choose_endpoint(VerifyArguments& arguments) {
  const bool elsewhere = !arguments.target.data.empty() || !arguments.dumps.empty();
  if (arguments.model.path.empty() && !arguments.target.endpoint.empty() && !elsewhere)
    return invalid(
        "a table cannot be verified by the model that is inferred from its own items, because they always fit it: give "
        "the file of a model, or other items with --items or --data");
  if (!arguments.model.path.empty() && !arguments.target.endpoint.empty() && elsewhere)
    return invalid("the items are either those of --endpoint, or those of --data or --items: leave one out");
  // With a file the whole model is proved, because unique values and references concern other tables too.
  if (!arguments.model.path.empty()) std::swap(arguments.verify.tables, arguments.model.tables);
  take_endpoint(arguments.model, arguments.target.endpoint);
  return {};
}

Result<DataReport> verify_items(VerifyArguments& arguments) {
  PARTITA_TRY(choose_endpoint(arguments));
  if (arguments.target.data.empty() && arguments.target.endpoint.empty() && arguments.dumps.empty())
    return invalid("--endpoint, --data or --items says where the items are");
  if (arguments.repair && !arguments.dumps.empty())
    return invalid("a dump cannot be repaired: repair the table, or load the dump into one");
  if (arguments.yes && !arguments.repair) return invalid("--yes belongs to --repair");
  PARTITA_TRY_VALUE(model, load_model(arguments.model));
  const auto proof = modelling::prove(model);
  return arguments.dumps.empty() ? verify_stored_items(arguments, *proof) : verify_dumps(arguments, *proof);
}

int run_model_verify(VerifyArguments& arguments) {
  const auto report = verify_items(arguments);
  if (!report) {
    print_error(report.error());
    return kUnverified;
  }
  std::string text = arguments.json ? to_json(*report) : to_lines(*report);
  if (arguments.repair && !arguments.yes && !arguments.json)
    text += report->findings.repairable() > 0 ? "Nothing is written yet: --repair --yes writes what is repairable.\n"
                                              : "There is nothing to repair.\n";
  if (const auto written = write_output("", text); !written) {
    print_error(written.error());
    return kUnverified;
  }
  return report->findings.empty() ? 0 : 1;
}

}  // namespace

Command add_model_verify(CLI::App& app) {
  auto arguments = std::make_shared<VerifyArguments>();
  CLI::App* command = app.add_subcommand("verify", "compare stored items with a data model");
  command->footer(kModelVerifyFooter);
  add_model_arguments(*command, arguments->model, EndpointOption::OfCommand);
  auto* endpoint = command->add_option("--endpoint", arguments->target.endpoint,
                                       "the DynamoDB endpoint with the tables; keys and region come from the places "
                                       "where the AWS SDKs look for them");
  endpoint->type_name("URL");
  auto* data = command->add_option("--data", arguments->target.data, "the data directory with the tables");
  data->type_name("DIR")->check(need_text);
  add_account_options(*command, data, arguments->target);
  command->add_option("--items", arguments->dumps, "dumps of one table: JSON lines, also compressed; - is stdin")
      ->type_name("FILE")
      ->excludes(data);
  command->add_option("--table-prefix", arguments->table_prefix, "a text in front of the tables' names")
      ->type_name("TEXT");
  command->add_flag("--repair", arguments->repair, "say what can be repaired, and with --yes write it");
  command->add_flag("--yes", arguments->yes, "write the repairs");
  command->add_option("--findings", arguments->verify.findings, "findings that are shown of each kind and entity")
      ->capture_default_str();
  command->add_flag("--json", arguments->json, "print JSON");
  return {command, [arguments] { return run_model_verify(*arguments); }};
}

}  // namespace partita::tools
