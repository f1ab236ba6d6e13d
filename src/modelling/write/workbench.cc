// Models of NoSQL Workbench for DynamoDB, version 3.0 of their JSON: tables, global indexes, and a facet with items for
// each entity. The aliases of a facet's keys are the entity's templates.
#include <map>

#include "base/try.h"
#include "modelling/write/request_tree.h"
#include "modelling/write/sample_items.h"
#include "modelling/write/table_request.h"

namespace partita::modelling {
namespace {

constexpr Features kHeldByWorkbench = {Feature::Capacity, Feature::Samples,  Feature::ModelDescription,
                                       Feature::Entities, Feature::TypeTags, Feature::AttributeNames};

// Two exports of a model are the same, so no time of writing is in them.
constexpr std::string_view kWorkbenchDate = "Jan 01, 2026, 12:00 AM";

std::string_view workbench_type(const Field& field) {
  using model::FieldKind;
  if (field.kind == FieldKind::Bool) return "BOOL";
  if (field.kind != FieldKind::Document) return to_text(model::natural_type(field.kind));
  switch (field.document) {
    case DocumentType::List:
      return "L";
    case DocumentType::StringSet:
      return "SS";
    case DocumentType::NumberSet:
      return "NS";
    case DocumentType::BinarySet:
      return "BS";
    default:
      return "M";
  }
}

Tree workbench_attribute(std::string_view name, std::string_view type) {
  Tree tree = tree_map();
  tree.add("AttributeName", tree_text(name));
  tree.add("AttributeType", tree_text(type));
  return tree;
}

// Facets and tables carry it.
void add_data_access(Tree& tree) { tree.add("DataAccess", tree_map()).add("MySql", tree_map()); }

class WorkbenchTable {
 public:
  WorkbenchTable(const TableDefinition& definition, const ProvenTable& proven, Losses& losses)
      : table_(*definition.table), request_(definition.request), samples_(sample_items(proven, losses)) {}

  Tree write() {
    Tree tree = tree_map();
    tree.add("TableName", tree_text(table_.name));
    tree.add("KeyAttributes", key_attributes(*request_.key_schema));
    tree.add("NonKeyAttributes", non_key_attributes());
    if (!table_.entities.empty()) {
      Tree& facets = tree.add("TableFacets", tree_list());
      for (std::size_t i = 0; i < table_.entities.size(); ++i) facets.push(facet(i));
    }
    if (request_.global_secondary_indexes) {
      Tree& indexes = tree.add("GlobalSecondaryIndexes", tree_list());
      for (const GlobalSecondaryIndex& index : *request_.global_secondary_indexes) indexes.push(global_index(index));
    }
    if (table_.entities.empty() || !samples_.others.empty()) tree.add("TableData", items_tree(samples_.others));
    add_data_access(tree);
    tree.add("SampleDataFormats", tree_map());
    tree.add("BillingMode", tree_text(request_.billing_mode->text()));
    if (request_.provisioned_throughput) {
      Tree& throughput = tree.add("ProvisionedCapacitySettings", tree_map()).add("ProvisionedThroughput", tree_map());
      throughput.add("ReadCapacityUnits", tree_number(*request_.provisioned_throughput->read_capacity_units));
      throughput.add("WriteCapacityUnits", tree_number(*request_.provisioned_throughput->write_capacity_units));
    }
    return tree;
  }

 private:
  Tree key_attributes(const std::vector<KeySchemaElement>& schema) const {
    Tree tree = tree_map();
    for (const KeySchemaElement& element : schema)
      tree.add(*element.key_type == KeyType::Hash ? "PartitionKey" : "SortKey",
               workbench_attribute(*element.attribute_name, to_text(attribute_type(table_, *element.attribute_name))));
    return tree;
  }

  bool is_table_key(std::string_view name) const { return name == table_.partition_key || name == table_.sort_key; }

  // The attributes of the entity's items beside the table's key, with their types, in the order of the fields.
  std::vector<std::pair<std::string, std::string>> attributes_of(const Entity& entity) const {
    std::vector<std::pair<std::string, std::string>> attributes;
    const auto add = [&](const std::string& name, std::string_view type) {
      const bool known =
          std::any_of(attributes.begin(), attributes.end(), [&](const auto& one) { return one.first == name; });
      if (!known && !is_table_key(name)) attributes.emplace_back(name, type);
    };
    for (const Field& field : entity.fields)
      if (field.stored) add(field.attribute, workbench_type(field));
    for (const EntityKey& key : entity.indexes)
      if (const Index* index = table_.index(key.index))
        for (const auto& names : {index->partition, index->sort})
          for (const std::string& name : names) add(name, to_text(attribute_type(table_, name)));
    if (!table_.type_attribute.empty()) add(table_.type_attribute, "S");
    return attributes;
  }

  Tree non_key_attributes() const {
    Tree list = tree_list();
    std::map<std::string, bool> written;
    for (const Entity& entity : table_.entities)
      for (const auto& [name, type] : attributes_of(entity))
        if (written.emplace(name, true).second) list.push(workbench_attribute(name, type));
    for (const AttributeDefinition& key : *request_.attribute_definitions)
      if (!is_table_key(*key.attribute_name) && written.emplace(*key.attribute_name, true).second)
        list.push(workbench_attribute(*key.attribute_name, key.attribute_type->text()));
    return list;
  }

  Tree facet(std::size_t position) const {
    const Entity& entity = table_.entities[position];
    Tree tree = tree_map();
    tree.add("FacetName", tree_text(entity.name));
    Tree& aliases = tree.add("KeyAttributeAlias", tree_map());
    if (!entity.primary.partition.empty())
      aliases.add("PartitionKeyAlias", tree_text(entity.primary.partition.front()));
    if (!entity.primary.sort.empty()) aliases.add("SortKeyAlias", tree_text(entity.primary.sort.front()));
    tree.add("TableData", items_tree(samples_.of_entities[position]));
    Tree& names = tree.add("NonKeyAttributes", tree_list());
    for (const auto& [name, type] : attributes_of(entity)) names.push(tree_text(name));
    add_data_access(tree);
    return tree;
  }

  Tree global_index(const GlobalSecondaryIndex& index) const {
    Tree tree = tree_map();
    tree.add("IndexName", tree_text(*index.index_name));
    tree.add("KeyAttributes", key_attributes(*index.key_schema));
    Tree& projection = tree.add("Projection", tree_map());
    projection.add("ProjectionType", tree_text(index.projection->projection_type->text()));
    if (index.projection->non_key_attributes)
      projection.add("NonKeyAttributes", tree_texts(*index.projection->non_key_attributes));
    return tree;
  }

  static Tree items_tree(const std::vector<AttributeMap>& items) {
    Tree list = tree_list();
    for (const AttributeMap& item : items) list.push(tree_of(item));
    return list;
  }

  const Table& table_;
  const CreateTableRequest& request_;
  const SampleItems samples_;
};

Result<std::string> write_workbench(const std::shared_ptr<const Model>& model, Losses& losses) {
  const auto held = std::make_shared<const Model>(without_lost_indexes(*model, kHeldByWorkbench));
  PARTITA_TRY_VALUE(definitions, table_definitions(*held));
  const auto proof = prove(held);
  Tree tree = tree_map();
  tree.add("ModelName", tree_text(model->name.empty() ? "model" : model->name));
  Tree& metadata = tree.add("ModelMetadata", tree_map());
  metadata.add("Author", tree_text(""));
  metadata.add("DateCreated", tree_text(kWorkbenchDate));
  metadata.add("DateLastModified", tree_text(kWorkbenchDate));
  metadata.add("Description", tree_text(model->description));
  metadata.add("AWSService", tree_text("Amazon DynamoDB"));
  metadata.add("Version", tree_text("3.0"));
  Tree& tables = tree.add("DataModel", tree_list());
  for (std::size_t i = 0; i < definitions.size(); ++i)
    tables.push(WorkbenchTable(definitions[i], proof->tables()[i], losses).write());
  return to_json(tree);
}

}  // namespace

extern const Writer k_write_workbench;
const Writer k_write_workbench{"workbench", "NoSQL Workbench", "a model of NoSQL Workbench for DynamoDB, version 3.0",
                               ".json",     kHeldByWorkbench,  write_workbench};

}  // namespace partita::modelling
