// The standby of `partita serve --follow`: a server that keeps itself current from the archive of another one.
#pragma once

#include <CLI/App.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "archive/follower.h"
#include "archive_location.h"
#include "base/log.h"
#include "client/embedded_database.h"
#include "data_place.h"
#include "server/metrics/metric.h"

namespace partita::tools {

struct StandbyOptions {
  std::string url;  // of the archive; empty: the server is not a standby
  double every_s = 1;
  bool wanted() const { return !url.empty(); }
};

void add_standby_options(CLI::App& app, StandbyOptions& options);

// The file of a data directory that was that of a standby and was promoted.
inline constexpr const char* kPromotedFile = "partita.promoted";
bool is_promoted(const std::string& data);

// Makes the directory one that follows the archive: restores it, if it is missing or empty, or was restored from an
// earlier generation of the archive than the newest one that can be restored. Errors: those of archive::restore();
// ValidationException if the directory has data of its own.
Result<void> prepare_standby(const archive::ArchiveLocation& location, const DataPlace& place, const base::Log& log);

// The text by which a standby refuses writes.
std::string standby_refusal(const std::string& url);

// The differences of the tables of the directory from the sums of the archive.
Result<std::vector<std::string>> differences(const std::vector<engine::NamedTableState>& tables,
                                             const std::vector<archive::TableSum>& sums);

// Begins to follow. `store` is the store of `database` that may be written. Both outlive the result.
Result<std::unique_ptr<archive::Follower>> start_follower(archive::ArchiveLocation location,
                                                          const StandbyOptions& options, storage::Store& store,
                                                          client::EmbeddedDatabase& database, const base::Log& log);

// Ends the following, and notes in the directory that it was promoted. Errors: those of Follower::promote().
Result<void> promote_running(archive::Follower& follower, const std::string& data);
// The same for a directory that no server has open. Later changes of the archive are not applied.
Result<void> promote_directory(const DataPlace& place);

void add_standby_metrics(const archive::Follower& follower, std::vector<server::Metric>& out);
// The state as lines "name: value" for people, and as a JSON object.
std::string standby_text(const archive::Follower& follower);
std::string standby_json(const archive::Follower& follower);

}  // namespace partita::tools
