// The description of each error code, taken from error_codes.def.
#include <partita/error.h>

#include <cstddef>
#include <iterator>

#include "base/check.h"

namespace partita {
namespace {
constexpr ErrorCodeInfo kInfos[] = {
#define PARTITA_ERROR(name, wire_type, http_status, retryable, meaning) \
  {#name, wire_type, http_status, retryable, meaning},
#include <partita/error_codes.def>
#undef PARTITA_ERROR
};
}  // namespace

const ErrorCodeInfo& describe(ErrorCode code) {
  const auto number = static_cast<std::size_t>(code);
  PARTITA_CHECK(number < std::size(kInfos));
  return kInfos[number];
}

}  // namespace partita
