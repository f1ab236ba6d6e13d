// CloudFormation templates, in YAML or JSON.
#include "base/try.h"
#include "modelling/write/cloudformation_tree.h"

namespace partita::modelling {
namespace {

Result<Tree> cloudformation_template(const Model& model) {
  PARTITA_TRY_VALUE(resources, resources_of(model, table_resource));
  Tree tree = tree_map();
  tree.add("AWSTemplateFormatVersion", tree_text("2010-09-09"));
  tree.add("Resources", std::move(resources));
  return tree;
}

Result<std::string> write_cloudformation(const std::shared_ptr<const Model>& model, Losses&) {
  PARTITA_TRY_VALUE(tree, cloudformation_template(*model));
  return to_yaml(tree);
}

Result<std::string> write_cloudformation_json(const std::shared_ptr<const Model>& model, Losses&) {
  PARTITA_TRY_VALUE(tree, cloudformation_template(*model));
  return to_json(tree);
}

}  // namespace

extern const Writer k_write_cloudformation, k_write_cloudformation_json;
const Writer k_write_cloudformation{"cloudformation", "CloudFormation",      "a CloudFormation template in YAML",
                                    ".yaml",          kHeldByCloudFormation, write_cloudformation};
const Writer k_write_cloudformation_json{
    "cloudformation-json", "CloudFormation",         "a CloudFormation template in JSON", ".json",
    kHeldByCloudFormation, write_cloudformation_json};

}  // namespace partita::modelling
