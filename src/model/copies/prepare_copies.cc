#include "model/copies/prepare_copies.h"

#include <fmt/format.h>

#include <algorithm>

#include "model/copies/copy_requests.h"
#include "model/copies/preparation.h"
#include "model/core/same_value.h"
#include "value/limits.h"

namespace partita::model {

void CopyPreparation::run() {
  ++attempts_;
  out_ = {};
  out_.requests = said_;
  if (auto listed = list_sources(); !listed) return finish(unexpected(std::move(listed.error())));
  const auto self = shared_from_this();
  repeat(
      caller.mode(), [self](Next next) { self->read_source(std::move(next)); }, [self] { self->sources_are_read(); });
}

void CopyPreparation::sources_are_read() {
  if (error_) return finish(unexpected(*std::move(error_)));
  for (auto& [name, source] : sources_)
    if (auto filled = fill_holders(source); !filled) return finish(unexpected(std::move(filled.error())));
  list_unknown();
  const auto self = shared_from_this();
  repeat(
      caller.mode(), [self](Next next) { self->read_unknown(std::move(next)); }, [self] { self->all_is_known(); });
}

void CopyPreparation::all_is_known() {
  if (!error_)
    if (auto listed = list_spreads(); !listed) error_ = std::move(listed.error());
  if (error_) return finish(unexpected(*std::move(error_)));
  const auto self = shared_from_this();
  repeat(
      caller.mode(), [self](Next next) { self->read_holders(std::move(next)); }, [self] { self->holders_are_read(); });
}

void CopyPreparation::holders_are_read() {
  if (error_) return finish(unexpected(*std::move(error_)));
  if (is_disturbed_) return run_again();
  add_checks();
  for (const auto& [name, update] : holders_) {
    const CopyInfo& copy = *update.copies.front().first;
    auto actions = write_copies(caller.session(), copy, update);
    if (!actions) return finish(unexpected(cannot_copy_into(copy, update, std::move(actions.error()))));
    for (WriteAction& action : *actions) out_.actions.push_back(std::move(action));
  }
  out_.cost = cost;
  finish(std::move(out_));
}

void CopyPreparation::run_again() {
  if (attempts_ >= caller.session().options().read_first_attempts)
    return finish(unexpected(copies_keep_changing(said_.front().entity->name, attempts_)));
  is_disturbed_ = false;
  writes_.clear();
  sources_.clear();
  stored_.clear();
  spreads_.clear();
  next_spread_ = 0;
  token_.reset();
  holders_.clear();
  checks_.clear();
  const auto delay = caller.session().back_off(attempts_);
  caller.after(delay.value_or(std::chrono::milliseconds(0)), [self = shared_from_this()] { self->run(); });
}

bool PreparedCopies::has_changed(std::size_t request, const std::optional<Item>& item) const {
  return std::any_of(conditions.begin(), conditions.end(), [&](const CopyCondition& condition) {
    if (condition.request != request) return false;
    const AttributeMap now = item ? item->to_map() : AttributeMap();
    const AttributeValue* value = now.find(condition.attribute);
    if (!value) return !means_absent(condition.value);
    return means_absent(condition.value) || !same_value(*value, condition.value);
  });
}

Error too_many_copies(std::string_view where, std::size_t copies, std::size_t others) {
  const bool alone = copies > limits::kTransactionItems;
  return invalid(
             fmt::format("{}: {}{} actions would write copies into other items{}, but a transaction has at most {}: "
                         "declare the copy with pt::followed",
                         where, alone ? "more than " : "", std::min(copies, limits::kTransactionItems),
                         alone ? "" : fmt::format(", and the write needs {} for the rest", others),
                         limits::kTransactionItems))
      .error();
}

Error copies_keep_changing(std::string_view where, int times) {
  return {
      ErrorCode::TransactionConflictException,
      fmt::format("{}: another writer changed the source of a copy, or an item with a copy, each of the {} times that "
                  "they were read before the write",
                  where, times),
      {},
      {}};
}

Error copies_not_compared(const Error& cause) {
  return {
      ErrorCode::OutcomeUnknown,
      fmt::format("The write is done, but its copies could not be compared once more: {}. repair() writes those that "
                  "differ from their source",
                  cause.message),
      {},
      {}};
}

bool concerns_copies(const Session& session, const WriteRequest& request) {
  return std::any_of(session.copies().begin(), session.copies().end(), [&](const CopyInfo& copy) {
    return (is_holder(copy, *request.table, *request.entity) && refers_anew(request, copy)) ||
           (!copy.followed && is_source(copy, *request.table, *request.entity) && changes_source(request, copy));
  });
}

void prepare_copies(const std::shared_ptr<Session>& session, Mode mode, std::vector<WriteRequest> requests,
                    Done<PreparedCopies> done) {
  std::make_shared<CopyPreparation>(session, mode, std::move(requests), std::move(done))->run();
}

}  // namespace partita::model
