// The checks that the compiler makes of an update for each index of the entity: whether the index has the item, and all
// of the entry's key, must be known. The planner of writes (src/model/plan/key_changes.cc) decides the same at
// run time from the values, so what is refused here is what it could refuse.
#pragma once

#include <partita/model/detail/write_knowledge.h>

namespace partita::model::detail {

// One index of an entity during an update.
class UpdatedEntry {
 public:
  constexpr UpdatedEntry(const TableInfo& table, const EntityInfo& entity, const EntityKey& key,
                         const WriteKnowledge& knowledge)
      : entity_(entity), key_(key), knowledge_(knowledge), index_(table.at(key.index)) {
    if (index_.shards.count == 0) return;
    for (const FieldPosition field : entity_.positions()) {
      const FieldInfo& info = entity_.at(field);
      if (info.name == index_.shards.of) shard_of_ = field;
      if (info.stored && info.attribute == index_.shards.attribute) shard_ = field;
    }
  }

  // The key attributes that the library composes for the index. Those of the primary key never change.
  constexpr bool composes(const KeyAttribute& attribute) const {
    if (attribute.natural || is_shard(attribute)) return false;
    for (const auto& attributes : {entity_.primary.partition, entity_.primary.sort})
      for (const KeyAttribute& primary : attributes)
        if (primary.attribute == attribute.attribute) return false;
    return true;
  }
  constexpr bool may_lack_item() const {
    return key_.when.field != kNone || any_field([&](FieldPosition field) { return is_optional(field); });
  }
  // True if the update changes a field that decides whether the index has the item.
  constexpr bool may_move() const {
    return (key_.when.field != kNone && is_changed(key_.when.field)) ||
           any_field([&](FieldPosition field) { return is_optional(field) && is_changed(field); });
  }
  constexpr bool composes_called(std::string_view name) const {
    return any_attribute([&](const KeyAttribute& one) { return composes(one) && one.attribute == name; });
  }
  // True if the attribute stays when the item leaves this index, because an index that has every item composes it too.
  constexpr bool is_permanent(const TableInfo& table, const KeyAttribute& attribute) const {
    if (!may_lack_item()) return false;
    for (const EntityKey& other : entity_.indexes) {
      if (other.index == key_.index) continue;
      const UpdatedEntry entry(table, entity_, other, knowledge_);
      if (!entry.may_lack_item() && entry.composes_called(attribute.attribute)) return true;
    }
    return false;
  }
  // True if another index shares an attribute with this one, and the update may move the item into it or out of it.
  constexpr bool may_move_beside(const TableInfo& table) const {
    for (const EntityKey& other : entity_.indexes) {
      if (other.index == key_.index) continue;
      const UpdatedEntry entry(table, entity_, other, knowledge_);
      if (entry.may_move() && entry.any_attribute([&](const KeyAttribute& one) {
            return entry.composes(one) && !entry.is_permanent(table, one) && composes_called(one.attribute);
          }))
        return true;
    }
    return false;
  }
  // True if the update empties a field of the key, so that the index loses the item, whatever its other fields are.
  constexpr bool leaves() const {
    return any_field([&](FieldPosition field) {
      const std::string_view name = field_name(entity_, field);
      return is_optional(field) && !entity_.at(field).has_default && has_name(knowledge_.set, name) &&
             !has_name(knowledge_.made, name);
    });
  }

  // Returns the field that the update must know and does not, or kNone.
  constexpr FieldPosition unknown_field(const TableInfo& table) const {
    const auto writes = [&](const KeyAttribute& one) { return composes(one) && !is_permanent(table, one); };
    if (index_.shards.count == 0 && !any_attribute(writes)) return kNone;
    const bool all = may_move() || may_move_beside(table);
    const bool own = (shard_of_ != kNone && is_changed(shard_of_)) || (shard_ != kNone && is_changed(shard_)) ||
                     any_attribute([&](const KeyAttribute& one) { return writes(one) && changes_part(one); });
    if (!all && !own) return kNone;
    if (key_.when.field != kNone && !knows(key_.when.field)) return key_.when.field;
    if (leaves()) return kNone;
    FieldPosition unknown = kNone;
    any_field([&](FieldPosition field) {
      if (is_optional(field) && !knows(field)) unknown = field;
      return unknown != kNone;
    });
    if (unknown == kNone)
      any_attribute([&](const KeyAttribute& one) {
        if (writes(one) && (all || changes_part(one))) unknown = unknown_part(entity_, one, knowledge_);
        return unknown != kNone;
      });
    return unknown == kNone ? unknown_shard(all) : unknown;
  }

 private:
  constexpr bool is_optional(FieldPosition field) const { return entity_.at(field).optional; }
  constexpr bool is_changed(FieldPosition field) const { return changes(entity_, knowledge_, field); }
  constexpr bool knows(FieldPosition field) const { return is_known(entity_, knowledge_, field); }
  constexpr bool changes_part(const KeyAttribute& attribute) const {
    return changes_any(entity_, knowledge_, attribute);
  }
  constexpr bool is_shard(const KeyAttribute& attribute) const {
    return index_.shards.count > 0 && attribute.attribute == index_.shards.attribute;
  }
  // The shard follows from a field, unless the update gives the shard, or the item keeps the one that it has.
  constexpr FieldPosition unknown_shard(bool all) const {
    if (shard_ != kNone && is_changed(shard_)) return knows(shard_) ? kNone : shard_;
    if (shard_of_ == kNone || !(all || is_changed(shard_of_)) || knows(shard_of_)) return kNone;
    return shard_ != kNone && !is_changed(shard_of_) && knows(shard_) ? kNone : shard_of_;
  }

  template <class Test>
  constexpr bool any_attribute(Test test) const {
    for (const auto& attributes : {key_.partition, key_.sort})
      for (const KeyAttribute& attribute : attributes)
        if (test(attribute)) return true;
    return false;
  }
  // The fields of the key, and the field that gives the shard.
  template <class Test>
  constexpr bool any_field(Test test) const {
    if (shard_of_ != kNone && test(shard_of_)) return true;
    return any_attribute([&](const KeyAttribute& attribute) {
      if (is_shard(attribute)) return false;
      for (const KeyPart& part : attribute.value.parts)
        if (part.is_field() && test(part.field)) return true;
      return false;
    });
  }

  const EntityInfo& entity_;
  const EntityKey& key_;
  const WriteKnowledge& knowledge_;
  const IndexInfo& index_;
  FieldPosition shard_ = kNone;     // the field that shows the shard
  FieldPosition shard_of_ = kNone;  // the field that gives it
};

constexpr Mistake check_stale(const TableInfo& table, const EntityInfo& entity, const EntityKey& key,
                              const WriteKnowledge& knowledge, Text* where) {
  // If the key has a condition on membership, the whole key appears or disappears with the condition's field.
  const bool membership = key.when.field != kNone && changes(entity, knowledge, key.when.field);
  if (key.when.field != kNone && !membership) {
    bool touched = changes_shard(table.at(key.index).shards, entity, knowledge);
    for (const auto& attributes : {key.partition, key.sort})
      for (const KeyAttribute& attribute : attributes)
        touched = touched || (!attribute.natural && changes_any(entity, knowledge, attribute));
    const std::string_view name = field_name(entity, key.when.field);
    if (touched && !in_primary(entity, key.when.field) && !has_name(knowledge.given, name)) {
      if (where) *where << "index " << table.at(key.index).name << " depends on " << name;
      return Mistake::StaleIndex;
    }
  }
  if (UpdatedEntry(table, entity, key, knowledge).leaves()) return Mistake::None;
  for (const auto& attributes : {key.partition, key.sort})
    for (const KeyAttribute& attribute : attributes) {
      if (attribute.natural || !(membership || changes_any(entity, knowledge, attribute))) continue;
      const FieldPosition unknown = unknown_part(entity, attribute, knowledge);
      if (unknown == kNone) continue;
      if (where)
        *where << "index " << table.at(key.index).name << ": " << attribute.attribute << " is \""
               << attribute.value.text << "\", of which " << field_name(entity, unknown) << " is not known";
      return Mistake::StaleIndex;
    }
  return Mistake::None;
}

constexpr Mistake check_index(const TableInfo& table, const EntityInfo& entity, const EntityKey& key,
                              const WriteKnowledge& knowledge, Text* where) {
  if (const Mistake mistake = check_stale(table, entity, key, knowledge, where); mistake != Mistake::None)
    return mistake;
  const FieldPosition unknown = UpdatedEntry(table, entity, key, knowledge).unknown_field(table);
  if (unknown == kNone) return Mistake::None;
  if (where)
    *where << "the update changes the entry in index " << table.at(key.index).name << ", which needs "
           << field_name(entity, unknown) << ", and the update does not know it";
  return Mistake::UnknownEntry;
}

}  // namespace partita::model::detail
