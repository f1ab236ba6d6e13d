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
  std::span<const int> entities = {};                // that the answer may hold: positions in the table's list; the
                                                     // first one's keys make the plan
  std::span<const int> by = {};                      // fields of the first entity, given with the call
  int range_field = kNone;                           // of the first entity: has a range, or orders the answer
  bool forward = true;
  bool consistent = false;
  bool tree = false;                                 // a parent and its children
  bool whole = false;                                // the item collection, whatever the sort keys
  std::string_view index = {};                       // has to be used; empty: any

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

// The primary key also where the entity does not stand in the index. References instead of pointers here and below:
// GCC's -fsanitize=undefined takes no comparison of an address for a constant.
constexpr const EntityKey& key_in(const EntityInfo& entity, int index) {
  for (const EntityKey& key : entity.indexes)
    if (key.index == index) return key;
  return entity.primary;
}

// Whether an item of `entity` can be among what the condition on `key` selects.
constexpr bool reaches(const EntityInfo& entity, const EntityKey& key, const Match& found) {
  const EntityKey& theirs = key_in(entity, key.index);
  if (theirs.index != key.index) return false;
  for (std::size_t i = 0; i < key.partition.size(); ++i)
    if (!overlap(key.partition[i].value, theirs.partition[i].value)) return false;
  if (key.sort.empty() || found.sort == SortCondition::None) return true;
  if (sort_is_natural(key) || sort_is_natural(theirs))
    return found.sort != SortCondition::Equal || overlap(key.sort[0].value, theirs.sort[0].value);
  SortCondition condition = found.sort;
  // A range without a lower bound of its own still has the known beginning.
  if (condition == SortCondition::Range) condition = found.sort_parts == 0 ? SortCondition::None : SortCondition::Prefix;
  return meets(theirs.sort[0].value, key.sort[0].value, condition, found.sort_parts);
}

// The position of an entity that the pattern would read without naming it; kNone: there is none.
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

// "no key of ORDER is given by status, in the order of createdAt: add pt::on<...>".
constexpr void suggest_index(const Wish& wish, Text& where) {
  where << "no key or index of entity " << wish.entity(0).name << " is given by ";
  write_fields(wish, wish.by, ", ", where);
  if (wish.range_field != kNone) where << " in the order of " << field_name(wish.entity(0), wish.range_field);
  where << ": add pt::on<\"new_index\", \"";
  for (std::size_t i = 0; i < wish.by.size(); ++i)
    where << (i > 0 ? "#" : "") << "{" << field_name(wish.entity(0), wish.by[i]) << "}";
  where << "\"";
  if (wish.range_field != kNone) where << ", \"{" << field_name(wish.entity(0), wish.range_field) << "}\"";
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
  const EntityInfo& entity = wish.entity(0);
  // Of the first key that would do but for one thing.
  bool blocked_by_order = false, blocked_by_stranger = false, blocked_by_consistency = false;
  int out_of_order = kNone, shared = kNone, global = kNone;  // the index, or kNone for the table
  int the_stranger = kNone;
  for (std::size_t i = 0; i <= entity.indexes.size(); ++i) {
    const EntityKey& key = i == 0 ? entity.primary : entity.indexes[i - 1];
    if (!wish.index.empty() &&
        (key.index == kNone || wish.table->indexes[static_cast<std::size_t>(key.index)].name != wish.index))
      continue;
    const detail::Match found = detail::match(key, wish);
    if (!found.all_used) continue;
    if (!found.serves) {
      if (!blocked_by_order && found.next_field != kNone) {
        blocked_by_order = true;
        out_of_order = key.index;
      }
      continue;
    }
    if (wish.consistent && detail::is_global(*wish.table, key.index)) {
      if (!blocked_by_consistency) global = key.index;
      blocked_by_consistency = true;
      continue;
    }
    if (const int other = detail::stranger(wish, key, found); other != kNone) {
      if (!blocked_by_stranger) {
        shared = key.index;
        the_stranger = other;
      }
      blocked_by_stranger = true;
      continue;
    }
    for (std::size_t k = 0; k < wish.entities.size(); ++k)
      if (!detail::reaches(wish.entity(k), key, found)) {
        if (where) {
          *where << "entity " << wish.entity(k).name << " through ";
          detail::write_index(*wish.table, key.index, *where);
        }
        return {Mistake::NotReached, {}};
      }
    return {Mistake::None, detail::plan_of(wish, key, found)};
  }
  if (blocked_by_stranger) {
    if (where) {
      *where << "a query for " << entity.name << " through ";
      detail::write_index(*wish.table, shared, *where);
      *where << " would also read items of " << wish.table->entities[static_cast<std::size_t>(the_stranger)]->name;
    }
    return {Mistake::ForeignRows, {}};
  }
  if (blocked_by_consistency) {
    if (where) {
      *where << "only the global index ";
      detail::write_index(*wish.table, global, *where);
      *where << " serves it";
    }
    return {Mistake::ConsistentOnGlobalIndex, {}};
  }
  if (blocked_by_order) {
    if (where) {
      const detail::Match found = detail::match(detail::key_in(entity, out_of_order), wish);
      *where << "in ";
      detail::write_index(*wish.table, out_of_order, *where);
      *where << ", after what is given, comes " << detail::field_name(entity, found.next_field) << ", not "
             << detail::field_name(entity, wish.range_field);
    }
    return {Mistake::RangeNotNext, {}};
  }
  if (where) detail::suggest_index(wish, *where);
  return {Mistake::NoIndexServes, {}};
}

}  // namespace partita::model
