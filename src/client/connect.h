// What partita::connect does, in surroundings of one's choice.
#pragma once

#include <partita/connect.h>

#include "client/surroundings.h"

namespace partita::client {

// As partita::connect.
Result<std::unique_ptr<Database>> connect(const std::string& endpoint, const ConnectOptions& options,
                                          Surroundings surroundings);

}  // namespace partita::client
