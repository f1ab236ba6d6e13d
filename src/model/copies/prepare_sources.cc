#include <fmt/format.h>

#include <algorithm>

#include "base/contains.h"
#include "base/try.h"
#include "model/copies/copy_requests.h"
#include "model/copies/preparation.h"
#include "model/core/retry.h"
#include "model/core/spell.h"
#include "model/keys/compose.h"
#include "model/keys/identify.h"
#include "model/plan/write_expression.h"
#include "model/reads/row.h"

namespace partita::model {

Result<void> CopyPreparation::list_sources() {
  PARTITA_TRY(list_written_items());
  for (std::size_t i = 0; i < out_.requests.size(); ++i)
    for (const CopyInfo& copy : copies()) {
      const WriteRequest& request = out_.requests[i];
      if (!is_holder(copy, *request.table, *request.entity) || !refers_anew(request, copy)) continue;
      PARTITA_TRY_VALUE(references, references_after(request, copy));
      const auto fields = source_of(copy, references);
      if (!fields) {
        PARTITA_TRY(set_copy(i, copy, std::nullopt));
        continue;
      }
      PARTITA_TRY_VALUE(key, compose_primary(*copy.source, *fields));
      auto [at, is_new] = sources_.try_emplace(identity(*copy.source_table, key));
      Source& source = at->second;
      source.holders.emplace_back(i, &copy);
      if (!is_new) continue;
      source.copy = &copy;
      source.fields = *fields;
      source.key = std::move(key);
      if (const auto by = writes_.find(at->first); by != writes_.end()) {
        source.written_by = by->second.request;
        source.is_left = by->second.is_left;
      }
    }
  next_source_ = sources_.begin();
  return {};
}

Result<void> CopyPreparation::list_written_items() {
  for (std::size_t i = 0; i < out_.requests.size(); ++i) {
    const WriteRequest& request = out_.requests[i];
    PARTITA_TRY_VALUE(key, compose_primary(*request.entity, request.values));
    writes_.emplace(identity(*request.table, key), Written{i, request.kind == WriteKind::Move});
    if (request.kind != WriteKind::Move) continue;
    PARTITA_TRY_VALUE(new_key, compose_primary(*request.entity, request.moved_to));
    writes_.emplace(identity(*request.table, new_key), Written{i});
  }
  return {};
}

bool CopyPreparation::needs_read(const Source& source) const {
  if (!source.written_by) return true;
  const WriteRequest& request = out_.requests[*source.written_by];
  if (is_whole(request.kind) || request.kind == WriteKind::Remove) return false;
  return std::any_of(source.holders.begin(), source.holders.end(), [&](const auto& holder) {
    const Change* change = change_of(request, holder.second->source_field);
    return !change || !is_known_change(*change);
  });
}

void CopyPreparation::read_source(Next next) {
  while (next_source_ != sources_.end() && !needs_read(next_source_->second)) ++next_source_;
  if (next_source_ == sources_.end() || error_) return next(Loop::Stop);
  Source& source = (next_source_++)->second;
  GetItemRequest get;
  get.table_name = caller.session().table_name(*source.copy->source_table);
  get.key = source.key;
  get.consistent_read = true;
  get.return_consumed_capacity = ReturnConsumedCapacity::Total;
  call_with_retries(shared_from_this(), std::move(get),
                    Done<GetItemResponse>([self = shared_from_this(), &source, next](Result<GetItemResponse> answer) {
                      if (!answer) {
                        self->error_ = std::move(answer.error());
                        return next(Loop::Stop);
                      }
                      add_capacity(self->cost, answer->consumed_capacity);
                      source.was_read = true;
                      if (answer->item && !answer->item->empty()) {
                        ++self->cost.evaluated;
                        AttributeMap item = answer->item->to_map();
                        if (identify(*source.copy->source_table, item) == source.copy->source)
                          source.item = std::move(item);
                      }
                      next(Loop::Again);
                    }));
}

Result<void> CopyPreparation::fill_holders(const Source& source) {
  std::vector<FieldPosition> checked;  // the fields that the copies repeat
  bool missing = source.was_read && !source.item;
  for (const auto& [position, copy] : source.holders) {
    const Change* change = nullptr;
    std::optional<AttributeValue> value;
    const WriteRequest* by = source.written_by ? &out_.requests[*source.written_by] : nullptr;
    if (by && is_update(by->kind)) change = change_of(*by, copy->source_field);
    if (source.is_left) {
      missing = true;
    } else if (by && is_whole(by->kind)) {
      value = value_of(*copy->source, copy->source_field, written_item(*by));
    } else if (by && by->kind == WriteKind::Remove) {
      missing = true;
    } else if (change && !is_known_change(*change)) {
      return invalid(
          fmt::format("{}: the field {} is copied by another write of the transaction, so it can only be "
                      "set as a whole",
                      copy->source->name, source_field(*copy).name));
    } else if (change) {
      value =
          value_of(*copy->source, copy->source_field, {{std::string(source_field(*copy).attribute), change->value}});
    } else if (!missing) {
      if (auto fault = fault_of_source(*copy, *source.item)) return unexpected(*std::move(fault));
      value = value_of(*copy->source, copy->source_field, *source.item);
      if (!copy->followed && !base::contains(checked, copy->source_field)) checked.push_back(copy->source_field);
    }
    if (missing && !copy_field(*copy).optional && !copy_field(*copy).has_default)
      return unexpected(
          Error{ErrorCode::ConditionalCheckFailedException,
                fmt::format("{}: the field {} repeats {} of a {} that does not exist: {}", copy->holder->name,
                            copy_field(*copy).name, source_field(*copy).name, copy->source->name, spell(source.fields)),
                {},
                {},
                Refusal::ItemMissing});
    PARTITA_TRY(set_copy(position, *copy, std::move(value)));
  }
  const bool any_kept = std::any_of(source.holders.begin(), source.holders.end(),
                                    [](const auto& holder) { return !holder.second->followed; });
  if (source.written_by) {
    if (!missing)
      for (const FieldPosition field : checked) expect(*source.written_by, *source.copy->source, field, *source.item);
  } else if (any_kept) {
    check_source(source, checked);
  }
  return {};
}

void CopyPreparation::expect(std::size_t position, const EntityInfo& entity, FieldPosition field,
                             const AttributeMap& item) {
  const FieldInfo& info = field_of(entity, field);
  const AttributeValue* stored = item.find(info.attribute);
  AttributeValue value = stored ? *stored : AttributeValue();
  if (out_.requests[position].given.contains(info.attribute)) return;
  out_.requests[position].given.set(info.attribute, value);
  out_.conditions.push_back({position, std::string(info.attribute), std::move(value)});
}

void CopyPreparation::check_source(const Source& source, const std::vector<FieldPosition>& fields) {
  const TableInfo& table = *source.copy->source_table;
  WriteAction action{.kind = WriteAction::Kind::Check, .part = WriteAction::Part::Source, .table = &table};
  action.key = source.key;
  WriteExpression expression;
  AttributeMap values;
  if (source.item) {
    expression.exists(table.partition);
    for (const FieldPosition field : fields) {
      const std::string_view attribute = field_of(*source.copy->source, field).attribute;
      const AttributeValue* value = source.item->find(attribute);
      expression.equals(attribute, value ? *value : AttributeValue());
      values.set(std::string(attribute), value ? *value : AttributeValue());
    }
  } else {
    expression.not_exists(table.partition);
  }
  std::move(expression).into(action);
  checks_.emplace(identity(table, source.key), SourceCheck{std::move(action), source.item.has_value(), values});
}

void CopyPreparation::add_checks() {
  for (auto& [name, check] : checks_) {
    const auto holder = holders_.find(name);
    if (holder != holders_.end() && check.exists) {
      holder->second.given = std::move(check.values);
      continue;
    }
    if (holder != holders_.end()) holders_.erase(holder);
    out_.actions.push_back(std::move(check.action));
  }
}

Result<void> CopyPreparation::set_copy(std::size_t position, const CopyInfo& copy,
                                       std::optional<AttributeValue> value) {
  WriteRequest& request = out_.requests[position];
  const std::string attribute(copy_field(copy).attribute);
  if (!is_whole(request.kind)) {
    request.changes.push_back({.field = copy.field, .value = value ? *std::move(value) : AttributeValue()});
  } else if (value) {
    written_item(request).set(attribute, *std::move(value));
  } else {
    written_item(request).erase(attribute);
  }
  return {};
}

}  // namespace partita::model
