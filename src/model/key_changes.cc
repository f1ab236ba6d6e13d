#include "model/key_changes.h"

#include "model/key_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace partita::model {
namespace {

using Fields = std::set<int>;

void add_fields(const KeyAttribute& attribute, Fields& fields) {
  for (const KeyPart& part : attribute.value.parts)
    if (part.is_field()) fields.insert(part.field);
}

// One of the entity's indexes during one update.
class IndexUpdate {
 public:
  IndexUpdate(const WriteRequest& request, const EntityKey& key, FieldStates& states)
      : table_(*request.table), entity_(*request.entity), key_(key), states_(states),
        upsert_(request.kind == WriteRequest::Kind::Upsert), index_(table_.indexes[static_cast<std::size_t>(key.index)]) {
    for (const auto& attributes : {key.partition, key.sort})
      for (const KeyAttribute& attribute : attributes) add(attribute);
    if (index_.shards.count == 0) return;
    for (std::size_t i = 0; i < entity_.fields.size(); ++i)
      if (entity_.fields[i].name == index_.shards.of) shard_of_ = static_cast<int>(i);
    if (shard_of_ != kNone) fields_.insert(shard_of_);
  }

  // A change of the fields that decide whether the item stands in the index concerns all its attributes.
  bool concerns_all() const {
    return upsert_ || changes_when() || std::any_of(fields_.begin(), fields_.end(), [&](int field) {
             return info(field).optional && states_.changed(field);
           });
  }
  bool concerned() const { return concerns_all() || any_changed(fields_); }
  bool shares_attribute(const IndexUpdate& other) const {
    return std::any_of(own_.begin(), own_.end(), [&](const KeyAttribute* mine) {
      return std::any_of(other.own_.begin(), other.own_.end(),
                         [&](const KeyAttribute* theirs) { return mine->attribute == theirs->attribute; });
    });
  }
  const EntityKey& key() const { return key_; }

  enum class Standing : std::uint8_t { In, Out, Untouched };
  // Whether the item stands in the index afterwards. Untouched: nothing that its attributes hold changes, whether they
  // are there or not.
  Result<Standing> standing() {
    if (key_.when.field != kNone) {
      const auto& state = states_.after(key_.when.field);
      if (!state.known) return unknown(key_.when.field);
      if (!holds(state)) return Standing::Out;
    }
    // A field known to be absent settles it, whatever the others are.
    for (int field : fields_)
      if (states_.changed(field) && states_.after(field).known && !states_.after(field).value) return Standing::Out;
    for (int field : fields_) {
      if (!info(field).optional) continue;
      const auto& state = states_.after(field);
      if (!state.known && upsert_ && !states_.changed(field) && !any_changed(own_fields_)) return Standing::Untouched;
      if (!state.known) return unknown(field);
      if (!state.value) return Standing::Out;
    }
    return Standing::In;
  }

  // Requires: Standing::In. All fields have to be known.
  Result<void> require_all() {
    for (int field : fields_)
      if (!states_.after(field).known) return unknown(field);
    return {};
  }

  // The attributes whose own fields change. Requires: Standing::In.
  Result<void> compose_changed(AttributeMap& set) {
    for (const auto& attributes : {key_.partition, key_.sort})
      for (const KeyAttribute& attribute : attributes) {
        const KeyRole role = attributes.data() == key_.partition.data() ? KeyRole::Partition : KeyRole::Sort;
        if (auto composed = compose_changed(attribute, role, set); !composed) return composed;
      }
    return compose_changed_shard(set);
  }

 private:
  void add(const KeyAttribute& attribute) {
    if (index_.shards.count > 0 && attribute.attribute == index_.shards.attribute) {
      shard_type_ = attribute.type;
      return;
    }
    add_fields(attribute, fields_);
    if (attribute.natural) return;
    own_.push_back(&attribute);
    add_fields(attribute, own_fields_);
  }

  const FieldInfo& info(int field) const { return entity_.fields[static_cast<std::size_t>(field)]; }
  bool any_changed(const Fields& fields) const {
    return std::any_of(fields.begin(), fields.end(), [&](int field) { return states_.changed(field); });
  }
  bool changes_when() const { return key_.when.field != kNone && states_.changed(key_.when.field); }
  bool holds(const FieldStates::State& state) const {
    if (!state.value) return false;
    switch (state.value->type()) {
      case AttributeType::S:
      case AttributeType::N:
      case AttributeType::B: return state.value->text() == key_.when.equals;
      case AttributeType::Bool: return key_.when.equals == (state.value->boolean() ? "true" : "false");
      default: return false;
    }
  }

  tl::unexpected<Error> unknown(int field) const {
    return invalid(fmt::format(
        "{}: the update changes what index {} is keyed by, and the field {}, which is part of it, {}: add .given({}) or "
        ".read_first()",
        entity_.name, index_.name, info(field).name,
        states_.changed(field) ? "gets a value that is not known" : "is neither in the primary key nor changed",
        info(field).name));
  }

  Result<void> compose_changed(const KeyAttribute& attribute, KeyRole role, AttributeMap& set) {
    Fields fields;
    add_fields(attribute, fields);
    if (attribute.natural || !any_changed(fields)) return {};
    for (int field : fields)
      if (!states_.after(field).known) return unknown(field);
    auto value = compose(attribute, role, entity_.fields, states_.values_after());
    if (!value) return tl::unexpected(value.error());
    if (*value) set.set(attribute.attribute, **value);
    return {};
  }

  Result<void> compose_changed_shard(AttributeMap& set) {
    if (shard_of_ == kNone || !states_.changed(shard_of_)) return {};
    if (!states_.after(shard_of_).known) return unknown(shard_of_);
    auto shard = shard_of_item(index_.shards, entity_, states_.values_after());
    if (!shard) return tl::unexpected(shard.error());
    if (!*shard) return {};
    std::string text = std::to_string(**shard);
    set.set(index_.shards.attribute, shard_type_ == ScalarAttributeType::N ? AttributeValue::number(std::move(text))
                                                                           : AttributeValue::string(std::move(text)));
    return {};
  }

  const TableInfo& table_;
  const EntityInfo& entity_;
  const EntityKey& key_;
  FieldStates& states_;
  const bool upsert_;
  const IndexInfo& index_;
  Fields fields_;                           // of all attributes; the shard's is the one it comes from
  Fields own_fields_;                       // of the attributes that are composed
  std::vector<const KeyAttribute*> own_;    // those attributes
  int shard_of_ = kNone;
  ScalarAttributeType shard_type_ = ScalarAttributeType::N;
};

bool is_primary(const EntityInfo& entity, std::string_view attribute) {
  for (const auto& attributes : {entity.primary.partition, entity.primary.sort})
    for (const KeyAttribute& key : attributes)
      if (key.attribute == attribute) return true;
  return false;
}

// The stored field of that attribute, or nullptr.
const FieldInfo* stored_field(const EntityInfo& entity, std::string_view attribute) {
  for (const FieldInfo& field : entity.fields)
    if (field.stored && field.attribute == attribute) return &field;
  return nullptr;
}

bool is_shard(const TableInfo& table, std::string_view attribute) {
  return std::any_of(table.indexes.begin(), table.indexes.end(), [&](const IndexInfo& index) {
    return index.shards.count > 0 && index.shards.attribute == attribute;
  });
}

// The values from which whole indexes are composed: a shard number that followed from a field that changes is not kept.
AttributeMap values_for_shards(const WriteRequest& request, FieldStates& states) {
  AttributeMap values = states.values_after();
  const EntityInfo& entity = *request.entity;
  for (const IndexInfo& index : request.table->indexes) {
    if (index.shards.count == 0) continue;
    const int of = entity.field(index.shards.of);
    if (of == kNone || !states.changed(of)) continue;
    for (std::size_t i = 0; i < entity.fields.size(); ++i)
      if (entity.fields[i].attribute == index.shards.attribute && !states.changed(static_cast<int>(i)))
        values.erase(index.shards.attribute);
  }
  return values;
}

// The attributes of whole indexes.
Result<void> compose_whole(const WriteRequest& request, const std::vector<EntityKey>& indexes, FieldStates& states,
                           KeyChanges& changes) {
  const EntityInfo& entity = *request.entity;
  EntityInfo part = entity;
  part.indexes = indexes;
  auto keys = compose_all(*request.table, part, values_for_shards(request, states));
  if (!keys) return tl::unexpected(keys.error());
  for (auto& [name, value] : keys->present) {
    if (is_primary(entity, name)) continue;
    const FieldInfo* field = stored_field(entity, name);
    const bool written_already = field && states.changed(entity.field(field->name));
    if (!field || (is_shard(*request.table, name) && !written_already)) changes.set.set(name, std::move(value));
  }
  for (const std::string& name : keys->absent) {
    const FieldInfo* field = stored_field(entity, name);
    const bool needed = field && (!field->optional || states.changed(entity.field(field->name)) ||
                                  !is_shard(*request.table, name));
    if (!is_primary(entity, name) && !needed && !changes.set.contains(name)) changes.remove.push_back(name);
  }
  return {};
}

}  // namespace

Result<KeyChanges> key_changes(const WriteRequest& request, FieldStates& states) {
  std::vector<IndexUpdate> updates;
  for (const EntityKey& key : request.entity->indexes) updates.emplace_back(request, key, states);
  KeyChanges changes;
  std::vector<EntityKey> whole;
  for (IndexUpdate& update : updates) {
    // An attribute that several indexes have goes only when the item stands in none of them.
    const bool all = update.concerns_all() || std::any_of(updates.begin(), updates.end(), [&](const IndexUpdate& other) {
                       return other.concerns_all() && other.shares_attribute(update);
                     });
    if (!all && !update.concerned()) continue;
    auto standing = update.standing();
    if (!standing) return tl::unexpected(standing.error());
    if (*standing == IndexUpdate::Standing::Untouched) continue;
    if (*standing == IndexUpdate::Standing::In) {
      if (auto known = all ? update.require_all() : update.compose_changed(changes.set); !known)
        return tl::unexpected(known.error());
      if (!all) continue;
    }
    whole.push_back(update.key());
  }
  if (whole.empty()) return changes;
  if (auto composed = compose_whole(request, whole, states, changes); !composed)
    return tl::unexpected(composed.error());
  return changes;
}

}  // namespace partita::model
