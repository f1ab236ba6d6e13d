#include "engine/statements/statement_table.h"

#include "base/try.h"
#include "engine/changes/item_keys.h"
#include "engine/find_table.h"
#include "engine/hot_keys/hot_keys.h"
#include "ops/prepare.h"
#include "partiql/texts.h"

namespace partita::engine {
namespace {

// The name of the permission that a statement needs on the service.
std::string_view action_of(const partiql::Statement& statement) {
  switch (statement.kind) {
    case partiql::Statement::Kind::Insert:
      return "PartiQLInsert";
    case partiql::Statement::Kind::Update:
      return "PartiQLUpdate";
    case partiql::Statement::Kind::Delete:
      return "PartiQLDelete";
    default:
      return "PartiQLSelect";
  }
}

}  // namespace

Result<catalog::TablePtr> table_of(const Context& context, const partiql::Statement& statement) {
  PARTITA_TRY(check_arn(context, statement.table, action_of(statement)));
  return table_for_items(context, ops::table_name_of(statement.table));
}

Result<const catalog::IndexInfo*> index_of(const partiql::Statement& statement, const catalog::TableInfo& table) {
  if (!statement.index) return nullptr;
  const catalog::IndexInfo* index = table.find_index(*statement.index);
  if (!index || !index->maintained()) return invalid(std::string(partiql::kNoSuchIndex));
  if (index->keys.partition.size() > 1 || index->keys.sort.size() > 1)
    return invalid(std::string(partiql::kMultiAttributeKey));
  return index;
}

partiql::KeyNames names_of(const catalog::KeySchema& keys) {
  return {keys.partition[0].name, keys.sort.empty() ? std::string_view() : std::string_view(keys.sort[0].name)};
}

Result<ItemRead> resolve_item_read(const Context& context, const partiql::PreparedStatement& prepared,
                                   std::string_view rule) {
  const partiql::Statement& statement = *prepared.statement;
  PARTITA_TRY_VALUE(table, table_of(context, statement));
  PARTITA_TRY(index_of(statement, *table));
  PARTITA_TRY(check_projection(statement, *table));
  std::optional<AttributeMap> item;
  if (!statement.index) item = exact_item_key(statement, *prepared.parameters, names_of(table->keys));
  if (!item) return invalid(std::string(rule));
  PARTITA_TRY_VALUE(key, key_of_key(*table, *item));
  context.hot_keys.saw_item(*table, key);
  return ItemRead{std::move(table), std::move(key)};
}

Result<void> check_projection(const partiql::Statement& statement, const catalog::TableInfo& table) {
  if (!statement.projection_fault.empty()) return invalid(statement.projection_fault);
  return statement.projected ? check_scalar_keys(table, statement.projected->nested_names()) : Result<void>();
}

}  // namespace partita::engine
