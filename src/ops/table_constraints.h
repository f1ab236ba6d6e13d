// Constraints of the structures that CreateTable and UpdateTable take.
#pragma once

#include <partita/table_operations.h>

#include "ops/constraints.h"

namespace partita::ops {

using KeySchema = std::vector<KeySchemaElement>;

void constrain_billing_mode(Constraints& constraints, const OptionalEnum<BillingMode>& mode);
// Checks that both units are given and at least 1. An absent throughput passes.
void constrain_throughput(Constraints& constraints, const std::optional<ProvisionedThroughput>& throughput,
                          const Place& place);
void constrain_warm_throughput(Constraints& constraints, const std::optional<WarmThroughput>& throughput,
                               const Place& place);
void constrain_key_schema(Constraints& constraints, const OptionalList<KeySchemaElement>& schema, const Place& place,
                          std::size_t maximum);
// Checks each definition. An absent list passes, so the caller must check that there is one.
void constrain_attribute_definitions(Constraints& constraints, const OptionalList<AttributeDefinition>& definitions);
void constrain_projection(Constraints& constraints, const std::optional<Projection>& projection, const Place& place);
void constrain_index_name(Constraints& constraints, const OptionalString& name, const Place& place);
void constrain_stream(Constraints& constraints, const std::optional<StreamSpecification>& stream);
void constrain_encryption(Constraints& constraints, const std::optional<SSESpecification>& encryption);

}  // namespace partita::ops
