#include "modelling/diff/judged_items.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/contains.h"
#include "base/try.h"
#include "model/plan/judge.h"
#include "modelling/core/whole_items.h"
#include "modelling/run/refused_parts.h"
#include "modelling/run/samples.h"

namespace partita::modelling::diff {
namespace {

// Counts an item and its sentinels as the pass of the model layer (model/tables/verify.cc) does.
void judge_item(const AttributeMap& item, const ProvenTable& was, const ProvenTable& now, JudgedEntity& entity,
                JudgedItems& all) {
  ++entity.items;
  const model::Judgement before = model::judge(*was.info, item), after = model::judge(*now.info, item);
  if (!after.entity) {
    ++all.unknown;
    return;
  }
  entity.now = now.declared->entity(after.entity->name);
  const auto unreadable = std::find_if(after.findings.begin(), after.findings.end(), [](const model::Finding& finding) {
    return finding.kind != model::Finding::Kind::Orphan;
  });
  if (!after.moved_to.empty()) {
    ++entity.to_move;
    ++all.to_move;
  } else if (!after.set.empty() || !after.remove.empty()) {
    ++entity.to_rewrite;
    ++all.to_rewrite;
  } else if (unreadable != after.findings.end()) {
    ++entity.unreadable;
    ++all.unreadable;
    if (entity.unreadable_because.empty()) entity.unreadable_because = unreadable->detail;
  }
  for (const auto& [name, value] : after.set) ++entity.set[name];
  for (const auto& [name, value] : after.moved_to)
    if (const AttributeValue* stored = item.find(name); !stored || !(*stored == value)) ++entity.set[name];
  for (const std::string& name : after.remove) ++entity.removed[name];
  for (const AttributeMap& key : after.sentinels)
    if (!base::contains(before.sentinels, key)) {
      ++entity.sentinels_to_write;
      ++all.to_rewrite;
      ++all.unclaimed;
    }
  for (const AttributeMap& key : before.sentinels)
    if (!base::contains(after.sentinels, key)) {
      ++entity.sentinels_to_remove;
      ++all.to_rewrite;
    }
}

Result<AttributeMap> stored_item(const ProvenTable& table, const model::EntityInfo& entity, const AttributeMap& values,
                                 const derive::NewFields* fields) {
  PARTITA_TRY_VALUE(item, whole_item(*table.info, entity, values));
  if (!fields) return std::move(item);
  PARTITA_TRY_VALUE(missing, fields->missing_in(table.declared->name, item));
  for (const derive::NewValue& one : missing.set) item.set(one.attribute, one.value);
  return std::move(item);
}

}  // namespace

JudgedItems judge_items(const Proof& was, const ProvenTable& table_was, const ProvenTable& table_now, std::size_t items,
                        const derive::NewFields* fields) {
  JudgedItems out;
  const run::RefusedParts refused(was);
  const std::vector<const model::EntityInfo*> left_out = refused.entities();
  const run::Samples samples = run::Samples::make(was, {.items = items}, left_out);
  for (std::size_t i = 0; i < table_was.declared->entities.size(); ++i) {
    const Entity& declared = table_was.declared->entities[i];
    JudgedEntity entity{.was = &declared};
    const model::EntityPosition position = table_was.positions[i];
    const model::EntityInfo* info = position == model::kNone ? nullptr : &table_was.info->at(position);
    if (!info || base::contains(left_out, info)) {
      out.notes.push_back(
          fmt::format("items of {} are not judged, because the earlier model refuses it", declared.name));
      continue;
    }
    for (const run::Sample* sample : samples.of(*info)) {
      const auto item = stored_item(table_was, *info, sample->values, fields);
      if (item)
        judge_item(*item, table_was, table_now, entity, out);
      else
        out.notes.push_back(fmt::format("an item of {} is not judged: {}", declared.name, item.error().message));
    }
    // Without an item, the later entity is the one of the same name.
    if (entity.items == 0) entity.now = table_now.declared->entity(declared.name);
    out.entities.push_back(std::move(entity));
  }
  return out;
}

}  // namespace partita::modelling::diff
