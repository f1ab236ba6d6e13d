#include "modelling/generate/update_needs.h"

#include <partita/model/detail/write_knowledge.h>

#include <algorithm>
#include <set>

#include "base/contains.h"

namespace partita::modelling {
namespace {

using PositionsOfFields = std::set<model::FieldPosition>;

class UpdateNeeds {
 public:
  explicit UpdateNeeds(const model::EntityInfo& entity) : entity_(entity) {}

  // Adds the need of a change of one of `of`. A computed field changes with the fields that it follows from, and is
  // then known if they are.
  void add(const PositionsOfFields& of, const PositionsOfFields& known) {
    PositionsOfFields plain;
    for (const model::FieldPosition field : of)
      if (const model::ComputedInfo* computed = computed_field(field))
        add_of_computed(*computed, known);
      else
        plain.insert(field);
    push(plain, known);
  }

  std::vector<UpdateNeed> take() { return std::move(all_); }

 private:
  const model::ComputedInfo* computed_field(model::FieldPosition field) const {
    const auto found = std::ranges::find(entity_.computed, field, &model::ComputedInfo::field);
    return found == entity_.computed.end() ? nullptr : &*found;
  }

  void add_of_computed(const model::ComputedInfo& computed, PositionsOfFields known) {
    const PositionsOfFields from(computed.from.begin(), computed.from.end());
    known.erase(computed.field);
    known.insert(from.begin(), from.end());
    push(from, known);
  }

  enum class Kept : std::uint8_t { Out, In };
  std::vector<std::string> names(const PositionsOfFields& fields, Kept kept) const {
    std::vector<std::string> out;
    for (const model::FieldPosition field : fields) {
      const bool is_kept = kept == Kept::Out && (model::detail::is_kept(entity_, field) || field == entity_.version);
      if (!is_kept && !model::detail::is_identifying(entity_, field) && field != entity_.updated)
        out.emplace_back(entity_.at(field).name);
    }
    return out;
  }

  void push(const PositionsOfFields& of, const PositionsOfFields& known) {
    UpdateNeed need{names(of, Kept::Out), names(known, Kept::In)};
    // A field that needs only itself is not known after an increment.
    if (need.of.empty() || need.known.empty()) return;
    if (!base::contains(all_, need)) all_.push_back(std::move(need));
  }

  const model::EntityInfo& entity_;
  std::vector<UpdateNeed> all_;
};

PositionsOfFields fields_in(const model::KeyAttribute& attribute) {
  PositionsOfFields out;
  for (const model::KeyPart& part : attribute.value.parts)
    if (part.is_field()) out.insert(part.field);
  return out;
}

std::vector<const model::KeyAttribute*> attributes_in(const model::EntityKey& key) {
  std::vector<const model::KeyAttribute*> out;
  for (const auto& attributes : {key.partition, key.sort})
    for (const model::KeyAttribute& attribute : attributes) out.push_back(&attribute);
  return out;
}

void add_needs_of_index(const model::TableInfo& table, const model::EntityInfo& entity, const model::EntityKey& key,
                        UpdateNeeds& needs) {
  const model::ShardInfo& shards = table.at(key.index).shards;
  PositionsOfFields deciding;  // whether the index has the item
  PositionsOfFields composed;  // of all attributes that the library composes
  if (key.when.field != model::kNone) deciding.insert(key.when.field);
  for (const model::KeyAttribute* attribute : attributes_in(key))
    for (const model::FieldPosition field : fields_in(*attribute)) {
      if (entity.at(field).optional) deciding.insert(field);
      if (!attribute->natural) composed.insert(field);
    }
  if (shards.count > 0)
    if (const model::FieldPosition of = entity.field(shards.of); of != model::kNone) composed.insert(of);
  if (composed.empty()) return;
  for (const model::KeyAttribute* attribute : attributes_in(key)) {
    if (attribute->natural) continue;
    PositionsOfFields known = fields_in(*attribute);
    const PositionsOfFields of = known;
    known.insert(deciding.begin(), deciding.end());
    needs.add(of, known);
  }
  composed.insert(deciding.begin(), deciding.end());
  needs.add(deciding, composed);
}

}  // namespace

std::vector<UpdateNeed> update_needs(const model::TableInfo& table, const model::EntityInfo& entity) {
  UpdateNeeds needs(entity);
  for (const model::ComputedInfo& computed : entity.computed) {
    const PositionsOfFields from(computed.from.begin(), computed.from.end());
    needs.add(from, from);
  }
  for (const model::EntityKey& key : entity.indexes) add_needs_of_index(table, entity, key, needs);
  return needs.take();
}

std::vector<UpdateNeed> unique_needs(const model::EntityInfo& entity) {
  std::vector<UpdateNeed> out;
  for (const model::UniqueInfo& unique : entity.unique) {
    UpdateNeed need;
    for (std::size_t i = 0; i < unique.size(); ++i) {
      if (model::detail::is_identifying(entity, unique[i])) continue;
      need.known.emplace_back(entity.at(unique[i]).name);
      const auto computed = std::ranges::find(entity.computed, unique[i], &model::ComputedInfo::field);
      if (computed == entity.computed.end())
        need.of.emplace_back(entity.at(unique[i]).name);
      else
        for (const model::FieldPosition from : computed->from) need.of.emplace_back(entity.at(from).name);
    }
    if (!need.of.empty()) out.push_back(std::move(need));
  }
  return out;
}

}  // namespace partita::modelling
