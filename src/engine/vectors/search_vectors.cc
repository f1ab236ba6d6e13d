#include <algorithm>
#include <memory>

#include "base/contains.h"
#include "base/try.h"
#include "engine/find_table.h"
#include "engine/loop_budget.h"
#include "engine/operations.h"
#include "engine/pages/roomed_read.h"
#include "engine/threads/executor.h"
#include "engine/threads/write_room.h"
#include "engine/vector_cache/search.h"
#include "engine/vector_cache/vector_cache.h"
#include "keys/key_codec.h"
#include "keys/key_space.h"
#include "ops/prepare.h"
#include "value/encode.h"
#include "value/limits.h"
#include "value/types.h"

namespace partita::engine {
namespace {

unexpected<Error> index_not_found(const std::string& name) {
  return invalid("The table does not have the specified index: " + name);
}

Result<const catalog::IndexInfo*> vector_index(const Context& context, const catalog::TableInfo& table,
                                               const std::string& name) {
  const catalog::IndexInfo* index = table.find_index(name);
  const bool allocates = index && index->vector && index->vector->added &&
                         status_of(context, *index) == IndexStatus::Creating &&
                         is_delayed(context, index->status_until_ms);
  if (!index || !index->vector || !index->maintained() || allocates) return index_not_found(name);
  if (status_of(context, *index) == IndexStatus::Creating)
    return invalid("Cannot search backfilling vector index: " + name);
  return index;
}

Result<void> check_value(const expr::KeyComparison& condition, const catalog::VectorDefinition::Element& element) {
  const std::string& name = condition.attribute;
  if (!value::has_type(condition.value, element.attribute.type))
    return invalid("Type of '" + name + "' attribute in SearchConditionExpression (" +
                   std::string(value::type_name(condition.value.type())) + ") does not match type in search schema (" +
                   std::string(to_text(element.attribute.type)) + ")");
  if (element.type != SearchSchemaElementType::Hash || condition.value.is(AttributeType::N) ||
      !condition.value.text().empty())
    return {};
  return invalid(
      "One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty " +
      std::string(condition.value.is(AttributeType::B) ? "binary" : "string") + " value. Key: " + name);
}

Result<void> check_conditions(const VectorSearch& search) {
  const catalog::VectorDefinition& vector = *search.index->vector;
  const auto& conditions = search.prepared.conditions;
  for (const expr::KeyComparison& condition : conditions)
    if (!vector.find(condition.attribute))
      return invalid(
          "SearchConditionExpression must not contain any attributes that is not in SearchSchema. Invalid attribute: " +
          condition.attribute);
  for (const catalog::KeyAttribute& hash : search.index->keys.partition)
    if (!base::contains(conditions, hash.name, &expr::KeyComparison::attribute))
      return invalid("SearchConditionExpression must be provided when SearchSchema has a HASH key");
  for (const expr::KeyComparison& condition : conditions)
    PARTITA_TRY(check_value(condition, *vector.find(condition.attribute)));
  return {};
}

// Splits the conditions into the partition and the filters. Requires: check_conditions() passed.
void take_conditions(VectorSearch& search) {
  const std::size_t opened = keys::open_partition(search.table->id, search.index->id, search.prefix);
  for (const expr::KeyComparison& condition : search.prepared.conditions) {
    if (search.index->keys.find(condition.attribute)) {
      keys::encode_part(condition.value, search.prefix);
      continue;
    }
    VectorSearch::Filter& filter = search.filters.emplace_back();
    filter.attribute = condition.attribute;
    value::encode_value(condition.value, filter.value);
  }
  keys::close_partition(opened, search.prefix);
}

Result<VectorSearch> resolve(const Context& context, const SearchVectorsRequest& request) {
  VectorSearch search;
  PARTITA_TRY_VALUE(prepared, ops::prepare(request));
  search.prepared = std::move(prepared);
  PARTITA_TRY(check_arn(context, *request.table_name, "SearchVectors"));
  PARTITA_TRY_VALUE(table, table_for_items(context, search.prepared.table));
  search.table = std::move(table);
  PARTITA_TRY_VALUE(index, vector_index(context, *search.table, search.prepared.index));
  search.index = index;
  if (search.prepared.vector.size() != index->vector->dimensions)
    return invalid("Input search vector dimension " + std::to_string(search.prepared.vector.size()) +
                   " does not match vector index dimension " + std::to_string(index->vector->dimensions));
  PARTITA_TRY(check_conditions(search));
  take_conditions(search);
  return search;
}

// The service's figure varies from call to call. This is its lower one as ExtendDB's authors measured it: 17.6 bytes
// for each dimension, and the size of the results before their projection, without the vectors.
double search_bytes(const catalog::VectorDefinition& vector, std::size_t result_bytes) {
  constexpr double kBytesOfDimension = 17.6;
  const double bytes = kBytesOfDimension * vector.dimensions + static_cast<double>(result_bytes);
  return std::max(bytes, static_cast<double>(limits::kVectorUnitBytes));
}

SearchVectorsResponse response_of(const VectorSearch& search, SearchResults results) {
  SearchVectorsResponse response;
  response.search_results = std::move(results.items);
  if (search.prepared.capacity != ReturnConsumedCapacity::None)
    response.consumed_capacity.emplace().vector_search_request_bytes =
        search_bytes(*search.index->vector, results.stored_bytes);
  return response;
}

Result<SearchVectorsResponse> search_now(const Context& context, const VectorSearch& search) {
  PARTITA_TRY_VALUE(results, search_entries(context, search));
  return response_of(search, std::move(results));
}

// A search on an executor. It gives up its turn and its reference to the table before its completion runs (see
// on_executor.h).
struct PostedSearch {
  VectorSearch search;
  Completion<SearchVectorsResponse> done;
  VectorCache::Turn turn = {};
};

// The results wait for room, and keep the turn meanwhile. Those that have room wait for no turn.
void run_with_turn(Context& context, const std::shared_ptr<PostedSearch>& posted) {
  const VectorSearch& search = posted->search;
  const auto expected = expected_bytes(context, *search.table, search.index->id, search.prepared.top_k);
  if (!expected) return posted->done(unexpected(expected.error()));
  const auto read = [&context, posted](WriteRoom::Share& share) {
    auto response = [&] {
      const VectorCache::Turn turn = std::move(posted->turn);
      VectorSearch searched = std::move(posted->search);
      searched.room = &share;
      return search_now(context, searched);
    }();
    posted->done(std::move(response));
  };
  RoomedRead::start(context, std::min(*expected, limits::kSearchBytes), read,
                    [&posted](Error error) { posted->done(unexpected(std::move(error))); });
}

void run_posted(Context& context, const std::shared_ptr<PostedSearch>& posted) {
  auto turn = context.vectors.take_turn(posted->search, [&context, posted](VectorCache::Turn granted) {
    posted->turn = std::move(granted);
    context.executor.post([&context, posted] { run_with_turn(context, posted); });
  });
  if (!turn) return;
  posted->turn = *std::move(turn);
  run_with_turn(context, posted);
}

}  // namespace

Result<void> check_exists(const Context& context, const VectorSearch& search) {
  const catalog::TablePtr now = context.catalog.find(search.table->name);
  if (now == search.table) return {};
  if (!now || now->id != search.table->id)
    return fail(ErrorCode::ResourceNotFoundException, "Requested resource not found");
  const catalog::IndexInfo* const index = now->find_index(search.index->name);
  if (!index || index->id != search.index->id || !index->maintained()) return index_not_found(search.index->name);
  return {};
}

void search_vectors(Context& context, SearchVectorsRequest request, MayWait may_wait,
                    Completion<SearchVectorsResponse> done) {
  auto search = resolve(context, request);
  if (!search) return done(unexpected(std::move(search.error())));
  if (may_wait == MayWait::Yes) {
    auto response = [&] {
      const VectorSearch searched = *std::move(search);
      return search_now(context, searched);
    }();
    return done(std::move(response));
  }
  if (auto found = search_at_once(context, *search, loop_budget()); !found) {
    return done(unexpected(std::move(found.error())));
  } else if (*found) {
    auto response = [&] {
      const VectorSearch searched = *std::move(search);
      return response_of(searched, **std::move(found));
    }();
    return done(std::move(response));
  }
  auto posted = std::make_shared<PostedSearch>(PostedSearch{*std::move(search), std::move(done)});
  context.executor.post([&context, posted = std::move(posted)] { run_posted(context, posted); });
}

}  // namespace partita::engine
