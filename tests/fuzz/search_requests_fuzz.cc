// Fuzz target of vector indexes. The first byte picks the request, and the rest is its text: the numbers of an item's
// vector, those of a search, a search condition, a projection, or the definition of an index. Each request must be
// answered or refused with an error of a client. After each write a search must find exactly the items that have a
// vector.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <set>
#include <string>

#include "base/check.h"
#include "engine/engine.h"
#include "engine/operations.h"
#include "storage/memory/memory_store.h"

namespace partita::engine {
namespace {

constexpr const char* kTable = "items";
constexpr const char* kIndex = "near";
constexpr std::int64_t kDimensions = 3;

template <class Request, class Response>
Result<Response> call(Context& context, void (*operation)(Context&, Request, MayWait, Completion<Response>),
                      Request request) {
  Result<Response> answer;
  operation(context, std::move(request), MayWait::Yes, [&](Result<Response> given) { answer = std::move(given); });
  return answer;
}

template <class Response>
bool is_answer_or_refusal(const Result<Response>& answer) {
  return answer || describe(answer.error().code).http_status == 400;
}

VectorIndex near() {
  VectorIndex index;
  index.index_name = kIndex;
  index.vector_attribute.emplace().attribute_name = "v";
  index.dimensions = kDimensions;
  index.distance_function = VectorDistanceFunction::Euclidean;
  index.projection.emplace().projection_type = ProjectionType::All;
  index.search_schema.emplace().push_back(
      {.attribute_name = "color", .search_schema_element_type = SearchSchemaElementType::InlineFilter});
  return index;
}

CreateTableRequest table(const char* name, VectorIndex index) {
  CreateTableRequest request{.table_name = name, .billing_mode = BillingMode::PayPerRequest};
  request.attribute_definitions = {{"pk", ScalarAttributeType::S}, {"color", ScalarAttributeType::S}};
  request.key_schema = {{"pk", KeyType::Hash}};
  request.vector_indexes.emplace().push_back(std::move(index));
  return request;
}

// The parts of `text` between commas.
std::vector<std::string> parts_of(const std::string& text) {
  std::vector<std::string> parts(1);
  for (const char c : text)
    if (c == ',')
      parts.emplace_back();
    else
      parts.back().push_back(c);
  return parts;
}
AttributeValue::List numbers_of(const std::string& text) {
  AttributeValue::List numbers;
  for (std::string& part : parts_of(text)) numbers.push_back(AttributeValue::number(std::move(part)));
  return numbers;
}

class Fixture {
 public:
  Fixture() {
    EngineOptions options;
    options.background_jobs = false;
    options.clock = std::make_shared<base::ManualClock>(1'800'000'000'000);
    engine_ = Engine::open(storage::make_memory_store(), std::move(options)).value();
    PARTITA_CHECK(call(context(), create_table, table(kTable, near())));
  }
  Context& context() { return engine_->context(); }

  void put(const std::string& text) {
    const std::string key(1, static_cast<char>('a' + text.size() % 8));
    AttributeMap item{{"pk", key}, {"color", text.size() % 2 == 0 ? "red" : "blue"}, {"v", numbers_of(text)}};
    const auto done = call(context(), put_item, PutItemRequest{.table_name = kTable, .item = std::move(item)});
    PARTITA_CHECK(is_answer_or_refusal(done));
    if (done) stored_.insert(key);
    expect_all_found();
  }

  void erase(const std::string& text) {
    const std::string key(1, static_cast<char>('a' + text.size() % 8));
    DeleteItemRequest request{.table_name = kTable, .key = AttributeMap{{"pk", key}}};
    PARTITA_CHECK(call(context(), delete_item, std::move(request)));
    stored_.erase(key);
    expect_all_found();
  }

  // Checks that the results of any search are ordered and no more than asked for.
  void search(SearchVectorsRequest request) {
    request.table_name = kTable;
    request.index_name = kIndex;
    request.top_k = 5;
    const auto found = call(context(), search_vectors, std::move(request));
    PARTITA_CHECK(is_answer_or_refusal(found));
    if (!found) return;
    PARTITA_CHECK(found->search_results.size() <= 5);
    const auto& results = found->search_results;
    PARTITA_CHECK(std::ranges::is_sorted(results, {}, &SearchResultItem::score));
    for (const SearchResultItem& result : results) PARTITA_CHECK(!std::isnan(result.score));
  }

  // An index with the given names and numbers is made, or refused as a client's fault, and the table can be deleted.
  void define(const std::string& text) {
    const std::vector<std::string> parts = parts_of(text);
    const auto part = [&](std::size_t i) { return i < parts.size() ? parts[i] : std::string(); };
    VectorIndex index = near();
    index.index_name = part(0);
    index.vector_attribute->attribute_name = part(1);
    index.dimensions = static_cast<std::int64_t>(part(2).size()) - 1;
    index.search_schema->front().attribute_name = part(3);
    if (!part(4).empty()) {
      index.projection->projection_type = ProjectionType::Include;
      index.projection->non_key_attributes = {part(4)};
    }
    if (part(5) == "hash") index.search_schema->front().search_schema_element_type = SearchSchemaElementType::Hash;
    const auto made = call(context(), create_table, table("other", std::move(index)));
    PARTITA_CHECK(is_answer_or_refusal(made));
    if (!made) return;
    PARTITA_CHECK(call(context(), delete_table, DeleteTableRequest{.table_name = "other"}));
    PARTITA_CHECK(context().jobs.run_due(context()));
  }

 private:
  void expect_all_found() {
    SearchVectorsRequest request{.table_name = kTable, .index_name = kIndex, .top_k = 100};
    request.search_vector = AttributeValue::List{0, 0, 0};
    const auto found = call(context(), search_vectors, std::move(request));
    PARTITA_CHECK(found);
    std::set<std::string> keys;
    for (const SearchResultItem& result : found->search_results) keys.emplace(result.item.get("pk")->s());
    PARTITA_CHECK(keys == stored_);
  }

  std::unique_ptr<Engine> engine_;
  std::set<std::string> stored_;  // all items have vectors
};

}  // namespace
}  // namespace partita::engine

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace partita;
  using namespace partita::engine;
  static Fixture fixture;
  if (size == 0) return 0;
  const std::string text(reinterpret_cast<const char*>(data) + 1, size - 1);
  SearchVectorsRequest request;
  request.search_vector = AttributeValue::List{1, 2, 3};
  switch (data[0] % 6) {
    case 0:
      fixture.put(text);
      break;
    case 1:
      fixture.erase(text);
      break;
    case 2:
      request.search_vector = numbers_of(text);
      fixture.search(std::move(request));
      break;
    case 3:
      request.search_condition_expression = text;
      request.expression_attribute_values = AttributeMap{{":c", "red"}};
      request.expression_attribute_names.emplace().emplace("#c", "color");
      fixture.search(std::move(request));
      break;
    case 4:
      request.projection_expression = text;
      fixture.search(std::move(request));
      break;
    default:
      fixture.define(text);
  }
  return 0;
}
