#include "movement/forks/anonymise.h"

#include <absl/strings/ascii.h>
#include <fmt/format.h>

#include <algorithm>

#include "base/contains.h"
#include "base/try.h"
#include "model/plan/judge.h"
#include "model/plan/unique.h"
#include "modelling/core/whole_items.h"

namespace partita::movement {
namespace {

// A name that is more than letters may be a value, such as an e-mail address.
bool may_be_value(std::string_view name) {
  return !std::ranges::all_of(name,
                              [](char c) { return absl::ascii_isalpha(static_cast<unsigned char>(c)) || c == '_'; });
}

// Adds the names of members that become pseudonyms, as far as they may be values.
void add_names(OriginalValues& originals, std::size_t number, const AttributeValue& value) {
  if (value.is(AttributeType::M))
    for (const auto& [name, member] : value.m()) {
      if (may_be_value(name)) originals.add(number, AttributeValue(name));
      add_names(originals, number, member);
    }
  if (value.is(AttributeType::L))
    for (const AttributeValue& element : value.l()) add_names(originals, number, element);
}

// Adds the values of a document that have a rule which changes them.
void add_members(OriginalValues& originals, std::size_t number, const Treatment& treatment, FieldRule rule,
                 const AttributeValue& value, std::set<const Treatment*>& seen) {
  const FieldRule mine = treatment.rule.value_or(rule);
  if (treatment.members.empty()) {
    if (mine == FieldRule::Keep) return;
    originals.add(number, value);
    add_names(originals, number, value);
  } else if (value.is(AttributeType::M)) {
    for (const auto& [name, member] : value.m()) {
      const auto at = treatment.members.find(name);
      if (at == treatment.members.end()) {
        add_members(originals, number, Treatment(), mine, member, seen);
        continue;
      }
      seen.insert(&at->second);
      add_members(originals, number, at->second, mine, member, seen);
    }
  } else if (value.is(AttributeType::L)) {
    for (const AttributeValue& element : value.l()) add_members(originals, number, treatment, mine, element, seen);
  } else if (treatment.of_value(rule) != FieldRule::Keep) {
    originals.add(number, value);
  }
}

// Whether the value is one of the few that the model names, which are not secret.
bool has_known_value(const model::FieldInfo& field, const AttributeValue& value) {
  if (field.kind == model::FieldKind::Bool) return value.is(AttributeType::Bool);
  return field.kind == model::FieldKind::Enum && value.is(AttributeType::S) &&
         base::contains(field.enumerators, value.s(), &model::EnumeratorInfo::attribute);
}

bool is_shard(const model::TableInfo& table, std::string_view name) {
  return std::ranges::any_of(table.indexes, [&](const model::IndexInfo& index) {
    return index.shards.count > 0 && index.shards.attribute == name;
  });
}

// Whether the attribute is one of a key that is made of the fields.
bool is_composed(const EntityTreatment& entity, std::string_view name) {
  const auto has = [&](const model::EntityKey& key) {
    return base::contains(key.partition, name, &model::KeyAttribute::attribute) ||
           base::contains(key.sort, name, &model::KeyAttribute::attribute);
  };
  return has(entity.info->primary) || std::ranges::any_of(entity.info->indexes, has) ||
         is_shard(*entity.table->info, name);
}

template <class Take>
void each_member(const std::string& name, const Treatment& treatment, const Take& take) {
  for (const auto& [member, inner] : treatment.members) {
    take(name + '.' + member, inner);
    each_member(name + '.' + member, inner, take);
  }
}

}  // namespace

void Anonymiser::remember(const EntityTreatment& entity, const AttributeMap& values) {
  for (const model::FieldPosition position : entity.info->positions()) {
    const model::FieldInfo& field = entity.info->at(position);
    const AttributeValue* value = field.attribute.empty() ? nullptr : values.find(field.attribute);
    if (!value || has_known_value(field, *value)) continue;
    std::set<const Treatment*> seen;
    add_members(originals_, entity.first_number + position.number(), entity.fields[position.number()], FieldRule::Keep,
                *value, seen);
    if (seen.empty()) continue;
    const std::lock_guard lock(mutex_);
    seen_.merge(seen);
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
    if (is_field || name == table.type_attribute || is_composed(entity, name)) continue;
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
    // The shard follows from the other values.
    if (!value || is_shard(*entity.table->info, field.attribute)) continue;
    auto other = substitutes_.treated(field, entity.fields[position.number()], *value);
    if (!other) return invalid(fmt::format("{}: {}", field.name, other.error().message));
    if (!other->is(AttributeType::None)) made.set(field.attribute, *std::move(other));
  }
  const model::TableInfo& table = *entity.table->info;
  ForkedItem out;
  PARTITA_TRY_VALUE(item, modelling::whole_item(table, *entity.info, std::move(made)));
  out.item = std::move(item);
  const model::Judgement judgement = model::judge(table, out.item);
  for (const model::Finding& finding : judgement.findings)
    if (finding.kind != model::Finding::Kind::Orphan) return invalid(finding.detail);
  for (const AttributeMap& key : judgement.sentinels)
    out.sentinels.push_back(model::unique_item(table, key, judgement.key));
  return out;
}

std::vector<std::string> Anonymiser::unmatched() const {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> out;
  for (const EntityTreatment& entity : treatments_.entities())
    for (std::size_t i = 0; i < entity.fields.size(); ++i)
      each_member(fmt::format("{}.{}", treatments_.name_of(entity), entity.info->fields[i].name), entity.fields[i],
                  [&](const std::string& name, const Treatment& member) {
                    if (member.rule && !seen_.contains(&member)) out.push_back(name);
                  });
  return out;
}

std::map<std::string, std::uint64_t> Anonymiser::unnamed() const {
  const std::lock_guard lock(mutex_);
  return left_out_;
}

}  // namespace partita::movement
