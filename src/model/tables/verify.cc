// The pass scans the table page by page and judges each item. Work that needs further requests becomes a task. The
// tasks of a page are done one after the other before the next page is read. So memory is limited by a page and by the
// findings that are kept.
//
// A sentinel and its owner are written and removed together. If one of them seems to be missing, the other one is read
// again. If that one is missing too or has changed, another program was writing, and it is not a fault.
#include "model/tables/verify.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>

#include "base/contains.h"
#include "model/core/cost.h"
#include "model/core/retry.h"
#include "model/core/spell.h"
#include "model/keys/identify.h"
#include "model/plan/unique.h"
#include "model/tables/repair.h"
#include "model/upkeep/mend_copies.h"
#include "model/upkeep/stale_copies.h"
#include "model/writes/transaction.h"

namespace partita::model {
namespace {

class Pass : public AsyncOperation<PassReport>, public std::enable_shared_from_this<Pass> {
 public:
  Pass(std::shared_ptr<Session> session, Mode mode, const TableInfo& table, PassOptions options,
       Done<PassReport> when_done)
      : AsyncOperation(std::move(session), mode, std::move(when_done)),
        table_(table),
        table_name_(caller.session().table_name(table)),
        options_(std::move(options)) {}

  void start() {
    const auto self = shared_from_this();
    repeat(
        caller.mode(), [self](Next next) { self->read_page(std::move(next)); }, [self] { self->end(); });
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
    call_with_retries(shared_from_this(), std::move(request),
                      Done<ScanResponse>([self = shared_from_this(), next](Result<ScanResponse> answer) {
                        if (!answer) return self->stop(std::move(answer.error()), next);
                        if (answer->items)
                          for (const Item& item : *answer->items) self->take(item.to_map());
                        if (!self->holders_.empty())
                          self->add_task([self](const Next& next_task) { self->compare_copies(next_task); });
                        self->start_key_ = std::move(answer->last_evaluated_key);
                        self->run_tasks(next);
                      }));
  }

  void run_tasks(Next next) {
    const auto self = shared_from_this();
    repeat(
        caller.mode(),
        [self](Next next_task) {
          if (self->tasks_.empty() || self->error_) return next_task(Loop::Stop);
          const Task task = std::move(self->tasks_.front());
          self->tasks_.pop_front();
          task(std::move(next_task));
        },
        [self, next = std::move(next)] { self->end_page(next); });
  }

  void end_page(const Next& next) {
    pass_.cost = cost;
    const bool go_on = !error_ && (!options_.progress || options_.progress(pass_));
    next(go_on && start_key_ ? Loop::Again : Loop::Stop);
  }

  void stop(Error error, const Next& next) {
    error_ = std::move(error);
    next(Loop::Stop);
  }

  void end() {
    if (error_) return finish(unexpected(std::move(*error_)));
    pass_.cost = cost;
    finish(std::move(pass_));
  }

  // ---- items

  // Keeps the findings as long as there is room, and returns their place in the report.
  struct Kept {
    std::size_t first = 0;
    std::size_t count = 0;
  };
  Kept keep(std::vector<Finding> findings) {
    Kept kept{report_.findings.size(), 0};
    for (Finding& finding : findings) {
      if (options_.found) options_.found(finding);
      if (report_.findings.size() >= options_.most_findings) continue;
      report_.findings.push_back(std::move(finding));
      ++kept.count;
    }
    return kept;
  }

  static bool needs_rewrite(const Judgement& judgement) { return !judgement.set.empty() || !judgement.remove.empty(); }
  void count(const Judgement& judgement) {
    if (!judgement.entity)
      ++counts_.unknown;
    else if (!judgement.moved_to.empty())
      ++counts_.to_move;
    else if (needs_rewrite(judgement))
      ++counts_.to_rewrite;
    else if (std::any_of(judgement.findings.begin(), judgement.findings.end(),
                         [](const Finding& finding) { return finding.kind != Finding::Kind::Orphan; }))
      ++counts_.unreadable;
  }

  void take(AttributeMap item) {
    ++report_.items;
    ++counts_.read;
    if (auto owner = owner_of_sentinel(table_, item)) {
      ++report_.sentinels;
      return add_task([this, sentinel = std::move(item), owner = *std::move(owner)](const Next& next) {
        check_sentinel(sentinel, owner, next);
      });
    }
    if (!caller.session().copies().empty() && is_holder(item)) return holders_.push_back(std::move(item));
    examine(std::move(item));
  }

  bool is_holder(AttributeMap item) const {
    const EntityInfo* entity = identify(table_, item);
    return entity && has_copies(caller.session(), table_, *entity);
  }

  Judgement judge_and_decode(const AttributeMap& item) const {
    Judgement judgement = judge(table_, item);
    const bool is_whole = judgement.entity && !lacks_copy(*judgement.entity, item);
    if (is_whole && judgement.findings.empty() && options_.decode)
      if (const auto error = options_.decode(row_of(table_, item)))
        judgement.findings.push_back(
            {Finding::Kind::Unreadable, judgement.key, std::string(judgement.entity->name), error->message});
    return judgement;
  }

  void examine(AttributeMap item) {
    Judgement judgement = judge_and_decode(item);
    count(judgement);
    const Kept kept = keep(std::move(judgement.findings));
    add_owner_checks(judgement, item);
    if (options_.repair == Repair::No || !can_repair(judgement)) return;
    add_task([this, kept, item = std::move(item), judgement = std::move(judgement)](const Next& next) {
      repair_item(item, judgement, kept, 1, next);
    });
  }

  void add_owner_checks(const Judgement& judgement, const AttributeMap& item) {
    for (const AttributeMap& sentinel : judgement.sentinels)
      add_task([this, item, sentinel](const Next& next) { check_owner(item, sentinel, next); });
  }

  // ---- copies
  //
  // Keys and computed members follow from copies. So an item with copies is judged as it is with the right ones, and
  // its other repairs come after the write of its copies.

  // A copy that the item lacks is found by the comparison with its source.
  static bool lacks_copy(const EntityInfo& entity, const AttributeMap& item) {
    return std::any_of(entity.copies.begin(), entity.copies.end(), [&](const CopiedField& copy) {
      return !entity.at(copy.field).optional && !value_of(entity, copy.field, item);
    });
  }

  void compare_copies(const Next& next) {
    std::vector<AttributeMap> items = std::exchange(holders_, {});
    find_stale_copies(caller.shared_session(), caller.mode(), table_, items,
                      [self = shared_from_this(), items, next](Result<StaleCopies> stale) {
                        if (!stale) return self->stop(std::move(stale.error()), next);
                        add_cost(self->cost, stale->cost);
                        std::map<std::string, std::vector<StaleHolder>> by_item;
                        for (StaleHolder& one : stale->found)
                          by_item[item_identity(self->table_name_, one.holder)].push_back(std::move(one));
                        for (const AttributeMap& item : items) {
                          const auto at =
                              by_item.find(item_identity(self->table_name_, primary_key_of(self->table_, item)));
                          at == by_item.end() ? self->examine(item) : self->examine_stale(std::move(at->second));
                        }
                        next(Loop::Again);
                      });
  }

  // Requires: `stale` has the copies of one item, and is not empty.
  void examine_stale(std::vector<StaleHolder> stale) {
    HolderUpdate all{.stored = stale.front().update.stored};
    for (const StaleHolder& one : stale)
      if (one.repairable) all.copies.insert(all.copies.end(), one.update.copies.begin(), one.update.copies.end());
    const bool is_written = !all.copies.empty();
    const AttributeMap after = with_copies(all);
    Judgement judgement = judge_and_decode(after);
    if (is_written)
      ++(judgement.moved_to.empty() ? counts_.to_rewrite : counts_.to_move);
    else if (can_repair(judgement) || !judgement.moved_to.empty())
      count(judgement);
    else
      ++counts_.unreadable;
    // The other fault of an item that refers to nothing says the same.
    if (!judgement.findings.empty()) std::erase_if(stale, [](const StaleHolder& one) { return one.refers_to_nothing; });
    const auto failed = std::make_shared<std::optional<Error>>();
    for (const StaleHolder& one : stale) report_copies(one, failed);
    const Kept kept = keep(std::move(judgement.findings));
    add_owner_checks(judgement, all.stored);
    if (options_.repair == Repair::No) return;
    if (is_written)
      add_task([this, key = primary_key_of(table_, all.stored), kept, failed](const Next& next) {
        copies_are_written(key, kept, *failed, next);
      });
    else if (can_repair(judgement))
      add_task([this, kept, after, judgement = std::move(judgement)](const Next& next) {
        repair_item(after, judgement, kept, 1, next);
      });
  }

  // `failed` gets the error of the write.
  void report_copies(const StaleHolder& stale, const std::shared_ptr<std::optional<Error>>& failed) {
    std::vector<Finding> findings;
    for (const std::string& detail : stale.details)
      findings.push_back({stale.lacks_copy ? Finding::Kind::Phantom : Finding::Kind::Stale, stale.holder,
                          std::string(stale.copy->holder->name), detail, stale.repairable});
    const Kept kept = keep(std::move(findings));
    if (!stale.repairable || options_.repair == Repair::No) return;
    add_task([this, copy = stale.copy, holder = stale.holder, kept, failed](const Next& next) {
      mend_holder(caller.shared_session(), caller.mode(), *copy, holder,
                  [self = shared_from_this(), kept, failed, next](Result<Mended> mended) {
                    if (mended) add_cost(self->cost, mended->cost);
                    const Error* error = mended ? nullptr : &mended.error();
                    if (mended && !mended->unwritten.empty()) error = &mended->unwritten.front().error;
                    if (error) *failed = *error;
                    self->note_repair(error, kept, false, next);
                  });
    });
  }

  // The write of the copies has repaired all that follows from them, but it does not move the item.
  void copies_are_written(const AttributeMap& key, Kept kept, const std::optional<Error>& failed, const Next& next) {
    if (failed) return note_repair(&*failed, kept, false, next);
    get(key, next, [this, kept, next](const Stored& now) {
      const Judgement judgement = now ? judge(table_, *now) : Judgement();
      if (can_repair(judgement)) return repair_item(*now, judgement, kept, 1, next);
      if (judgement.moved_to.empty()) ++counts_.rewritten;
      note_repair(nullptr, kept, false, next);
    });
  }

  // A task may use `this`, because run_tasks() holds the operation while the task runs.
  void add_task(Task task) { tasks_.push_back(std::move(task)); }

  void get(AttributeMap key, const Next& next, std::function<void(Stored)> then) {
    GetItemRequest request;
    request.table_name = table_name_;
    request.key = std::move(key);
    request.consistent_read = true;
    call_with_retries(shared_from_this(), std::move(request),
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
        if (base::contains(needed, key)) return next(Loop::Again);
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
    const Kept kept = keep({{Finding::Kind::Orphan, primary_key_of(table_, sentinel), "",
                             fmt::format("the owner of this unique value, {}, {}", spell(owner_key),
                                         owner ? "has another one" : "does not exist"),
                             known}});
    if (known) ++counts_.to_rewrite;
    if (!known || options_.repair == Repair::No) return next(Loop::Again);
    repair_sentinel(remove_sentinel(table_, sentinel, owner_key, owner ? &*owner : nullptr), kept, next);
  }

  void check_owner(const AttributeMap& owner, const AttributeMap& sentinel_key, const Next& next) {
    get(sentinel_key, next, [this, owner, sentinel_key, next](const Stored& sentinel) {
      const AttributeMap key = primary_key_of(table_, owner);
      const auto holder = sentinel ? owner_of_sentinel(table_, *sentinel) : std::nullopt;
      if (holder == key) return next(Loop::Again);
      get(key, next, [this, sentinel_key, holder, taken = sentinel.has_value(), next](const Stored& again) {
        if (!again) return next(Loop::Again);
        const Judgement now = judge(table_, *again);
        if (!base::contains(now.sentinels, sentinel_key)) return next(Loop::Again);
        owner_is_orphan(now, *again, sentinel_key, taken, holder, next);
      });
    });
  }

  void owner_is_orphan(const Judgement& judgement, const AttributeMap& owner, const AttributeMap& sentinel_key,
                       bool taken, const Stored& holder, const Next& next) {
    const Kept kept =
        keep({{Finding::Kind::Orphan, judgement.key, std::string(judgement.entity->name),
               taken ? fmt::format("its unique value is held by {}", holder ? spell(*holder) : spell(sentinel_key))
                     : fmt::format("its unique value has no sentinel: {} does not exist", spell(sentinel_key)),
               !taken}});
    ++counts_.to_rewrite;
    counts_.unclaimed += taken ? 0 : 1;
    if (taken || options_.repair == Repair::No) return next(Loop::Again);
    repair_sentinel(write_sentinel(table_, sentinel_key, owner), kept, next);
  }

  // ---- repairs

  bool moves(const Judgement& judgement) const { return options_.move && !judgement.moved_to.empty(); }
  bool can_repair(const Judgement& judgement) const { return moves(judgement) || needs_rewrite(judgement); }

  struct RepairAttempt {
    AttributeMap item;  // the item as it was read
    Kept kept;
    bool is_move;
    std::int64_t* counter;  // nullptr if the repair is not counted
    int attempt;
  };
  void repair_item(const AttributeMap& item, const Judgement& judgement, Kept kept, int attempt, const Next& next) {
    const bool is_move = moves(judgement);
    // An item that must move but may not is counted only with the items to move.
    std::int64_t* const counter = is_move ? &counts_.moved : judgement.moved_to.empty() ? &counts_.rewritten : nullptr;
    const RepairAttempt repair{item, kept, is_move, counter, attempt};
    const auto then = [self = shared_from_this(), repair, next](const Error* error) {
      self->repair_ended(error, repair, next);
    };
    if (is_move) {
      auto move = move_item(table_, judgement, item);
      if (!move) return then(&move.error());
      return run_transaction(caller, cost, *std::move(move),
                             [then](const Result<void>& answer) { then(answer ? nullptr : &answer.error()); });
    }
    call_with_retries(shared_from_this(), update_item_request(repair_keys(table_, judgement, item), table_name_),
                      Done<UpdateItemResponse>([then](const Result<UpdateItemResponse>& answer) {
                        then(answer ? nullptr : &answer.error());
                      }));
  }

  static bool is_refused_condition(const Error& error) {
    if (error.code == ErrorCode::ConditionalCheckFailedException) return true;
    const auto blame = blamed(error);
    return blame && blame->code == "ConditionalCheckFailed";
  }

  void count_repair(const RepairAttempt& repair, const Next& next) {
    if (repair.counter) ++*repair.counter;
    note_repair(nullptr, repair.kept, repair.is_move, next);
  }

  void repair_ended(const Error* error, const RepairAttempt& repair, const Next& next) {
    if (!error) return count_repair(repair, next);
    if (repair.attempt >= options_.attempts || !is_refused_condition(*error))
      return note_repair(error, repair.kept, repair.is_move, next);
    get(primary_key_of(table_, repair.item), next, [this, error = *error, repair, next](const Stored& again) {
      // The item has not changed, so an item with the new key exists and each attempt would be refused.
      if (again == repair.item) return note_repair(&error, repair.kept, repair.is_move, next);
      if (again) {
        const Judgement now = judge(table_, *again);
        if (can_repair(now)) return repair_item(*again, now, repair.kept, repair.attempt + 1, next);
      }
      count_repair(repair, next);
    });
  }

  void repair_sentinel(const std::vector<WriteAction>& actions, Kept kept, const Next& next) {
    run_transaction(caller, cost, actions, [self = shared_from_this(), kept, next](const Result<void>& answer) {
      if (answer) ++self->counts_.rewritten;
      self->note_repair(answer ? nullptr : &answer.error(), kept, false, next);
    });
  }

  // Notes the result of a repair. An item that has changed since, or that cannot be repaired, does not end the pass.
  // `all` also marks the findings that only a move repairs.
  void note_repair(const Error* error, Kept kept, bool all, const Next& next) {
    for (std::size_t i = kept.first; i < kept.first + kept.count; ++i) {
      Finding& finding = report_.findings[i];
      if (!finding.repairable && !all) continue;
      if (!error)
        ++report_.repaired;
      else
        finding.detail += fmt::format(" (not repaired: {})", error->message);
    }
    if (error && !concerns_one_item(error->code)) return stop(*error, next);
    next(Loop::Again);
  }

  const TableInfo& table_;
  const std::string table_name_;
  const PassOptions options_;
  OptionalItem start_key_ = {};
  std::deque<Task> tasks_ = {};
  std::vector<AttributeMap> holders_ = {};  // items of the page with copies
  PassReport pass_ = {};
  VerifyReport& report_ = pass_.found;
  ItemCounts& counts_ = pass_.counts;
  std::optional<Error> error_ = {};
};

}  // namespace

std::string_view to_text(Finding::Kind kind) {
  switch (kind) {
    case Finding::Kind::Stale:
      return "stale";
    case Finding::Kind::Foreign:
      return "foreign";
    case Finding::Kind::Phantom:
      return "phantom";
    case Finding::Kind::Orphan:
      return "orphan";
    case Finding::Kind::Unreadable:
      return "unreadable";
  }
  return "unknown";
}

void pass_over_items(const std::shared_ptr<Session>& session, Mode mode, const TableInfo& table, PassOptions options,
                     Done<PassReport> done) {
  std::make_shared<Pass>(session, mode, table, std::move(options), std::move(done))->start();
}

void verify(const std::shared_ptr<Session>& session, Mode mode, const TableInfo& table, VerifyOptions options,
            Done<VerifyReport> done) {
  PassOptions pass{.repair = options.repair, .decode = std::move(options.decode)};
  if (options.progress)
    pass.progress = [progress = std::move(options.progress)](const PassReport& so_far) {
      return progress(so_far.found);
    };
  pass_over_items(session, mode, table, std::move(pass), [done = std::move(done)](Result<PassReport> report) {
    if (!report) return done(unexpected(std::move(report.error())));
    done(std::move(report->found));
  });
}

void verify(const std::shared_ptr<Session>& session, Mode mode, const TableInfo& table, Repair repair,
            Done<VerifyReport> done) {
  verify(session, mode, table, VerifyOptions{.repair = repair, .progress = {}}, std::move(done));
}

}  // namespace partita::model
