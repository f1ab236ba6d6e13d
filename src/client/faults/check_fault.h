// Checks a rule that a program or a file gives.
#pragma once

#include <partita/faults.h>

#include <cstdint>

namespace partita::client {

// `place` counts from 1. Errors: ValidationException, with the place in the message.
Result<void> check_fault(const Fault& fault, std::uint64_t place);

// The two names of Fault::operations that are no operations.
inline constexpr std::string_view kReadsName = "reads";
inline constexpr std::string_view kWritesName = "writes";

}  // namespace partita::client
