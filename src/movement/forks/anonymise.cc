#include "movement/forks/anonymise.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/contains.h"
#include "base/try.h"
#include "model/plan/judge.h"
#include "model/plan/unique.h"
#include "modelling/core/whole_items.h"

namespace partita::movement {
namespace {

// Adds the values of a document that have a rule which changes them.
void add_members(OriginalValues& originals, std::size_t number, const Treatment& treatment, FieldRule rule,
                 const AttributeValue& value) {
  const FieldRule mine = treatment.rule.value_or(rule);
  if (treatment.members.empty()) {
    if (mine != FieldRule::Keep) originals.add(number, value);
  } else if (value.is(AttributeType::M)) {
    for (const auto& [name, member] : value.m()) {
      const auto at = treatment.members.find(name);
      add_members(originals, number, at == treatment.members.end() ? Treatment() : at->second, mine, member);
    }
  } else if (value.is(AttributeType::L)) {
    for (const AttributeValue& element : value.l()) add_members(originals, number, treatment, mine, element);
  } else if (mine != FieldRule::Keep) {
    originals.add(number, value);
  }
}

bool is_key_attribute(const model::TableInfo& table, std::string_view name) {
  return name == table.partition || name == table.sort ||
         std::ranges::any_of(table.indexes, [&](const model::IndexInfo& index) {
           return base::contains(index.partition, name) || base::contains(index.sort, name) ||
                  (index.shards.count > 0 && index.shards.attribute == name);
         });
}

}  // namespace

void Anonymiser::remember(const EntityTreatment& entity, const AttributeMap& values) {
  for (const model::FieldPosition position : entity.info->positions()) {
    const model::FieldInfo& field = entity.info->at(position);
    const AttributeValue* value = field.attribute.empty() ? nullptr : values.find(field.attribute);
    // Their few values are known from the model, and are not secret.
    if (!value || field.kind == model::FieldKind::Enum || field.kind == model::FieldKind::Bool) continue;
    add_members(originals_, entity.first_number + position.number(), entity.fields[position.number()], FieldRule::Keep,
                *value);
  }
}

AttributeMap Anonymiser::unnamed_of(const EntityTreatment& entity, const AttributeMap& values) {
  AttributeMap out;
  const model::TableInfo& table = *entity.table->info;
  for (const auto& [name, value] : values) {
    if (name == model::kWriteIdAttribute) {
      out.set(name, value);
      continue;
    }
    const bool is_field = std::ranges::any_of(entity.info->fields, [&](const model::FieldInfo& field) {
      return !field.attribute.empty() && field.attribute == name;
    });
    if (is_field || name == table.type_attribute || is_key_attribute(table, name)) continue;
    if (unnamed_ == Unnamed::Keep) {
      out.set(name, value);
      continue;
    }
    const std::lock_guard lock(mutex_);
    ++left_out_[name];
  }
  return out;
}

Result<ForkedItem> Anonymiser::make(const EntityTreatment& entity, const AttributeMap& values) {
  remember(entity, values);
  AttributeMap made = unnamed_of(entity, values);
  for (const model::FieldPosition position : entity.info->positions()) {
    const model::FieldInfo& field = entity.info->at(position);
    const AttributeValue* value = field.attribute.empty() ? nullptr : values.find(field.attribute);
    if (!value) continue;
    auto other = substitutes_.treated(field, entity.fields[position.number()], *value);
    if (!other) return invalid(fmt::format("{}: {}", field.name, other.error().message));
    if (!other->is(AttributeType::None)) made.set(field.attribute, *std::move(other));
  }
  const model::TableInfo& table = *entity.table->info;
  ForkedItem out;
  PARTITA_TRY_VALUE(item, modelling::whole_item(table, *entity.info, std::move(made)));
  out.item = std::move(item);
  const model::Judgement judgement = model::judge(table, out.item);
  for (const AttributeMap& key : judgement.sentinels)
    out.sentinels.push_back(model::unique_item(table, key, judgement.key));
  return out;
}

std::map<std::string, std::uint64_t> Anonymiser::unnamed() const {
  const std::lock_guard lock(mutex_);
  return left_out_;
}

}  // namespace partita::movement
