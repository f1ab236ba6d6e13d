// The facts that a write states about the members of its entity, and what follows from them for each member.
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

constexpr bool has_name(std::span<const std::string_view> names, std::string_view name) {
  for (const auto one : names)
    if (one == name) return true;
  return false;
}

constexpr bool in_primary(const EntityInfo& entity, FieldPosition field) {
  return uses(entity.primary.partition, field) || uses(entity.primary.sort, field);
}

constexpr FieldPosition field_called(const EntityInfo& entity, std::string_view name) {
  return entity.field(name.substr(0, head_size(name)));
}

// The position of the field in `entity.computed`, or kNone if the field is not computed. The result is not a pointer,
// because under UndefinedBehaviorSanitizer GCC 12 does not accept a comparison of a pointer with null as a constant.
constexpr Position<ComputedInfo> computed_at(const EntityInfo& entity, FieldPosition field) {
  for (std::size_t i = 0; i < entity.computed.size(); ++i)
    if (entity.computed[i].field == field) return Position<ComputedInfo>(i);
  return kNone;
}

// The position of the field in `entity.copies`, or kNone if the field is not a copy.
constexpr Position<CopiedField> copy_at(const EntityInfo& entity, FieldPosition field) {
  for (std::size_t i = 0; i < entity.copies.size(); ++i)
    if (entity.copies[i].field == field) return Position<CopiedField>(i);
  return kNone;
}

// True if the library keeps the field, so that callers must not set it. A version is checked separately.
constexpr bool is_kept(const EntityInfo& entity, FieldPosition field) {
  return field == entity.created || field == entity.updated || computed_at(entity, field) != kNone ||
         copy_at(entity, field) != kNone;
}

// True if the write changes the field. Either its caller changes it, or the library does because it keeps the field.
constexpr bool changes(const EntityInfo& entity, const WriteKnowledge& knowledge, FieldPosition field) {
  for (const auto name : knowledge.changed)
    if (field_called(entity, name) == field) return true;
  if (field == entity.updated) return true;
  if (const auto at = computed_at(entity, field); at != kNone)
    for (const FieldPosition from : entity.computed[at.number()].from)
      if (changes(entity, knowledge, from)) return true;
  if (const auto at = copy_at(entity, field); at != kNone)
    for (const FieldPosition reference : entity.copies[at.number()].references)
      if (changes(entity, knowledge, reference)) return true;
  return false;
}

// True if the member's value can be read back from the primary key.
constexpr bool is_identifying(const EntityInfo& entity, FieldPosition field) {
  for (const auto& attributes : {entity.primary.partition, entity.primary.sort})
    for (const KeyAttribute& attribute : attributes)
      for (const KeyPart& part : attribute.value.parts)
        if (part.is_field() && part.field == field && part.lossless()) return true;
  return false;
}

// True if the field's value after the write is known. A computed field counts as known when it changes; check_computed
// checks its inputs. A copy does too, because the library reads its source before the write.
constexpr bool is_known(const EntityInfo& entity, const WriteKnowledge& knowledge, FieldPosition field) {
  if (is_identifying(entity, field) || field == entity.updated) return true;
  const std::string_view name = field_name(entity, field);
  if (has_name(knowledge.set, name)) return true;
  const bool changed = changes(entity, knowledge, field);
  if (changed && (computed_at(entity, field) != kNone || copy_at(entity, field) != kNone)) return true;
  return has_name(knowledge.given, name) && !changed;
}

// Returns a field of the attribute whose value after the write is unknown, or kNone if all are known.
constexpr FieldPosition unknown_part(const EntityInfo& entity, const KeyAttribute& key,
                                     const WriteKnowledge& knowledge) {
  for (const KeyPart& part : key.value.parts)
    if (part.is_field() && !is_known(entity, knowledge, part.field)) return part.field;
  return kNone;
}

constexpr bool changes_any(const EntityInfo& entity, const WriteKnowledge& knowledge, const KeyAttribute& key) {
  for (const KeyPart& part : key.value.parts)
    if (part.is_field() && changes(entity, knowledge, part.field)) return true;
  return false;
}

// True if the write changes the member that is stored in the shard's attribute.
constexpr bool changes_shard(const ShardInfo& shards, const EntityInfo& entity, const WriteKnowledge& knowledge) {
  if (shards.count == 0) return false;
  for (const FieldPosition field : entity.positions())
    if (entity.at(field).attribute == shards.attribute && changes(entity, knowledge, field)) return true;
  return false;
}

}  // namespace detail
}  // namespace partita::model
