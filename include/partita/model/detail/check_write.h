// The checks that the compiler makes of an update or a removal. No index may go stale, no version may be ignored, and
// no unique value may be left behind.
#pragma once

#include <partita/model/detail/member_path.h>
#include <partita/model/detail/planner.h>

namespace partita::model {

// The facts that a write states about the members of its entity.
struct WriteKnowledge {
  std::span<const std::string_view> changed = {};  // the members that the write changes in any way
  std::span<const std::string_view> set = {};      // those of them whose new value is given
  std::span<const std::string_view> made = {};     // those of them that have a value afterwards
  std::span<const std::string_view> given = {};    // the members whose stored value is given
  bool read_first = false;
  bool version_said = false;  // the write gives an expected version, or says that any will do
};

namespace detail {

// Begins the text anew, because several checks may write it one after the other.
constexpr void begin_text(const EntityInfo& entity, Text* where) {
  if (!where) return;
  *where = Text();
  *where << "entity " << entity.name << ": ";
}

constexpr bool has_name(std::span<const std::string_view> names, std::string_view name) {
  for (const auto one : names)
    if (one == name) return true;
  return false;
}

constexpr bool in_primary(const EntityInfo& entity, int field) {
  return uses(entity.primary.partition, field) || uses(entity.primary.sort, field);
}

constexpr int field_called(const EntityInfo& entity, std::string_view name) {
  return entity.field(name.substr(0, head_size(name)));
}

// The position of the field in `entity.computed`, or kNone if the field is not computed. The result is not a pointer,
// because under UndefinedBehaviorSanitizer GCC 12 does not accept a comparison of a pointer with null as a constant.
constexpr int computed_at(const EntityInfo& entity, int field) {
  for (std::size_t i = 0; i < entity.computed.size(); ++i)
    if (entity.computed[i].field == field) return static_cast<int>(i);
  return kNone;
}

// True if the library keeps the field, so that callers must not set it. A version is checked separately.
constexpr bool is_kept(const EntityInfo& entity, int field) {
  return field == entity.created || field == entity.updated || computed_at(entity, field) != kNone;
}

// True if the write changes the field. Either its caller changes it, or the library does because it keeps the field.
constexpr bool changes(const EntityInfo& entity, const WriteKnowledge& knowledge, int field) {
  for (const auto name : knowledge.changed)
    if (field_called(entity, name) == field) return true;
  if (field == entity.updated) return true;
  if (const int at = computed_at(entity, field); at != kNone)
    for (const int from : entity.computed[static_cast<std::size_t>(at)].from)
      if (changes(entity, knowledge, from)) return true;
  return false;
}

// True if the field's value after the write is known. A computed field counts as known when it changes; check_computed
// checks its inputs.
constexpr bool is_known(const EntityInfo& entity, const WriteKnowledge& knowledge, int field) {
  if (in_primary(entity, field) || field == entity.updated) return true;
  const std::string_view name = field_name(entity, field);
  if (has_name(knowledge.set, name)) return true;
  const bool changed = changes(entity, knowledge, field);
  if (changed && computed_at(entity, field) != kNone) return true;
  return has_name(knowledge.given, name) && !changed;
}

// Returns a field of the attribute whose value after the write is unknown, or kNone if all are known.
constexpr int unknown_part(const EntityInfo& entity, const KeyAttribute& key, const WriteKnowledge& knowledge) {
  for (const KeyPart& part : key.value.parts)
    if (part.is_field() && !is_known(entity, knowledge, part.field)) return part.field;
  return kNone;
}

// A computed member that changes is known only if all members that it follows from are known.
constexpr Mistake check_computed(const EntityInfo& entity, const WriteKnowledge& knowledge, Text* where) {
  for (const ComputedInfo& computed : entity.computed) {
    if (!changes(entity, knowledge, computed.field)) continue;
    for (const int from : computed.from) {
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

constexpr bool changes_any(const EntityInfo& entity, const WriteKnowledge& knowledge, const KeyAttribute& key) {
  for (const KeyPart& part : key.value.parts)
    if (part.is_field() && changes(entity, knowledge, part.field)) return true;
  return false;
}

// True if the write changes the member that is stored in the shard's attribute.
constexpr bool changes_shard(const ShardInfo& shards, const EntityInfo& entity, const WriteKnowledge& knowledge) {
  if (shards.count == 0) return false;
  for (std::size_t i = 0; i < entity.fields.size(); ++i)
    if (entity.fields[i].attribute == shards.attribute && changes(entity, knowledge, static_cast<int>(i))) return true;
  return false;
}

constexpr bool in_index_key(const EntityInfo& entity, int field) {
  for (const EntityKey& key : entity.indexes)
    if (key.when.field == field || uses(key.partition, field) || uses(key.sort, field)) return true;
  return false;
}

// True if the member's value can be read back from the primary key.
constexpr bool is_identifying(const EntityInfo& entity, int field) {
  for (const auto& attributes : {entity.primary.partition, entity.primary.sort})
    for (const KeyAttribute& attribute : attributes)
      for (const KeyPart& part : attribute.value.parts)
        if (part.is_field() && part.field == field && part.lossless()) return true;
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
constexpr Mistake check_lacking(const EntityInfo& entity, int field) {
  const FieldInfo& info = entity.fields[static_cast<std::size_t>(field)];
  if (info.optional || info.attribute.empty() || field == entity.version || in_primary(entity, field) ||
      is_kept(entity, field))
    return Mistake::None;
  if (!info.has_default) return Mistake::UpsertNotWhole;
  return in_index_key(entity, field) ? Mistake::UpsertLeavesKey : Mistake::None;
}

constexpr Mistake check_index(const TableInfo& table, const EntityInfo& entity, const EntityKey& key,
                              const WriteKnowledge& knowledge, Text* where) {
  // If the key has a condition on membership, the whole key appears or disappears with the condition's field.
  const bool membership = key.when.field != kNone && changes(entity, knowledge, key.when.field);
  if (key.when.field != kNone && !membership) {
    bool touched = changes_shard(table.indexes[std::size_t(key.index)].shards, entity, knowledge);
    for (const auto& attributes : {key.partition, key.sort})
      for (const KeyAttribute& attribute : attributes)
        touched = touched || (!attribute.natural && changes_any(entity, knowledge, attribute));
    const std::string_view name = field_name(entity, key.when.field);
    if (touched && !in_primary(entity, key.when.field) && !has_name(knowledge.given, name)) {
      if (where) *where << "index " << table.indexes[std::size_t(key.index)].name << " depends on " << name;
      return Mistake::StaleIndex;
    }
  }
  for (const auto& attributes : {key.partition, key.sort})
    for (const KeyAttribute& attribute : attributes) {
      if (attribute.natural || !(membership || changes_any(entity, knowledge, attribute))) continue;
      const int unknown = unknown_part(entity, attribute, knowledge);
      if (unknown == kNone) continue;
      if (where)
        *where << "index " << table.indexes[std::size_t(key.index)].name << ": " << attribute.attribute << " is \""
               << attribute.value.text << "\", of which " << field_name(entity, unknown) << " is not known";
      return Mistake::StaleIndex;
    }
  return Mistake::None;
}

}  // namespace detail

// Returns the mistake of an update, if it has one, and writes the particulars to `where`, which may be nullptr.
constexpr Mistake check_update(const TableInfo& table, const EntityInfo& entity, const WriteKnowledge& knowledge,
                               Text* where) {
  detail::begin_text(entity, where);
  for (const auto name : knowledge.changed) {
    const int field = detail::field_called(entity, name);
    if (field == kNone) continue;
    const bool others = entity.fields[static_cast<std::size_t>(field)].attribute.empty();
    const bool primary = detail::in_primary(entity, field);
    const bool kept = detail::is_kept(entity, field);
    if (!others && !primary && !kept && field != entity.version) continue;
    if (where) *where << name;
    if (others) return Mistake::OthersChanged;
    return primary ? Mistake::PrimaryKeyField : kept ? Mistake::KeptMember : Mistake::VersionSet;
  }
  if (entity.version != kNone && !knowledge.version_said && !knowledge.read_first) return Mistake::VersionUnchecked;
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
    for (std::size_t i = 0; i < entity.fields.size(); ++i) {
      if (detail::check_lacking(entity, static_cast<int>(i)) != kind ||
          detail::has_name(knowledge.made, entity.fields[i].name))
        continue;
      if (where) *where << (mistake == Mistake::None ? "" : ", ") << entity.fields[i].name;
      mistake = kind;
    }
    if (mistake != Mistake::None) break;
  }
  if (mistake != Mistake::None || knowledge.read_first) return mistake;
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
  if (entity.version == kNone && entity.unique.empty()) return Mistake::None;
  if (where) *where << "entity " << entity.name;
  return Mistake::BatchNeedsCondition;
}

}  // namespace partita::model
