#include <fmt/format.h>
#include <partita/model/detail/collected_rows.h>

#include <map>
#include <numeric>

#include "model/codec/stored_attributes.h"
#include "model/core/spell.h"

namespace partita::model::detail {
namespace {

void append_identity(std::string& text, const AttributeValue& value) {
  const std::string of_value = spell(value);
  text += std::to_string(of_value.size()) + ':' + of_value;
}

// The row's values of the members in `owner`'s primary key, found by the members' names, as one text. nullopt if a
// value is missing.
std::optional<std::string> identity_in(const Row& row, const EntityInfo& owner) {
  const StoredAttributes attributes(row.item, row.added);
  std::string text;
  for (const auto& key : {owner.primary.partition, owner.primary.sort})
    for (const KeyAttribute& attribute : key)
      for (const KeyPart& part : attribute.value.parts) {
        if (!part.is_field() || !part.lossless()) continue;
        const FieldPosition field = row.entity->field(owner.at(part.field).name);
        if (field == kNone) return std::nullopt;
        const StoredValue* value = attributes.find(row.entity->at(field).attribute);
        if (!value) return std::nullopt;
        append_identity(text, value->to_value());
      }
  return text;
}

}  // namespace

// The nesting of one entity's values: the entity that owns them, and their identities for the values nested in them.
struct CollectedRows::Nesting {
  const EntityInfo* owner = nullptr;
  bool may_be_hidden = false;  // because the owner, or an owner of the owner, expires
  std::vector<std::string> identities;
  std::map<std::string, std::vector<std::size_t>> by_owner;
  std::vector<AttributeMap> keys;  // by value, like `taken`, and empty without an owner
  std::vector<bool> taken;
};

CollectedRows::CollectedRows(const TableInfo& table, RowPage& page, Unreadable what, std::size_t entities)
    : token(std::move(page.token)),
      cost(page.cost),
      unreadable(std::move(page.unreadable)),
      table_(table),
      what_(what),
      nestings_(std::make_unique<Nesting[]>(entities)) {}
CollectedRows::~CollectedRows() = default;

void CollectedRows::nest(std::size_t inner, std::size_t outer, const EntityInfo& owner) {
  nestings_[inner].owner = &owner;
  nestings_[inner].may_be_hidden = owner.ttl != kNone || nestings_[outer].may_be_hidden;
}

void CollectedRows::place(std::size_t entity, const Row& row) {
  Nesting& to = nestings_[entity];
  const std::size_t value = to.identities.size();
  to.identities.push_back(identity_in(row, *row.entity).value_or(std::string()));
  if (!to.owner) return;
  if (auto owner = identity_in(row, *to.owner)) to.by_owner[*std::move(owner)].push_back(value);
  to.keys.push_back(unreadable_row(table_, row, {}).key);
  to.taken.push_back(false);
}

void CollectedRows::refuse(const Row& row, Error reason, bool needed) {
  if (needed) fail(reason);
  report(unreadable_row(table_, row, std::move(reason)));
}

Positions CollectedRows::owned(std::size_t entity, std::size_t outer, std::size_t owner) {
  Nesting& from = nestings_[entity];
  const auto found = from.by_owner.find(nestings_[outer].identities[owner]);
  if (found == from.by_owner.end()) return {};
  for (const std::size_t value : found->second) from.taken[value] = true;
  return {found->second.data(), found->second.size()};
}

Positions CollectedRows::all(std::size_t count) {
  positions_.resize(count);
  std::iota(positions_.begin(), positions_.end(), std::size_t{0});
  return {positions_.data(), count};
}

void CollectedRows::miss() {
  if (!unreadable.empty()) fail(unreadable.front().reason);
}

void CollectedRows::refuse_several(std::string_view collection, std::string_view entity) {
  fail(
      invalid(fmt::format("The collection \"{}\" holds several items of {}, but it names one item", collection, entity))
          .error());
}

void CollectedRows::report_left_over(std::size_t entity, std::string_view name, bool expired_too) {
  Nesting& from = nestings_[entity];
  // If an owner has expired, readers do not see it or the database has removed it, and its items remain. That is not a
  // fault of these items.
  if (from.may_be_hidden && !expired_too) return;
  for (std::size_t i = 0; i < from.taken.size(); ++i) {
    if (from.taken[i]) continue;
    report({.key = std::move(from.keys[i]),
            .entity = std::string(name),
            .reason = invalid(fmt::format("The item of {} to which this item of {} belongs is not in the collection",
                                          from.owner->name, name))
                          .error()});
  }
}

const Error* CollectedRows::error() const { return error_.get(); }

void CollectedRows::report(UnreadableRow row) {
  if (what_ == Unreadable::Fail) fail(row.reason);
  unreadable.push_back(std::move(row));
}

void CollectedRows::fail(Error error) {
  if (!error_) error_ = std::make_unique<Error>(std::move(error));
}

}  // namespace partita::model::detail
