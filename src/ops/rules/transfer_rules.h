// Rules that the requests of exports, imports and bulk writes share.
#pragma once

#include <partita/transfer_operations.h>

#include <string_view>

#include "ops/rules/constraints.h"
#include "ops/rules/expression_rules.h"

namespace partita::ops {

// Each checks one member. An absent one passes, except the bucket of constrain_bucket().
void constrain_bucket(Constraints& constraints, const OptionalString& bucket, const RequestPlace& place);
void constrain_bucket_name(Constraints& constraints, const OptionalString& bucket, const RequestPlace& place);
void constrain_bucket_owner(Constraints& constraints, const OptionalString& owner, const RequestPlace& place);
void constrain_object_prefix(Constraints& constraints, const OptionalString& prefix, const RequestPlace& place);
void constrain_client_token(Constraints& constraints, const OptionalString& token);
void constrain_kms_key(Constraints& constraints, const OptionalString& key, const RequestPlace& place);
// Checks that the ARN is given and has 37 to 1024 bytes.
void constrain_transfer_arn(Constraints& constraints, const OptionalString& arn, const RequestPlace& place);
// Checks the number of elements of a page.
void constrain_page(Constraints& constraints, const OptionalInteger& most, const RequestPlace& place);

// The expressions of a filter that is not empty. Errors: ValidationException.
Result<ParsedExpressions> parse_filter(const FilterSpecification& filter);

// The request that creates the table of an import.
CreateTableRequest creation_of(const TableCreationParameters& parameters);

}  // namespace partita::ops
