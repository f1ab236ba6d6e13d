// dynamodb_data_model.json of AWS's DynamoDB MCP server: bodies of CreateTable, items, and access patterns as commands
// of the AWS CLI. Entities are inferred from the items.
#include <fmt/format.h>

#include "modelling/read/cli/cli_patterns.h"
#include "modelling/read/infer/infer.h"
#include "modelling/read/reader.h"
#include "modelling/read/tables/create_table.h"
#include "modelling/read/tree.h"
#include "modelling/read/typed_value.h"

namespace partita::modelling {
namespace {

bool recognizes_aws_data_model(const Source& source) {
  if (!source.tree) return false;
  const Node* tables = source.tree->find("tables");
  if (!tables || !tables->is_list()) return false;
  for (const Node& table : tables->items)
    if (table.find("TableName") && table.find("KeySchema")) return true;
  return false;
}

class DataModelReader {
 public:
  Result<Model> read(const Node& root) {
    PARTITA_TRY(check_members(root, "the data model", {"tables", "items", "access_patterns"}));
    PARTITA_TRY_VALUE(tables, needed(root, "the data model", "tables"));
    PARTITA_TRY_VALUE(bodies, as_list(*tables, "tables"));
    for (const Node& body : *bodies) PARTITA_TRY(add_create_table(body, model_));
    PARTITA_TRY(read_items(root));
    PARTITA_TRY_VALUE(patterns, list_or_empty(root, "access_patterns"));
    for (const Node& pattern : patterns) PARTITA_TRY(read_pattern(pattern));
    return std::move(model_);
  }

 private:
  void note(const Place& place, std::string_view what) { model_.notes.push_back(located(place, what)); }

  Table* table_named(const std::string& name) {
    for (Table& table : model_.tables)
      if (table.name == name) return &table;
    return nullptr;
  }

  Result<void> read_items(const Node& root) {
    const Node* items = present(root, "items");
    if (!items) return {};
    PARTITA_TRY(check_is_map(*items, "items"));
    for (const Member& member : items->members) {
      Table* table = table_named(member.name);
      std::vector<std::string_view> names;
      for (const Table& one : model_.tables) names.push_back(one.name);
      if (!table) PARTITA_TRY(check_known(member.place, "table", member.name, names));
      PARTITA_TRY_VALUE(requests, as_list(member.value, fmt::format("the items of {}", member.name)));
      MalformedValues malformed;
      std::vector<ObservedItem> observed;
      for (const Node& request : *requests) {
        PARTITA_TRY_VALUE(put, needed(request, "an element of items", "PutRequest"));
        PARTITA_TRY_VALUE(item, needed(*put, "PutRequest", "Item"));
        PARTITA_TRY(check_is_map(*item, "Item"));
        observed.push_back({read_typed_item(*item, malformed)});
      }
      malformed.append_notes(model_.notes);
      infer_entities(*table, observed, {.place = member.place}, model_.notes);
      for (const ObservedItem& item : observed) table->samples.emplace_back(item.attributes);
    }
    for (const Table& table : model_.tables)
      if (table.samples.empty())
        note(table.place, fmt::format("{} has no items, so no entities can be inferred", table.name));
    return {};
  }

  Result<void> read_pattern(const Node& node) {
    PARTITA_TRY(
        check_members(node, "an access pattern",
                      {"pattern", "description", "table", "index", "dynamodb_operation", "implementation", "reason"}));
    Pattern pattern{.place = node.place};
    PARTITA_TRY_VALUE(id, needed_text(node, "an access pattern", "pattern"));
    PARTITA_TRY_VALUE(description, text_or_empty(node, "description"));
    PARTITA_TRY_VALUE(line, text_or_empty(node, "implementation"));
    PARTITA_TRY_VALUE(reason, text_or_empty(node, "reason"));
    pattern.id = std::move(id);
    pattern.name = description.empty() ? fmt::format("Pattern {}", pattern.id) : description;
    if (line.empty()) {
      note(node.place, fmt::format("the pattern {}, {}, has no implementation{}", pattern.id, pattern.name,
                                   reason.empty() ? "" : fmt::format(" ({})", reason)));
      return {};
    }
    const auto command = parse_cli(line);
    if (!command)
      return fault(
          node.find("implementation")->place,
          fmt::format("the implementation of the pattern {} is not a command 'aws dynamodb ...' of the AWS CLI, or "
                      "one of its quotes has no end",
                      pattern.id));
    fill_from_command(*command, model_, pattern, model_.notes);
    PARTITA_TRY(compare(node, *command, pattern));
    model_.patterns.push_back(std::move(pattern));
    return {};
  }

  // The members beside the command repeat it.
  Result<void> compare(const Node& node, const CliCommand& command, const Pattern& pattern) {
    for (const auto& [member, option] : {std::pair("table", "table-name"), std::pair("index", "index-name")}) {
      PARTITA_TRY_VALUE(said, text_or_empty(node, member));
      const std::string* done = command.option(option);
      if (!said.empty() && done && *done != said)
        note(node.place,
             fmt::format("the {} of the pattern {} is {}, but its command uses {}", member, pattern.id, said, *done));
      if (!said.empty() && !done && std::string_view(member) == "index")
        note(node.place,
             fmt::format("the pattern {} names the index {}, but its command does not use it", pattern.id, said));
    }
    return {};
  }

  Model model_;
};

Result<Model> read_aws_data_model(const Source& source) {
  if (!source.tree) return invalid(fmt::format("{}: this is not JSON", source.path));
  return DataModelReader().read(*source.tree);
}

}  // namespace

extern const Reader k_aws_data_model;
const Reader k_aws_data_model{
    "aws-data-model", "dynamodb_data_model.json of AWS's DynamoDB MCP server (CreateTable bodies, items, commands)",
    recognizes_aws_data_model, read_aws_data_model};

}  // namespace partita::modelling
