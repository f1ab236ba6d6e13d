// The units of reads that the cost module computes from a model are those that the engine consumes.
#include <gmock/gmock.h>

#include "unit/modelling/cost/cost_engine.h"

namespace partita::modelling {
namespace cost_reads_test {

using cost_engine::EngineOfModel;
using cost_engine::expected_units;
using cost_engine::Places;

constexpr auto kIndexes = ReturnConsumedCapacity::Indexes;

struct ReadCase {
  const char* name;
  const char* pattern;
  int items = 0;  // that the partition has
  const char* indexes = "      - {name: gix, partition: G1, sort: G2}\n";
  const char* in = "        in: {gix: {partition: \"C#{c}\", sort: \"{b}\"}}\n";
  int bytes = 300;        // of field d
  const char* more = "";  // further lines of the entity
};

std::string text_of(const ReadCase& one) {
  return std::string(
             "format: 1\nname: m\ntables:\n  - name: items\n    partition_key: PK\n    sort_key: SK\n"
             "    indexes:\n") +
         one.indexes + "    entities:\n      - name: E\n        key: {partition: \"P#{a}\", sort: \"S#{b}\"}\n" +
         "        fields: {a: {kind: string, size_bytes: 10}, b: {kind: string, size_bytes: 10}, c: {kind: string, "
         "size_bytes: 10}, d: {kind: string, size_bytes: " +
         std::to_string(one.bytes) + "}, n: integer}\n" + one.in + one.more + "patterns:\n  - {name: p, " +
         one.pattern + ", per_second: 1}\n";
}

// Reads all items of the plan's partition, in each shard.
Places query(EngineOfModel& engine, const Access& access, bool consistent) {
  const AttributeMap sample = engine.item("E", engine.fields("E", 1, {{"a", 1}, {"c", 1}}));
  const bool in_index = access.index != model::kNone;
  const model::IndexInfo* const index = in_index ? &access.table->at(access.index) : nullptr;
  const int shards = index && index->shards.count > 0 ? index->shards.count : 1;
  Places sum;
  for (int shard = 0; shard < shards; ++shard) {
    QueryRequest request{.table_name = "items", .return_consumed_capacity = kIndexes};
    if (index) request.index_name = std::string(index->name);
    if (consistent) request.consistent_read = true;
    const std::string_view partition =
        index && index->scope == model::IndexScope::Global ? index->partition.front() : "PK";
    request.key_condition_expression = "#p = :p";
    request.expression_attribute_names = {{{"#p", std::string(partition)}}};
    AttributeMap values{{":p", *sample.find(partition)}};
    if (shards > 1) {
      request.key_condition_expression = "#p = :p AND #s = :s";
      request.expression_attribute_names->emplace("#s", index->shards.attribute);
      values.set(":s", shard);
    }
    request.expression_attribute_values = {values};
    for (const auto& [place, units] : EngineOfModel::places_of(engine.database().query(request))) sum[place] += units;
  }
  return sum;
}

Places consumed(EngineOfModel& engine, const ReadCase& one) {
  for (int i = 1; i <= one.items; ++i) engine.put("E", engine.item("E", engine.fields("E", i, {{"a", 1}, {"c", 1}})));
  const AttributeMap key = engine.key("E", engine.fields("E", 1, {{"a", 1}}));
  const Pattern& pattern = engine.pattern();
  if (pattern.operation == PatternOperation::TransactGet) {
    TransactGetItemsRequest request{.return_consumed_capacity = kIndexes};
    request.transact_items.emplace();
    for (int i = 1; i <= one.items; ++i)
      request.transact_items->push_back(
          {.get = Get{.key = {engine.key("E", engine.fields("E", i, {{"a", 1}}))}, .table_name = "items"}});
    return EngineOfModel::places_of(engine.database().transact_get_items(request));
  }
  if (pattern.operation == PatternOperation::BatchGet) {
    KeysAndAttributes keys;
    keys.keys.emplace();
    keys.consistent_read = pattern.consistent;
    for (int i = 1; i <= one.items; ++i) keys.keys->push_back(engine.key("E", engine.fields("E", i, {{"a", 1}})));
    return EngineOfModel::places_of(
        engine.database().batch_get_item({.request_items = NamedList<KeysAndAttributes>{{"items", std::move(keys)}},
                                          .return_consumed_capacity = kIndexes}));
  }
  if (pattern.operation == PatternOperation::Scan)
    return EngineOfModel::places_of(
        engine.database().scan({.table_name = "items", .return_consumed_capacity = kIndexes}));
  const std::string how = engine.units().how;
  if (how.starts_with("GetItem"))
    return EngineOfModel::places_of(engine.database().get_item({.table_name = "items",
                                                                .key = {key},
                                                                .consistent_read = pattern.consistent,
                                                                .return_consumed_capacity = kIndexes}));
  return query(engine, engine.units().accesses.front(), pattern.consistent);
}

const std::vector<ReadCase>& read_cases() {
  static const std::vector<ReadCase> kCases = {
      {"an item", "entities: E, by: [a, b]", 1},
      {"an item, consistently", "entities: E, by: [a, b], consistent: true", 1},
      {"a large item", "entities: E, by: [a, b], consistent: true", 1, "      - {name: gix, partition: G1, sort: G2}\n",
       "        in: {gix: {partition: \"C#{c}\", sort: \"{b}\"}}\n", 9000},
      {"an item that is not there", "entities: E, by: [a, b], items: 0", 0},
      {"an item that is not there, consistently", "entities: E, by: [a, b], items: 0, consistent: true", 0},
      {"a partition", "entities: E, by: [a], items: 30", 30},
      {"a partition, consistently", "entities: E, by: [a], items: 30, consistent: true", 30},
      {"an empty partition", "entities: E, by: [a], items: 0", 0},
      {"an index", "entities: E, by: [c], items: 30", 30},
      {"an index by more than the key of the item", "entities: E, by: [a, b, c]", 1,
       "      - {name: gix, partition: G1, sort: G2}\n",
       "        in: {gix: {partition: \"C#{c}#{a}\", sort: \"{b}\"}}\n"},
      {"an index of keys", "entities: E, by: [c], wanted: [a, b], items: 90", 90,
       "      - {name: gix, partition: G1, sort: G2, projection: KEYS_ONLY}\n"},
      {"an index of attributes", "entities: E, by: [c], wanted: [a, b, n], items: 90", 90,
       "      - {name: gix, partition: G1, sort: G2, projection: INCLUDE, include: [n, a, b]}\n"},
      {"an index with shards", "entities: E, by: [c], items: 20", 20,
       "      - {name: gix, partition: [c, shard], sort: [b], shards: {count: 4, of: b, attribute: shard}}\n", ""},
      {"a local index", "entities: E, by: [a], range: c, items: 30, consistent: true", 30,
       "      - {name: lix, scope: local, sort: L}\n", "        in: {lix: {sort: \"{c}#{b}\"}}\n"},
      {"a batch", "batch_get: E, items: 7", 7},
      {"a batch, consistently", "batch_get: E, items: 7, consistent: true", 7},
      {"a transaction", "transact_get: [E], items: 3", 3},
      {"a scan", "scan: E", 50, "      - {name: gix, partition: G1, sort: G2}\n",
       "        in: {gix: {partition: \"C#{c}\", sort: \"{b}\"}}\n", 300, "        count: 50\n"},
  };
  return kCases;
}

TEST(CostOfReads, IsWhatTheEngineConsumes) {
  for (const ReadCase& one : read_cases()) {
    SCOPED_TRACE(one.name);
    EngineOfModel engine(text_of(one));
    ASSERT_EQ(engine.units().not_priced, "");
    EXPECT_EQ(expected_units(engine.units(), false), consumed(engine, one));
  }
}

}  // namespace cost_reads_test
}  // namespace partita::modelling
