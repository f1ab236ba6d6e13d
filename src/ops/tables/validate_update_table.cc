#include <fmt/format.h>

#include <algorithm>

#include "base/try.h"
#include "ops/prepare.h"
#include "ops/rules/key_schema_rules.h"
#include "ops/rules/names.h"
#include "ops/rules/repeated.h"
#include "ops/rules/table_constraints.h"
#include "ops/rules/throughput_rules.h"
#include "ops/rules/vector_index_rules.h"
#include "ops/rules/warm_throughput_rules.h"

namespace partita::ops {
namespace {

using IndexUpdates = std::vector<GlobalSecondaryIndexUpdate>;

void constrain_update(Constraints& constraints, const GlobalSecondaryIndexUpdate& update, const RequestPlace& at) {
  if (update.update) {
    const RequestPlace place(at, "update");
    constrain_index_name(constraints, update.update->index_name, RequestPlace(place, "indexName"));
    constrain_throughput(constraints, update.update->provisioned_throughput,
                         RequestPlace(place, "provisionedThroughput"));
  }
  if (update.create) {
    const RequestPlace place(at, "create");
    constrain_projection(constraints, update.create->projection, RequestPlace(place, "projection"));
    constrain_index_name(constraints, update.create->index_name, RequestPlace(place, "indexName"));
    constrain_throughput(constraints, update.create->provisioned_throughput,
                         RequestPlace(place, "provisionedThroughput"));
    constrain_key_schema(constraints, update.create->key_schema, RequestPlace(place, "keySchema"),
                         Constraints::kNoMaximum);
  }
  if (update.delete_) {
    const RequestPlace place(at, "delete");
    constrain_index_name(constraints, update.delete_->index_name, RequestPlace(place, "indexName"));
  }
}

Result<void> check_constraints(const UpdateTableRequest& request) {
  Constraints constraints;
  constrain_throughput(constraints, request.provisioned_throughput, "provisionedThroughput");
  constrain_billing_modes(constraints, request.billing_mode, request.table_throughput_mode);
  constrain_attribute_definitions(constraints, request.attribute_definitions);
  if (request.global_secondary_index_updates) {
    const RequestPlace list("globalSecondaryIndexUpdates");
    for (std::size_t i = 0; i < request.global_secondary_index_updates->size(); ++i)
      constrain_update(constraints, (*request.global_secondary_index_updates)[i], RequestPlace::element(list, i));
  }
  if (request.vector_index_updates) {
    const RequestPlace list("vectorIndexUpdates");
    for (std::size_t i = 0; i < request.vector_index_updates->size(); ++i) {
      const VectorIndexUpdate& update = (*request.vector_index_updates)[i];
      const RequestPlace at = RequestPlace::element(list, i);
      if (update.create) constrain_vector_index(constraints, *update.create, RequestPlace(at, "create"));
      const RequestPlace place(at, "delete");
      if (update.delete_)
        constrain_index_name(constraints, update.delete_->index_name, RequestPlace(place, "indexName"));
    }
  }
  constrain_stream(constraints, request.stream_specification);
  constrain_encryption(constraints, request.sse_specification);
  return constraints.finish();
}

bool changes_global_indexes(const UpdateTableRequest& request) {
  return request.global_secondary_index_updates && !request.global_secondary_index_updates->empty();
}
bool changes_vector_indexes(const UpdateTableRequest& request) {
  return request.vector_index_updates && !request.vector_index_updates->empty();
}

Result<void> check_changes_something(const UpdateTableRequest& request) {
  if (changes_global_indexes(request) || changes_vector_indexes(request) || request.provisioned_throughput ||
      billing_mode_of(request) || request.stream_specification || request.sse_specification || request.table_class ||
      request.deletion_protection_enabled || has_units(request.warm_throughput) ||
      !first_ceiling(request.on_demand_throughput).empty())
    return {};
  return invalid(
      "At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled, GlobalSecondaryIndexUpdates, "
      "SSESpecification, ReplicaUpdates, MultiAccountReplicaReady, ReplicaTransitRoleArn, MultiRegionConsistency, "
      "DeletionProtectionEnabled, OnDemandThroughput, WarmThroughput or TableClass is required");
}

unexpected<Error> do_not_combine(std::string_view what) {
  return invalid(fmt::format("One or more parameter values were invalid: {}", what));
}

// Checks that the request changes one thing. Source: as for the rules of WarmThroughput.
Result<void> check_combination(const UpdateTableRequest& request) {
  const bool mode = billing_mode_of(request).has_value(), throughput = request.provisioned_throughput.has_value(),
             stream = request.stream_specification.has_value(), indexes = changes_global_indexes(request),
             vectors = changes_vector_indexes(request), warm = has_units(request.warm_throughput),
             ceilings = !first_ceiling(request.on_demand_throughput).empty(),
             encryption = request.sse_specification.has_value(), table_class = request.table_class.has_value(),
             protection = request.deletion_protection_enabled.has_value();
  const int changes =
      mode + throughput + stream + (indexes || vectors) + warm + ceilings + encryption + table_class + protection;
  if (changes < 2) return {};
  if (encryption)
    return do_not_combine("Server-Side Encryption modification must be the only operation in the request");
  if (table_class) return do_not_combine("TableClass modification must be the only operation in the request");
  if (protection) return do_not_combine("DeletionProtection modification must be the only operation in the request");
  if (ceilings && (!mode || changes > 2))
    return do_not_combine("OnDemandThroughput can only be combined with BillingMode in an UpdateTable request");
  if (warm) return do_not_combine("WarmThroughput must be the only operation in the request");
  const bool units = throughput || (mode && *billing_mode_of(request) == BillingMode::Provisioned);
  if (stream && units) return do_not_combine("You cannot modify stream status while updating table IOPS");
  const bool adds_or_drops =
      vectors || (indexes && std::ranges::any_of(*request.global_secondary_index_updates,
                                                 [](const auto& update) { return !update.update; }));
  if (adds_or_drops && units) return do_not_combine("You cannot create or delete index while updating table IOPS");
  if (adds_or_drops && stream) return do_not_combine("You cannot create or delete index while changing stream status");
  return {};
}

Result<void> check_billing(const UpdateTableRequest& request) {
  const auto& mode = billing_mode_of(request);
  PARTITA_TRY(check_table_class(request.table_class));
  if (mode && *mode == BillingMode::PayPerRequest) PARTITA_TRY(check_no_throughput(request.provisioned_throughput));
  PARTITA_TRY(check_throughput_bounds(request.provisioned_throughput));
  PARTITA_TRY(check_changes_something(request));
  PARTITA_TRY(check_combination(request));
  const bool to_provisioned = mode && *mode == BillingMode::Provisioned;
  if (to_provisioned && !request.provisioned_throughput)
    return invalid(
        "One or more parameter values were invalid: ProvisionedThroughput must be specified when BillingMode is "
        "PROVISIONED");
  if (to_provisioned) PARTITA_TRY(check_no_ceilings(request.on_demand_throughput));
  return check_on_demand_throughput(request.on_demand_throughput, "table", MayRemove::Yes);
}

std::string_view index_name_of(const GlobalSecondaryIndexUpdate& update) {
  if (update.update) return *update.update->index_name;
  return update.create ? *update.create->index_name : *update.delete_->index_name;
}

Result<void> check_actions(const IndexUpdates& updates) {
  for (const GlobalSecondaryIndexUpdate& update : updates) {
    const int actions = update.update.has_value() + update.create.has_value() + update.delete_.has_value();
    if (actions == 0)
      return invalid(
          "One or more parameter values were invalid: One of GlobalSecondaryIndexUpdate.Update, "
          "GlobalSecondaryIndexUpdate.Create, GlobalSecondaryIndexUpdate.Delete must not be null");
    if (actions > 1)
      return invalid(
          "One or more parameter values were invalid: Only one global secondary index action is allowed per "
          "GlobalSecondaryIndexUpdate object");
  }
  if (const auto update = first_repeated(updates, index_name_of); update != updates.end())
    return invalid(
        fmt::format("One or more parameter values were invalid: Only one global secondary index update per index is "
                    "allowed simultaneously. Index: {}",
                    index_name_of(*update)));
  return {};
}

// The request must define all key attributes of a new index, even those that the table defines already.
Result<void> check_created(const CreateGlobalSecondaryIndexAction& index,
                           const OptionalList<AttributeDefinition>& definitions) {
  if (!definitions)
    return invalid(
        fmt::format("One or more parameter values were invalid: AttributeDefinitions is not specified for index: {}",
                    *index.index_name));
  PARTITA_TRY(check_global_index_keys(*index.key_schema, *definitions));
  PARTITA_TRY(check_projection(*index.projection));
  PARTITA_TRY(check_throughput_bounds(index.provisioned_throughput));
  return check_on_demand_throughput(index.on_demand_throughput, "index : " + *index.index_name, MayRemove::No);
}

// The service creates or deletes one index at a time, of either kind.
Result<void> check_vector_index_updates(const UpdateTableRequest& request) {
  if (!request.vector_index_updates) return {};
  static const Definitions kNone;
  for (const VectorIndexUpdate& update : *request.vector_index_updates) {
    if (update.create.has_value() == update.delete_.has_value())
      return invalid(update.create
                         ? "One or more parameter values were invalid: Only one vector index action is allowed per "
                           "VectorIndexUpdate object"
                         : "One or more parameter values were invalid: One of VectorIndexUpdate.Create, "
                           "VectorIndexUpdate.Delete must not be null");
    if (update.create)
      PARTITA_TRY(
          check_vector_index(*update.create, request.attribute_definitions ? *request.attribute_definitions : kNone));
  }
  std::size_t moving = request.vector_index_updates->size();
  if (request.global_secondary_index_updates)
    moving += static_cast<std::size_t>(std::ranges::count_if(*request.global_secondary_index_updates,
                                                             [](const auto& update) { return !update.update; }));
  if (moving > 1)
    return fail(ErrorCode::LimitExceededException,
                "Subscriber limit exceeded: Only 1 online index can be created or deleted simultaneously per table");
  return {};
}

Result<void> check_index_updates(const UpdateTableRequest& request) {
  if (!request.global_secondary_index_updates) return {};
  const IndexUpdates& updates = *request.global_secondary_index_updates;
  if (updates.empty())
    return invalid("One or more parameter values were invalid: List of GlobalSecondaryIndexUpdates is empty");
  PARTITA_TRY(check_actions(updates));
  for (const GlobalSecondaryIndexUpdate& update : updates) {
    if (update.create) PARTITA_TRY(check_created(*update.create, request.attribute_definitions));
    if (!update.update) continue;
    if (update.update->warm_throughput && !has_units(update.update->warm_throughput))
      return invalid(
          fmt::format("One or more parameter values were invalid: WarmThroughput must have at least one of "
                      "ReadUnitsPerSecond or WriteUnitsPerSecond specified for index: {}",
                      *update.update->index_name));
    PARTITA_TRY(check_throughput_bounds(update.update->provisioned_throughput));
    PARTITA_TRY(check_on_demand_throughput(update.update->on_demand_throughput, "index : " + *update.update->index_name,
                                           MayRemove::Yes));
  }
  if (std::ranges::count_if(updates, [](const auto& update) { return !update.update; }) > 1)
    return fail(ErrorCode::LimitExceededException,
                "Subscriber limit exceeded: Only 1 online index can be created or deleted simultaneously per table");
  return {};
}

Result<void> check_stream_change(const std::optional<StreamSpecification>& stream) {
  if (!stream) return {};
  if (*stream->stream_enabled && !stream->stream_view_type)
    return invalid(
        "One or more parameter values were invalid: If stream is being enabled then UpdateViewType is required");
  if (!*stream->stream_enabled && stream->stream_view_type)
    return invalid(
        "One or more parameter values were invalid: If stream is being disabled, then UpdateViewType must not be "
        "specified");
  return {};
}

}  // namespace

Result<void> validate(const UpdateTableRequest& request) {
  PARTITA_TRY(check_table_name(request.table_name));
  PARTITA_TRY(check_constraints(request));
  PARTITA_TRY(check_billing(request));
  if (request.attribute_definitions) PARTITA_TRY(check_definitions(*request.attribute_definitions));
  PARTITA_TRY(check_index_updates(request));
  PARTITA_TRY(check_vector_index_updates(request));
  PARTITA_TRY(check_encryption(request.sse_specification));
  return check_stream_change(request.stream_specification);
}

}  // namespace partita::ops
