// How a write of the model becomes requests
// 1. The primary key of the item is composed, or taken from the stored item, which the caller read before if the write
//    depends on stored values.
// 2. The kind of the write makes the action on the item: a put of all attributes, an update expression, a deletion, or
//    a condition check. A move is a put at the new key and a deletion at the old one.
// 3. The keys of indexes and the version are added to the action, and each field of the stored item that was used
//    becomes a condition of it.
// 4. Unique members add puts, deletions or checks of sentinels, so the write becomes a transaction.
#include "model/plan/write_plan.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/contains.h"
#include "base/try.h"
#include "model/conditions/default_values.h"
#include "model/keys/compose.h"
#include "model/plan/judge.h"
#include "model/plan/kept_members.h"
#include "model/plan/key_changes.h"
#include "model/plan/null_for_empty.h"
#include "model/plan/unique_plan.h"
#include "model/plan/write_expression.h"
#include "model/plan/write_rules.h"
#include "value/number.h"

namespace partita::model {
namespace {

using WriteKind = WriteRequest::Kind;

class Planner {
 public:
  Planner(const WriteRequest& request, const StoredItem* stored, std::string write_id, const Correction& correction)
      : request_(request),
        table_(*request.table),
        entity_(*request.entity),
        stored_(stored),
        correction_(correction),
        write_id_(std::move(write_id)),
        states_(request, stored) {}

  Result<WritePlan> plan() {
    // The fields of an item that another program wrote need not give its key.
    const bool stays = request_.kind == WriteKind::Update || request_.kind == WriteKind::Remove;
    if (stays && stored_is_there()) key_ = primary_key_of(table_, *stored_->attributes);
    if (key_.empty()) {
      PARTITA_TRY_VALUE(key, compose_primary(entity_, request_.values));
      key_ = std::move(key);
    }
    if (stored_ && !stored_->attributes && needs_item())
      return unexpected(Error{ErrorCode::ConditionalCheckFailedException,
                              fmt::format("{}: there is no such item", entity_.name),
                              {},
                              {},
                              Refusal::ItemMissing});
    PARTITA_TRY(plan_kind());
    if (versioned() && request_.kind != WriteKind::Remove && request_.kind != WriteKind::Check)
      plan_.write_id = write_id_;
    return std::move(plan_);
  }

 private:
  bool versioned() const { return entity_.version != kNone; }
  std::string_view version_attribute() const { return attribute(entity_.version); }
  std::string_view attribute(FieldPosition field) const { return entity_.at(field).attribute; }
  bool stored_is_there() const { return stored_ && stored_->attributes; }

  bool needs_item() const {
    return request_.kind == WriteKind::Update || request_.kind == WriteKind::Move ||
           request_.expected_version.has_value() || (request_.kind == WriteKind::Remove && request_.must_exist);
  }

  Result<void> plan_kind() {
    switch (request_.kind) {
      case WriteKind::Create:
      case WriteKind::Put:
        return plan_put();
      case WriteKind::Update:
      case WriteKind::Upsert:
        return plan_update();
      case WriteKind::Remove:
        return plan_remove();
      case WriteKind::Check:
        return plan_check();
      case WriteKind::Move:
        return plan_move();
    }
    return {};
  }

  // ---- parts that several kinds share

  // Adds the request's conditions and the version check. A condition that a default meets also accepts an item without
  // the attribute, so it needs the additional condition that the item exists.
  Result<void> add_conditions(WriteExpression& expression) {
    if (request_.kind != WriteKind::Update && request_.kind != WriteKind::Move && asks_for_defaults())
      expression.exists(table_.partition);
    if (request_.expected_version)
      expression.equals(version_attribute(), *request_.expected_version, default_of(entity_, version_attribute()));
    for (const auto& [name, value] : request_.given) {
      if (means_absent(value) && is_optional(name) && !sets_if_absent(name))
        expression.is_empty(name);
      else
        expression.equals(name, value, default_of(entity_, name));
    }
    return expression.holds(with_defaults(entity_, request_.condition));
  }

  bool is_optional(std::string_view name) const {
    const auto field = std::ranges::find(entity_.fields, name, &FieldInfo::attribute);
    return field != entity_.fields.end() && field->optional;
  }

  // if_not_exists() keeps a NULL, so such a change must know whether the attribute is absent or NULL.
  bool sets_if_absent(std::string_view name) const {
    return std::any_of(request_.changes.begin(), request_.changes.end(), [&](const Change& change) {
      return change.kind == Change::Kind::SetIfAbsent && change.path.empty() && attribute(change.field) == name;
    });
  }
  // Makes a change that meets a NULL, which other programs write for empty, start from an absent value. `absent` is the
  // start value, as in WriteExpression::apply.
  Change with_null_absent(Change change, const AttributeValue* absent) {
    if (!stored_is_there() || !starts_from_stored(change)) return change;
    const FieldInfo& field = entity_.at(change.field);
    const AttributeValue* value = stored_->attributes->find(field.attribute);
    if (!value || !meets_null(field, change, *value)) return change;
    std::optional<Change> changed = change_of_absent(change, absent);
    if (!changed) return change;
    depend_on(field.attribute);
    return *std::move(changed);
  }

  // A set in a list or map stays in its place if it gets empty. nullopt if nothing is to be removed from it.
  std::optional<Change> with_place_kept(const Change& change) {
    if (change.kind != Change::Kind::RemoveFromSet || !change.of_element || !stored_is_there()) return change;
    const std::string_view name = attribute(change.field);
    depend_on(name);
    return without_elements(change, stored_->attributes->find(name));
  }

  bool asks_for_defaults() const {
    if (request_.expected_version && default_of(entity_, version_attribute())) return true;
    for (const auto& [name, value] : request_.given)
      if (default_of(entity_, name)) return true;
    return compares_defaults(entity_, request_.condition);
  }

  // Makes the write depend on the fields of the read item that were used. It must be called after the last use.
  void add_read_conditions(WriteExpression& expression) {
    for (FieldPosition field : states_.consulted()) {
      if (entity_.at(field).stored) {
        depend_on(attribute(field));
      } else {
        for (const EntityKey& key : entity_.indexes)
          for (const auto& attributes : {key.partition, key.sort})
            for (const KeyAttribute& part : attributes)
              if (holds_field(part, field)) depend_on(part.attribute);
      }
    }
    if (stored_ && request_.returns_old)
      for (const FieldInfo& field : entity_.fields)
        if (field.stored && !field.attribute.empty()) depend_on(field.attribute);
    for (const auto& [name, value] : plan_.read) expression.equals(name, value);
  }
  static bool holds_field(const KeyAttribute& key, FieldPosition field) {
    return std::any_of(key.value.parts.begin(), key.value.parts.end(),
                       [&](const KeyPart& part) { return part.field == field; });
  }
  void depend_on(std::string_view name) {
    const AttributeValue* value = stored_is_there() ? stored_->attributes->find(name) : nullptr;
    plan_.read.set(name, value ? *value : AttributeValue());
  }

  Result<void> add_unique(Existence existence, const AttributeMap& new_key) {
    PARTITA_TRY_VALUE(actions, unique_actions(request_, existence, states_, key_, new_key));
    sentinels_ = std::move(actions);
    return {};
  }

  void add_action(WriteAction::Kind kind, WriteAction::Part part, AttributeMap key, WriteExpression expression,
                  AttributeMap item = {}) {
    WriteAction action{.kind = kind, .part = part, .returns_old = request_.returns_old, .table = &table_};
    action.key = std::move(key);
    action.item = std::move(item);
    std::move(expression).into(action);
    plan_.actions.push_back(std::move(action));
  }
  void add_sentinels() {
    for (WriteAction& action : sentinels_) plan_.actions.push_back(std::move(action));
  }

  // The version after the stored one. The write then depends on the stored version.
  Result<std::int64_t> version_after_read() {
    const auto& before = states_.before(entity_.version);
    if (!before.value || !before.value->is(AttributeType::N)) return 1;
    const auto number = value::Number::parse(before.value->n());
    const auto version = number ? number->to_int() : std::nullopt;
    if (!version) return no_version_after(before.value->n());
    return version_after(*version);
  }
  Result<std::int64_t> version_after(std::int64_t version) const {
    if (version >= entity_.last_version) return no_version_after(std::to_string(version));
    return version + 1;
  }
  unexpected<Error> no_version_after(std::string_view version) const {
    return invalid(fmt::format(
        "{}: no version follows {}, because the member {} counts only to {}: give it a type of 64 bits, or remove the "
        "item and create it again",
        entity_.name, version, entity_.at(entity_.version).name, entity_.last_version));
  }

  // Checks members that are key attributes of an index themselves. The database applies its rules for keys to them even
  // if the model leaves the item out of that index.
  Result<void> check_natural_keys(const AttributeMap& values) const {
    for (const EntityKey& key : entity_.indexes)
      for (const auto& [attributes, role] :
           {std::pair(key.partition, KeyRole::Partition), std::pair(key.sort, KeyRole::Sort)})
        for (const KeyAttribute& part : attributes) {
          const AttributeValue* value = part.natural ? values.find(part.attribute) : nullptr;
          if (!value || means_absent(*value)) continue;
          if (auto composed = compose(part, role, entity_.fields, values); !composed)
            return invalid(fmt::format("{}: {}", entity_.name, composed.error().message));
        }
    return {};
  }

  // The whole item made from its fields, with its keys. `plan_.row` also gets the fields that only keys hold.
  Result<AttributeMap> whole_item(AttributeMap values, std::optional<std::int64_t> version) {
    if (version) values.set(version_attribute(), *version);
    PARTITA_TRY(check_required(entity_, values));
    PARTITA_TRY(check_natural_keys(values));
    PARTITA_TRY_VALUE(keys, compose_all(table_, entity_, values));
    AttributeMap item;
    for (const auto& [name, value] : values)
      if (!means_absent(value)) item.set(name, value);
    for (const std::string& name : keys.absent) item.erase(name);
    for (const auto& [name, value] : keys.present) item.set(name, value);
    if (!table_.type_attribute.empty()) item.set(table_.type_attribute, entity_.name);
    if (version) item.set(kWriteIdAttribute, write_id_);
    plan_.row = item;
    for (const FieldInfo& field : entity_.fields)
      if (!field.stored && !keys.present.contains(field.attribute)) item.erase(field.attribute);
    return item;
  }

  // ---- the kinds

  // True if the write requires that the item does not exist. A versioned item is replaced only if the request gives its
  // version or accepts any version.
  bool puts_only_new() {
    if (request_.kind == WriteKind::Create) return true;
    if (stored_ && !stored_->attributes) return true;
    return versioned() && !request_.expected_version && !request_.any_version;
  }

  Result<void> plan_put() {
    const bool only_new = puts_only_new();
    std::optional<std::int64_t> version;
    if (versioned()) {
      Result<std::int64_t> next = 1;
      if (request_.expected_version)
        next = version_after(*request_.expected_version);
      else if (!only_new)
        next = version_after_read();
      if (!next) return unexpected(std::move(next.error()));
      version = *next;
      states_.set_after(entity_.version, {.known = true, .value = *version});
    }
    PARTITA_TRY_VALUE(item, whole_item(request_.values, version));
    PARTITA_TRY(
        add_unique({.before = !only_new, .after = true, .surely_before = stored_ || request_.expected_version}, key_));
    WriteExpression expression;
    if (only_new)
      expression.not_exists(table_.partition);
    else if (stored_)
      expression.exists(table_.partition);
    PARTITA_TRY(add_conditions(expression));
    add_read_conditions(expression);
    add_action(WriteAction::Kind::Put, WriteAction::Part::Item, key_, std::move(expression), std::move(item));
    add_sentinels();
    return {};
  }

  Result<void> plan_version(WriteExpression& expression) {
    if (!versioned()) return {};
    if (request_.expected_version) {
      PARTITA_TRY_VALUE(next, version_after(*request_.expected_version));
      states_.set_after(entity_.version, {.known = true, .value = next});
      expression.set(version_attribute(), next);
    } else {
      // The stored version is used only if an index key holds the version.
      FieldStates::State state;
      if (version_is_in_key() && stored_) {
        PARTITA_TRY_VALUE(next, version_after_read());
        state = {.known = true, .value = next};
      }
      states_.set_after(entity_.version, std::move(state));
      if (version_is_null()) {
        PARTITA_TRY_VALUE(next, version_after_read());
        depend_on(version_attribute());
        expression.set(version_attribute(), next);
      } else {
        expression.increment(version_attribute(), 1, default_of(entity_, version_attribute()), most_before_increment());
      }
    }
    expression.set(kWriteIdAttribute, write_id_);
    return {};
  }
  // The service cannot add to a NULL.
  bool version_is_null() const {
    const AttributeValue* value = stored_is_there() ? stored_->attributes->find(version_attribute()) : nullptr;
    return value && counts_as_absent(entity_.at(entity_.version), *value);
  }
  // The largest version that may be incremented. nullopt for a signed version of 64 bits: it never reaches its end in
  // practice, so its writes need no condition.
  std::optional<std::int64_t> most_before_increment() const {
    const bool is_signed = entity_.at(entity_.version).kind == FieldKind::Integer;
    if (is_signed && entity_.last_version == std::numeric_limits<std::int64_t>::max()) return std::nullopt;
    return entity_.last_version - 1;
  }
  bool version_is_in_key() const {
    for (const EntityKey& key : entity_.indexes)
      for (const auto& attributes : {key.partition, key.sort})
        for (const KeyAttribute& part : attributes)
          if (holds_field(part, entity_.version)) return true;
    return false;
  }

  // Adds the attributes that a created item has beyond its changes.
  void upsert_rest(WriteExpression& expression) {
    if (!table_.type_attribute.empty()) expression.set(table_.type_attribute, entity_.name);
    for (FieldPosition field : primary_fields(entity_)) {
      const FieldInfo& info = entity_.at(field);
      const AttributeValue* value = request_.values.find(info.attribute);
      if (value) states_.keep(field, *value);
      if (value && info.stored && !key_.contains(info.attribute)) expression.set(info.attribute, *value);
    }
  }

  // An index whose key is the member's own attribute finds the default only if the default is stored.
  Change with_natural_default(const Change& change) const {
    const std::string_view name = attribute(change.field);
    const AttributeValue* value = default_of(entity_, name);
    if (change.kind != Change::Kind::Remove || !change.path.empty() || !value || !is_natural_key(name)) return change;
    return {.kind = Change::Kind::Set, .field = change.field, .value = *value};
  }
  bool is_natural_key(std::string_view name) const {
    for (const EntityKey& key : entity_.indexes)
      for (const auto& attributes : {key.partition, key.sort})
        for (const KeyAttribute& part : attributes)
          if (part.natural && part.attribute == name) return true;
    return false;
  }

  Result<void> plan_update() {
    WriteExpression expression;
    PARTITA_TRY(states_.apply_changes());
    for (std::size_t i = 0; i < request_.changes.size(); ++i) {
      const std::optional<Change> kept = with_place_kept(request_.changes[i]);
      if (!kept) continue;
      const Change change = with_null_absent(with_natural_default(*kept), start_of(request_, i));
      if (i + 1 < request_.changes.size() && is_start_of(change, request_.changes[i + 1])) continue;
      if (change.kind == Change::Kind::Increment || change.kind == Change::Kind::Append ||
          change.kind == Change::Kind::Prepend)
        plan_.repeatable = false;
      if (!entity_.at(change.field).stored) continue;
      const std::string_view name = attribute(change.field);
      const bool sets = change.kind == Change::Kind::Set || change.kind == Change::Kind::SetIfAbsent;
      if (sets && change.path.empty()) PARTITA_TRY(check_natural_keys({{std::string(name), change.value}}));
      PARTITA_TRY(expression.apply(change, name, start_of(request_, i)));
    }
    PARTITA_TRY(plan_version(expression));
    const bool upsert = request_.kind == WriteKind::Upsert;
    if (upsert) upsert_rest(expression);
    PARTITA_TRY_VALUE(computed, computed_changes(request_, states_));
    for (auto& [name, value] : computed) {
      if (means_absent(value))
        expression.remove(name);
      else
        expression.set(name, std::move(value));
    }
    PARTITA_TRY_VALUE(keys, key_changes(request_, states_));
    // The tag may be an index key too, and an upsert has already set it.
    for (auto& [name, value] : keys.set)
      if (!upsert || name != table_.type_attribute) expression.set(name, std::move(value));
    for (auto& [name, value] : keys.set_if_absent) expression.set_if_absent(name, std::move(value));
    for (const std::string& name : keys.remove) expression.remove(name);
    if (!correction_.sources.empty()) correct(computed, keys, expression);
    PARTITA_TRY(
        add_unique({.before = true, .after = true, .surely_before = !upsert || request_.expected_version}, key_));
    if (!upsert) expression.exists(table_.partition);
    PARTITA_TRY(add_conditions(expression));
    add_read_conditions(expression);
    add_action(WriteAction::Kind::Update, WriteAction::Part::Item, key_, std::move(expression));
    add_sentinels();
    return {};
  }

  // Applies the correction to the attributes that the update does not write.
  void correct(const AttributeMap& computed, const KeyChanges& keys, WriteExpression& expression) {
    const auto writes = [&](std::string_view name) {
      const bool changes = std::any_of(request_.changes.begin(), request_.changes.end(),
                                       [&](const Change& change) { return attribute(change.field) == name; });
      return changes || computed.contains(name) || keys.set.contains(name) || keys.set_if_absent.contains(name) ||
             base::contains(keys.remove, name) ||
             (versioned() && (name == version_attribute() || name == kWriteIdAttribute)) || key_.contains(name);
    };
    for (const auto& [name, value] : correction_.set)
      if (!writes(name)) expression.set(name, value);
    for (const std::string& name : correction_.remove)
      if (!writes(name)) expression.remove(name);
    for (const std::string& name : correction_.sources)
      if (!key_.contains(name)) depend_on(name);
  }

  Result<void> plan_remove() {
    const bool may_be_there = !stored_ || stored_->attributes;
    PARTITA_TRY(add_unique({.before = may_be_there, .after = false}, key_));
    WriteExpression expression;
    if (request_.must_exist) expression.exists(table_.partition);
    if (!may_be_there) expression.not_exists(table_.partition);
    PARTITA_TRY(add_conditions(expression));
    add_read_conditions(expression);
    add_action(WriteAction::Kind::Delete, WriteAction::Part::Item, key_, std::move(expression));
    add_sentinels();
    return {};
  }

  Result<void> plan_check() {
    WriteExpression expression;
    PARTITA_TRY(add_conditions(expression));
    if (!expression.has_condition() || request_.must_exist) expression.exists(table_.partition);
    add_action(WriteAction::Kind::Check, WriteAction::Part::Item, key_, std::move(expression));
    return {};
  }

  // Carries the attributes that the model does not know over to the new item, and returns their names.
  std::vector<std::string> carry_unknown(AttributeMap& values) {
    std::vector<std::string> names;
    for (const auto& [name, value] : *stored_->attributes) {
      if (is_ours(name)) continue;
      if (!values.contains(name)) values.set(name, value);
      depend_on(name);
      names.push_back(name);
    }
    return names;
  }
  // The condition that the item is as it was read. If the item has more attributes than a condition of the service may
  // name, the condition on the version replaces those on the `unknown` attributes, because every write increments the
  // version.
  Result<WriteExpression> is_as_read(const std::vector<std::string>& unknown) {
    const auto condition = [&]() -> Result<WriteExpression> {
      WriteExpression there;
      there.exists(table_.partition);
      PARTITA_TRY(add_conditions(there));
      add_read_conditions(there);
      return there;
    };
    auto there = condition();
    if (!there || unknown.empty() || there->condition_fits()) return there;
    if (!versioned() || !stored_->attributes->contains(version_attribute()))
      return invalid(fmt::format(
          "{}: a move is conditional on each attribute of the item that its struct does not name, and these {} are "
          "more than a condition holds: name them in the struct, or give the entity a pt::version and the item "
          "a version",
          entity_.name, unknown.size()));
    for (const std::string& name : unknown) plan_.read.erase(name);
    return condition();
  }
  bool is_ours(std::string_view name) const {
    const auto is_name = [&](std::string_view other) { return other == name; };
    const auto in_index = [&](const IndexInfo& index) {
      return std::any_of(index.partition.begin(), index.partition.end(), is_name) ||
             std::any_of(index.sort.begin(), index.sort.end(), is_name) ||
             (index.shards.count > 0 && index.shards.attribute == name);
    };
    return name == table_.partition || name == table_.sort || name == table_.type_attribute ||
           name == kWriteIdAttribute || std::any_of(table_.indexes.begin(), table_.indexes.end(), in_index) ||
           std::any_of(entity_.fields.begin(), entity_.fields.end(),
                       [&](const FieldInfo& field) { return field.attribute == name; });
  }

  Result<void> plan_move() {
    AttributeMap values = request_.moved_to;
    const std::vector<std::string> unknown = carry_unknown(values);
    std::optional<std::int64_t> version;
    if (versioned()) {
      PARTITA_TRY_VALUE(next,
                        request_.expected_version ? version_after(*request_.expected_version) : version_after_read());
      version = next;
    }
    PARTITA_TRY_VALUE(item, whole_item(std::move(values), version));
    PARTITA_TRY_VALUE(new_key, compose_primary(entity_, request_.moved_to));
    if (new_key == key_)
      return invalid(fmt::format("{}: a move does not change the primary key: use replace or update", entity_.name));
    PARTITA_TRY(add_unique({.before = true, .after = true}, new_key));
    PARTITA_TRY_VALUE(there, is_as_read(unknown));
    WriteExpression free;
    free.not_exists(table_.partition);
    add_action(WriteAction::Kind::Put, WriteAction::Part::Item, std::move(new_key), std::move(free), std::move(item));
    add_action(WriteAction::Kind::Delete, WriteAction::Part::OldItem, key_, std::move(there));
    add_sentinels();
    return {};
  }

  const WriteRequest& request_;
  const TableInfo& table_;
  const EntityInfo& entity_;
  const StoredItem* const stored_;
  const Correction& correction_;
  const std::string write_id_;
  FieldStates states_;
  AttributeMap key_;  // the primary key of the request's item
  std::vector<WriteAction> sentinels_;
  WritePlan plan_;
};

}  // namespace

Result<WritePlan> plan_write(const WriteRequest& request, const StoredItem* stored, std::string write_id,
                             const Correction& correction) {
  PARTITA_TRY(check_write(request));
  return Planner(request, stored, std::move(write_id), correction).plan();
}

}  // namespace partita::model
