// The stream of a table that is followed.
#pragma once

#include <partita/database.h>

#include <functional>
#include <string>

#include "movement/following/stream_place.h"

namespace partita::movement {

// Enables the stream of a table, with both images, if it is off. Returns whether it was off. Errors:
// ValidationException if the table does not become ACTIVE; those of UpdateTable.
Result<bool> enable_stream(Database& database, const std::string& table);
// Disables the stream, if the table is there and has one. Errors: those of UpdateTable.
Result<void> disable_stream(Database& database, const std::string& table);
// The ARN of the stream. Errors: ValidationException if it is off.
Result<std::string> stream_of(Database& database, const std::string& table);
// The place of the records from now on, with those of the last minutes, because clocks differ. `on_wait` is as in
// FollowSettings. Errors: as stream_of(), and those of DescribeStream.
Result<StreamPlace> newest_place(
    Database& database, const std::string& table,
    const std::function<void(const Error&)>& on_wait = [](const Error&) {});

}  // namespace partita::movement
