// Access patterns of schema.json that span tables: transactions.
#include <fmt/format.h>

#include <array>

#include "base/contains.h"
#include "modelling/core/nearest.h"
#include "modelling/read/aws/aws_schema.h"

namespace partita::modelling::aws_schema {
namespace {

constexpr std::array<std::string_view, 2> kTransactions = {"TransactWrite", "TransactGet"};
constexpr std::array<std::string_view, 4> kWriteActions = {"Put", "Delete", "Update", "ConditionCheck"};
constexpr std::array<std::string_view, 1> kGetActions = {"Get"};
constexpr std::array<std::string_view, 3> kTransactionReturns = {"boolean", "object", "array"};

// True if a put with this condition only creates.
bool creates(std::string_view condition) {
  return condition.starts_with("attribute_not_exists(") && condition.find(')') == condition.size() - 1;
}

Action::Kind kind_of(std::string_view action, std::string_view condition) {
  if (action == "Get") return Action::Kind::Get;
  if (action == "Delete") return Action::Kind::Delete;
  if (action == "Update") return Action::Kind::Update;
  if (action == "ConditionCheck") return Action::Kind::Check;
  return creates(condition) ? Action::Kind::Create : Action::Kind::Put;
}

Result<Action> read_action(const Node& node, const Pattern& pattern, const SchemaReading& reading) {
  PARTITA_TRY(check_members(node, "an element of entities_involved", {"table", "entity", "action", "condition"}));
  Action action{.place = node.place};
  PARTITA_TRY_VALUE(table_name, needed_text(node, "an element of entities_involved", "table"));
  PARTITA_TRY_VALUE(entity_name, needed_text(node, "an element of entities_involved", "entity"));
  PARTITA_TRY_VALUE(verb, needed_text(node, "an element of entities_involved", "action"));
  PARTITA_TRY_VALUE(condition, text_or_empty(node, "condition"));
  std::vector<std::string_view> tables, entities;
  for (const Table& one : reading.model.tables) tables.push_back(one.name);
  PARTITA_TRY(check_known(node.find("table")->place, "table", table_name, tables));
  const Table& table = *reading.model.table(table_name);
  for (const Entity& one : table.entities) entities.push_back(one.name);
  PARTITA_TRY(check_known(node.find("entity")->place, fmt::format("entity of the table {}", table_name), entity_name,
                          entities));
  const Entity& entity = *table.entity(entity_name);
  const Names verbs = pattern.operation == PatternOperation::TransactGet ? Names(kGetActions) : Names(kWriteActions);
  PARTITA_TRY(
      check_known(node.find("action")->place,
                  fmt::format("action of a {}",
                              pattern.operation == PatternOperation::TransactGet ? "TransactGet" : "TransactWrite"),
                  verb, verbs));
  action.kind = kind_of(verb, condition);
  action.table = table_name;
  action.entity = entity_name;
  if (action.kind != Action::Kind::Create) action.condition = std::move(condition);
  if (action.kind == Action::Kind::Update) action.set = changed_fields(pattern, entity, reading);
  return action;
}

}  // namespace

Result<void> read_transaction(const Node& node, SchemaReading& reading) {
  constexpr std::string_view kWhat = "a pattern of cross_table_access_patterns";
  PARTITA_TRY(check_members(
      node, kWhat,
      {"pattern_id", "name", "description", "operation", "entities_involved", "parameters", "return_type"}));
  PARTITA_TRY_VALUE(pattern, read_pattern_head(node, reading));
  PARTITA_TRY_VALUE(operation, needed_text(node, kWhat, "operation"));
  PARTITA_TRY(check_known(node.find("operation")->place, "operation of a transaction", operation, kTransactions));
  PARTITA_TRY_VALUE(return_type, needed_text(node, kWhat, "return_type"));
  PARTITA_TRY(
      check_known(node.find("return_type")->place, "return_type of a transaction", return_type, kTransactionReturns));
  pattern.operation = operation == "TransactGet" ? PatternOperation::TransactGet : PatternOperation::TransactWrite;
  PARTITA_TRY_VALUE(parameters, read_parameters(node, reading));
  pattern.parameters = std::move(parameters);
  PARTITA_TRY_VALUE(involved_node, needed(node, kWhat, "entities_involved"));
  PARTITA_TRY_VALUE(involved, as_list(*involved_node, "entities_involved"));
  if (involved->empty()) return fault(involved_node->place, "entities_involved must name at least one entity");
  for (const Node& one : *involved) {
    PARTITA_TRY_VALUE(action, read_action(one, pattern, reading));
    if (pattern.operation == PatternOperation::TransactGet) pattern.entities.push_back(action.entity);
    pattern.actions.push_back(std::move(action));
  }
  // A transaction is given the keys of all its items.
  for (const Action& action : pattern.actions)
    for (std::string& field :
         given_key_fields(pattern, *reading.model.table(action.table)->entity(action.entity), reading))
      if (!base::contains(pattern.by, field)) pattern.by.push_back(std::move(field));
  reading.model.patterns.push_back(std::move(pattern));
  return {};
}

}  // namespace partita::modelling::aws_schema
