#include "engine/statements/statement_write.h"

#include "base/try.h"
#include "engine/statements/statement_table.h"
#include "expr/bind/condition_node.h"
#include "ops/rules/item_rules.h"
#include "partiql/keys.h"
#include "partiql/texts.h"

namespace partita::engine {
namespace {

using expr::ConditionKind;
using expr::ConditionNode;

ConditionNode has_no_item(const partiql::KeyNames& keys) {
  ConditionNode node;
  node.kind = ConditionKind::AttributeNotExists;
  node.operands.emplace_back();
  node.operands[0].path.elements.emplace_back(std::string(keys.partition));
  return node;
}

expr::Condition condition_of(ConditionNode node) {
  return expr::Condition(std::make_shared<const ConditionNode>(std::move(node)));
}

// Fills what an update, a delete and a check have in common.
template <class Prepared>
void fill(const catalog::TableInfo& table, const StatementWrite& write, Prepared& prepared) {
  prepared.table = table.name;
  prepared.key = &write.key;
  prepared.old_on_condition_failure = write.statement.old_on_condition_failure;
}

PreparedWrite prepared_insert(const catalog::TableInfo& table, const StatementWrite& write,
                              ReturnConsumedCapacity capacity) {
  ops::PreparedPut put;
  put.table = table.name;
  put.item = &*write.statement.item;
  put.condition = condition_of(has_no_item(names_of(table.keys)));
  put.capacity = capacity;
  return put;
}

PreparedWrite prepared_update(const catalog::TableInfo& table, const StatementWrite& write,
                              ReturnConsumedCapacity capacity) {
  const auto& returning = write.statement.statement->returning;
  ops::PreparedUpdate update;
  fill(table, write, update);
  update.update = write.statement.update;
  // The WHERE clause compares the key, so it is false if there is no item.
  update.condition = expr::Condition(write.statement.where);
  update.return_values = returning ? returning->value() : ReturnValue::None;
  update.capacity = capacity;
  return update;
}

// Whether the WHERE clause has more than the equalities of the key.
bool has_condition(const catalog::TableInfo& table, const partiql::PreparedStatement& statement) {
  return !exact_item_key(*statement.statement, *statement.parameters, names_of(table.keys)).has_value();
}

PreparedWrite prepared_delete(const catalog::TableInfo& table, const StatementWrite& write,
                              ReturnConsumedCapacity capacity) {
  ops::PreparedDelete remove;
  fill(table, write, remove);
  if (has_condition(table, write.statement)) {
    ConditionNode either;
    either.kind = ConditionKind::Or;
    either.children.push_back(has_no_item(names_of(table.keys)));
    either.children.push_back(*write.statement.where);
    remove.condition = condition_of(std::move(either));
  }
  remove.return_values = write.statement.statement->returning ? ReturnValue::AllOld : ReturnValue::None;
  remove.capacity = capacity;
  return remove;
}

Result<PreparedWrite> prepared_check(const catalog::TableInfo& table, const StatementWrite& write) {
  if (!has_condition(table, write.statement))
    return invalid("EXISTS() must contain a single item read with additional condition");
  ops::PreparedConditionCheck check;
  fill(table, write, check);
  check.condition = expr::Condition(write.statement.where);
  return check;
}

}  // namespace

Result<ItemWrite> resolve_statement(const Context& context, StatementWrite& write, ReturnConsumedCapacity capacity) {
  using Kind = partiql::Statement::Kind;
  const partiql::PreparedStatement& statement = write.statement;
  PARTITA_TRY_VALUE(table, table_of(context, *statement.statement));
  if (statement.kind() == Kind::Insert) {
    PARTITA_TRY(ops::check_item_size(*statement.item));
    return resolve(context, prepared_insert(*table, write, capacity));
  }
  const bool exists = statement.kind() == Kind::Exists;
  if (exists && statement.statement->index) {
    PARTITA_TRY(index_of(*statement.statement, *table));
    return invalid("Reads on indices are not supported within transactions.");
  }
  std::optional<AttributeMap> key;
  if (statement.where) key = item_key(*statement.where, names_of(table->keys));
  if (!key)
    return invalid(exists ? "EXISTS() must contain a single item read with additional condition"
                          : std::string(partiql::kNoKeyEquality));
  write.key = *std::move(key);
  if (exists) {
    PARTITA_TRY(check_projection(*statement.statement, *table));
    PARTITA_TRY_VALUE(check, prepared_check(*table, write));
    return resolve(context, std::move(check));
  }
  return resolve(context, statement.kind() == Kind::Update ? prepared_update(*table, write, capacity)
                                                           : prepared_delete(*table, write, capacity));
}

Error error_of_statement(const ItemWrite& write) {
  const bool is_insert = std::holds_alternative<ops::PreparedPut>(write.prepared);
  if (is_insert && write.error->code == ErrorCode::ConditionalCheckFailedException)
    return Error{ErrorCode::DuplicateItemException, std::string(partiql::kDuplicateItem)};
  return *write.error;
}

std::optional<Item> returned_item(const ItemWrite& write) { return returned_attributes(write); }

}  // namespace partita::engine
