#include "movement/reshaping/reshaping.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "base/contains.h"
#include "base/try.h"
#include "model/core/spell.h"
#include "model/keys/identify.h"
#include "model/plan/judge.h"
#include "model/plan/unique.h"
#include "modelling/core/whole_items.h"
#include "value/limits.h"
#include "value/size.h"

namespace partita::movement {
namespace {

using modelling::ProvenTable;
using modelling::derive::EntityOrigin;

bool is_in_place(const EntityOrigin& origin) {
  return origin.from_table->declared->name == origin.to_table->declared->name;
}

bool is_field(const model::EntityInfo& entity, std::string_view name) {
  return std::ranges::any_of(entity.fields, [&](const model::FieldInfo& field) {
    return !field.attribute.empty() && field.attribute == name;
  });
}

// Adds the attributes that no field of the earlier model names.
enum class TakesUnnamed : bool { No, Yes };
void add_unnamed(const EntityOrigin& origin, TakesUnnamed takes_unnamed, const AttributeMap& from, AttributeMap& to) {
  for (const auto& [name, value] : from) {
    if (is_field(*origin.from, name) || modelling::is_key_or_tag(*origin.from_table->info, name)) continue;
    if (is_field(*origin.to, name) || modelling::is_key_or_tag(*origin.to_table->info, name) || to.contains(name))
      continue;
    const bool is_write_id = name == model::kWriteIdAttribute;
    if (is_write_id ? origin.to->version != model::kNone : takes_unnamed == TakesUnnamed::Yes) to.set(name, value);
  }
}

template <class List, class Element>
void add_once(List& list, const Element& element) {
  if (!base::contains(list, element)) list.push_back(element);
}

}  // namespace

Result<Reshaping> Reshaping::make(std::shared_ptr<const modelling::Proof> was,
                                  std::shared_ptr<const modelling::Proof> now, const std::vector<std::string>& left_out,
                                  modelling::derive::Direction direction) {
  Reshaping out;
  out.was_ = std::move(was);
  out.now_ = std::move(now);
  PARTITA_TRY_VALUE(derivations, modelling::derive::Derivations::make(out.was_, out.now_, left_out, direction));
  out.derivations_ = std::make_shared<const modelling::derive::Derivations>(std::move(derivations));
  PARTITA_TRY_VALUE(new_fields, modelling::derive::NewFields::make(out.derivations_));
  out.new_fields_ = std::move(new_fields);
  PARTITA_TRY(out.choose_tables());
  return out;
}

Result<void> Reshaping::choose_tables() {
  const std::vector<std::string> faults = modelling::derive::faults_of_places(*derivations_, *was_);
  for (const EntityOrigin& origin : derivations_->all()) {
    if (is_in_place(origin)) continue;
    add_once(sources_, origin.from_table);
    add_once(targets_, origin.to_table);
  }
  if (faults.empty()) return {};
  return invalid(fmt::format("{}", fmt::join(faults, "\n")));
}

namespace {

// The attribute without a field that would be lost, because a key or the type tag of the later table has its name, or
// an empty text.
std::string hidden_attribute(const EntityOrigin& origin, const AttributeMap& item) {
  for (const auto& [name, value] : item)
    if (name != model::kWriteIdAttribute && !is_field(*origin.from, name) &&
        !modelling::is_key_or_tag(*origin.from_table->info, name) &&
        modelling::is_key_or_tag(*origin.to_table->info, name) && !is_field(*origin.to, name))
      return name;
  return {};
}

}  // namespace

Result<std::vector<ReshapedItem>> Reshaping::items_of(const ProvenTable& source, const AttributeMap& item) const {
  std::vector<ReshapedItem> out;
  if (model::owner_of_sentinel(*source.info, item)) return out;
  AttributeMap values = item;
  const model::EntityInfo* entity = model::identify(*source.info, values);
  const auto named = [&](const std::string& fault) {
    return invalid(fmt::format("{} {}: {}", source.declared->name,
                               model::spell(model::primary_key_of(*source.info, item)), fault));
  };
  if (!entity) return named("it belongs to no entity of the earlier model");
  if (derivations_->is_left_out(*entity) && derivations_->of(*entity).empty()) return out;
  TakesUnnamed takes_unnamed = TakesUnnamed::Yes;
  for (const EntityOrigin* origin : derivations_->of(*entity)) {
    auto derived = modelling::derive::derive(*origin, values);
    if (!derived) return named(derived.error().message);
    if (!*derived) continue;
    if (const std::string hidden = hidden_attribute(*origin, item);
        !hidden.empty() && takes_unnamed == TakesUnnamed::Yes)
      return named(fmt::format("its attribute {} would be lost, because the table {} has a key or tag of this name",
                               hidden, origin->to_table->declared->name));
    // One of several items that follow has them.
    add_unnamed(*origin, std::exchange(takes_unnamed, TakesUnnamed::No), item, **derived);
    auto whole = modelling::whole_item(*origin->to_table->info, *origin->to, *std::move(*derived));
    if (!whole) return named(fmt::format("{}: {}", origin->to->name, whole.error().message));
    if (const std::size_t bytes = value::item_size_bytes(*whole); bytes > limits::kItemSizeBytes)
      return named(fmt::format("{}: the item would have {} bytes, and at most {} are allowed", origin->to->name, bytes,
                               limits::kItemSizeBytes));
    const model::Judgement judgement = model::judge(*origin->to_table->info, *whole);
    out.push_back({origin->to_table, origin->to, *std::move(whole)});
    for (const AttributeMap& key : judgement.sentinels)
      out.push_back({origin->to_table, nullptr, model::unique_item(*origin->to_table->info, key, judgement.key)});
  }
  if (out.empty() && !derivations_->is_left_out(*entity))
    return named(fmt::format(
        "it meets no condition of an entity that is from {0}; --leave-out {0} leaves such items out", entity->name));
  return out;
}

}  // namespace partita::movement
