#include "model/copies/holder_update.h"

#include "base/try.h"
#include "model/writes/plan/kept_members.h"
#include "model/writes/plan/write_plan.h"
#include "model/writes/transaction.h"

namespace partita::model {
namespace {

// The condition that a field is as it was read. A field that is only in the primary key cannot change.
void give_as_read(const EntityInfo& entity, int field, const AttributeMap& stored, AttributeMap& given) {
  const FieldInfo& info = field_of(entity, field);
  if (!info.stored || primary_fields(entity).contains(field)) return;
  const AttributeValue* value = stored.find(info.attribute);
  given.set(info.attribute, value ? *value : AttributeValue());
}

}  // namespace

HolderUpdate compare_holder(std::span<const CopyInfo* const> copies, const AttributeMap& source, AttributeMap holder) {
  HolderUpdate update;
  for (const CopyInfo* copy : copies)
    if (!is_true_copy(*copy, holder, source))
      update.copies.emplace_back(copy, value_of(*copy->source, copy->source_field, source));
  update.stored = std::move(holder);
  return update;
}

Result<std::vector<WriteAction>> write_copies(const Session& session, const HolderUpdate& update) {
  const CopyInfo& first = *update.copies.front().first;
  const EntityInfo& entity = *first.holder;
  WriteRequest request{};
  request.kind = WriteRequest::Kind::Update;
  request.table = first.holder_table;
  request.entity = &entity;
  request.any_version = entity.version != kNone;
  for (const int field : primary_fields(entity))
    if (const AttributeValue* value = update.stored.find(field_of(entity, field).attribute))
      request.values.set(field_of(entity, field).attribute, *value);
  PARTITA_TRY(add_kept_members(request, session.now_ms()));
  for (const auto& [copy, value] : update.copies) {
    request.changes.push_back({.field = copy->field, .value = value.value_or(AttributeValue())});
    give_as_read(entity, copy->field, update.stored, request.given);
    for (const CopyReference& reference : copy->references)
      give_as_read(entity, reference.holder, update.stored, request.given);
  }
  const StoredItem stored{update.stored};
  PARTITA_TRY_VALUE(plan, plan_write(request, &stored, random_id(session)));
  plan.actions.front().part = WriteAction::Part::Copy;
  return std::move(plan.actions);
}

}  // namespace partita::model
