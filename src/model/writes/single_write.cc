#include "model/writes/single_write.h"

#include <fmt/format.h>
#include <partita/model/call.h>

#include <algorithm>

#include "model/core/cost.h"
#include "model/core/retry.h"
#include "model/keys/compose.h"
#include "model/keys/identify.h"
#include "model/plan/kept_members.h"
#include "model/plan/needs_read.h"
#include "model/plan/null_for_empty.h"
#include "model/plan/write_rules.h"
#include "model/reads/row.h"
#include "model/writes/transaction.h"
#include "model/writes/write_failure.h"
#include "value/limits.h"

namespace partita::model {
namespace {

using WriteKind = WriteRequest::Kind;

}  // namespace

SingleWrite::SingleWrite(std::shared_ptr<Session> session, Mode mode, WriteRequest request, Done<WriteAnswer> done_with)
    : AsyncOperation(std::move(session), mode, std::move(done_with)), request_(std::move(request)) {}

void SingleWrite::run() {
  if (request_.kind == WriteKind::Check)
    return fail_with(
        invalid(fmt::format("{}: a check is possible only in a transaction", request_.entity->name)).error());
  if (auto allowed = check_write(request_); !allowed) return fail_with(std::move(allowed.error()));
  if (auto allowed = check_kept_members(request_); !allowed) return fail_with(std::move(allowed.error()));
  if (!concerns_copies(caller.session(), request_)) return begin();
  said_ = request_;
  if (auto added = add_members_before_copies(*said_); !added) return fail_with(std::move(added.error()));
  prepare();
}

void SingleWrite::prepare() {
  ++preparations_;
  prepare_copies(caller.shared_session(), caller.mode(), {*said_},
                 [self = shared_from_this()](Result<PreparedCopies> prepared) {
                   if (!prepared) return self->fail_with(std::move(prepared.error()));
                   self->copies_ = *std::move(prepared);
                   self->request_ = std::move(self->copies_.requests.front());
                   add_cost(self->cost, self->copies_.cost);
                   self->begin();
                 });
}

void SingleWrite::prepare_again() {
  if (preparations_ >= caller.session().options().read_first_attempts)
    return fail_with(copies_keep_changing(request_.entity->name, preparations_));
  const auto delay = caller.session().back_off(preparations_);
  caller.after(delay.value_or(std::chrono::milliseconds(0)), [self = shared_from_this()] { self->prepare(); });
}

void SingleWrite::begin() {
  has_read_ = false;
  plans_ = 0;
  if (auto added = add_kept_members(request_, caller.session().now_ms()); !added)
    return fail_with(std::move(added.error()));
  reads_before_write(request_) ? read_then_plan() : plan();
}

GetItemRequest SingleWrite::get_item_request() const {
  GetItemRequest get;
  get.table_name = caller.session().table_name(*request_.table);
  get.key = plan_.actions.empty() ? AttributeMap() : plan_.actions.front().key;
  get.consistent_read = true;
  get.return_consumed_capacity = ReturnConsumedCapacity::Total;
  return get;
}

void SingleWrite::read_then_plan() {
  auto key = compose_primary(*request_.entity, request_.values);
  if (!key) return fail_with(std::move(key.error()));
  GetItemRequest get = get_item_request();
  get.key = *std::move(key);
  call_with_retries(shared_from_this(), std::move(get),
                    Done<GetItemResponse>([self = shared_from_this()](Result<GetItemResponse> answer) {
                      if (!answer) return self->fail_with(std::move(answer.error()));
                      self->cost.evaluated += answer->item ? 1 : 0;
                      if (answer->consumed_capacity)
                        self->cost.capacity_units += answer->consumed_capacity->capacity_units.value_or(0);
                      self->stored_ = {};
                      if (answer->item && !answer->item->empty()) {
                        self->stored_.attributes = answer->item->to_map();
                        identify(*self->request_.table, *self->stored_.attributes);
                      }
                      self->has_read_ = true;
                      self->plan();
                    }));
}

void SingleWrite::plan() {
  ++plans_;
  attempts_ = 0;
  outcome_unknown_ = false;
  auto planned = plan_write(request_, has_read_ ? &stored_ : nullptr, random_id(caller.session()));
  if (!planned) return fail_with(std::move(planned.error()));
  plan_ = *std::move(planned);
  for (const Takeover& takeover : takeovers_)
    if (auto taken = take_over(plan_.actions, *request_.entity, takeover); !taken)
      return fail_with(std::move(taken.error()));
  foreign_.spare(plan_.actions);
  plan_.actions.insert(plan_.actions.end(), copies_.actions.begin(), copies_.actions.end());
  if (const std::size_t copies = copies_.written(); copies > 0 && plan_.actions.size() > limits::kTransactionItems)
    return fail_with(too_many_copies(request_.entity->name, copies, plan_.actions.size() - copies));
  // A transaction returns no old item, so the item must be read first.
  if (request_.returns_old && plan_.actions.size() > 1 && !has_read_) return read_then_plan();
  send();
}

void SingleWrite::send() {
  if (plan_.actions.size() > 1) return send_transaction();
  const WriteAction& action = plan_.actions.front();
  std::string table = caller.session().table_name(*action.table);
  switch (action.kind) {
    case WriteAction::Kind::Put:
      return send_alone(put_item_request(action, std::move(table)));
    case WriteAction::Kind::Update:
      return send_alone(update_item_request(action, std::move(table)));
    case WriteAction::Kind::Delete:
      return send_alone(delete_item_request(action, std::move(table)));
    case WriteAction::Kind::Check:
      break;
  }
}

template <class Request>
void SingleWrite::send_alone(Request request) {
  ++attempts_;
  ++cost.requests;
  caller.call(std::move(request),
              Done<ResponseOf<Request>>([self = shared_from_this()](Result<ResponseOf<Request>> answer) {
                if (!answer) return self->failed_alone(std::move(answer.error()));
                if (answer->consumed_capacity)
                  self->cost.capacity_units += answer->consumed_capacity->capacity_units.value_or(0);
                self->sent_alone(std::move(answer->attributes));
              }));
}

void SingleWrite::sent_alone(std::optional<Item> returned) {
  std::optional<AttributeMap> attributes;
  if (returned && !returned->empty()) attributes = returned->to_map();
  if (plan_.row) return succeed(std::move(plan_.row), std::move(attributes));
  const bool is_old = request_.kind == WriteKind::Remove || request_.returns_old;
  if (!is_old) return succeed(std::move(attributes));
  succeed(request_.kind == WriteKind::Remove ? attributes : std::nullopt, attributes);
}

void SingleWrite::send_transaction() {
  run_transaction(caller, cost, plan_.actions, [self = shared_from_this()](Result<void> outcome) {
    if (!outcome) return self->failed_transaction(std::move(outcome.error()));
    self->sent_transaction();
  });
}

void SingleWrite::sent_transaction() {
  if (plan_.row) return succeed(std::move(plan_.row), stored_.attributes);
  if (request_.kind == WriteKind::Remove) return succeed(stored_.attributes, stored_.attributes);
  call_with_retries(shared_from_this(), get_item_request(),
                    Done<GetItemResponse>([self = shared_from_this()](Result<GetItemResponse> answer) {
                      if (!answer)
                        return self->end(WriteAnswer{
                            .old = self->request_.returns_old ? self->row_of(self->stored_.attributes) : std::nullopt,
                            .unread = std::move(answer.error()),
                            .cost = self->cost});
                      if (answer->consumed_capacity)
                        self->cost.capacity_units += answer->consumed_capacity->capacity_units.value_or(0);
                      std::optional<AttributeMap> now;
                      if (answer->item && !answer->item->empty()) now = answer->item->to_map();
                      self->succeed(std::move(now), self->stored_.attributes);
                    }));
}

void SingleWrite::failed_alone(Error error) {
  if (error.code == ErrorCode::ConditionalCheckFailedException) {
    if (!outcome_unknown_) return failed_condition_of(plan_.actions.front(), error.item);
    // The condition may be false because an earlier attempt was carried out.
    return judge(std::move(error), error.item);
  }
  if (outcome_is_unknown(error.code)) {
    outcome_unknown_ = true;
    if (!plan_.write_id.empty()) return find_out(std::move(error));
    if (!plan_.repeatable) return fail_with(outcome_unknown(error));
    return again(outcome_unknown(error));
  }
  if (!has_read_ && failed_at_null(request_, error.message)) return read_then_plan();
  if (!may_succeed_later(error.code)) return fail_with(in_own_words(request_, std::move(error), request_.entity->name));
  again(outcome_unknown_ ? outcome_unknown(error) : std::move(error));
}

void SingleWrite::failed_condition_of(const WriteAction& action, const std::optional<Item>& item) {
  const bool is_own = action.part == WriteAction::Part::Item || action.part == WriteAction::Part::OldItem;
  if (is_of_copy(action.part) || (is_own && copies_.has_changed(0, item))) return prepare_again();
  const bool of_read_item = is_own && !(request_.kind == WriteKind::Move && action.part == WriteAction::Part::Item);
  if (has_read_ && of_read_item && changed_since_read(plan_, stored_, item)) return plan_again();
  if (!has_read_ && of_read_item && failed_at_null(request_, item)) return read_then_plan();
  if (may_claim_again() && foreign_.learn(action, item)) {
    ++claims_;
    return plan();
  }
  const bool taken_over = std::any_of(takeovers_.begin(), takeovers_.end(),
                                      [&](const Takeover& takeover) { return takeover.sentinel_key == action.key; });
  if (needs_new_plan(action.part, taken_over, item)) return claim_again();
  if (auto owner_key = owner_in_the_way(*request_.entity, action, item))
    return look_at_owner(action, *std::move(owner_key));
  fail_with(failed_condition(request_, action, item, std::string(request_.entity->name)));
}

void SingleWrite::look_at_owner(const WriteAction& claim, AttributeMap owner_key) {
  GetItemRequest get = get_item_request();
  get.key = owner_key;
  call_with_retries(
      shared_from_this(), std::move(get),
      Done<GetItemResponse>([self = shared_from_this(), claim, owner_key](Result<GetItemResponse> answer) {
        if (!answer) return self->fail_with(std::move(answer.error()));
        self->cost.evaluated += answer->item ? 1 : 0;
        add_capacity(self->cost, answer->consumed_capacity);
        auto takeover = takeover_of(self->caller.session(), claim, owner_key, answer->item);
        if (!takeover && !owner_has_value(claim, answer->item) && self->may_claim_again()) return self->claim_again();
        const auto same = [&](const Takeover& old) { return old.sentinel_key == claim.key; };
        const auto old = std::find_if(self->takeovers_.begin(), self->takeovers_.end(), same);
        const bool is_known = old != self->takeovers_.end();
        // The owner cannot be ended, because another action of the same transaction writes it.
        if (!takeover || (is_known && *old == *takeover))
          return self->fail_with(failed_condition(self->request_, claim, {}, std::string(self->request_.entity->name)));
        if (is_known) return self->claim_again();
        self->takeovers_.push_back(*std::move(takeover));
        self->plan();
      }));
}

bool SingleWrite::may_claim_again() const { return claims_ < caller.session().options().read_first_attempts; }

void SingleWrite::claim_again() {
  if (!may_claim_again()) return fail_with(owners_change(request_.entity->name, claims_));
  takeovers_.clear();
  const auto delay = caller.session().back_off(claims_++);
  caller.after(delay.value_or(std::chrono::milliseconds(0)), [self = shared_from_this()] { self->plan(); });
}

void SingleWrite::failed_transaction(Error error) {
  if (error.code != ErrorCode::TransactionCanceledException) return fail_with(std::move(error));
  const auto blame = blamed(error);
  if (!blame || blame->action >= plan_.actions.size()) return fail_with(std::move(error));
  const CancellationReason& reason = error.cancellation_reasons[blame->action];
  if (blame->code == "ConditionalCheckFailed") return failed_condition_of(plan_.actions[blame->action], reason.item);
  if (blame->code == "ValidationError" && !has_read_ && failed_at_null(request_, reason.message.value_or("")))
    return read_then_plan();
  if (blame->code == "ValidationError")
    return fail_with(
        in_own_words(request_, {ErrorCode::ValidationException, reason.message.value_or("")}, request_.entity->name));
  fail_with(std::move(error));
}

void SingleWrite::plan_again() {
  if (plans_ >= caller.session().options().read_first_attempts)
    return fail_with(
        {ErrorCode::TransactionConflictException,
         fmt::format("{}: another writer changed the item each of the {} times that the write read it first",
                     request_.entity->name, plans_),
         {},
         {}});
  const auto delay = caller.session().back_off(plans_);
  caller.after(delay.value_or(std::chrono::milliseconds(0)), [self = shared_from_this()] { self->read_then_plan(); });
}

void SingleWrite::find_out(Error error) {
  call_with_retries(shared_from_this(), get_item_request(),
                    Done<GetItemResponse>([self = shared_from_this(), error = std::move(error)](auto answer) {
                      if (!answer) return self->fail_with(outcome_unknown(error));
                      self->judge(error, answer->item);
                    }));
}

void SingleWrite::judge(Error error, const std::optional<Item>& item) {
  if (is_written(plan_, item)) return succeed(item->to_map());
  const WriteAction& action = plan_.actions.front();
  const bool refused = error.code == ErrorCode::ConditionalCheckFailedException;
  Error conflict = failed_condition(request_, action, item, std::string(request_.entity->name));
  const bool lost = conflict.code == ErrorCode::VersionConflict || conflict.refusal == Refusal::ItemExists;
  if (refused && is_equal(plan_, item))
    return fail_with(outcome_unknown({error.code,
                                      fmt::format("{}: the item is equal to the one to write, but this write or "
                                                  "another one may have written it: pt::version tells them apart",
                                                  request_.entity->name),
                                      item,
                                      {}}));
  if (refused || lost) {
    if (is_surely_unwritten(request_, plan_, item)) return fail_with(std::move(conflict));
    // An earlier attempt may have been carried out, and other programs may have written after it.
    return fail_with(outcome_unknown(conflict));
  }
  const bool conditional = request_.expected_version || action.kind == WriteAction::Kind::Put;
  if (!plan_.repeatable && !conditional) return fail_with(outcome_unknown(error));
  again(outcome_unknown(error));
}

void SingleWrite::again(Error error) {
  const auto delay = caller.session().back_off(attempts_);
  if (!delay) return fail_with(std::move(error));
  caller.after(*delay, [self = shared_from_this()] { self->send(); });
}

std::optional<Row> SingleWrite::row_of(std::optional<AttributeMap> attributes) const {
  if (!attributes) return std::nullopt;
  identify(*request_.table, *attributes);
  return Row{.entity = request_.entity, .added = *std::move(attributes)};
}

void SingleWrite::succeed(std::optional<AttributeMap> attributes, std::optional<AttributeMap> old) {
  WriteAnswer answer{.row = row_of(std::move(attributes)), .cost = cost};
  if (request_.returns_old) {
    // A repeated request may return the item that the first attempt wrote.
    if (outcome_unknown_ && plan_.actions.size() == 1)
      answer.unread = Error{ErrorCode::OutcomeUnknown,
                            "The write is done; the old item is not known, because the first answer was lost",
                            {},
                            {}};
    else
      answer.old = row_of(std::move(old));
  }
  end(std::move(answer));
}

void SingleWrite::end(WriteAnswer answer) {
  if (copies_.to_compare.empty()) return finish(std::move(answer));
  compare_copies(caller.shared_session(), caller.mode(), std::move(copies_.to_compare),
                 [self = shared_from_this(), answer = std::move(answer)](Result<Cost> compared) mutable {
                   if (!compared) return self->fail_with(copies_not_compared(compared.error()));
                   add_cost(answer.cost, *compared);
                   self->finish(std::move(answer));
                 });
}

void write(const std::shared_ptr<Session>& session, Mode mode, WriteRequest request, Done<WriteAnswer> done) {
  if (!session) return done(detail::call_was_moved());
  std::make_shared<SingleWrite>(session, mode, std::move(request), std::move(done))->run();
}

Result<WriteAnswer> write_now(const std::shared_ptr<Session>& session, const Result<WriteRequest>& request) {
  if (!request) return unexpected(request.error());
  Result<WriteAnswer> answer;
  write(session, Mode::Wait, *request, [&](Result<WriteAnswer> given) { answer = std::move(given); });
  return answer;
}

}  // namespace partita::model
