#include "model/copies/holder_update.h"

#include <algorithm>

#include "base/contains.h"
#include "base/try.h"
#include "model/plan/judge.h"
#include "model/plan/kept_members.h"
#include "model/plan/write_plan.h"

namespace partita::model {
namespace {

// The condition that a field is as it was read. A field that is only in the primary key cannot change.
void give_as_read(const EntityInfo& entity, FieldPosition field, const AttributeMap& stored, AttributeMap& given) {
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

AttributeMap with_copies(const HolderUpdate& update) {
  AttributeMap item = update.stored;
  for (const auto& [copy, value] : update.copies) {
    if (value)
      item.set(copy_field(*copy).attribute, *value);
    else
      item.erase(copy_field(*copy).attribute);
  }
  return item;
}

bool hides_from_source(const CopyInfo& copy, const AttributeMap& holder) {
  if (copy.find->plan.index == kNone) return false;
  const IndexInfo& index = copy.holder_table->at(copy.find->plan.index);
  const Judgement judgement = judge(*copy.holder_table, holder);
  const auto changes = [&](std::string_view name) {
    return judgement.set.contains(name) || base::contains(judgement.remove, name);
  };
  return std::any_of(index.partition.begin(), index.partition.end(), changes) ||
         std::any_of(index.sort.begin(), index.sort.end(), changes);
}

Result<std::vector<WriteAction>> write_copies(const Session& session, const CopyInfo& copy,
                                              const HolderUpdate& update) {
  const EntityInfo& entity = *copy.holder;
  WriteRequest request{};
  request.kind = WriteRequest::Kind::Update;
  request.table = copy.holder_table;
  request.entity = &entity;
  request.any_version = entity.version != kNone;
  for (const FieldPosition field : primary_fields(entity))
    if (const AttributeValue* value = update.stored.find(field_of(entity, field).attribute))
      request.values.set(field_of(entity, field).attribute, *value);
  PARTITA_TRY(add_kept_members(request, session.now_ms()));
  for (const auto& [one, value] : update.copies) {
    request.changes.push_back({.field = one->field, .value = value.value_or(AttributeValue())});
    give_as_read(entity, one->field, update.stored, request.given);
    for (const CopyReference& reference : one->references)
      give_as_read(entity, reference.holder, update.stored, request.given);
  }
  for (const auto& [name, value] : update.given) request.given.set(name, value);
  // Another program may have written the item without a computed member or without the keys of an index.
  Judgement after = judge(*copy.holder_table, with_copies(update));
  const Correction correction{std::move(after.set), std::move(after.remove), std::move(after.sources)};
  const StoredItem stored{update.stored};
  PARTITA_TRY_VALUE(plan, plan_write(request, &stored, random_id(session), correction));
  plan.actions.front().part = WriteAction::Part::Copy;
  return std::move(plan.actions);
}

std::vector<std::pair<const CopyInfo*, Error>> take_unwritable(const Session& session, const CopyInfo& copy,
                                                               HolderUpdate& update) {
  std::vector<std::pair<const CopyInfo*, Error>> out;
  const auto take = [&](auto fault_of) {
    std::erase_if(update.copies, [&](const auto& one) {
      auto actions = fault_of(one);
      if (!actions) out.emplace_back(one.first, std::move(actions.error()));
      return !actions;
    });
  };
  const auto together = [&] { return write_copies(session, copy, update); };
  if (update.copies.empty() || together()) return out;
  take([&](const auto& one) { return write_copies(session, copy, {update.stored, {one}}); });
  // Copies that can be written one by one, and not together, are parts of one key.
  if (const auto rest = together(); !rest && !update.copies.empty()) take([&](const auto&) { return rest; });
  return out;
}

}  // namespace partita::model
