// `partita model check` reviews a change of a data model, for the page of a pull request.
#include <fmt/format.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <charconv>
#include <limits>

#include "model.h"
#include "modelling/lint/finding_report.h"
#include "modelling/review/review_report.h"

namespace partita::tools {
namespace {

constexpr const char* kCheckFooter =
    R"(NEW is the model as it shall be, --against the model as it is: a file of any format that `partita model` reads. The
review has the findings of `partita model lint` that only NEW has, the access patterns whose plans, units or prices
changed, the monthly bill before and after, and the steps and changes of `partita model diff` with their safety.

Examples:
  partita model check shop.yml --against shop-main.yml
  partita model check shop.yml --against main.yml --markdown >> "$GITHUB_STEP_SUMMARY"
  partita model check shop.yml --against main.yml --max-increase 10% --fail-on-change unsafe
  partita model check shop.yml --against main.yml --sarif > review.sarif

Exit code: 0; 1 if a limit is exceeded: a new finding of the --fail-on severity, a step or change as unsafe as
--fail-on-change, or a bill above --max-increase or --max-usd; 2 if a model cannot be read.
)";

struct CheckOptions {
  ModelArguments now;
  ModelArguments was;
  std::string prices;
  std::string region = "us-east-1";
  std::string max_increase;
  double max_usd = -1;
  std::string fail_on = "warning";
  std::string fail_on_change = "unsafe";
  std::vector<std::string> left_out;
  bool markdown = false;
  bool sarif = false;
  bool json = false;
};

constexpr int kExceeded = 1;
constexpr int kUnreadModel = 2;

// The number of a text such as 10 or 10%.
std::optional<double> percent_of(const std::string& text) {
  const std::string_view digits = std::string_view(text).substr(0, text.size() - (text.ends_with('%') ? 1 : 0));
  double number = 0;
  const auto [end, fault] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (fault != std::errc() || end != digits.data() + digits.size() || !(number >= 0)) return std::nullopt;
  return number;
}

std::string need_percent(const std::string& text) {
  return percent_of(text) ? std::string() : "'" + text + "' is not a percentage such as 10%";
}

int exceeded(const std::string& text) {
  print_error(text);
  return kExceeded;
}

int check_limits(const CheckOptions& options, const modelling::review::Review& review) {
  using modelling::diff::Safety;
  using modelling::lint::Severity;
  int code = 0;
  for (const modelling::lint::Finding& finding : review.findings) {
    const bool counts = options.fail_on == "note" ||
                        (finding.severity == Severity::Error && options.fail_on != "never") ||
                        (options.fail_on == "warning" && finding.severity == Severity::Warning);
    if (!counts) continue;
    code = exceeded(fmt::format("there are new findings of --fail-on {}", options.fail_on));
    break;
  }
  const bool is_unsafe = review.diff.count(Safety::Unsafe) > 0;
  const bool is_careful = is_unsafe || review.diff.count(Safety::Careful) > 0;
  if ((options.fail_on_change == "unsafe" && is_unsafe) || (options.fail_on_change == "careful" && is_careful) ||
      (options.fail_on_change == "any" && !review.diff.empty()))
    code = exceeded(fmt::format("there are steps or changes of --fail-on-change {}", options.fail_on_change));
  const bool has_limit = !options.max_increase.empty() || options.max_usd >= 0;
  if (has_limit && !review.now_usd) return exceeded("the bill is not known, so it cannot be compared with the limit");
  if (!options.max_increase.empty()) {
    const auto increase = review.increase_percent();
    if (!increase) return exceeded("the bill of --against is not known or 0, so it has no increase in percent");
    if (*increase > *percent_of(options.max_increase))
      code = exceeded(
          fmt::format("the bill grows by {:.1f} %, and --max-increase allows {}", *increase, options.max_increase));
  }
  if (options.max_usd >= 0 && *review.now_usd > options.max_usd)
    code = exceeded(
        fmt::format("the bill is {:.2f} USD a month, and --max-usd allows {:.2f}", *review.now_usd, options.max_usd));
  return code;
}

int no_such_model(const Error& error) {
  print_error(error);
  return kUnreadModel;
}

int run_check(CheckOptions& options) {
  for (const std::string& id : options.left_out)
    if (!modelling::lint::find_rule(id))
      return no_such_model(
          invalid(fmt::format("there is no rule '{}': partita model lint --rules lists them", id)).error());
  const auto prices = options.prices.empty() ? modelling::built_in_prices(options.region)
                                             : modelling::read_prices(options.prices, options.region);
  if (!prices) return no_such_model(prices.error());
  const auto now = load_model(options.now);
  if (!now) return no_such_model(now.error());
  std::shared_ptr<const modelling::Proof> was;
  if (!options.was.path.empty()) {
    options.was.format = options.now.format;
    options.was.stage = options.now.stage;
    options.was.parameters = options.now.parameters;
    const auto model = load_model(options.was, Notes::Keep);
    if (!model) return no_such_model(model.error());
    was = modelling::prove(*model);
  }
  if (!options.max_increase.empty() && !was) {
    print_error("--max-increase needs --against");
    return kUnreadModel;
  }
  const modelling::review::Review review =
      modelling::review::review_of(was, modelling::prove(*now), *prices, {}, options.left_out);
  const std::string text = options.sarif      ? modelling::lint::to_sarif(review.findings, PARTITA_VERSION)
                           : options.json     ? modelling::review::to_json(review)
                           : options.markdown ? modelling::review::to_markdown(review)
                                              : modelling::review::to_lines(review);
  if (const auto written = write_output("-", text); !written) return no_such_model(written.error());
  return check_limits(options, review);
}

}  // namespace

Command add_model_check(CLI::App& app) {
  auto options = std::make_shared<CheckOptions>();
  CLI::App* command = app.add_subcommand("check", "review a change of a data model: findings, plans, bill, steps");
  command->footer(kCheckFooter);
  command->add_option("NEW", options->now.path, "the model as it shall be")->required();
  add_file_arguments(*command, options->now);
  command->add_option("--against", options->was.path, "the model as it is; without it, everything is new")
      ->type_name("OLD");
  command->add_option("--prices", options->prices, "a file of prices, YAML or JSON")->type_name("FILE");
  command->add_option("--region", options->region, "the region of the prices")->capture_default_str();
  command->add_option("--max-increase", options->max_increase, "the most that the bill may grow, such as 10%")
      ->type_name("PERCENT")
      ->check(need_percent);
  command->add_option("--max-usd", options->max_usd, "the most that a month may cost")
      ->type_name("USD")
      ->check(CLI::NonNegativeNumber);
  command->add_option("--fail-on", options->fail_on, "the mildest severity of a new finding that makes the exit code 1")
      ->check(CLI::IsMember({"error", "warning", "note", "never"}))
      ->capture_default_str();
  command->add_option("--fail-on-change", options->fail_on_change, "the mildest change that makes the exit code 1")
      ->check(CLI::IsMember({"unsafe", "careful", "any", "never"}))
      ->capture_default_str();
  command->add_option("--leave-out", options->left_out, "rules of lint that are not examined");
  auto* markdown = command->add_flag("--markdown", options->markdown, "print Markdown");
  auto* sarif =
      command->add_flag("--sarif", options->sarif, "print the new findings as SARIF 2.1.0")->excludes(markdown);
  command->add_flag("--json", options->json, "print JSON")->excludes(markdown)->excludes(sarif);
  return {command, [options] { return run_check(*options); }};
}

}  // namespace partita::tools
