// The commands of archives.
#pragma once

#include <CLI/App.hpp>
#include <string>
#include <vector>

#include "archive/restore.h"
#include "archive_location.h"
#include "commands.h"
#include "scratch_directory.h"

namespace partita::tools {

Command add_archive_list(CLI::App& archive);
Command add_archive_verify(CLI::App& archive);
Command add_archive_prune(CLI::App& archive);
Command add_archive_export(CLI::App& archive);
Command add_archive_new_key(CLI::App& archive);

// The moment of --to: a time such as 2026-11-21T06:00:00Z, the number of an operation, or everything for an empty text.
// Errors: ValidationException.
Result<archive::Until> parse_until(const std::string& text);
// A check of the option --to.
std::string need_until(const std::string& text);

// Restores into a directory, shows the progress, and prints warnings on stderr. The last two are the members of
// archive::RestoreOptions. Errors: those of archive::restore().
Result<archive::Restored> restore_directory(const archive::ArchivePlace& place, const archive::RestorePlan& plan,
                                            const std::string& data,
                                            std::function<Result<void>()> before_it_is_complete = {},
                                            std::string purpose = {});
// The base of a text such as 1/3, or nullopt for another form.
std::optional<archive::BaseId> parse_base_id(const std::string& text);

}  // namespace partita::tools
