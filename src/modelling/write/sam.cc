// Templates of AWS SAM.
#include "base/try.h"
#include "modelling/write/cloudformation_tree.h"
#include "modelling/write/request_tree.h"

namespace partita::modelling {
namespace {

// An AWS::Serverless::SimpleTable has a partition key, throughput, tags and recovery alone.
bool is_simple(const TableDefinition& definition) {
  const CreateTableRequest& request = definition.request;
  return request.key_schema->size() == 1 && !request.local_secondary_indexes && !request.global_secondary_indexes &&
         !request.vector_indexes && !request.stream_specification && !request.table_class &&
         !request.deletion_protection_enabled && definition.ttl_attribute.empty();
}

Tree simple_table_resource(const TableDefinition& definition) {
  const CreateTableRequest& request = definition.request;
  Tree properties = tree_map();
  properties.add("TableName", tree_text(*request.table_name));
  Tree& key = properties.add("PrimaryKey", tree_map());
  const AttributeDefinition& attribute = request.attribute_definitions->front();
  key.add("Name", tree_text(*attribute.attribute_name));
  const ScalarAttributeType type = attribute.attribute_type->value();
  key.add("Type", tree_text(type == ScalarAttributeType::N   ? "Number"
                            : type == ScalarAttributeType::B ? "Binary"
                                                             : "String"));
  const Tree whole = tree_of(request);
  if (const Tree* throughput = whole.find("ProvisionedThroughput"))
    properties.add("ProvisionedThroughput", *throughput);
  if (request.tags) {
    Tree& tags = properties.add("Tags", tree_map());
    for (const Tag& tag : *request.tags) tags.add(*tag.key, tree_text(*tag.value));
  }
  if (definition.table->point_in_time_recovery)
    properties.add("PointInTimeRecoverySpecification", tree_map()).add("PointInTimeRecoveryEnabled", tree_flag(true));
  return resource("AWS::Serverless::SimpleTable", std::move(properties));
}

Tree sam_resource(const TableDefinition& definition) {
  return is_simple(definition) ? simple_table_resource(definition) : table_resource(definition);
}

Result<std::string> write_sam(const std::shared_ptr<const Model>& model, Losses&) {
  PARTITA_TRY_VALUE(resources, resources_of(*model, sam_resource));
  Tree tree = tree_map();
  tree.add("AWSTemplateFormatVersion", tree_text("2010-09-09"));
  tree.add("Transform", tree_text("AWS::Serverless-2016-10-31"));
  tree.add("Resources", std::move(resources));
  return to_yaml(tree);
}

}  // namespace

extern const Writer k_write_sam;
const Writer k_write_sam{"sam", "SAM", "a template of AWS SAM in YAML", ".yaml", kHeldByCloudFormation, write_sam};

}  // namespace partita::modelling
