#include "modelling/run/samples.h"

#include <algorithm>

#include "base/contains.h"
#include "modelling/core/made_up_items.h"

namespace partita::modelling::run {
namespace {

constexpr std::int64_t kMonthSeconds = 30 * 24 * 3600;
// Further items, for patterns that create some.
constexpr std::size_t kSpares = 24;

bool same_values(const model::EntityInfo& entity, std::span<const model::FieldPosition> fields, const AttributeMap& a,
                 const AttributeMap& b) {
  return std::all_of(fields.begin(), fields.end(), [&](model::FieldPosition field) {
    const std::string_view attribute = field_of(entity, field).attribute;
    const AttributeValue *left = a.find(attribute), *right = b.find(attribute);
    return left && right && *left == *right;
  });
}

std::vector<model::FieldPosition> fields_of(const model::UniqueInfo& unique) {
  std::vector<model::FieldPosition> out;
  for (std::size_t i = 0; i < unique.size(); ++i) out.push_back(unique[i]);
  return out;
}

bool is_unique(const model::EntityInfo& entity, model::FieldPosition field) {
  return std::any_of(entity.unique.begin(), entity.unique.end(), [&](const model::UniqueInfo& unique) {
    const std::vector<model::FieldPosition> fields = fields_of(unique);
    return base::contains(fields, field);
  });
}

// The fields in which the library keeps the shard numbers of indexes.
std::vector<model::FieldPosition> shard_fields(const model::TableInfo& table, const model::EntityInfo& entity) {
  std::vector<model::FieldPosition> out;
  for (const model::IndexInfo& index : table.indexes)
    for (std::size_t i = 0; i < entity.fields.size() && index.shards.count > 0; ++i)
      if (entity.fields[i].attribute == index.shards.attribute) out.push_back(model::FieldPosition(i));
  return out;
}

class SampleMaker {
 public:
  SampleMaker(const SampleOptions& options, const std::vector<const model::EntityInfo*>& left_out)
      : options_(options), left_out_(left_out) {}

  bool is_left_out(const model::EntityInfo* entity) const { return !entity || base::contains(left_out_, entity); }

  // A made-up item must not expire during the run.
  AttributeMap unexpired(const model::EntityInfo& entity, AttributeMap values, std::size_t number) const {
    if (entity.ttl == model::kNone) return values;
    const std::string_view attribute = field_of(entity, entity.ttl).attribute;
    if (values.contains(attribute))
      values.set(attribute, options_.now_ms / 1000 + kMonthSeconds + static_cast<std::int64_t>(number));
    return values;
  }

 private:
  const SampleOptions& options_;
  const std::vector<const model::EntityInfo*>& left_out_;
};

}  // namespace

const model::FieldInfo& field_of(const model::EntityInfo& entity, model::FieldPosition field) {
  return entity.at(field);
}

std::vector<model::FieldPosition> primary_fields(const model::EntityInfo& entity) {
  std::vector<model::FieldPosition> out;
  for (const auto& attributes : {entity.primary.partition, entity.primary.sort})
    for (const model::KeyAttribute& attribute : attributes)
      for (const model::KeyPart& part : attribute.value.parts)
        if (part.is_field() && !base::contains(out, part.field)) out.push_back(part.field);
  return out;
}

const AttributeValue* Sample::value(model::FieldPosition field) const {
  return values.find(field_of(*entity, field).attribute);
}

void Sample::clear_shards() {
  for (const model::FieldPosition field : shard_fields(*table->info, *entity))
    values.erase(field_of(*entity, field).attribute);
}

void Sample::take_shards(const AttributeMap& stored) {
  for (const model::FieldPosition field : shard_fields(*table->info, *entity))
    if (const AttributeValue* value = stored.find(field_of(*entity, field).attribute))
      values.set(field_of(*entity, field).attribute, *value);
}

AttributeMap Sample::key() const {
  AttributeMap out;
  for (const model::FieldPosition field : primary_fields(*entity))
    if (const AttributeValue* one = value(field)) out.set(field_of(*entity, field).attribute, *one);
  return out;
}

Samples Samples::make(const Proof& proof, const SampleOptions& options,
                      const std::vector<const model::EntityInfo*>& left_out) {
  Samples out;
  const SampleMaker maker(options, left_out);
  const auto few = made_up(proof.model(), {.items = options.items});
  const auto many = made_up(proof.model(), {.items = options.items + kSpares});
  for (const ProvenTable& table : proof.tables()) {
    for (const Item& item : table.declared->samples) out.whole_.push_back({&table, item.to_map()});
    for (std::size_t i = 0; i < table.declared->entities.size(); ++i) {
      const Entity& declared = table.declared->entities[i];
      const model::EntityPosition position = table.positions[i];
      const model::EntityInfo* entity = position == model::kNone ? nullptr : &table.info->at(position);
      if (maker.is_left_out(entity)) continue;
      for (const Item& item : declared.samples) out.all_.push_back({&table, entity, item.to_map(), true});
      if (declared.samples.empty()) {
        std::size_t number = 0;
        for (const AttributeMap& values : few.at(&declared))
          out.all_.push_back({&table, entity, maker.unexpired(*entity, values, number++)});
      }
      std::vector<AttributeMap>& spares = out.spares_[entity];
      for (const AttributeMap& values : many.at(&declared))
        spares.push_back(maker.unexpired(*entity, values, spares.size()));
    }
  }
  return out;
}

std::vector<const Sample*> Samples::of(const model::EntityInfo& entity) const {
  std::vector<const Sample*> out;
  for (const Sample& sample : all_)
    if (sample.entity == &entity) out.push_back(&sample);
  return out;
}

Sample* Samples::find(const model::EntityInfo& entity, const AttributeMap& values) {
  const std::vector<model::FieldPosition> key = primary_fields(entity);
  for (Sample& sample : all_)
    if (sample.entity == &entity && same_values(entity, key, sample.values, values)) return &sample;
  return nullptr;
}

void Samples::remove(const Sample& sample) {
  all_.erase(std::find_if(all_.begin(), all_.end(), [&](const Sample& one) { return &one == &sample; }));
}

Samples::Planned Samples::with_stored(const model::EntityInfo& entity, Planned planned) const {
  for (const Sample* sample : of(entity)) planned.push_back(&sample->values);
  return planned;
}

std::optional<AttributeMap> Samples::take_spare(const model::EntityInfo& entity, const Planned& planned) {
  std::vector<std::vector<model::FieldPosition>> identities = {primary_fields(entity)};
  for (const model::UniqueInfo& unique : entity.unique) identities.push_back(fields_of(unique));
  const Planned others = with_stored(entity, planned);
  const auto is_free = [&](const AttributeMap& values) {
    for (const AttributeMap* other : others)
      for (const std::vector<model::FieldPosition>& fields : identities)
        if (same_values(entity, fields, *other, values)) return false;
    return true;
  };
  std::vector<AttributeMap>& spares = spares_[&entity];
  while (!spares.empty()) {
    AttributeMap values = std::move(spares.front());
    spares.erase(spares.begin());
    if (is_free(values)) return values;
  }
  return std::nullopt;
}

std::optional<AttributeValue> Samples::other_value(const model::EntityInfo& entity, model::FieldPosition field,
                                                   const AttributeValue* now, const Planned& planned) const {
  const model::FieldInfo& info = field_of(entity, field);
  if (info.kind == model::FieldKind::Enum && !info.enumerators.empty()) {
    const auto& all = info.enumerators;
    const auto at = std::find_if(all.begin(), all.end(), [&](const model::EnumeratorInfo& one) {
      return now && now->is(AttributeType::S) && now->s() == one.attribute;
    });
    const auto next = at == all.end() || at + 1 == all.end() ? all.begin() : at + 1;
    return AttributeValue(next->attribute);
  }
  const auto spares = spares_.find(&entity);
  if (spares == spares_.end()) return std::nullopt;
  const Planned others = is_unique(entity, field) ? with_stored(entity, planned) : Planned();
  for (const AttributeMap& values : spares->second) {
    const AttributeValue* value = values.find(info.attribute);
    if (!value || (now && *value == *now)) continue;
    const bool is_taken = std::any_of(others.begin(), others.end(), [&](const AttributeMap* other) {
      const AttributeValue* theirs = other->find(info.attribute);
      return theirs && *theirs == *value;
    });
    if (!is_taken) return *value;
  }
  return std::nullopt;
}

}  // namespace partita::modelling::run
