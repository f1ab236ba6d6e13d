// The section `resources` of a serverless.yml.
#include "base/try.h"
#include "modelling/write/cloudformation_tree.h"

namespace partita::modelling {
namespace {

Result<std::string> write_serverless(const std::shared_ptr<const Model>& model, Losses&) {
  PARTITA_TRY_VALUE(resources, resources_of(*model, table_resource));
  Tree tree = tree_map();
  tree.add("resources", tree_map()).add("Resources", std::move(resources));
  return to_yaml(tree);
}

}  // namespace

extern const Writer k_write_serverless;
const Writer k_write_serverless{"serverless", "serverless.yml",      "the section `resources` of a serverless.yml",
                                ".yml",       kHeldByCloudFormation, write_serverless};

}  // namespace partita::modelling
