// `partita model ask` asks one access pattern of a model on stored items.
#include <fmt/format.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <cstdio>
#include <memory>

#include "base/try.h"
#include "demo/demo.h"
#include "model.h"
#include "modelling/run/ask.h"
#include "modelling/run/run_report.h"

namespace partita::tools {
namespace {

constexpr const char* kAskFooter =
    R"(Each word behind the pattern gives a field its value. A range or a filter takes the comparison that the model says;
where the model leaves it open, write one: = < <= > >= ^= (begins with), or >= with <= for both ends.

The items come on standard output, one JSON object on each line; how the pattern asked and what it cost goes to standard
error. --json prints both together, with the requests as they went over the wire. --explain prints the request for these
values, which a program in any language can send.

Examples:
  partita model ask shop.yml "A customer" customer=ada --endpoint http://127.0.0.1:8000
  partita model ask shop.yml "Orders in one status, newest first" status=CREATED 'created>=2026-01-05T00:00:00.000Z' --data ./shop
  partita model ask shop.yml "A customer" customer=ada --explain | jq .request

Exit code: 0 if the pattern was asked, also if there is no item; 1 if a request failed or a value is wrong; 2 if the model
cannot be read.
)";

struct AskArguments {
  ModelArguments model;
  DemoTarget target;
  modelling::run::Question question;
  std::vector<std::string> words;
  bool json = false;
  bool explain = false;
};

constexpr int kModelNotRead = 2;

int not_asked(const Error& error) {
  print_error(error);
  return 1;
}

int ask(AskArguments& arguments) {
  if (!arguments.explain && arguments.target.endpoint.empty() && arguments.target.data.empty())
    return not_asked({ErrorCode::ValidationException,
                      "give the place of the items, --endpoint URL or --data DIR; or --explain, which needs no items",
                      {},
                      {}});
  for (const std::string& word : arguments.words) {
    auto value = modelling::run::given_value(word);
    if (!value)
      return not_asked({ErrorCode::ValidationException,
                        fmt::format("'{}' gives no field a value: write FIELD=VALUE", word),
                        {},
                        {}});
    arguments.question.values.push_back(std::move(*value));
  }
  const auto model = load_model(arguments.model);
  if (!model) {
    print_error(model.error());
    return kModelNotRead;
  }
  const auto proof = modelling::prove(*model);
  if (arguments.explain) {
    const auto explained = modelling::run::explain(*proof, arguments.question);
    if (!explained) return not_asked(explained.error());
    const auto written = write_output("", modelling::run::to_json(*explained));
    return written ? 0 : not_asked(written.error());
  }
  OpenOptions options;
  options.create_if_missing = false;
  options.read_only = true;
  const auto database = open_target(arguments.target, options);
  if (!database) return not_asked(database.error());
  const auto run = modelling::run::ask(*proof, **database, arguments.question);
  if (!run) return not_asked(run.error());
  if (arguments.json) {
    const auto written = write_output("", modelling::run::to_json(*run));
    return written ? 0 : not_asked(written.error());
  }
  std::string lines;
  for (const modelling::run::ShownItem& item : run->items) lines += modelling::run::to_json_line(item);
  if (const auto written = write_output("", lines); !written) return not_asked(written.error());
  // The items come first also if both streams end in one pipe. main() tells a failure.
  std::fflush(stdout);
  for (const std::string& line : modelling::run::summary_of_read(*run)) fmt::print(stderr, "{}\n", line);
  for (const std::string& note : run->notes) fmt::print(stderr, "note: {}\n", note);
  return 0;
}

}  // namespace

Command add_model_ask(CLI::App& app) {
  auto arguments = std::make_shared<AskArguments>();
  CLI::App* command = app.add_subcommand("ask", "ask one access pattern of a data model on stored items");
  command->footer(kAskFooter);
  command->add_option("FILE", arguments->model.path, "the model, in any format that can be read")->required();
  command->add_option("PATTERN", arguments->question.pattern, "the name of the pattern")->required();
  command->add_option("VALUES", arguments->words, "FIELD=VALUE for each field of the pattern")->type_name("");
  auto* const endpoint =
      command
          ->add_option(
              "--endpoint", arguments->target.endpoint,
              "the items of this DynamoDB endpoint, such as http://127.0.0.1:8000; keys and region come from the "
              "places where the AWS SDKs look for them, and a loopback endpoint needs neither")
          ->type_name("URL");
  auto* const data =
      command->add_option("--data", arguments->target.data, "the items of this data directory, which is only read")
          ->excludes(endpoint)
          ->check(need_text)
          ->type_name("DIR");
  command
      ->add_option("--limit", arguments->question.take,
                   "the most items of an entity that can have several, in place of the pattern's own limit")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{1} << 53));
  command->add_option("--table-prefix", arguments->question.table_prefix, "text in front of the names of all tables");
  auto* const explain = command->add_flag("--explain", arguments->explain,
                                          "print the first request and its plan as JSON, and send nothing");
  explain->excludes(endpoint)->excludes(data);
  add_account_options(*command, data, arguments->target);
  command->add_flag("--json", arguments->json, "print the answer, its requests and its cost as JSON")
      ->excludes(explain);
  add_file_arguments(*command, arguments->model);
  return {command, [arguments] { return ask(*arguments); }};
}

}  // namespace partita::tools
