// Matches the keys of an entity with the requirements of an access pattern.
#pragma once

#include <partita/model/detail/mistakes.h>
#include <partita/model/detail/projection.h>
#include <partita/model/detail/segments.h>

namespace partita::model {

// The requirements of a pattern.
struct PlanRequest {
  const TableInfo* table = nullptr;
  const KeySeparation* separation = nullptr;  // the table's key_separation()
  // The entities of the answer, as positions in the table's list. The key of the first one makes the plan.
  std::span<const EntityPosition> entities = {};
  std::span<const FieldPosition> by = {};  // fields of the first entity that the call gives
  FieldPosition range_field = kNone;       // a field of the first entity that has a range or orders the answer
  FieldPosition bucket_field = kNone;      // a field of the first entity whose range spans several partitions
  bool forward = true;
  bool consistent = false;
  bool tree = false;            // a parent and its children
  bool whole = false;           // the whole item collection, with any sort keys
  std::string_view index = {};  // the index to use; empty: any
  // Items of other entities may be between those of the answer, because the caller leaves them out.
  bool among_others = false;

  constexpr const EntityInfo& entity(std::size_t i) const { return table->at(entities[i]); }
};

namespace detail {

template <class Tag>
constexpr bool contains(std::span<const Position<Tag>> list, std::type_identity_t<Position<Tag>> wanted) {
  for (const Position<Tag> one : list)
    if (one == wanted) return true;
  return false;
}

constexpr std::string_view field_name(const EntityInfo& entity, FieldPosition field) { return entity.at(field).name; }

constexpr bool is_bucket(const KeyPart& part, FieldPosition field) {
  return part.field == field && part.format >= KeyFormat::Year && part.format <= KeyFormat::Hour;
}

// True if the request gives every field of the partition key. A shard number need not be given, because a read asks all
// shards.
constexpr bool filled(std::span<const KeyAttribute> key, const PlanRequest& request) {
  bool has_bucket = request.bucket_field == kNone;
  for (const KeyAttribute& attribute : key)
    for (const KeyPart& part : attribute.value.parts) {
      if (!part.is_field() || part.format == KeyFormat::Shard) continue;
      if (request.bucket_field != kNone && is_bucket(part, request.bucket_field))
        has_bucket = true;
      else if (!contains(request.by, part.field))
        return false;
    }
  return has_bucket;
}

constexpr bool uses(std::span<const KeyAttribute> key, FieldPosition field) {
  for (const KeyAttribute& attribute : key)
    for (const KeyPart& part : attribute.value.parts)
      if (part.field == field) return true;
  return false;
}

// How far a key serves a request. Each of the first three members requires the one before it.
struct Match {
  bool partition = false;           // the given fields fill the partition key
  bool all_used = false;            // the rest of them is a leading run of the sort key
  bool serves = false;              // the range field, if any, comes next
  KeyPart next = {};                // the field of the sort key behind the given ones; a literal: no field follows
  FieldPosition cut_field = kNone;  // a given field of whose value the key holds only a part
  SortCondition sort = SortCondition::None;
  std::uint8_t sort_parts = 0;
};

// Matches a sort key of composed text. If a field is both given and ranged over, it is given only for the partition
// key, which holds the leading part of it, such as the day of a time.
constexpr void match_text(const KeyAttribute& sort, const PlanRequest& request, Match& match) {
  const auto parts = sort.value.parts;
  const auto is_known = [&](const KeyPart& part) {
    return !part.is_field() || (part.field != request.range_field && contains(request.by, part.field));
  };
  std::size_t known = 0;
  while (known < parts.size() && is_known(parts[known])) ++known;
  match.sort_parts = static_cast<std::uint8_t>(known);
  if (known < parts.size()) match.next = parts[known];
  match.sort = known == parts.size() ? SortCondition::Equal : known == 0 ? SortCondition::None : SortCondition::Prefix;
}

// Matches sort keys that are attributes of their own.
constexpr void match_attributes(std::span<const KeyAttribute> sort, std::span<const FieldPosition> by, Match& match) {
  std::size_t known = 0;
  while (known < sort.size() && contains(by, sort[known].value.parts[0].field)) ++known;
  match.sort_parts = static_cast<std::uint8_t>(known);
  if (known < sort.size()) match.next = sort[known].value.parts[0];
  // A leading run of several attributes is an equality too.
  match.sort = known == 0 ? SortCondition::None : SortCondition::Equal;
}

constexpr bool sort_is_natural(const EntityKey& key) { return !key.sort.empty() && key.sort[0].natural; }

// Sets whether the key contains each given field with its whole value. If a field is both given and ranged over, the
// partition key may hold a part of it, because the range decides the rest.
constexpr void find_used(const EntityKey& key, const PlanRequest& request, Match& match) {
  match.all_used = true;
  for (const FieldPosition field : request.by) {
    bool used = false, whole = field == request.range_field;
    for (const KeyAttribute& attribute : key.partition)
      for (const KeyPart& part : attribute.value.parts)
        if (part.field == field) {
          used = true;
          whole = whole || part.lossless();
        }
    for (std::size_t i = 0; i < match.sort_parts; ++i) {
      const KeyPart& part = sort_is_natural(key) ? key.sort[i].value.parts[0] : key.sort[0].value.parts[i];
      if (part.field == field) {
        used = true;
        whole = whole || part.lossless();
      }
    }
    match.all_used = match.all_used && used;
    if (used && !whole) match.cut_field = field;
  }
}

constexpr Match match(const EntityKey& key, const PlanRequest& request) {
  Match out;
  out.partition = filled(key.partition, request);
  if (!out.partition) return out;
  if (sort_is_natural(key))
    match_attributes(key.sort, request.by, out);
  else if (!key.sort.empty())
    match_text(key.sort[0], request, out);
  if (request.whole) {
    out.sort = SortCondition::None;
    out.sort_parts = 0;
    out.next = {};
  }
  find_used(key, request, out);
  if (request.whole) {
    out.serves = out.all_used;
  } else if (request.range_field == kNone && request.bucket_field != kNone) {
    out.serves = out.all_used;
    // In the other cases a filter drops the further items of the bucket.
    if (out.next.field == request.bucket_field && out.next.lossless()) out.sort = SortCondition::Range;
  } else if (request.range_field == kNone) {
    out.serves = out.all_used;
    if (request.tree && out.sort == SortCondition::Equal && !sort_is_natural(key)) out.sort = SortCondition::Tree;
  } else {
    out.serves = out.all_used && out.next.field == request.range_field;
    out.sort = SortCondition::Range;
  }
  return out;
}

// True if an item of `entity` can meet the condition on `key`.
constexpr bool reaches(const EntityInfo& entity, const EntityKey& key, const Match& found) {
  const EntityKey& theirs = key_in(entity, key.index);
  if (theirs.index != key.index) return false;
  for (std::size_t i = 0; i < key.partition.size(); ++i)
    if (!overlap(key.partition[i], theirs.partition[i])) return false;
  if (key.sort.empty() || found.sort == SortCondition::None) return true;
  if (sort_is_natural(key) || sort_is_natural(theirs))
    return found.sort != SortCondition::Equal || overlap(key.sort[0], theirs.sort[0]);
  SortCondition condition = found.sort;
  // A range without a lower bound still has the known beginning.
  if (condition == SortCondition::Range)
    condition = found.sort_parts == 0 ? SortCondition::None : SortCondition::Prefix;
  return meets(theirs.sort[0].value, key.sort[0].value, condition, found.sort_parts);
}

// Returns the position of an entity whose items the pattern would read without naming it, or kNone.
constexpr EntityPosition foreign_entity(const PlanRequest& request, const EntityKey& key, const Match& found) {
  const bool sort_begins = found.sort != SortCondition::None && found.sort_parts > 0 && !sort_is_natural(key);
  const std::size_t count = request.table->entities.size();
  const KeySeparation separation = request.separation[key.index.slot() * count + request.entities[0].number()];
  if (separation == kOwnPartitions || (sort_begins && separation == kOwnKeys)) return kNone;
  for (const EntityPosition entity : PositionsOf<EntityInfo>(count))
    if (!contains(request.entities, entity) && reaches(request.table->at(entity), key, found)) return entity;
  return kNone;
}

constexpr bool is_global(const TableInfo& table, IndexPosition index) {
  return index != kNone && table.at(index).scope == IndexScope::Global;
}

// Returns the field by which the index leaves out items of the entity, if the request does not give that field, or
// kNone if the index has all items of the request. The fields of all entities except the first are compared by their
// names.
constexpr FieldPosition left_out_by(const PlanRequest& request, std::size_t entity_number, const EntityKey& key) {
  const EntityInfo& entity = request.entity(entity_number);
  const auto is_said = [&](FieldPosition field) {
    if (entity_number == 0)
      return contains(request.by, field) || field == request.range_field || field == request.bucket_field;
    for (const FieldPosition given : request.by)
      if (field_name(request.entity(0), given) == field_name(entity, field)) return true;
    return false;
  };
  if (key.when.field != kNone && !is_said(key.when.field)) return key.when.field;
  for (const auto& attributes : {key.partition, key.sort})
    for (const KeyAttribute& attribute : attributes)
      for (const KeyPart& part : attribute.value.parts)
        if (part.is_field() && entity.at(part.field).optional && !is_said(part.field)) return part.field;
  return kNone;
}

// The reason for which a key that otherwise fits cannot be used.
struct Obstacle {
  Mistake mistake = Mistake::None;
  const EntityKey* key = nullptr;
  FieldPosition field = kNone;
  std::size_t entity = 0;          // the position in the request of the entity that has the field
  EntityPosition foreign = kNone;  // the entity in the table whose items are in the way
};

// Returns the reason for which the key cannot be used. Requires: the given fields fill the key's partition key.
constexpr Obstacle obstacle(const PlanRequest& request, const EntityKey& key, const Match& found) {
  const EntityInfo& entity = request.entity(0);
  if (!found.serves) return {found.next.is_field() ? Mistake::RangeNotNext : Mistake::NoIndexServes, &key};
  if (found.cut_field != kNone) return {Mistake::CutMember, &key, found.cut_field};
  if (!key.sort.empty() && !sort_is_natural(key) && found.sort != SortCondition::Equal) {
    const auto parts = key.sort[0].value.parts;
    const std::size_t asked = found.sort_parts + (found.sort == SortCondition::Range ? 1u : 0u);
    for (std::size_t i = 0; i < asked && i < parts.size(); ++i)
      if (parts[i].is_field() && parts[i].escape == Escape::Raw) return {Mistake::RawBeforeMore, &key, parts[i].field};
  }
  if (found.sort == SortCondition::Range) {
    if (!found.next.lossless()) return {Mistake::CutMember, &key, found.next.field};
    const FieldInfo& field = entity.at(found.next.field);
    if (field.kind == FieldKind::Enum && !sorts_as_declared(field.enumerators, sort_is_natural(key)))
      return {Mistake::EnumOrder, &key, found.next.field};
  } else if (request.bucket_field != kNone) {
    const FieldInfo& field = entity.at(request.bucket_field);
    if (!holds_attribute(*request.table, key.index, field) ||
        is_key_attribute(*request.table, key.index, field.attribute))
      return {Mistake::CutMember, &key, request.bucket_field};
  }
  for (std::size_t k = 0; request.index.empty() && key.index != kNone && k < request.entities.size(); ++k)
    if (const FieldPosition field = left_out_by(request, k, key_in(request.entity(k), key.index)); field != kNone)
      return {Mistake::LeavesOut, &key, field, k};
  if (request.consistent && is_global(*request.table, key.index)) return {Mistake::ConsistentOnGlobalIndex, &key};
  if (request.among_others) return {};
  if (const EntityPosition foreign = foreign_entity(request, key, found); foreign != kNone)
    return {.mistake = Mistake::ForeignRows, .key = &key, .foreign = foreign};
  return {};
}

// The rank decides which obstacle is reported. The highest one is.
constexpr int rank(Mistake mistake) {
  switch (mistake) {
    case Mistake::ForeignRows:
      return 5;
    case Mistake::ConsistentOnGlobalIndex:
      return 4;
    case Mistake::LeavesOut:
    case Mistake::CutMember:
      return 3;
    case Mistake::RawBeforeMore:
    case Mistake::EnumOrder:
      return 2;
    case Mistake::RangeNotNext:
      return 1;
    default:
      return 0;
  }
}

}  // namespace detail

}  // namespace partita::model
