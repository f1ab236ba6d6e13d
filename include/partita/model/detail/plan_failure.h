// Writes the reason for which an access pattern has no plan, for the compiler's message.
#pragma once

#include <partita/model/detail/key_match.h>

namespace partita::model::detail {

constexpr void write_fields(const PlanRequest& request, std::span<const FieldPosition> fields, std::string_view between,
                            Text& where) {
  for (std::size_t i = 0; i < fields.size(); ++i)
    where << (i > 0 ? between : "") << field_name(request.entity(0), fields[i]);
}

constexpr void write_index(const TableInfo& table, IndexPosition index, Text& where) {
  where << (index == kNone ? table.name : table.at(index).name);
}

// Writes a field in the form for a string key. Numbers are padded, so that they sort.
constexpr void write_padded(const EntityInfo& entity, FieldPosition field, Text& where) {
  const FieldInfo& info = entity.at(field);
  const bool is_signed = info.kind == FieldKind::Integer || info.kind == FieldKind::Seconds;
  where << "{" << info.name << (is_signed ? ":s019d" : info.kind == FieldKind::Unsigned ? ":020d" : "") << "}";
}

// Writes a suggestion, such as "no key of ORDER is given by status, in the order of createdAt: add pt::on<...>".
constexpr void suggest_index(const PlanRequest& request, Text& where) {
  const EntityInfo& entity = request.entity(0);
  bool sparse = false;
  const auto write = [&](FieldPosition field) {
    sparse = sparse || entity.at(field).optional;
    write_padded(entity, field, where);
  };
  where << "no key or index of entity " << entity.name << " is given by ";
  write_fields(request, request.by, ", ", where);
  if (request.range_field != kNone) where << " in the order of " << field_name(entity, request.range_field);
  where << ": add pt::on<\"new_index\", \"" << entity.name;
  for (const FieldPosition field : request.by) {
    where << "#";
    write(field);
  }
  where << "\"";
  if (request.range_field != kNone) {
    where << ", \"";
    write(request.range_field);
    where << "\"";
  }
  where << (sparse ? ", pt::sparse" : "") << "> to the entity, and pt::gsi<\"new_index\", \"new_index_pk\""
        << (request.range_field != kNone ? ", \"new_index_sk\"" : "") << "> to the table";
}

constexpr void write_part(const EntityInfo& entity, const EntityKey& key, FieldPosition field, Text& where) {
  for (const auto& attributes : {key.partition, key.sort})
    for (const KeyAttribute& attribute : attributes)
      for (const KeyPart& part : attribute.value.parts)
        if (part.field == field && !part.lossless()) {
          where << "of " << field_name(entity, field) << " the key attribute " << attribute.attribute
                << " holds only a part, as \"" << attribute.value.text << "\"";
          return;
        }
}

constexpr void explain_failure(const PlanRequest& request, const Obstacle& what, Text& where) {
  const EntityInfo& entity = request.entity(0);
  const TableInfo& table = *request.table;
  switch (what.mistake) {
    case Mistake::ForeignRows:
      where << "a query for " << entity.name << " through ";
      write_index(table, what.key->index, where);
      where << " would also read items of " << table.at(what.foreign).name;
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
      write_part(entity, *what.key, what.field, where);
      return;
    case Mistake::LeavesOut:
    case Mistake::RawBeforeMore:
    case Mistake::EnumOrder:
      where << "in ";
      write_index(table, what.key->index, where);
      where << ", by " << field_name(request.entity(what.entity), what.field);
      return;
    case Mistake::RangeNotNext:
      where << "in ";
      write_index(table, what.key->index, where);
      where << ", after what is given, comes " << field_name(entity, match(*what.key, request).next.field) << ", not "
            << field_name(entity, request.range_field);
      return;
    default:
      suggest_index(request, where);
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
constexpr void explain_not_reached(const PlanRequest& request, const EntityInfo& entity, const EntityKey& key,
                                   const Match& found, Text& where) {
  where << "entity " << entity.name << " through ";
  write_index(*request.table, key.index, where);
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
    write_parts(request.entity(0), sort, sort.natural ? 1 : whole ? sort.value.parts.size() : found.sort_parts, where);
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

}  // namespace partita::model::detail
