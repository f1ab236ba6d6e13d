// transact() carries out several writes, all or none.
#include <absl/container/flat_hash_map.h>
#include <fmt/format.h>

#include <algorithm>

#include "base/try.h"
#include "model/copies/prepare_copies.h"
#include "model/core/cost.h"
#include "model/core/retry.h"
#include "model/keys/compose.h"
#include "model/keys/identify.h"
#include "model/plan/kept_members.h"
#include "model/plan/needs_read.h"
#include "model/plan/null_for_empty.h"
#include "model/plan/unique.h"
#include "model/plan/write_plan.h"
#include "model/plan/write_rules.h"
#include "model/reads/row.h"
#include "model/writes/foreign_sentinels.h"
#include "model/writes/transaction.h"
#include "model/writes/unique_takeover.h"
#include "model/writes/write_failure.h"
#include "value/limits.h"

namespace partita::model {
namespace {

std::string where(const std::vector<WriteRequest>& requests, std::size_t position) {
  return fmt::format("request {} ({})", position, requests[position].entity->name);
}

class Transact : public AsyncOperation<Cost>, public std::enable_shared_from_this<Transact> {
 public:
  Transact(std::shared_ptr<Session> session, Mode mode, std::vector<WriteRequest> requests, Done<Cost> when_done)
      : AsyncOperation(std::move(session), mode, std::move(when_done)),
        requests_(std::move(requests)),
        members_(requests_.size()) {}

  void run() {
    if (requests_.empty()) return finish(cost);
    for (std::size_t i = 0; i < requests_.size(); ++i)
      if (requests_[i].returns_old) return fail_at(i, invalid("a transaction returns no items, old or new").error());
    for (std::size_t i = 0; i < requests_.size(); ++i) {
      if (auto allowed = check_write(requests_[i]); !allowed) return fail_at(i, std::move(allowed.error()));
      if (auto allowed = check_kept_members(requests_[i]); !allowed) return fail_at(i, std::move(allowed.error()));
    }
    const bool has_copies = std::any_of(requests_.begin(), requests_.end(), [&](const WriteRequest& request) {
      return concerns_copies(caller.session(), request);
    });
    if (!has_copies) return begin();
    said_ = requests_;
    for (std::size_t i = 0; i < said_.size(); ++i)
      if (auto added = add_members_before_copies(said_[i]); !added) return fail_at(i, std::move(added.error()));
    prepare();
  }

  Cost cost = {};

 private:
  struct Member {
    StoredItem stored;
    WritePlan plan;
    ForeignSentinels foreign;
  };
  // The request to which an action belongs, and the action's position in the plan of that request.
  struct Origin {
    std::size_t request = 0;
    std::size_t action = 0;
  };

  // Reads what the copies of the requests follow from, and begins with the prepared requests.
  void prepare() {
    ++preparations_;
    prepare_copies(caller.shared_session(), caller.mode(), said_,
                   [self = shared_from_this()](Result<PreparedCopies> prepared) {
                     if (!prepared) return self->finish(unexpected(std::move(prepared.error())));
                     self->copies_ = *std::move(prepared);
                     self->requests_ = std::move(self->copies_.requests);
                     add_cost(self->cost, self->copies_.cost);
                     self->begin();
                   });
  }

  // Does so again after a delay, because a source or a holder has changed since it was read.
  void prepare_again() {
    if (preparations_ >= caller.session().options().read_first_attempts)
      return finish(unexpected(copies_keep_changing("the transaction", preparations_)));
    const auto delay = caller.session().back_off(preparations_);
    caller.after(delay.value_or(std::chrono::milliseconds(0)), [self = shared_from_this()] { self->prepare(); });
  }

  void begin() {
    const std::int64_t now_ms = caller.session().now_ms();
    for (std::size_t i = 0; i < requests_.size(); ++i)
      if (auto added = add_kept_members(requests_[i], now_ms); !added) return fail_at(i, std::move(added.error()));
    read_from(0);
  }

  void fail_at(std::size_t position, Error error) {
    error.message = fmt::format("request {}: {}", position, error.message);
    finish(unexpected(std::move(error)));
  }

  // Reads the items for the requests from `position` on, one after the other, then sends the writes.
  void read_from(std::size_t position) {
    while (position < requests_.size() && !needs_read(requests_[position])) ++position;
    if (position == requests_.size()) return send();
    const WriteRequest& request = requests_[position];
    auto key = compose_primary(*request.entity, request.values);
    if (!key) return fail_at(position, std::move(key.error()));
    GetItemRequest get;
    get.table_name = caller.session().table_name(*request.table);
    get.key = *std::move(key);
    get.consistent_read = true;
    get.return_consumed_capacity = ReturnConsumedCapacity::Total;
    call_with_retries(shared_from_this(), std::move(get),
                      Done<GetItemResponse>([self = shared_from_this(), position](Result<GetItemResponse> answer) {
                        if (!answer) return self->fail_at(position, std::move(answer.error()));
                        self->keep(position, *answer);
                        self->read_from(position + 1);
                      }));
  }

  void keep(std::size_t position, const GetItemResponse& answer) {
    if (answer.consumed_capacity) cost.capacity_units += answer.consumed_capacity->capacity_units.value_or(0);
    StoredItem& stored = members_[position].stored;
    stored = {};
    if (!answer.item || answer.item->empty()) return;
    ++cost.evaluated;
    stored.attributes = answer.item->to_map();
    identify(*requests_[position].table, *stored.attributes);
  }

  void send() {
    ++rounds_;
    for (std::size_t i = 0; i < requests_.size(); ++i) {
      const StoredItem* stored = needs_read(requests_[i]) ? &members_[i].stored : nullptr;
      auto plan = plan_write(requests_[i], stored, random_id(caller.session()));
      if (!plan) return fail_at(i, std::move(plan.error()));
      members_[i].plan = *std::move(plan);
      members_[i].foreign.spare(members_[i].plan.actions);
    }
    auto actions = gather();
    if (!actions) return finish(unexpected(std::move(actions.error())));
    sent_.clear();
    for (const WriteAction& action : *actions) sent_.push_back(action.part);
    run_transaction(caller, cost, *actions, [self = shared_from_this()](Result<void> outcome) {
      if (outcome) return self->end();
      self->failed(std::move(outcome.error()));
    });
  }

  // The actions of all plans. `origins_` gets the request of each action.
  Result<std::vector<WriteAction>> gather() {
    std::vector<WriteAction> actions;
    absl::flat_hash_map<std::string, std::size_t> seen;
    origins_.clear();
    for (std::size_t i = 0; i < members_.size(); ++i) {
      for (std::size_t j = 0; j < members_[i].plan.actions.size(); ++j) {
        const WriteAction& action = members_[i].plan.actions[j];
        const auto [at, is_new] =
            seen.emplace(item_identity(caller.session().table_name(*action.table), action.key), actions.size());
        if (is_new) {
          actions.push_back(action);
          origins_.push_back({i, j});
        } else if (!hand_over(actions[at->second], action, origins_[at->second], {i, j})) {
          return invalid(clash(origins_[at->second].request, i, action));
        }
      }
    }
    for (const auto& [claimed_by, takeover] : takeovers_) {
      const auto claim = std::find_if(actions.begin(), actions.end(), [&](const WriteAction& action) {
        return action.part == WriteAction::Part::Claim && action.key == takeover.sentinel_key;
      });
      const Origin origin =
          claim == actions.end() ? Origin{} : origins_[static_cast<std::size_t>(claim - actions.begin())];
      PARTITA_TRY(take_over(actions, *requests_[claimed_by].entity, takeover));
      origins_.resize(actions.size(), origin);
    }
    actions.insert(actions.end(), copies_.actions.begin(), copies_.actions.end());
    if (const std::size_t copies = copies_.written(); copies > 0 && actions.size() > limits::kTransactionItems)
      return unexpected(too_many_copies("the transaction", copies, actions.size() - copies));
    if (actions.size() > limits::kTransactionItems)
      return invalid(fmt::format("A transaction has at most {} actions; these {} requests need {}",
                                 limits::kTransactionItems, requests_.size(), actions.size()));
    return actions;
  }

  // A unique value that one request releases and another claims, in either order, keeps its sentinel, which gets a new
  // owner.
  bool hand_over(WriteAction& first, const WriteAction& second, Origin& origin, Origin second_origin) const {
    using Part = WriteAction::Part;
    const bool released_first = first.part == Part::Release && second.part == Part::Claim;
    if (!released_first && !(first.part == Part::Claim && second.part == Part::Release)) return false;
    const WriteAction& release = released_first ? first : second;
    if (release.kind == WriteAction::Kind::Check) return false;  // The sentinel is another item's and stays.
    WriteAction merged = released_first ? second : first;
    merged.part = Part::Repoint;
    merged.condition = release.condition;
    merged.names = release.names;
    merged.values = release.values;
    if (released_first) origin = second_origin;
    first = std::move(merged);
    return true;
  }

  std::string clash(std::size_t first, std::size_t second, const WriteAction& action) const {
    if (action.unique)
      return fmt::format("{} and {} use the same value of the unique {}", where(requests_, first),
                         where(requests_, second), name_of(*requests_[second].entity, *action.unique));
    return fmt::format("{} and {} are on the same item: a transaction has at most one action on each",
                       where(requests_, first), where(requests_, second));
  }

  void failed(Error error) {
    if (error.code != ErrorCode::TransactionCanceledException) return finish(unexpected(std::move(error)));
    const auto blame = blamed(error);
    if (blame && blame->action < sent_.size() && is_of_copy(sent_[blame->action]) &&
        blame->code == "ConditionalCheckFailed")
      return prepare_again();
    if (!blame || blame->action >= origins_.size()) return finish(unexpected(std::move(error)));
    const CancellationReason& reason = error.cancellation_reasons[blame->action];
    const Origin origin = origins_[blame->action];
    if (blame->code == "ConditionalCheckFailed") return failed_condition_of(origin, sent_[blame->action], reason.item);
    if (blame->code == "ValidationError" && reads_from_now_on(origin, reason.message.value_or(""))) return read_from(0);
    if (blame->code == "ValidationError")
      return fail_at(origin.request, in_own_words(requests_[origin.request],
                                                  {ErrorCode::ValidationException, reason.message.value_or("")},
                                                  requests_[origin.request].entity->name));
    fail_at(origin.request, std::move(error));
  }

  // If a request met a NULL that means empty, it is planned again with the stored item. Returns false if the request
  // already reads its item or met no NULL.
  template <class Failure>
  bool reads_from_now_on(Origin origin, const Failure& failure) {
    WriteRequest& request = requests_[origin.request];
    if (needs_read(request) || !failed_at_null(request, failure)) return false;
    return request.read_first = true;
  }

  void failed_condition_of(Origin origin, WriteAction::Part part, const std::optional<Item>& item) {
    const WriteRequest& request = requests_[origin.request];
    const Member& member = members_[origin.request];
    const WriteAction& action = member.plan.actions[origin.action];
    if (!action.unique && copies_.has_changed(origin.request, item)) return prepare_again();
    const bool on_moved_to = request.kind == WriteRequest::Kind::Move && action.part == WriteAction::Part::Item;
    const bool read = needs_read(request) && !action.unique && !on_moved_to;
    if (read && changed_since_read(member.plan, member.stored, item) &&
        rounds_ < caller.session().options().read_first_attempts) {
      const auto delay = caller.session().back_off(rounds_);
      return caller.after(delay.value_or(std::chrono::milliseconds(0)),
                          [self = shared_from_this()] { self->read_from(0); });
    }
    if (!action.unique && reads_from_now_on(origin, item)) return read_from(0);
    if (may_claim_again() && members_[origin.request].foreign.learn(action, item)) {
      ++claims_;
      return send();
    }
    const bool taken_over = std::any_of(takeovers_.begin(), takeovers_.end(), [&](const auto& takeover) {
      return takeover.second.sentinel_key == action.key;
    });
    if (needs_new_plan(part, taken_over, item)) return claim_again(origin);
    if (auto owner_key = owner_in_the_way(*request.entity, action, item))
      return look_at_owner(origin, *std::move(owner_key));
    finish(unexpected(failed_condition(request, action, item, where(requests_, origin.request))));
  }

  // Reads the owner of a value that a claim found taken, and sends all writes again if the owner has expired.
  void look_at_owner(Origin origin, AttributeMap owner_key) {
    GetItemRequest get;
    get.table_name = caller.session().table_name(*requests_[origin.request].table);
    get.key = owner_key;
    get.consistent_read = true;
    get.return_consumed_capacity = ReturnConsumedCapacity::Total;
    call_with_retries(
        shared_from_this(), std::move(get),
        Done<GetItemResponse>([self = shared_from_this(), origin, owner_key](Result<GetItemResponse> answer) {
          if (!answer) return self->fail_at(origin.request, std::move(answer.error()));
          add_capacity(self->cost, answer->consumed_capacity);
          self->cost.evaluated += answer->item ? 1 : 0;
          const WriteAction claim = self->members_[origin.request].plan.actions[origin.action];
          auto takeover = takeover_of(self->caller.session(), claim, owner_key, answer->item);
          if (!takeover && !owner_has_value(claim, answer->item) && self->may_claim_again())
            return self->claim_again(origin);
          const auto same = [&](const auto& old) { return old.second.sentinel_key == claim.key; };
          const auto old = std::find_if(self->takeovers_.begin(), self->takeovers_.end(), same);
          const bool is_known = old != self->takeovers_.end();
          // The owner cannot be ended, because another action of the transaction writes it.
          if (!takeover || (is_known && old->second == *takeover))
            return self->finish(unexpected(
                failed_condition(self->requests_[origin.request], claim, {}, where(self->requests_, origin.request))));
          if (is_known) return self->claim_again(origin);
          self->takeovers_.emplace_back(origin.request, *std::move(takeover));
          self->send();
        }));
  }

  // Compares the copies of written sources once more, and ends the operation.
  void end() {
    if (copies_.to_compare.empty()) return finish(cost);
    compare_copies(caller.shared_session(), caller.mode(), std::move(copies_.to_compare),
                   [self = shared_from_this()](Result<Cost> compared) {
                     if (!compared) return self->finish(unexpected(copies_not_compared(compared.error())));
                     add_cost(self->cost, *compared);
                     self->finish(self->cost);
                   });
  }

  bool may_claim_again() const { return claims_ < caller.session().options().read_first_attempts; }

  // Sends all writes again after a delay, without the known takeovers, because the owners have changed since they were
  // read.
  void claim_again(Origin origin) {
    if (!may_claim_again()) return finish(unexpected(owners_change(where(requests_, origin.request), claims_)));
    takeovers_.clear();
    const auto delay = caller.session().back_off(claims_++);
    caller.after(delay.value_or(std::chrono::milliseconds(0)), [self = shared_from_this()] { self->send(); });
  }

  std::vector<WriteRequest> requests_;
  std::vector<WriteRequest> said_;  // the requests without their copies, if they concern any
  PreparedCopies copies_;
  int preparations_ = 0;
  std::vector<Member> members_;
  std::vector<Origin> origins_;
  std::vector<WriteAction::Part> sent_;                      // by action
  std::vector<std::pair<std::size_t, Takeover>> takeovers_;  // each with the request that claims the value
  int rounds_ = 0;
  int claims_ = 1;  // rounds that began without known owners
};

}  // namespace

void transact(const std::shared_ptr<Session>& session, Mode mode, std::vector<WriteRequest> requests, Done<Cost> done) {
  std::make_shared<Transact>(session, mode, std::move(requests), std::move(done))->run();
}

}  // namespace partita::model
