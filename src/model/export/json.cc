#include <partita/model/export_model.h>

#include "base/json_lines.h"
#include "model/export/template_text.h"
#include "model/reads/sort_range.h"

namespace partita::model {
namespace {

std::string_view name_of(FieldKind kind) {
  constexpr std::string_view kNames[] = {"string", "bytes", "integer", "unsigned", "double", "decimal", "bool",
                                         "enum",   "time",  "date",    "uuid",     "ulid",   "seconds", "document"};
  return kNames[static_cast<int>(kind)];
}

class ModelJson {
 public:
  std::string write(const ModelInfo& model) {
    json_.object({}, [&] {
      json_.raw("format", "1");
      json_.list("tables", model.tables, [&](const TableInfo* table) { write(*table); });
      json_.list("patterns", model.patterns, [&](const PatternInfo* pattern) { write(*pattern); });
    });
    return json_.take();
  }

 private:
  void write(const TableInfo& table) {
    json_.object({}, [&] {
      json_.text("name", table.name);
      json_.text("partition_key", table.partition);
      json_.text_or_null("sort_key", table.sort);
      json_.text_or_null("type_attribute", table.type_attribute);
      json_.list("indexes", table.indexes, [&](const IndexInfo& index) { write(index); });
      json_.list("entities", table.entities, [&](const EntityInfo* entity) { write(table, *entity); });
    });
  }

  void write(const IndexInfo& index) {
    json_.object({}, [&] {
      json_.text("name", index.name);
      json_.text("scope", index.is_vector() ? "vector" : index.scope == IndexScope::Local ? "local" : "global");
      json_.texts("partition", index.partition);
      json_.texts("sort", index.sort);
      json_.text("projection", to_text(index.projection));
      json_.texts("include", index.include);
      if (index.is_vector()) write(index.vector);
      if (index.shards.count == 0) return json_.raw("shards", "null");
      json_.object("shards", [&] {
        json_.raw("count", std::to_string(index.shards.count));
        json_.text("of", index.shards.of);
        json_.text("attribute", index.shards.attribute);
        if (index.shards.was > 0) json_.raw("was", std::to_string(index.shards.was));
      });
    });
  }

  void write(const VectorInfo& vector) {
    json_.object("vector", [&] {
      json_.text("attribute", vector.attribute);
      json_.raw("dimensions", std::to_string(vector.dimensions));
      json_.text("distance", to_text(vector.distance));
      json_.texts("inline_filters", vector.filters);
    });
  }

  void write(const TableInfo& table, const EntityInfo& entity) {
    json_.object({}, [&] {
      json_.text("name", entity.name);
      json_.texts("aliases", entity.aliases);
      json_.list("fields", entity.fields, [&](const FieldInfo& field) { write(entity, field); });
      json_.open("keys", '[');
      write(table, entity, entity.primary);
      // The keys come in the order of the indexes, however they are declared.
      for (const IndexPosition index : table.index_positions())
        if (const EntityKey* key = find_key(entity, index)) write(table, entity, *key);
      json_.close(']');
      json_.text_or_null("version", name_of(entity, entity.version));
      json_.text_or_null("ttl", name_of(entity, entity.ttl));
      json_.list("unique", entity.unique, [&](const UniqueInfo& unique) {
        std::string names;
        for (std::size_t i = 0; i < unique.size(); ++i)
          names += (i == 0 ? "" : "+") + std::string(name_of(entity, unique[i]));
        json_.text({}, names);
      });
      json_.text_or_null("sentinels", entity.unique.empty() ? std::string_view() : entity.sentinel_name());
      json_.text_or_null("created_at", name_of(entity, entity.created));
      json_.text_or_null("updated_at", name_of(entity, entity.updated));
      json_.list("computed", entity.computed, [&](const ComputedInfo& computed) {
        json_.object({}, [&] {
          json_.text("field", name_of(entity, computed.field));
          json_.list("from", computed.from, [&](FieldPosition field) { json_.text({}, name_of(entity, field)); });
        });
      });
      json_.flag("lossy_key", entity.lossy_key);
      json_.flag("carries_other_attributes", entity.carries_other_attributes);
    });
  }

  void write(const EntityInfo& entity, const FieldInfo& field) {
    json_.object({}, [&] {
      json_.text("name", field.name);
      json_.text("attribute", field.attribute);
      json_.text("kind", model::name_of(field.kind));
      json_.flag("optional", field.optional);
      json_.flag("stored", field.stored);
      json_.flag("has_default", field.has_default);
      json_.list("enumerators", field.enumerators, [&](const EnumeratorInfo& e) {
        json_.object({}, [&] {
          json_.text("name", e.name);
          json_.text("attribute", e.attribute);
          json_.text("key", e.key);
        });
      });
      for (const CopiedField& copy : entity.copies)
        if (name_of(entity, copy.field) == field.name) write(entity, copy);
    });
  }

  void write(const EntityInfo& entity, const CopiedField& copy) {
    json_.text("copy_of", std::string(copy.source) + "." + std::string(copy.source_field));
    json_.object("copy_by", [&] {
      for (std::size_t i = 0; i < copy.references.size(); ++i)
        json_.text(name_of(entity, copy.references[i]), copy.source_key[i]);
    });
    json_.text("kept", copy.followed ? "followed" : "transaction");
  }

  void write(const TableInfo& table, const EntityInfo& entity, const EntityKey& key) {
    const auto attribute = [&](const KeyAttribute& a) {
      json_.object({}, [&] {
        json_.text("attribute", a.attribute);
        json_.text("type", to_text(a.type));
        json_.flag("natural", a.natural);
        // The text of a key that follows from members is the attribute's name.
        const bool declared = a.value.text.find('{') != std::string_view::npos || !(a.natural || is_shard(a));
        json_.text("template",
                   declared ? std::string(a.value.text) : leading_text(a, entity.fields, a.value.parts.size()));
      });
    };
    json_.object({}, [&] {
      json_.text_or_null("index", index_name(table, key.index));
      json_.list("partition", key.partition, attribute);
      json_.list("sort", key.sort, attribute);
      json_.flag("sparse", is_sparse(entity, key));
      json_.flag("added_later", key.added_later);
      if (key.when.field == kNone) return json_.raw("when", "null");
      json_.object("when", [&] {
        json_.text("field", name_of(entity, key.when.field));
        json_.text("equals", key.when.equals);
      });
    });
  }

  void write(const PatternInfo& pattern) {
    const TableInfo& table = *pattern.table;
    const Plan& plan = pattern.plan;
    json_.object({}, [&] {
      json_.text("name", pattern.name);
      json_.text("table", table.name);
      json_.list("entities", pattern.entities, [&](const EntityInfo* entity) { json_.text({}, entity->name); });
      json_.text("operation", plan.operation == PlanOperation::Search ? "search" : "read");
      json_.list("by", pattern.by,
                 [&](FieldPosition field) { json_.text({}, name_of(*pattern.entities.front(), field)); });
      json_.text_or_null("range", name_of(*pattern.entities.front(), pattern.asked.range_field));
      json_.text_or_null("buckets", name_of(*pattern.entities.front(), plan.bucket_field));
      json_.flag("forward", plan.forward);
      json_.flag("whole", pattern.asked.whole);
      json_.flag("from_end", pattern.asked.from_end);
      json_.flag("consistent", plan.consistent);
      json_.flag("with_expired", pattern.asked.with_expired);
      json_.text_or_null("index", pattern.asked.index);
      json_.texts("wanted", pattern.asked.wanted);
      json_.object("plan", [&] {
        json_.text("operation", name_of(plan.operation));
        json_.text_or_null("index", index_name(table, plan.index));
        json_.text("key_condition", key_condition_shape(pattern));
        json_.raw("requests", std::to_string(request_count(pattern)));
        json_.flag("forward", plan.forward);
        json_.flag("consistent", plan.consistent);
      });
    });
  }

  // True if items that lack an optional field of the key are not in the index.
  static bool is_sparse(const EntityInfo& entity, const EntityKey& key) {
    if (key.index == kNone) return false;
    for (const auto& attributes : {key.partition, key.sort})
      for (const KeyAttribute& attribute : attributes)
        for (const KeyPart& part : attribute.value.parts)
          if (part.is_field() && entity.at(part.field).optional) return true;
    return false;
  }
  static bool is_shard(const KeyAttribute& attribute) {
    return attribute.type == ScalarAttributeType::N && attribute.value.parts.size() == 1 &&
           attribute.value.parts[0].format == KeyFormat::Shard;
  }
  static std::string_view name_of(PlanOperation operation) {
    constexpr std::string_view kNames[] = {"GetItem", "Query", "SearchVectors"};
    return kNames[static_cast<int>(operation)];
  }
  static std::string_view name_of(const EntityInfo& entity, FieldPosition field) {
    return field == kNone ? std::string_view() : entity.at(field).name;
  }
  static std::string_view index_name(const TableInfo& table, IndexPosition index) {
    return index == kNone ? std::string_view() : table.at(index).name;
  }

  base::JsonLines json_;
};

}  // namespace

std::string to_json(const ModelInfo& model) { return ModelJson().write(model); }

}  // namespace partita::model
