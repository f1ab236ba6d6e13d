#include "model/write_failure.h"

#include <fmt/format.h>

#include "model/default_values.h"
#include "model/same_value.h"
#include "model/unique.h"

namespace partita::model {
namespace {

using WriteKind = WriteRequest::Kind;

std::string_view attribute_of(const WriteRequest& request, int field) {
  return request.entity->fields[static_cast<std::size_t>(field)].attribute;
}

bool has(const Item& item, std::string_view attribute, const AttributeValue& value,
         const AttributeValue* absent = nullptr) {
  const auto stored = item.get(attribute);
  if (means_absent(value)) return !stored;
  if (!stored) return absent && same_value(*absent, value);
  return same_value(*stored, value);
}

Error failed(Refusal refusal, std::string message, const std::optional<Item>& item) {
  return Error{ErrorCode::ConditionalCheckFailedException,
               "The conditional request failed: " + std::move(message),
               item,
               {},
               refusal};
}

// nullopt: the version is the expected one, or none is expected.
std::optional<Error> version_conflict(const WriteRequest& request, const Item& item, const std::string& where) {
  if (request.entity->version == kNone) return std::nullopt;
  const std::string_view attribute = attribute_of(request, request.entity->version);
  const auto stored = item.get(attribute);
  const std::string is = stored && stored->is(AttributeType::N) ? "version " + stored->n() : "no version";
  if (request.expected_version) {
    if (has(item, attribute, *request.expected_version, default_of(*request.entity, attribute))) return std::nullopt;
    return Error{ErrorCode::VersionConflict,
                 fmt::format("{}: the item has {}, not version {}", where, is, *request.expected_version),
                 item,
                 {}};
  }
  if (request.kind == WriteKind::Put && !request.any_version)
    return Error{ErrorCode::VersionConflict,
                 fmt::format("{}: the item exists with {}: to replace it, say which version is expected", where, is),
                 item,
                 {}};
  return std::nullopt;
}

std::optional<std::string_view> field_not_as_given(const WriteRequest& request, const Item& item) {
  for (const FieldInfo& field : request.entity->fields) {
    const AttributeValue* given = request.given.find(field.attribute);
    if (given && !has(item, field.attribute, *given, default_of(*request.entity, field.attribute))) return field.name;
  }
  return std::nullopt;
}

}  // namespace

Error failed_condition(const WriteRequest& request, const WriteAction& action, const std::optional<Item>& item,
                       const std::string& where) {
  using Part = WriteAction::Part;
  if (action.unique) {
    const std::string name = name_of(*request.entity, *action.unique);
    if (action.part == Part::Claim || action.part == Part::Expired)
      return failed(Refusal::UniqueValueTaken, fmt::format("{}: the value of the unique {} is taken", where, name), {});
    return failed(Refusal::NotAsGiven,
                  fmt::format("{}: the value of the unique {} is kept for another item", where, name), {});
  }
  const bool there = item && !item->empty();
  if (!there) return failed(Refusal::ItemMissing, fmt::format("{}: there is no such item", where), {});
  if (request.kind == WriteKind::Move && action.part == Part::Item)
    return failed(Refusal::ItemExists, fmt::format("{}: there is an item under the new key already", where), item);
  if (request.kind == WriteKind::Create)
    return failed(Refusal::ItemExists, fmt::format("{}: the item exists already", where), item);
  if (auto conflict = version_conflict(request, *item, where)) return *std::move(conflict);
  if (auto field = field_not_as_given(request, *item))
    return failed(Refusal::NotAsGiven, fmt::format("{}: the field {} does not hold the value given", where, *field),
                  item);
  return failed(Refusal::ConditionFalse, fmt::format("{}: the condition was false", where), item);
}

bool changed_since_read(const WritePlan& plan, const StoredItem& stored, const std::optional<Item>& now) {
  const bool there = now && !now->empty();
  if (there != stored.attributes.has_value()) return true;
  if (!there) return false;
  for (const auto& [name, value] : plan.read)
    if (!has(*now, name, value)) return true;
  return false;
}

bool is_written(const WritePlan& plan, const std::optional<Item>& item) {
  if (!item || item->empty()) return false;
  if (!plan.write_id.empty()) return has(*item, kWriteIdAttribute, plan.write_id);
  const WriteAction& action = plan.actions.front();
  return action.kind == WriteAction::Kind::Put && *item == Item(action.item);
}

}  // namespace partita::model
