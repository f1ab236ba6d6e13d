// scan(): all items of one entity, read in segments side by side.
#include <fmt/format.h>

#include "model/caller.h"
#include "model/default_values.h"
#include "model/predicate.h"
#include "model/row.h"

namespace partita::model {
namespace {

using EachRows = std::function<bool(std::vector<Row>)>;

struct Scanning : Operation<Cost> {
  Scanning(std::shared_ptr<Session> session, Mode mode, Done<Cost> when_done, const TableInfo& of_table,
           const EntityInfo& of_entity, EachRows consumer)
      : Operation(std::move(session), mode, std::move(when_done)),
        table(of_table),
        entity(of_entity),
        each(std::move(consumer)) {}

  const TableInfo& table;
  const EntityInfo& entity;
  const EachRows each;
  std::vector<ScanRequest> segments;  // that have more, each with where it goes on
  Cost cost;
  std::optional<Error> error;

  // The rows of a page that are the entity's, and seen by readers.
  std::vector<Row> rows_of(const ScanResponse& page) const {
    std::vector<Row> rows;
    if (!page.items) return rows;
    for (const Item& item : *page.items) {
      Row row = make_row(table, item, kNone);
      if (row.entity == &entity && !has_expired(row, caller.session())) rows.push_back(std::move(row));
    }
    return rows;
  }

  // Hands over a segment's page. False: the scan is to end.
  bool take(ScanRequest segment, Result<ScanResponse> page) {
    if (!page) {
      error = std::move(page.error());
      return false;
    }
    cost.evaluated += page->scanned_count;
    cost.returned += page->count;
    add_capacity(cost, page->consumed_capacity);
    std::vector<Row> rows = rows_of(*page);
    if (!rows.empty() && !each(std::move(rows))) return false;
    if (page->last_evaluated_key) {
      segment.exclusive_start_key = std::move(page->last_evaluated_key);
      segments.push_back(std::move(segment));
    }
    return true;
  }
};

// A page of every segment that has more.
void scan_round(const std::shared_ptr<Scanning>& scanning, const std::function<void(Loop)>& next) {
  if (scanning->segments.empty()) return next(Loop::Stop);
  std::vector<ScanRequest> round = std::exchange(scanning->segments, {});
  scanning->cost.requests += static_cast<int>(round.size());
  std::vector<ScanRequest> requests = round;
  scanning->caller.all(std::move(requests), [scanning, next, round = std::move(round)](auto pages) {
    for (std::size_t i = 0; i < pages.size(); ++i)
      if (!scanning->take(round[i], std::move(pages[i]))) return next(Loop::Stop);
    next(Loop::Again);
  });
}

// What tells the entity's items where they carry a tag; those without one are told by their keys.
Predicate of_entity(const TableInfo& table, const EntityInfo& entity, Predicate filter) {
  if (table.type_attribute.empty()) return filter;
  const std::string tag(table.type_attribute);
  Predicate tagged{.kind = Predicate::Kind::Or,
                   .children = {{.kind = Predicate::Kind::NotExists, .path = tag},
                                {.kind = Predicate::Kind::Equal, .path = tag, .values = {AttributeValue(entity.name)}}}};
  for (const std::string_view alias : entity.aliases)
    tagged.children.push_back({.kind = Predicate::Kind::Equal, .path = tag, .values = {AttributeValue(alias)}});
  return {.kind = Predicate::Kind::And, .children = {std::move(tagged), std::move(filter)}};
}

}  // namespace

void scan(const std::shared_ptr<Session>& session, Mode mode, const TableInfo& table, const EntityInfo& entity,
          int segments, Predicate filter, EachRows each, Done<Cost> done) {
  if (segments < 1) return done(invalid(fmt::format("A scan needs at least one segment, not {}", segments)));
  Placeholders placeholders;
  auto text = render(of_entity(table, entity, with_defaults(entity, std::move(filter))), placeholders);
  if (!text) return done(tl::unexpected(std::move(text.error())));
  ScanRequest request{.table_name = session->table_name(table),
                      .return_consumed_capacity = ReturnConsumedCapacity::Total,
                      .filter_expression = *std::move(text),
                      .expression_attribute_names = placeholders.names(),
                      .expression_attribute_values = placeholders.values()};
  if (segments > 1) request.total_segments = segments;
  auto scanning = std::make_shared<Scanning>(session, mode, std::move(done), table, entity, std::move(each));
  for (int i = 0; i < segments; ++i) {
    if (segments > 1) request.segment = i;
    scanning->segments.push_back(request);
  }
  repeat([scanning](const std::function<void(Loop)>& next) { scan_round(scanning, next); },
         [scanning] {
           scanning->finish(scanning->error ? Result<Cost>(tl::unexpected(*std::move(scanning->error)))
                                            : Result<Cost>(scanning->cost));
         });
}

}  // namespace partita::model
