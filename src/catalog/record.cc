#include "catalog/record.h"

#include "base/try.h"
#include "catalog/record_reader.h"
#include "value/encode.h"
#include "value/view.h"

namespace partita::catalog {
namespace {

constexpr std::int64_t kRecordVersion = 1;
// The version of the record of a table with a vector index. An older Partita would not maintain the index.
constexpr std::int64_t kVectorRecordVersion = 2;
// The version of the record of a table of another realm than the own one. An older Partita would take it for its own.
constexpr std::int64_t kRealmRecordVersion = 3;
// The version of the record of a table with a policy, in any realm. An older Partita would ignore the policy.
constexpr std::int64_t kPolicyRecordVersion = 4;
// The version of the record of a table whose changes must be undoable, or that is being restored, in any realm. An
// older Partita would change items without a trace.
constexpr std::int64_t kHistoryRecordVersion = 5;
// The version of the record of a table that an import fills, in any realm. An older Partita would make it ACTIVE.
constexpr std::int64_t kImportRecordVersion = 7;
// The version of the record of a table whose hash is kept, in any realm. An older Partita would not keep it. 6 was that
// of a table with a hash beside its sums, which is not read any more.
constexpr std::int64_t kHashRecordVersion = 8;
// A table with a history whose entries name writers. An earlier Partita would take such an entry for damaged.
constexpr std::int64_t kWritersRecordVersion = 9;

// ---- writing

AttributeValue write(const Throughput& throughput) {
  return AttributeMap{{"read", throughput.read_units}, {"write", throughput.write_units}};
}

void write_on_demand(AttributeMap& out, const std::optional<OnDemandThroughput>& on_demand) {
  if (!on_demand) return;
  AttributeMap map;
  if (on_demand->max_read_request_units) map["read"] = *on_demand->max_read_request_units;
  if (on_demand->max_write_request_units) map["write"] = *on_demand->max_write_request_units;
  out["on_demand"] = std::move(map);
}

AttributeValue write(const VectorDefinition& vector) {
  AttributeValue::List schema;
  for (const VectorDefinition::Element& element : vector.schema)
    schema.push_back(AttributeMap{
        {"name", element.attribute.name}, {"type", text_of(element.attribute.type)}, {"role", text_of(element.type)}});
  return AttributeMap{{"attribute", vector.attribute},
                      {"dimensions", vector.dimensions},
                      {"distance", text_of(vector.distance)},
                      {"schema", std::move(schema)},
                      {"added", vector.added}};
}

void write_warm(AttributeMap& out, const WarmUnits& warm) {
  if (warm) out["warm"] = write(*warm);
}

void write_insights(AttributeMap& out, const std::optional<Insights>& insights) {
  if (!insights) return;
  out["insights"] = AttributeMap{{"enabled", insights->enabled},
                                 {"mode", text_of(insights->mode)},
                                 {"rules", insights->rules_ms},
                                 {"changed", insights->changed_ms},
                                 {"status_until", insights->status_until_ms}};
}

AttributeValue write(const IndexInfo& index) {
  AttributeMap map{{"id", index.id},
                   {"name", index.name},
                   {"global", index.global},
                   {"keys", write_keys(index.keys)},
                   {"projection", text_of(index.projection)},
                   {"throughput", write(index.throughput)},
                   {"status", text_of(index.status)},
                   {"backfilling", index.backfilling},
                   {"status_until", index.status_until_ms}};
  AttributeValue::List names(index.non_key_attributes.begin(), index.non_key_attributes.end());
  map["non_key_attributes"] = std::move(names);
  write_on_demand(map, index.on_demand);
  if (index.vector) map["vector"] = write(*index.vector);
  write_warm(map, index.warm);
  write_insights(map, index.insights);
  return map;
}

void write_recovery(AttributeMap& out, const TableInfo& table) {
  if (const auto& history = table.history) {
    AttributeMap map{{"id", history->id}, {"since", history->since}};
    if (history->names_writers) map["writers"] = true;
    out["history"] = std::move(map);
  }
  if (const auto& recovery = table.recovery)
    out["recovery"] =
        AttributeMap{{"days", recovery->period_days}, {"enabled", recovery->enabled_ms}, {"since", recovery->since}};
  if (const auto& restore = table.restore)
    out["restore"] =
        AttributeMap{{"table", restore->table},  {"history", restore->history},       {"moment", restore->moment},
                     {"time", restore->time_ms}, {"table_name", restore->table_name}, {"backup", restore->backup}};
}

// ---- reading

void read(const RecordReader& in, std::string_view name, VectorDefinition& out) {
  const auto* v = in.find(name, AttributeType::M, Need::Required);
  if (!v) return;
  RecordReader inner{v->m(), in.ok};
  inner.read("attribute", out.attribute);
  inner.read("dimensions", out.dimensions);
  inner.read_enum("distance", out.distance);
  inner.read("added", out.added);
  inner.each_map("schema", [&](const RecordReader& element) {
    VectorDefinition::Element& read = out.schema.emplace_back();
    element.read("name", read.attribute.name);
    element.read_enum("type", read.attribute.type);
    element.read_enum("role", read.type);
  });
  if (out.dimensions == 0) in.ok = false;
}

void read(const RecordReader& in, std::string_view name, Throughput& out) {
  if (const auto* v = in.find(name, AttributeType::M, Need::Required)) {
    RecordReader inner{v->m(), in.ok};
    inner.read("read", out.read_units);
    inner.read("write", out.write_units);
  }
}

void read_recovery(const RecordReader& in, TableInfo& out) {
  if (const auto* v = in.find("history", AttributeType::M, Need::Optional)) {
    RecordReader inner{v->m(), in.ok};
    inner.read("id", out.history.emplace().id);
    inner.read("since", out.history->since);
    if (inner.map.contains("writers")) inner.read("writers", out.history->names_writers);
  }
  if (const auto* v = in.find("recovery", AttributeType::M, Need::Optional)) {
    RecordReader inner{v->m(), in.ok};
    inner.read("days", out.recovery.emplace().period_days);
    inner.read("enabled", out.recovery->enabled_ms);
    inner.read("since", out.recovery->since);
  }
  if (const auto* v = in.find("restore", AttributeType::M, Need::Optional)) {
    RecordReader inner{v->m(), in.ok};
    inner.read("table", out.restore.emplace().table);
    inner.read("history", out.restore->history);
    inner.read("moment", out.restore->moment);
    inner.read("time", out.restore->time_ms);
    inner.read("table_name", out.restore->table_name);
    inner.read("backup", out.restore->backup);
  }
  if (out.recovery && !out.history) in.ok = false;
}

void read(const RecordReader& in, std::string_view name, std::optional<Insights>& out) {
  const auto* v = in.find(name, AttributeType::M, Need::Optional);
  if (!v) return;
  out.emplace();
  RecordReader inner{v->m(), in.ok};
  inner.read("enabled", out->enabled);
  inner.read_enum("mode", out->mode);
  inner.read("rules", out->rules_ms);
  inner.read("changed", out->changed_ms);
  inner.read("status_until", out->status_until_ms);
}

void read(const RecordReader& in, std::string_view name, std::optional<OnDemandThroughput>& out) {
  const auto* v = in.find(name, AttributeType::M, Need::Optional);
  if (!v) return;
  out.emplace();
  RecordReader inner{v->m(), in.ok};
  for (auto [member, field] :
       {std::pair{"read", &out->max_read_request_units}, {"write", &out->max_write_request_units}})
    if (inner.map.contains(member)) inner.read(member, field->emplace());
}

IndexInfo read_index(const RecordReader& in) {
  IndexInfo index;
  in.read("id", index.id);
  in.read("name", index.name);
  in.read("global", index.global);
  if (in.map.contains("vector"))
    read(in, "vector", index.vector.emplace());
  else
    read_keys(in, index.keys);
  in.read_enum("projection", index.projection);
  read(in, "throughput", index.throughput);
  read(in, "on_demand", index.on_demand);
  if (in.map.contains("warm")) read(in, "warm", index.warm.emplace());
  read(in, "insights", index.insights);
  in.read_enum("status", index.status);
  in.read("backfilling", index.backfilling);
  in.read("status_until", index.status_until_ms);
  if (const auto* names = in.find("non_key_attributes", AttributeType::L, Need::Required))
    for (const AttributeValue& name : names->l()) {
      if (name.is(AttributeType::S))
        index.non_key_attributes.push_back(name.s());
      else
        in.ok = false;
    }
  return index;
}

std::int64_t record_version(const TableInfo& table, const Realm& realm) {
  if (table.history && table.history->names_writers) return kWritersRecordVersion;
  if (table.hash != HashState::No) return kHashRecordVersion;
  if (table.import != 0) return kImportRecordVersion;
  if (table.history || table.restore) return kHistoryRecordVersion;
  if (has_policy(table.policy)) return kPolicyRecordVersion;
  if (!realm.is_own()) return kRealmRecordVersion;
  return table.has_vector_indexes() ? kVectorRecordVersion : kRecordVersion;
}

}  // namespace

std::string encode_table(const TableInfo& table, const Realm& realm) {
  AttributeMap map{{"version", record_version(table, realm)},
                   {"id", table.id},
                   {"name", table.name},
                   {"uuid", table.uuid},
                   {"created", table.created_ms},
                   {"status", text_of(table.status)},
                   {"status_until", table.status_until_ms},
                   {"keys", write_keys(table.keys)},
                   {"next_index_id", table.next_index_id},
                   {"billing_mode", text_of(table.billing_mode)},
                   {"throughput", write(table.throughput)},
                   {"throughput_increased", table.throughput_increased_ms},
                   {"throughput_decreased", table.throughput_decreased_ms},
                   {"table_class_since", table.table_class_since_ms},
                   {"deletion_protection", table.deletion_protection},
                   {"ttl_attribute", table.ttl.attribute},
                   {"ttl_status", text_of(table.ttl.status)}};
  if (table.pay_per_request_since_ms) map["pay_per_request_since"] = *table.pay_per_request_since_ms;
  if (table.table_class) map["table_class"] = text_of(*table.table_class);
  if (table.stream) map["stream"] = table.stream->id;
  if (table.latest_stream_ms) map["latest_stream"] = *table.latest_stream_ms;
  write_on_demand(map, table.on_demand);
  write_warm(map, table.warm);
  write_insights(map, table.insights);
  if (table.kms_key) map["kms_key"] = *table.kms_key;
  write_policy(map, table.policy);
  write_recovery(map, table);
  if (table.hash != HashState::No) map["hash_in_sums"] = table.hash == HashState::Kept;
  if (table.import != 0) map["import"] = table.import;
  AttributeValue::List definitions, indexes, tags;
  for (const AttributeDefinition& d : table.attribute_definitions)
    definitions.push_back(
        AttributeMap{{"name", *d.attribute_name}, {"type", AttributeValue(d.attribute_type->text())}});
  for (const IndexInfo& index : table.indexes) indexes.push_back(write(index));
  for (const Tag& tag : table.tags) tags.push_back(AttributeMap{{"key", *tag.key}, {"value", *tag.value}});
  map["definitions"] = std::move(definitions);
  map["indexes"] = std::move(indexes);
  map["tags"] = std::move(tags);
  return value::encode_item(map);
}

Result<TableInfo> decode_table(std::string_view bytes, const Streams& streams) {
  if (!value::ItemView::check(bytes)) return fail(ErrorCode::Corruption, "the table's record does not decode");
  const AttributeMap map = value::ItemView(bytes).to_map();
  bool ok = true;
  RecordReader in{map, ok};
  std::int64_t version = 0;
  in.read("version", version);
  if (version < 1) ok = false;
  if (version > kWritersRecordVersion)
    return fail(ErrorCode::DataDirectoryNewer,
                "the table's record was written by a newer Partita; open the data with that one");
  TableInfo table;
  in.read("id", table.id);
  in.read("name", table.name);
  in.read("uuid", table.uuid);
  in.read("created", table.created_ms);
  in.read_enum("status", table.status);
  in.read("status_until", table.status_until_ms);
  read_keys(in, table.keys);
  in.read("next_index_id", table.next_index_id);
  in.read_enum("billing_mode", table.billing_mode);
  read(in, "throughput", table.throughput);
  read(in, "on_demand", table.on_demand);
  if (map.contains("warm")) read(in, "warm", table.warm.emplace());
  if (map.contains("kms_key")) in.read("kms_key", table.kms_key.emplace());
  read_policy(in, table.policy);
  in.read("throughput_increased", table.throughput_increased_ms);
  in.read("throughput_decreased", table.throughput_decreased_ms);
  in.read("table_class_since", table.table_class_since_ms);
  in.read("deletion_protection", table.deletion_protection);
  in.read("ttl_attribute", table.ttl.attribute);
  in.read_enum("ttl_status", table.ttl.status);
  read(in, "insights", table.insights);
  read_recovery(in, table);
  if (map.contains("hash_in_sums")) {
    bool is_kept = false;
    in.read("hash_in_sums", is_kept);
    table.hash = is_kept ? HashState::Kept : HashState::Begun;
  }
  if (map.contains("import")) in.read("import", table.import);
  if (map.contains("pay_per_request_since")) in.read("pay_per_request_since", table.pay_per_request_since_ms.emplace());
  if (map.contains("table_class")) in.read_enum("table_class", table.table_class.emplace());
  if (map.contains("latest_stream")) in.read("latest_stream", table.latest_stream_ms.emplace());
  if (map.contains("stream")) {
    keys::TableId id = 0;
    in.read("stream", id);
    const auto known = streams.find(id);
    if (known == streams.end())
      ok = false;
    else
      table.stream = known->second;
  }
  in.each_map("definitions", [&](RecordReader d) {
    AttributeDefinition definition{.attribute_name = "", .attribute_type = {}};
    d.read("name", *definition.attribute_name);
    ScalarAttributeType type{};
    d.read_enum("type", type);
    definition.attribute_type = type;
    table.attribute_definitions.push_back(std::move(definition));
  });
  in.each_map("indexes", [&](RecordReader index) { table.indexes.push_back(read_index(index)); });
  in.each_map("tags", [&](RecordReader t) {
    Tag tag{.key = "", .value = ""};
    t.read("key", *tag.key);
    t.read("value", *tag.value);
    table.tags.push_back(std::move(tag));
  });
  if (!ok) return fail(ErrorCode::Corruption, "the table's record lacks a member");
  derive(table);
  return table;
}

}  // namespace partita::catalog
