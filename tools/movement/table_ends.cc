#include "table_ends.h"

#include <fmt/format.h>
#include <partita/connect.h>
#include <partita/open.h>

#include <algorithm>
#include <filesystem>

#include "base/try.h"
#include "client/directory_owner.h"
#include "data_place.h"
#include "demo/demo.h"
#include "progress_line.h"
#include "storage/data_directory.h"
#include "transfer/import_files.h"

namespace partita::tools {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kAmazon = "aws:";
constexpr std::string_view kArchive = "archive:";
constexpr std::string_view kExport = "export:";
constexpr int kClientAttempts = 2;
constexpr std::string_view kHostEnd = ".amazonaws.com";

bool is_url(std::string_view text) { return text.starts_with("http://") || text.starts_with("https://"); }

// The region in a host such as dynamodb.eu-west-1.amazonaws.com or 123456789012.ddb.eu-west-1.amazonaws.com.
std::string region_of_host(std::string_view url) {
  url.remove_prefix(url.find("://") + 3);
  std::string_view host = url.substr(0, url.find_first_of("/:"));
  if (host.ends_with(".cn")) host.remove_suffix(3);
  if (!host.ends_with(kHostEnd)) return {};
  host.remove_suffix(kHostEnd.size());
  return std::string(host.substr(host.rfind('.') + 1));
}

std::string amazon_url(const std::string& region) {
  return fmt::format("https://dynamodb.{}.amazonaws.com{}", region, region.starts_with("cn-") ? ".cn" : "");
}

bool has_export_files(const fs::path& directory) {
  std::error_code ignored;
  if (fs::exists(directory / std::string(storage::kFormatFile), ignored)) return false;
  if (fs::exists(directory / "AWSDynamoDB", ignored) || fs::exists(directory / "manifest-summary.json", ignored))
    return true;
  for (const fs::directory_entry& entry : fs::directory_iterator(directory, ignored))
    if (entry.is_regular_file(ignored) && transfer::format_of(entry.path().filename().string())) return true;
  return false;
}

// A text that is another one for other files.
std::string version_of(const ImportFiles& files, const std::string& source) {
  if (files.found.summary) return files.found.summary->export_arn;
  std::string out;
  std::error_code ignored;
  const auto add = [&](const std::string& path) {
    out += fmt::format(" {}:{}", fs::file_size(path, ignored),
                       fs::last_write_time(path, ignored).time_since_epoch().count());
  };
  if (files.stream) add(source);
  for (const transfer::FoundFile& file : files.found.files) {
    out += ' ' + file.key;
    if (is_s3_end(source)) {
      if (const auto size = files.end->place->size_of(file.key)) out += fmt::format(":{}", *size);
    } else {
      add(source + '/' + file.key);
    }
  }
  return out;
}

Result<std::unique_ptr<Database>> open_directory(const TableEnd& end, EndUse use) {
  DemoTarget target{.endpoint = {},
                    .data = end.text,
                    .account = end.account,
                    .region = end.region,
                    .encryption_key = end.encryption_key};
  OpenOptions options;
  options.create_if_missing = use == EndUse::Write;
  options.read_only = use == EndUse::Read;
  return open_target(target, options);
}

Result<OpenEnd> restored_archive(const TableEnd& end, const EndSettings& settings) {
  ArchiveLocationOptions from = settings.archive;
  from.url = end.text.substr(kArchive.size());
  PARTITA_TRY_VALUE(location, archive_location(from));
  const archive::ArchivePlace place(std::move(location));
  PARTITA_TRY_VALUE(contents, archive::read_contents(place));
  PARTITA_TRY_VALUE(until, parse_until(settings.at));
  PARTITA_TRY_VALUE(plan, archive::plan_restore(contents, until));
  PARTITA_TRY_VALUE(scratch, ScratchDirectory::make(settings.scratch));
  PARTITA_TRY_VALUE(restored, restore_directory(place, plan, scratch.path()));
  OpenEnd out{.end = end, .scratch = std::make_unique<ScratchDirectory>(std::move(scratch))};
  out.version = fmt::format("operation {}", restored.number);
  TableEnd directory = end;
  directory.text = out.scratch->path();
  PARTITA_TRY_VALUE(database, open_directory(directory, EndUse::Read));
  out.database = std::move(database);
  return out;
}

Result<OpenEnd> empty_scratch(const TableEnd& end, const EndSettings& settings) {
  PARTITA_TRY_VALUE(scratch, ScratchDirectory::make(settings.scratch));
  OpenEnd out{.end = end, .scratch = std::make_unique<ScratchDirectory>(std::move(scratch))};
  OpenOptions options;
  options.durability = Durability::None;
  PARTITA_TRY_VALUE(database, partita::open(out.scratch->path(), options));
  out.database = std::move(database);
  return out;
}

Result<OpenEnd> open_end(const TableEnd& end, const EndSettings& settings, EndUse use) {
  const TableEnd::Kind kind = end.kind();
  if (kind == TableEnd::Kind::Archive || kind == TableEnd::Kind::Export) {
    if (use == EndUse::Write)
      return invalid(fmt::format("{} cannot be the target; `partita {}` makes {}", end.text,
                                 kind == TableEnd::Kind::Archive ? "serve --archive" : "copy",
                                 kind == TableEnd::Kind::Archive ? "an archive" : "an export"));
    return kind == TableEnd::Kind::Archive ? restored_archive(end, settings) : empty_scratch(end, settings);
  }
  OpenEnd out{.end = end};
  if (kind == TableEnd::Kind::DataDirectory) {
    std::error_code ignored;
    if (use == EndUse::Read && !fs::exists(end.text, ignored))
      return invalid(fmt::format(
          "{} does not exist; an end is http://HOST:PORT, aws:REGION, a data directory, an export or archive:URL",
          end.text));
    // A typing error of an endpoint must not become a directory.
    if (end.text.find(':') != end.text.npos)
      return invalid(fmt::format(
          "{} is not an end; one is http://HOST:PORT, aws:REGION, or a data directory without a colon", end.text));
    PARTITA_TRY_VALUE(database, open_directory(end, use));
    out.database = std::move(database);
    return out;
  }
  // Refusals are answered by the pace of the command, and not by waits in the client.
  ConnectOptions options{.region = end.region, .profile = end.profile, .max_attempts = kClientAttempts};
  if (options.region.empty()) options.region = end.amazon_region();
  const std::string url = end.text.starts_with(kAmazon) ? amazon_url(options.region) : end.text;
  PARTITA_TRY_VALUE(database, partita::connect(url, options));
  out.database = std::move(database);
  return out;
}

void add_end(CLI::App& app, const std::string& name, TableEnd& end) {
  std::string capital = name;
  std::ranges::transform(capital, capital.begin(), [](char c) { return static_cast<char>(std::toupper(c)); });
  app.add_option(name, end.text, "the " + name + "; see below")->required()->type_name(capital)->check(need_text);
  app.add_option("--" + name + "-profile", end.profile, "the profile of the AWS configuration for the " + name)
      ->type_name("NAME");
  app.add_option("--" + name + "-encryption-key", end.encryption_key,
                 "file with the key of the " + name + ", if it is a data directory that is encrypted")
      ->type_name("FILE");
  app.add_option("--" + name + "-account", end.account, "the account in the data directory of the " + name)
      ->type_name("ACCOUNT");
  app.add_option("--" + name + "-region", end.region,
                 "the region of requests, or in the data directory, of the " + name)
      ->type_name("REGION");
}

}  // namespace

TableEnd::Kind TableEnd::kind() const {
  if (text.starts_with(kAmazon)) return Kind::Amazon;
  if (is_url(text)) return region_of_host(text).empty() ? Kind::Endpoint : Kind::Amazon;
  if (text.starts_with(kArchive)) return Kind::Archive;
  if (text.starts_with(kExport) || is_s3_end(text)) return Kind::Export;
  std::error_code ignored;
  // A file that does not exist yet is known by its ending.
  if (fs::is_regular_file(text, ignored) || (!fs::exists(text, ignored) && transfer::format_of(text)))
    return Kind::Export;
  return fs::is_directory(text, ignored) && has_export_files(text) ? Kind::Export : Kind::DataDirectory;
}

std::string TableEnd::export_place() const { return text.starts_with(kExport) ? text.substr(kExport.size()) : text; }

std::string TableEnd::amazon_region() const {
  if (text.starts_with(kAmazon)) return text.substr(kAmazon.size());
  return is_url(text) ? region_of_host(text) : std::string();
}

void add_source_end(CLI::App& app, TableEnd& source, EndSettings& settings) {
  add_end(app, "source", source);
  app.add_option("--at", settings.at,
                 "the moment of an archive: a time, or the number of an operation. Default: the newest")
      ->check(need_until)
      ->type_name("TIME|NUMBER");
  app.add_option("--scratch", settings.scratch,
                 "the place for a restored archive or a loaded export. Default: $TMPDIR or /tmp")
      ->type_name("DIR");
  add_archive_location_options(app, settings.archive);
}

void add_table_ends(CLI::App& app, TableEnd& source, TableEnd& target, EndSettings& settings) {
  add_source_end(app, source, settings);
  add_end(app, "target", target);
}

Result<OpenEnd> open_source(const TableEnd& source, const EndSettings& settings) {
  PARTITA_TRY(check_end_options(source, {}, settings));
  return open_end(source, settings, EndUse::Read);
}

Result<void> check_end_options(const TableEnd& source, const TableEnd& target, const EndSettings& settings) {
  using Kind = TableEnd::Kind;
  const auto is_of = [](const TableEnd& end, std::initializer_list<Kind> kinds) {
    return std::ranges::find(kinds, end.kind()) != kinds.end();
  };
  const auto refuse = [](std::string_view option, std::string_view kinds) {
    return invalid(fmt::format("{} is only for {}", option, kinds));
  };
  for (const auto& [name, end] : {std::pair{"source", &source}, {"target", &target}}) {
    const auto option = [name = name](std::string_view rest) { return fmt::format("--{}-{}", name, rest); };
    if (!end->encryption_key.empty() && !is_of(*end, {Kind::DataDirectory}))
      return refuse(option("encryption-key"), "a data directory");
    if (!end->account.empty() && !is_of(*end, {Kind::DataDirectory, Kind::Archive}))
      return refuse(option("account"), "a data directory and an archive");
    if (!end->region.empty() && is_of(*end, {Kind::Export})) return refuse(option("region"), "a database");
    if (!end->profile.empty() && !is_of(*end, {Kind::Endpoint, Kind::Amazon}))
      return refuse(option("profile"), "an endpoint");
    if (end->kind() == Kind::Amazon && end->amazon_region().empty())
      return invalid(fmt::format("{} needs a region, such as aws:eu-central-1", end->text));
  }
  const bool has_archive = is_of(source, {Kind::Archive}) || is_of(target, {Kind::Archive});
  if (!settings.at.empty() && !has_archive) return refuse("--at", "an archive, archive:URL");
  if (!settings.archive.key_file.empty() && !has_archive) return refuse("--archive-key", "an archive, archive:URL");
  return {};
}

Result<OpenEnds> open_ends(const TableEnd& source, const TableEnd& target, const EndSettings& settings,
                           EndUse use_of_target) {
  PARTITA_TRY(check_end_options(source, target, settings));
  OpenEnds out;
  std::error_code ignored;
  const bool is_one_directory = source.kind() == TableEnd::Kind::DataDirectory &&
                                target.kind() == TableEnd::Kind::DataDirectory &&
                                fs::equivalent(source.text, target.text, ignored);
  PARTITA_TRY_VALUE(first, open_end(source, settings, is_one_directory ? use_of_target : EndUse::Read));
  out.source = std::move(first);
  if (is_one_directory) {
    out.target.end = target;
    PARTITA_TRY_VALUE(database, partita::in_account(*out.source.database, target.account, target.region));
    out.target.database = std::move(database);
    return out;
  }
  PARTITA_TRY_VALUE(second, open_end(target, settings, use_of_target));
  out.target = std::move(second);
  return out;
}

Result<void> load_export(OpenEnd& open, const EndSettings& settings, CreateTableRequest table) {
  const std::string source = open.end.export_place();
  PARTITA_TRY_VALUE(files, open_import_files(source, settings.archive.s3));
  open.version = version_of(files, source);
  if (files.found.summary && files.found.summary->changes)
    return invalid(fmt::format("{} is an incremental export, which has only changes; name a full one", source));
  const std::string name = table.table_name.value_or("");
  PARTITA_TRY(open.database->create_table(std::move(table)));
  PARTITA_TRY_VALUE(facts, transfer::describe(*open.database, name));
  const transfer::ReadSettings read{.types = facts.types};
  std::string refused;
  transfer::Importer importer(*open.database, facts, transfer::ImportMode::Write, {},
                              [&refused](const transfer::RefusedRecord& record) {
                                if (refused.empty()) refused = record.place.text() + ": " + record.fault;
                              });
  const WatchedLine line([&importer](int seconds) {
    return fmt::format("reading the export: {} items, {} s", importer.counts().written, seconds);
  });
  PARTITA_TRY(import_files(files, std::nullopt, read, importer));
  PARTITA_TRY(importer.finish());
  if (importer.counts().changes > 0)
    return invalid(
        fmt::format("{} has records of an incremental export, which are only changes; name a full one", source));
  PARTITA_TRY_VALUE(loaded, open.database->describe_table({.table_name = name}));
  const auto there = static_cast<std::uint64_t>(loaded.table.item_count.value_or(0));
  if (refused.empty() && there != importer.counts().written)
    return invalid(fmt::format("{} records of {} have only {} different keys, so the key of the table {} is not theirs",
                               importer.counts().written, source, there, name));
  if (!refused.empty())
    return invalid(fmt::format("{}; {} of {} records are not items of the table", refused, importer.counts().refused,
                               importer.counts().read));
  return {};
}

void add_table_option(CLI::App& app, std::vector<std::string>& tables) {
  app.add_option("--table", tables,
                 "a table, or NAME=NAME_AT_TARGET; may be given several times. Default: all tables of the source")
      ->type_name("NAME")
      ->expected(1)
      ->take_all();
}

Result<std::vector<TablePair>> pairs_of(const std::vector<std::string>& tables) {
  std::vector<TablePair> pairs;
  for (const std::string& text : tables) {
    const std::size_t equals = text.find('=');
    TablePair pair{text.substr(0, equals), equals == text.npos ? text : text.substr(equals + 1)};
    if (pair.source.empty() || pair.target.empty())
      return invalid(fmt::format("--table takes NAME or NAME=NAME_AT_TARGET, not '{}'", text));
    if (std::ranges::any_of(pairs, [&](const TablePair& other) { return other.target == pair.target; }))
      return invalid(fmt::format("--table names the table {} of the target twice", pair.target));
    pairs.push_back(std::move(pair));
  }
  return pairs;
}

std::string identity(const OpenEnd& open, const TableDescription& table) {
  const TableEnd& end = open.end;
  // The scratch directory of an export gives its table another id each time.
  if (end.kind() == TableEnd::Kind::Export) return end.text + ' ' + open.version;
  std::string out = fmt::format("{} {}", table.table_arn.value_or(""), table.table_id.value_or(""));
  if (end.kind() == TableEnd::Kind::Archive) out += fmt::format(" {} {}", end.text, open.version);
  if (end.kind() == TableEnd::Kind::Endpoint) out += " " + end.text;
  return out;
}

Result<bool> is_empty(Database& database, const std::string& table) {
  ScanRequest request{.table_name = table, .limit = 1};
  do {
    PARTITA_TRY_VALUE(page, database.scan(request));
    if (page.items && !page.items->empty()) return false;
    request.exclusive_start_key = std::move(page.last_evaluated_key);
  } while (request.exclusive_start_key);
  return true;
}

Result<std::vector<std::string>> all_tables(Database& database) {
  std::vector<std::string> names;
  ListTablesRequest request;
  do {
    PARTITA_TRY_VALUE(page, database.list_tables(request));
    names.insert(names.end(), page.table_names.begin(), page.table_names.end());
    request.exclusive_start_table_name = std::move(page.last_evaluated_table_name);
  } while (request.exclusive_start_table_name);
  return names;
}

}  // namespace partita::tools
