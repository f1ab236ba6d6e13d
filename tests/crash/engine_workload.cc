#include "crash/engine_workload.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "support/stream_replay.h"

namespace partita::test {
namespace {

constexpr const char* kTable = "orders";
const IndexShape kByOwner{.name = "by_owner", .partition = {"owner:S"}, .sort = {"amount:N"}};
const IndexShape kByAmount{.name = "by_amount",
                           .partition = {"pk:S"},
                           .sort = {"amount:N"},
                           .projection = ProjectionType::KeysOnly,
                           .local = true};
const IndexShape kByColour{
    .name = "by_colour", .partition = {"colour:S"}, .projection = ProjectionType::Include, .included = {"amount"}};

constexpr const char* kVectors = "by_meaning";

std::string item_name(const std::string& table, const AttributeMap& key) {
  return table + "/" + key.find("pk")->s() + "/" + key.find("sk")->n();
}

CreateTableRequest orders_table() {
  CreateTableRequest request = create_request(kTable, "pk:S", "sk:N", {kByOwner, kByAmount});
  request.stream_specification =
      StreamSpecification{.stream_enabled = true, .stream_view_type = StreamViewType::NewAndOldImages};
  request.vector_indexes = {{.index_name = kVectors,
                             .vector_attribute = VectorAttributeDefinition{"meaning"},
                             .projection = Projection{.projection_type = ProjectionType::KeysOnly},
                             .dimensions = 2,
                             .distance_function = VectorDistanceFunction::Euclidean}};
  return request;
}

UpdateTableRequest stream_change(bool enabled) {
  UpdateTableRequest request{.table_name = kTable};
  request.stream_specification = StreamSpecification{.stream_enabled = enabled, .stream_view_type = {}};
  if (enabled) request.stream_specification->stream_view_type = StreamViewType::NewAndOldImages;
  return request;
}

template <class Response>
Result<void> outcome(const Result<Response>& result) {
  if (!result) return unexpected(result.error());
  return {};
}

// A record must exist exactly if its write does.
void expect_records(TestEngine& engine) try {
  StreamReplay replay;
  replay.catch_up(engine, kTable);
  EXPECT_EQ(replay.items(), StreamReplay::stored_items(engine, kTable, {"pk", "sk"}));
} catch (const std::runtime_error& fault) {
  ADD_FAILURE() << fault.what();
}

// A search must find each item that has a vector, with the distance of the stored vector, and no other item. The query
// is the zero vector, so the distance is the vector's length.
void expect_vectors(TestEngine& engine, const DatabaseState& state) {
  const auto found =
      engine.search_vectors({.table_name = kTable, .index_name = kVectors, .search_vector = {{0, 0}}, .top_k = 100});
  ASSERT_TRUE(found) << found.error().message;
  std::map<std::string, float> scores, expected;
  for (const SearchResultItem& result : found->search_results)
    scores[item_name(kTable, result.item.to_map())] = result.score;
  for (const auto& [name, item] : state.items)
    if (const AttributeValue* meaning = item.find("meaning"))
      expected[name] = std::hypot(std::stof(meaning->l()[0].n()), std::stof(meaning->l()[1].n()));
  ASSERT_EQ(scores.size(), expected.size());
  for (const auto& [name, score] : expected) EXPECT_FLOAT_EQ(scores[name], score) << name;
}

void count_update(DatabaseState& state, const AttributeMap& key, std::int64_t amount) {
  AttributeMap& item = state.items.try_emplace(item_name(kTable, key), key).first->second;
  const AttributeValue* times = item.find("times");
  item.set("times", times ? std::stoll(times->n()) + 1 : 1);
  item.set("amount", amount);
}

constexpr const char* kUpdate = "SET amount = :amount ADD times :one";

AttributeMap update_values(std::int64_t amount) { return {{":amount", amount}, {":one", 1}}; }

}  // namespace

std::uint64_t EngineWorkload::random(std::uint64_t i, std::uint64_t what) const {
  std::uint64_t x = seed_ * 0x9E3779B97F4A7C15u + i * 0xBF58476D1CE4E5B9u + what * 0x94D049BB133111EBu;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return x ^ (x >> 31);
}

EngineWorkload::Kind EngineWorkload::kind(std::uint64_t i) const {
  switch (i) {
    case 1:
      return Kind::CreateTable;
    case 21:
      return Kind::AddIndex;
    case 35:
      return Kind::CreateTable;
    case 28:
      return Kind::RollStream;
    case 40:
      return Kind::DisableStream;
    case 41:
      return Kind::EnableStream;
    case 46:
      return Kind::DropIndex;
    default:
      break;
  }
  switch (random(i, 0) % 8) {
    case 0:
    case 1:
    case 2:
      return Kind::Put;
    case 3:
    case 4:
      return Kind::Update;
    case 5:
      return Kind::Delete;
    default:
      return Kind::Transaction;
  }
}

bool EngineWorkload::has_token(std::uint64_t i) const { return kind(i) == Kind::Transaction; }

// The members of one step have different keys.
AttributeMap EngineWorkload::key(std::uint64_t i, std::uint64_t member) const {
  return {{"pk", fmt::format("p{}", member % 4)}, {"sk", random(i, 1) % 5}};
}

AttributeMap EngineWorkload::item(std::uint64_t i, std::uint64_t member) const {
  AttributeMap item = key(i, member);
  item.set("amount", random(i, 10 + member) % 100);
  item.set("step", i);
  item.set("filling", std::string(400 + random(i, 20 + member) % 600, 'x'));
  if (random(i, 30 + member) % 3 != 0) item.set("owner", fmt::format("o{}", random(i, 40 + member) % 3));
  if (random(i, 50 + member) % 3 != 0) item.set("colour", fmt::format("c{}", random(i, 60 + member) % 3));
  if (random(i, 70 + member) % 3 != 0) item.set("meaning", AttributeValue::list({i, random(i, 80 + member) % 100}));
  return item;
}

TransactWriteItemsRequest EngineWorkload::transaction(std::uint64_t i) const {
  return transact_request({transact_put(kTable, item(i, 0)),
                           transact_update(kTable, key(i, 1), kUpdate, update_values(static_cast<std::int64_t>(i))),
                           transact_delete(kTable, key(i, 2)), transact_put(kTable, item(i, 3))},
                          fmt::format("token-{}", i));
}

Result<void> EngineWorkload::run(TestEngine& engine, std::uint64_t i) const {
  const std::uint64_t member = random(i, 2) % 4;
  switch (kind(i)) {
    case Kind::Put:
      return outcome(engine.put_item(put_request(kTable, item(i, member))));
    case Kind::Update:
      return outcome(engine.update_item(
          update_request(kTable, key(i, member), kUpdate, update_values(static_cast<std::int64_t>(i)))));
    case Kind::Delete:
      return outcome(engine.delete_item(delete_request(kTable, key(i, member))));
    case Kind::Transaction:
      return outcome(engine.transact_write_items(transaction(i)));
    case Kind::CreateTable:
      return outcome(engine.create_table(i == 1 ? orders_table() : create_request(fmt::format("table{}", i), "pk:S")));
    case Kind::RollStream:
      return outcome(engine.roll_stream({.table_name = kTable}));
    case Kind::DisableStream:
      return outcome(engine.update_table(stream_change(false)));
    case Kind::EnableStream:
      return outcome(engine.update_table(stream_change(true)));
    case Kind::AddIndex:
      if (auto added = outcome(engine.update_table(add_index_request(kTable, kByColour))); !added) return added;
      break;
    case Kind::DropIndex:
      if (auto dropped = outcome(engine.update_table(drop_index_request(kTable, kByColour.name))); !dropped)
        return dropped;
      break;
  }
  // The step is acknowledged by now. If its jobs fail, the next start continues them.
  (void)engine.run_jobs();
  return {};
}

void EngineWorkload::apply(DatabaseState& state, std::uint64_t i) const {
  const std::uint64_t member = random(i, 2) % 4;
  const auto put = [&](const AttributeMap& item) { state.items[item_name(kTable, item)] = item; };
  switch (kind(i)) {
    case Kind::Put:
      return put(item(i, member));
    case Kind::Update:
      return count_update(state, key(i, member), static_cast<std::int64_t>(i));
    case Kind::Delete:
      state.items.erase(item_name(kTable, key(i, member)));
      return;
    case Kind::Transaction:
      put(item(i, 0));
      count_update(state, key(i, 1), static_cast<std::int64_t>(i));
      state.items.erase(item_name(kTable, key(i, 2)));
      put(item(i, 3));
      return;
    case Kind::CreateTable:
      if (i == 1) {
        state.tables[kTable] = {kByOwner.name, kVectors};
        state.shards = {1};
        state.has_stream = true;
      } else {
        state.tables[fmt::format("table{}", i)] = {};
      }
      return;
    case Kind::RollStream:
      ++state.shards.back();
      return;
    case Kind::DisableStream:
      state.has_stream = false;
      return;
    case Kind::EnableStream:
      state.shards.push_back(1);
      state.has_stream = true;
      return;
    case Kind::AddIndex:
      state.tables[kTable].insert(kByColour.name);
      return;
    case Kind::DropIndex:
      state.tables[kTable].erase(kByColour.name);
      return;
  }
}

DatabaseState EngineWorkload::state_after(std::uint64_t n) const {
  DatabaseState state;
  for (std::uint64_t i = 1; i <= n; ++i) apply(state, i);
  return state;
}

DatabaseState EngineWorkload::state_of(TestEngine& engine) {
  DatabaseState state;
  for (const catalog::StreamPtr& stream : engine.context().catalog.streams()) {
    state.shards.push_back(stream->generations.size());
    state.has_stream = stream->enabled();
  }
  for (const catalog::TablePtr& table : engine.context().catalog.tables()) {
    auto& indexes = state.tables[table->name];
    for (const catalog::IndexInfo& index : table->indexes)
      if (index.global && index.maintained()) indexes.insert(index.name);
    ScanRequest scan = scan_request(table->name);
    do {
      const auto page = engine.scan(scan);
      EXPECT_TRUE(page) << page.error().message;
      if (!page) return state;
      for (const Item& item : *page->items) state.items[item_name(table->name, item.to_map())] = item.to_map();
      scan.exclusive_start_key = page->last_evaluated_key;
    } while (scan.exclusive_start_key);
    if (table->stream) expect_records(engine);
    if (table->has_vector_indexes()) expect_vectors(engine, state);
  }
  return state;
}

}  // namespace partita::test
