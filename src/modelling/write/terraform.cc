// Terraform: a resource aws_dynamodb_table for each table.
#include <fmt/format.h>

#include <algorithm>

#include "base/try.h"
#include "modelling/write/hcl.h"
#include "modelling/write/names.h"
#include "modelling/write/table_request.h"
#include "modelling/write/writer.h"

namespace partita::modelling {
namespace {

constexpr Features kHeldByTerraform = {
    Feature::LocalIndexes, Feature::CompositeIndexKeys, Feature::Capacity,   Feature::Stream, Feature::TimeToLive,
    Feature::Recovery,     Feature::DeletionProtection, Feature::TableClass, Feature::Tags};

template <class E>
std::string hcl_text_of(const OptionalEnum<E>& value) {
  return hcl_text(value->text());
}

// The attributes of one key type, as expressions.
std::vector<std::string> attributes_of(const std::vector<KeySchemaElement>& schema, KeyType type) {
  std::vector<std::string> names;
  for (const KeySchemaElement& element : schema)
    if (*element.key_type == type) names.push_back(hcl_text(*element.attribute_name));
  return names;
}

void add_key_arguments(HclBlock& block, const std::vector<KeySchemaElement>& schema) {
  block.add("hash_key", attributes_of(schema, KeyType::Hash).front());
  const std::vector<std::string> sort = attributes_of(schema, KeyType::Range);
  if (!sort.empty()) block.add("range_key", sort.front());
}

void add_capacity(HclBlock& block, const std::optional<ProvisionedThroughput>& throughput) {
  if (!throughput) return;
  block.add("read_capacity", std::to_string(throughput->read_capacity_units.value_or(0)));
  block.add("write_capacity", std::to_string(throughput->write_capacity_units.value_or(0)));
}

void add_projection(HclBlock& block, const Projection& projection) {
  block.add("projection_type", hcl_text_of(projection.projection_type));
  if (!projection.non_key_attributes) return;
  std::vector<std::string> names;
  for (const std::string& name : *projection.non_key_attributes) names.push_back(hcl_text(name));
  block.add("non_key_attributes", hcl_list(names));
}

bool is_composite(const std::vector<KeySchemaElement>& schema) {
  return attributes_of(schema, KeyType::Hash).size() > 1 || attributes_of(schema, KeyType::Range).size() > 1;
}

void add_global_index(HclBlock& table, const GlobalSecondaryIndex& index) {
  HclBlock& block = table.add_block("global_secondary_index");
  block.add("name", hcl_text(*index.index_name));
  const bool composite = is_composite(*index.key_schema);
  if (!composite) add_key_arguments(block, *index.key_schema);
  add_capacity(block, index.provisioned_throughput);
  add_projection(block, *index.projection);
  if (!composite) return;
  for (const KeySchemaElement& element : *index.key_schema) {
    HclBlock& key = block.add_block("key_schema");
    key.add("attribute_name", hcl_text(*element.attribute_name));
    key.add("key_type", hcl_text_of(element.key_type));
  }
}

void add_local_index(HclBlock& table, const LocalSecondaryIndex& index) {
  HclBlock& block = table.add_block("local_secondary_index");
  block.add("name", hcl_text(*index.index_name));
  block.add("range_key", attributes_of(*index.key_schema, KeyType::Range).front());
  add_projection(block, *index.projection);
}

void add_arguments(HclBlock& block, const CreateTableRequest& request) {
  block.add("name", hcl_text(*request.table_name));
  block.add("billing_mode", hcl_text_of(request.billing_mode));
  add_capacity(block, request.provisioned_throughput);
  add_key_arguments(block, *request.key_schema);
  if (request.table_class) block.add("table_class", hcl_text_of(request.table_class));
  if (request.deletion_protection_enabled.value_or(false)) block.add("deletion_protection_enabled", "true");
  if (!request.stream_specification) return;
  block.add("stream_enabled", "true");
  block.add("stream_view_type", hcl_text_of(request.stream_specification->stream_view_type));
}

HclBlock table_block(const TableDefinition& definition, const std::string& name) {
  const CreateTableRequest& request = definition.request;
  HclBlock table{fmt::format("resource \"aws_dynamodb_table\" \"{}\"", name)};
  add_arguments(table, request);
  for (const AttributeDefinition& attribute : *request.attribute_definitions) {
    HclBlock& block = table.add_block("attribute");
    block.add("name", hcl_text(*attribute.attribute_name));
    block.add("type", hcl_text_of(attribute.attribute_type));
  }
  for (const GlobalSecondaryIndex& index :
       request.global_secondary_indexes.value_or(std::vector<GlobalSecondaryIndex>()))
    add_global_index(table, index);
  for (const LocalSecondaryIndex& index : request.local_secondary_indexes.value_or(std::vector<LocalSecondaryIndex>()))
    add_local_index(table, index);
  if (!definition.ttl_attribute.empty()) {
    HclBlock& block = table.add_block("ttl");
    block.add("attribute_name", hcl_text(definition.ttl_attribute));
    block.add("enabled", "true");
  }
  if (definition.table->point_in_time_recovery) table.add_block("point_in_time_recovery").add("enabled", "true");
  // An argument like the others, but its lines make it a part of its own in the layout.
  if (request.tags) {
    HclBlock& tags = table.add_block("tags =");
    for (const Tag& tag : *request.tags) tags.add(hcl_text(*tag.key), hcl_text(*tag.value));
  }
  return table;
}

bool has_composite_index(const TableDefinition& definition) {
  const auto& indexes = definition.request.global_secondary_indexes;
  return indexes && std::any_of(indexes->begin(), indexes->end(),
                                [](const GlobalSecondaryIndex& index) { return is_composite(*index.key_schema); });
}

// Earlier providers have no key_schema.
HclBlock provider_block() {
  HclBlock terraform{"terraform"};
  HclBlock& aws = terraform.add_block("required_providers").add_block("aws =");
  aws.add("source", hcl_text("hashicorp/aws"));
  aws.add("version", hcl_text(">= 6.29"));
  return terraform;
}

Result<std::string> write_terraform(const std::shared_ptr<const Model>& model, Losses&) {
  const Model held = without_lost_indexes(*model, kHeldByTerraform);
  PARTITA_TRY_VALUE(definitions, table_definitions(held));
  std::vector<std::string> names;
  for (const TableDefinition& definition : definitions) names.push_back(definition.table->name);
  names = distinct_names(names, [](const std::string& name) { return snake_name(name, "table_"); });
  std::vector<HclBlock> blocks;
  if (std::any_of(definitions.begin(), definitions.end(), has_composite_index)) blocks.push_back(provider_block());
  for (std::size_t i = 0; i < definitions.size(); ++i) blocks.push_back(table_block(definitions[i], names[i]));
  return to_hcl(blocks);
}

}  // namespace

extern const Writer k_write_terraform;
const Writer k_write_terraform{"terraform", "Terraform",      "resources of Terraform's provider aws",
                               ".tf",       kHeldByTerraform, write_terraform};

}  // namespace partita::modelling
