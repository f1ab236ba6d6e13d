#include <memory>

#include "base/try.h"
#include "engine/changes/capacity.h"
#include "engine/items/delayed_read.h"
#include "engine/items/now_or_later.h"
#include "engine/items/read_item.h"
#include "engine/items/single_write.h"
#include "engine/operations.h"
#include "engine/pages/start_key.h"
#include "engine/statements/next_token.h"
#include "engine/statements/select.h"
#include "engine/statements/statement_write.h"
#include "engine/threads/executor.h"
#include "engine/throttle/admission.h"
#include "partiql/prepare.h"
#include "value/limits.h"

namespace partita::engine {
namespace {

using StatementDone = Completion<ExecuteStatementResponse>;

struct RunningStatement {
  ExecuteStatementRequest request;
  partiql::PreparedExecute prepared;
  StatementWrite write;  // unless it is a SELECT
  SelectPlan plan;       // if it is a SELECT
  PagePlace begin;
  std::string binding;

  // The table's name or ARN, as the statement has it. The answer repeats it.
  const std::string& given() const { return prepared.statement.statement->table; }
};
using StatementPtr = std::shared_ptr<RunningStatement>;

// ---- INSERT, UPDATE and DELETE

Result<ExecuteStatementResponse> written(const Context& context, const ItemWrite& write, std::string_view given,
                                         ReturnConsumedCapacity capacity) {
  if (write.error) {
    charge_failed(context, write, given);
    return unexpected(error_of_statement(write));
  }
  ExecuteStatementResponse response;
  response.items.emplace();
  if (auto item = returned_item(write)) response.items->push_back(*std::move(item));
  Consumption consumption(context.throttle, write.table, given);
  consumption.add_write(write.units, write.key);
  consumption.charge();
  response.consumed_capacity = consumption.report(capacity);
  return response;
}

void run_write(Context& context, const StatementPtr& running, MayWait may_wait, StatementDone done) {
  const ReturnConsumedCapacity capacity = running->prepared.capacity;
  const std::string_view given = running->given();
  running->write.statement = running->prepared.statement;
  auto write = resolve_statement(context, running->write, capacity);
  if (!write) return done(unexpected(std::move(write.error())));
  run_single_write<ExecuteStatementResponse>(
      context, *std::move(write), may_wait, running, std::move(done),
      [&context, given, capacity](const ItemWrite& one) { return written(context, one, given, capacity); });
}

// ---- SELECT of one item

ExecuteStatementResponse shape_item(const Context& context, const RunningStatement& running,
                                    storage::GetResult stored) {
  const SelectPlan& plan = running.plan;
  ReadItem read = read_item(std::move(stored), plan.page.projection);
  ExecuteStatementResponse response;
  if (plan.page.capacity != ReturnConsumedCapacity::None || context.throttle) {
    Consumption consumption(context.throttle, plan.where.table, running.given());
    consumption.add_read(read_units(read.charged_bytes(*plan.where.table), plan.page.consistent), *plan.item);
    consumption.charge();
    response.consumed_capacity = consumption.report(plan.page.capacity);
  }
  response.items.emplace();
  if (read.item) response.items->push_back(*std::move(read.item));
  return response;
}

void read_one(Context& context, const StatementPtr& running, MayWait may_wait, StatementDone done) {
  if (auto admitted = admit_read(context, *running->plan.where.table, *running->plan.item); !admitted)
    return done(unexpected(std::move(admitted.error())));
  const auto read = [&context, running](MayWait this_time) -> Result<std::optional<ExecuteStatementResponse>> {
    const auto state = table_state(context, running->plan.page.consistent);
    PARTITA_TRY_VALUE(
        stored, context.store.get(*running->plan.item, {.snapshot = state.get(), .no_wait = this_time == MayWait::No}));
    if (stored.state == storage::ReadState::NotCached) return std::nullopt;
    return shape_item(context, *running, std::move(stored));
  };
  now_or_later<ExecuteStatementResponse>(context, may_wait, read, std::move(done));
}

// ---- SELECT of one range of keys

// Makes the range of `number` begin at the place of a token, if that place is in the range.
Result<PageRange> range_from(const RunningStatement& running, std::size_t number) {
  const SelectPlan& plan = running.plan;
  PageRange where = plan.where;
  where.range = plan.ranges[number];
  if (number != running.begin.range || !running.begin.last_key) return where;
  PARTITA_TRY_VALUE(start, start_key(*where.table, where.index, *running.begin.last_key,
                                     plan.scans ? ops::StartOf::Scan : ops::StartOf::Query));
  if (start.key < where.range.lower || start.key >= where.range.upper) return invalid("Invalid NextToken");
  if (where.range.direction == storage::Direction::Forward)
    where.range.lower = start.key + '\0';
  else
    where.range.upper = start.key;
  return where;
}

void set_place(const RunningStatement& running, PagePlace place, ExecuteStatementResponse& response) {
  response.next_token = next_token(running.binding, place);
  response.last_evaluated_key = std::move(place.last_key);
}

void read_range(Context& context, const StatementPtr& running, MayWait may_wait, StatementDone done) {
  auto where = range_from(*running, 0);
  if (!where) return done(unexpected(std::move(where.error())));
  run_page(context, running->plan.page, *std::move(where), running, may_wait,
           [running, done = std::move(done)](Result<PageResponse> page) {
             if (!page) return done(unexpected(std::move(page.error())));
             ExecuteStatementResponse response;
             response.items = std::move(page->items);
             if (page->last_evaluated_key) set_place(*running, {0, std::move(page->last_evaluated_key)}, response);
             response.consumed_capacity = std::move(page->consumed_capacity);
             if (response.consumed_capacity) response.consumed_capacity->table_name = running->given();
             done(std::move(response));
           });
}

// ---- SELECT of several ranges

// Reads the ranges one after the other, until the page is full. It may wait for the disk.
Result<ExecuteStatementResponse> read_ranges(const Context& context, const RunningStatement& running) {
  const SelectPlan& plan = running.plan;
  ExecuteStatementResponse response;
  response.items.emplace();
  Consumption consumption(context.throttle, plan.where.table, running.given());
  ops::PreparedPage page = plan.page;
  std::size_t bytes = 0;
  double units_left = 0;  // of the page, if capacity is limited
  for (std::size_t i = running.begin.range; i < plan.ranges.size(); ++i) {
    PARTITA_TRY_VALUE(where, range_from(running, i));
    where.most_bytes = limits::kPageBytes - bytes;
    if (i == running.begin.range) {
      PARTITA_TRY(admit_page(context, where));
      units_left = where.units_left;
    } else if (context.throttle) {
      where.units_left = units_left - consumption.read_units();
      if (where.units_left <= 0) {
        set_place(running, {i, std::nullopt}, response);
        break;
      }
    }
    PageReader reader(context, page, where);
    PARTITA_TRY(reader.run(MayWait::Yes, kNoBudget));
    reader.add_to(consumption);
    bytes += reader.evaluated_bytes();
    PageResponse part = reader.response();
    std::move(part.items->begin(), part.items->end(), std::back_inserter(*response.items));
    if (part.last_evaluated_key) {
      set_place(running, {i, std::move(part.last_evaluated_key)}, response);
      break;
    }
    if (page.limit) *page.limit -= static_cast<std::uint64_t>(part.scanned_count);
    if (bytes < limits::kPageBytes || i + 1 == plan.ranges.size()) continue;
    set_place(running, {i + 1, std::nullopt}, response);
    break;
  }
  consumption.charge();
  response.consumed_capacity = consumption.report(plan.page.capacity);
  return response;
}

void read_ranges(Context& context, const StatementPtr& running, MayWait may_wait, StatementDone done) {
  if (may_wait == MayWait::Yes) return done(read_ranges(context, *running));
  context.executor.post([&context, running, done = std::move(done)] { done(read_ranges(context, *running)); });
}

void run_select(Context& context, const StatementPtr& running, MayWait may_wait, StatementDone done) {
  auto plan = plan_select(context, running->prepared);
  if (!plan) return done(unexpected(std::move(plan.error())));
  running->plan = *std::move(plan);
  if (running->plan.item) return read_one(context, running, may_wait, std::move(done));
  running->binding = binding_of(running->prepared.statement, *running->plan.where.table);
  if (running->prepared.next_token) {
    auto place = place_of(*running->prepared.next_token, running->binding);
    if (!place) return done(unexpected(std::move(place.error())));
    if (!can_be_resumed(running->prepared.statement)) return done(token_of_other_statement());
    if (place->range >= running->plan.ranges.size()) return done(invalid("Invalid NextToken"));
    running->begin = *std::move(place);
  }
  if (running->plan.ranges.size() == 1) return read_range(context, running, may_wait, std::move(done));
  read_ranges(context, running, may_wait, std::move(done));
}

}  // namespace

void execute_statement(Context& context, ExecuteStatementRequest request, MayWait may_wait,
                       Completion<ExecuteStatementResponse> done) {
  auto running = std::make_shared<RunningStatement>();
  running->request = std::move(request);
  auto prepared = partiql::prepare(running->request);
  if (!prepared) return done(unexpected(std::move(prepared.error())));
  running->prepared = *std::move(prepared);
  if (running->prepared.statement.statement->reads()) return run_select(context, running, may_wait, std::move(done));
  run_write(context, running, may_wait, std::move(done));
}

}  // namespace partita::engine
