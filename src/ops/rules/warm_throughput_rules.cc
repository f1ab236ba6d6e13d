#include "ops/rules/warm_throughput_rules.h"

#include <fmt/format.h>

#include "base/try.h"
#include "value/limits.h"

namespace partita::ops {
namespace {

// Checks that `units` are at least `least`. `than` is the end of the text.
Result<void> check_least(const OptionalInteger& units, std::int64_t least, std::string_view name, std::string_view of,
                         std::string_view than) {
  if (!units || *units >= least) return {};
  return invalid(
      fmt::format("One or more parameter values were invalid: Requested {} for WarmThroughput for {} is "
                  "lower than {}",
                  name, of, than));
}

constexpr std::string_view kRead = "ReadUnitsPerSecond", kWrite = "WriteUnitsPerSecond";

}  // namespace

bool has_units(const std::optional<WarmThroughput>& warm) {
  return warm && (warm->read_units_per_second || warm->write_units_per_second);
}

Result<void> check_new_warm_throughput(const std::optional<WarmThroughput>& warm, std::string_view of,
                                       const std::optional<ProvisionedThroughput>& provisioned) {
  if (!warm) return {};
  if (provisioned) {
    PARTITA_TRY(check_least(warm->read_units_per_second, *provisioned->read_capacity_units, kRead, of,
                            "ReadCapacityUnits of ProvisionedThroughput"));
    return check_least(warm->write_units_per_second, *provisioned->write_capacity_units, kWrite, of,
                       "WriteCapacityUnits of ProvisionedThroughput");
  }
  constexpr std::string_view kInitial =
      "initial throughput for OnDemand. See: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/"
      "on-demand-capacity-mode.html#on-demand-capacity-mode-initial";
  PARTITA_TRY(check_least(warm->read_units_per_second, limits::kWarmReadUnits, kRead, of, kInitial));
  return check_least(warm->write_units_per_second, limits::kWarmWriteUnits, kWrite, of, kInitial);
}

Result<void> check_more_warm_throughput(const std::optional<WarmThroughput>& warm, std::string_view of,
                                        const WarmThroughput& current) {
  if (!warm) return {};
  constexpr std::string_view kCurrent = "current WarmThroughput, decreasing WarmThroughput is not supported";
  PARTITA_TRY(check_least(warm->read_units_per_second, *current.read_units_per_second, kRead, of, kCurrent));
  return check_least(warm->write_units_per_second, *current.write_units_per_second, kWrite, of, kCurrent);
}

}  // namespace partita::ops
