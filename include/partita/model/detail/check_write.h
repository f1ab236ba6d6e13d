// The checks that the compiler makes of an update or a removal. No index may go stale, no version may be ignored, and
// no unique value may be left behind.
#pragma once

#include <partita/model/detail/check_entry.h>
#include <partita/model/detail/write_knowledge.h>

namespace partita::model {

namespace detail {

// Begins the text anew, because several checks may write it one after the other.
constexpr void begin_text(const EntityInfo& entity, Text* where) {
  if (!where) return;
  *where = Text();
  *where << "entity " << entity.name << ": ";
}

// A computed member that changes is known only if all members that it follows from are known.
constexpr Mistake check_computed(const EntityInfo& entity, const WriteKnowledge& knowledge, Text* where) {
  for (const ComputedInfo& computed : entity.computed) {
    if (!changes(entity, knowledge, computed.field)) continue;
    for (const FieldPosition from : computed.from) {
      if (in_primary(entity, computed.field)) {
        if (where) *where << field_name(entity, from);
        return Mistake::PrimaryKeyField;
      }
      if (is_known(entity, knowledge, from)) continue;
      if (where) *where << field_name(entity, computed.field) << " depends on " << field_name(entity, from);
      return Mistake::StaleComputed;
    }
  }
  return Mistake::None;
}

// The members that refer to the source of a copy. If an update changes one, the library must know all of them, because
// it then reads the new source.
constexpr Mistake check_references(const EntityInfo& entity, const WriteKnowledge& knowledge, Text* where) {
  for (const CopiedField& copy : entity.copies) {
    if (!changes(entity, knowledge, copy.field)) continue;
    for (const FieldPosition reference : copy.references) {
      const std::string_view name = field_name(entity, reference);
      const bool erased = has_name(knowledge.changed, name) && !has_name(knowledge.made, name);
      if (is_known(entity, knowledge, reference) || erased) continue;
      if (where) *where << field_name(entity, copy.field) << " follows from the item that " << name << " refers to";
      return Mistake::UnknownReference;
    }
  }
  return Mistake::None;
}

constexpr bool in_index_key(const EntityInfo& entity, FieldPosition field) {
  for (const EntityKey& key : entity.indexes)
    if (key.when.field == field || uses(key.partition, field) || uses(key.sort, field)) return true;
  return false;
}

// True if the write does not know the old value of one of the members that are unique together. Writes the member's
// name.
constexpr bool old_is_unknown(const EntityInfo& entity, const UniqueInfo& unique, const WriteKnowledge& knowledge,
                              Text* where) {
  for (std::size_t i = 0; i < unique.size(); ++i) {
    const std::string_view name = field_name(entity, unique[i]);
    if (has_name(knowledge.given, name) || is_identifying(entity, unique[i])) continue;
    if (where) *where << name;
    return true;
  }
  return false;
}

// Returns the mistake of an upsert that does not set the member, because it may create an item that lacks it. If the
// key of an index contains the member, a default is not enough, because an existing item may have another value.
constexpr Mistake check_lacking(const EntityInfo& entity, FieldPosition field) {
  const FieldInfo& info = entity.at(field);
  if (info.optional || info.attribute.empty() || field == entity.version || in_primary(entity, field) ||
      is_kept(entity, field))
    return Mistake::None;
  if (!info.has_default) return Mistake::UpsertNotWhole;
  return in_index_key(entity, field) ? Mistake::UpsertLeavesKey : Mistake::None;
}

}  // namespace detail

// Returns the mistake of an update, if it has one, and writes the particulars to `where`, which may be nullptr.
constexpr Mistake check_update(const TableInfo& table, const EntityInfo& entity, const WriteKnowledge& knowledge,
                               Text* where) {
  detail::begin_text(entity, where);
  for (const auto name : knowledge.changed) {
    const FieldPosition field = detail::field_called(entity, name);
    if (field == kNone) continue;
    const bool others = entity.at(field).attribute.empty();
    const bool primary = detail::in_primary(entity, field);
    const bool kept = detail::is_kept(entity, field);
    if (!others && !primary && !kept && field != entity.version) continue;
    if (where) *where << name;
    if (others) return Mistake::OthersChanged;
    return primary ? Mistake::PrimaryKeyField : kept ? Mistake::KeptMember : Mistake::VersionSet;
  }
  if (entity.version != kNone && !knowledge.version_said && !knowledge.read_first) return Mistake::VersionUnchecked;
  if (!entity.copies.empty())
    if (const Mistake mistake = detail::check_references(entity, knowledge, where); mistake != Mistake::None)
      return mistake;
  if (knowledge.read_first) return Mistake::None;
  if (!entity.computed.empty())
    if (const Mistake mistake = detail::check_computed(entity, knowledge, where); mistake != Mistake::None)
      return mistake;
  for (const UniqueInfo& unique : entity.unique) {
    bool changed = false;
    for (std::size_t i = 0; i < unique.size(); ++i) changed = changed || detail::changes(entity, knowledge, unique[i]);
    if (changed && detail::old_is_unknown(entity, unique, knowledge, where)) return Mistake::UniqueWithoutOld;
  }
  for (const EntityKey& key : entity.indexes) {
    const Mistake mistake = detail::check_index(table, entity, key, knowledge, where);
    if (mistake != Mistake::None) return mistake;
  }
  return Mistake::None;
}

// An upsert may create the item, so it must set all required members.
constexpr Mistake check_upsert(const EntityInfo& entity, const WriteKnowledge& knowledge, Text* where) {
  Mistake mistake = Mistake::None;
  detail::begin_text(entity, where);
  // The mistakes of one kind are reported together, because each kind has its own cure.
  for (const Mistake kind : {Mistake::UpsertNotWhole, Mistake::UpsertLeavesKey}) {
    for (const FieldPosition field : entity.positions()) {
      const std::string_view name = detail::field_name(entity, field);
      if (detail::check_lacking(entity, field) != kind || detail::has_name(knowledge.made, name)) continue;
      if (where) *where << (mistake == Mistake::None ? "" : ", ") << name;
      mistake = kind;
    }
    if (mistake != Mistake::None) break;
  }
  // The upsert may create the item, whose copies then follow from the members that it has.
  for (const CopiedField& copy : entity.copies)
    for (const FieldPosition reference : copy.references) {
      const std::string_view name = detail::field_name(entity, reference);
      if (mistake != Mistake::None || detail::is_identifying(entity, reference) ||
          detail::has_name(knowledge.set, name))
        continue;
      if (where)
        *where << detail::field_name(entity, copy.field) << " follows from the item that " << name << " refers to";
      mistake = Mistake::UnknownReference;
    }
  if (mistake != Mistake::None || knowledge.read_first) return mistake;
  // The upsert computes all computed members, because it may create the item.
  for (const ComputedInfo& computed : entity.computed)
    for (const FieldPosition from : computed.from) {
      if (detail::is_known(entity, knowledge, from)) continue;
      if (where)
        *where << detail::field_name(entity, computed.field) << " depends on " << detail::field_name(entity, from);
      return Mistake::StaleComputed;
    }
  // The upsert stores a unique member that the key has only in part, so it may replace another value.
  for (const UniqueInfo& unique : entity.unique) {
    bool replaces = false;
    for (std::size_t i = 0; i < unique.size(); ++i)
      replaces = replaces || (detail::in_primary(entity, unique[i]) && !detail::is_identifying(entity, unique[i]));
    if (replaces && detail::old_is_unknown(entity, unique, knowledge, where)) return Mistake::UniqueWithoutOld;
  }
  return mistake;
}

// Returns the mistake of a removal or move, if it has one.
constexpr Mistake check_removal(const EntityInfo& entity, const WriteKnowledge& knowledge, Text* where) {
  detail::begin_text(entity, where);
  if (entity.version != kNone && !knowledge.version_said && !knowledge.read_first) return Mistake::VersionUnchecked;
  if (knowledge.read_first) return Mistake::None;
  for (const UniqueInfo& unique : entity.unique)
    if (detail::old_is_unknown(entity, unique, knowledge, where)) return Mistake::UniqueWithoutOld;
  return Mistake::None;
}

// Refuses entities that need conditions, because a batch writes without conditions.
constexpr Mistake check_batch(const EntityInfo& entity, Text* where) {
  if (entity.version == kNone && entity.unique.empty() && entity.copies.empty()) return Mistake::None;
  if (where) *where << "entity " << entity.name;
  return Mistake::BatchNeedsCondition;
}

}  // namespace partita::model
