#include "ops/rules/throughput_rules.h"

#include <fmt/format.h>

#include <array>

#include "base/try.h"
#include "value/limits.h"

namespace partita::ops {
namespace {

Result<void> check_bound(const OptionalInteger& units, std::string_view name) {
  if (units.value_or(0) <= limits::kCapacityUnits) return {};
  return invalid(fmt::format("Given value {} for {} is out of bounds", *units, name));
}

struct Ceiling {
  std::string_view name;
  OptionalInteger units;
};
std::array<Ceiling, 2> ceilings_of(const OnDemandThroughput& throughput) {
  return {{{"MaxReadRequestUnits", throughput.max_read_request_units},
           {"MaxWriteRequestUnits", throughput.max_write_request_units}}};
}

unexpected<Error> invalid_parameter(std::string_view what) {
  return invalid(std::string("One or more parameter values were invalid: ").append(what));
}

}  // namespace

Result<void> check_throughput_bounds(const std::optional<ProvisionedThroughput>& throughput) {
  if (!throughput) return {};
  PARTITA_TRY(check_bound(throughput->read_capacity_units, "ReadCapacityUnits"));
  return check_bound(throughput->write_capacity_units, "WriteCapacityUnits");
}

Result<void> check_no_throughput(const std::optional<ProvisionedThroughput>& throughput) {
  if (!throughput) return {};
  return invalid_parameter(
      "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is PAY_PER_REQUEST");
}

unexpected<Error> throughput_of_index_on_demand(std::string_view index_name) {
  return invalid_parameter(fmt::format(
      "ProvisionedThroughput should not be specified for index: {} when BillingMode is PAY_PER_REQUEST", index_name));
}

Result<void> check_no_ceilings(const std::optional<OnDemandThroughput>& throughput, std::string_view of_index) {
  const std::string_view ceiling = first_ceiling(throughput);
  if (ceiling.empty()) return {};
  return invalid_parameter(
      fmt::format("{} for OnDemandThroughput{} cannot be specified when the table BillingMode is "
                  "PROVISIONED",
                  ceiling, of_index));
}

Result<void> check_on_demand_throughput(const std::optional<OnDemandThroughput>& throughput, std::string_view of,
                                        MayRemove may_remove) {
  if (!throughput) return {};
  for (const Ceiling& ceiling : ceilings_of(*throughput)) {
    if (!ceiling.units || *ceiling.units >= 1 || (may_remove == MayRemove::Yes && *ceiling.units == -1)) continue;
    return invalid_parameter(
        fmt::format("Requested {} for OnDemandThroughput for {} is outside of valid range", ceiling.name, of));
  }
  return {};
}

std::string_view first_ceiling(const std::optional<OnDemandThroughput>& throughput) {
  if (throughput)
    for (const Ceiling& ceiling : ceilings_of(*throughput))
      if (ceiling.units) return ceiling.name;
  return {};
}

Result<void> check_table_class(const OptionalEnum<TableClass>& table_class) {
  if (!table_class || table_class->known()) return {};
  return invalid(
      "Invalid table-class parameter provided. Please try again with a valid table-class value: [STANDARD, "
      "STANDARD_INFREQUENT_ACCESS].");
}

Result<void> check_encryption(const std::optional<SSESpecification>& encryption) {
  if (!encryption) return {};
  if (encryption->enabled == false) {
    if (encryption->sse_type) return invalid_parameter("SSEType can not be specified if Enabled is false");
    if (encryption->kms_master_key_id)
      return invalid_parameter("KMSMasterKeyId can not be specified if Enabled is false");
    return {};
  }
  if (encryption->sse_type == "AES256") return invalid_parameter("SSEType AES256 is not supported");
  if (encryption->kms_master_key_id && !encryption->sse_type)
    return invalid_parameter("SSEType KMS is required if KMSMasterKeyId is specified");
  return {};
}

}  // namespace partita::ops
