// Constraints of the structures that CreateTable and UpdateTable take.
#pragma once

#include <partita/table_operations.h>

#include "ops/rules/constraints.h"

namespace partita::ops {

using KeySchema = std::vector<KeySchemaElement>;

// Checks that the modes are known. An absent mode passes.
void constrain_billing_modes(Constraints& constraints, const OptionalEnum<BillingMode>& billing_mode,
                             const OptionalEnum<BillingMode>& table_throughput_mode);
// Checks that both units are given and at least 1. An absent throughput passes.
void constrain_throughput(Constraints& constraints, const std::optional<ProvisionedThroughput>& throughput,
                          const RequestPlace& place);
// Checks that the schema is given and has 1 to `maximum` elements, each with a name and a known type.
void constrain_key_schema(Constraints& constraints, const OptionalList<KeySchemaElement>& schema,
                          const RequestPlace& place, std::size_t maximum);
// Checks each definition. An absent list passes, so the caller must check that there is one.
void constrain_attribute_definitions(Constraints& constraints, const OptionalList<AttributeDefinition>& definitions);
// Checks that the projection is given, that its type is known, and the number and length of its attributes' names.
void constrain_projection(Constraints& constraints, const std::optional<Projection>& projection,
                          const RequestPlace& place);
// Checks that the name is given and valid.
void constrain_index_name(Constraints& constraints, const OptionalString& name, const RequestPlace& place);
// Checks each index of a list that defines indexes whole. An absent list passes.
void constrain_indexes(Constraints& constraints, const OptionalList<GlobalSecondaryIndex>& indexes,
                       const RequestPlace& list);
void constrain_indexes(Constraints& constraints, const OptionalList<LocalSecondaryIndex>& indexes,
                       const RequestPlace& list);
void constrain_indexes(Constraints& constraints, const OptionalList<VectorIndex>& indexes, const RequestPlace& list);
// Checks that StreamEnabled is given and that the view type is known. An absent specification passes.
void constrain_stream(Constraints& constraints, const std::optional<StreamSpecification>& stream);
// Checks that the type is known and that the key is not empty. An absent specification or member passes.
void constrain_encryption(Constraints& constraints, const std::optional<SSESpecification>& encryption,
                          const RequestPlace& place = "sSESpecification");

}  // namespace partita::ops
