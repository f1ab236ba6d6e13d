// `partita fork` makes a copy of tables for tests, without the values that its rules name.
#include <fmt/format.h>
#include <openssl/rand.h>
#include <partita/model/types/utc_ms.h>
#include <partita/open.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "auth/sha256.h"
#include "base/try.h"
#include "commands.h"
#include "data_models/model.h"
#include "documents/read_file.h"
#include "fork_report.h"
#include "modelling/core/nearest.h"
#include "modelling/core/proof.h"
#include "modelling/write/table_request.h"
#include "movement/tables/wait_until_active.h"
#include "pricing.h"
#include "progress_line.h"
#include "scratch_directory.h"
#include "table_ends.h"

namespace partita::tools {
namespace {

namespace fs = std::filesystem;

constexpr const char* kForkFooter =
    R"(SOURCE is as for `partita copy`, and the model is a file in any format that `partita model` reads. Each item is taken apart
by the model, its fields are changed by the rules, and its keys are composed anew, so equal values stay equal in all
entities and references stay right.

Rules, of --rules FILE or --rule FIELD=RULE:
  keep       the value stays; so do fields without a rule, unless `others` of the file says otherwise
  mask       one value for all, such as "masked", 0 or 1970-01-01
  pseudonym  another value of the same form, the same one for equal values
  drop       the fork lacks the field
FIELD is a field of all entities, ENTITY.FIELD, or either with the path of a member of a document.

At the end all items and index entries are searched for the original values. Only then does DIR appear.

Examples:
  partita fork aws:eu-central-1 --model shop.yml --data ./test --rule email=pseudonym --rule name=mask --yes
  partita fork ./shop --model shop.yml --rules fork.yml --data ./test --sample 1% --key-file fork.key
  partita fork ./shop --model shop.yml --rules fork.yml --plan

Exit code: 0 if the fork was made, 2 if it lacks items that the model does not know or cannot write, 3 if an original value
was found in it, 1 if it failed.
)";

constexpr int kSomeLeftOut = 2;
constexpr int kValueRemains = 3;
constexpr std::size_t kLeastKeyBytes = 16;
constexpr std::size_t kRandomKeyBytes = 32;
constexpr std::uint64_t kCacheBytes = 64 << 20;

struct ForkOptions {
  TableEnd source;
  EndSettings ends;
  PricingOptions pricing;
  ModelArguments model;
  std::string data;
  std::string rules_file;
  std::vector<std::string> rules;
  std::string sample;
  std::string key_file;
  std::string certificate;
  std::vector<std::string> tables;
  int segments = 4;
  double read_rate = 0;
  bool is_consistent = false;
  bool plans = false;
  bool keeps_failed = false;
};

Result<movement::ForkRules> rules_of(const ForkOptions& options) {
  movement::ForkRules rules;
  if (!options.rules_file.empty()) {
    PARTITA_TRY_VALUE(read, movement::read_fork_rules(options.rules_file));
    rules = std::move(read);
  }
  std::vector<movement::RuleLine> lines;
  for (const std::string& text : options.rules) {
    PARTITA_TRY_VALUE(line, movement::read_rule_option(text));
    lines.push_back(std::move(line));
  }
  // The first rule of a field counts.
  rules.lines.insert(rules.lines.begin(), lines.begin(), lines.end());
  if (!options.sample.empty()) {
    PARTITA_TRY_VALUE(share, movement::read_share(options.sample));
    rules.share = share;
  }
  return rules;
}

Result<std::string> key_of(const ForkOptions& options) {
  if (options.key_file.empty()) {
    std::string key(kRandomKeyBytes, '\0');
    if (RAND_bytes(reinterpret_cast<unsigned char*>(key.data()), static_cast<int>(key.size())) != 1)
      return fail(ErrorCode::InternalServerError, "no random bytes for a key");
    return key;
  }
  PARTITA_TRY_VALUE(key, documents::read_bytes(options.key_file));
  while (!key.empty() && (key.back() == '\n' || key.back() == '\r')) key.pop_back();
  if (key.size() < kLeastKeyBytes)
    return invalid(
        fmt::format("{} has a key of {} bytes; it must have at least {}, such as those of `openssl rand "
                    "-hex 32`",
                    options.key_file, key.size(), kLeastKeyBytes));
  return std::move(key);
}

// The tables of the source, by the names of the model's.
Result<std::map<std::string, std::string>> tables_of(const ForkOptions& options, const modelling::Proof& proof) {
  std::map<std::string, std::string> out;
  PARTITA_TRY_VALUE(pairs, pairs_of(options.tables));
  std::vector<std::string_view> known;
  for (const modelling::ProvenTable& table : proof.tables()) known.push_back(table.declared->name);
  for (const TablePair& pair : pairs) {
    if (!proof.table(pair.target))
      return invalid(fmt::format("the model has no table {}{}; --table NAME=NAME_IN_MODEL names a table of the source",
                                 pair.target, modelling::did_you_mean(pair.target, known)));
    out[pair.target] = pair.source;
  }
  if (pairs.empty())
    for (const std::string_view name : known) out.emplace(name, name);
  return out;
}

Result<void> load_export_of(const ForkOptions& options, const modelling::Proof& proof,
                            const std::map<std::string, std::string>& tables, OpenEnd& source) {
  if (tables.size() != 1) return invalid("an export has the items of one table; name it with one --table");
  const auto& [name, source_name] = *tables.begin();
  const modelling::ProvenTable& table = *proof.table(name);
  return load_export(source, options.ends, modelling::keys_request(*table.declared, *table.info, source_name));
}

Result<void> check_source(const ForkOptions& options, Database& source,
                          const std::map<std::string, std::string>& tables) {
  EndUnits units{options.source};
  const auto consistency =
      options.is_consistent ? transfer::ReadConsistency::Consistent : transfer::ReadConsistency::Eventual;
  for (const auto& [name, source_name] : tables) {
    PARTITA_TRY_VALUE(found, movement::find_table(source, source_name));
    if (!found)
      return invalid(fmt::format("the source has no table {}; --table NAME=NAME_IN_MODEL says how it is called there",
                                 source_name));
    units.units.read += movement::scan_units(*found, consistency);
  }
  return agree({units}, options.pricing);
}

Result<movement::ForkReport> make_fork(const ForkOptions& options, const modelling::Proof& proof,
                                       const movement::Treatments& treatments, const movement::ForkRules& rules,
                                       OpenEnd& source, const std::map<std::string, std::string>& tables,
                                       const std::string& directory) {
  OpenOptions open;
  open.create_if_missing = true;
  open.durability = Durability::None;
  // The fork is read once, from its beginning to its end.
  open.block_cache_bytes = kCacheBytes;
  PARTITA_TRY_VALUE(target, partita::open(directory, open));
  PARTITA_TRY_VALUE(key, key_of(options));
  transfer::Pace pace(options.read_rate);
  movement::ForkSettings settings{.tables = tables,
                                  .key = std::move(key),
                                  .segments = options.segments,
                                  .read_units = &pace,
                                  .consistency = options.is_consistent ? transfer::ReadConsistency::Consistent
                                                                       : transfer::ReadConsistency::Eventual};
  movement::ForkProgress progress;
  const WatchedLine line([&progress](int seconds) {
    return fmt::format("{} items read, {} searched, {} s", progress.read.load(), progress.searched.load(), seconds);
  });
  return movement::fork_tables(proof, treatments, rules, *source.database, *target, settings, progress);
}

Result<void> write_certificate(const ForkOptions& options, const movement::ForkRules& rules,
                               const movement::Treatments& treatments, const movement::ForkReport& report) {
  if (options.certificate.empty()) return {};
  PARTITA_TRY_VALUE(model, documents::read_bytes(options.model.path));
  const CertificateFacts facts{.source = options.source.text,
                               .model = options.model.path,
                               .model_sha256 = std::string(auth::view(auth::hex(auth::sha256(model)))),
                               .time = model::utc_ms::now().text().value_or(""),
                               .share = rules.share,
                               .is_repeatable = !options.key_file.empty()};
  return write_output(options.certificate, certificate(report, treatments, facts));
}

Result<void> move_directory(const std::string& from, const fs::path& to) {
  std::error_code error;
  fs::rename(from, to, error);
  if (!error) return {};
  return fail(ErrorCode::InternalServerError, fmt::format("cannot make {}: {}", to.string(), error.message()));
}

fs::path failed_place(const fs::path& place) { return place.string() + ".failed"; }

// The place of the fork, if it can be made there. The certificate is tried too, because it comes at the end.
Result<fs::path> check_target(const ForkOptions& options) {
  if (options.data.empty()) return invalid("--data names the directory of the fork");
  fs::path place = fs::absolute(options.data).lexically_normal();
  if (!place.has_filename()) place = place.parent_path();
  std::error_code ignored;
  for (const fs::path& there : {place, options.keeps_failed ? failed_place(place) : fs::path()})
    if (!there.empty() && fs::symlink_status(there, ignored).type() != fs::file_type::not_found)
      return invalid(fmt::format("{} exists; a fork is made in a new directory", there.string()));
  if (!fs::is_directory(place.parent_path(), ignored))
    return invalid(fmt::format("the directory {} does not exist", place.parent_path().string()));
  if (options.source.kind() == TableEnd::Kind::DataDirectory &&
      fs::equivalent(place.parent_path(), options.source.text, ignored))
    return invalid(fmt::format("{} is in the source, which is only read", place.string()));
  if (!options.certificate.empty() && options.certificate != "-") {
    const fs::path certificate = fs::absolute(options.certificate).lexically_normal();
    if (certificate.parent_path() == place || !fs::is_directory(certificate.parent_path(), ignored))
      return invalid(fmt::format("the certificate {} needs a directory that exists", certificate.string()));
  }
  return place;
}

// Makes the fork in a scratch directory beside its place, and moves it there if no original value is left in it.
Result<int> fork_source(const ForkOptions& options, const modelling::Proof& proof,
                        const movement::Treatments& treatments, const movement::ForkRules& rules) {
  PARTITA_TRY_VALUE(place, check_target(options));
  PARTITA_TRY_VALUE(tables, tables_of(options, proof));
  PARTITA_TRY_VALUE(source, open_source(options.source, options.ends));
  if (source.end.kind() == TableEnd::Kind::Export) PARTITA_TRY(load_export_of(options, proof, tables, source));
  PARTITA_TRY(check_source(options, *source.database, tables));
  PARTITA_TRY_VALUE(scratch, ScratchDirectory::make(place.parent_path().string()));
  PARTITA_TRY_VALUE(report, make_fork(options, proof, treatments, rules, source, tables, scratch.path()));
  fmt::print("{}", to_text(report));
  if (report.remains > 0) {
    PARTITA_TRY(write_certificate(options, rules, treatments, report));
    if (!options.keeps_failed) {
      fmt::print("no fork was made: give the fields of these places a rule, or name values that may_remain\n");
      return kValueRemains;
    }
    const fs::path failed = failed_place(place);
    PARTITA_TRY(move_directory(scratch.path(), failed));
    fmt::print("the fork with these values is {}\n", failed.string());
    return kValueRemains;
  }
  PARTITA_TRY(move_directory(scratch.path(), place));
  PARTITA_TRY(write_certificate(options, rules, treatments, report));
  const bool is_whole =
      report.unmatched.empty() && std::ranges::all_of(report.tables, [](const movement::ForkedTable& one) {
        return one.unknown == 0 && one.refused == 0 && one.stored >= one.copied;
      });
  return is_whole ? 0 : kSomeLeftOut;
}

Result<int> fork(const ForkOptions& options) {
  PARTITA_TRY_VALUE(rules, rules_of(options));
  if (rules.lines.empty() && rules.others == movement::OtherFields::Keep)
    return invalid("a fork needs rules: --rules FILE or --rule FIELD=RULE; `partita copy` makes a copy as it is");
  PARTITA_TRY_VALUE(model, load_model(options.model));
  const auto proof = modelling::prove(model);
  // The keys of items do not depend on patterns.
  for (const modelling::Refusal& refusal : proof->refusals())
    if (refusal.pattern.empty())
      return invalid(
          "the tables of the model are not sound, so no items are made by it: `partita model lint` lists its mistakes");
  PARTITA_TRY_VALUE(treatments, movement::Treatments::make(*proof, rules));
  if (!options.plans) return fork_source(options, *proof, treatments, rules);
  fmt::print("{}", rules_text(treatments));
  return 0;
}

int run_fork(const ForkOptions& options) {
  const auto code = fork(options);
  return code ? *code : print_error(code.error());
}

}  // namespace

Command add_fork(CLI::App& app) {
  auto options = std::make_shared<ForkOptions>();
  CLI::App* command = app.add_subcommand("fork", "make a copy of tables for tests, without the values of some fields");
  command->footer(kForkFooter);
  add_source_end(*command, options->source, options->ends);
  command->add_option("--model", options->model.path, "the model of the tables")->type_name("FILE")->required();
  add_file_arguments(*command, options->model);
  command->add_option("--data", options->data, "the data directory that is made for the fork")->type_name("DIR");
  command->add_option("--rules", options->rules_file, "a file with rules, in YAML or JSON")->type_name("FILE");
  command
      ->add_option("--rule", options->rules,
                   "the rule of a field; may be given several times, and comes before those of a file")
      ->type_name("FIELD=RULE")
      ->expected(1)
      ->take_all();
  command
      ->add_option("--sample", options->sample,
                   "the share of the item collections, such as 1%; those that their items refer to are copied too")
      ->type_name("SHARE");
  command
      ->add_option("--key-file", options->key_file,
                   "the secret key of pseudonyms and samples, with which another fork gets the same. Default: a "
                   "random one that is not kept")
      ->type_name("FILE");
  command->add_option("--certificate", options->certificate, "write what was done and found as JSON")
      ->type_name("FILE");
  command
      ->add_option("--table", options->tables,
                   "a table of the model, or NAME=NAME_IN_MODEL for one that has another name at the source; may be "
                   "given several times. Default: all tables of the model")
      ->type_name("NAME")
      ->expected(1)
      ->take_all();
  command->add_flag("--plan", options->plans, "print the rule of each field, and read nothing");
  command->add_flag("--keep-failed", options->keeps_failed,
                    "keep a fork that has original values, as DIR.failed, to look at it");
  command->add_option("--segments", options->segments, "the parts of a table that are read at the same time")
      ->check(CLI::Range(1, 64))
      ->capture_default_str();
  command->add_flag("--consistent", options->is_consistent,
                    "scan with strong consistency, which costs twice the units");
  command->add_option("--read-units", options->read_rate, "the most read units a second at the source")
      ->type_name("UNITS")
      ->check(CLI::PositiveNumber);
  add_pricing_options(*command, options->pricing);
  return {command, [options] { return run_fork(*options); }};
}

}  // namespace partita::tools
