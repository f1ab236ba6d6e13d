// plan_upgrade() and upgrade() describe the table again before each step, and its description decides the step. So a
// crash or another program's upgrade needs no record of the progress.
//
// Indexes are dropped first, because a key attribute of another type cannot be written while they exist. Indexes are
// added last, because an index that becomes ACTIVE then has every item.
#include <fmt/format.h>
#include <partita/model/runtime/copies.h>
#include <partita/model/runtime/table_creation.h>
#include <partita/model/upgrade.h>

#include <algorithm>

#include "model/core/cost.h"
#include "model/core/retry.h"
#include "model/tables/missing_index.h"
#include "model/tables/table_changes.h"
#include "model/tables/verify.h"

namespace partita::model {
namespace {

using StepKind = UpgradeStep::Kind;
using std::chrono::milliseconds;

constexpr milliseconds kFirstPause{10};
constexpr milliseconds kLongestPause{5'000};

bool is_missing(const Error& error) { return error.code == ErrorCode::ResourceNotFoundException; }

Error impossible(const UpgradeStep& step) {
  return {ErrorCode::ValidationException,
          fmt::format("Table {} cannot be upgraded to the model, which needs a new table: {}", step.table, step.detail),
          {},
          {}};
}

// The risk that lasts until the items are rewritten.
std::string risk_of(const ItemCounts& counts) {
  if (counts.unclaimed == 0) return {};
  return fmt::format(
      "{} no sentinel yet: until then other items may get {} too",
      counts.unclaimed == 1 ? "1 unique value has" : fmt::format("{} unique values have", counts.unclaimed),
      counts.unclaimed == 1 ? "it" : "them");
}

// The items that need a repair, as steps of the kinds RewriteItems and MoveItems.
std::vector<UpgradeStep> item_steps(const std::string& table, std::int64_t to_rewrite, std::int64_t to_move) {
  std::vector<UpgradeStep> steps;
  if (to_rewrite > 0) steps.push_back({.kind = StepKind::RewriteItems, .table = table, .items = to_rewrite});
  if (to_move > 0) steps.push_back({.kind = StepKind::MoveItems, .table = table, .items = to_move});
  return steps;
}

template <class To>
void move_to_end(std::vector<To>& to, std::vector<To> from) {
  std::move(from.begin(), from.end(), std::back_inserter(to));
}

// ---- the plan

class PlanUpgrade : public AsyncOperation<UpgradePlan>, public std::enable_shared_from_this<PlanUpgrade> {
 public:
  PlanUpgrade(std::shared_ptr<Session> session, Mode mode, const TableInfo& table, Done<UpgradePlan> when_done)
      : AsyncOperation(std::move(session), mode, std::move(when_done)),
        table_(table),
        wanted_(create_table_request(caller.session(), table)) {}

  void start() {
    auto ttl = ttl_attribute(table_);
    if (!ttl) return finish(unexpected(std::move(ttl.error())));
    ttl_ = std::move(*ttl);
    call_with_retries(shared_from_this(), DescribeTableRequest{wanted_.table_name},
                      Done<DescribeTableResponse>([self = shared_from_this()](Result<DescribeTableResponse> answer) {
                        self->described(std::move(answer));
                      }));
  }

  Cost cost;

 private:
  void described(Result<DescribeTableResponse> answer) {
    if (!answer) {
      if (!is_missing(answer.error())) return finish(unexpected(std::move(answer.error())));
      plan_.steps.push_back({.kind = StepKind::CreateTable, .table = *wanted_.table_name});
      return end();
    }
    changes_ = table_changes(wanted_, answer->table);
    if (!changes_.empty() && changes_.front().kind == StepKind::Impossible) {
      plan_.steps = std::move(changes_);
      return end();
    }
    call_with_retries(shared_from_this(), DescribeTimeToLiveRequest{wanted_.table_name},
                      Done<DescribeTimeToLiveResponse>([self = shared_from_this()](auto described) {
                        if (!described) return self->finish(unexpected(std::move(described.error())));
                        self->ttl_changes_ =
                            ttl_changes(*self->wanted_.table_name, self->ttl_, described->time_to_live_description);
                        self->count_items();
                      }));
  }

  void count_items() {
    pass_over_items(caller.shared_session(), caller.mode(), table_, {.most_findings = kUpgradeFindings},
                    [self = shared_from_this()](Result<PassReport> pass) {
                      if (!pass) return self->finish(unexpected(std::move(pass.error())));
                      self->counted(std::move(*pass));
                    });
  }

  void counted(PassReport pass) {
    add_cost(cost, pass.cost);
    plan_.items = pass.counts;
    plan_.findings = std::move(pass.found.findings);
    const auto additions = std::find_if(changes_.begin(), changes_.end(),
                                        [](const UpgradeStep& step) { return step.kind == StepKind::AddIndex; });
    plan_.steps.assign(changes_.begin(), additions);
    move_to_end(plan_.steps, item_steps(*wanted_.table_name, pass.counts.to_rewrite, pass.counts.to_move));
    for (UpgradeStep& step : plan_.steps)
      if (step.kind == StepKind::RewriteItems) step.detail = risk_of(pass.counts);
    plan_.steps.insert(plan_.steps.end(), additions, changes_.end());
    move_to_end(plan_.steps, std::move(ttl_changes_));
    end();
  }

  void end() {
    plan_.cost = cost;
    finish(std::move(plan_));
  }

  const TableInfo& table_;
  const CreateTableRequest wanted_;
  std::optional<std::string> ttl_;
  std::vector<UpgradeStep> changes_;
  std::vector<UpgradeStep> ttl_changes_;
  UpgradePlan plan_;
};

// ---- the upgrade

class Upgrade : public AsyncOperation<UpgradeReport>, public std::enable_shared_from_this<Upgrade> {
 public:
  Upgrade(std::shared_ptr<Session> session, Mode mode, const TableInfo& table, UpgradeOptions options,
          Done<UpgradeReport> when_done)
      : AsyncOperation(std::move(session), mode, std::move(when_done)),
        table_(table),
        options_(std::move(options)),
        wanted_(create_table_request(caller.session(), table)) {}

  void start() {
    auto ttl = ttl_attribute(table_);
    if (!ttl) return finish(unexpected(std::move(ttl.error())));
    ttl_ = std::move(*ttl);
    const auto self = shared_from_this();
    repeat(
        caller.mode(), [self](Next next) { self->step(std::move(next)); }, [self] { self->end(); });
  }

  Cost cost;

 private:
  using Next = std::function<void(Loop)>;
  enum class Phase : std::uint8_t { Drop, Items, Add, TimeToLive };

  const std::string& name() const { return *wanted_.table_name; }

  void step(Next next) {
    if (phase_ == Phase::TimeToLive) return describe_ttl(std::move(next));
    call_with_retries(
        shared_from_this(), DescribeTableRequest{wanted_.table_name},
        Done<DescribeTableResponse>([self = shared_from_this(), next](Result<DescribeTableResponse> answer) {
          if (answer) return self->described(answer->table, next);
          // A description may lag behind the creation, so a table that was just created is not created again.
          if (is_missing(answer.error())) return self->created_ ? self->wait(next) : self->create(next);
          self->stop(std::move(answer.error()), next);
        }));
  }

  void described(const TableDescription& there, const Next& next) {
    if (!is_settled(there)) return wait(next);
    if (report_.under_way) report_.done.push_back(*std::exchange(report_.under_way, std::nullopt));
    const std::vector<UpgradeStep> changes = table_changes(wanted_, there);
    if (!changes.empty() && changes.front().kind == StepKind::Impossible)
      return stop(impossible(changes.front()), next);
    if (phase_ == Phase::Drop && options_.drop_indexes && drop_one(changes, there, next)) return;
    if (phase_ == Phase::Drop) return pass(next);
    const auto addition = std::find_if(changes.begin(), changes.end(),
                                       [](const UpgradeStep& change) { return change.kind == StepKind::AddIndex; });
    if (addition != changes.end())
      return change_table(*addition, add_index_request(wanted_, addition->subject, there), next);
    for (UpgradeStep change : changes) {
      change.detail += options_.drop_indexes ? "" : "; needs UpgradeOptions::drop_indexes";
      report_.left.push_back(std::move(change));
    }
    go_to(Phase::TimeToLive, next);
  }

  void create(const Next& next) {
    report_.under_way = {.kind = StepKind::CreateTable, .table = name()};
    create_table_if_missing(caller.shared_session(), caller.mode(), table_,
                            [self = shared_from_this(), next](Result<bool> created) {
                              if (!created) return self->stop(std::move(created.error()), next);
                              self->created_ = true;
                              self->go_to(self->phase_, next);
                            });
  }

  bool drop_one(const std::vector<UpgradeStep>& changes, const TableDescription& there, const Next& next) {
    for (const UpgradeStep& change : changes) {
      if (change.kind != StepKind::DropIndex && change.kind != StepKind::ReplaceIndex) continue;
      change_table({StepKind::DropIndex, change.table, change.subject, change.detail},
                   drop_index_request(there, change.subject), next);
      return true;
    }
    return false;
  }

  void change_table(UpgradeStep change, UpdateTableRequest request, const Next& next) {
    report_.under_way = std::move(change);
    ++cost.requests;
    caller.call(std::move(request),
                Done<UpdateTableResponse>([self = shared_from_this(), next](const Result<UpdateTableResponse>& answer) {
                  if (!answer)
                    return self->refused(answer.error(), next,
                                         [self, next](const Error& error) { self->stop(error, next); });
                  self->refusals_ = 0;
                  self->delay_ = kFirstPause;
                  self->wait(next);
                }));
  }

  // Tries again after a delay, because another program may be changing the table or may have done this step. The next
  // description shows it.
  template <class ForGood>
  void refused(const Error& error, const Next& next, ForGood for_good) {
    report_.under_way.reset();
    ++refusals_;
    const bool may_pass = may_succeed_later(error.code) || error.code == ErrorCode::ResourceInUseException;
    const auto delay = caller.session().back_off(refusals_);
    if (!delay || (!may_pass && refusals_ > 1)) return for_good(error);
    caller.after(*delay, [next] { next(Loop::Again); });
  }

  // ---- items

  void pass(const Next& next) {
    PassOptions options{.repair = Repair::Yes,
                        .move = options_.move_items,
                        .attempts = caller.session().options().read_first_attempts,
                        .most_findings = kUpgradeFindings,
                        .progress = [self = shared_from_this()](const PassReport& so_far) {
                          self->report_.items = so_far.counts;
                          self->report_.cost = self->cost;
                          add_cost(self->report_.cost, so_far.cost);
                          return self->goes_on();
                        }};
    phase_ = Phase::Items;
    pass_over_items(caller.shared_session(), caller.mode(), table_, std::move(options),
                    [self = shared_from_this(), next](Result<PassReport> passed) {
                      if (!passed) return self->stop(std::move(passed.error()), next);
                      self->passed(std::move(*passed), next);
                    });
  }

  void passed(PassReport pass, const Next& next) {
    add_cost(cost, pass.cost);
    pass.counts.to_rewrite += earlier_.rewritten;
    pass.counts.to_move += earlier_.moved;
    pass.counts.rewritten += earlier_.rewritten;
    pass.counts.moved += earlier_.moved;
    report_.items = pass.counts;
    report_.findings = std::move(pass.found.findings);
    // An item does not find the source of its copy before that has moved.
    if (pass.counts.moved > 0 && !is_second_pass_ && !report_.stopped && has_sources()) {
      is_second_pass_ = true;
      earlier_ = pass.counts;
      return this->pass(next);
    }
    move_to_end(report_.done, item_steps(name(), pass.counts.rewritten, pass.counts.moved));
    auto left =
        item_steps(name(), pass.counts.to_rewrite - pass.counts.rewritten, pass.counts.to_move - pass.counts.moved);
    for (UpgradeStep& step : left)
      step.detail = step.kind == StepKind::MoveItems && !options_.move_items ? "needs UpgradeOptions::move_items"
                                                                             : "the findings say why";
    move_to_end(report_.left, std::move(left));
    if (report_.stopped) return next(Loop::Stop);
    go_to(Phase::Add, next);
  }

  bool has_sources() const {
    const auto& copies = caller.session().copies();
    return std::any_of(copies.begin(), copies.end(),
                       [&](const CopyInfo& copy) { return copy.source_table == &table_; });
  }

  // ---- time to live

  void describe_ttl(Next next) {
    call_with_retries(shared_from_this(), DescribeTimeToLiveRequest{wanted_.table_name},
                      Done<DescribeTimeToLiveResponse>([self = shared_from_this(), next](auto described) {
                        if (!described) return self->stop(std::move(described.error()), next);
                        self->change_ttl(ttl_changes(self->name(), self->ttl_, described->time_to_live_description),
                                         next);
                      }));
  }

  void change_ttl(std::vector<UpgradeStep> changes, const Next& next) {
    if (changes.empty()) return next(Loop::Stop);
    UpgradeStep& change = changes.front();
    const bool enable = change.kind == StepKind::EnableTtl;
    if (!enable && !options_.disable_ttl) return leave(std::move(changes), "needs UpgradeOptions::disable_ttl", next);
    report_.under_way = change;
    UpdateTimeToLiveRequest request{wanted_.table_name, TimeToLiveSpecification{enable, change.subject}};
    ++cost.requests;
    caller.call(std::move(request), Done<UpdateTimeToLiveResponse>([self = shared_from_this(), changes, next](
                                                                       const Result<UpdateTimeToLiveResponse>& answer) {
                  if (answer) {
                    self->refusals_ = 0;
                    self->report_.done.push_back(*std::exchange(self->report_.under_way, std::nullopt));
                    return self->go_to(Phase::TimeToLive, next);
                  }
                  self->refused(answer.error(), next, [self, changes, next](const Error& error) {
                    self->leave(changes, error.message, next);
                  });
                }));
  }

  // The service allows a change of time to live only about once an hour, so the change is left for another upgrade.
  void leave(std::vector<UpgradeStep> changes, const std::string& why, const Next& next) {
    for (UpgradeStep& change : changes) change.detail += (change.detail.empty() ? "" : "; ") + why;
    move_to_end(report_.left, std::move(changes));
    next(Loop::Stop);
  }

  // ---- progress and the end

  bool goes_on() {
    if (report_.stopped) return false;
    report_.stopped = options_.progress && !options_.progress(report_);
    return !report_.stopped;
  }

  void go_to(Phase phase, const Next& next) {
    phase_ = phase;
    report_.cost = cost;
    next(goes_on() ? Loop::Again : Loop::Stop);
  }

  // Waits without a limit, because the index of a large table takes hours. The caller's progress function can end it.
  void wait(const Next& next) {
    report_.cost = cost;
    if (!goes_on()) return next(Loop::Stop);
    const milliseconds delay = delay_;
    delay_ = std::min(delay_ * 2, kLongestPause);
    caller.after(delay, [next] { next(Loop::Again); });
  }

  void stop(Error error, const Next& next) {
    error_ = std::move(error);
    next(Loop::Stop);
  }

  void end() {
    if (error_) return finish(unexpected(std::move(*error_)));
    report_.cost = cost;
    finish(std::move(report_));
  }

  const TableInfo& table_;
  const UpgradeOptions options_;
  const CreateTableRequest wanted_;
  std::optional<std::string> ttl_;
  Phase phase_ = Phase::Drop;
  bool created_ = false;
  int refusals_ = 0;  // consecutive ones
  milliseconds delay_ = kFirstPause;
  bool is_second_pass_ = false;
  ItemCounts earlier_ = {};  // of the first pass, if there is a second one
  UpgradeReport report_;
  std::optional<Error> error_;
};

// ---- several tables

void add(ItemCounts& sum, const ItemCounts& counts) {
  sum.read += counts.read;
  sum.to_rewrite += counts.to_rewrite;
  sum.unclaimed += counts.unclaimed;
  sum.to_move += counts.to_move;
  sum.unreadable += counts.unreadable;
  sum.unknown += counts.unknown;
  sum.rewritten += counts.rewritten;
  sum.moved += counts.moved;
}

void add(UpgradePlan& sum, UpgradePlan plan) {
  move_to_end(sum.steps, std::move(plan.steps));
  move_to_end(sum.findings, std::move(plan.findings));
  add(sum.items, plan.items);
  add_cost(sum.cost, plan.cost);
}

void add(UpgradeReport& sum, UpgradeReport report) {
  move_to_end(sum.done, std::move(report.done));
  move_to_end(sum.left, std::move(report.left));
  move_to_end(sum.findings, std::move(report.findings));
  sum.under_way = std::move(report.under_way);
  sum.stopped = report.stopped;
  add(sum.items, report.items);
  add_cost(sum.cost, report.cost);
}

// Calls `ask(table, then)` for each table in turn and adds the answers up.
template <class T, class Ask>
void for_each_table(std::vector<const TableInfo*> tables, std::size_t at, T sum, Ask ask, Done<T> done) {
  if (at == tables.size()) return done(std::move(sum));
  const TableInfo& table = *tables[at];
  T so_far = sum;
  ask(table, std::move(so_far),
      [tables = std::move(tables), at, sum = std::move(sum), ask, done = std::move(done)](Result<T> one) mutable {
        if (!one) return done(unexpected(std::move(one.error())));
        add(sum, std::move(*one));
        if constexpr (requires { sum.stopped; })
          if (sum.stopped) return done(std::move(sum));
        for_each_table(std::move(tables), at + 1, std::move(sum), std::move(ask), std::move(done));
      });
}

}  // namespace

void plan_upgrade(const std::shared_ptr<Session>& session, Mode mode, std::vector<const TableInfo*> tables,
                  Done<UpgradePlan> done) {
  for_each_table(
      std::move(tables), 0, UpgradePlan(),
      [session, mode](const TableInfo& table, const UpgradePlan&, Done<UpgradePlan> then) {
        std::make_shared<PlanUpgrade>(session, mode, table, std::move(then))->start();
      },
      std::move(done));
}

void upgrade(const std::shared_ptr<Session>& session, Mode mode, std::vector<const TableInfo*> tables,
             UpgradeOptions options, Done<UpgradeReport> done) {
  for_each_table(
      std::move(tables), 0, UpgradeReport(),
      [session, mode, options](const TableInfo& table, UpgradeReport before, Done<UpgradeReport> then) {
        UpgradeOptions of_table = options;
        if (options.progress)
          of_table.progress = [before = std::move(before), progress = options.progress](const UpgradeReport& so_far) {
            UpgradeReport all = before;
            add(all, so_far);
            return progress(all);
          };
        std::make_shared<Upgrade>(session, mode, table, std::move(of_table), std::move(then))->start();
      },
      std::move(done));
}

}  // namespace partita::model
