// The errors of throttled requests, in the service's words.
#pragma once

#include <partita/error.h>

#include <string>
#include <string_view>

#include "engine/throttle/meter.h"

namespace partita::engine {

// What a refused request asked too much of.
enum class Refused : std::uint8_t { Provisioned, OnDemand, Ceiling, KeyRange, Account };

// `resource` is the ARN of the table, or of the index if `of_index`.
Error throttled(Refused refused, Side side, bool of_index, std::string resource);

// Whether the error is one of those that throttled() makes.
bool is_throttled(const Error& error);

}  // namespace partita::engine
