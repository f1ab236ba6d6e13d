// Verification: page by page of a scan, item by item. What needs further requests becomes a task; the tasks of a page
// are done, one after the other, before the next page is read.
//
// A sentinel and its owner are written and removed together. So where the second of them seems to be missing, the first
// is read once more: if it is gone too, or changed, somebody else was writing, and nothing is wrong.
#include <fmt/format.h>

#include <algorithm>
#include <deque>

#include "model/repair.h"
#include "model/retry.h"
#include "model/spell.h"
#include "model/transaction.h"
#include "model/unique.h"

namespace partita::model {
namespace {

class Verify : public Operation<VerifyReport>, public std::enable_shared_from_this<Verify> {
 public:
  Verify(std::shared_ptr<Session> session, Mode mode, const TableInfo& table, VerifyOptions options,
         Done<VerifyReport> when_done)
      : Operation(std::move(session), mode, std::move(when_done)),
        table_(table),
        table_name_(caller.session().table_name(table)),
        options_(std::move(options)) {}

  void start() {
    const auto self = shared_from_this();
    repeat([self](Next next) { self->read_page(std::move(next)); }, [self] { self->end(); });
  }

  Cost cost;

 private:
  using Next = std::function<void(Loop)>;
  using Task = std::function<void(Next)>;
  using Stored = std::optional<AttributeMap>;

  // ---- pages

  void read_page(Next next) {
    ScanRequest request;
    request.table_name = table_name_;
    request.exclusive_start_key = start_key_;
    request.consistent_read = true;
    call_patiently(shared_from_this(), std::move(request),
                   Done<ScanResponse>([self = shared_from_this(), next](Result<ScanResponse> answer) {
                     if (!answer) return self->stop(std::move(answer.error()), next);
                     if (answer->items)
                       for (const Item& item : *answer->items) self->examine(item.to_map());
                     self->start_key_ = std::move(answer->last_evaluated_key);
                     self->run_tasks(next);
                   }));
  }

  void run_tasks(Next next) {
    const auto self = shared_from_this();
    repeat(
        [self](Next next_task) {
          if (self->tasks_.empty() || self->error_) return next_task(Loop::Stop);
          const Task task = std::move(self->tasks_.front());
          self->tasks_.pop_front();
          task(std::move(next_task));
        },
        [self, next = std::move(next)] { self->end_page(next); });
  }

  void end_page(const Next& next) {
    const bool go_on = !error_ && (!options_.progress || options_.progress(report_));
    next(go_on && start_key_ ? Loop::Again : Loop::Stop);
  }

  void stop(Error error, const Next& next) {
    error_ = std::move(error);
    next(Loop::Stop);
  }

  void end() {
    if (error_) return finish(tl::unexpected(std::move(*error_)));
    finish(std::move(report_));
  }

  // ---- items

  void examine(AttributeMap item) {
    ++report_.items;
    if (auto owner = owner_of_sentinel(table_, item)) {
      ++report_.sentinels;
      return add_task([this, sentinel = std::move(item), owner = *std::move(owner)](const Next& next) {
        check_sentinel(sentinel, owner, next);
      });
    }
    Judgement judgement = judge(table_, item);
    const std::size_t first = report_.findings.size();
    std::move(judgement.findings.begin(), judgement.findings.end(), std::back_inserter(report_.findings));
    for (const AttributeMap& sentinel : judgement.sentinels)
      add_task([this, item, sentinel](const Next& next) { check_owner(item, sentinel, next); });
    if (options_.repair == Repair::No || (judgement.set.empty() && judgement.remove.empty())) return;
    add_task([this, first, count = judgement.findings.size(), action = repair_keys(table_, judgement, item)](
                 const Next& next) { mend(action, first, count, next); });
  }

  // The task runs while the operation lives: run_tasks holds it.
  void add_task(Task task) { tasks_.push_back(std::move(task)); }

  void get(AttributeMap key, const Next& next, std::function<void(Stored)> then) {
    GetItemRequest request;
    request.table_name = table_name_;
    request.key = std::move(key);
    request.consistent_read = true;
    call_patiently(shared_from_this(), std::move(request),
                   Done<GetItemResponse>([self = shared_from_this(), next, then](Result<GetItemResponse> answer) {
                     if (!answer) return self->stop(std::move(answer.error()), next);
                     then(answer->item && !answer->item->empty() ? Stored(answer->item->to_map()) : std::nullopt);
                   }));
  }

  // ---- sentinels and owners

  void check_sentinel(const AttributeMap& sentinel, const AttributeMap& owner_key, const Next& next) {
    get(owner_key, next, [this, sentinel, owner_key, next](Stored owner) {
      const AttributeMap key = primary_key_of(table_, sentinel);
      if (owner) {
        const auto needed = judge(table_, *owner).sentinels;
        if (std::find(needed.begin(), needed.end(), key) != needed.end()) return next(Loop::Again);
      }
      get(key, next, [this, sentinel, owner_key, owner, next](const Stored& again) {
        again == sentinel ? sentinel_is_orphan(sentinel, owner_key, owner, next) : next(Loop::Again);
      });
    });
  }

  void sentinel_is_orphan(const AttributeMap& sentinel, const AttributeMap& owner_key, const Stored& owner,
                          const Next& next) {
    AttributeMap copy = owner.value_or(AttributeMap());
    const bool known = !owner || judge(table_, copy).entity;
    report_.findings.push_back({Finding::Kind::Orphan, primary_key_of(table_, sentinel), "",
                                fmt::format("the owner of this unique value, {}, {}", spell(owner_key),
                                            owner ? "has another one" : "does not exist"),
                                known});
    if (!known || options_.repair == Repair::No) return next(Loop::Again);
    mend(remove_sentinel(table_, sentinel, owner_key, owner ? &*owner : nullptr), next);
  }

  void check_owner(const AttributeMap& owner, const AttributeMap& sentinel_key, const Next& next) {
    get(sentinel_key, next, [this, owner, sentinel_key, next](const Stored& sentinel) {
      const AttributeMap key = primary_key_of(table_, owner);
      const auto holder = sentinel ? owner_of_sentinel(table_, *sentinel) : std::nullopt;
      if (holder == key) return next(Loop::Again);
      get(key, next, [this, sentinel_key, holder, taken = sentinel.has_value(), next](const Stored& again) {
        if (!again) return next(Loop::Again);
        const Judgement now = judge(table_, *again);
        if (std::find(now.sentinels.begin(), now.sentinels.end(), sentinel_key) == now.sentinels.end())
          return next(Loop::Again);
        owner_is_orphan(now, *again, sentinel_key, taken, holder, next);
      });
    });
  }

  void owner_is_orphan(const Judgement& judgement, const AttributeMap& owner, const AttributeMap& sentinel_key,
                       bool taken, const Stored& holder, const Next& next) {
    report_.findings.push_back(
        {Finding::Kind::Orphan, judgement.key, std::string(judgement.entity->name),
         taken ? fmt::format("its unique value is held by {}", holder ? spell(*holder) : spell(sentinel_key))
               : fmt::format("nothing keeps its unique value: there is no {}", spell(sentinel_key)),
         !taken});
    if (taken || options_.repair == Repair::No) return next(Loop::Again);
    mend(write_sentinel(table_, sentinel_key, owner), next);
  }

  // ---- repairs

  void mend(const WriteAction& action, std::size_t first, std::size_t count, const Next& next) {
    call_patiently(shared_from_this(), update_item_request(action, table_name_),
                   Done<UpdateItemResponse>(
                       [self = shared_from_this(), first, count, next](const Result<UpdateItemResponse>& answer) {
                         self->mended(answer ? nullptr : &answer.error(), first, count, next);
                       }));
  }

  // Of the last finding.
  void mend(const std::vector<WriteAction>& actions, const Next& next) {
    run_transaction(caller, cost, actions,
                    [self = shared_from_this(), finding = report_.findings.size() - 1,
                     next](const Result<void>& answer) {
                      self->mended(answer ? nullptr : &answer.error(), finding, 1, next);
                    });
  }

  // An item that changed in the meantime, or that cannot be mended, does not end the verification.
  void mended(const Error* error, std::size_t first, std::size_t count, const Next& next) {
    for (std::size_t i = first; i < first + count; ++i) {
      Finding& finding = report_.findings[i];
      if (!finding.repairable) continue;
      if (!error)
        ++report_.repaired;
      else
        finding.detail += fmt::format(" (not repaired: {})", error->message);
    }
    if (error && may_succeed_later(error->code)) return stop(*error, next);
    next(Loop::Again);
  }

  const TableInfo& table_;
  const std::string table_name_;
  const VerifyOptions options_;
  OptionalItem start_key_ = {};
  std::deque<Task> tasks_ = {};
  VerifyReport report_ = {};
  std::optional<Error> error_ = {};
};

}  // namespace

std::string_view to_text(Finding::Kind kind) {
  switch (kind) {
    case Finding::Kind::Stale: return "stale";
    case Finding::Kind::Foreign: return "foreign";
    case Finding::Kind::Phantom: return "phantom";
    case Finding::Kind::Orphan: return "orphan";
  }
  return "unknown";
}

void verify(const std::shared_ptr<Session>& session, Mode mode, const TableInfo& table, VerifyOptions options,
            Done<VerifyReport> done) {
  std::make_shared<Verify>(session, mode, table, std::move(options), std::move(done))->start();
}

void verify(const std::shared_ptr<Session>& session, Mode mode, const TableInfo& table, Repair repair,
            Done<VerifyReport> done) {
  verify(session, mode, table, VerifyOptions{.repair = repair, .progress = {}}, std::move(done));
}

}  // namespace partita::model
