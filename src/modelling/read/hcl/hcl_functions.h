// The functions of Terraform that need their arguments alone.
#pragma once

#include <string>
#include <vector>

#include "modelling/read/hcl/hcl_values.h"

namespace partita::modelling::hcl {

bool is_function(std::string_view name);
// Requires: is_function(name). The value is Unknown if it depends on a part of an argument that is not known. Errors:
// "FILE:LINE: ..." if the arguments do not fit.
Result<Node> call_function(std::string_view name, const std::vector<Node>& arguments, const Place& place);

}  // namespace partita::modelling::hcl
