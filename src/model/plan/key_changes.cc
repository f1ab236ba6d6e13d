#include "model/plan/key_changes.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/try.h"
#include "model/keys/compose.h"
#include "model/keys/shards.h"

namespace partita::model {
namespace {

using Fields = std::set<FieldPosition>;

void add_fields(const KeyAttribute& attribute, Fields& fields) {
  for (const KeyPart& part : attribute.value.parts)
    if (part.is_field()) fields.insert(part.field);
}

bool is_primary(const EntityInfo& entity, std::string_view attribute) {
  for (const auto& attributes : {entity.primary.partition, entity.primary.sort})
    for (const KeyAttribute& key : attributes)
      if (key.attribute == attribute) return true;
  return false;
}

// One of the entity's indexes during one update.
class IndexUpdate {
 public:
  IndexUpdate(const WriteRequest& request, const EntityKey& key, FieldStates& states)
      : entity_(*request.entity),
        key_(key),
        states_(states),
        upsert_(request.kind == WriteRequest::Kind::Upsert),
        index_(request.table->at(key.index)) {
    for (const KeyAttribute& attribute : key.partition) add(attribute, KeyRole::Partition);
    for (const KeyAttribute& attribute : key.sort) add(attribute, KeyRole::Sort);
    if (index_.shards.count == 0) return;
    for (const FieldPosition field : entity_.positions()) {
      if (info(field).name == index_.shards.of) shard_of_ = field;
      if (info(field).stored && info(field).attribute == index_.shards.attribute) shard_ = field;
    }
    if (shard_of_ != kNone) fields_.insert(shard_of_);
  }

  // A change of a field that decides whether the index holds the item concerns all attributes of the index.
  bool concerns_all() const {
    return upsert_ || changes_when() || std::any_of(fields_.begin(), fields_.end(), [&](FieldPosition field) {
             return info(field).optional && states_.changed(field);
           });
  }
  // A permanent attribute is written because of the index that makes it permanent, and a natural one by the change
  // itself. If the index has no others, nothing is written for it, whether it has the item or not.
  bool writes_any() const {
    return index_.shards.count > 0 ||
           std::any_of(own_.begin(), own_.end(), [](const Own& own) { return !own.permanent; });
  }
  bool concerned() const { return concerns_all() || any_of_own_changes(); }
  bool may_lack_item() const {
    return key_.when.field != kNone ||
           std::any_of(fields_.begin(), fields_.end(), [&](FieldPosition field) { return info(field).optional; });
  }
  bool has_own(std::string_view attribute) const {
    return std::any_of(own_.begin(), own_.end(), [&](const Own& own) { return own.key->attribute == attribute; });
  }
  // True if both indexes have the same attribute and this one may remove it.
  bool shares_attribute(const IndexUpdate& other) const {
    return std::any_of(own_.begin(), own_.end(),
                       [&](const Own& own) { return !own.permanent && other.has_own(own.key->attribute); });
  }
  // An attribute is permanent if another index that holds every item of the entity has it too.
  void mark_permanent(const IndexUpdate& other) {
    if (other.may_lack_item() || !may_lack_item()) return;
    for (Own& own : own_) own.permanent = own.permanent || other.has_own(own.key->attribute);
  }

  enum class Presence : std::uint8_t { In, Out, Untouched };
  // The item's place after the update: in the index or out of it. Untouched means that no value in the index's
  // attributes changes, whether they exist or not.
  Result<Presence> presence() {
    if (key_.when.field != kNone) {
      const auto& state = states_.after(key_.when.field);
      if (!state.known) return unknown(key_.when.field);
      if (!state.value || !meets(key_.when, *state.value)) return Presence::Out;
    }
    // A field that is known to be absent decides it, so the other fields need not be known.
    for (FieldPosition field : fields_)
      if (states_.changed(field) && states_.after(field).known && !states_.after(field).value) return Presence::Out;
    for (FieldPosition field : fields_) {
      if (!info(field).optional) continue;
      const auto& state = states_.after(field);
      if (!state.known && upsert_ && !states_.changed(field) && !any_of_own_changes()) return Presence::Untouched;
      if (!state.known) return unknown(field);
      if (!state.value) return Presence::Out;
    }
    return Presence::In;
  }

  // Adds the attributes that an item in the index must get: all of them, or those whose own fields change.
  Result<void> compose_into(bool all, KeyChanges& changes) {
    for (const Own& own : own_) {
      if (own.permanent || !(all || any_changed(own.fields))) continue;
      for (FieldPosition field : own.fields)
        if (!states_.after(field).known) return unknown(field);
      PARTITA_TRY_VALUE(value, compose(*own.key, own.role, entity_.fields, states_.values_after()));
      if (value) changes.set.set(own.key->attribute, *value);
    }
    return compose_shard(all, upsert_ ? changes.set_if_absent : changes.set);
  }

  Result<void> remove_into(std::vector<std::string>& remove) {
    for (const Own& own : own_)
      if (!own.permanent) remove.emplace_back(own.key->attribute);
    if (index_.shards.count == 0) return {};
    if (changes_shard()) {
      const auto& state = states_.after(shard_);
      if (state.known && !state.value) return {};
      return invalid(fmt::format("{}: the update gives a shard to an item that is not in index {}: do not set {}",
                                 entity_.name, index_.name, info(shard_).name));
    }
    if (shard_ == kNone || info(shard_).optional) remove.emplace_back(index_.shards.attribute);
    return {};
  }

 private:
  struct Own {
    const KeyAttribute* key;
    KeyRole role;
    Fields fields;
    bool permanent = false;
  };

  void add(const KeyAttribute& attribute, KeyRole role) {
    if (index_.shards.count > 0 && attribute.attribute == index_.shards.attribute) {
      shard_type_ = attribute.type;
      return;
    }
    add_fields(attribute, fields_);
    // The attributes of the primary key, which inverted indexes use, never change.
    if (attribute.natural || is_primary(entity_, attribute.attribute)) return;
    Fields fields;
    add_fields(attribute, fields);
    own_.push_back({&attribute, role, std::move(fields)});
  }

  const FieldInfo& info(FieldPosition field) const { return entity_.at(field); }
  bool any_changed(const Fields& fields) const {
    return std::any_of(fields.begin(), fields.end(), [&](FieldPosition field) { return states_.changed(field); });
  }
  bool any_of_own_changes() const {
    return (shard_of_ != kNone && states_.changed(shard_of_)) || changes_shard() ||
           std::any_of(own_.begin(), own_.end(),
                       [&](const Own& own) { return !own.permanent && any_changed(own.fields); });
  }
  bool changes_shard() const { return shard_ != kNone && states_.changed(shard_); }
  bool changes_when() const { return key_.when.field != kNone && states_.changed(key_.when.field); }
  unexpected<Error> unknown(FieldPosition field) const {
    return invalid(fmt::format(
        "{}: the update changes the key of index {}, and the field {}, which is a part of that key, {}: add "
        ".given(\"{}\"_f = value) or .read_first()",
        entity_.name, index_.name, info(field).name,
        states_.changed(field) ? "gets a value that is not known" : "is neither in the primary key nor changed",
        info(field).name));
  }

  // Checks a shard that the change itself writes.
  Result<void> check_changed_shard() {
    const auto& state = states_.after(shard_);
    if (!state.known) return unknown(shard_);
    if (state.value) return check_shard(index_.shards, shard_type_, *state.value);
    return invalid(fmt::format("{}: the update removes the shard {} from an item that is in index {}", entity_.name,
                               info(shard_).name, index_.name));
  }

  // A shard that the caller gave or the item has is kept, unless the field that it follows from changes. An upsert does
  // not know whether that field changes.
  Result<void> compose_shard(bool all, AttributeMap& set) {
    if (changes_shard()) return check_changed_shard();
    if (shard_of_ == kNone || !(all || states_.changed(shard_of_))) return {};
    if (shard_ != kNone && !states_.changed(shard_of_) && states_.after(shard_).value) return {};
    if (!states_.after(shard_of_).known) return unknown(shard_of_);
    PARTITA_TRY_VALUE(shard, shard_of_item(index_.shards, entity_, states_.values_after()));
    if (!shard) return {};
    std::string text = std::to_string(*shard);
    set.set(index_.shards.attribute, shard_type_ == ScalarAttributeType::N ? AttributeValue::number(std::move(text))
                                                                           : AttributeValue::string(std::move(text)));
    return {};
  }

  const EntityInfo& entity_;
  const EntityKey& key_;
  FieldStates& states_;
  const bool upsert_;
  const IndexInfo& index_;
  Fields fields_;                // of all attributes; for the shard the field that gives it
  std::vector<Own> own_;         // the attributes that are composed
  FieldPosition shard_ = kNone;  // the field that shows the shard
  FieldPosition shard_of_ = kNone;
  ScalarAttributeType shard_type_ = ScalarAttributeType::N;
};

}  // namespace

Result<KeyChanges> key_changes(const WriteRequest& request, FieldStates& states) {
  std::vector<IndexUpdate> updates;
  for (const EntityKey& key : request.entity->indexes) updates.emplace_back(request, key, states);
  for (IndexUpdate& update : updates)
    for (const IndexUpdate& other : updates)
      if (&other != &update) update.mark_permanent(other);
  KeyChanges changes;
  for (IndexUpdate& update : updates) {
    // An attribute that several indexes share is removed only if none of them holds the item.
    const bool all =
        update.concerns_all() || std::any_of(updates.begin(), updates.end(), [&](const IndexUpdate& other) {
          return other.concerns_all() && other.shares_attribute(update);
        });
    if (!update.writes_any() || (!all && !update.concerned())) continue;
    PARTITA_TRY_VALUE(presence, update.presence());
    if (presence == IndexUpdate::Presence::Out) PARTITA_TRY(update.remove_into(changes.remove));
    if (presence != IndexUpdate::Presence::In) continue;
    PARTITA_TRY(update.compose_into(all, changes));
  }
  std::sort(changes.remove.begin(), changes.remove.end());
  changes.remove.erase(std::unique(changes.remove.begin(), changes.remove.end()), changes.remove.end());
  std::erase_if(changes.remove, [&](const std::string& name) {
    return changes.set.contains(name) || changes.set_if_absent.contains(name);
  });
  return changes;
}

}  // namespace partita::model
