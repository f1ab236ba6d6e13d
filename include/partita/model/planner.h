// Finds how an access pattern is served, at compile time; and says what is missing where it is not.
//
// A key or index serves a pattern if the given fields fill its partition key and a leading run of its sort key, with
// nothing left over, and the field of a range or order, if there is one, comes next. The table's own key is preferred,
// then indexes in the order of their declaration.
#pragma once

#include <partita/model/segments.h>
#include <partita/model/mistakes.h>

namespace partita::model {

// What a pattern asks for.
struct Wish {
  const TableInfo* table = nullptr;
  const KeysApart* apart = nullptr;                  // the table's keys_apart()
  std::span<const EntityInfo* const> entities = {};  // that the answer may hold; the first one's keys make the plan
  std::span<const int> by = {};                      // fields of the first entity, given with the call
  int range_field = kNone;                           // of the first entity: has a range, or orders the answer
  bool forward = true;
  bool consistent = false;
  bool tree = false;                                 // a parent and its children
  bool whole = false;                                // the item collection, whatever the sort keys
  std::string_view index = {};                       // has to be used; empty: any
};

struct Planned {
  Mistake mistake = Mistake::None;
  Plan plan = {};
};

namespace detail {

constexpr bool contains(std::span<const int> fields, int field) {
  for (const int one : fields)
    if (one == field) return true;
  return false;
}

constexpr std::string_view field_name(const EntityInfo& entity, int field) {
  return entity.fields[static_cast<std::size_t>(field)].name;
}

// Whether `by` gives every field of the attributes. Shard numbers need not be given: a read asks all shards.
constexpr bool filled(std::span<const KeyAttribute> key, std::span<const int> by) {
  for (const KeyAttribute& attribute : key)
    for (const KeyPart& part : attribute.value.parts)
      if (part.is_field() && part.format != KeyFormat::Shard && !contains(by, part.field)) return false;
  return true;
}

constexpr bool uses(std::span<const KeyAttribute> key, int field) {
  for (const KeyAttribute& attribute : key)
    for (const KeyPart& part : attribute.value.parts)
      if (part.field == field) return true;
  return false;
}

// How far a key serves a wish.
struct Match {
  bool partition = false;   // the given fields fill the partition key
  bool all_used = false;    // and the rest of them a leading run of the sort key
  bool serves = false;      // and the range field, if any, comes next
  int next_field = kNone;   // of the sort key, after what is given
  SortCondition sort = SortCondition::None;
  std::uint8_t sort_parts = 0;
};

// A sort key of composed text. A field that is given and ranged over is given for the partition key alone, which holds
// the leading part of it, such as the day of a time.
constexpr void match_text(const KeyAttribute& sort, const Wish& wish, Match& match) {
  const auto parts = sort.value.parts;
  const auto is_known = [&](const KeyPart& part) {
    return !part.is_field() || (part.field != wish.range_field && contains(wish.by, part.field));
  };
  std::size_t known = 0;
  while (known < parts.size() && is_known(parts[known])) ++known;
  match.sort_parts = static_cast<std::uint8_t>(known);
  if (known < parts.size()) match.next_field = parts[known].field;
  match.sort = known == parts.size() ? SortCondition::Equal : known == 0 ? SortCondition::None : SortCondition::Prefix;
}

// Sort keys that are attributes of their own.
constexpr void match_attributes(std::span<const KeyAttribute> sort, std::span<const int> by, Match& match) {
  std::size_t known = 0;
  while (known < sort.size() && contains(by, sort[known].value.parts[0].field)) ++known;
  match.sort_parts = static_cast<std::uint8_t>(known);
  if (known < sort.size()) match.next_field = sort[known].value.parts[0].field;
  // A leading run of several attributes is an equality too.
  match.sort = known == 0 ? SortCondition::None : SortCondition::Equal;
}

constexpr bool sort_is_natural(const EntityKey& key) { return !key.sort.empty() && key.sort[0].natural; }

constexpr Match match(const EntityKey& key, const Wish& wish) {
  Match out;
  out.partition = filled(key.partition, wish.by);
  if (!out.partition) return out;
  if (sort_is_natural(key))
    match_attributes(key.sort, wish.by, out);
  else if (!key.sort.empty())
    match_text(key.sort[0], wish, out);
  out.all_used = true;
  for (const int field : wish.by) {
    bool used = uses(key.partition, field);
    if (sort_is_natural(key)) {
      for (std::size_t i = 0; i < out.sort_parts; ++i) used = used || key.sort[i].value.parts[0].field == field;
    } else if (!key.sort.empty()) {
      for (std::size_t i = 0; i < out.sort_parts; ++i) used = used || key.sort[0].value.parts[i].field == field;
    }
    out.all_used = out.all_used && used;
  }
  if (wish.whole) {
    out.sort = SortCondition::None;
    out.sort_parts = 0;
    out.serves = out.all_used;
  } else if (wish.range_field == kNone) {
    out.serves = out.all_used;
    if (wish.tree && out.sort == SortCondition::Equal && !sort_is_natural(key)) out.sort = SortCondition::Tree;
  } else {
    out.serves = out.all_used && out.next_field == wish.range_field;
    out.sort = SortCondition::Range;
  }
  return out;
}

constexpr const EntityKey* key_in(const EntityInfo& entity, int index) {
  if (index == kNone) return &entity.primary;
  for (const EntityKey& key : entity.indexes)
    if (key.index == index) return &key;
  return nullptr;
}

// Whether an item of `entity` can be among what the condition on `key` selects.
constexpr bool reaches(const EntityInfo& entity, const EntityKey& key, const Match& found) {
  const EntityKey* theirs = key_in(entity, key.index);
  if (theirs == nullptr) return false;
  for (std::size_t i = 0; i < key.partition.size(); ++i)
    if (!overlap(key.partition[i].value, theirs->partition[i].value)) return false;
  if (key.sort.empty() || found.sort == SortCondition::None) return true;
  if (sort_is_natural(key) || sort_is_natural(*theirs))
    return found.sort != SortCondition::Equal || overlap(key.sort[0].value, theirs->sort[0].value);
  SortCondition condition = found.sort;
  // A range without a lower bound of its own still has the known beginning.
  if (condition == SortCondition::Range) condition = found.sort_parts == 0 ? SortCondition::None : SortCondition::Prefix;
  return meets(theirs->sort[0].value, key.sort[0].value, condition, found.sort_parts);
}

constexpr bool named(std::span<const EntityInfo* const> entities, const EntityInfo* entity) {
  for (const EntityInfo* one : entities)
    if (one == entity) return true;
  return false;
}

// Of an entity that the table does not hold, which the compiler refuses elsewhere, the last position.
constexpr std::size_t position(const TableInfo& table, const EntityInfo* entity) {
  const EntityInfo* const* entities = table.entities.data();
  std::size_t at = 0;
  while (at + 1 < table.entities.size() && entities[at] != entity) ++at;
  return at;
}

// An entity that the pattern would read without naming it; nullptr: there is none.
constexpr const EntityInfo* stranger(const Wish& wish, const EntityKey& key, const Match& found) {
  const bool sort_begins = found.sort != SortCondition::None && found.sort_parts > 0 && !sort_is_natural(key);
  const std::size_t count = wish.table->entities.size();
  const KeysApart apart =
      wish.apart[static_cast<std::size_t>(key.index + 1) * count + position(*wish.table, wish.entities[0])];
  if (apart == kOwnPartitions || (sort_begins && apart == kOwnKeys)) return nullptr;
  for (const EntityInfo* entity : wish.table->entities)
    if (!named(wish.entities, entity) && reaches(*entity, key, found)) return entity;
  return nullptr;
}

constexpr void write_fields(const Wish& wish, std::span<const int> fields, std::string_view between, Text& where) {
  for (std::size_t i = 0; i < fields.size(); ++i)
    where << (i > 0 ? between : "") << field_name(*wish.entities[0], fields[i]);
}

constexpr void write_index(const TableInfo& table, int index, Text& where) {
  where << (index == kNone ? table.name : table.indexes[static_cast<std::size_t>(index)].name);
}

// "no key of ORDER is given by status, in the order of createdAt: add pt::on<...>".
constexpr void suggest_index(const Wish& wish, Text& where) {
  where << "no key or index of entity " << wish.entities[0]->name << " is given by ";
  write_fields(wish, wish.by, ", ", where);
  if (wish.range_field != kNone) where << " in the order of " << field_name(*wish.entities[0], wish.range_field);
  where << ": add pt::on<\"new_index\", \"";
  for (std::size_t i = 0; i < wish.by.size(); ++i)
    where << (i > 0 ? "#" : "") << "{" << field_name(*wish.entities[0], wish.by[i]) << "}";
  where << "\"";
  if (wish.range_field != kNone) where << ", \"{" << field_name(*wish.entities[0], wish.range_field) << "}\"";
  where << "> to the entity, and pt::gsi<\"new_index\", ...> to the table";
}

constexpr Plan plan_of(const Wish& wish, const EntityKey& key, const Match& found) {
  const bool whole = key.sort.empty() || (found.sort == SortCondition::Equal && found.next_field == kNone);
  return {.operation = key.index == kNone && whole && !wish.tree && !wish.whole ? PlanOperation::GetItem : PlanOperation::Query,
          .index = key.index,
          .sort = found.sort,
          .sort_parts = found.sort_parts,
          .range_field = wish.range_field,
          .forward = wish.forward,
          .consistent = wish.consistent};
}

constexpr bool is_global(const TableInfo& table, int index) {
  return index != kNone && table.indexes[static_cast<std::size_t>(index)].scope == IndexScope::Global;
}

}  // namespace detail

// The plan, or why there is none; the text is only written where `where` is given.
constexpr Planned plan(const Wish& wish, Text* where) {
  const EntityInfo& entity = *wish.entities[0];
  const EntityKey* blocked_by_order = nullptr;
  const EntityKey* blocked_by_stranger = nullptr;
  const EntityInfo* the_stranger = nullptr;
  const EntityKey* blocked_by_consistency = nullptr;
  for (std::size_t i = 0; i <= entity.indexes.size(); ++i) {
    const EntityKey& key = i == 0 ? entity.primary : entity.indexes[i - 1];
    if (!wish.index.empty() &&
        (key.index == kNone || wish.table->indexes[static_cast<std::size_t>(key.index)].name != wish.index))
      continue;
    const detail::Match found = detail::match(key, wish);
    if (!found.all_used) continue;
    if (!found.serves) {
      if (blocked_by_order == nullptr && found.next_field != kNone) blocked_by_order = &key;
      continue;
    }
    if (wish.consistent && detail::is_global(*wish.table, key.index)) {
      if (blocked_by_consistency == nullptr) blocked_by_consistency = &key;
      continue;
    }
    if (const EntityInfo* other = detail::stranger(wish, key, found)) {
      if (blocked_by_stranger == nullptr) {
        blocked_by_stranger = &key;
        the_stranger = other;
      }
      continue;
    }
    for (const EntityInfo* other : wish.entities)
      if (!detail::reaches(*other, key, found)) {
        if (where) {
          *where << "entity " << other->name << " through ";
          detail::write_index(*wish.table, key.index, *where);
        }
        return {Mistake::NotReached, {}};
      }
    return {Mistake::None, detail::plan_of(wish, key, found)};
  }
  if (blocked_by_stranger != nullptr) {
    if (where) {
      *where << "a query for " << entity.name << " through ";
      detail::write_index(*wish.table, blocked_by_stranger->index, *where);
      *where << " would also read items of " << the_stranger->name;
    }
    return {Mistake::ForeignRows, {}};
  }
  if (blocked_by_consistency != nullptr) {
    if (where) {
      *where << "only the global index ";
      detail::write_index(*wish.table, blocked_by_consistency->index, *where);
      *where << " serves it";
    }
    return {Mistake::ConsistentOnGlobalIndex, {}};
  }
  if (blocked_by_order != nullptr) {
    if (where) {
      const detail::Match found = detail::match(*blocked_by_order, wish);
      *where << "in ";
      detail::write_index(*wish.table, blocked_by_order->index, *where);
      *where << ", after what is given, comes " << detail::field_name(entity, found.next_field) << ", not "
             << detail::field_name(entity, wish.range_field);
    }
    return {Mistake::RangeNotNext, {}};
  }
  if (where) detail::suggest_index(wish, *where);
  return {Mistake::NoIndexServes, {}};
}

}  // namespace partita::model
