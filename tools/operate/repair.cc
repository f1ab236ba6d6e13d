// `partita repair` opens what can be opened of a damaged data directory, and keeps all of it as it was.
#include "storage/repair.h"

#include <fmt/core.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <memory>
#include <utility>

#include "commands.h"
#include "verify.h"

namespace partita::tools {
namespace {

base::Log log_on_stderr() {
  return base::Log([](base::Log::Level level, std::string_view line) {
    if (level >= base::Log::Level::Warning) fmt::print(stderr, "{}\n", line);
  });
}

int trust_backups(const DataPlace& place) {
  const auto trusted = trust_backups_of(place);
  if (!trusted) return print_error(trusted.error());
  fmt::print("{} backups of {} can be restored\n", *trusted, place.data);
  return 0;
}

int repair(const DataPlace& place, bool without_damaged_tables) {
  const std::string& data = place.data;
  auto keys = storage::keys_of_option(place.encryption_key, data);
  if (!keys) return print_error(keys.error());
  const auto tables = without_damaged_tables ? storage::DamagedTables::LeftOut : storage::DamagedTables::Refused;
  const auto report = storage::repair_data_directory(data, tables, log_on_stderr(), std::move(*keys));
  if (!report) return print_error(report.error());
  if (report->damage.empty()) {
    fmt::print("{} opens, so there is nothing to repair; partita verify --data {} checks what it holds\n", data, data);
    return 0;
  }
  for (const std::string& damage : report->damage) fmt::print("damaged: {}\n", damage);
  for (const std::string& lost : report->lost) fmt::print("lost: {}\n", lost);
  const auto mended = mend_directory(place);
  const auto doubted = report->is_a_prefix ? Result<engine::Doubted>() : doubt_backups_of(place);
  // Also if the directory could not be mended, its owner's server must be able to write to it.
  if (const auto given = storage::give_to_owner(data, report->kept_in); !given) return print_error(given.error());
  if (!mended) return print_error(mended.error());
  if (!doubted) return print_error(doubted.error());
  fmt::print("{} opens again; all files as they were before are in {}\n", data, report->kept_in);
  if (*mended > 0) fmt::print("{} index entries, expiry entries and sums were made to agree with the items\n", *mended);
  if (!report->lost.empty())
    fmt::print(
        "what is lost above is missing in {}: writes may be gone, items may be older than they were, and deleted items "
        "may be back\n",
        data);
  if (report->list_was_damaged)
    fmt::print(
        "the list of the table files was damaged, so nothing tells whether one of them is missing, or is of before a "
        "merge that a kill interrupted; in that case items may be older than they were, and deleted items may be "
        "back\n");
  if (doubted->backups > 0)
    fmt::print(
        "{} backups may have wrong items, because entries of histories may be lost: they are not restored until "
        "partita "
        "repair --trust-backups {} allows it\n",
        doubted->backups, data);
  if (doubted->recoveries > 0)
    fmt::print("the point-in-time recovery of {} tables begins anew now, for the same reason\n", doubted->recoveries);
  const int verified = print_verification(place);
  return report->lost.empty() && !report->list_was_damaged ? verified : 1;
}

}  // namespace

Command add_repair(CLI::App& app) {
  auto place = std::make_shared<DataPlace>();
  CLI::App* command = app.add_subcommand(
      "repair", "open what can be opened of a damaged data directory, and keep all of its files as they were");
  command->add_option("data,--data", place->data, "directory of the database; no server may be using it")->required();
  add_encryption_key_option(*command, place->encryption_key);
  auto without = std::make_shared<bool>(false);
  command->add_flag("--without-damaged-tables", *without,
                    "leave out table files with damaged blocks, also if the directory opens with them");
  auto trust = std::make_shared<bool>(false);
  command
      ->add_flag("--trust-backups", *trust,
                 "repair nothing, and let backups be restored although an earlier repair may have lost a part of them")
      ->excludes("--without-damaged-tables");
  command->footer("Exit code: 0 if everything is there, 1 if something is lost or at fault, or may be.");
  return {command, [place, without, trust] { return *trust ? trust_backups(*place) : repair(*place, *without); }};
}

}  // namespace partita::tools
