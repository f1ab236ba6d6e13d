#include "model/prepared_read.h"

#include <partita/model/pending.h>

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "model/binary_text.h"
#include "model/default_values.h"
#include "model/key_text.h"
#include "model/member_range.h"
#include "model/predicate.h"
#include "model/row.h"

namespace partita::model {
namespace {

Result<void> check_amounts(const ReadRequest& request) {
  if (request.take && *request.take < 1) return invalid("take needs a number of items of at least 1");
  if (request.read_at_most && *request.read_at_most < 1)
    return invalid("read_at_most needs a number of items of at least 1");
  return {};
}

Result<PreparedRead> prepare_get(const Session& session, ReadRequest request) {
  const PatternInfo& pattern = *request.pattern;
  if (request.range.kind != SortRange::Kind::None)
    return invalid(fmt::format("The access pattern \"{}\" has no field to take a range of", pattern.name));
  auto key = compose_primary(*pattern.entities.front(), request.values);
  if (!key) return tl::unexpected(std::move(key.error()));
  PreparedRead prepared;
  prepared.get = GetItemRequest{.table_name = session.table_name(*pattern.table),
                                .key = *key,
                                .consistent_read = request.consistent.value_or(pattern.plan.consistent),
                                .return_consumed_capacity = ReturnConsumedCapacity::Total};
  prepared.request = std::move(request);
  return prepared;
}

// GetItem has no filter: with one, a pattern that names one item is the query that finds that item alone.
PatternInfo as_query(const PatternInfo& pattern) {
  PatternInfo query = pattern;
  query.plan.operation = PlanOperation::Query;
  const auto sort = pattern.entities.front()->primary.sort;
  query.plan.sort = sort.empty() ? SortCondition::None : SortCondition::Equal;
  query.plan.sort_parts = static_cast<std::uint8_t>(sort.size());
  return query;
}

class QueryPreparation {
 public:
  QueryPreparation(const Session& session, ReadRequest request)
      : session_(session), pattern_(*request.pattern), plan_(pattern_.plan) {
    prepared_.request = std::move(request);
    prepared_.forward = prepared_.request.forward.value_or(plan_.forward);
    prepared_.key_attributes = model::key_attributes(table(), plan_.index);
    if (plan_.index == kNone) {
      if (!table().sort.empty()) prepared_.sort_attributes = {table().sort};
    } else {
      const auto& sort = table().indexes[static_cast<std::size_t>(plan_.index)].sort;
      prepared_.sort_attributes.assign(sort.begin(), sort.end());
    }
  }

  Result<PreparedRead> run(const PatternInfo& keys_of) && {
    auto ranges = key_ranges(keys_of, prepared_.request.values, prepared_.request.range);
    if (!ranges) return tl::unexpected(std::move(ranges.error()));
    if (const auto& part = prepared_.request.part; part && part->alone) {
      if (auto narrowed = narrow_to_member(keys_of, *part->entity, *ranges); !narrowed)
        return tl::unexpected(std::move(narrowed.error()));
      prepared_.ranges = *ranges;
    }
    prepared_.excluded = ranges->front().excluded;
    prepared_.excluded_attribute = ranges->front().comparisons.back().attribute;
    if (prepared_.request.read_at_most && *prepared_.request.read_at_most < static_cast<std::int64_t>(ranges->size()))
      return invalid(
          fmt::format("read_at_most must be at least {}, as the index has so many shards to read", ranges->size()));
    prepared_.token_binding = token_binding(pattern_, session_.table_name(table()), *ranges, prepared_.forward);
    for (KeyRange& range : *ranges)
      if (auto added = add_query(std::move(range)); !added) return tl::unexpected(std::move(added.error()));
    return std::move(prepared_);
  }

 private:
  const TableInfo& table() const { return *pattern_.table; }

  Result<void> add_query(KeyRange range) {
    Placeholders placeholders;
    QueryRequest query;
    query.table_name = session_.table_name(table());
    if (plan_.index != kNone) query.index_name = table().indexes[static_cast<std::size_t>(plan_.index)].name;
    query.consistent_read = prepared_.request.consistent.value_or(plan_.consistent);
    query.scan_index_forward = prepared_.forward;
    query.return_consumed_capacity = ReturnConsumedCapacity::Total;
    query.key_condition_expression = std::move(range).render(placeholders);
    // A collection's filters, which are of several entities, have their defaults already.
    const auto& asked = prepared_.request.filter;
    auto filter = render(prepared_.request.part ? asked : with_defaults(*pattern_.entities.front(), asked), placeholders);
    if (!filter) return tl::unexpected(std::move(filter.error()));
    query.filter_expression = *std::move(filter);
    query.expression_attribute_names = placeholders.names();
    query.expression_attribute_values = std::move(placeholders).values();
    prepared_.queries.push_back({std::move(query), {}});
    return {};
  }

  const Session& session_;
  const PatternInfo& pattern_;
  const Plan& plan_;
  PreparedRead prepared_;
};

// Lets the queries go on where the positions say.
void place(PreparedRead& prepared, std::span<Position> positions) {
  for (std::size_t i = 0; i < prepared.queries.size(); ++i) prepared.queries[i].start = std::move(positions[i]);
}

Result<std::vector<Position>> read_token(const Session& session, const PreparedRead& prepared, std::size_t count) {
  return read_page_token(*prepared.request.after, prepared.token_binding, session.page_token_keys(), count,
                         prepared.pattern().name);
}

Result<PreparedRead> prepare_query(const Session& session, ReadRequest request, const PatternInfo& keys_of) {
  auto prepared = QueryPreparation(session, std::move(request)).run(keys_of);
  if (!prepared || !prepared->request.after) return prepared;
  auto positions = read_token(session, *prepared, prepared->queries.size());
  if (!positions) return tl::unexpected(std::move(positions.error()));
  place(*prepared, *positions);
  return prepared;
}

// ---- one partition after the other

// In a token of such a read the first position says which partition the others are of.
constexpr std::string_view kBucketName = "bucket";

Result<PreparedRead> prepare_bucket(const Session& session, ReadRequest request, BucketOfRead bucket) {
  const PatternInfo& pattern = *request.pattern;
  const FieldInfo& field = pattern.entities.front()->fields[static_cast<std::size_t>(pattern.plan.bucket_field)];
  request.values.set(field.attribute, bucket.all.value(bucket.number));
  request.filter = bucket.filter;
  if (pattern.plan.sort != SortCondition::Range) {
    request.range = {};
    const bool cut = bucket.number == 0 || bucket.number + 1 == bucket.all.count();
    if (cut) request.filter = detail::both(std::move(request.filter), bucket.all.as_filter());
  }
  auto prepared = QueryPreparation(session, std::move(request)).run(pattern);
  if (prepared) prepared->bucket = std::move(bucket);
  return prepared;
}

// The range, too, where it is not in the keys.
std::string bind_range(std::string binding, const SortRange& range) {
  BinaryWriter out;
  out.text(binding);
  out.byte(static_cast<std::uint8_t>(range.kind));
  out.key_value(range.low);
  if (range.kind == SortRange::Kind::Between) out.key_value(range.high);
  return std::move(out).take();
}

Result<PreparedRead> prepare_buckets(const Session& session, ReadRequest request) {
  const PatternInfo& pattern = *request.pattern;
  auto buckets = Buckets::make(pattern, request.range);
  if (!buckets) return tl::unexpected(std::move(buckets.error()));
  const bool forward = request.forward.value_or(pattern.plan.forward);
  BucketOfRead first{*buckets, forward ? 0 : buckets->count() - 1, request.filter};
  auto prepared = prepare_bucket(session, request, first);
  if (!prepared) return prepared;
  prepared->token_binding = bind_range(std::move(prepared->token_binding), request.range);
  if (!request.after) return prepared;
  auto positions = read_token(session, *prepared, prepared->queries.size() + 1);
  if (!positions) return tl::unexpected(std::move(positions.error()));
  const AttributeValue* number = positions->front().key.find(kBucketName);
  PARTITA_CHECK(number != nullptr);
  BucketOfRead there{*buckets, std::stoll(number->n()), request.filter};
  std::string binding = std::move(prepared->token_binding);
  prepared = prepare_bucket(session, std::move(request), std::move(there));
  if (!prepared) return prepared;
  prepared->token_binding = std::move(binding);
  place(*prepared, std::span(*positions).subspan(1));
  return prepared;
}

}  // namespace

Result<PreparedRead> prepare_next_bucket(const Session& session, const PreparedRead& before) {
  PARTITA_CHECK(before.has_next_bucket());
  BucketOfRead next = *before.bucket;
  next.number += before.forward ? 1 : -1;
  ReadRequest request = before.request;
  request.range = next.all.range();
  auto prepared = prepare_bucket(session, std::move(request), std::move(next));
  if (prepared) prepared->token_binding = before.token_binding;
  return prepared;
}

std::string token_of(const PreparedRead& prepared, std::vector<Position> positions, std::span<const std::string> keys) {
  if (prepared.bucket) {
    Position bucket{Position::Kind::After, {}};
    bucket.key.set(kBucketName, AttributeValue(prepared.bucket->number));
    positions.insert(positions.begin(), std::move(bucket));
  }
  return make_page_token(positions, prepared.token_binding, keys);
}

Result<PreparedRead> prepare_read(const Session& session, ReadRequest request) {
  PARTITA_CHECK(request.pattern != nullptr && !request.pattern->entities.empty());
  if (auto good = check_amounts(request); !good) return tl::unexpected(std::move(good.error()));
  const PatternInfo& pattern = *request.pattern;
  if (pattern.plan.bucket_field != kNone) return prepare_buckets(session, std::move(request));
  if (pattern.plan.operation == PlanOperation::Query) return prepare_query(session, std::move(request), pattern);
  const bool filtered = request.filter.kind != Predicate::Kind::None;
  // A read of one item has no token; the query refuses it.
  if (filtered || request.after) {
    const PatternInfo query = as_query(pattern);
    return prepare_query(session, std::move(request), query);
  }
  return prepare_get(session, std::move(request));
}

}  // namespace partita::model
