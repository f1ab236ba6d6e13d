// Terraform's JSON syntax, of .tf.json files: the same sections as those of HCL.
#pragma once

#include "modelling/read/hcl/hcl_tree.h"

namespace partita::modelling::hcl {

// Texts with ${...} are expressions, as in HCL. Errors: "FILE:LINE: ..." if a block is not a map, or if an expression
// in a text has no end.
Result<Section> sections_of_json(const Node& root);

// A .tfvars.json file: the values of variables, as arguments. Texts are not templates there. Errors: the root is not a
// map.
Result<Section> values_of_json(const Node& root);

}  // namespace partita::modelling::hcl
