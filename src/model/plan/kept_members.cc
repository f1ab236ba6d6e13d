#include "model/plan/kept_members.h"

#include <fmt/format.h>
#include <partita/model/detail/check_write.h>
#include <partita/model/detail/codec.h>
#include <partita/model/kept_members.h>

#include <algorithm>

#include "base/try.h"
#include "model/codec/guarded.h"

namespace partita::model {

Error detail::fault_of_input(std::string_view entity, const FieldInfo& field, const Fault& fault) {
  return invalid(fmt::format("{}: a computed member depends on the field {}, which{} {}", entity, field.name,
                             fault.path, fault.text))
      .error();
}

namespace {

const FieldInfo& field_at(const EntityInfo& entity, FieldPosition field) { return entity.at(field); }

Result<AttributeValue> time_as(FieldKind kind, std::int64_t now_ms) {
  if (kind == FieldKind::Seconds) return encode(epoch_seconds(now_ms / 1000));
  return encode(utc_ms(now_ms));
}

// Sets the time in the attributes of a whole item. If `keep` is true, a time that the caller filled in stays. The time
// 1970-01-01T00:00:00Z counts as not filled in.
Result<void> set_time(const EntityInfo& entity, FieldPosition field, std::int64_t now_ms, bool keep,
                      AttributeMap& values) {
  if (field == kNone) return {};
  const FieldInfo& info = field_at(entity, field);
  PARTITA_TRY_VALUE(unfilled, time_as(info.kind, 0));
  const AttributeValue* value = values.find(info.attribute);
  if (keep && value && !means_absent(*value) && *value != unfilled) return {};
  PARTITA_TRY_VALUE(now, time_as(info.kind, now_ms));
  values.set(info.attribute, std::move(now));
  return {};
}

Result<void> set_all(const EntityInfo& entity, std::int64_t now_ms, bool keep_created, AttributeMap& values) {
  PARTITA_TRY(set_time(entity, entity.created, now_ms, keep_created, values));
  PARTITA_TRY(set_time(entity, entity.updated, now_ms, false, values));
  PARTITA_TRY_VALUE(computed, computed_values(entity, values));
  for (auto& [name, value] : computed)
    if (means_absent(value))
      values.erase(name);
    else
      values.set(name, std::move(value));
  return {};
}

// Computes a field into `to`. Returns false with `error` set if the user's function fails or throws.
bool compute(const EntityInfo& entity, const ComputedInfo& computed, const AttributeMap& values, AttributeValue& to,
             Error& error) {
  try {
    return computed.compute(values, to, error);
  } catch (...) {
    error = invalid(fmt::format("{}: the field {} {}", entity.name, field_at(entity, computed.field).name,
                                text_of_exception("cannot be computed", "its function")))
                .error();
    return false;
  }
}

Result<void> change_time(WriteRequest& request, FieldPosition field, std::int64_t now_ms, Change::Kind kind) {
  if (field == kNone) return {};
  PARTITA_TRY_VALUE(now, time_as(field_at(*request.entity, field).kind, now_ms));
  request.changes.push_back({.kind = kind, .field = field, .value = std::move(now)});
  return {};
}

}  // namespace

Result<AttributeValue> computed_value(const EntityInfo& entity, const ComputedInfo& computed,
                                      const AttributeMap& values) {
  AttributeValue value;
  Error error;
  if (!compute(entity, computed, values, value, error)) return unexpected(std::move(error));
  return value;
}

Result<AttributeMap> computed_values(const EntityInfo& entity, const AttributeMap& values) {
  AttributeMap out;
  for (const ComputedInfo& computed : entity.computed) {
    if (!computed.compute) continue;
    PARTITA_TRY_VALUE(value, computed_value(entity, computed, values));
    out.set(field_at(entity, computed.field).attribute, std::move(value));
  }
  return out;
}

Result<void> check_kept_members(const WriteRequest& request) {
  const EntityInfo& entity = *request.entity;
  for (const Change& change : request.changes)
    if (detail::is_kept(entity, change.field))
      return invalid(fmt::format("{}: the field {} is set by the library, and a write cannot set it", entity.name,
                                 field_at(entity, change.field).name));
  return {};
}

Result<void> add_members_before_copies(WriteRequest& request) {
  using Kind = WriteRequest::Kind;
  if (request.kind != Kind::Create && request.kind != Kind::Put && request.kind != Kind::Move) return {};
  const EntityInfo& entity = *request.entity;
  AttributeMap& values = request.kind == Kind::Move ? request.moved_to : request.values;
  for (const ComputedInfo& computed : entity.computed) {
    const auto is_copy = [&](FieldPosition field) { return detail::copy_at(entity, field) != kNone; };
    if (!computed.compute || std::any_of(computed.from.begin(), computed.from.end(), is_copy)) continue;
    PARTITA_TRY_VALUE(value, computed_value(entity, computed, values));
    const std::string_view attribute = field_at(entity, computed.field).attribute;
    if (means_absent(value))
      values.erase(attribute);
    else
      values.set(std::string(attribute), std::move(value));
  }
  return {};
}

Result<void> add_kept_members(WriteRequest& request, std::int64_t now_ms) {
  using Kind = WriteRequest::Kind;
  const EntityInfo& entity = *request.entity;
  switch (request.kind) {
    case Kind::Create:
      return set_all(entity, now_ms, false, request.values);
    case Kind::Put:
      return set_all(entity, now_ms, true, request.values);
    case Kind::Move:
      return set_all(entity, now_ms, true, request.moved_to);
    case Kind::Update:
      return change_time(request, entity.updated, now_ms, Change::Kind::Set);
    case Kind::Upsert:
      PARTITA_TRY(change_time(request, entity.created, now_ms, Change::Kind::SetIfAbsent));
      return change_time(request, entity.updated, now_ms, Change::Kind::Set);
    case Kind::Remove:
    case Kind::Check:
      break;
  }
  return {};
}

Result<AttributeMap> computed_changes(const WriteRequest& request, FieldStates& states) {
  const EntityInfo& entity = *request.entity;
  AttributeMap changes;
  for (const ComputedInfo& computed : entity.computed) {
    const bool touched = request.kind == WriteRequest::Kind::Upsert ||
                         std::any_of(computed.from.begin(), computed.from.end(),
                                     [&](FieldPosition field) { return states.changed(field); });
    if (!touched || !computed.compute) continue;
    AttributeMap values;
    for (const FieldPosition field : computed.from) {
      const FieldStates::State& state = states.after(field);
      const FieldInfo& info = field_at(entity, field);
      if (!state.known)
        return invalid(fmt::format(
            "{}: the field {} depends on {}, which is not known: add .given(\"{}\"_f = value) or .read_first()",
            entity.name, field_at(entity, computed.field).name, info.name, info.name));
      if (state.value) values.set(info.attribute, *state.value);
    }
    AttributeValue value;
    Error error;
    if (!compute(entity, computed, values, value, error)) return unexpected(std::move(error));
    states.set_after(computed.field,
                     {.known = true, .value = means_absent(value) ? std::nullopt : std::optional(value)});
    if (field_at(entity, computed.field).stored)
      changes.set(field_at(entity, computed.field).attribute, std::move(value));
  }
  return changes;
}

}  // namespace partita::model
