// `partita compare` tells whether two tables have the same items.
#include "movement/comparison/compare.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <partita/table_difference.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <system_error>

#include "base/try.h"
#include "commands.h"
#include "modelling/read/tables/described_table.h"
#include "movement/tables/time_to_live.h"
#include "movement/tables/wait_until_active.h"
#include "pricing.h"
#include "progress_line.h"
#include "protocol/item_json.h"
#include "table_ends.h"
#include "transfer/export.h"
#include "transfer/new_table.h"

namespace partita::tools {
namespace {

constexpr const char* kCompareFooter = R"(SOURCE and TARGET are each one of these:
  http://HOST:PORT or https://HOST   an endpoint: Partita's server, or any other with the API of DynamoDB
  aws:REGION                         Amazon DynamoDB
  DIR                                a data directory, which no server may have open
  DIR or FILE of an export           items in files, as `partita import` reads them, with one --table
  s3://BUCKET/PREFIX                 the same in S3
  archive:URL                        an archive of `partita serve --archive`, restored to a scratch directory

Two Partitas hash their items themselves, and only hashes of parts that differ are read. Otherwise both tables are read
once, with parallel Scans. Items that were not found alike are read again by their keys, with strong consistency, before
they are told as different, because others may have written them meanwhile. Memory does not grow with the tables: keys
that have come from one table only wait in temporary files.

Examples:
  partita compare http://127.0.0.1:8000 ./shop
  partita compare ./shop aws:eu-central-1 --table orders --yes
  partita compare archive:s3://backups/shop ./shop --at 2026-11-21T06:00:00Z
  partita compare export/ http://127.0.0.1:8000 --table orders --full

Exit code: 0 if nothing differs, 1 if something does, 2 if the comparison failed.
)";

constexpr int kSame = 0;
constexpr int kDiffers = 1;
constexpr int kFailed = 2;

struct CompareOptions {
  TableEnd source;
  TableEnd target;
  EndSettings ends;
  PricingOptions pricing;
  std::vector<std::string> tables;
  NewTableOptions keys;
  int segments = 4;
  bool is_consistent = false;
  bool is_full = false;
  bool items_only = false;
  bool is_json = false;
  std::uint64_t shown = 100;
  double settle_seconds = 0;
  double source_rate = 0;
  double target_rate = 0;

  transfer::ReadConsistency consistency() const {
    return is_consistent ? transfer::ReadConsistency::Consistent : transfer::ReadConsistency::Eventual;
  }
};

std::string json_of(std::string_view text) {
  std::string out;
  protocol::append_json_text(text, out);
  return out;
}

std::string typed_json_of(const Item& item) {
  std::string out;
  protocol::append_typed_json(item, out);
  return out;
}

std::string name_of(const TablePair& pair) {
  return pair.source == pair.target ? pair.source : pair.source + " and " + pair.target;
}

// Prints the differences.
class DifferencePrinter {
 public:
  explicit DifferencePrinter(const CompareOptions& options) : options_(options) {}

  void only_table(const std::string& table, bool is_at_source) {
    if (options_.is_json)
      fmt::print("{{\"table\":{},\"difference\":\"table only in the {}\"}}\n", json_of(table), side(is_at_source));
    else
      fmt::print("{}: the table is only in the {}\n", table, side(is_at_source));
  }

  void setting(const std::string& table, const std::string& text) {
    if (options_.is_json)
      fmt::print("{{\"table\":{},\"difference\":\"setting\",\"text\":{}}}\n", json_of(table), json_of(text));
    else
      fmt::print("{}: {}\n", table, text);
  }

  void item(const std::string& table, const movement::Difference& difference) {
    if (shown_++ >= options_.shown) return;
    if (options_.is_json)
      print_json(table, difference);
    else
      print_text(table, difference);
  }

  void summary(const TablePair& pair, const movement::Comparison& result, double seconds) {
    const std::string name = name_of(pair);
    if (options_.is_json) {
      fmt::print(
          "{{\"table\":{},\"sourceItems\":{},\"targetItems\":{},\"onlyInSource\":{},\"onlyInTarget\":{},"
          "\"differing\":{},\"seconds\":{:.3f}}}\n",
          json_of(name), result.first_items, result.second_items, result.only_first, result.only_second,
          result.differing, seconds);
      return;
    }
    if (shown_ > options_.shown)
      fmt::print("{}: {} more differences are not shown; --show takes their number\n", name, shown_ - options_.shown);
    shown_ = 0;
    fmt::print("{}: {} items in the source and {} in the target, in {:.1f} s: ", name, result.first_items,
               result.second_items, seconds);
    if (result.different() == 0)
      fmt::print("nothing differs\n");
    else
      fmt::print("{} differ ({} only in the source, {} only in the target, {} in both)\n", result.different(),
                 result.only_first, result.only_second, result.differing);
  }

 private:
  static std::string_view side(bool is_at_source) { return is_at_source ? "source" : "target"; }

  void print_text(const std::string& table, const movement::Difference& difference) const {
    using Kind = movement::Difference::Kind;
    if (difference.kind == Kind::Differs)
      fmt::print("{}: {} differs: {}\n", table, typed_json_of(difference.key),
                 fmt::join(difference.attributes(), ", "));
    else
      fmt::print("{}: {} is only in the {}\n", table, typed_json_of(difference.key),
                 side(difference.kind == Kind::OnlyFirst));
    if (!options_.is_full) return;
    if (difference.first) fmt::print("  source: {}\n", typed_json_of(*difference.first));
    if (difference.second) fmt::print("  target: {}\n", typed_json_of(*difference.second));
  }

  void print_json(const std::string& table, const movement::Difference& difference) const {
    using Kind = movement::Difference::Kind;
    std::string line = fmt::format("{{\"table\":{},\"difference\":\"{}\",\"key\":{}", json_of(table),
                                   difference.kind == Kind::Differs     ? "item"
                                   : difference.kind == Kind::OnlyFirst ? "item only in the source"
                                                                        : "item only in the target",
                                   typed_json_of(difference.key));
    if (difference.kind == Kind::Differs) {
      line += ",\"attributes\":[";
      for (const std::string& name : difference.attributes()) line += (line.back() == '[' ? "" : ",") + json_of(name);
      line += ']';
    }
    if (options_.is_full && difference.first) line += ",\"source\":" + typed_json_of(*difference.first);
    if (options_.is_full && difference.second) line += ",\"target\":" + typed_json_of(*difference.second);
    fmt::print("{}}}\n", line);
  }

  const CompareOptions& options_;
  std::uint64_t shown_ = 0;
};

// The differences of the definitions, one line for each.
Result<std::vector<std::string>> setting_differences(OpenEnd& source, OpenEnd& target, const TablePair& pair,
                                                     const TableDescription& first, const TableDescription& second) {
  std::vector<std::string> out;
  // An export has no definition.
  if (source.end.kind() == TableEnd::Kind::Export || target.end.kind() == TableEnd::Kind::Export) return out;
  for (std::string text : differences(modelling::request_of(first), second)) {
    for (const auto& [from, to] :
         {std::pair<std::string_view, std::string_view>{"the definition has", "the source has"},
          {"the table has", "the target has"}})
      if (const auto at = text.find(from); at != text.npos) text.replace(at, from.size(), to);
    out.push_back(std::move(text));
  }
  PARTITA_TRY_VALUE(from, movement::expiry_attribute(*source.database, pair.source));
  PARTITA_TRY_VALUE(to, movement::expiry_attribute(*target.database, pair.target));
  const auto shown = [](const std::string& attribute) { return attribute.empty() ? "off" : attribute; };
  if (from != to)
    out.push_back(fmt::format("time to live: {} in the source, {} in the target", shown(from), shown(to)));
  return out;
}

// A table for the items of an export: the key of the other end's table, or that of --keys.
Result<CreateTableRequest> table_of_export(const CompareOptions& options, OpenEnd& other, const std::string& name,
                                           const std::string& name_at_other) {
  if (other.end.kind() == TableEnd::Kind::Export || options.keys.is_wanted()) {
    if (!options.keys.is_wanted())
      return invalid("two exports can only be compared with --keys, such as --keys pk:S,sk:N");
    PARTITA_TRY_VALUE(definition, definition_of(name, options.keys));
    return std::move(definition.request);
  }
  PARTITA_TRY_VALUE(there, other.database->describe_table({.table_name = name_at_other}));
  CreateTableRequest out = modelling::request_of(there.table);
  out.table_name = name;
  out.stream_specification.reset();
  out.deletion_protection_enabled.reset();
  return out;
}

Result<void> load_exports(const CompareOptions& options, OpenEnd& source, OpenEnd& target,
                          const std::vector<TablePair>& pairs) {
  const bool has_source = source.end.kind() == TableEnd::Kind::Export;
  const bool has_target = target.end.kind() == TableEnd::Kind::Export;
  if (!has_source && !has_target) return {};
  if (pairs.size() != 1) return invalid("an export has the items of one table; name it with one --table");
  const TablePair& pair = pairs.front();
  if (has_source) {
    PARTITA_TRY_VALUE(table, table_of_export(options, target, pair.source, pair.target));
    PARTITA_TRY(load_export(source, options.ends, std::move(table)));
  }
  if (has_target) {
    PARTITA_TRY_VALUE(table, table_of_export(options, source, pair.target, pair.source));
    PARTITA_TRY(load_export(target, options.ends, std::move(table)));
  }
  return {};
}

Result<std::vector<TablePair>> tables_of(const CompareOptions& options, OpenEnd& source, OpenEnd& target) {
  PARTITA_TRY_VALUE(pairs, pairs_of(options.tables));
  if (!pairs.empty() || source.end.kind() == TableEnd::Kind::Export || target.end.kind() == TableEnd::Kind::Export)
    return pairs;
  PARTITA_TRY_VALUE(names, all_tables(*source.database));
  PARTITA_TRY_VALUE(more, all_tables(*target.database));
  names.insert(names.end(), more.begin(), more.end());
  std::ranges::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  for (const std::string& name : names) pairs.push_back({name, name});
  return pairs;
}

// A pair whose descriptions are known.
struct DescribedPair {
  TablePair pair;
  std::optional<TableDescription> source;
  std::optional<TableDescription> target;
};

Result<std::vector<DescribedPair>> describe_all(const CompareOptions& options, OpenEnd& source, OpenEnd& target) {
  PARTITA_TRY_VALUE(pairs, tables_of(options, source, target));
  PARTITA_TRY(load_exports(options, source, target, pairs));
  std::vector<DescribedPair> out;
  for (const TablePair& pair : pairs) {
    PARTITA_TRY_VALUE(first, movement::find_table(*source.database, pair.source));
    PARTITA_TRY_VALUE(second, movement::find_table(*target.database, pair.target));
    if (!first && !second)
      return invalid(
          fmt::format("neither the source has a table {} nor the target a table {}", pair.source, pair.target));
    out.push_back({pair, std::move(first), std::move(second)});
  }
  return out;
}

Result<void> agree_to_reads(const CompareOptions& options, const std::vector<DescribedPair>& pairs) {
  EndUnits source{options.source}, target{options.target};
  for (const DescribedPair& pair : pairs) {
    if (!pair.source || !pair.target) continue;
    source.units.read += movement::scan_units(*pair.source, options.consistency());
    target.units.read += movement::scan_units(*pair.target, options.consistency());
  }
  return agree({source, target}, options.pricing);
}

Result<movement::Comparison> compare_items(const CompareOptions& options, OpenEnd& source, OpenEnd& target,
                                           const TablePair& pair, DifferencePrinter& report) {
  PARTITA_TRY_VALUE(first, transfer::describe(*source.database, pair.source));
  PARTITA_TRY_VALUE(second, transfer::describe(*target.database, pair.target));
  transfer::Pace source_pace(options.source_rate), target_pace(options.target_rate);
  const auto scan = [&options](transfer::Pace& pace) {
    return transfer::ScanSettings{.segments = options.segments, .consistency = options.consistency(), .pace = &pace};
  };
  movement::CompareProgress progress;
  const WatchedLine line([&progress](int seconds) {
    if (progress.suspects > 0)
      return fmt::format("{} of {} differences read again, {} s", progress.checked.load(), progress.suspects.load(),
                         seconds);
    return fmt::format("{} and {} items, {} s", progress.first_items.load(), progress.second_items.load(), seconds);
  });
  return movement::compare(
      {.database = *source.database, .table = std::move(first), .scan = scan(source_pace)},
      {.database = *target.database, .table = std::move(second), .scan = scan(target_pace)},
      {.settle = std::chrono::milliseconds(static_cast<std::int64_t>(options.settle_seconds * 1000)),
       .on_difference = [&](const movement::Difference& difference) -> Result<void> {
         report.item(name_of(pair), difference);
         return {};
       }},
      progress);
}

Result<int> compare_tables(const CompareOptions& options) {
  const bool has_export =
      options.source.kind() == TableEnd::Kind::Export || options.target.kind() == TableEnd::Kind::Export;
  if (options.keys.is_wanted() && !has_export) return invalid("--keys is only for an export");
  PARTITA_TRY_VALUE(ends, open_ends(options.source, options.target, options.ends, EndUse::Read));
  auto& [source, target] = ends;
  PARTITA_TRY_VALUE(pairs, describe_all(options, source, target));
  PARTITA_TRY(agree_to_reads(options, pairs));
  if (pairs.empty()) return invalid("neither the source nor the target has a table");
  DifferencePrinter report(options);
  int code = kSame;
  for (const DescribedPair& pair : pairs) {
    if (!pair.source || !pair.target) {
      report.only_table(pair.source ? pair.pair.source : pair.pair.target, pair.source.has_value());
      code = kDiffers;
      continue;
    }
    if (!options.items_only) {
      PARTITA_TRY_VALUE(settings, setting_differences(source, target, pair.pair, *pair.source, *pair.target));
      for (const std::string& text : settings) report.setting(name_of(pair.pair), text);
      if (!settings.empty()) code = kDiffers;
    }
    const auto begin = std::chrono::steady_clock::now();
    if (pair.source->key_schema != pair.target->key_schema) {
      report.setting(name_of(pair.pair), "the tables have different keys, so their items were not compared");
      code = kDiffers;
      continue;
    }
    PARTITA_TRY_VALUE(result, compare_items(options, source, target, pair.pair, report));
    report.summary(pair.pair, result, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
    if (result.different() > 0) code = kDiffers;
  }
  return code;
}

int run_compare(const CompareOptions& options) {
  try {
    const auto code = compare_tables(options);
    // A list that could not be written must not look like one without differences, nor like one with them.
    if (code && std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return *code;
    print_error(code ? "the output could not be written" : text_of(code.error()));
  } catch (const std::system_error& error) {
    print_error(fmt::format("the output could not be written: {}", error.what()));
  }
  return kFailed;
}

}  // namespace

Command add_compare(CLI::App& app) {
  auto options = std::make_shared<CompareOptions>();
  CLI::App* command = app.add_subcommand("compare", "tell whether two tables have the same items");
  command->footer(kCompareFooter);
  add_table_ends(*command, options->source, options->target, options->ends);
  add_table_option(*command, options->tables);
  command
      ->add_option("--keys", options->keys.keys,
                   "the key of an export's items, such as pk:S,sk:N, if both ends are exports")
      ->type_name("NAME:TYPE,...");
  command->add_flag("--full", options->is_full, "print both images of each item that differs");
  command->add_option("--show", options->shown, "the differences of a table that are printed")->capture_default_str();
  command->add_flag("--json", options->is_json, "print lines of JSON");
  command->add_flag("--items-only", options->items_only, "compare the items and not the definitions of the tables");
  command
      ->add_option("--settle", options->settle_seconds,
                   "read items that differ again for so many seconds, because one table follows the other")
      ->type_name("SECONDS")
      ->check(CLI::Range(0.0, 86'400.0));
  command->add_option("--segments", options->segments, "the parts of each table that are read at the same time")
      ->check(CLI::Range(1, kMostSegments))
      ->capture_default_str();
  command->add_flag("--consistent", options->is_consistent,
                    "scan with strong consistency, which costs twice the units");
  command->add_option("--source-read-units", options->source_rate, "the most read units a second at the source")
      ->type_name("UNITS")
      ->check(CLI::PositiveNumber);
  command->add_option("--target-read-units", options->target_rate, "the most read units a second at the target")
      ->type_name("UNITS")
      ->check(CLI::PositiveNumber);
  add_pricing_options(*command, options->pricing);
  return {command, [options] { return run_compare(*options); }};
}

}  // namespace partita::tools
