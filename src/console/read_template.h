// The answer to ReadTemplate.
#pragma once

#include <partita/error.h>

#include <string>
#include <string_view>

namespace partita::console {

// The CreateTable requests of a template in CloudFormation, SAM or serverless.yml, whose text the request has. Other
// files that the text names are not read, nor are variables of the environment, because the text may be anybody's.
// Errors: ValidationException with the line, the fault and its remedy.
Result<std::string> read_template(std::string_view request);

}  // namespace partita::console
