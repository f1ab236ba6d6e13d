// scan() reads the items of one entity in a table or an index, in segments side by side.
#include <fmt/format.h>
#include <partita/model/call.h>
#include <partita/model/detail/projection.h>
#include <partita/model/runtime/item_reads.h>

#include "base/try.h"
#include "model/conditions/default_values.h"
#include "model/conditions/predicate.h"
#include "model/core/retry.h"
#include "model/reads/binary_text.h"
#include "model/reads/page_token.h"
#include "model/reads/row.h"
#include "model/reads/row_match.h"
#include "value/limits.h"

namespace partita::model {
namespace {

using EachPage = std::function<bool(RowPage)>;

struct ScanSegment {
  ScanRequest request;
  QueryPosition next;  // the position from which the segment continues
  bool was_read = false;
};

struct Scanning : AsyncOperation<RowPage> {
  Scanning(std::shared_ptr<Session> session, Mode mode, Done<RowPage> when_done, ScanRead what, EachPage consumer)
      : AsyncOperation(std::move(session), mode, std::move(when_done)),
        read(std::move(what)),
        each(std::move(consumer)) {}

  const ScanRead read;
  const EachPage each;  // without it, the scan makes one page
  std::vector<std::string_view> key_names;
  // A scan asks for no values, but an index with `when` has one.
  const EntityInfo* const entities[1] = {read.entity};
  const PatternInfo pattern{
      .name = read.entity->name, .table = read.table, .entities = entities, .plan = {.index = read.index}};
  const AttributeMap no_values = {};
  const SortRange no_range = {};
  const RowMatch matching{pattern, no_values, no_range};
  std::string token_binding;
  std::vector<ScanSegment> segments;
  RowPage page;  // the rows of the one page, and the cost of all pages
  std::optional<Error> error;
  Failures failures = {};

  bool one_page() const { return each == nullptr; }
  bool has_enough() const { return read.take && rows_in(page) >= *read.take; }
  static std::int64_t rows_in(const RowPage& page) {
    return static_cast<std::int64_t>(page.rows.size() + page.unreadable.size());
  }

  std::optional<std::string> token() const {
    std::vector<QueryPosition> positions;
    bool ended = true;
    for (const ScanSegment& segment : segments) {
      positions.push_back(segment.next);
      ended = ended && segment.next.kind == QueryPosition::Kind::End;
    }
    if (ended) return std::nullopt;
    return make_page_token(positions, token_binding, caller.session().page_token_keys());
  }

  // Adds the segment's rows that belong to the entity and that readers may see, up to the wanted number.
  void take_rows(ScanSegment& segment, const ScanResponse& answer, RowPage& to) {
    QueryPosition behind = answer.last_evaluated_key
                               ? QueryPosition{QueryPosition::Kind::After, *answer.last_evaluated_key}
                               : QueryPosition{QueryPosition::Kind::End, {}};
    if (answer.items)
      for (std::size_t i = 0; i < answer.items->size(); ++i) {
        const Item& item = (*answer.items)[i];
        Row row = make_row(*read.table, read.index, item);
        if (row.entity != read.entity) continue;
        if (read.index != kNone && !matching.holds(*row.entity, StoredAttributes(row.item, {}))) {
          ++to.cost.stale;
          continue;
        }
        if (!read.expired_too && has_expired(row, caller.session())) continue;
        to.rows.push_back(std::move(row));
        const bool last = i + 1 == answer.items->size();
        if (!one_page() || !has_enough() || (last && behind.kind == QueryPosition::Kind::End)) continue;
        behind = {QueryPosition::Kind::After, key_of(key_names, item)};
        break;
      }
    segment.next = std::move(behind);
  }

  // Takes a segment's page. Returns false if the scan must end.
  bool take(ScanSegment& segment, const ScanResponse& answer) {
    segment.was_read = true;
    page.cost.evaluated += answer.scanned_count;
    page.cost.returned += answer.count;
    add_capacity(page.cost, answer.consumed_capacity);
    if (one_page()) {
      if (!has_enough()) take_rows(segment, answer, page);
      return true;
    }
    RowPage of_segment;
    take_rows(segment, answer, of_segment);
    page.cost.stale += of_segment.cost.stale;
    of_segment.cost.requests = 1;
    of_segment.cost.evaluated = answer.scanned_count;
    of_segment.cost.returned = answer.count;
    add_capacity(of_segment.cost, answer.consumed_capacity);
    if (of_segment.rows.empty()) return true;
    of_segment.token = token();
    return each(std::move(of_segment));
  }

  void finish_scan() {
    if (error) return finish(unexpected(*std::move(error)));
    page.token = token();
    finish(std::move(page));
  }
};

// The smallest limit of a request for a page. Limits exceed the wanted number, because items of other entities come
// between the entity's items.
constexpr std::int64_t kLeastLimit = 32;

// Reads a page of every segment that has more items.
void scan_round(const std::shared_ptr<Scanning>& scanning, const std::function<void(Loop)>& next) {
  std::vector<std::size_t> live;
  std::vector<ScanRequest> requests;
  for (std::size_t i = 0; i < scanning->segments.size(); ++i) {
    const ScanSegment& segment = scanning->segments[i];
    if (segment.next.kind == QueryPosition::Kind::End) continue;
    if (scanning->one_page() && !scanning->read.take && segment.was_read) continue;
    live.push_back(i);
    ScanRequest& request = requests.emplace_back(segment.request);
    if (segment.next.kind == QueryPosition::Kind::After) request.exclusive_start_key = segment.next.key;
    if (scanning->one_page() && scanning->read.take)
      request.limit = std::max(2 * (*scanning->read.take - Scanning::rows_in(scanning->page)), kLeastLimit);
  }
  if (live.empty() || (scanning->one_page() && scanning->has_enough())) return next(Loop::Stop);
  scanning->page.cost.requests += static_cast<int>(requests.size());
  scanning->caller.all(std::move(requests), [scanning, next, live = std::move(live)](auto pages) {
    const Error* failed = nullptr;
    for (std::size_t i = 0; i < pages.size(); ++i) {
      if (pages[i]) {
        if (!scanning->take(scanning->segments[live[i]], *pages[i])) return next(Loop::Stop);
      } else if (!failed || !may_succeed_later(pages[i].error().code)) {
        failed = &pages[i].error();
      }
    }
    if (!failed) {
      scanning->failures.forget();
      return next(Loop::Again);
    }
    // The next round asks those again that failed, because their positions have not changed.
    if (scanning->failures.passes(scanning->caller, *failed, [next] { next(Loop::Again); })) return;
    scanning->error = *failed;
    next(Loop::Stop);
  });
}

// Selects the entity's items by their tag. Items without a tag pass, because their keys tell their entity later.
Predicate of_entity(const TableInfo& table, const EntityInfo& entity, Predicate filter) {
  if (table.type_attribute.empty()) return filter;
  const std::string tag(table.type_attribute);
  Predicate tagged{
      .kind = Predicate::Kind::Or,
      .children = {{.kind = Predicate::Kind::NotExists, .path = tag},
                   {.kind = Predicate::Kind::Equal, .path = tag, .values = {AttributeValue(entity.name)}}}};
  for (const std::string_view alias : entity.aliases)
    tagged.children.push_back({.kind = Predicate::Kind::Equal, .path = tag, .values = {AttributeValue(alias)}});
  return {.kind = Predicate::Kind::And, .children = {std::move(tagged), std::move(filter)}};
}

std::string_view index_name(const ScanRead& read) {
  return read.index == kNone ? std::string_view() : read.table->at(read.index).name;
}

// The binding of a scan's token. The filter is not part of it, because it may change between pages.
std::string binding_of(const Session& session, const ScanRead& read) {
  BinaryWriter out;
  out.text("scan");
  out.text(session.table_name(*read.table));
  out.text(index_name(read));
  out.text(read.entity->name);
  out.number(static_cast<std::uint32_t>(read.segments));
  return std::move(out).take();
}

Result<void> prepare_scan(const Session& session, Scanning& scanning) {
  const ScanRead& read = scanning.read;
  if (read.segments < 1) return invalid(fmt::format("A scan needs at least one segment, not {}", read.segments));
  if (read.segments > limits::kScanSegments)
    return invalid(fmt::format("A scan has at most {} segments, not {}", limits::kScanSegments, read.segments));
  if (read.take && *read.take < 1) return invalid("take must be at least 1");
  if (!read.expired_too && can_expire(*read.entity) &&
      !detail::holds_value(*read.table, *read.entity, read.index, read.entity->ttl))
    return invalid(fmt::format(
        "The index {} does not project {}, by which items of {} expire, so that expired items could not be hidden: "
        "project it, scan the table, or add with_expired(), which returns them too",
        index_name(read), read.entity->at(read.entity->ttl).name, read.entity->name));
  Placeholders placeholders;
  PARTITA_TRY_VALUE(
      text, render(of_entity(*read.table, *read.entity, with_defaults(*read.entity, read.filter)), placeholders));
  ScanRequest request{.table_name = session.table_name(*read.table),
                      .return_consumed_capacity = ReturnConsumedCapacity::Total,
                      .filter_expression = std::move(text),
                      .expression_attribute_names = placeholders.names(),
                      .expression_attribute_values = placeholders.values()};
  if (read.index != kNone) request.index_name = index_name(read);
  if (read.consistent) request.consistent_read = true;
  if (read.segments > 1) request.total_segments = read.segments;
  scanning.key_names = key_attributes(*read.table, read.index);
  scanning.token_binding = binding_of(session, read);
  std::vector<QueryPosition> positions(static_cast<std::size_t>(read.segments));
  if (read.after) {
    PARTITA_TRY_VALUE(given, read_page_token(*read.after, scanning.token_binding, session.page_token_keys(),
                                             positions.size(), read.entity->name));
    positions = std::move(given);
  }
  for (int i = 0; i < read.segments; ++i) {
    if (read.segments > 1) request.segment = i;
    scanning.segments.push_back({.request = request, .next = std::move(positions[static_cast<std::size_t>(i)])});
  }
  return {};
}

void start_scan(const std::shared_ptr<Session>& session, Mode mode, ScanRead what, EachPage each, Done<RowPage> done) {
  if (!session) return done(detail::call_was_moved());
  auto scanning = std::make_shared<Scanning>(session, mode, std::move(done), std::move(what), std::move(each));
  if (auto prepared = prepare_scan(*session, *scanning); !prepared)
    return scanning->finish(unexpected(std::move(prepared.error())));
  repeat(
      mode, [scanning](const std::function<void(Loop)>& next) { scan_round(scanning, next); },
      [scanning] { scanning->finish_scan(); });
}

}  // namespace

void scan_page(const std::shared_ptr<Session>& session, Mode mode, ScanRead what, Done<RowPage> done) {
  start_scan(session, mode, std::move(what), nullptr, std::move(done));
}

void scan(const std::shared_ptr<Session>& session, Mode mode, ScanRead what, std::function<bool(RowPage)> each,
          Done<Cost> done) {
  if (what.take) return done(invalid("take is for a page of a scan, not for a scan that continues to the end"));
  start_scan(session, mode, std::move(what), std::move(each), [done = std::move(done)](Result<RowPage> end) {
    if (!end) return done(unexpected(std::move(end.error())));
    done(end->cost);
  });
}

void scan(const std::shared_ptr<Session>& session, Mode mode, const TableInfo& table, const EntityInfo& entity,
          int segments, Predicate filter, std::function<bool(std::vector<Row>)> each, Done<Cost> done) {
  scan(
      session, mode, ScanRead{.table = &table, .entity = &entity, .segments = segments, .filter = std::move(filter)},
      [each = std::move(each)](RowPage page) { return each(std::move(page.rows)); }, std::move(done));
}

}  // namespace partita::model
