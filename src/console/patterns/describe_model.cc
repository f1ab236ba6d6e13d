#include "console/patterns/describe_model.h"

#include <partita/model/export_model.h>

#include "base/contains.h"
#include "console/patterns/pattern_parameters.h"
#include "console/patterns/pattern_parts.h"
#include "console/wire.h"
#include "modelling/core/kind_names.h"
#include "modelling/lint/rule.h"
#include "modelling/run/refused_parts.h"

namespace partita::console {

struct ShownFinding {
  std::string rule, severity, where, text, cure;
};
template <class V, protocol::Is<ShownFinding> T>
void fields(V& v, T& of) {
  v("Rule", of.rule);
  v("Severity", of.severity);
  v("Where", of.where);
  v("Text", of.text);
  v("Cure", of.cure);
}

struct ShownKey {
  std::string index;  // empty: the primary key
  std::vector<std::string> partition, sort, attributes;
};
template <class V, protocol::Is<ShownKey> T>
void fields(V& v, T& of) {
  v("Index", of.index);
  v("Partition", of.partition);
  v("Sort", of.sort);
  v("Attributes", of.attributes);
}

struct ShownField {
  std::string name, attribute, type;
};
template <class V, protocol::Is<ShownField> T>
void fields(V& v, T& of) {
  v("Name", of.name);
  v("Attribute", of.attribute);
  v("Type", of.type);
}

struct ShownEntity {
  std::string name, description;
  std::vector<ShownKey> keys;
  std::vector<ShownField> fields;
};
template <class V, protocol::Is<ShownEntity> T>
void fields(V& v, T& of) {
  v("Name", of.name);
  v("Description", of.description);
  v("Keys", of.keys);
  v("Fields", of.fields);
}

struct ShownIndex {
  std::string name;
  bool local = false;
  std::vector<std::string> partition, sort;
};
template <class V, protocol::Is<ShownIndex> T>
void fields(V& v, T& of) {
  v("Name", of.name);
  v("Local", of.local);
  v("PartitionKey", of.partition);
  v("SortKey", of.sort);
}

struct ShownTable {
  std::string name, partition;
  std::optional<std::string> sort, type_attribute;
  std::vector<ShownIndex> indexes;
  std::vector<ShownEntity> entities;
};
template <class V, protocol::Is<ShownTable> T>
void fields(V& v, T& of) {
  v("Name", of.name);
  v("PartitionKey", of.partition);
  v("SortKey", of.sort);
  v("TypeAttribute", of.type_attribute);
  v("Indexes", of.indexes);
  v("Entities", of.entities);
}

template <class V, protocol::Is<PatternParameter> T>
void fields(V& v, T& of) {
  v("Name", of.name);
  v("Type", of.type);
  v("Values", of.values);
  v("Range", of.range);
  v("Optional", of.optional);
  v("Comparison", of.comparison);
  v("Operands", of.operands);
  v("Role", of.role);
}

template <class V, protocol::Is<ShownPart> T>
void fields(V& v, T& of) {
  v("Kind", of.kind);
  v("Table", of.table);
  v("Entity", of.entity);
  v("Many", of.many);
  v("Items", of.items);
  v("Note", of.note);
  v("Parameters", of.parameters);
}

struct ShownPattern {
  std::string name, id, description, operation, table;
  std::optional<std::string> index, key_condition, refusal, planned_operation;
  std::vector<std::string> entities;
  bool served = false;
  std::vector<PatternParameter> parameters;
  std::vector<ShownPart> parts;
};
template <class V, protocol::Is<ShownPattern> T>
void fields(V& v, T& of) {
  v("Name", of.name);
  v("Id", of.id);
  v("Description", of.description);
  v("Operation", of.operation);
  v("PlannedOperation", of.planned_operation);
  v("Table", of.table);
  v("Index", of.index);
  v("Entities", of.entities);
  v("KeyCondition", of.key_condition);
  v("Served", of.served);
  v("Refusal", of.refusal);
  v("Parameters", of.parameters);
  v("Parts", of.parts);
}

struct DescribeModelAnswer {
  std::string name, description;
  std::vector<ShownFinding> findings;
  std::vector<ShownTable> tables;
  std::vector<ShownPattern> patterns;
};
template <class V, protocol::Is<DescribeModelAnswer> T>
void fields(V& v, T& of) {
  v("Name", of.name);
  v("Description", of.description);
  v("Findings", of.findings);
  v("Tables", of.tables);
  v("Patterns", of.patterns);
}

namespace {

using modelling::Proof;

std::optional<std::string> unless_empty(std::string_view text) {
  if (text.empty()) return std::nullopt;
  return std::string(text);
}

// The place of the finding: "table / index / entity", or the pattern.
std::string where_of(const modelling::lint::Finding& finding) {
  if (!finding.pattern.empty()) return finding.pattern;
  std::string where;
  for (const std::string* part : {&finding.table, &finding.index, &finding.entity})
    if (!part->empty()) where += (where.empty() ? "" : " / ") + *part;
  return where;
}

std::vector<ShownFinding> findings_of(const Proof& proof) {
  std::vector<ShownFinding> shown;
  for (const modelling::lint::Finding& finding : modelling::lint::run(proof))
    shown.push_back({std::string(finding.rule->id), std::string(to_text(*finding.severity)), where_of(finding),
                     finding.message, finding.cure});
  return shown;
}

ShownKey shown_key(const modelling::Table& table, const modelling::EntityKey& key) {
  ShownKey shown{.index = key.index, .partition = key.partition, .sort = key.sort, .attributes = {}};
  const modelling::Index* index = key.index.empty() ? nullptr : table.index(key.index);
  std::vector<std::string> partition{table.partition_key}, sort;
  if (!table.sort_key.empty()) sort.push_back(table.sort_key);
  if (index) {
    if (!index->partition.empty()) partition = index->partition;
    sort = index->sort;
  }
  // A key may have fewer templates than attributes, because shards have no template, or more if the model is wrong.
  partition.resize(key.partition.size());
  sort.resize(key.sort.size());
  shown.attributes = std::move(partition);
  shown.attributes.insert(shown.attributes.end(), sort.begin(), sort.end());
  return shown;
}

ShownEntity shown_entity(const modelling::Table& table, const modelling::Entity& entity) {
  ShownEntity shown{.name = entity.name, .description = entity.description, .keys = {}, .fields = {}};
  shown.keys.push_back(shown_key(table, entity.primary));
  for (const modelling::EntityKey& key : entity.indexes) shown.keys.push_back(shown_key(table, key));
  for (const modelling::Field& field : entity.fields)
    shown.fields.push_back({field.name, field.attribute, std::string(modelling::to_text(field.kind))});
  return shown;
}

ShownTable shown_table(const modelling::Table& table) {
  ShownTable shown{.name = table.name,
                   .partition = table.partition_key,
                   .sort = unless_empty(table.sort_key),
                   .type_attribute = unless_empty(table.type_attribute),
                   .indexes = {},
                   .entities = {}};
  for (const modelling::Index& index : table.indexes) {
    const bool local = index.scope == model::IndexScope::Local;
    shown.indexes.push_back(
        {index.name, local, local ? std::vector<std::string>{table.partition_key} : index.partition, index.sort});
  }
  for (const modelling::Entity& entity : table.entities) shown.entities.push_back(shown_entity(table, entity));
  return shown;
}

std::string table_of(const Proof& proof, const modelling::Pattern& pattern) {
  if (!pattern.table.empty()) return pattern.table;
  const std::string& entity = !pattern.entities.empty()  ? pattern.entities.front()
                              : !pattern.actions.empty() ? pattern.actions.front().entity
                                                         : pattern.table;
  const modelling::Table* table = proof.model().table_of(entity);
  return table ? table->name : std::string();
}

// The operation of a read. A GetItem cannot filter, so a read of one item with a filter is a Query.
std::string operation_of_read(const modelling::ProvenPattern& pattern) {
  const bool is_get = pattern.info.plan.operation == model::PlanOperation::GetItem && pattern.declared->filter.empty();
  return is_get ? "GetItem" : "Query";
}

ShownPattern shown_pattern(const Proof& proof, const modelling::run::RefusedParts& refused,
                           const modelling::ProvenPattern& pattern) {
  const modelling::Pattern& declared = *pattern.declared;
  ShownPattern shown{.name = declared.name,
                     .id = declared.id,
                     .description = declared.description,
                     .operation = std::string(modelling::to_text(declared.operation)),
                     .table = table_of(proof, declared),
                     .index = unless_empty(declared.index),
                     .key_condition = {},
                     .refusal = {},
                     .planned_operation = {},
                     .entities = declared.entities,
                     .served = true,
                     .parameters = parameters_of(proof, pattern),
                     .parts = {}};
  for (const Part& part : parts_of(proof, declared)) shown.parts.push_back(shown_part(part, declared));
  if (pattern.served()) {
    const model::IndexPosition index = pattern.info.plan.index;
    if (index != model::kNone) shown.index = pattern.info.table->at(index).name;
    shown.key_condition = model::key_condition_shape(pattern.info);
    if (declared.operation == modelling::PatternOperation::Read) shown.planned_operation = operation_of_read(pattern);
  }
  const modelling::lint::Finding* found = refused.of_pattern(declared);
  if (!found) found = refused.of_parts(declared);
  if (found) {
    shown.served = false;
    shown.refusal = modelling::run::text_of(*found) + (found->cure.empty() ? "" : ". " + found->cure);
  }
  for (const modelling::Action& action : declared.actions)
    if (!base::contains(shown.entities, action.entity)) shown.entities.push_back(action.entity);
  return shown;
}

}  // namespace

std::string describe_model(const Proof& proof) {
  const modelling::Model& model = proof.model();
  DescribeModelAnswer answer{.name = model.name,
                             .description = model.description,
                             .findings = findings_of(proof),
                             .tables = {},
                             .patterns = {}};
  for (const modelling::Table& table : model.tables) answer.tables.push_back(shown_table(table));
  const modelling::run::RefusedParts refused(proof);
  for (const modelling::ProvenPattern& pattern : proof.patterns())
    answer.patterns.push_back(shown_pattern(proof, refused, pattern));
  return json_of(answer);
}

}  // namespace partita::console
