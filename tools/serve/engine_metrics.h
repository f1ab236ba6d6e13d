// The metrics that `GET /metrics` shows about the database behind the server.
#pragma once

#include <vector>

#include "client/embedded_database.h"
#include "server/server.h"

namespace partita::tools {

std::vector<server::Metric> engine_metrics(const client::EmbeddedDatabase& database);

}  // namespace partita::tools
