#include "model/plan/write_rules.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <partita/model/detail/check_write.h>

#include <algorithm>

#include "base/try.h"
#include "model/conditions/default_values.h"
#include "model/plan/field_states.h"

namespace partita::model {
namespace {

using WriteKind = WriteRequest::Kind;

const FieldInfo& field_at(const WriteRequest& request, FieldPosition field) { return request.entity->at(field); }

Result<void> check_version(const WriteRequest& request) {
  const std::string_view entity = request.entity->name;
  if (request.entity->version == kNone) {
    if (request.expected_version) return invalid(fmt::format("{}: a version is expected, but it has none", entity));
    return {};
  }
  if (request.kind == WriteKind::Create && request.expected_version)
    return invalid(fmt::format("{}: a create expects no version, because the item must not exist", entity));
  const bool changes =
      request.kind == WriteKind::Update || request.kind == WriteKind::Upsert || request.kind == WriteKind::Move;
  if (changes && !request.expected_version && !request.any_version && !request.read_first)
    return invalid(fmt::format("{}: it has a version: add .expect_version(...) or .any_version()", entity));
  if (request.expected_version &&
      (*request.expected_version < 0 || *request.expected_version == std::numeric_limits<std::int64_t>::max()))
    return invalid(fmt::format("{}: there is no version {}", entity, *request.expected_version));
  return {};
}

Result<void> check_change(const WriteRequest& request, const Change& change, const std::set<FieldPosition>& primary) {
  const std::string_view entity = request.entity->name;
  const FieldInfo& field = field_at(request, change.field);
  if (change.field == request.entity->version)
    return invalid(
        fmt::format("{}: the field {} is its version, which every write sets by itself", entity, field.name));
  if (primary.contains(change.field))
    return invalid(fmt::format("{}: the field {} is part of the primary key: use move()", entity, field.name));
  const bool whole = change.path.empty() && (change.kind == Change::Kind::Set || change.kind == Change::Kind::Remove);
  if (!field.stored && !whole)
    return invalid(fmt::format("{}: the field {} is stored only in keys, and can only be set", entity, field.name));
  if (field.attribute.empty())
    return invalid(fmt::format("{}: the field {} holds the attributes that no field names, and cannot be changed",
                               entity, field.name));
  if (change.kind == Change::Kind::Remove && change.path.empty() && !field.optional && !field.has_default)
    return invalid(fmt::format("{}: the field {} is required and cannot be removed", entity, field.name));
  if (change.kind == Change::Kind::Increment && !change.value.is(AttributeType::N))
    return invalid(fmt::format("{}: the field {} can only be incremented by a number", entity, field.name));
  return {};
}

// True if one change is inside of the value that the other one changes, or changes the same value.
bool overlap(const Change& a, const Change& b) {
  if (a.field != b.field) return false;
  const auto common = std::min(a.path.steps.size(), b.path.steps.size());
  return std::equal(a.path.steps.begin(), a.path.steps.begin() + static_cast<std::ptrdiff_t>(common),
                    b.path.steps.begin());
}

Result<void> check_overlap(const WriteRequest& request) {
  for (std::size_t i = 0; i < request.changes.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (overlap(request.changes[i], request.changes[j]) &&
          !(j + 1 == i && is_start_of(request.changes[j], request.changes[i])))
        return invalid(fmt::format("{}: two changes of the field {}, of which one would be lost: give one of them",
                                   request.entity->name, field_at(request, request.changes[i].field).name));
  return {};
}

Result<void> check_given(const WriteRequest& request) {
  for (const auto& [name, value] : request.given)
    for (const FieldInfo& field : request.entity->fields)
      if (!field.stored && field.attribute == name)
        return invalid(fmt::format("{}: the field {} is stored only in keys, and cannot be given: add .read_first()",
                                   request.entity->name, field.name));
  return {};
}

// True if the change gives a new item a value.
bool makes_value(const Change& change) {
  if (!change.path.empty()) return false;
  switch (change.kind) {
    case Change::Kind::Remove:
    case Change::Kind::RemoveFromSet:
      return false;
    case Change::Kind::Set:
      return !means_absent(change.value);
    default:
      return true;
  }
}

// An upsert may create the item, so it must give a whole item.
Result<void> check_whole(const WriteRequest& request) {
  std::vector<std::string_view> missing, left_to_default;
  for (const FieldPosition field : request.entity->positions()) {
    const Mistake mistake = detail::check_lacking(*request.entity, field);
    const auto sets = [&](const Change& change) { return change.field == field && makes_value(change); };
    if (mistake == Mistake::None || std::any_of(request.changes.begin(), request.changes.end(), sets)) continue;
    (mistake == Mistake::UpsertNotWhole ? missing : left_to_default).push_back(request.entity->at(field).name);
  }
  const auto fields = [](const std::vector<std::string_view>& names) {
    return fmt::format("{} {}", names.size() == 1 ? "field" : "fields", fmt::join(names, ", "));
  };
  if (!missing.empty())
    return invalid(fmt::format("{}: an upsert may create the item, and does not set its required {}",
                               request.entity->name, fields(missing)));
  if (!left_to_default.empty())
    return invalid(
        fmt::format("{}: an upsert may find the item, and the key of an index contains a field that the upsert leaves "
                    "to its default: set the {}, or keep the stored value with .set_if_absent(...).read_first()",
                    request.entity->name, fields(left_to_default)));
  return {};
}

}  // namespace

Result<void> check_write(const WriteRequest& request) {
  PARTITA_TRY(check_version(request));
  PARTITA_TRY(check_given(request));
  const std::set<FieldPosition> primary = primary_fields(*request.entity);
  for (const Change& change : request.changes) PARTITA_TRY(check_change(request, change, primary));
  PARTITA_TRY(check_overlap(request));
  if (request.kind == WriteKind::Upsert) return check_whole(request);
  return {};
}

Result<void> check_required(const EntityInfo& entity, const AttributeMap& values) {
  for (const FieldPosition position : entity.positions()) {
    const FieldInfo& field = entity.at(position);
    if (field.optional || field.has_default || field.attribute.empty()) continue;
    const AttributeValue* value = values.find(field.attribute);
    if (value && !means_absent(*value)) continue;
    if (detail::computed_at(entity, position) != kNone) continue;
    return invalid(fmt::format("{}: the field {} is required and has no value", entity.name, field.name));
  }
  return {};
}

}  // namespace partita::model
