#include "base/check.h"

#include <cstdio>
#include <cstdlib>

namespace partita::base {
void check_failed(const char* expression, const char* file, int line) {
  std::fprintf(stderr, "partita: internal error: %s is false at %s:%d\n", expression, file, line);
  std::abort();
}
}  // namespace partita::base
