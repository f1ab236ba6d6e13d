// The published module terraform-aws-modules/dynamodb-table/aws, whose calls have all that its table has.
#pragma once

#include <optional>
#include <string>

#include "modelling/read/hcl/hcl_scope.h"
#include "modelling/read/terraform/terraform_table.h"

namespace partita::modelling::terraform {

bool is_published_table(const std::string& source);

// The values of its resource aws_dynamodb_table, whose name is `label` if it is not known, or nullopt if the call
// creates no table. Values that are not known or not kept are noted. Errors: a key, or the list of attributes or
// indexes, is not known.
Result<std::optional<Node>> values_of_published_table(const hcl::Section& call, const hcl::Inputs& inputs,
                                                      const std::string& address, const std::string& label,
                                                      Resources& resources);

}  // namespace partita::modelling::terraform
