// X-Amz-Target, the header that names the operation of a request.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/operation.h"

namespace partita::protocol {

using base::Operation;

enum class TargetState : std::uint8_t {
  Known,
  NotBuilt,  // an operation of the service that Partita lacks
  Unknown,
};
struct Target {
  TargetState state = TargetState::Unknown;
  Operation operation{};  // valid if `state` is Known
  std::string_view name;  // the part after the dot; points into the header
};
// The part of the header before the dot for an operation with this name: DynamoDBStreams_20120810 for operations of
// streams, Partita for those that the service lacks, and DynamoDB_20120810 for all others.
std::string_view service_of(std::string_view operation);
// Whether the operation reads streams.
bool is_of_streams(std::string_view operation);
// Parses a header such as "DynamoDB_20120810.PutItem".
Target parse_target(std::string_view header);
std::string_view name_of(Operation operation);

}  // namespace partita::protocol
