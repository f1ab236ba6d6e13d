#include "model/field_states.h"

#include <fmt/format.h>

#include "value/number.h"

namespace partita::model {

bool means_absent(const AttributeValue& value) { return value.is(AttributeType::None); }

std::set<int> primary_fields(const EntityInfo& entity) {
  std::set<int> fields;
  for (const auto& attributes : {entity.primary.partition, entity.primary.sort})
    for (const KeyAttribute& attribute : attributes)
      for (const KeyPart& part : attribute.value.parts)
        if (part.is_field()) fields.insert(part.field);
  return fields;
}

namespace {

// The primary key fields whose values the key tells whole.
std::set<int> identifying_fields(const EntityInfo& entity) {
  std::set<int> fields;
  for (const auto& attributes : {entity.primary.partition, entity.primary.sort})
    for (const KeyAttribute& attribute : attributes)
      for (const KeyPart& part : attribute.value.parts)
        if (part.is_field() && part.lossless()) fields.insert(part.field);
  return fields;
}

FieldStates::State state_in(const AttributeMap& values, std::string_view attribute) {
  FieldStates::State state{.known = true};
  if (const AttributeValue* value = values.find(attribute); value && !means_absent(*value)) state.value = *value;
  return state;
}

// The fields after the write, where the request has them all.
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
  const std::set<int> primary = identifying_fields(*request.entity);
  const AttributeMap* whole = whole_item(request);
  for (std::size_t i = 0; i < fields_.size(); ++i) {
    const std::string_view attribute = request.entity->fields[i].attribute;
    Field& field = fields_[i];
    if (primary.contains(static_cast<int>(i))) {
      field.before = state_in(request.values, attribute);
    } else if (request.given.contains(attribute)) {
      field.before = state_in(request.given, attribute);
    } else if (stored) {
      field.before = stored->attributes ? state_in(*stored->attributes, attribute) : State{.known = true};
      field.from_read = true;
    }
    field.after = whole ? state_in(*whole, attribute) : field.before;
    field.after_from_read = !whole && field.from_read;
  }
}

const FieldStates::State& FieldStates::before(int field) {
  if (fields_[index(field)].from_read) consulted_.insert(field);
  return fields_[index(field)].before;
}

const FieldStates::State& FieldStates::after(int field) {
  if (fields_[index(field)].after_from_read) consulted_.insert(field);
  return fields_[index(field)].after;
}

void FieldStates::set_after(int field, State state) {
  fields_[index(field)].changed = true;
  fields_[index(field)].after = std::move(state);
  fields_[index(field)].after_from_read = false;
}

void FieldStates::keep(int field, const AttributeValue& value) {
  fields_[index(field)].after = {.known = true, .value = value};
  fields_[index(field)].after_from_read = false;
}

AttributeMap FieldStates::values_after() {
  AttributeMap values;
  for (std::size_t i = 0; i < fields_.size(); ++i)
    if (fields_[i].after.value) values.set(request_.entity->fields[i].attribute, *fields_[i].after.value);
  return values;
}

Result<void> FieldStates::apply_changes() {
  for (const Change& change : request_.changes)
    if (auto applied = apply(change); !applied) return applied;
  return {};
}

Result<void> FieldStates::apply(const Change& change) {
  Field& field = fields_[index(change.field)];
  field.changed = true;
  const bool removes = change.kind == Change::Kind::Remove;
  if (change.path.empty() && (removes || change.kind == Change::Kind::Set)) {
    field.after = {.known = true};
    if (!removes && !means_absent(change.value)) field.after.value = change.value;
    field.after_from_read = false;
    return {};
  }
  if (change.path.empty() && change.kind == Change::Kind::SetIfAbsent && field.after.known) {
    if (!field.after.value) field.after.value = change.value;
    return {};
  }
  if (change.path.empty() && change.kind == Change::Kind::Increment && field.after.known) {
    auto by = value::Number::parse(change.value.n());
    if (!by) return tl::unexpected(by.error());
    auto from = field.after.value ? value::Number::parse(field.after.value->n()) : value::Number();
    if (!from) return tl::unexpected(from.error());
    auto sum = from->plus(*by);
    if (!sum) return tl::unexpected(sum.error());
    field.after.value = AttributeValue::number(sum->to_text());
    return {};
  }
  field.after = {};
  field.after_from_read = false;
  return {};
}

}  // namespace partita::model
