// Exports a model for tools: its declarations as JSON, and its keys as a diagram.
#pragma once

#include <partita/export.h>
#include <partita/model/runtime/description.h>

#include <string>
#include <vector>

namespace partita::model {

// The tables and patterns to export.
struct ModelInfo {
  std::vector<const TableInfo*> tables = {};
  std::vector<const PatternInfo*> patterns = {};

  // Appends the tables and patterns of another model.
  ModelInfo& add(const ModelInfo& more) {
    tables.insert(tables.end(), more.tables.begin(), more.tables.end());
    patterns.insert(patterns.end(), more.patterns.begin(), more.patterns.end());
    return *this;
  }
};

// Returns the key condition of a pattern's plan, with the names of fields in place of values:
//   PK = "CUST#{customerId}" AND SK BETWEEN "ORDER#{orderId}" AND "ORDER#{orderId}$"
// A range is known only to the caller, so it reads: SK in a range of {createdAt} within "ORDER#". A shard that the
// caller does not give reads: shard = each of 0 to 4.
PARTITA_API std::string key_condition_shape(const PatternInfo& pattern);
// A search gives the condition of its SearchVectors: tenantId = {tenantId} AND kind = {kind}.
// Returns the number of requests that a read sends in parallel: one, or one for each shard.
PARTITA_API int request_count(const PatternInfo& pattern);

// Returns JSON, indented by two spaces. It has these members in this order. All of them are present, and absent values
// are null:
//   format      1; grows if a member is removed or changes its meaning
//   tables      name, partition_key, sort_key, type_attribute,
//               indexes   name, scope ("global", "local", "vector"), partition, sort (attributes), projection, include,
//                         vector (only of a vector index: attribute, dimensions, distance, inline_filters), shards
//                         (count, of, attribute; was, while there are two counts)
//               entities  name, aliases (further tags), fields (name, attribute, kind, optional, stored, has_default,
//                         enumerators (name, attribute, key), and only of a copy: copy_of ("CUSTOMER.name"),
//                         copy_by (fields of the entity with those of the source's primary key), kept ("transaction",
//                         "followed")),
//                         keys (index, null for the primary key; partition, sort: attribute, type, natural, template;
//                         sparse; added_later; when: field, equals), version, ttl, unique (fields; "a+b" for two
//                         together), sentinels (the name that those of unique fields have in their keys), created_at,
//                         updated_at, computed (field, from), lossy_key, carries_other_attributes
//   patterns    name, table, entities, operation ("read", "search"), by (fields), range, buckets (fields), forward,
//               whole, from_end, consistent, with_expired, index (the demanded one), wanted (fields), plan (operation
//               ("GetItem", "Query", "SearchVectors"), index, key_condition, requests, forward, consistent)
// `partita model` reads this format (docs/modelling/format.md).
PARTITA_API std::string to_json(const ModelInfo& model);

// Returns a Mermaid flowchart of the keys. It has a node for each entity, table and index. Edges with the key templates
// lead from each entity to its table and indexes.
PARTITA_API std::string to_mermaid(const ModelInfo& model);

}  // namespace partita::model
