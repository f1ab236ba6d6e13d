// read(): an access pattern's plan, carried out.
#include <fmt/format.h>

#include <algorithm>

#include "model/caller.h"
#include "model/prepared_read.h"
#include "model/read_round.h"
#include "model/row.h"
#include "model/shard_merge.h"
#include "model/spell.h"

namespace partita::model {
namespace {

// The row of an item that was read, if readers are to see it. Errors: it is none of the pattern's entities.
Result<std::optional<Row>> visible_row(const Session& session, const PreparedRead& prepared, Item item) {
  const PatternInfo& pattern = prepared.pattern();
  if (prepared.excluded && item.get(prepared.excluded_attribute) == prepared.excluded) return std::nullopt;
  Row row = make_row(*pattern.table, std::move(item), pattern.plan.index);
  if (std::find(pattern.entities.begin(), pattern.entities.end(), row.entity) == pattern.entities.end()) {
    const std::string key = spell(key_of(key_attributes(*pattern.table, kNone), row.item));
    if (!row.entity)
      return invalid(
          fmt::format("The access pattern \"{}\" read an item of no entity of the table {}: {}. Declare an "
                      "entity for it or remove it; verify() lists all such items",
                      pattern.name, pattern.table->name, key));
    return invalid(
        fmt::format("The access pattern \"{}\" read an item of the entity {}, which it does not name: {}. "
                    "Name the entity in the pattern, or give its keys another shape",
                    pattern.name, row.entity->name, key));
  }
  if (!prepared.request.expired_too && has_expired(row, session)) return std::nullopt;
  return row;
}

// The state of one read.
struct Reading : Operation<RowPage> {
  Reading(std::shared_ptr<Session> session, Mode mode, Done<RowPage> when_done, PreparedRead what)
      : Operation(std::move(session), mode, std::move(when_done)), prepared(std::move(what)) {
    merge.emplace(prepared);
  }

  PreparedRead prepared;
  std::optional<ShardMerge> merge;
  RowPage page;
  std::optional<Error> error;
  std::size_t rounds = 0;

  ReadProgress progress() const {
    return {.rows = static_cast<std::int64_t>(page.rows.size()), .evaluated = page.cost.evaluated, .rounds = rounds};
  }
  bool has_enough() const { return prepared.request.take && progress().rows >= *prepared.request.take; }

  // Hands out what the merge has, up to what is wanted.
  Result<void> collect() {
    while (!has_enough()) {
      auto item = merge->next();
      if (!item) return {};
      auto row = visible_row(caller.session(), prepared, *std::move(item));
      if (!row) return tl::unexpected(std::move(row.error()));
      if (*row) page.rows.push_back(**std::move(row));
    }
    return {};
  }

  // Goes on with the next partition of a read that spans several.
  Result<void> enter_next_bucket() {
    auto next = prepare_next_bucket(caller.session(), prepared);
    if (!next) return tl::unexpected(std::move(next.error()));
    prepared = *std::move(next);
    merge.emplace(prepared);
    rounds = 0;
    return {};
  }

  void count(const PageResponse& answer) {
    if (page.rows.empty()) page.rows.reserve(static_cast<std::size_t>(answer.count));
    page.cost.evaluated += answer.scanned_count;
    page.cost.returned += answer.count;
    add_capacity(page.cost, answer.consumed_capacity);
  }

  void finish_page() {
    if (error) return finish(tl::unexpected(*std::move(error)));
    if (!merge->ended() || prepared.has_next_bucket())
      page.token = token_of(prepared, merge->positions(), caller.session().page_token_keys());
    finish(std::move(page));
  }
};

// One round: what there is is handed out, then the queries that ran dry are asked for more, side by side.
void read_round(const std::shared_ptr<Reading>& reading, const std::function<void(Loop)>& next) {
  if (auto collected = reading->collect(); !collected) {
    reading->error = std::move(collected.error());
    return next(Loop::Stop);
  }
  if (reading->merge->ended() && !reading->has_enough() && reading->prepared.has_next_bucket())
    if (auto entered = reading->enter_next_bucket(); !entered) {
      reading->error = std::move(entered.error());
      return next(Loop::Stop);
    }
  std::vector<std::size_t> dry = reading->merge->dry();
  if (dry.empty() || reading->has_enough()) return next(Loop::Stop);
  std::vector<QueryRequest> requests = round_requests(reading->prepared, *reading->merge, dry, reading->progress());
  if (requests.empty()) return next(Loop::Stop);
  ++reading->rounds;
  reading->page.cost.requests += static_cast<int>(requests.size());
  reading->caller.all(std::move(requests),
                      [reading, next, dry = std::move(dry)](std::vector<Result<QueryResponse>> answers) {
                        for (std::size_t i = 0; i < answers.size(); ++i) {
                          if (!answers[i]) {
                            reading->error = std::move(answers[i].error());
                            return next(Loop::Stop);
                          }
                          reading->count(*answers[i]);
                          reading->merge->add(dry[i], *std::move(answers[i]));
                        }
                        next(Loop::Again);
                      });
}

void read_one(const std::shared_ptr<Reading>& reading) {
  reading->page.cost.requests = 1;
  reading->caller.call(*reading->prepared.get, [reading](Result<GetItemResponse> answer) {
    if (!answer) return reading->finish(tl::unexpected(std::move(answer.error())));
    add_capacity(reading->page.cost, answer->consumed_capacity);
    if (answer->item) {
      reading->page.cost.evaluated = reading->page.cost.returned = 1;
      auto row = visible_row(reading->caller.session(), reading->prepared, *std::move(answer->item));
      if (!row) return reading->finish(tl::unexpected(std::move(row.error())));
      if (*row) reading->page.rows.push_back(**std::move(row));
    }
    reading->finish(std::move(reading->page));
  });
}

}  // namespace

void read(const std::shared_ptr<Session>& session, Mode mode, ReadRequest request, Done<RowPage> done) {
  auto prepared = prepare_read(*session, std::move(request));
  if (!prepared) return done(tl::unexpected(std::move(prepared.error())));
  auto reading = std::make_shared<Reading>(session, mode, std::move(done), *std::move(prepared));
  if (reading->prepared.get) return read_one(reading);
  repeat([reading](const std::function<void(Loop)>& next) { read_round(reading, next); },
         [reading] { reading->finish_page(); });
}

Result<RowPage> read_now(const std::shared_ptr<Session>& session, const ReadRequest& request) {
  Result<RowPage> answer = RowPage{};
  read(session, Mode::Wait, request, [&](Result<RowPage> page) { answer = std::move(page); });
  return answer;
}

}  // namespace partita::model
