#include "model/writes/write_failure.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/contains.h"
#include "model/conditions/default_values.h"
#include "model/core/same_value.h"
#include "model/core/spell.h"
#include "model/plan/null_for_empty.h"
#include "model/plan/unique.h"
#include "value/number.h"

namespace partita::model {
namespace {

using WriteKind = WriteRequest::Kind;

std::string_view attribute_of(const WriteRequest& request, FieldPosition field) {
  return request.entity->at(field).attribute;
}

bool has(const Item& item, std::string_view attribute, const AttributeValue& value,
         const AttributeValue* absent = nullptr) {
  const auto stored = item.get(attribute);
  if (means_absent(value)) return !stored;
  if (!stored || (absent && stored->is(AttributeType::Null))) return absent && same_value(*absent, value);
  return same_value(*stored, value);
}

Error failed(Refusal refusal, std::string message, const std::optional<Item>& item) {
  return Error{ErrorCode::ConditionalCheckFailedException,
               "The conditional request failed: " + std::move(message),
               item,
               {},
               refusal};
}

// nullopt if the item has the expected version or if no version is expected.
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
    if (!given) continue;
    const auto stored = item.get(field.attribute);
    if (means_absent(*given) && stored && counts_as_absent(field, *stored)) continue;
    if (!has(item, field.attribute, *given, default_of(*request.entity, field.attribute))) return field.name;
  }
  return std::nullopt;
}

std::optional<std::string> version_at_its_end(const WriteRequest& request, const Item& item) {
  const EntityInfo& entity = *request.entity;
  if (entity.version == kNone || request.expected_version) return std::nullopt;
  const auto stored = item.get(attribute_of(request, entity.version));
  const auto version = stored && stored->is(AttributeType::N) ? value::Number::parse(stored->n()) : value::Number();
  if (!version || *version < value::Number::from_int(entity.last_version)) return std::nullopt;
  return fmt::format("no version follows {}, because the member counts only to {}", version->to_text(),
                     entity.last_version);
}

// The reason, if an increment would leave the range of its member.
std::optional<std::string> out_of_range(const WriteRequest& request, const Item& item) {
  if (auto end = version_at_its_end(request, item)) return end;
  for (std::size_t i = 0; i < request.changes.size(); ++i) {
    const Change& change = request.changes[i];
    if (change.kind != Change::Kind::Increment || !change.range) continue;
    const std::string_view name = attribute_of(request, change.field);
    const auto attribute = item.get(name);
    const AttributeValue* stored = attribute ? &*attribute : default_of(*request.entity, name);
    if (!change.path.empty()) stored = value_at(stored, std::span(change.path.steps).subspan(1));
    if (!stored || stored->is(AttributeType::Null)) stored = start_of(request, i);
    if (stored && !stored->is(AttributeType::N)) continue;
    const auto from = stored ? value::Number::parse(stored->n()) : value::Number();
    const auto by = value::Number::parse(change.value.n());
    if (!from || !by) continue;
    const auto sum = from->plus(*by);
    if (sum && *sum >= value::Number::from_int(change.range->least) &&
        *sum <= *value::Number::parse(std::to_string(change.range->most)))
      continue;
    const std::string_view field = request.entity->at(change.field).name;
    return fmt::format("the increment of {} by {} would leave the range of its type, {} to {}: its value is {}",
                       change.path.empty() ? fmt::format("the field {}", field) : spell(change.path), change.value.n(),
                       change.range->least, change.range->most, from->to_text());
  }
  return std::nullopt;
}

std::optional<std::int64_t> version_number(const AttributeValue& value) {
  if (!value.is(AttributeType::N)) return std::nullopt;
  const auto number = value::Number::parse(value.n());
  return number ? number->to_int() : std::nullopt;
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
  if (!there && request.kind == WriteKind::Upsert)
    if (auto range = out_of_range(request, Item()))
      return failed(Refusal::OutOfRange, fmt::format("{}: {}", where, *range), {});
  if (!there) return failed(Refusal::ItemMissing, fmt::format("{}: there is no such item", where), {});
  if (request.kind == WriteKind::Move && action.part == Part::Item)
    return failed(Refusal::ItemExists, fmt::format("{}: an item with the new key exists already", where), item);
  if (request.kind == WriteKind::Create)
    return failed(Refusal::ItemExists, fmt::format("{}: the item exists already", where), item);
  if (auto conflict = version_conflict(request, *item, where)) return *std::move(conflict);
  if (auto field = field_not_as_given(request, *item))
    return failed(Refusal::NotAsGiven, fmt::format("{}: the field {} does not hold the value given", where, *field),
                  item);
  if (auto range = out_of_range(request, *item))
    return failed(Refusal::OutOfRange, fmt::format("{}: {}", where, *range), item);
  return failed(Refusal::ConditionFalse, fmt::format("{}: the condition was false", where), item);
}

namespace {

struct Named {
  std::vector<std::string> paths = {};     // of the changes
  std::vector<std::string> members = {};   // the changed members, each once
  std::vector<std::string> defaults = {};  // those members that have a default
};
template <class Which>
Named changes_where(const WriteRequest& request, Which which) {
  Named named;
  for (const Change& change : request.changes) {
    if (!which(change)) continue;
    const std::string name(attribute_of(request, change.field));
    named.paths.push_back(change.path.empty() ? name : spell(change.path));
    if (base::contains(named.members, name)) continue;
    named.members.push_back(name);
    if (default_of(*request.entity, name)) named.defaults.push_back(name);
  }
  return named;
}

}  // namespace

Error in_own_words(const WriteRequest& request, Error error, std::string_view where) {
  constexpr std::string_view kNoPath = "document path provided in the update expression is invalid";
  if (error.code != ErrorCode::ValidationException) return error;
  if (is_of_operand(error.message)) {
    const Named named = changes_where(request, starts_from_stored);
    if (!named.paths.empty())
      error.message =
          fmt::format("{}: the item's {} has another type than its member, so that nothing can be added to it: set it",
                      where, fmt::join(named.paths, " or "));
    return error;
  }
  if (error.message.find(kNoPath) == std::string::npos) return error;
  const Named named = changes_where(request, [](const Change& change) { return !change.path.empty(); });
  if (named.paths.empty()) return error;
  const bool only_erases = std::all_of(request.changes.begin(), request.changes.end(), [](const Change& change) {
    return change.path.empty() || change.kind == Change::Kind::Remove;
  });
  error.message =
      fmt::format("{}: {} leads into a part that the item does not have: ", where, fmt::join(named.paths, " or "));
  if (only_erases)
    error.message += "there is nothing to erase";
  else
    error.message += fmt::format("set {} whole first", fmt::join(named.members, " or "));
  if (!named.defaults.empty())
    error.message +=
        fmt::format("; an absent {} means its default, of which no part can be set", fmt::join(named.defaults, " or "));
  return error;
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
  return !plan.write_id.empty() && has(*item, kWriteIdAttribute, plan.write_id);
}

bool is_equal(const WritePlan& plan, const std::optional<Item>& item) {
  const WriteAction& action = plan.actions.front();
  return action.kind == WriteAction::Kind::Put && item && *item == Item(action.item);
}

bool is_surely_unwritten(const WriteRequest& request, const WritePlan& plan, const std::optional<Item>& item) {
  if (plan.write_id.empty() || !item || item->empty() || is_written(plan, item)) return false;
  const std::string_view attribute = attribute_of(request, request.entity->version);
  std::optional<std::int64_t> written;  // the version that the write gives the item
  if (const AttributeValue* version = plan.actions.front().item.find(attribute);
      version && version->is(AttributeType::N))
    written = version_number(*version);
  else if (request.expected_version)
    written = *request.expected_version + 1;
  const auto stored = item->get(attribute);
  const auto is = stored ? version_number(*stored) : 0;
  return written && is && *is <= *written;
}

}  // namespace partita::model
