// Finds the vector index that serves a search, or explains why none does.
#pragma once

#include <partita/model/detail/key_match.h>

namespace partita::model::detail {

// The requirements of a search.
struct SearchRequest {
  const TableInfo* table = nullptr;
  EntityPosition entity = kNone;
  std::span<const FieldPosition> by = {};  // fields of the entity
  std::string_view index = {};             // the index to use; empty: any

  constexpr const EntityInfo& of() const { return table->at(entity); }
};

// Returns the reason for which a search cannot select by the attribute of the field, if there is one. A search by the
// default of a member would not find items that lack the attribute.
constexpr Mistake check_search_filter(const TableInfo& table, const EntityInfo& entity, IndexPosition index,
                                      FieldPosition field, Text* where) {
  const FieldInfo& info = entity.at(field);
  const IndexInfo& searched = table.at(index);
  if (info.stored && !info.has_default && is_among(searched.vector.filters, info.attribute)) return Mistake::None;
  if (where) *where << info.name << " of " << entity.name << " in " << searched.name;
  return Mistake::NoInlineFilter;
}

// Returns the obstacle of this index, to a search that gives the members in `by`.
constexpr Mistake check_given_members(const SearchRequest& request, IndexPosition index, Text* where) {
  const EntityInfo& entity = request.of();
  const IndexInfo& info = request.table->at(index);
  if (!info.partition.empty())
    for (const KeyAttribute& attribute : key_in(entity, index).partition)
      for (const KeyPart& part : attribute.value.parts)
        if (part.is_field() && !contains(request.by, part.field)) {
          if (where)
            *where << field_name(entity, part.field) << " is in the partition key of " << info.name << ", "
                   << attribute.attribute;
          return Mistake::SearchWithoutKey;
        }
  for (const FieldPosition field : request.by)
    if (!is_in_partition(entity, index, field))
      if (const Mistake mistake = check_search_filter(*request.table, entity, index, field, where);
          mistake != Mistake::None)
        return mistake;
  return Mistake::None;
}

// Refuses an index in which the partition of the search may have items of another entity.
constexpr Mistake check_foreign_vectors(const SearchRequest& request, IndexPosition index, Text* where) {
  const EntityInfo& entity = request.of();
  const IndexInfo& info = request.table->at(index);
  if (selects_by_tag(*request.table, info, entity)) return Mistake::None;
  for (const EntityPosition position : PositionsOf<EntityInfo>(request.table->entities.size())) {
    const EntityInfo& other = request.table->at(position);
    if (position == request.entity || !has_vectors_in(*request.table, other, index)) continue;
    if (!info.partition.empty() && !overlap(key_in(entity, index).partition[0], key_in(other, index).partition[0]))
      continue;
    if (where) *where << "items of " << other.name << " in " << info.name;
    return Mistake::ForeignVectors;
  }
  return Mistake::None;
}

struct SearchPlan {
  Mistake mistake = Mistake::None;
  IndexPosition index = kNone;
};

// Returns the only vector index that serves the search, or the mistake.
constexpr SearchPlan plan_search(const SearchRequest& request, Text* where) {
  const TableInfo& table = *request.table;
  const EntityInfo& entity = request.of();
  IndexPosition found = kNone, candidate = kNone;
  for (const IndexPosition index : table.index_positions()) {
    const std::string_view name = table.at(index).name;
    if (!has_vectors_in(table, entity, index) || (!request.index.empty() && request.index != name)) continue;
    candidate = index;
    if (check_given_members(request, index, nullptr) != Mistake::None) continue;
    if (found != kNone) {
      if (where) *where << table.at(found).name << " and " << name;
      return {Mistake::SeveralVectorIndexes};
    }
    found = index;
  }
  if (candidate == kNone) {
    if (where) *where << entity.name << " is in no vector index";
    if (where && !request.index.empty()) *where << " " << request.index;
    return {Mistake::NoVectorIndex};
  }
  if (found == kNone) return {check_given_members(request, candidate, where)};
  const WhenInfo& when = key_in(entity, found).when;
  if (key_in(entity, found).index == found && when.field != kNone && request.index.empty() &&
      !contains(request.by, when.field)) {
    if (where)
      *where << table.at(found).name << " has only items whose " << field_name(entity, when.field) << " is "
             << when.equals;
    return {Mistake::LeavesOut};
  }
  if (const Mistake mistake = check_foreign_vectors(request, found, where); mistake != Mistake::None) return {mistake};
  return {Mistake::None, found};
}

}  // namespace partita::model::detail
