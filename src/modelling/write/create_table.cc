// The bodies of CreateTable requests, as `aws dynamodb create-table --cli-input-json` takes them.
#include <fmt/format.h>

#include "base/try.h"
#include "modelling/write/request_tree.h"
#include "modelling/write/table_request.h"
#include "modelling/write/writer.h"
#include "protocol/codec.h"

namespace partita::modelling {
namespace {

constexpr Features kHeldByCreateTable = {Feature::LocalIndexes, Feature::VectorIndexes, Feature::CompositeIndexKeys,
                                         Feature::Capacity,     Feature::Stream,        Feature::DeletionProtection,
                                         Feature::TableClass,   Feature::Tags};

Result<std::vector<Tree>> bodies(const Model& model, Losses& losses) {
  PARTITA_TRY_VALUE(definitions, table_definitions(model));
  std::vector<Tree> trees;
  for (const TableDefinition& definition : definitions) {
    trees.push_back(tree_of(definition.request));
    if (definition.ttl_attribute.empty()) continue;
    std::string json;
    protocol::encode_request(
        UpdateTimeToLiveRequest{definition.table->name, TimeToLiveSpecification{true, definition.ttl_attribute}}, json);
    losses.push_back(
        fmt::format("table {}: after its creation send UpdateTimeToLive {}", definition.table->name, json));
  }
  return trees;
}

// One table is an object, which the AWS CLI takes, and several are a list.
Result<std::string> write_create_table(const std::shared_ptr<const Model>& model, Losses& losses) {
  PARTITA_TRY_VALUE(trees, bodies(*model, losses));
  if (trees.size() == 1) return to_json(trees.front());
  Tree list = tree_list();
  list.items = std::move(trees);
  return to_json(list);
}

Result<std::string> write_create_table_lines(const std::shared_ptr<const Model>& model, Losses& losses) {
  PARTITA_TRY_VALUE(trees, bodies(*model, losses));
  std::string text;
  for (const Tree& tree : trees) text += to_json_line(tree);
  return text;
}

}  // namespace

extern const Writer k_write_create_table, k_write_create_table_lines;
const Writer k_write_create_table{
    "create-table", "CreateTable",      "bodies of CreateTable: an object, or a list of several",
    ".json",        kHeldByCreateTable, write_create_table};
const Writer k_write_create_table_lines{
    "create-table-lines", "CreateTable",           "bodies of CreateTable, one on each line", ".jsonl",
    kHeldByCreateTable,   write_create_table_lines};

}  // namespace partita::modelling
