// The properties of AWS::DynamoDB::Table, and those that it shares with the other kinds of tables.
#pragma once

#include <partita/backup_operations.h>
#include <partita/setting_operations.h>

#include <optional>

#include "templates/properties.h"

namespace partita::templates {

// A table as a template defines it: the request, and the settings that CreateTable has no member for.
struct TableDraft : CreateTableRequest {
  std::optional<TimeToLiveSpecification> time_to_live = {};
  std::optional<PointInTimeRecoverySpecification> recovery = {};
};

// Takes the evaluated Properties of a resource. Errors: a property that is unknown, missing, of the wrong kind or not
// supported.
Result<TableDraft> read_table(const Node& properties, PropertyReport& report);

// Setters for properties that Partita does not support.
template <class T>
Result<void> refuse_insights(const Member& property, T&, PropertyReport& report) {
  return refuse_enabled(property, "Enabled",
                        "this command enables no Contributor Insights; send UpdateContributorInsights", report);
}
template <class T>
Result<void> refuse_stream(const Member& property, T&, PropertyReport& report) {
  return report.unsupported(property, "Partita has no Kinesis data streams and no replicas with streams of their own");
}
template <class T>
Result<void> refuse_import(const Member& property, T&, PropertyReport& report) {
  return report.unsupported(property, "Partita does not import from S3");
}
template <class T>
Result<void> refuse_policy(const Member& property, T&, PropertyReport& report) {
  return report.unsupported(property, "attach the policy with PutResourcePolicy");
}

inline constexpr std::array kKeySchema = {
    Property<KeySchemaElement>{"AttributeName", set_text<&KeySchemaElement::attribute_name>, Need::Required},
    Property<KeySchemaElement>{"KeyType", set_choice<&KeySchemaElement::key_type>, Need::Required},
};
inline constexpr std::array kAttributeDefinitions = {
    Property<AttributeDefinition>{"AttributeName", set_text<&AttributeDefinition::attribute_name>, Need::Required},
    Property<AttributeDefinition>{"AttributeType", set_choice<&AttributeDefinition::attribute_type>, Need::Required},
};
inline constexpr std::array kStreamSpecification = {
    Property<StreamSpecification>{"StreamViewType", set_choice<&StreamSpecification::stream_view_type>, Need::Required},
    Property<StreamSpecification>{"ResourcePolicy", refuse_policy},
};
// A table with this property has an enabled stream.
template <class T>
Result<void> set_stream(const Member& property, T& out, PropertyReport& report) {
  StreamSpecification stream{.stream_enabled = true, .stream_view_type = {}};
  PARTITA_TRY(read_properties(property.value, property.name, kStreamSpecification, stream, report));
  out.stream_specification = stream;
  return {};
}

inline constexpr std::array kProjection = {
    Property<Projection>{"ProjectionType", set_choice<&Projection::projection_type>},
    Property<Projection>{"NonKeyAttributes", set_texts<&Projection::non_key_attributes>},
};
inline constexpr std::array kProvisionedThroughput = {
    Property<ProvisionedThroughput>{"ReadCapacityUnits", set_integer<&ProvisionedThroughput::read_capacity_units>,
                                    Need::Required},
    Property<ProvisionedThroughput>{"WriteCapacityUnits", set_integer<&ProvisionedThroughput::write_capacity_units>,
                                    Need::Required},
};
inline constexpr std::array kOnDemandThroughput = {
    Property<OnDemandThroughput>{"MaxReadRequestUnits", set_integer<&OnDemandThroughput::max_read_request_units>},
    Property<OnDemandThroughput>{"MaxWriteRequestUnits", set_integer<&OnDemandThroughput::max_write_request_units>},
};
inline constexpr std::array kWarmThroughput = {
    Property<WarmThroughput>{"ReadUnitsPerSecond", set_integer<&WarmThroughput::read_units_per_second>},
    Property<WarmThroughput>{"WriteUnitsPerSecond", set_integer<&WarmThroughput::write_units_per_second>},
};
inline constexpr std::array kLocalIndex = {
    Property<LocalSecondaryIndex>{"IndexName", set_text<&LocalSecondaryIndex::index_name>, Need::Required},
    Property<LocalSecondaryIndex>{"KeySchema", set_structs<&LocalSecondaryIndex::key_schema, kKeySchema>,
                                  Need::Required},
    Property<LocalSecondaryIndex>{"Projection", set_struct<&LocalSecondaryIndex::projection, kProjection>,
                                  Need::Required},
};
inline constexpr std::array kTags = {
    Property<Tag>{"Key", set_text<&Tag::key>, Need::Required},
    Property<Tag>{"Value", set_text<&Tag::value>, Need::Required},
};
// Partita stores the settings of encryption and shows them. It encrypts nothing, as its compatibility page says.
// Leaves `out` empty if the specification is switched off.
Result<void> set_encryption(const Member& property, std::optional<SSESpecification>& out, PropertyReport& report);
template <class T>
Result<void> set_table_encryption(const Member& property, T& out, PropertyReport& report) {
  return set_encryption(property, out.sse_specification, report);
}

// Leaves `out` empty if the specification is switched off.
Result<void> set_recovery(const Member& property, std::optional<PointInTimeRecoverySpecification>& out,
                          PropertyReport& report);
// The same for a draft of a table or of a replica.
template <class T>
Result<void> set_recovery_of(const Member& property, T& out, PropertyReport& report) {
  return set_recovery(property, out.recovery, report);
}
Result<void> set_time_to_live(const Member& property, std::optional<TimeToLiveSpecification>& out,
                              PropertyReport& report);

}  // namespace partita::templates
