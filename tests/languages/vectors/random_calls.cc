#include "random_calls.h"

#include <algorithm>
#include <span>

namespace partita::vectors {

using model::FieldPosition;
using model::kNone;
using modelling::run::Sample;

// An item that may be stored.
const Sample* RandomCalls::any_sample(const model::EntityInfo& entity) {
  const std::vector<const Sample*> all = samples_.of(entity);
  return all.empty() ? nullptr : any(all);
}
const Sample* RandomCalls::any_sample() { return samples_.all().empty() ? nullptr : &any(samples_.all()); }

bool RandomCalls::is_kept(const model::EntityInfo& entity, FieldPosition field) {
  return field == entity.version || field == entity.created || field == entity.updated ||
         std::ranges::any_of(entity.computed, [&](const auto& one) { return one.field == field; });
}
bool RandomCalls::is_primary(const model::EntityInfo& entity, FieldPosition field) {
  const auto key = modelling::run::primary_fields(entity);
  return std::ranges::find(key, field) != key.end();
}

// Another value for the field, or nullopt.
std::optional<AttributeValue> RandomCalls::other_value(const model::EntityInfo& entity, FieldPosition field,
                                                       const AttributeValue* now) {
  const model::FieldInfo& info = entity.at(field);
  const Sample* like = any_sample(entity);
  const AttributeValue* known = now ? now : like ? like->value(field) : nullptr;
  if (known && random_.one_in(2))
    if (auto value = random_.value(info, *known)) return value;
  if (const AttributeValue* other = like ? like->value(field) : nullptr) return *other;
  return now ? std::optional(*now) : std::nullopt;
}

AttributeMap RandomCalls::with_other_values(const Sample& sample, bool changes_key) {
  AttributeMap out = sample.values;
  for (const FieldPosition field : sample.entity->positions()) {
    const bool is_key = is_primary(*sample.entity, field);
    if (sample.entity->at(field).attribute.empty() || is_kept(*sample.entity, field)) continue;
    if (is_key ? !changes_key : !random_.one_in(2)) continue;
    const std::string attribute(sample.entity->at(field).attribute);
    if (!is_key && sample.entity->at(field).optional && random_.one_in(3))
      out.erase(attribute);
    else if (auto value = other_value(*sample.entity, field, sample.value(field)))
      out.set(attribute, *std::move(value));
  }
  return out;
}

model::Predicate RandomCalls::any_predicate(const model::EntityInfo& entity, int depth) {
  using Kind = model::Predicate::Kind;
  if (depth < 2 && random_.one_in(3)) {
    model::Predicate out{.kind = random_.one_in(3) ? Kind::Not : random_.one_in(2) ? Kind::And : Kind::Or};
    for (std::size_t i = out.kind == Kind::Not ? 1 : 2 + random_.below(2); i > 0; --i)
      out.children.push_back(any_predicate(entity, depth + 1));
    return out;
  }
  for (;;) {
    const FieldPosition field = FieldPosition(random_.below(entity.fields.size()));
    const model::FieldInfo& info = entity.at(field);
    if (!info.stored || info.attribute.empty()) continue;
    model::Predicate out{.path = std::string(info.attribute)};
    const Sample* sample = any_sample(entity);
    const AttributeValue* value = sample ? sample->value(field) : nullptr;
    if (!value || info.kind == model::FieldKind::Document || info.kind == model::FieldKind::Bool) {
      out.kind = random_.one_in(2) ? Kind::Exists : Kind::NotExists;
      return out;
    }
    constexpr Kind kKinds[] = {Kind::Equal,      Kind::NotEqual,       Kind::Less,       Kind::LessOrEqual,
                               Kind::Greater,    Kind::GreaterOrEqual, Kind::Between,    Kind::In,
                               Kind::BeginsWith, Kind::Contains,       Kind::SizeGreater};
    out.kind = any(std::span(kKinds));
    const bool is_text = value->is(AttributeType::S);
    if (!is_text && out.kind >= Kind::BeginsWith) out.kind = Kind::Equal;
    if (out.kind >= Kind::SizeEqual) {
      out.values = {AttributeValue(std::int64_t{2})};
      return out;
    }
    out.values = {*value};
    if (out.kind == Kind::Between || out.kind == Kind::In)
      out.values.push_back(other_value(entity, field, value).value_or(*value));
    return out;
  }
}

void RandomCalls::add_range(const model::PatternInfo& pattern, model::ReadRequest& request) {
  using Kind = model::SortRange::Kind;
  const model::EntityInfo& entity = *pattern.entities.front();
  const FieldPosition field = pattern.plan.bucket_field != kNone ? pattern.plan.bucket_field : pattern.plan.range_field;
  if (field == kNone) return;
  const Sample *low = any_sample(entity), *high = any_sample(entity);
  const AttributeValue* a = low ? low->value(field) : nullptr;
  const AttributeValue* b = high ? high->value(field) : nullptr;
  if (!a || !b) return;
  if (pattern.plan.bucket_field != kNone) {
    request.range = {Kind::Between, *a, *b};
    return;
  }
  constexpr Kind kKinds[] = {Kind::None,    Kind::Equal,          Kind::Less,    Kind::LessOrEqual,
                             Kind::Greater, Kind::GreaterOrEqual, Kind::Between, Kind::BeginsWith};
  request.range.kind = any(std::span(kKinds));
  if (request.range.kind == Kind::None) return;
  request.range.low = *a;
  if (request.range.kind == Kind::Between) request.range.high = *b;
  if (request.range.kind == Kind::BeginsWith && a->is(AttributeType::S)) {
    std::size_t size = random_.below(a->s().size() + 1);
    while (size < a->s().size() && (static_cast<unsigned char>(a->s()[size]) & 0xC0) == 0x80) ++size;
    request.range.low = AttributeValue(a->s().substr(0, std::max<std::size_t>(size, 1)));
  }
}

std::optional<model::ReadRequest> RandomCalls::any_read(const modelling::ProvenPattern& pattern) {
  const model::EntityInfo& entity = *pattern.info.entities.front();
  const Sample* sample = any_sample(entity);
  if (!sample) return std::nullopt;
  model::ReadRequest out{.pattern = &pattern.info};
  for (const FieldPosition field : pattern.info.by) {
    const AttributeValue* value = sample->value(field);
    if (!value) return std::nullopt;
    out.values.set(entity.at(field).attribute, *value);
  }
  RandomCalls::add_range(pattern.info, out);
  if (random_.one_in(2)) out.take = 1 + static_cast<std::int64_t>(random_.below(4));
  if (random_.one_in(8)) out.read_at_most = 4 + static_cast<std::int64_t>(random_.below(8));
  if (random_.one_in(3)) out.forward = random_.one_in(2);
  if (pattern.info.plan.index == kNone && random_.one_in(4)) out.consistent = true;
  if (random_.one_in(4)) out.expired_too = true;
  return out;
}

AttributeMap RandomCalls::without_kept(const model::EntityInfo& entity, AttributeMap values) {
  for (const FieldPosition field : {entity.version, entity.created, entity.updated})
    if (field != kNone) values.erase(entity.at(field).attribute);
  return values;
}

void RandomCalls::add_knowledge(const std::optional<AttributeMap>& there, model::WriteRequest& request) {
  const model::EntityInfo& entity = *request.entity;
  request.read_first = random_.one_in(4);
  if (entity.version != kNone && !random_.one_in(6)) {
    const AttributeValue* version = there ? there->find(entity.at(entity.version).attribute) : nullptr;
    if (version && version->is(AttributeType::N) && !random_.one_in(3))
      request.expected_version = std::stoll(version->n()) + (random_.one_in(6) ? 1 : 0);
    else
      request.any_version = true;
  }
  for (const FieldPosition field : entity.positions()) {
    const model::FieldInfo& info = entity.at(field);
    if (!info.stored || info.attribute.empty() || is_primary(entity, field) || random_.one_in(3)) continue;
    const AttributeValue* value = there ? there->find(info.attribute) : nullptr;
    if (value && info.kind == model::FieldKind::Document) continue;
    request.given.set(info.attribute, value ? *value : AttributeValue());
  }
  if (random_.one_in(5)) request.condition = any_predicate(entity);
}

void RandomCalls::add_changes(const Sample& sample, model::WriteRequest& request) {
  using Kind = model::Change::Kind;
  for (const FieldPosition field : sample.entity->positions()) {
    const model::FieldInfo& info = sample.entity->at(field);
    if (info.attribute.empty() || is_primary(*sample.entity, field) || is_kept(*sample.entity, field)) continue;
    if (request.kind == model::WriteRequest::Kind::Update && !random_.one_in(3)) continue;
    const AttributeValue* now = sample.value(field);
    const auto value = other_value(*sample.entity, field, now);
    const bool is_number = info.kind == model::FieldKind::Integer || info.kind == model::FieldKind::Decimal;
    if (info.optional && random_.one_in(4))
      request.changes.push_back({.kind = random_.one_in(2) ? Kind::Remove : Kind::Set, .field = field});
    else if (is_number && random_.one_in(3))
      request.changes.push_back(
          {.kind = Kind::Increment, .field = field, .value = AttributeValue(std::int64_t{1} - 2 * random_.one_in(2))});
    else if (value && random_.one_in(8))
      request.changes.push_back({.kind = Kind::SetIfAbsent, .field = field, .value = *value});
    else if (value)
      request.changes.push_back({.kind = Kind::Set, .field = field, .value = *value});
  }
}

std::optional<model::WriteRequest> RandomCalls::any_write(bool for_batch, const Stored& stored) {
  using Kind = model::WriteRequest::Kind;
  const Sample* sample = any_sample();
  if (!sample) return std::nullopt;
  model::WriteRequest out;
  constexpr Kind kKinds[] = {Kind::Create, Kind::Put,    Kind::Update, Kind::Update, Kind::Update,
                             Kind::Upsert, Kind::Remove, Kind::Check,  Kind::Move};
  out.kind = any(std::span(kKinds));
  if (for_batch) out.kind = random_.one_in(3) ? Kind::Remove : Kind::Put;
  out.table = sample->table->info;
  out.entity = sample->entity;
  const bool is_whole = out.kind == Kind::Create || out.kind == Kind::Put;
  out.values = is_whole ? without_kept(*sample->entity, with_other_values(*sample, random_.one_in(3))) : sample->key();
  if (for_batch) return out;
  if (out.kind == Kind::Create) {
    if (random_.one_in(5)) out.condition = any_predicate(*out.entity);
    return out;
  }
  RandomCalls::add_knowledge(stored(*sample), out);
  if (out.kind == Kind::Update || out.kind == Kind::Upsert) add_changes(*sample, out);
  if (out.kind == Kind::Move) out.moved_to = without_kept(*sample->entity, with_other_values(*sample, true));
  if (out.kind == Kind::Remove || out.kind == Kind::Check) out.must_exist = random_.one_in(2);
  if (out.kind == Kind::Check) {
    out.read_first = false;
    if (out.condition.kind == model::Predicate::Kind::None) out.must_exist = true;
  }
  if (random_.one_in(6) && out.kind != Kind::Remove && out.kind != Kind::Check) out.returns_old = true;
  return out;
}

}  // namespace partita::vectors
