// load() reads the items of a collection, with one read or with one read for each member.
#include <fmt/format.h>

#include <algorithm>
#include <condition_variable>
#include <mutex>

#include "base/try.h"
#include "model/codec/stored_attributes.h"
#include "model/conditions/default_values.h"
#include "model/core/async_operation.h"
#include "model/core/cost.h"
#include "model/reads/member_range.h"
#include "model/reads/page_token.h"
#include "model/reads/prepared_read.h"

namespace partita::model {
namespace {

// A collection's token has a piece for each member that is not single: the page token of its read, or this text if the
// member's items have ended.
constexpr std::string_view kEnded = "-";
constexpr char kBetweenPieces = '.';

using Pieces = std::vector<std::optional<std::string>>;  // nullopt marks an ended member

// Errors: ValidationException, as for a page token.
Result<Pieces> pieces_of(const std::string& token, std::size_t count, std::string_view pattern_name) {
  Pieces pieces;
  for (std::size_t begin = 0; begin <= token.size();) {
    const std::size_t end = std::min(token.find(kBetweenPieces, begin), token.size());
    const std::string piece = token.substr(begin, end - begin);
    pieces.push_back(piece == kEnded ? std::nullopt : std::optional(piece));
    begin = end + 1;
  }
  if (pieces.size() != count) return foreign_token(pattern_name);
  return pieces;
}

std::optional<std::string> join_pieces(const Pieces& pieces) {
  std::string token;
  bool more = false;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    if (i > 0) token += kBetweenPieces;
    token += pieces[i].value_or(std::string(kEnded));
    more = more || pieces[i].has_value();
  }
  return more ? std::optional(std::move(token)) : std::nullopt;
}

void add_page(RowPage& to, RowPage page) {
  std::move(page.rows.begin(), page.rows.end(), std::back_inserter(to.rows));
  // If the members' ranges overlap, a row may be read with several of them.
  const auto is_known = [&](const UnreadableRow& row) {
    return std::any_of(to.unreadable.begin(), to.unreadable.end(),
                       [&](const UnreadableRow& one) { return one.key == row.key; });
  };
  for (UnreadableRow& row : page.unreadable)
    if (!is_known(row)) to.unreadable.push_back(std::move(row));
  add_cost(to.cost, page.cost);
}

// The range of the member's items in the sort key. An empty text means any sort key.
struct MemberPlace {
  std::string text;
  bool exact = false;  // whether no other sort key begins with the text
};
Result<MemberPlace> place_of(const Session& session, const ReadRequest& read, const CollectedMember& member) {
  ReadRequest request = read;
  request.after.reset();
  request.part = MemberPart{.entity = member.entity};
  PARTITA_TRY_VALUE(prepared, prepare_read(session, kept_by_caller(request)));
  const KeyComparison& last = prepared.queries.front().comparisons.back();
  const auto sort = prepared.sort_attributes();
  if (sort.empty() || last.attribute != sort.front()) return MemberPlace{};
  return MemberPlace{last.low.text(), last.kind == KeyComparison::Kind::Equal};
}

// True if the items of all single members come before those of `counted` in the order of the read.
bool singles_come_first(const Session& session, const LoadRequest& request, const CollectedMember& counted) {
  const auto many = place_of(session, request.read, counted);
  if (!many) return false;
  const bool forward = request.read.forward.value_or(request.read.pattern->plan.forward);
  for (const CollectedMember& member : request.members) {
    if (!member.single) continue;
    const auto single = place_of(session, request.read, member);
    if (!single) return false;
    const bool mixed = single->text.starts_with(many->text) || (many->text.starts_with(single->text) && !single->exact);
    if (mixed || (forward ? many->text < single->text : single->text < many->text)) return false;
  }
  return true;
}

// One filter for everything that is read with the member. If it covers items of several entities, the filter of one
// entity lets the items of the others pass.
Result<Predicate> filter_of(const PatternInfo& pattern, const CollectedMember& member) {
  if (member.filters.empty()) return Predicate{};
  if (member.below.empty() && member.filters.size() == 1)
    return with_defaults(*member.entity, member.filters.front().predicate);
  const std::string_view tag = pattern.table->type_attribute;
  if (tag.empty())
    return invalid(
        fmt::format("\"{}\": the items of {} cannot be filtered, because items of other entities are read with them, "
                    "and the table has no type tag that tells them apart",
                    pattern.name, member.entity->name));
  Predicate all{.kind = Predicate::Kind::And};
  for (const MemberFilter& filter : member.filters) {
    Predicate other{
        .kind = Predicate::Kind::And,
        .children = {
            {.kind = Predicate::Kind::NotEqual, .path = tag, .values = {AttributeValue(filter.entity->name)}}}};
    for (const std::string_view alias : filter.entity->aliases)
      other.children.push_back({.kind = Predicate::Kind::NotEqual, .path = tag, .values = {AttributeValue(alias)}});
    all.children.push_back(
        {.kind = Predicate::Kind::Or, .children = {std::move(other), with_defaults(*filter.entity, filter.predicate)}});
  }
  return all;
}

// The reads of a collection.
struct LoadPlan {
  std::vector<ReadRequest> reads;
  std::vector<std::optional<std::size_t>> piece;  // by read, its place in the token; nullopt if it has no token
  Pieces pieces;
};

// True if items of other members may come between the member's items.
bool is_mixed(const std::vector<MemberPlace>& places, std::size_t member) {
  const MemberPlace& own = places[member];
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (i == member || own.exact) continue;
    if (places[i].text.starts_with(own.text) || (!places[i].exact && own.text.starts_with(places[i].text))) return true;
  }
  return false;
}

// Makes one read for each member, except for members whose items have ended.
Result<LoadPlan> plan_members(const Session& session, const LoadRequest& request, Pieces pieces) {
  std::vector<MemberPlace> places;
  for (const CollectedMember& member : request.members) {
    PARTITA_TRY_VALUE(place, place_of(session, request.read, member));
    places.push_back(std::move(place));
  }
  LoadPlan plan{.reads = {}, .piece = {}, .pieces = std::move(pieces)};
  std::size_t number = 0;
  for (const CollectedMember& member : request.members) {
    const std::optional<std::size_t> piece = member.single ? std::nullopt : std::optional(number++);
    PARTITA_TRY_VALUE(filter, filter_of(*request.read.pattern, member));
    ReadRequest read = request.read;
    read.after.reset();
    read.filter = std::move(filter);
    const auto at = static_cast<std::size_t>(&member - request.members.data());
    read.part = MemberPart{
        .entity = member.entity, .below = member.below, .mixed = !member.below.empty() || is_mixed(places, at)};
    if (member.single) read.take.reset();
    if (piece && request.read.after) {
      if (!plan.pieces[*piece]) continue;
      read.after = *plan.pieces[*piece];
    }
    plan.reads.push_back(std::move(read));
    plan.piece.push_back(piece);
  }
  return plan;
}

Result<LoadPlan> plan_load(const Session& session, LoadRequest request) {
  const auto& members = request.members;
  ReadRequest& whole = request.read;
  const bool filtered =
      std::any_of(members.begin(), members.end(), [](const auto& member) { return !member.filters.empty(); });
  if (!whole.take && !whole.after && !filtered)
    return LoadPlan{.reads = {std::move(whole)}, .piece = {std::nullopt}, .pieces = {}};
  const auto is_many = [](const CollectedMember& member) { return !member.single; };
  const auto many = static_cast<std::size_t>(std::count_if(members.begin(), members.end(), is_many));
  const auto counted = std::find_if(members.begin(), members.end(), is_many);
  if (whole.take && !whole.after && !filtered && many == 1 && singles_come_first(session, request, *counted)) {
    whole.part = MemberPart{.entity = counted->entity,
                            .below = counted->below,
                            .alone = false,
                            .mixed = !counted->below.empty(),
                            .singles = static_cast<std::int64_t>(members.size()) - 1};
    return LoadPlan{.reads = {std::move(whole)}, .piece = {0}, .pieces = Pieces(1)};
  }
  Pieces pieces(many);
  if (whole.after) {
    PARTITA_TRY_VALUE(given, pieces_of(*whole.after, many, whole.pattern->name));
    pieces = std::move(given);
  }
  return plan_members(session, request, std::move(pieces));
}

// The state of a plan's reads, which run side by side.
struct Loading : AsyncOperation<RowPage> {
  Loading(std::shared_ptr<Session> session, Mode mode, Done<RowPage> when_done, LoadPlan what)
      : AsyncOperation(std::move(session), mode, std::move(when_done)),
        plan(std::move(what)),
        missing(plan.reads.size()),
        pages(missing, Result<RowPage>(RowPage{})) {}

  LoadPlan plan;
  std::mutex mutex;
  std::condition_variable complete;
  // guarded by mutex
  std::size_t missing;
  std::vector<Result<RowPage>> pages;

  // Stores the page of read number `number`. Returns whether it was the last page.
  bool take(std::size_t number, Result<RowPage> page) {
    const std::lock_guard lock(mutex);
    pages[number] = std::move(page);
    if (--missing > 0) return false;
    complete.notify_all();
    return true;
  }
  void wait() {
    std::unique_lock lock(mutex);
    complete.wait(lock, [this] { return missing == 0; });
  }

  void finish_load() {
    RowPage all;
    for (std::size_t i = 0; i < pages.size(); ++i) {
      if (!pages[i]) return finish(unexpected(std::move(pages[i].error())));
      if (plan.piece[i]) plan.pieces[*plan.piece[i]] = std::move(pages[i]->token);
      add_page(all, *std::move(pages[i]));
    }
    all.token = join_pieces(plan.pieces);
    finish(std::move(all));
  }
};

}  // namespace

void load(const std::shared_ptr<Session>& session, Mode mode, LoadRequest request, Done<RowPage> done) {
  auto plan = plan_load(*session, std::move(request));
  if (!plan) return done(unexpected(std::move(plan.error())));
  auto loading = std::make_shared<Loading>(session, mode, std::move(done), *std::move(plan));
  const std::size_t count = loading->plan.reads.size();
  if (count == 0) return loading->finish_load();
  // A single read waits by itself. Several reads run side by side, and this function waits for them.
  const bool waits_here = mode == Mode::Wait && count > 1;
  for (std::size_t i = 0; i < count; ++i)
    read(session, waits_here ? Mode::Async : mode, std::move(loading->plan.reads[i]),
         [loading, i, waits_here](Result<RowPage> page) {
           if (loading->take(i, std::move(page)) && !waits_here) loading->finish_load();
         });
  if (!waits_here) return;
  loading->wait();
  loading->finish_load();
}

Result<Explanation> explain(const std::shared_ptr<Session>& session, const LoadRequest& request,
                            std::int64_t item_bytes) {
  PARTITA_TRY_VALUE(plan, plan_load(*session, request));
  std::optional<Explanation> all;
  for (const ReadRequest& read : plan.reads) {
    PARTITA_TRY_VALUE(one, explain(session, read, item_bytes));
    if (!all) {
      all = std::move(one);
      continue;
    }
    all->requests += one.requests;
    all->capacity_units += one.capacity_units;
  }
  return all ? *std::move(all) : Explanation{.requests = 0};
}

}  // namespace partita::model
