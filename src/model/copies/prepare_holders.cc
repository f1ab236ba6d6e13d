#include <fmt/format.h>

#include <algorithm>

#include "base/try.h"
#include "model/copies/copy_requests.h"
#include "model/copies/preparation.h"
#include "model/core/cost.h"
#include "model/core/retry.h"
#include "model/core/spell.h"
#include "model/keys/compose.h"
#include "model/keys/identify.h"
#include "model/plan/judge.h"
#include "model/reads/row.h"
#include "value/limits.h"

namespace partita::model {

void CopyPreparation::list_unknown() {
  for (std::size_t i = 0; i < out_.requests.size(); ++i)
    if (std::any_of(copies().begin(), copies().end(), [&](const CopyInfo& copy) {
          const WriteRequest& request = out_.requests[i];
          return !copy.followed && is_source(copy, *request.table, *request.entity) &&
                 follows_from_stored(request, copy);
        }))
      stored_.emplace(i, StoredItem());
  next_unknown_ = stored_.begin();
}

void CopyPreparation::read_unknown(Next next) {
  if (next_unknown_ == stored_.end() || error_) return next(Loop::Stop);
  auto& [position, stored] = *next_unknown_++;
  const WriteRequest& request = out_.requests[position];
  auto key = compose_primary(*request.entity, request.values);
  if (!key) {
    error_ = std::move(key.error());
    return next(Loop::Stop);
  }
  GetItemRequest get;
  get.table_name = caller.session().table_name(*request.table);
  get.key = *std::move(key);
  get.consistent_read = true;
  get.return_consumed_capacity = ReturnConsumedCapacity::Total;
  call_with_retries(
      shared_from_this(), std::move(get),
      Done<GetItemResponse>([self = shared_from_this(), &request, &stored, next](Result<GetItemResponse> answer) {
        if (!answer) {
          self->error_ = std::move(answer.error());
          return next(Loop::Stop);
        }
        add_capacity(self->cost, answer->consumed_capacity);
        if (answer->item && !answer->item->empty()) {
          ++self->cost.evaluated;
          stored.attributes = answer->item->to_map();
          identify(*request.table, *stored.attributes);
        }
        next(Loop::Again);
      }));
}

Result<std::optional<FieldStates::State>> CopyPreparation::copied_after(std::size_t position, const CopyInfo& copy) {
  WriteRequest& request = out_.requests[position];
  const StoredItem& stored = stored_.at(position);
  if (request.kind == WriteKind::Update && !stored.attributes) return std::nullopt;
  if (!change_of(request, copy.source_field) && stored.attributes) return std::nullopt;
  FieldStates states(request, &stored);
  PARTITA_TRY(states.apply_changes());
  FieldStates::State after = states.after(copy.source_field);
  if (!after.known)
    return invalid(
        fmt::format("{}: the field {} is copied into items of {} in the same transaction, and its value after this "
                    "change is not known: set it as a whole, or declare the copy with pt::followed",
                    copy.source->name, source_field(copy).name, copy.holder->name));
  expect(position, *copy.source, copy.source_field, stored.attributes.value_or(AttributeMap()));
  return std::optional(std::move(after));
}

Result<void> CopyPreparation::list_spreads() {
  for (std::size_t i = 0; i < out_.requests.size(); ++i)
    for (const CopyInfo& copy : copies()) {
      const WriteRequest& request = out_.requests[i];
      if (copy.followed || !is_source(copy, *request.table, *request.entity) || !changes_source(request, copy))
        continue;
      const AttributeMap& item = written_item(request);
      AttributeMap source;
      for (const CopyReference& reference : copy.references) {
        const std::string attribute(field_of(*copy.source, reference.source).attribute);
        if (const AttributeValue* value = item.find(attribute)) source.set(attribute, *value);
      }
      const auto same = [&](const WrittenSource& other) {
        return have_same_items(*other.copy, copy) && other.source == source;
      };
      if (std::none_of(out_.to_compare.begin(), out_.to_compare.end(), same))
        out_.to_compare.push_back({&copy, source});
      PARTITA_TRY(add_spread(i, copy, std::move(source)));
    }
  return {};
}

Result<void> CopyPreparation::add_spread(std::size_t position, const CopyInfo& copy, AttributeMap source) {
  const WriteRequest& request = out_.requests[position];
  const std::string attribute(source_field(copy).attribute);
  const Change* change = is_update(request.kind) ? change_of(request, copy.source_field) : nullptr;
  const AttributeValue* value = nullptr;
  std::optional<FieldStates::State> after;
  if (follows_from_stored(request, copy)) {
    PARTITA_TRY_VALUE(state, copied_after(position, copy));
    if (!state) return {};
    after = std::move(state);
    value = after->value ? &*after->value : nullptr;
  } else {
    value = change ? &change->value : written_item(request).find(attribute);
  }
  const auto same = std::find_if(spreads_.begin(), spreads_.end(), [&](const Spread& spread) {
    return spread.request == position && have_same_items(*spread.copies.front(), copy);
  });
  Spread& spread =
      same != spreads_.end() ? *same : spreads_.emplace_back(Spread{.request = position, .source = std::move(source)});
  spread.copies.push_back(&copy);
  if (value && !means_absent(*value)) spread.source.set(attribute, *value);
  return {};
}

void CopyPreparation::read_holders(Next next) {
  if (next_spread_ == spreads_.size() || error_) return next(Loop::Stop);
  const Spread& spread = spreads_[next_spread_];
  find_holders(caller.shared_session(), caller.mode(), *spread.copies.front(), spread.source, limits::kTransactionItems,
               token_, [self = shared_from_this(), next = std::move(next)](Result<HolderPage> page) {
                 if (!page) {
                   self->error_ = std::move(page.error());
                   return next(Loop::Stop);
                 }
                 self->take_holders(*std::move(page));
                 next(Loop::Again);
               });
}

void CopyPreparation::take_holders(HolderPage page) {
  add_cost(cost, page.cost);
  Spread& spread = spreads_[next_spread_];
  for (AttributeMap& item : page.items) {
    HolderUpdate update = compare_holder(spread.copies, spread.source, std::move(item));
    if (!update.copies.empty()) add_update(std::move(update));
  }
  token_ = std::move(page.token);
  if (holders_.size() > limits::kTransactionItems)
    error_ = too_many_copies(spread.copies.front()->source->name, holders_.size(), out_.requests.size());
  if (!token_) ++next_spread_;
}

void CopyPreparation::add_update(HolderUpdate update) {
  const CopyInfo& copy = *update.copies.front().first;
  const std::string name = identity(*copy.holder_table, primary_key_of(*copy.holder_table, update.stored));
  if (const auto by = writes_.find(name); by != writes_.end()) return join_request(by->second.request, update);
  const auto [at, is_new] = holders_.try_emplace(name, update);
  if (is_new) return;
  for (auto& one : update.copies) {
    const auto same = [&](const auto& other) { return other.first == one.first; };
    is_disturbed_ |= std::any_of(at->second.copies.begin(), at->second.copies.end(), same);
    at->second.copies.push_back(std::move(one));
  }
}

void CopyPreparation::join_request(std::size_t position, const HolderUpdate& update) {
  WriteRequest& request = out_.requests[position];
  if (is_whole(request.kind) || request.kind == WriteKind::Remove) return;
  if (request.kind == WriteKind::Check) {
    request.kind = WriteKind::Update;
    request.any_version = !request.expected_version;
  }
  for (const auto& [copy, value] : update.copies) {
    if (refers_anew(request, *copy)) continue;
    is_disturbed_ |= change_of(request, copy->field) != nullptr;
    request.changes.push_back({.field = copy->field, .value = value.value_or(AttributeValue())});
    for (const CopyReference& reference : copy->references)
      if (field_of(*copy->holder, reference.holder).stored && !primary_fields(*copy->holder).contains(reference.holder))
        expect(position, *copy->holder, reference.holder, update.stored);
  }
}

Error CopyPreparation::cannot_copy_into(const CopyInfo& copy, const HolderUpdate& update, Error error) {
  error.message =
      fmt::format("{}: the field {} cannot be copied into the {} {}: {}", copy.source->name, source_field(copy).name,
                  copy.holder->name, spell(primary_key_of(*copy.holder_table, update.stored)), error.message);
  return error;
}

}  // namespace partita::model
