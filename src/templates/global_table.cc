#include "templates/global_table.h"

#include <fmt/format.h>

#include "templates/table_properties.h"

namespace partita::templates {
namespace {

struct IndexDraft : GlobalSecondaryIndex {
  OptionalInteger write_units = {};
};

// The replica's settings of one of the table's indexes.
struct ReplicaIndex {
  OptionalString index_name = {};
  OptionalInteger read_units = {};
  OptionalInteger max_read_units = {};
};

struct Replica {
  OptionalString region = {};
  OptionalInteger read_units = {};
  OptionalInteger max_read_units = {};
  OptionalBool deletion_protection_enabled = {};
  OptionalEnum<TableClass> table_class = {};
  OptionalList<Tag> tags = {};
  OptionalList<ReplicaIndex> indexes = {};
  OptionalString kms_master_key_id = {};
  std::optional<PointInTimeRecoverySpecification> recovery = {};
};

struct GlobalDraft : TableDraft {
  OptionalList<IndexDraft> indexes = {};
  OptionalInteger write_units = {};
  OptionalList<Replica> replicas = {};
};

// The value of, for example, {ReadCapacityUnits: 5}. If the settings are for autoscaling, it is the capacity at which
// autoscaling begins, because Partita does not scale.
Result<OptionalInteger> capacity_of(const Member& settings, PropertyReport& report) {
  PARTITA_TRY(check_map(settings.value, settings.name));
  if (settings.value.members.size() != 1)
    return fault(settings.place, fmt::format("{} takes one member", settings.name));
  const Member& member = settings.value.members.front();
  if (!member.value.is_map()) {
    PARTITA_TRY_VALUE(units, read_integer(member));
    return units;
  }
  for (const char* name : {"SeedCapacity", "MinCapacity"})
    if (const Node* node = member.value.find(name)) {
      PARTITA_TRY_VALUE(units, read_integer({name, *node, node->place}));
      report.without_effect(member, fmt::format("the units are fixed at its {} of {}", name, units));
      return units;
    }
  return missing_property(member.value, member.name, "MinCapacity");
}

template <auto kMember, class T>
Result<void> set_capacity(const Member& property, T& out, PropertyReport& report) {
  PARTITA_TRY_VALUE(units, capacity_of(property, report));
  out.*kMember = units;
  return {};
}

constexpr std::array kReplicaIndex = {
    Property<ReplicaIndex>{"IndexName", set_text<&ReplicaIndex::index_name>, Need::Required},
    Property<ReplicaIndex>{"ReadProvisionedThroughputSettings", set_capacity<&ReplicaIndex::read_units>},
    Property<ReplicaIndex>{"ReadOnDemandThroughputSettings", set_capacity<&ReplicaIndex::max_read_units>},
    Property<ReplicaIndex>{"ContributorInsightsSpecification", refuse_insights},
};

// The key is the replica's, and the switch is the table's.
constexpr std::array kReplicaKey = {
    Property<Replica>{"KMSMasterKeyId", set_text<&Replica::kms_master_key_id>, Need::Required},
};
Result<void> set_key(const Member& property, Replica& out, PropertyReport& report) {
  return read_properties(property.value, property.name, kReplicaKey, out, report);
}

constexpr std::array kReplica = {
    Property<Replica>{"Region", set_text<&Replica::region>, Need::Required},
    Property<Replica>{"ReadProvisionedThroughputSettings", set_capacity<&Replica::read_units>},
    Property<Replica>{"ReadOnDemandThroughputSettings", set_capacity<&Replica::max_read_units>},
    Property<Replica>{"DeletionProtectionEnabled", set_boolean<&Replica::deletion_protection_enabled>},
    Property<Replica>{"TableClass", set_choice<&Replica::table_class>},
    Property<Replica>{"Tags", set_structs<&Replica::tags, kTags>},
    Property<Replica>{"GlobalSecondaryIndexes", set_structs<&Replica::indexes, kReplicaIndex>},
    Property<Replica>{"PointInTimeRecoverySpecification", set_recovery_of},
    Property<Replica>{"SSESpecification", set_key},
    Property<Replica>{"ContributorInsightsSpecification", refuse_insights},
    Property<Replica>{"KinesisStreamSpecification", refuse_stream},
    Property<Replica>{"ReplicaStreamSpecification", refuse_policy},
    Property<Replica>{"ResourcePolicy", refuse_policy},
};

Result<void> set_index_max_write(const Member& property, IndexDraft& out, PropertyReport& report) {
  PARTITA_TRY_VALUE(units, capacity_of(property, report));
  out.on_demand_throughput.emplace().max_write_request_units = units;
  return {};
}

constexpr std::array kIndex = {
    Property<IndexDraft>{"IndexName", set_text<&GlobalSecondaryIndex::index_name>, Need::Required},
    Property<IndexDraft>{"KeySchema", set_structs<&GlobalSecondaryIndex::key_schema, kKeySchema>, Need::Required},
    Property<IndexDraft>{"Projection", set_struct<&GlobalSecondaryIndex::projection, kProjection>, Need::Required},
    Property<IndexDraft>{"WriteProvisionedThroughputSettings", set_capacity<&IndexDraft::write_units>},
    Property<IndexDraft>{"WriteOnDemandThroughputSettings", set_index_max_write},
    Property<IndexDraft>{"WarmThroughput", set_struct<&GlobalSecondaryIndex::warm_throughput, kWarmThroughput>},
};

Result<void> set_max_write(const Member& property, GlobalDraft& out, PropertyReport& report) {
  PARTITA_TRY_VALUE(units, capacity_of(property, report));
  out.on_demand_throughput.emplace().max_write_request_units = units;
  return {};
}
Result<void> set_global_time_to_live(const Member& property, GlobalDraft& out, PropertyReport& report) {
  return set_time_to_live(property, out.time_to_live, report);
}
Result<void> set_replicas(const Member& property, GlobalDraft& out, PropertyReport& report) {
  PARTITA_TRY(check_list(property));
  if (property.value.items.size() != 1 && !(report.warns() && !property.value.items.empty()))
    return fault(property.place, fmt::format("not supported: {} replicas: Partita has no replication; name one replica",
                                             property.value.items.size()));
  if (property.value.items.size() > 1)
    PARTITA_TRY(report.unsupported(property, "Partita has no replication; the settings of the first replica are used"));
  return set_structs<&GlobalDraft::replicas, kReplica>(property, out, report);
}

constexpr std::array kGlobalTable = {
    Property<GlobalDraft>{"TableName", set_text<&CreateTableRequest::table_name>},
    Property<GlobalDraft>{"AttributeDefinitions",
                          set_structs<&CreateTableRequest::attribute_definitions, kAttributeDefinitions>,
                          Need::Required},
    Property<GlobalDraft>{"KeySchema", set_structs<&CreateTableRequest::key_schema, kKeySchema>, Need::Required},
    Property<GlobalDraft>{"LocalSecondaryIndexes",
                          set_structs<&CreateTableRequest::local_secondary_indexes, kLocalIndex>},
    Property<GlobalDraft>{"GlobalSecondaryIndexes", set_structs<&GlobalDraft::indexes, kIndex>},
    Property<GlobalDraft>{"BillingMode", set_choice<&CreateTableRequest::billing_mode>},
    Property<GlobalDraft>{"WriteProvisionedThroughputSettings", set_capacity<&GlobalDraft::write_units>},
    Property<GlobalDraft>{"WriteOnDemandThroughputSettings", set_max_write},
    Property<GlobalDraft>{"WarmThroughput", set_struct<&CreateTableRequest::warm_throughput, kWarmThroughput>},
    Property<GlobalDraft>{"TimeToLiveSpecification", set_global_time_to_live},
    Property<GlobalDraft>{"Replicas", set_replicas, Need::Required},
    Property<GlobalDraft>{"SSESpecification", set_table_encryption},
    Property<GlobalDraft>{"StreamSpecification", set_stream},
};

void set_reading(OptionalInteger units, std::optional<OnDemandThroughput>& ceiling) {
  if (!units) return;
  if (!ceiling) ceiling.emplace();
  ceiling->max_read_request_units = units;
}

std::optional<ProvisionedThroughput> throughput(OptionalInteger read_units, OptionalInteger write_units) {
  if (!read_units && !write_units) return std::nullopt;
  return ProvisionedThroughput{read_units, write_units};
}

GlobalSecondaryIndex index_of(IndexDraft draft, const Replica& replica) {
  OptionalInteger read_units;
  if (replica.indexes)
    for (const ReplicaIndex& one : *replica.indexes) {
      if (one.index_name != draft.index_name) continue;
      read_units = one.read_units;
      set_reading(one.max_read_units, draft.on_demand_throughput);
    }
  draft.provisioned_throughput = throughput(read_units, draft.write_units);
  return GlobalSecondaryIndex(std::move(draft));
}

}  // namespace

Result<TableDraft> read_global_table(const Node& properties, PropertyReport& report) {
  GlobalDraft draft;
  PARTITA_TRY(read_properties(properties, "AWS::DynamoDB::GlobalTable", kGlobalTable, draft, report));
  Replica& replica = draft.replicas->front();
  draft.provisioned_throughput = throughput(replica.read_units, draft.write_units);
  set_reading(replica.max_read_units, draft.on_demand_throughput);
  draft.deletion_protection_enabled = replica.deletion_protection_enabled;
  draft.table_class = replica.table_class;
  draft.recovery = replica.recovery;
  draft.tags = std::move(replica.tags);
  if (draft.sse_specification) draft.sse_specification->kms_master_key_id = std::move(replica.kms_master_key_id);
  if (draft.indexes) {
    draft.global_secondary_indexes.emplace();
    for (IndexDraft& index : *draft.indexes)
      draft.global_secondary_indexes->push_back(index_of(std::move(index), replica));
  }
  return TableDraft(std::move(draft));
}

}  // namespace partita::templates
