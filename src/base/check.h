// Assertions. They are on in every build, because a broken invariant is a bug, and going on would risk the data.
#pragma once

namespace partita::base {
[[noreturn]] void check_failed(const char* expression, const char* file, int line);
}

#define PARTITA_CHECK(expression) \
  (static_cast<bool>(expression) ? void(0) : ::partita::base::check_failed(#expression, __FILE__, __LINE__))
