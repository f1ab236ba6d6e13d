// count() counts the rows of an access pattern on the database, so that the rows do not cross the network.
#include <partita/model/detail/pending.h>
#include <partita/model/detail/projection.h>

#include "base/contains.h"
#include "model/core/retry.h"
#include "model/reads/prepared_read.h"
#include "model/reads/row.h"
#include "model/reads/row_match.h"
#include "value/limits.h"

namespace partita::model {
namespace {

// The queries of a count, each with the position from which it continues.
struct Counting : AsyncOperation<Count> {
  Counting(std::shared_ptr<Session> session, Mode mode, Done<Count> when_done, PreparedRead what)
      : AsyncOperation(std::move(session), mode, std::move(when_done)),
        prepared(std::move(what)),
        positions(std::exchange(prepared.starts, {})) {
    positions.resize(prepared.queries.size());
  }

  PreparedRead prepared;
  std::vector<QueryPosition> positions;
  Count sum;
  std::optional<Error> error;
  Failures failures = {};

  void take(std::size_t query, const QueryResponse& answer) {
    sum.count += answer.count;
    sum.evaluated += answer.scanned_count;
    sum.returned += answer.count;
    add_capacity(sum, answer.consumed_capacity);
    positions[query] = answer.last_evaluated_key ? QueryPosition{QueryPosition::Kind::After, *answer.last_evaluated_key}
                                                 : QueryPosition{QueryPosition::Kind::End, {}};
  }
};

void count_round(const std::shared_ptr<Counting>& counting, const std::function<void(Loop)>& next) {
  std::vector<std::size_t> round;
  std::vector<QueryRequest> requests;
  for (std::size_t query = 0; query < counting->positions.size(); ++query) {
    const QueryPosition& start = counting->positions[query];
    if (start.kind == QueryPosition::Kind::End) continue;
    round.push_back(query);
    QueryRequest& request = requests.emplace_back(query_request(counting->prepared, query));
    request.select = Select::Count;
    if (start.kind == QueryPosition::Kind::After) request.exclusive_start_key = start.key;
  }
  if (round.empty()) return next(Loop::Stop);
  counting->sum.requests += static_cast<int>(requests.size());
  counting->caller.all(std::move(requests), [counting, next, round = std::move(round)](auto answers) {
    const Error* failed = nullptr;
    for (std::size_t i = 0; i < answers.size(); ++i) {
      if (answers[i])
        counting->take(round[i], *answers[i]);
      else if (!failed || !may_succeed_later(answers[i].error().code))
        failed = &answers[i].error();
    }
    if (!failed) {
      counting->failures.forget();
      return next(Loop::Again);
    }
    // The next round asks those again that failed, because their positions have not changed.
    if (counting->failures.passes(counting->caller, *failed, [next] { next(Loop::Again); })) return;
    counting->error = *failed;
    next(Loop::Stop);
  });
}

// Reads and counts the rows, if a filter of the database cannot tell which rows readers may see.
void count_rows(const std::shared_ptr<Session>& session, Mode mode, ReadRequest request, Done<Count> done) {
  read(session, mode, std::move(request), [done = std::move(done)](Result<RowPage> page) {
    if (!page) return done(unexpected(std::move(page.error())));
    Count count;
    static_cast<Cost&>(count) = page->cost;
    count.count = static_cast<std::int64_t>(page->rows.size() + page->unreadable.size());
    done(count);
  });
}

// The field by which rows of the pattern expire, or nullptr if they do not expire.
const FieldInfo* expiry(const ReadRequest& request) {
  for (const EntityInfo* entity : request.pattern->entities)
    if (can_expire(*entity) && !request.expired_too) return &entity->at(entity->ttl);
  return nullptr;
}

// The condition of rows that have not expired, which is the opposite of has_expired().
Predicate not_expired(std::string_view attribute, std::int64_t now_ms) {
  const std::int64_t now = now_ms / 1000;
  Predicate expired{.kind = Predicate::Kind::Between,
                    .path = attribute,
                    .values = {AttributeValue(now - limits::kTimeToLivePastSeconds), AttributeValue(now)}};
  return {.kind = Predicate::Kind::Not, .children = {std::move(expired)}};
}

// The condition that the members of an index's rows are what was asked for. nullopt if no filter can express it.
std::optional<Predicate> stored_as_asked(const ReadRequest& request) {
  return RowMatch(*request.pattern, request.values, request.range).as_filter();
}

}  // namespace

void count(const std::shared_ptr<Session>& session, Mode mode, ReadRequest request, Done<Count> done) {
  if (request.take || request.read_at_most)
    return done(invalid("count counts all items: leave out take and read_at_most"));
  const PatternInfo& pattern = *request.pattern;
  const FieldInfo* expires = expiry(request);
  const auto keys = key_attributes(*pattern.table, pattern.plan.index);
  // A filter can use only attributes that the index projects and that are not key attributes.
  const bool can_filter = !expires || (pattern.entities.size() == 1 &&
                                       detail::holds_attribute(*pattern.table, pattern.plan.index, *expires) &&
                                       !base::contains(keys, expires->attribute));
  auto matches = stored_as_asked(request);
  if (pattern.plan.operation == PlanOperation::GetItem || !can_filter || !matches)
    return count_rows(session, mode, std::move(request), std::move(done));
  ReadRequest filtered = request;
  if (!matches->children.empty()) filtered.filter = detail::both(*std::move(matches), std::move(filtered.filter));
  if (expires)
    filtered.filter = {.kind = Predicate::Kind::And,
                       .children = {std::move(filtered.filter), not_expired(expires->attribute, session->now_ms())}};
  auto prepared = prepare_read(*session, std::make_shared<const ReadRequest>(std::move(filtered)));
  if (!prepared) return done(unexpected(std::move(prepared.error())));
  if (prepared->queries.front().excluded || prepared->has_next_bucket())
    return count_rows(session, mode, std::move(request), std::move(done));
  auto counting = std::make_shared<Counting>(session, mode, std::move(done), *std::move(prepared));
  repeat(
      mode, [counting](const std::function<void(Loop)>& next) { count_round(counting, next); },
      [counting] {
        counting->finish(counting->error ? Result<Count>(unexpected(*std::move(counting->error)))
                                         : Result<Count>(counting->sum));
      });
}

}  // namespace partita::model
