#include "modelling/run/context.h"

#include "base/try.h"
#include "model/keys/compose.h"

namespace partita::modelling::run {

AttributeMap by_field_name(const model::EntityInfo& entity, const AttributeMap& attributes) {
  AttributeMap out;
  for (const model::FieldInfo& field : entity.fields)
    if (const AttributeValue* value = field.attribute.empty() ? nullptr : attributes.find(field.attribute))
      out.set(field.name, *value);
  return out;
}

FoundEntity find_entity(const Proof& proof, const std::string& table, const std::string& entity) {
  for (const ProvenTable& one : proof.tables()) {
    if (!table.empty() && one.declared->name != table) continue;
    if (const model::EntityInfo* found = proof.entity(one.declared->name, entity)) return {&one, found};
  }
  return {};
}

Result<std::optional<AttributeMap>> stored_item(Context& context, const FoundEntity& what, const AttributeMap& values) {
  PARTITA_TRY_VALUE(key, model::compose_primary(*what.entity, values));
  GetItemRequest request;
  request.table_name = model::table_name(*context.session, *what.table->info);
  request.key = std::move(key);
  request.consistent_read = true;
  PARTITA_TRY_VALUE(answer, context.database.get_item(std::move(request)));
  if (!answer.item || answer.item->empty()) return std::optional<AttributeMap>();
  return std::optional(answer.item->to_map());
}

}  // namespace partita::modelling::run
