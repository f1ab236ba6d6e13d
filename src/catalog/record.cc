#include "catalog/record.h"

#include <charconv>

#include "base/try.h"
#include "value/encode.h"
#include "value/view.h"

namespace partita::catalog {
namespace {

constexpr std::int64_t kRecordVersion = 1;
// The version of the record of a table with a vector index. An older Partita would not maintain the index.
constexpr std::int64_t kVectorRecordVersion = 2;
// The versions of the records of other realms than the own one. An older Partita would take their tables for its own.
constexpr std::int64_t kRealmRecordVersion = 3;
constexpr std::int64_t kRealmStreamVersion = 2;
// The versions of the records of a table and of a stream with a policy, in any realm. An older Partita would allow what
// the policy denies.
constexpr std::int64_t kPolicyRecordVersion = 4;
constexpr std::int64_t kPolicyStreamVersion = 3;
// The version of the record of a table whose changes must be undoable, or that is being restored, in any realm. An
// older Partita would change items without a trace.
constexpr std::int64_t kHistoryRecordVersion = 5;
// The version of the record of a table that an import fills, in any realm. An older Partita would make it ACTIVE.
constexpr std::int64_t kImportRecordVersion = 7;
// The version of the record of a table whose hash is kept, in any realm. An older Partita would not keep it. 6 was that
// of a table with a hash beside its sums, which is not read any more.
constexpr std::int64_t kHashRecordVersion = 8;
constexpr std::int64_t kBackupVersion = 1;

// ---- writing

template <class E>
AttributeValue text_of(E value) {
  return AttributeValue(to_text(value));
}

AttributeValue write(const KeySchema& keys) {
  AttributeValue::List list;
  for (std::size_t i = 0; i < keys.size(); ++i)
    list.push_back(AttributeMap{{"name", keys.at(i).name},
                                {"type", text_of(keys.at(i).type)},
                                {"role", text_of(i < keys.partition.size() ? KeyType::Hash : KeyType::Range)}});
  return list;
}

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
                   {"keys", write(index.keys)},
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

void write_policy(AttributeMap& out, const AttachedPolicyPtr& attached) {
  if (!attached) return;
  AttributeMap map{{"revision", attached->revision_ms}};
  if (attached->policy) map["document"] = attached->policy->given();
  out["policy"] = std::move(map);
}

void write_recovery(AttributeMap& out, const TableInfo& table) {
  if (table.history) out["history"] = AttributeMap{{"id", table.history->id}, {"since", table.history->since}};
  if (const auto& recovery = table.recovery)
    out["recovery"] =
        AttributeMap{{"days", recovery->period_days}, {"enabled", recovery->enabled_ms}, {"since", recovery->since}};
  if (const auto& restore = table.restore)
    out["restore"] =
        AttributeMap{{"table", restore->table},  {"history", restore->history},       {"moment", restore->moment},
                     {"time", restore->time_ms}, {"table_name", restore->table_name}, {"backup", restore->backup}};
}

// ---- reading
// A missing member keeps its default if it is not required, or if the caller asks map.contains() first. Otherwise, and
// if a member has another type, `ok` becomes false.

template <std::integral Integer>
bool read_integer(const std::string& text, Integer& out) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  return error == std::errc{} && end == text.data() + text.size();
}

enum class Need { Required, Optional };

struct RecordReader {
  const AttributeMap& map;
  bool& ok;

  const AttributeValue* find(std::string_view name, AttributeType type, Need need) const {
    const AttributeValue* value = map.find(name);
    if (value && value->is(type)) return value;
    if (value || need == Need::Required) ok = false;
    return nullptr;
  }
  void read(std::string_view name, std::string& out) const {
    if (const auto* v = find(name, AttributeType::S, Need::Required)) out = v->s();
  }
  template <std::integral Integer>
  void read(std::string_view name, Integer& out, Need need = Need::Required) const {
    if (const auto* v = find(name, AttributeType::N, need)) {
      if (!read_integer(v->n(), out)) ok = false;
    }
  }
  void read(std::string_view name, bool& out) const {
    if (const auto* v = find(name, AttributeType::Bool, Need::Required)) out = v->boolean();
  }
  template <class E>
  void read_enum(std::string_view name, E& out) const {
    if (const auto* v = find(name, AttributeType::S, Need::Required)) {
      auto open = OpenEnum<E>::from_text(v->s());
      if (open.known())
        out = open.value();
      else
        ok = false;
    }
  }
  template <class Visit>
  void each_map(std::string_view name, Visit visit) const {
    const auto* v = find(name, AttributeType::L, Need::Required);
    if (!v) return;
    for (const AttributeValue& element : v->l()) {
      if (element.is(AttributeType::M))
        visit(RecordReader{element.m(), ok});
      else
        ok = false;
    }
  }
  void read(std::string_view name, KeySchema& out) const {
    each_map(name, [&](RecordReader element) {
      KeyAttribute attribute;
      KeyType role = KeyType::Hash;
      element.read("name", attribute.name);
      element.read_enum("type", attribute.type);
      element.read_enum("role", role);
      (role == KeyType::Hash ? out.partition : out.sort).push_back(std::move(attribute));
    });
    if (out.partition.empty()) ok = false;
  }
  void read(std::string_view name, VectorDefinition& out) const {
    const auto* v = find(name, AttributeType::M, Need::Required);
    if (!v) return;
    RecordReader inner{v->m(), ok};
    inner.read("attribute", out.attribute);
    inner.read("dimensions", out.dimensions);
    inner.read_enum("distance", out.distance);
    inner.read("added", out.added);
    inner.each_map("schema", [&](RecordReader element) {
      VectorDefinition::Element& read = out.schema.emplace_back();
      element.read("name", read.attribute.name);
      element.read_enum("type", read.attribute.type);
      element.read_enum("role", read.type);
    });
    if (out.dimensions == 0) ok = false;
  }
  void read(std::string_view name, Throughput& out) const {
    if (const auto* v = find(name, AttributeType::M, Need::Required)) {
      RecordReader inner{v->m(), ok};
      inner.read("read", out.read_units);
      inner.read("write", out.write_units);
    }
  }
  void read_policy(AttachedPolicyPtr& out) const {
    const auto* v = find("policy", AttributeType::M, Need::Optional);
    if (!v) return;
    AttachedPolicy attached;
    RecordReader inner{v->m(), ok};
    inner.read("revision", attached.revision_ms);
    if (inner.map.contains("document")) {
      std::string document;
      inner.read("document", document);
      auto policy = iam::ResourcePolicy::load(document);
      if (policy)
        attached.policy = *std::move(policy);
      else
        ok = false;
    }
    out = std::make_shared<const AttachedPolicy>(std::move(attached));
  }
  void read_recovery(TableInfo& out) const {
    if (const auto* v = find("history", AttributeType::M, Need::Optional)) {
      RecordReader inner{v->m(), ok};
      inner.read("id", out.history.emplace().id);
      inner.read("since", out.history->since);
    }
    if (const auto* v = find("recovery", AttributeType::M, Need::Optional)) {
      RecordReader inner{v->m(), ok};
      inner.read("days", out.recovery.emplace().period_days);
      inner.read("enabled", out.recovery->enabled_ms);
      inner.read("since", out.recovery->since);
    }
    if (const auto* v = find("restore", AttributeType::M, Need::Optional)) {
      RecordReader inner{v->m(), ok};
      inner.read("table", out.restore.emplace().table);
      inner.read("history", out.restore->history);
      inner.read("moment", out.restore->moment);
      inner.read("time", out.restore->time_ms);
      inner.read("table_name", out.restore->table_name);
      inner.read("backup", out.restore->backup);
    }
    if (out.recovery && !out.history) ok = false;
  }
  void read(std::string_view name, std::optional<Insights>& out) const {
    const auto* v = find(name, AttributeType::M, Need::Optional);
    if (!v) return;
    out.emplace();
    RecordReader inner{v->m(), ok};
    inner.read("enabled", out->enabled);
    inner.read_enum("mode", out->mode);
    inner.read("rules", out->rules_ms);
    inner.read("changed", out->changed_ms);
    inner.read("status_until", out->status_until_ms);
  }
  void read(std::string_view name, std::optional<OnDemandThroughput>& out) const {
    const auto* v = find(name, AttributeType::M, Need::Optional);
    if (!v) return;
    out.emplace();
    RecordReader inner{v->m(), ok};
    for (auto [member, field] :
         {std::pair{"read", &out->max_read_request_units}, {"write", &out->max_write_request_units}})
      if (inner.map.contains(member)) inner.read(member, field->emplace());
  }
};

IndexInfo read_index(RecordReader in) {
  IndexInfo index;
  in.read("id", index.id);
  in.read("name", index.name);
  in.read("global", index.global);
  if (in.map.contains("vector"))
    in.read("vector", index.vector.emplace());
  else
    in.read("keys", index.keys);
  in.read_enum("projection", index.projection);
  in.read("throughput", index.throughput);
  in.read("on_demand", index.on_demand);
  if (in.map.contains("warm")) in.read("warm", index.warm.emplace());
  in.read("insights", index.insights);
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
  if (table.hash != HashState::No) return kHashRecordVersion;
  if (table.import != 0) return kImportRecordVersion;
  if (table.history || table.restore) return kHistoryRecordVersion;
  if (has_policy(table.policy)) return kPolicyRecordVersion;
  if (!realm.is_own()) return kRealmRecordVersion;
  return table.has_vector_indexes() ? kVectorRecordVersion : kRecordVersion;
}

std::int64_t record_version(const StreamInfo& stream, const Realm& realm) {
  if (has_policy(stream.policy)) return kPolicyStreamVersion;
  return realm.is_own() ? kRecordVersion : kRealmStreamVersion;
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
                   {"keys", write(table.keys)},
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
  if (version > kHashRecordVersion)
    return fail(ErrorCode::DataDirectoryNewer,
                "the table's record was written by a newer Partita; open the data with that one");
  TableInfo table;
  in.read("id", table.id);
  in.read("name", table.name);
  in.read("uuid", table.uuid);
  in.read("created", table.created_ms);
  in.read_enum("status", table.status);
  in.read("status_until", table.status_until_ms);
  in.read("keys", table.keys);
  in.read("next_index_id", table.next_index_id);
  in.read_enum("billing_mode", table.billing_mode);
  in.read("throughput", table.throughput);
  in.read("on_demand", table.on_demand);
  if (map.contains("warm")) in.read("warm", table.warm.emplace());
  if (map.contains("kms_key")) in.read("kms_key", table.kms_key.emplace());
  in.read_policy(table.policy);
  in.read("throughput_increased", table.throughput_increased_ms);
  in.read("throughput_decreased", table.throughput_decreased_ms);
  in.read("table_class_since", table.table_class_since_ms);
  in.read("deletion_protection", table.deletion_protection);
  in.read("ttl_attribute", table.ttl.attribute);
  in.read_enum("ttl_status", table.ttl.status);
  in.read("insights", table.insights);
  in.read_recovery(table);
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

std::string encode_stream(const StreamInfo& stream, const Realm& realm) {
  AttributeValue::List generations;
  for (const std::uint64_t start : stream.generations) generations.push_back(AttributeValue(start));
  AttributeMap map{{"version", record_version(stream, realm)},
                   {"id", stream.id},
                   {"table", stream.table},
                   {"table_name", stream.table_name},
                   {"keys", write(stream.keys)},
                   {"view", text_of(stream.view)},
                   {"created", stream.created_ms},
                   {"generations", std::move(generations)},
                   {"end", stream.end},
                   {"trimmed", stream.trimmed},
                   {"secret", AttributeValue::binary(stream.secret)}};
  if (!realm.is_own()) map["realm"] = text_of(realm);
  write_policy(map, stream.policy);
  return value::encode_item(map);
}

Result<StoredStream> decode_stream(std::string_view bytes) {
  if (!value::ItemView::check(bytes)) return fail(ErrorCode::Corruption, "a stream's record does not decode");
  const AttributeMap map = value::ItemView(bytes).to_map();
  bool ok = true;
  RecordReader in{map, ok};
  std::int64_t version = 0;
  in.read("version", version);
  if (version > kPolicyStreamVersion)
    return fail(ErrorCode::DataDirectoryNewer,
                "a stream's record was written by a newer Partita; open the data with that one");
  StreamInfo stream;
  in.read("id", stream.id);
  in.read("table", stream.table);
  in.read("table_name", stream.table_name);
  in.read("keys", stream.keys);
  in.read_enum("view", stream.view);
  in.read("created", stream.created_ms);
  in.read("end", stream.end);
  in.read("trimmed", stream.trimmed);
  if (const auto* starts = in.find("generations", AttributeType::L, Need::Required))
    for (const AttributeValue& start : starts->l()) {
      std::uint64_t& number = stream.generations.emplace_back();
      if (!start.is(AttributeType::N) || !read_integer(start.n(), number)) ok = false;
    }
  if (const auto* secret = in.find("secret", AttributeType::B, Need::Required)) stream.secret = secret->b();
  in.read_policy(stream.policy);
  Realm realm;
  if (version == kRealmStreamVersion || map.contains("realm")) {
    std::string text;
    in.read("realm", text);
    if (auto parsed = parse_realm(text))
      realm = *std::move(parsed);
    else
      ok = false;
  }
  if (version < 1 || stream.generations.empty()) ok = false;
  if (!ok)
    return fail(ErrorCode::Corruption, "the record of a stream of table '" + stream.table_name + "' lacks a member");
  return StoredStream{std::move(stream), std::move(realm)};
}

std::string encode_backup(const BackupInfo& backup, const Realm& realm) {
  AttributeMap map{{"version", kBackupVersion},    {"id", backup.id},
                   {"arn_name", backup.arn_name},  {"name", backup.name},
                   {"type", text_of(backup.type)}, {"created", backup.created_ms},
                   {"expires", backup.expires_ms}, {"moment", backup.moment},
                   {"history", backup.history},    {"items", backup.item_count},
                   {"bytes", backup.size_bytes},   {"table", AttributeValue::binary(encode_table(backup.table))}};
  if (backup.is_doubtful) map["doubtful"] = true;
  if (backup.stream_view) map["stream_view"] = text_of(*backup.stream_view);
  if (!realm.is_own()) map["realm"] = text_of(realm);
  return value::encode_item(map);
}

Result<StoredBackup> decode_backup(std::string_view bytes) {
  if (!value::ItemView::check(bytes)) return fail(ErrorCode::Corruption, "a backup's record does not decode");
  const AttributeMap map = value::ItemView(bytes).to_map();
  bool ok = true;
  RecordReader in{map, ok};
  std::int64_t version = 0;
  in.read("version", version);
  if (version > kBackupVersion)
    return fail(ErrorCode::DataDirectoryNewer,
                "a backup's record was written by a newer Partita; open the data with that one");
  StoredBackup stored;
  BackupInfo& backup = stored.backup;
  in.read("id", backup.id);
  in.read("arn_name", backup.arn_name);
  in.read("name", backup.name);
  in.read_enum("type", backup.type);
  in.read("created", backup.created_ms);
  in.read("expires", backup.expires_ms);
  in.read("moment", backup.moment);
  in.read("history", backup.history);
  in.read("items", backup.item_count);
  in.read("bytes", backup.size_bytes);
  if (map.contains("doubtful")) in.read("doubtful", backup.is_doubtful);
  if (map.contains("stream_view")) in.read_enum("stream_view", backup.stream_view.emplace());
  if (map.contains("realm")) {
    std::string text;
    in.read("realm", text);
    if (auto parsed = parse_realm(text))
      stored.realm = *std::move(parsed);
    else
      ok = false;
  }
  if (const auto* table = in.find("table", AttributeType::B, Need::Required)) {
    PARTITA_TRY_VALUE(decoded, decode_table(table->b()));
    backup.table = std::move(decoded);
  }
  if (version < 1) ok = false;
  if (!ok) return fail(ErrorCode::Corruption, "the record of a backup lacks a member");
  return stored;
}

}  // namespace partita::catalog
