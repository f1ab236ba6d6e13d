// Finds the plan of an access pattern at compile time, or explains why the pattern has no plan.
//
// A key or index serves a pattern under two conditions. The given fields must fill its partition key and a leading run
// of its sort key, and no given field may be left over. If the pattern has a range or an order, its field must come
// next. The table's own key is preferred, then the indexes in the order of their declaration.
#pragma once

#include <partita/model/mistakes.h>
#include <partita/model/projection.h>
#include <partita/model/segments.h>

namespace partita::model {

// The requirements of a pattern.
struct Wish {
  const TableInfo* table = nullptr;
  const KeysApart* apart = nullptr;  // the table's keys_apart()
  // The entities of the answer, as positions in the table's list. The key of the first one makes the plan.
  std::span<const int> entities = {};
  std::span<const int> by = {};  // fields of the first entity that the call gives
  int range_field = kNone;       // a field of the first entity that has a range or orders the answer
  int bucket_field = kNone;      // a field of the first entity whose range spans several partitions
  bool forward = true;
  bool consistent = false;
  bool tree = false;            // a parent and its children
  bool whole = false;           // the whole item collection, with any sort keys
  std::string_view index = {};  // the index to use; empty: any

  constexpr const EntityInfo& entity(std::size_t i) const {
    return *table->entities[static_cast<std::size_t>(entities[i])];
  }
};

struct Planned {
  Mistake mistake = Mistake::None;
  Plan plan = {};
};

namespace detail {

constexpr bool contains(std::span<const int> list, int wanted) {
  for (const int one : list)
    if (one == wanted) return true;
  return false;
}

constexpr std::string_view field_name(const EntityInfo& entity, int field) {
  return entity.fields[static_cast<std::size_t>(field)].name;
}

constexpr bool is_bucket(const KeyPart& part, int field) {
  return part.field == field && part.format >= KeyFormat::Year && part.format <= KeyFormat::Hour;
}

// True if the wish gives every field of the partition key. A shard number need not be given, because a read asks all
// shards.
constexpr bool filled(std::span<const KeyAttribute> key, const Wish& wish) {
  bool has_bucket = wish.bucket_field == kNone;
  for (const KeyAttribute& attribute : key)
    for (const KeyPart& part : attribute.value.parts) {
      if (!part.is_field() || part.format == KeyFormat::Shard) continue;
      if (wish.bucket_field != kNone && is_bucket(part, wish.bucket_field))
        has_bucket = true;
      else if (!contains(wish.by, part.field))
        return false;
    }
  return has_bucket;
}

constexpr bool uses(std::span<const KeyAttribute> key, int field) {
  for (const KeyAttribute& attribute : key)
    for (const KeyPart& part : attribute.value.parts)
      if (part.field == field) return true;
  return false;
}

// How far a key serves a wish. Each of the first three members requires the one before it.
struct Match {
  bool partition = false;  // the given fields fill the partition key
  bool all_used = false;   // the rest of them is a leading run of the sort key
  bool serves = false;     // the range field, if any, comes next
  KeyPart next = {};       // the field of the sort key behind the given ones; a literal: no field follows
  int cut_field = kNone;   // a given field of whose value the key holds only a part
  SortCondition sort = SortCondition::None;
  std::uint8_t sort_parts = 0;
};

// Matches a sort key of composed text. If a field is both given and ranged over, it is given only for the partition
// key, which holds the leading part of it, such as the day of a time.
constexpr void match_text(const KeyAttribute& sort, const Wish& wish, Match& match) {
  const auto parts = sort.value.parts;
  const auto is_known = [&](const KeyPart& part) {
    return !part.is_field() || (part.field != wish.range_field && contains(wish.by, part.field));
  };
  std::size_t known = 0;
  while (known < parts.size() && is_known(parts[known])) ++known;
  match.sort_parts = static_cast<std::uint8_t>(known);
  if (known < parts.size()) match.next = parts[known];
  match.sort = known == parts.size() ? SortCondition::Equal : known == 0 ? SortCondition::None : SortCondition::Prefix;
}

// Matches sort keys that are attributes of their own.
constexpr void match_attributes(std::span<const KeyAttribute> sort, std::span<const int> by, Match& match) {
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
constexpr void find_used(const EntityKey& key, const Wish& wish, Match& match) {
  match.all_used = true;
  for (const int field : wish.by) {
    bool used = false, whole = field == wish.range_field;
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

constexpr Match match(const EntityKey& key, const Wish& wish) {
  Match out;
  out.partition = filled(key.partition, wish);
  if (!out.partition) return out;
  if (sort_is_natural(key))
    match_attributes(key.sort, wish.by, out);
  else if (!key.sort.empty())
    match_text(key.sort[0], wish, out);
  if (wish.whole) {
    out.sort = SortCondition::None;
    out.sort_parts = 0;
    out.next = {};
  }
  find_used(key, wish, out);
  if (wish.whole) {
    out.serves = out.all_used;
  } else if (wish.range_field == kNone && wish.bucket_field != kNone) {
    out.serves = out.all_used;
    // In the other cases a filter drops the further items of the bucket.
    if (out.next.field == wish.bucket_field && out.next.lossless()) out.sort = SortCondition::Range;
  } else if (wish.range_field == kNone) {
    out.serves = out.all_used;
    if (wish.tree && out.sort == SortCondition::Equal && !sort_is_natural(key)) out.sort = SortCondition::Tree;
  } else {
    out.serves = out.all_used && out.next.field == wish.range_field;
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
  if (condition == SortCondition::Range) condition = found.sort_parts == 0 ? SortCondition::None : SortCondition::Prefix;
  return meets(theirs.sort[0].value, key.sort[0].value, condition, found.sort_parts);
}

// Returns the position of an entity whose items the pattern would read without naming it, or kNone.
constexpr int stranger(const Wish& wish, const EntityKey& key, const Match& found) {
  const bool sort_begins = found.sort != SortCondition::None && found.sort_parts > 0 && !sort_is_natural(key);
  const std::size_t count = wish.table->entities.size();
  const KeysApart apart =
      wish.apart[static_cast<std::size_t>(key.index + 1) * count + static_cast<std::size_t>(wish.entities[0])];
  if (apart == kOwnPartitions || (sort_begins && apart == kOwnKeys)) return kNone;
  for (std::size_t i = 0; i < count; ++i) {
    const int position = static_cast<int>(i);
    if (!contains(wish.entities, position) && reaches(*wish.table->entities[i], key, found)) return position;
  }
  return kNone;
}

constexpr void write_fields(const Wish& wish, std::span<const int> fields, std::string_view between, Text& where) {
  for (std::size_t i = 0; i < fields.size(); ++i)
    where << (i > 0 ? between : "") << field_name(wish.entity(0), fields[i]);
}

constexpr void write_index(const TableInfo& table, int index, Text& where) {
  where << (index == kNone ? table.name : table.indexes[static_cast<std::size_t>(index)].name);
}

// Writes a field in the form for a string key. Numbers are padded, so that they sort.
constexpr void write_padded(const EntityInfo& entity, int field, Text& where) {
  const FieldInfo& info = entity.fields[static_cast<std::size_t>(field)];
  const bool is_signed = info.kind == FieldKind::Integer || info.kind == FieldKind::Seconds;
  where << "{" << info.name << (is_signed ? ":s019d" : info.kind == FieldKind::Unsigned ? ":020d" : "") << "}";
}

// Writes a suggestion, such as "no key of ORDER is given by status, in the order of createdAt: add pt::on<...>".
constexpr void suggest_index(const Wish& wish, Text& where) {
  const EntityInfo& entity = wish.entity(0);
  bool sparse = false;
  const auto write = [&](int field) {
    sparse = sparse || entity.fields[static_cast<std::size_t>(field)].optional;
    write_padded(entity, field, where);
  };
  where << "no key or index of entity " << entity.name << " is given by ";
  write_fields(wish, wish.by, ", ", where);
  if (wish.range_field != kNone) where << " in the order of " << field_name(entity, wish.range_field);
  where << ": add pt::on<\"new_index\", \"" << entity.name;
  for (const int field : wish.by) {
    where << "#";
    write(field);
  }
  where << "\"";
  if (wish.range_field != kNone) {
    where << ", \"";
    write(wish.range_field);
    where << "\"";
  }
  where << (sparse ? ", pt::sparse" : "") << "> to the entity, and pt::gsi<\"new_index\", \"new_index_pk\""
        << (wish.range_field != kNone ? ", \"new_index_sk\"" : "") << "> to the table";
}

constexpr Plan plan_of(const Wish& wish, const EntityKey& key, const Match& found) {
  const bool whole = key.sort.empty() || (found.sort == SortCondition::Equal && !found.next.is_field());
  return {.operation = key.index == kNone && whole && !wish.tree && !wish.whole ? PlanOperation::GetItem : PlanOperation::Query,
          .index = key.index,
          .sort = found.sort,
          .sort_parts = found.sort_parts,
          .range_field = wish.range_field != kNone                ? wish.range_field
                         : found.sort == SortCondition::Range ? wish.bucket_field
                                                              : kNone,
          .forward = wish.forward,
          .consistent = wish.consistent,
          .bucket_field = wish.bucket_field};
}

constexpr bool is_global(const TableInfo& table, int index) {
  return index != kNone && table.indexes[static_cast<std::size_t>(index)].scope == IndexScope::Global;
}

// Returns the field by which the index leaves out items of the entity, if the wish does not give that field, or kNone
// if the index has all items of the wish. The fields of all entities except the first are compared by their names.
constexpr int left_out_by(const Wish& wish, std::size_t entity_number, const EntityKey& key) {
  const EntityInfo& entity = wish.entity(entity_number);
  const auto is_said = [&](int field) {
    if (entity_number == 0) return contains(wish.by, field) || field == wish.range_field || field == wish.bucket_field;
    for (const int given : wish.by)
      if (field_name(wish.entity(0), given) == field_name(entity, field)) return true;
    return false;
  };
  if (key.when.field != kNone && !is_said(key.when.field)) return key.when.field;
  for (const auto& attributes : {key.partition, key.sort})
    for (const KeyAttribute& attribute : attributes)
      for (const KeyPart& part : attribute.value.parts)
        if (part.is_field() && entity.fields[static_cast<std::size_t>(part.field)].optional && !is_said(part.field))
          return part.field;
  return kNone;
}

// The reason for which a key that otherwise fits cannot be used.
struct Obstacle {
  Mistake mistake = Mistake::None;
  const EntityKey* key = nullptr;
  int other = kNone;       // the position of an entity in the table, or a field
  std::size_t entity = 0;  // the position in the wish of the entity that has the field
};

// Returns the reason for which the key cannot be used. Requires: the given fields fill the key's partition key.
constexpr Obstacle obstacle(const Wish& wish, const EntityKey& key, const Match& found) {
  const EntityInfo& entity = wish.entity(0);
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
    const FieldInfo& field = entity.fields[static_cast<std::size_t>(found.next.field)];
    if (field.kind == FieldKind::Enum && !sorts_as_declared(field.enumerators, sort_is_natural(key)))
      return {Mistake::EnumOrder, &key, found.next.field};
  } else if (wish.bucket_field != kNone) {
    const FieldInfo& field = entity.fields[static_cast<std::size_t>(wish.bucket_field)];
    if (!holds_attribute(*wish.table, key.index, field) || is_key_attribute(*wish.table, key.index, field.attribute))
      return {Mistake::CutMember, &key, wish.bucket_field};
  }
  for (std::size_t k = 0; wish.index.empty() && key.index != kNone && k < wish.entities.size(); ++k)
    if (const int field = left_out_by(wish, k, key_in(wish.entity(k), key.index)); field != kNone)
      return {Mistake::LeavesOut, &key, field, k};
  if (wish.consistent && is_global(*wish.table, key.index)) return {Mistake::ConsistentOnGlobalIndex, &key};
  if (const int other = stranger(wish, key, found); other != kNone) return {Mistake::ForeignRows, &key, other};
  return {};
}

// The rank decides which obstacle is reported. The highest one is.
constexpr int rank(Mistake mistake) {
  switch (mistake) {
    case Mistake::ForeignRows: return 5;
    case Mistake::ConsistentOnGlobalIndex: return 4;
    case Mistake::LeavesOut:
    case Mistake::CutMember: return 3;
    case Mistake::RawBeforeMore:
    case Mistake::EnumOrder: return 2;
    case Mistake::RangeNotNext: return 1;
    default: return 0;
  }
}

constexpr void write_part(const EntityInfo& entity, const EntityKey& key, int field, Text& where) {
  for (const auto& attributes : {key.partition, key.sort})
    for (const KeyAttribute& attribute : attributes)
      for (const KeyPart& part : attribute.value.parts)
        if (part.field == field && !part.lossless()) {
          where << "of " << field_name(entity, field) << " the key attribute " << attribute.attribute
                << " holds only a part, as \"" << attribute.value.text << "\"";
          return;
        }
}

constexpr void tell(const Wish& wish, const Obstacle& what, Text& where) {
  const EntityInfo& entity = wish.entity(0);
  const TableInfo& table = *wish.table;
  switch (what.mistake) {
    case Mistake::ForeignRows:
      where << "a query for " << entity.name << " through ";
      write_index(table, what.key->index, where);
      where << " would also read items of " << table.entities[static_cast<std::size_t>(what.other)]->name;
      return;
    case Mistake::ConsistentOnGlobalIndex:
      where << "only the global index ";
      write_index(table, what.key->index, where);
      where << " serves it";
      return;
    case Mistake::CutMember:
      where << "in ";
      write_index(table, what.key->index, where);
      where << ", ";
      write_part(entity, *what.key, what.other, where);
      return;
    case Mistake::LeavesOut:
    case Mistake::RawBeforeMore:
    case Mistake::EnumOrder:
      where << "in ";
      write_index(table, what.key->index, where);
      where << ", by " << field_name(wish.entity(what.entity), what.other);
      return;
    case Mistake::RangeNotNext:
      where << "in ";
      write_index(table, what.key->index, where);
      where << ", after what is given, comes " << field_name(entity, match(*what.key, wish).next.field) << ", not "
            << field_name(entity, wish.range_field);
      return;
    default: suggest_index(wish, where);
  }
}

// Writes the first `count` parts of the attribute's template.
constexpr void write_parts(const EntityInfo& entity, const KeyAttribute& attribute, std::size_t count, Text& where) {
  where << "\"";
  for (const KeyPart& part : attribute.value.parts.first(count)) {
    if (part.is_field())
      where << "{" << field_name(entity, part.field) << "}";
    else
      where << part.literal;
  }
  where << "\"";
}

// Writes the condition on the first entity's key, and beside it the keys of the entity that does not meet it.
constexpr void tell_not_reached(const Wish& wish, const EntityInfo& entity, const EntityKey& key, const Match& found,
                                Text& where) {
  where << "entity " << entity.name << " through ";
  write_index(*wish.table, key.index, where);
  where << ": the condition is ";
  for (const KeyAttribute& attribute : key.partition)
    where << attribute.attribute << " = \"" << attribute.value.text << "\"";
  if (found.sort != SortCondition::None && !key.sort.empty()) {
    const KeyAttribute& sort = key.sort[0];
    const bool whole = found.sort == SortCondition::Equal || found.sort == SortCondition::Tree;
    where << " and " << sort.attribute
          << (found.sort == SortCondition::Equal  ? " = "
              : found.sort == SortCondition::Tree ? " at or below "
                                                  : " begins with ");
    write_parts(wish.entity(0), sort, sort.natural ? 1 : whole ? sort.value.parts.size() : found.sort_parts, where);
  }
  const EntityKey& theirs = key_in(entity, key.index);
  where << "; " << entity.name;
  if (theirs.index != key.index) {
    where << " is not in it";
    return;
  }
  where << " has";
  for (const auto& attributes : {theirs.partition, theirs.sort})
    for (const KeyAttribute& attribute : attributes)
      where << " " << attribute.attribute << " \"" << attribute.value.text << "\"";
}

}  // namespace detail

// Returns the plan, or the mistake that prevents it. Writes the particulars of the mistake unless `where` is nullptr.
constexpr Planned plan(const Wish& wish, Text* where) {
  const EntityInfo& entity = wish.entity(0);
  // The worst obstacle of the keys that otherwise fit.
  detail::Obstacle worst{.mistake = Mistake::NoIndexServes};
  for (std::size_t i = 0; i <= entity.indexes.size(); ++i) {
    const EntityKey& key = i == 0 ? entity.primary : entity.indexes[i - 1];
    if (!wish.index.empty() &&
        (key.index == kNone || wish.table->indexes[static_cast<std::size_t>(key.index)].name != wish.index))
      continue;
    const detail::Match found = detail::match(key, wish);
    if (!found.all_used) continue;
    const detail::Obstacle obstacle = detail::obstacle(wish, key, found);
    if (obstacle.mistake != Mistake::None) {
      if (detail::rank(obstacle.mistake) > detail::rank(worst.mistake)) worst = obstacle;
      continue;
    }
    for (std::size_t k = 1; k < wish.entities.size(); ++k)
      if (!detail::reaches(wish.entity(k), key, found)) {
        if (where) detail::tell_not_reached(wish, wish.entity(k), key, found, *where);
        return {Mistake::NotReached, {}};
      }
    return {Mistake::None, detail::plan_of(wish, key, found)};
  }
  if (where) detail::tell(wish, worst, *where);
  return {worst.mistake, {}};
}

}  // namespace partita::model
