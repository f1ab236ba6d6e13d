// The refusals of a console that only reads.
#pragma once

#include <partita/error.h>

#include <optional>
#include <string_view>

#include "protocol/target.h"

namespace partita::console {

// The refusal of a request that is not known to only read. `body` is the request's JSON. A request with wrong JSON is
// not refused here, because the database refuses it without a change.
std::optional<Error> refusal_of_writes(protocol::Operation operation, std::string_view body);

// Whether the statement can only read. Another database may understand statements that this one does not, so the text
// must begin with SELECT or EXISTS and must not go on behind a semicolon.
bool is_reading_statement(std::string_view text);

}  // namespace partita::console
