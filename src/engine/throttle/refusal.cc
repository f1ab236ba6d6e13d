#include "engine/throttle/refusal.h"

#include "engine/texts.h"

namespace partita::engine {
namespace {

constexpr std::string_view kProvisionedIndex =
    "The level of configured provisioned throughput for one or more global secondary indexes of the table was "
    "exceeded. Consider increasing your provisioning level for the under-provisioned global secondary indexes with the "
    "UpdateTable API.";
constexpr std::string_view kOnDemandIndex =
    "Throughput exceeds the current capacity for one or more global secondary indexes. DynamoDB is automatically "
    "scaling your index so please try again shortly.";
constexpr std::string_view kCeiling = "Throughput exceeds the maximum OnDemandThroughput configured on table or index";

ErrorCode code_of(Refused refused) {
  switch (refused) {
    case Refused::Provisioned:
    case Refused::KeyRange:
      return ErrorCode::ProvisionedThroughputExceededException;
    case Refused::OnDemand:
    case Refused::Ceiling:
      return ErrorCode::ThrottlingException;
    case Refused::Account:
      break;
  }
  return ErrorCode::RequestLimitExceeded;
}

std::string_view text_of(Refused refused, bool of_index) {
  switch (refused) {
    case Refused::Provisioned:
    case Refused::KeyRange:
      return of_index ? kProvisionedIndex : kProvisionedTableText;
    case Refused::OnDemand:
      return of_index ? kOnDemandIndex : kOnDemandTableText;
    case Refused::Ceiling:
      return kCeiling;
    case Refused::Account:
      break;
  }
  return kAccountText;
}

// The service divides an on-demand table into as many partitions as its traffic needs, so what such a table exceeds is
// the throughput of key ranges.
std::string_view limit_of(Refused refused) {
  switch (refused) {
    case Refused::Provisioned:
      return "ProvisionedThroughputExceeded";
    case Refused::OnDemand:
    case Refused::KeyRange:
      return "KeyRangeThroughputExceeded";
    case Refused::Ceiling:
      return "MaxOnDemandThroughputExceeded";
    case Refused::Account:
      break;
  }
  return "AccountLimitExceeded";
}

}  // namespace

Error throttled(Refused refused, Side side, bool of_index, std::string resource) {
  Error error(code_of(refused), std::string(text_of(refused, of_index)));
  std::string reason = of_index ? "Index" : "Table";
  reason += side == Side::Read ? "Read" : "Write";
  reason += limit_of(refused);
  error.throttling_reasons.push_back({std::move(reason), std::move(resource)});
  return error;
}

bool is_throttled(const Error& error) { return !error.throttling_reasons.empty(); }

}  // namespace partita::engine
