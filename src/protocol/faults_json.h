// The JSON of the rules of faults on purpose. The members of a rule are those of partita::Fault, with a delay in
// milliseconds and times and connections as texts.
#pragma once

#include <partita/faults.h>

#include <string_view>

namespace partita::protocol {

// Whether the rules make sense is not checked. Errors: ValidationException if `json` is not JSON, if a member is
// unknown or has a wrong type. The message names the place of the rule, counted from 1, and the member.
Result<Faults> decode_faults(std::string_view json);

}  // namespace partita::protocol
