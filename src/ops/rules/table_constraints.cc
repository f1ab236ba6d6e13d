#include "ops/rules/table_constraints.h"

#include <algorithm>

#include "ops/rules/names.h"
#include "ops/rules/render.h"
#include "ops/rules/vector_index_rules.h"
#include "value/limits.h"

namespace partita::ops {
namespace {

void constrain_units(Constraints& constraints, const OptionalInteger& units, const RequestPlace& place) {
  if (constraints.not_null(units, place)) constraints.at_least(units, place, 1);
}

void constrain_attribute_name(Constraints& constraints, const OptionalString& name, const RequestPlace& place) {
  if (constraints.not_null(name, place)) constraints.length(*name, place, 1, limits::kKeyAttributeNameBytes);
}

}  // namespace

void constrain_billing_modes(Constraints& constraints, const OptionalEnum<BillingMode>& billing_mode,
                             const OptionalEnum<BillingMode>& table_throughput_mode) {
  constraints.one_of(billing_mode, "billingMode");
  constraints.one_of(table_throughput_mode, "tableThroughputMode");
}

void constrain_throughput(Constraints& constraints, const std::optional<ProvisionedThroughput>& throughput,
                          const RequestPlace& place) {
  if (!throughput) return;
  constrain_units(constraints, throughput->write_capacity_units, RequestPlace(place, "writeCapacityUnits"));
  constrain_units(constraints, throughput->read_capacity_units, RequestPlace(place, "readCapacityUnits"));
}

void constrain_key_schema(Constraints& constraints, const OptionalList<KeySchemaElement>& schema,
                          const RequestPlace& place, std::size_t maximum) {
  if (!constraints.not_null(schema, place)) return;
  constraints.count(schema->size(), place, 1, maximum, [&] { return render(*schema); });
  for (std::size_t i = 0; i < schema->size(); ++i) {
    const KeySchemaElement& element = (*schema)[i];
    const RequestPlace at = RequestPlace::element(place, i);
    constrain_attribute_name(constraints, element.attribute_name, RequestPlace(at, "attributeName"));
    if (constraints.not_null(element.key_type, RequestPlace(at, "keyType")))
      constraints.one_of(element.key_type, RequestPlace(at, "keyType"));
  }
}

void constrain_attribute_definitions(Constraints& constraints, const OptionalList<AttributeDefinition>& definitions) {
  if (!definitions) return;
  const RequestPlace place("attributeDefinitions");
  for (std::size_t i = 0; i < definitions->size(); ++i) {
    const AttributeDefinition& definition = (*definitions)[i];
    const RequestPlace at = RequestPlace::element(place, i);
    if (constraints.not_null(definition.attribute_type, RequestPlace(at, "attributeType")))
      constraints.one_of(definition.attribute_type, RequestPlace(at, "attributeType"));
    constrain_attribute_name(constraints, definition.attribute_name, RequestPlace(at, "attributeName"));
  }
}

void constrain_projection(Constraints& constraints, const std::optional<Projection>& projection,
                          const RequestPlace& place) {
  if (!constraints.not_null(projection, place)) return;
  constraints.one_of(projection->projection_type, RequestPlace(place, "projectionType"));
  if (!projection->non_key_attributes) return;
  const std::vector<std::string>& names = *projection->non_key_attributes;
  const RequestPlace at(place, "nonKeyAttributes");
  const auto rendered = [&] { return render(names); };
  constraints.count(names.size(), at, 1, limits::kProjectedAttributes, rendered);
  if (std::ranges::any_of(
          names, [](const std::string& name) { return name.empty() || name.size() > limits::kKeyAttributeNameBytes; }))
    constraints.add(
        rendered(), at,
        "Member must satisfy constraint: [Member must have length less than or equal to 255, Member must have "
        "length greater than or equal to 1]");
}

void constrain_index_name(Constraints& constraints, const OptionalString& name, const RequestPlace& place) {
  if (!constraints.not_null(name, place)) return;
  constraints.length(*name, place, limits::kLeastNameBytes, limits::kMostNameBytes);
  constraints.name_pattern(*name, place);
}

void constrain_indexes(Constraints& constraints, const OptionalList<GlobalSecondaryIndex>& indexes,
                       const RequestPlace& list) {
  if (!indexes) return;
  for (std::size_t i = 0; i < indexes->size(); ++i) {
    const GlobalSecondaryIndex& index = (*indexes)[i];
    const RequestPlace at = RequestPlace::element(list, i);
    constrain_key_schema(constraints, index.key_schema, RequestPlace(at, "keySchema"), Constraints::kNoMaximum);
    constrain_projection(constraints, index.projection, RequestPlace(at, "projection"));
    constrain_index_name(constraints, index.index_name, RequestPlace(at, "indexName"));
    constrain_throughput(constraints, index.provisioned_throughput, RequestPlace(at, "provisionedThroughput"));
  }
}

void constrain_indexes(Constraints& constraints, const OptionalList<LocalSecondaryIndex>& indexes,
                       const RequestPlace& list) {
  if (!indexes) return;
  for (std::size_t i = 0; i < indexes->size(); ++i) {
    const LocalSecondaryIndex& index = (*indexes)[i];
    const RequestPlace at = RequestPlace::element(list, i);
    constrain_index_name(constraints, index.index_name, RequestPlace(at, "indexName"));
    constrain_key_schema(constraints, index.key_schema, RequestPlace(at, "keySchema"), limits::kTableKeySchemaElements);
    constrain_projection(constraints, index.projection, RequestPlace(at, "projection"));
  }
}

void constrain_indexes(Constraints& constraints, const OptionalList<VectorIndex>& indexes, const RequestPlace& list) {
  if (!indexes) return;
  for (std::size_t i = 0; i < indexes->size(); ++i)
    constrain_vector_index(constraints, (*indexes)[i], RequestPlace::element(list, i));
}

void constrain_stream(Constraints& constraints, const std::optional<StreamSpecification>& stream) {
  if (!stream) return;
  const RequestPlace place("streamSpecification");
  constraints.not_null(stream->stream_enabled, RequestPlace(place, "streamEnabled"));
  constraints.one_of(stream->stream_view_type, RequestPlace(place, "streamViewType"));
}

void constrain_encryption(Constraints& constraints, const std::optional<SSESpecification>& encryption,
                          const RequestPlace& place) {
  if (!encryption) return;
  if (encryption->sse_type && *encryption->sse_type != "AES256" && *encryption->sse_type != "KMS")
    constraints.add(*encryption->sse_type, RequestPlace(place, "sSEType"),
                    "Member must satisfy enum value set: [AES256, KMS]");
  if (encryption->kms_master_key_id)
    constraints.length(*encryption->kms_master_key_id, RequestPlace(place, "kMSMasterKeyId"), 1,
                       limits::kKmsKeyIdBytes);
}

}  // namespace partita::ops
