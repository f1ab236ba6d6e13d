// The archive of `partita serve`: its options, its threads and its metrics.
#pragma once

#include <CLI/App.hpp>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "archive/archiver.h"
#include "archive_location.h"
#include "base/log.h"
#include "client/embedded_database.h"
#include "server/metrics/metric.h"

namespace partita::tools {

struct ServeArchiveOptions {
  ArchiveLocationOptions location;
  double every_s = 1;
  std::int64_t base_every_h = 24;
  std::string keep;  // such as 7d; empty: everything
  std::uint64_t bytes_per_second = 0;
  std::uint64_t log_bytes = 1ull << 30;
  bool required = false;
  std::int64_t most_lag_s = 30;
  bool take_over = false;
  bool wanted() const { return !location.url.empty(); }
};

void add_archive_options(CLI::App& app, ServeArchiveOptions& options);

// The time of a text such as 36h or 7d, or nullopt for another form.
std::optional<std::chrono::seconds> parse_age(const std::string& text);
// The check of an option with such a time.
std::string is_age(const std::string& text);

// Begins to archive the writes of the database. Requires: options.wanted(), and the database keeps its log. The
// database outlives the result. Errors: those of archive_location() and of Archiver::start().
Result<std::unique_ptr<archive::Archiver>> start_archiver(const ServeArchiveOptions& options, const std::string& data,
                                                          client::EmbeddedDatabase& database, const base::Log& log);

void add_archive_metrics(const archive::Archiver& archiver, std::vector<server::Metric>& out);
// The state as lines "name: value" for people, and as a JSON object.
std::string archive_text(const archive::Archiver& archiver);
std::string archive_json(const archive::Archiver& archiver);

}  // namespace partita::tools
