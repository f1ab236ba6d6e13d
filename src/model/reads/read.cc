// read() carries out the plan of an access pattern.
#include "model/reads/read.h"

#include <fmt/format.h>

#include "base/contains.h"
#include "base/try.h"
#include "model/core/retry.h"
#include "model/reads/member_range.h"
#include "model/reads/read_round.h"
#include "model/reads/row.h"
#include "model/reads/row_match.h"
#include "model/reads/shard_merge.h"
#include "model/reads/struct_filler.h"

namespace partita::model {
namespace {

// The state of one read.
struct RunningRead : AsyncOperation<RowPage> {
  RunningRead(std::shared_ptr<Session> session, Mode mode, Done<RowPage> when_done, PreparedRead what, RowTarget where)
      : AsyncOperation(std::move(session), mode, std::move(when_done)), prepared(std::move(what)) {
    merge.emplace(prepared);
    if (where.reader) structs.emplace(*where.reader, where.structs);
  }

  PreparedRead prepared;
  std::optional<StructFiller> structs;  // set if items become structs and not rows
  std::optional<ShardMerge> merge;
  RowPage page;
  std::int64_t counted = 0;                                // the number of the page's rows that count for take
  std::optional<std::vector<QueryPosition>> stopped = {};  // positions before a row of the next page
  std::optional<Error> error;
  std::size_t rounds = 0;
  Failures failures = {};
  // The item under inspection.
  const Item* item = nullptr;
  // The item's attributes live on the stack of the function that inspects them. As a member they would make this class
  // too large for malloc's quick path.
  StoredAttributes* attributes = nullptr;
  const RowMatch* match = nullptr;  // on the stack too; nullptr for a read of one item by its primary key
  const EntityInfo* entity = nullptr;
  AttributeMap added = {};

  ReadProgress progress() const { return {.rows = counted, .evaluated = page.cost.evaluated, .rounds = rounds}; }
  const std::optional<MemberPart>& part() const { return prepared.request->part; }
  // True if items that belong to the part's items come after their owners in the order of the read.
  bool followed() const { return part() && !part()->below.empty() && prepared.forward; }
  bool has_enough() const {
    return prepared.request->take && counted >= *prepared.request->take && (stopped || !followed());
  }

  // Inspects `one`, which must stay valid until the next item is inspected.
  void look_at(const Item& one) {
    item = &one;
    attributes->assign(one);
    added = {};
    entity = identify(prepared.table(), prepared.pattern().plan.index, *attributes, added);
  }
  Row row() { return {.entity = entity, .item = *item, .added = std::move(added)}; }

  // Hands out items of the merge, up to the wanted number.
  Result<void> collect() {
    StoredAttributes room;
    attributes = &room;
    const RowMatch matching(prepared.pattern(), prepared.request->values, prepared.request->range);
    match = &matching;
    while (!has_enough()) {
      const bool full = prepared.request->take && counted >= *prepared.request->take;
      std::vector<QueryPosition> before;
      if (full) before = merge->positions();
      const Item* const next = merge->next();
      if (!next) return {};
      look_at(*next);
      if (full && entity == part()->entity) {
        stopped = std::move(before);
        return {};
      }
      PARTITA_TRY(take());
    }
    return {};
  }

  // Continues with the next partition of a read that spans several.
  Result<void> enter_next_bucket() {
    PARTITA_TRY_VALUE(next, prepare_next_bucket(caller.session(), prepared));
    prepared = std::move(next);
    merge.emplace(prepared);
    rounds = 0;
    return {};
  }

  // True if the key condition, which includes both ends of a range, let an end through that the range excludes.
  bool is_excluded() const {
    if (prepared.queries.empty()) return false;
    const KeyRange& range = prepared.queries.front();
    if (!range.excluded) return false;
    const StoredValue* value = attributes->find(range.comparisons.back().attribute);
    return value && value->to_value() == *range.excluded;
  }

  const StoredValue* tag() const {
    const std::string_view name = prepared.table().type_attribute;
    return name.empty() ? nullptr : attributes->find(name);
  }

  Unreadable unreadable() const { return prepared.request->unreadable.value_or(prepared.pattern().unreadable); }

  Result<void> report(Error reason) {
    if (unreadable() == Unreadable::Fail) return unexpected(std::move(reason));
    page.unreadable.push_back(unreadable_row(prepared.table(), row(), std::move(reason)));
    return {};
  }

  // Adds the item to the caller's target.
  Result<void> emit_rows() {
    if (!structs) {
      page.rows.push_back(row());
      return {};
    }
    attributes->add(added);
    auto fault = structs->add(*attributes, merge->waiting() + 1);
    return fault ? report(*std::move(fault)) : Result<void>();
  }

  // Hands the item out if readers may see it.
  Result<void> take() {
    const ReadRequest& request = *prepared.request;
    const PatternInfo& pattern = prepared.pattern();
    if (is_excluded()) return {};
    if (!base::contains(pattern.entities, entity)) {
      ++counted;
      return report(misfit(pattern, entity, key_of(key_attributes(*pattern.table, kNone), *item), tag()));
    }
    if (match && !match->holds(*entity, *attributes)) {
      ++page.cost.stale;
      return {};
    }
    if (!request.expired_too && has_expired(entity, *attributes, added, caller.session())) return {};
    if (part() && entity != part()->entity) {
      const auto& below = part()->below;
      const bool belongs = !part()->alone || base::contains(below, entity);
      return belongs ? emit_rows() : Result<void>();
    }
    ++counted;
    return emit_rows();
  }

  void count(const PageResponse& answer) {
    if (page.rows.empty() && !structs) page.rows.reserve(static_cast<std::size_t>(answer.count));
    page.cost.evaluated += answer.scanned_count;
    page.cost.returned += answer.count;
    add_capacity(page.cost, answer.consumed_capacity);
  }

  // A page that was read together with other members has a token that continues with this member only.
  Result<std::string> token_of_part(std::vector<QueryPosition> positions) const {
    ReadRequest request = *prepared.request;
    request.part->alone = true;
    PARTITA_TRY_VALUE(alone, prepare_read(caller.session(), kept_by_caller(request)));
    for (std::size_t i = 0; i < positions.size(); ++i)
      if (positions[i].kind == QueryPosition::Kind::After && !is_in_range(alone.queries[i], positions[i].key))
        positions[i] = {};
    return make_page_token(positions, token_binding(alone), caller.session().page_token_keys());
  }

  void finish_page() {
    if (error) return finish(unexpected(*std::move(error)));
    if (stopped || !merge->ended() || prepared.has_next_bucket()) {
      std::vector<QueryPosition> positions = stopped ? *std::move(stopped) : std::move(*merge).positions();
      if (part() && !part()->alone) {
        auto token = token_of_part(std::move(positions));
        if (!token) return finish(unexpected(std::move(token.error())));
        page.token = *std::move(token);
      } else {
        page.token = token_of(prepared, std::move(positions), caller.session().page_token_keys());
      }
    }
    finish(std::move(page));
  }
};

// One round hands out the merged items, then asks the queries that ran dry for their next pages, side by side.
void read_round(const std::shared_ptr<RunningRead>& reading, const std::function<void(Loop)>& next) {
  if (auto collected = reading->collect(); !collected) {
    reading->error = std::move(collected.error());
    return next(Loop::Stop);
  }
  if (reading->merge->ended() && !reading->has_enough() && reading->prepared.has_next_bucket())
    if (auto entered = reading->enter_next_bucket(); !entered) {
      reading->error = std::move(entered.error());
      return next(Loop::Stop);
    }
  ShardMerge::Queries dry = reading->merge->dry();
  if (dry.empty() || reading->has_enough()) return next(Loop::Stop);
  if (reading->prepared.request->one_round && reading->rounds > 0) return next(Loop::Stop);
  std::vector<QueryRequest> requests = round_requests(reading->prepared, *reading->merge, dry, reading->progress());
  if (requests.empty()) return next(Loop::Stop);
  ++reading->rounds;
  reading->page.cost.requests += static_cast<int>(requests.size());
  reading->caller.all(std::move(requests), [reading, next, dry](std::vector<Result<QueryResponse>> answers) {
    const Error* failed = nullptr;
    for (std::size_t i = 0; i < answers.size(); ++i) {
      if (!answers[i]) {
        if (!failed || !may_succeed_later(answers[i].error().code)) failed = &answers[i].error();
        continue;
      }
      reading->count(*answers[i]);
      reading->merge->add(dry[i], *std::move(answers[i]));
    }
    if (!failed) {
      reading->failures.forget();
      return next(Loop::Again);
    }
    // The queries that failed are still dry, so the next round asks them again.
    --reading->rounds;
    if (reading->failures.passes(reading->caller, *failed, [next] { next(Loop::Again); })) return;
    reading->error = *failed;
    next(Loop::Stop);
  });
}

void read_one(const std::shared_ptr<RunningRead>& reading) {
  ++reading->page.cost.requests;
  reading->caller.call(get_request(reading->prepared), [reading](Result<GetItemResponse> answer) {
    if (!answer) {
      if (reading->failures.passes(reading->caller, answer.error(), [reading] { read_one(reading); })) return;
      return reading->finish(unexpected(std::move(answer.error())));
    }
    add_capacity(reading->page.cost, answer->consumed_capacity);
    if (answer->item) {
      reading->page.cost.evaluated = reading->page.cost.returned = 1;
      StoredAttributes room;
      reading->attributes = &room;
      reading->look_at(*answer->item);
      if (auto taken = reading->take(); !taken) return reading->finish(unexpected(std::move(taken.error())));
    }
    reading->finish(std::move(reading->page));
  });
}

}  // namespace

void read(const std::shared_ptr<Session>& session, Mode mode, SharedRequest request, RowTarget target,
          Done<RowPage> done) {
  auto prepared = prepare_read(*session, std::move(request));
  if (!prepared) return done(unexpected(std::move(prepared.error())));
  auto reading = std::make_shared<RunningRead>(session, mode, std::move(done), *std::move(prepared), target);
  if (reading->prepared.item_key) return read_one(reading);
  repeat(
      reading->caller.mode(), [reading](const std::function<void(Loop)>& next) { read_round(reading, next); },
      [reading] { reading->finish_page(); });
}

void read(const std::shared_ptr<Session>& session, Mode mode, ReadRequest request, Done<RowPage> done) {
  read(session, mode, std::make_shared<const ReadRequest>(std::move(request)), {}, std::move(done));
}

}  // namespace partita::model
