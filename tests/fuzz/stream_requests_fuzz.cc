// Fuzz target of the requests that read streams. The first byte picks the request, and the rest is its text: an
// iterator, a mutation of a valid iterator, a shard id, or a sequence number. Each request must be answered or refused
// with an error of a client, and a mutated iterator must be refused.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "base/check.h"
#include "engine/engine.h"
#include "engine/operations.h"
#include "storage/memory/memory_store.h"

namespace partita::engine {
namespace {

template <class Request, class Response>
Result<Response> call(Context& context, void (*operation)(Context&, Request, MayWait, Completion<Response>),
                      Request request) {
  Result<Response> answer;
  operation(context, std::move(request), MayWait::Yes, [&](Result<Response> given) { answer = std::move(given); });
  return answer;
}

// A table with a stream of two shards and three records.
class Fixture {
 public:
  Fixture() {
    EngineOptions options;
    options.background_jobs = false;
    options.clock = std::make_shared<base::ManualClock>(1'800'000'000'000);
    engine_ = Engine::open(storage::make_memory_store(), std::move(options)).value();
    CreateTableRequest table{.table_name = "items", .billing_mode = BillingMode::PayPerRequest};
    table.attribute_definitions = {{"pk", ScalarAttributeType::S}};
    table.key_schema = {{"pk", KeyType::Hash}};
    table.stream_specification = StreamSpecification{.stream_enabled = true, .stream_view_type = {}};
    table.stream_specification->stream_view_type = StreamViewType::NewAndOldImages;
    arn = *call(context(), create_table, table).value().table_description.latest_stream_arn;
    put("a");
    shard = *call(context(), roll_stream, RollStreamRequest{.table_name = "items"}).value().closed_shard_id;
    put("b");
    put("c");
    GetShardIteratorRequest request{.stream_arn = arn, .shard_id = shard};
    request.shard_iterator_type = ShardIteratorType::TrimHorizon;
    iterator = *call(context(), get_shard_iterator, request).value().shard_iterator;
  }
  Context& context() { return engine_->context(); }

  std::string arn, shard, iterator;

 private:
  void put(const char* key) {
    PARTITA_CHECK(call(context(), put_item, PutItemRequest{.table_name = "items", .item = AttributeMap{{"pk", key}}}));
  }

  std::unique_ptr<Engine> engine_;
};

template <class Response>
bool is_answer_or_refusal(const Result<Response>& answer) {
  return answer || describe(answer.error().code).http_status == 400;
}

void read_from(Fixture& at, std::string iterator, const std::string& text) {
  GetRecordsRequest request{.shard_iterator = std::move(iterator)};
  if (text.size() % 2 == 1) request.limit = static_cast<std::int64_t>(text.size());
  const auto page = call(at.context(), get_records, request);
  PARTITA_CHECK(is_answer_or_refusal(page));
  if (page && page->next_shard_iterator)
    PARTITA_CHECK(call(at.context(), get_records, GetRecordsRequest{.shard_iterator = page->next_shard_iterator}));
}

// Changes the characters of the valid iterator by those of `text`.
void read_from_mutation(Fixture& at, const std::string& text) {
  std::string mutated = at.iterator;
  for (std::size_t i = 0; i < std::min(text.size(), mutated.size()); ++i) mutated[i] ^= text[i];
  const auto page = call(at.context(), get_records, GetRecordsRequest{.shard_iterator = mutated});
  PARTITA_CHECK(is_answer_or_refusal(page));
  PARTITA_CHECK(mutated == at.iterator || !page);
}

void find_place(Fixture& at, const std::string& text, bool is_shard) {
  GetShardIteratorRequest request{.stream_arn = at.arn, .shard_id = is_shard ? text : at.shard};
  request.shard_iterator_type = is_shard ? ShardIteratorType::Latest : ShardIteratorType::AfterSequenceNumber;
  if (!is_shard) request.sequence_number = text;
  const auto made = call(at.context(), get_shard_iterator, request);
  PARTITA_CHECK(is_answer_or_refusal(made));
  if (made) read_from(at, *made->shard_iterator, text);
}

void describe_from(Fixture& at, const std::string& text) {
  PARTITA_CHECK(is_answer_or_refusal(call(at.context(), describe_stream, DescribeStreamRequest{.stream_arn = text})));
  DescribeStreamRequest request{.stream_arn = at.arn, .exclusive_start_shard_id = text};
  request.shard_filter = ShardFilter{.type = ShardFilterType::ChildShards, .shard_id = text};
  PARTITA_CHECK(is_answer_or_refusal(call(at.context(), describe_stream, request)));
}

}  // namespace
}  // namespace partita::engine

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace partita::engine;
  static Fixture fixture;
  if (size == 0) return 0;
  const std::string text(reinterpret_cast<const char*>(data) + 1, size - 1);
  switch (data[0] % 5) {
    case 0:
      read_from(fixture, text, text);
      break;
    case 1:
      read_from_mutation(fixture, text);
      break;
    case 2:
      find_place(fixture, text, true);
      break;
    case 3:
      find_place(fixture, text, false);
      break;
    default:
      describe_from(fixture, text);
  }
  return 0;
}
