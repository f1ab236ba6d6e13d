#include "model/reads/prepared_read.h"

#include <fmt/format.h>
#include <partita/model/detail/pending.h>

#include <algorithm>

#include "base/check.h"
#include "base/try.h"
#include "model/conditions/default_values.h"
#include "model/conditions/predicate.h"
#include "model/keys/compose.h"
#include "model/reads/binary_text.h"
#include "model/reads/member_range.h"
#include "model/reads/row.h"

namespace partita::model {
namespace {

Result<void> check_amounts(const ReadRequest& request) {
  if (request.take && *request.take < 1) return invalid("take must be at least 1");
  if (request.read_at_most && *request.read_at_most < 1) return invalid("read_at_most must be at least 1");
  return {};
}

Result<PreparedRead> prepare_get(const Session& session, SharedRequest request) {
  const PatternInfo& pattern = *request->pattern;
  if (request->range.kind != SortRange::Kind::None)
    return invalid(fmt::format("The access pattern \"{}\" has no field for a range", pattern.name));
  PARTITA_TRY_VALUE(key, compose_primary(*pattern.entities.front(), request->values));
  PreparedRead prepared;
  prepared.table_name = session.table_name(*pattern.table);
  prepared.item_key = std::move(key);
  prepared.request = std::move(request);
  return prepared;
}

// A GetItem cannot filter, so a pattern that names one item becomes a query for that item if the read has a filter.
PatternInfo as_query(const PatternInfo& pattern) {
  PatternInfo query = pattern;
  query.plan.operation = PlanOperation::Query;
  const auto sort = pattern.entities.front()->primary.sort;
  query.plan.sort = sort.empty() ? SortCondition::None : SortCondition::Equal;
  query.plan.sort_parts = static_cast<std::uint8_t>(sort.size());
  return query;
}

// A collection's filters belong to several entities and already have their defaults.
Result<void> add_filter(PreparedRead& prepared) {
  const ReadRequest& request = *prepared.request;
  if (request.filter.kind == Predicate::Kind::None) return {};
  prepared.filter = request.part ? request.filter : with_defaults(*request.pattern->entities.front(), request.filter);
  Placeholders unused;
  PARTITA_TRY_VALUE(text, render(prepared.filter, unused));
  prepared.filters = text.has_value();
  return {};
}

// Prepares queries that read from the beginning. `keys_of` is the request's pattern or the same pattern with another
// plan.
Result<PreparedRead> prepare_queries(const Session& session, SharedRequest shared, const PatternInfo& keys_of) {
  const ReadRequest& request = *shared;
  PARTITA_TRY_VALUE(ranges, key_ranges(keys_of, request.values, request.range));
  if (const auto& part = request.part; part && part->alone)
    PARTITA_TRY(narrow_to_member(keys_of, *part->entity, ranges));
  if (request.read_at_most && *request.read_at_most < static_cast<std::int64_t>(ranges.size()))
    return invalid(fmt::format(
        "read_at_most must be at least {0}, because the read has {0} queries, one for each shard", ranges.size()));
  Result<PreparedRead> prepared;
  prepared->table_name = session.table_name(*request.pattern->table);
  prepared->forward = request.forward.value_or(request.pattern->plan.forward);
  prepared->queries = std::move(ranges);
  prepared->request = std::move(shared);
  if (auto added = add_filter(*prepared); !added) prepared = unexpected(std::move(added.error()));
  return prepared;
}

Result<std::vector<QueryPosition>> read_token(const Session& session, const PreparedRead& prepared, std::size_t count) {
  return read_page_token(*prepared.request->after, token_binding(prepared), session.page_token_keys(), count,
                         prepared.pattern().name);
}

Result<PreparedRead> prepare_query(const Session& session, SharedRequest request, const PatternInfo& keys_of) {
  auto prepared = prepare_queries(session, std::move(request), keys_of);
  if (!prepared || !prepared->request->after) return prepared;
  PARTITA_TRY_VALUE(positions, read_token(session, *prepared, prepared->queries.size()));
  prepared->starts = std::move(positions);
  return prepared;
}

// ---- one partition after the other

// In a token of such a read the first position holds the number of the partition to which the other positions belong.
constexpr std::string_view kBucketName = "bucket";

Result<PreparedRead> prepare_bucket(const Session& session, ReadRequest request, BucketOfRead bucket) {
  const PatternInfo& pattern = *request.pattern;
  const FieldInfo& field = pattern.entities.front()->at(pattern.plan.bucket_field);
  request.values.set(field.attribute, bucket.all.value(bucket.number));
  request.filter = bucket.filter;
  if (pattern.plan.sort != SortCondition::Range) {
    request.range = {};
    const bool cut = bucket.number == 0 || bucket.number + 1 == bucket.all.count();
    if (cut) request.filter = detail::both(std::move(request.filter), bucket.all.as_filter());
  }
  auto prepared = prepare_queries(session, std::make_shared<const ReadRequest>(std::move(request)), pattern);
  if (prepared) prepared->bucket = std::move(bucket);
  return prepared;
}

// Adds the range to the binding, because the keys do not hold it.
std::string bind_range(std::string binding, const SortRange& range) {
  BinaryWriter out;
  out.text(binding);
  out.byte(static_cast<std::uint8_t>(range.kind));
  out.key_value(range.low);
  if (range.kind == SortRange::Kind::Between) out.key_value(range.high);
  return std::move(out).take();
}

std::string binding_of_queries(const PreparedRead& prepared) {
  return token_binding(prepared.pattern(), prepared.table_name, prepared.queries, prepared.forward);
}

Result<PreparedRead> prepare_buckets(const Session& session, const ReadRequest& request) {
  const PatternInfo& pattern = *request.pattern;
  PARTITA_TRY_VALUE(buckets, Buckets::make(pattern, request.range));
  const bool forward = request.forward.value_or(pattern.plan.forward);
  auto prepared = prepare_bucket(session, request, {buckets, forward ? 0 : buckets.count() - 1, request.filter});
  if (!prepared) return prepared;
  std::string binding = bind_range(binding_of_queries(*prepared), request.range);
  prepared->bucket->token_binding = binding;
  if (!request.after) return prepared;
  PARTITA_TRY_VALUE(positions, read_token(session, *prepared, prepared->queries.size() + 1));
  const AttributeValue* number = positions.front().key.find(kBucketName);
  PARTITA_CHECK(number != nullptr);
  prepared = prepare_bucket(session, request, {buckets, std::stoll(number->n()), request.filter, std::move(binding)});
  if (!prepared) return prepared;
  positions.erase(positions.begin());
  prepared->starts = std::move(positions);
  return prepared;
}

}  // namespace

std::span<const std::string_view> PreparedRead::sort_attributes() const {
  if (pattern().plan.index != kNone) return table().at(pattern().plan.index).sort;
  return std::span(&table().sort, table().sort.empty() ? 0 : 1);
}

GetItemRequest get_request(const PreparedRead& prepared) {
  PARTITA_CHECK(prepared.item_key.has_value());
  return {.table_name = prepared.table_name,
          .key = prepared.item_key,
          .consistent_read = prepared.consistent(),
          .return_consumed_capacity = ReturnConsumedCapacity::Total};
}

QueryRequest query_request(const PreparedRead& prepared, std::size_t number) {
  const Plan& plan = prepared.pattern().plan;
  Placeholders placeholders;
  QueryRequest query;
  query.table_name = prepared.table_name;
  if (plan.index != kNone) query.index_name = prepared.table().at(plan.index).name;
  query.consistent_read = prepared.consistent();
  query.scan_index_forward = prepared.forward;
  query.return_consumed_capacity = ReturnConsumedCapacity::Total;
  query.key_condition_expression = prepared.queries[number].render(placeholders);
  if (prepared.filters) {
    auto filter = render(prepared.filter, placeholders);
    PARTITA_CHECK(filter.has_value());  // add_filter() rendered it before
    query.filter_expression = *std::move(filter);
  }
  query.expression_attribute_names = std::move(placeholders).names();
  query.expression_attribute_values = std::move(placeholders).values();
  return query;
}

Result<PreparedRead> prepare_next_bucket(const Session& session, const PreparedRead& before) {
  PARTITA_CHECK(before.has_next_bucket());
  BucketOfRead next = *before.bucket;
  next.number += before.forward ? 1 : -1;
  ReadRequest request = *before.request;
  request.range = next.all.range();
  return prepare_bucket(session, std::move(request), std::move(next));
}

std::string token_binding(const PreparedRead& prepared) {
  return prepared.bucket ? prepared.bucket->token_binding : binding_of_queries(prepared);
}

std::string token_of(const PreparedRead& prepared, std::vector<QueryPosition> positions,
                     std::span<const std::string> keys) {
  if (prepared.bucket) {
    QueryPosition bucket{QueryPosition::Kind::After, {}};
    bucket.key.set(kBucketName, AttributeValue(prepared.bucket->number));
    positions.insert(positions.begin(), std::move(bucket));
  }
  return make_page_token(positions, token_binding(prepared), keys);
}

Result<PreparedRead> prepare_read(const Session& session, SharedRequest request) {
  PARTITA_CHECK(request->pattern != nullptr && !request->pattern->entities.empty());
  PARTITA_TRY(check_amounts(*request));
  const PatternInfo& pattern = *request->pattern;
  if (pattern.plan.bucket_field != kNone) return prepare_buckets(session, *request);
  if (pattern.plan.operation == PlanOperation::Query) return prepare_query(session, std::move(request), pattern);
  const bool filtered = request->filter.kind != Predicate::Kind::None;
  // A GetItem has no page token, so the query path gets the token and refuses it.
  if (filtered || request->after) {
    const PatternInfo query = as_query(pattern);
    return prepare_query(session, std::move(request), query);
  }
  return prepare_get(session, std::move(request));
}

}  // namespace partita::model
