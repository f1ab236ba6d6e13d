#include "model/plan/judge.h"

#include <fmt/format.h>
#include <partita/model/detail/check_write.h>

#include <algorithm>

#include "base/contains.h"
#include "model/codec/field_value.h"
#include "model/conditions/default_values.h"
#include "model/core/same_value.h"
#include "model/core/spell.h"
#include "model/keys/compose.h"
#include "model/keys/identify.h"
#include "model/keys/key_text.h"
#include "model/keys/shards.h"
#include "model/keys/text_forms.h"
#include "model/keys/whole_number.h"
#include "model/plan/kept_members.h"
#include "model/plan/unique.h"

namespace partita::model {
namespace {

bool has_type_of(const FieldInfo& field, const AttributeValue& value) {
  switch (field.kind) {
    case FieldKind::Bytes:
      return value.is(AttributeType::B);
    case FieldKind::Double:
    case FieldKind::Decimal:
      return value.is(AttributeType::N);
    case FieldKind::Integer:
    case FieldKind::Unsigned:
    case FieldKind::Seconds: {
      if (!value.is(AttributeType::N)) return false;
      const auto number = whole_number(value.n());
      return number && fits(field.kind, *number);
    }
    case FieldKind::Bool:
      return value.is(AttributeType::Bool);
    case FieldKind::Enum:
      return is_unknown_enumerator(field, value) ||
             (value.is(AttributeType::S) &&
              std::any_of(field.enumerators.begin(), field.enumerators.end(),
                          [&](const EnumeratorInfo& e) { return e.attribute == value.s(); }));
    case FieldKind::Document:
      return true;
    default:
      return value.is(AttributeType::S) && has_form(field.kind, value.s());
  }
}

// True if an entity composes the attribute as an index key. Such an attribute belongs to the library, and neither to a
// struct nor to another program.
bool is_composed(const TableInfo& table, std::string_view attribute) {
  for (const EntityInfo* entity : table.entities)
    for (const EntityKey& key : entity->indexes)
      for (const auto& attributes : {key.partition, key.sort})
        for (const KeyAttribute& candidate : attributes)
          if (candidate.attribute == attribute && !candidate.natural) return true;
  return false;
}

class Judge {
 public:
  Judge(const TableInfo& table, const AttributeMap& item) : table_(table), stored_(item), item_(item) {
    out_.key = primary_key_of(table, item);
    out_.entity = identify(table, item_);
    if (!out_.entity) return;
    add_defaults(*out_.entity, item_);
    for (const FieldInfo& field : out_.entity->fields)
      if (const AttributeValue* value = item_.find(field.attribute); value && counts_as_absent(field, *value))
        item_.erase(field.attribute);
  }

  Judgement judge() && {
    if (!out_.entity) {
      find(Finding::Kind::Foreign, "it belongs to no entity of the model");
      return std::move(out_);
    }
    compute();
    const bool sound = check_fields();
    list_sentinels(sound);
    if (!sound) return std::move(out_);
    check_computed();
    check_tag();
    check_keys();
    if (!out_.set.empty() || !out_.remove.empty()) list_sources();
    return std::move(out_);
  }

 private:
  void find(Finding::Kind kind, std::string detail, bool repairable = false) {
    out_.findings.push_back(
        {kind, out_.key, out_.entity ? std::string(out_.entity->name) : "", std::move(detail), repairable});
  }

  // Computes the computed fields whose inputs can be read. Keys are composed from the computed values.
  void compute() {
    for (const ComputedInfo& computed : out_.entity->computed) {
      if (!computed.compute) continue;
      auto value = computed_value(*out_.entity, computed, item_);
      if (value)
        computed_.set(std::string(out_.entity->at(computed.field).attribute), *std::move(value));
      else if (!follows_from_missing_copy(computed))
        uncomputed_.push_back(std::move(value.error().message));
    }
    for (const auto& [name, value] : computed_)
      if (value.is(AttributeType::None))
        item_.erase(name);
      else
        item_.set(name, value);
  }

  // The copy is compared with its source, and what follows from it is computed then.
  bool follows_from_missing_copy(const ComputedInfo& computed) const {
    return std::any_of(computed.from.begin(), computed.from.end(), [&](FieldPosition field) {
      const FieldInfo& info = out_.entity->at(field);
      return detail::copy_at(*out_.entity, field) != kNone && !info.optional && !item_.contains(info.attribute);
    });
  }

  void check_computed() {
    for (std::string& why : uncomputed_) find(Finding::Kind::Unreadable, std::move(why));
    for (const ComputedInfo& computed : out_.entity->computed) {
      const FieldInfo& field = out_.entity->at(computed.field);
      const AttributeValue* value = field.stored ? computed_.find(field.attribute) : nullptr;
      if (!value) continue;
      if (value->is(AttributeType::None))
        check_absent(field.attribute);
      else
        check_present(std::string(field.attribute), *value);
    }
  }

  bool check_fields() {
    const std::size_t before = out_.findings.size();
    for (const FieldPosition position : out_.entity->positions()) {
      const FieldInfo& field = out_.entity->at(position);
      if (computed_.contains(field.attribute)) continue;
      // A field that only the keys hold has no attribute. If the keys do not hold it, they are wrong.
      const AttributeValue* value = (field.stored ? stored_ : item_).find(field.attribute);
      // A copy that the item lacks is compared with its source (upkeep/stale_copies.h).
      const bool is_copy = detail::copy_at(*out_.entity, position) != kNone;
      if (!value && !field.optional && !field.has_default && is_copy) continue;
      if (!value && !field.optional && !field.has_default)
        find(Finding::Kind::Phantom, missing_field_text(field));
      else if (value && !counts_as_absent(field, *value) && !has_type_of(field, *value))
        find(Finding::Kind::Phantom, fault_of_field(field, *value));
    }
    return out_.findings.size() == before;
  }

  void check_tag() {
    if (table_.type_attribute.empty() || out_.key.contains(table_.type_attribute)) return;
    const AttributeValue* tag = item_.find(table_.type_attribute);
    if (tag && tag->is(AttributeType::S) && tag->s() == out_.entity->name) return;
    find(Finding::Kind::Stale,
         tag ? fmt::format("its type tag {} is {}, an alias of {}", table_.type_attribute, spell(*tag),
                           out_.entity->name)
             : fmt::format("it lacks the type tag {}", table_.type_attribute),
         true);
    out_.set.set(table_.type_attribute, out_.entity->name);
  }

  // While two counts of shards are declared, an item with a shard of the earlier count gets its shard of the present
  // one. A shard that no read asks, such as one from a program that still uses the earlier count, is always replaced. A
  // shard that the writer chose stays if its number still exists.
  void forget_earlier_shards() {
    for (const EntityKey& key : out_.entity->indexes) {
      const ShardInfo& shards = table_.at(key.index).shards;
      const FieldPosition of = shards.count > 0 ? out_.entity->field(shards.of) : kNone;
      const AttributeValue* shard = item_.find(shards.attribute);
      if (of == kNone || !shard || !shard->is(AttributeType::N)) continue;
      const FieldInfo& field = out_.entity->at(of);
      const AttributeValue* value = item_.find(field.attribute);
      const auto number = whole_number(shard->n());
      if (!value || !number) continue;
      if (number->negative || number->magnitude >= shards.count || is_of_count(shards.was, field, *value, *number))
        item_.erase(shards.attribute);
    }
  }

  static bool is_of_count(int count, const FieldInfo& of, const AttributeValue& value, const WholeNumber& shard) {
    const auto hashed = count > 0 ? shard_of_value(of, value, count) : Result<int>(-1);
    return hashed && to_text(shard) == std::to_string(*hashed);
  }

  void check_keys() {
    forget_earlier_shards();
    auto keys = compose_all(table_, *out_.entity, item_);
    if (!keys) return find(Finding::Kind::Stale, std::move(keys.error().message));
    for (auto& [name, value] : keys->present)
      if (const AttributeValue* stored = is_guess(name) ? stored_.find(name) : nullptr) value = *stored;
    if (AttributeMap primary = primary_key_of(table_, keys->present); !same_key(primary, out_.key))
      out_.moved_to = std::move(primary);
    for (auto& [name, value] : keys->present) check_present(name, std::move(value));
    for (const std::string& name : keys->absent) check_absent(name);
    for (const IndexInfo& index : table_.indexes)
      for (const auto& names : {index.partition, index.sort})
        for (const std::string_view name : names)
          if (!keys->present.contains(name) && is_composed(table_, name) && !is_field(name)) check_absent(name);
  }

  // True if the key attribute depends on an enumerator that only other programs know. Its key text may differ from its
  // attribute, so the key that they wrote stays.
  bool is_guess(std::string_view name) const {
    const auto guesses = [&](const EntityKey& key) {
      for (const auto& attributes : {key.partition, key.sort})
        for (const KeyAttribute& attribute : attributes)
          if (attribute.attribute == name && !attribute.natural)
            for (const KeyPart& part : attribute.value.parts) {
              if (!part.is_field()) continue;
              const FieldInfo& field = out_.entity->at(part.field);
              const AttributeValue* value = item_.find(field.attribute);
              if (value && is_unknown_enumerator(field, *value) && has_own_key_texts(field)) return true;
            }
      return false;
    };
    const auto& indexes = out_.entity->indexes;
    return guesses(out_.entity->primary) || std::any_of(indexes.begin(), indexes.end(), guesses);
  }

  static bool same_key(const AttributeMap& a, const AttributeMap& b) {
    return std::all_of(a.begin(), a.end(), [&](const Attribute& part) {
      const AttributeValue* other = b.find(part.name);
      return other && same_value(part.value, *other);
    });
  }

  void check_present(const std::string& name, AttributeValue value) {
    const AttributeValue* stored = stored_.find(name);
    if (out_.set.contains(name) || (stored && same_value(*stored, value))) return;
    if (!stored && is_added_later(name)) return out_.set.set(name, std::move(value));
    const std::string was = stored ? spell(*stored) : "absent";
    const bool in_primary = out_.key.contains(name);
    find(Finding::Kind::Stale, fmt::format("{} is {}, but the fields say {}", name, was, spell(value)), !in_primary);
    if (!in_primary) out_.set.set(name, std::move(value));
  }

  // True if the attribute belongs only to keys of indexes that were added later.
  bool is_added_later(std::string_view name) const {
    bool later = false;
    for (const EntityKey& key : out_.entity->indexes)
      for (const auto& attributes : {key.partition, key.sort})
        for (const KeyAttribute& attribute : attributes)
          if (attribute.attribute == name) {
            if (!key.added_later) return false;
            later = true;
          }
    return later && !out_.key.contains(name);
  }

  void check_absent(std::string_view name) {
    const AttributeValue* stored = stored_.find(name);
    if (!stored || base::contains(out_.remove, name)) return;
    find(Finding::Kind::Stale, fmt::format("{} is {}, but the fields say that it is absent", name, spell(*stored)),
         true);
    out_.remove.emplace_back(name);
  }

  bool is_field(std::string_view attribute) const {
    return std::any_of(out_.entity->fields.begin(), out_.entity->fields.end(),
                       [&](const FieldInfo& field) { return field.attribute == attribute; });
  }

  void list_sentinels(bool report) {
    for (const UniqueInfo& unique : out_.entity->unique) {
      auto key = unique_key(table_, *out_.entity, unique, item_);
      if (key && *key)
        out_.sentinels.push_back(**std::move(key));
      else if (key)
        continue;
      else if (report)
        find(Finding::Kind::Orphan, std::move(key.error().message));
    }
  }

  void add_source(FieldPosition field) {
    if (field == kNone) return;
    const FieldInfo& info = out_.entity->at(field);
    if (info.stored) out_.sources.emplace_back(info.attribute);
  }

  void list_sources() {
    if (!table_.type_attribute.empty()) out_.sources.emplace_back(table_.type_attribute);
    for (const EntityKey& key : out_.entity->indexes) {
      add_source(key.when.field);
      const ShardInfo& shards = table_.at(key.index).shards;
      if (shards.count > 0) add_source(out_.entity->field(shards.of));
      for (const auto& attributes : {key.partition, key.sort})
        for (const KeyAttribute& attribute : attributes)
          for (const KeyPart& part : attribute.value.parts) add_source(part.field);
    }
    for (const ComputedInfo& computed : out_.entity->computed)
      for (const FieldPosition field : computed.from) add_source(field);
    for (const auto& [name, value] : out_.set) out_.sources.push_back(name);
    for (const std::string& name : out_.remove) out_.sources.push_back(name);
    std::sort(out_.sources.begin(), out_.sources.end());
    out_.sources.erase(std::unique(out_.sources.begin(), out_.sources.end()), out_.sources.end());
  }

  const TableInfo& table_;
  const AttributeMap& stored_;
  // The item with the fields that only the keys hold, the defaults of absent fields and the right computed fields.
  // Fields whose NULL means empty are left out.
  AttributeMap item_;
  AttributeMap computed_;                // a value without a type means that the field must be absent
  std::vector<std::string> uncomputed_;  // why a field cannot be computed
  Judgement out_;
};

}  // namespace

AttributeMap primary_key_of(const TableInfo& table, const AttributeMap& item) {
  AttributeMap key;
  for (const std::string_view name : {table.partition, table.sort})
    if (const AttributeValue* value = name.empty() ? nullptr : item.find(name)) key.set(name, *value);
  return key;
}

Judgement judge(const TableInfo& table, const AttributeMap& item) { return Judge(table, item).judge(); }

}  // namespace partita::model
