#include "model/plan/field_states.h"

#include <fmt/format.h>

#include "base/try.h"
#include "model/conditions/default_values.h"
#include "model/core/same_value.h"
#include "model/plan/changed_value.h"
#include "value/number.h"

namespace partita::model {

bool means_absent(const AttributeValue& value) { return value.is(AttributeType::None); }

std::set<FieldPosition> primary_fields(const EntityInfo& entity) {
  std::set<FieldPosition> fields;
  for (const auto& attributes : {entity.primary.partition, entity.primary.sort})
    for (const KeyAttribute& attribute : attributes)
      for (const KeyPart& part : attribute.value.parts)
        if (part.is_field()) fields.insert(part.field);
  return fields;
}

std::set<FieldPosition> identifying_fields(const EntityInfo& entity) {
  std::set<FieldPosition> fields;
  for (const auto& attributes : {entity.primary.partition, entity.primary.sort})
    for (const KeyAttribute& attribute : attributes)
      for (const KeyPart& part : attribute.value.parts)
        if (part.is_field() && part.lossless()) fields.insert(part.field);
  return fields;
}

namespace {

FieldStates::State absent(const EntityInfo& entity, std::string_view attribute) {
  FieldStates::State state{.known = true};
  if (const AttributeValue* value = default_of(entity, attribute)) {
    state.value = *value;
    state.is_default = true;
  }
  return state;
}

FieldStates::State state_in(const EntityInfo& entity, const AttributeMap& values, const FieldInfo& field) {
  const AttributeValue* value = values.find(field.attribute);
  if (!value || means_absent(*value) || counts_as_absent(field, *value)) return absent(entity, field.attribute);
  return {.known = true, .value = *value};
}

// The write depends on the attribute having the value, or being absent if the value is its default.
FieldStates::State given_state(const EntityInfo& entity, const AttributeValue& value, std::string_view attribute) {
  if (means_absent(value)) return absent(entity, attribute);
  const AttributeValue* otherwise = default_of(entity, attribute);
  return {.known = true, .value = value, .is_default = otherwise && same_value(*otherwise, value)};
}

// The item after the write if the request has all its fields, otherwise nullptr.
const AttributeMap* whole_item(const WriteRequest& request) {
  switch (request.kind) {
    case WriteRequest::Kind::Create:
    case WriteRequest::Kind::Put:
      return &request.values;
    case WriteRequest::Kind::Move:
      return &request.moved_to;
    default:
      return nullptr;
  }
}

}  // namespace

FieldStates::FieldStates(const WriteRequest& request, const StoredItem* stored)
    : request_(request), fields_(request.entity->fields.size()) {
  const EntityInfo& entity = *request.entity;
  const std::set<FieldPosition> primary = identifying_fields(entity);
  const AttributeMap* whole = whole_item(request);
  for (std::size_t i = 0; i < fields_.size(); ++i) {
    const FieldInfo& info = entity.fields[i];
    const std::string_view attribute = info.attribute;
    Field& field = fields_[i];
    if (primary.contains(FieldPosition(i))) {
      field.before = state_in(entity, request.values, info);
    } else if (const AttributeValue* given = request.given.find(attribute)) {
      field.before = given_state(entity, *given, attribute);
    } else if (stored) {
      field.before = stored->attributes ? state_in(entity, *stored->attributes, info) : absent(entity, attribute);
      field.from_read = true;
    }
    field.after = whole ? state_in(entity, *whole, info) : field.before;
    field.after_from_read = !whole && field.from_read;
  }
}

const FieldStates::State& FieldStates::before(FieldPosition field) {
  if (fields_[field.number()].from_read) consulted_.insert(field);
  return fields_[field.number()].before;
}

const FieldStates::State& FieldStates::after(FieldPosition field) {
  if (fields_[field.number()].after_from_read) consulted_.insert(field);
  return fields_[field.number()].after;
}

void FieldStates::set_after(FieldPosition field, State state) {
  fields_[field.number()].changed = true;
  fields_[field.number()].after = std::move(state);
  fields_[field.number()].after_from_read = false;
}

void FieldStates::keep(FieldPosition field, const AttributeValue& value) {
  fields_[field.number()].after = {.known = true, .value = value};
  fields_[field.number()].after_from_read = false;
}

AttributeMap FieldStates::values_after() {
  AttributeMap values;
  for (std::size_t i = 0; i < fields_.size(); ++i)
    if (fields_[i].after.value) values.set(request_.entity->fields[i].attribute, *fields_[i].after.value);
  return values;
}

Result<void> FieldStates::apply_changes() {
  for (const Change* change : in_order_of_effect(request_.changes)) PARTITA_TRY(apply(*change));
  return {};
}

Result<void> FieldStates::apply(const Change& change) {
  Field& field = fields_[change.field.number()];
  field.changed = true;
  const bool removes = change.kind == Change::Kind::Remove;
  if (change.path.empty() && (removes || change.kind == Change::Kind::Set)) {
    const FieldInfo& info = request_.entity->at(change.field);
    if (removes || means_absent(change.value) || counts_as_absent(info, change.value))
      field.after = absent(*request_.entity, info.attribute);
    else
      field.after = {.known = true, .value = change.value};
    field.after_from_read = false;
    return {};
  }
  // A given value that equals the default does not tell whether the attribute exists.
  const bool may_be_stored = field.after.is_default && !field.after_from_read;
  if (change.path.empty() && change.kind == Change::Kind::SetIfAbsent && field.after.known && !may_be_stored) {
    if (!field.after.value || field.after.is_default) field.after = {.known = true, .value = change.value};
    return {};
  }
  // The database reports a value that is not a number.
  const bool is_number = !field.after.value || field.after.value->is(AttributeType::N);
  if (change.path.empty() && change.kind == Change::Kind::Increment && field.after.known && is_number) {
    PARTITA_TRY_VALUE(by, value::Number::parse(change.value.n()));
    PARTITA_TRY_VALUE(from, field.after.value ? value::Number::parse(field.after.value->n()) : value::Number());
    PARTITA_TRY_VALUE(sum, from.plus(by));
    field.after = {.known = true, .value = AttributeValue::number(sum.to_text())};
    return {};
  }
  // A change of a part, of a list or of a set keeps the rest of the stored value.
  const bool keeps_rest =
      !change.path.empty() || (change.kind != Change::Kind::SetIfAbsent && change.kind != Change::Kind::Increment);
  if (auto value = field.after.known && keeps_rest ? changed_value(field.after.value, change) : std::nullopt) {
    field.after = {.known = true};
    if (!means_absent(*value)) field.after.value = std::move(*value);
    return {};
  }
  field.after = {};
  field.after_from_read = false;
  return {};
}

}  // namespace partita::model
