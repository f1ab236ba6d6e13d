// `partita archive` has the subcommands for archives.
#include "archive/archive.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <cerrno>
#include <charconv>
#include <cstdio>

#include "archive/contents.h"
#include "archive/prune.h"
#include "archive/verify_archive.h"
#include "base/clock.h"
#include "base/iso_time.h"
#include "base/try.h"
#include "progress_line.h"
#include "serve/serve_archive.h"
#include "transfer/bytes/files.h"

namespace partita::tools {
namespace {

std::shared_ptr<ArchiveLocationOptions> add_place(CLI::App& command) {
  auto options = std::make_shared<ArchiveLocationOptions>();
  command.add_option("--from", options->url, "the archive: file:///DIR, DIR or s3://BUCKET/PREFIX")
      ->required()
      ->type_name("URL");
  add_archive_location_options(command, *options);
  return options;
}

std::uint64_t bytes_of(const archive::Base& base) {
  std::uint64_t bytes = 0;
  for (const archive::BaseFile& file : base.files) bytes += file.size_bytes;
  return bytes;
}

Result<void> list_archive(const ArchiveLocationOptions& options) {
  PARTITA_TRY_VALUE(location, archive_location(options));
  const archive::ArchivePlace place(std::move(location));
  PARTITA_TRY_VALUE(contents, archive::read_contents(place));
  for (const archive::GenerationContents& generation : contents.generations) {
    fmt::print("generation {}, begun {}\n", generation.number, base::iso_time_text(generation.begin.time_ms));
    for (const archive::Base& base : generation.bases)
      fmt::print("  base {}/{} of {}: {} files with {:.1f} MB, up to operation {}\n", base.generation, base.number,
                 base::iso_time_text(base.time_ms), base.files.size(), static_cast<double>(bytes_of(base)) / 1e6,
                 base.last_number);
    const archive::ChangesEnd& end = generation.least_end;
    if (end.segment > 0)
      fmt::print("  changes up to {}: segment {}, operation {}\n", base::iso_time_text(end.time_ms), end.segment,
                 end.number);
  }
  if (!contents.head) return {};
  const archive::Head& head = *contents.head;
  fmt::print("{} by {} at {}\n", head.closed ? "closed" : "last written", head.host, base::iso_time_text(head.time_ms));
  return {};
}

Result<bool> verify(const ArchiveLocationOptions& options) {
  PARTITA_TRY_VALUE(location, archive_location(options));
  const archive::ArchivePlace place(std::move(location));
  ProgressLine line;
  PARTITA_TRY_VALUE(report, archive::verify_archive(place, [&line](std::uint64_t bytes) {
                      line.show(fmt::format("{:.0f} MB read", static_cast<double>(bytes) / 1e6));
                    }));
  for (const std::string& finding : report.findings) fmt::print("{}\n", finding);
  fmt::print("{} generations, {} bases, {} files, {} segments with {} batches, {:.1f} MB, {} faults\n",
             report.generations, report.bases, report.files, report.segments, report.batches,
             static_cast<double>(report.bytes) / 1e6, report.findings.size());
  return report.findings.empty();
}

Result<void> prune_archive(const ArchiveLocationOptions& options, const std::string& keep) {
  constexpr std::int64_t kAliveMs = 60'000;
  PARTITA_TRY_VALUE(location, archive_location(options));
  archive::ArchivePlace place(std::move(location));
  PARTITA_TRY_VALUE(contents, archive::read_contents(place));
  const std::int64_t now_ms = base::SystemClock().now_ms();
  if (contents.head && !contents.head->closed && now_ms - contents.head->time_ms < kAliveMs)
    return fail(ErrorCode::ResourceInUseException,
                fmt::format("a server on {} wrote to the archive {} seconds ago, and prunes it itself with "
                            "--archive-keep; if it was killed, wait a minute",
                            contents.head->host, (now_ms - contents.head->time_ms) / 1000));
  const auto age = parse_age(keep).value_or(std::chrono::seconds(0));
  PARTITA_TRY_VALUE(pruned, archive::prune(place, now_ms - std::chrono::milliseconds(age).count()));
  fmt::print("removed {} generations, {} bases, {} segments and {} files\n", pruned.generations, pruned.bases,
             pruned.segments, pruned.removed_files.size());
  return {};
}

Result<void> make_key(const std::string& path) {
  const archive::ArchiveKey key = archive::ArchiveKey::make();
  const mode_t before = ::umask(S_IRWXG | S_IRWXO);
  std::FILE* const file = std::fopen(path.c_str(), "wx");
  ::umask(before);
  if (file == nullptr) return transfer::failed_to("created", path);
  const std::string text = key.text();
  const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  if (std::fclose(file) != 0 || !written) return transfer::failed_to("written", path);
  fmt::print("The key is in {}. Keep a copy of it apart from the archive: without it nothing can be restored.\n", path);
  return {};
}

int exit_code_of(const Result<void>& result) { return result ? 0 : print_error(result.error()); }

}  // namespace

Result<archive::Until> parse_until(const std::string& text) {
  archive::Until until;
  if (text.empty()) return until;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), until.number);
  if (read.ec == std::errc() && read.ptr == text.data() + text.size()) return until;
  until.number = UINT64_MAX;
  const auto time = base::parse_iso_time(text);
  if (!time)
    return invalid("'" + text + "' is neither a time such as 2026-11-21T06:00:00Z nor the number of an operation");
  until.time_ms = *time;
  return until;
}

std::string need_until(const std::string& text) {
  const auto until = parse_until(text);
  return until ? std::string() : until.error().message;
}

Command add_archive_list(CLI::App& archive) {
  CLI::App* command = archive.add_subcommand("list", "show what can be restored from an archive");
  const auto options = add_place(*command);
  return {command, [options] { return exit_code_of(list_archive(*options)); }};
}

Command add_archive_verify(CLI::App& archive) {
  CLI::App* command = archive.add_subcommand("verify", "read an archive and compare every byte with its checks");
  const auto options = add_place(*command);
  command->footer("Exit code: 0 if there is no fault, 1 if there is one, or if the archive cannot be read.");
  return {command, [options] {
            const auto sound = verify(*options);
            if (!sound) return print_error(sound.error());
            return *sound ? 0 : 1;
          }};
}

Command add_archive_prune(CLI::App& archive) {
  CLI::App* command = archive.add_subcommand(
      "prune", "remove what is not needed to restore the last days, from an archive that no server writes");
  const auto options = add_place(*command);
  auto keep = std::make_shared<std::string>();
  command->add_option("--keep", *keep, "the time whose moments can be restored afterwards, such as 36h or 7d")
      ->required()
      ->check([](const std::string& text) {
        return parse_age(text) ? std::string() : "'" + text + "' is not a time such as 36h or 7d";
      })
      ->type_name("NUMBER[s|m|h|d]");
  return {command, [options, keep] { return exit_code_of(prune_archive(*options, *keep)); }};
}

Command add_archive_new_key(CLI::App& archive) {
  CLI::App* command = archive.add_subcommand("new-key", "make a key by which an archive is encrypted");
  auto path = std::make_shared<std::string>();
  command->add_option("file", *path, "the file of the key, which must not exist")->required()->type_name("FILE");
  return {command, [path] { return exit_code_of(make_key(*path)); }};
}

Command add_archive(CLI::App& app) {
  CLI::App* archive = app.add_subcommand("archive", "list, verify, prune and export archives of `serve --archive`");
  archive->require_subcommand(1);
  std::vector<Command> commands = {add_archive_list(*archive), add_archive_verify(*archive),
                                   add_archive_prune(*archive), add_archive_export(*archive),
                                   add_archive_new_key(*archive)};
  return {archive, [commands = std::move(commands)] {
            for (const Command& command : commands)
              if (command.app->parsed()) return command.run();
            return 1;
          }};
}

}  // namespace partita::tools
