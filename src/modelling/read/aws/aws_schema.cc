// schema.json of AWS's DynamoDB repository generation tool: tables with entities, templates and access patterns.
#include "modelling/read/aws/aws_schema.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace partita::modelling {
namespace aws_schema {
namespace {

bool recognizes_aws_schema(const Source& source) {
  if (!source.tree) return false;
  const Node* tables = source.tree->find("tables");
  if (!tables || !tables->is_list()) return false;
  for (const Node& table : tables->items)
    if (table.find("table_config")) return true;
  return false;
}

Result<Model> read_aws_schema(const Source& source) {
  if (!source.tree) return invalid(fmt::format("{}: this is not JSON", source.path));
  const Node& root = *source.tree;
  PARTITA_TRY(check_members(root, "the schema", {"tables", "cross_table_access_patterns"}));
  PARTITA_TRY_VALUE(tables, needed(root, "the schema", "tables"));
  PARTITA_TRY_VALUE(list, as_list(*tables, "tables"));
  if (list->empty()) return fault(tables->place, "the schema needs at least one table");
  SchemaReading reading;
  for (const Node& table : *list) PARTITA_TRY(read_table(table, reading));
  std::vector<std::string> tags;
  for (const Table& table : reading.model.tables)
    for (const Entity& entity : table.entities) {
      const Node& node = *reading.entity_nodes.at(entity.name);
      if (const Node* tag = present(node, "entity_type"); tag && tag->text != entity.name)
        tags.push_back(fmt::format("{} of {}", tag->text, entity.name));
      PARTITA_TRY(read_patterns(node, table, entity, reading));
    }
  PARTITA_TRY_VALUE(transactions, list_or_empty(root, "cross_table_access_patterns"));
  for (const Node& transaction : transactions) PARTITA_TRY(read_transaction(transaction, reading));
  if (!tags.empty())
    reading.note(root.place,
                 fmt::format("items do not store an entity_type, so these are left out: {}", fmt::join(tags, ", ")));
  return std::move(reading.model);
}

}  // namespace
}  // namespace aws_schema

extern const Reader k_aws_schema;
const Reader k_aws_schema{"aws-schema", "schema.json of AWS's repository generation tool (DynamoDB MCP server)",
                          aws_schema::recognizes_aws_schema, aws_schema::read_aws_schema};

}  // namespace partita::modelling
