// The description of each error code, taken from error_codes.def, and the exception of Result::value().
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

bad_expected_access<Error>::bad_expected_access(Error error)
    : error_(std::move(error)), text_(std::string(describe(error_.code).name).append(": ").append(error_.message)) {}
bad_expected_access<Error>::~bad_expected_access() = default;

}  // namespace partita
