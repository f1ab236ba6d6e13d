// Small models, each with keys, indexes or patterns of another shape, whose patterns are all right when they run.
#include <gmock/gmock.h>

#include "modelling/run/run_model.h"
#include "modelling/run/run_report.h"
#include "run_support.h"

namespace partita::modelling::run {
namespace run_shapes_test {

using run_support::database_in_memory;
using run_support::proof_of;
using testing::IsEmpty;

constexpr std::int64_t kNow = 1767700000000;

struct Shape {
  const char* name;
  const char* yaml;
};
class RunShape : public testing::TestWithParam<Shape> {};

TEST_P(RunShape, IsRight) {
  const auto proof = proof_of(GetParam().yaml);
  ASSERT_THAT(proof->refusals(), IsEmpty()) << proof->refusals().front().particulars;
  const auto database = database_in_memory();
  const auto ran = run_model(*proof, *database, {.items = 9, .now_ms = [] { return kNow; }});
  ASSERT_TRUE(ran) << ran.error().message;
  const ModelRun& run = *ran;
  for (const PatternRun& one : run.patterns)
    EXPECT_EQ(one.outcome, Outcome::Right) << one.pattern->name << ": " << one.reason;
  EXPECT_TRUE(run.is_right()) << to_lines(run, {});
}

INSTANTIATE_TEST_SUITE_P(All, RunShape,
                         testing::Values(Shape{"Shards", R"(
format: 1
name: events
tables:
  - name: events
    partition_key: PK
    type_attribute: type
    indexes: [{name: by_day, partition: GSI1PK, sort: GSI1SK}]
    entities:
      - name: EVENT
        fields: {id: string, at: time}
        key: {partition: "EVENT#{id}"}
        in: {by_day: {partition: "DAY#{at:day}#{id:shard4}", sort: "{at}#{id}"}}
patterns:
  - {name: of some days, entities: EVENT, buckets: at, newest: at}
)"},
                                         // The library writes the shard into a field, and a closed order has no shard.
                                         Shape{"ShardInAField", R"(
format: 1
name: orders
tables:
  - name: orders
    partition_key: PK
    indexes:
      - name: open_by_day
        partition: [status, shard]
        sort: day
        shards: {count: 3, of: id, attribute: shard}
        when: {field: status, equals: OPEN}
    entities:
      - name: ORDER
        fields: {id: string, status: {enum: [OPEN, CLOSED]}, day: date, shard: "integer?", note: string}
        key: {partition: "ORDER#{id}"}
patterns:
  - {name: one, entities: ORDER, by: [id]}
  - {name: open, entities: ORDER, by: [status], range: day, range_comparison: between}
  - {name: all, scan: ORDER}
  - {name: several, batch_get: [ORDER]}
  - {name: place, create: ORDER}
  - {name: close, update: ORDER, set: [status]}
  - {name: note, update: ORDER, set: [note]}
  - {name: put, put: ORDER}
  - {name: remove, delete: ORDER}
)"},
                                         // All orders are in the first index, although the second one, which has the
                                         // same sort key, holds only some of them.
                                         Shape{"OneMemberInTwoIndexes", R"(
format: 1
name: orders
tables:
  - name: orders
    partition_key: PK
    indexes:
      - {name: by_customer, partition: customer, sort: made}
      - {name: open, partition: openpk, sort: made}
    entities:
      - name: ORDER
        fields: {id: string, customer: string, made: time, status: {enum: [OPEN, CLOSED]}}
        key: {partition: "ORDER#{id}"}
        in: {open: {partition: "OPEN", sort: "{made}", when: {field: status, equals: OPEN}}}
patterns:
  - {name: of a customer, entities: ORDER, by: customer, newest: made}
  - {name: open, entities: ORDER, index: open, newest: made}
  - {name: place, create: ORDER}
  - {name: close, update: ORDER, set: [status], given: [made]}
)"},
                                         // An update leaves an order in the shard that the sample gives.
                                         Shape{"GivenShard", R"(
format: 1
name: orders
tables:
  - name: orders
    partition_key: PK
    indexes:
      - {name: by_state, partition: [status, shard], shards: {count: 9, of: id, attribute: shard}}
    entities:
      - name: ORDER
        fields: {id: string, status: string, shard: "integer?", note: string}
        key: {partition: "ORDER#{id}"}
        samples:
          - {id: a, status: OPEN, shard: 7, note: first}
          - {id: b, status: OPEN, shard: 8, note: second}
patterns:
  - {name: of a state, entities: ORDER, by: [status]}
  - {name: note, update: ORDER, set: [note]}
  - {name: one, entities: ORDER, by: [id]}
)"},
                                         Shape{"NaturalKeys", R"(
format: 1
name: games
tables:
  - name: games
    partition_key: player
    sort_key: score
    indexes: [{name: by_level, partition: level, sort: score}]
    entities:
      - name: GAME
        fields: {player: {kind: string, distinct: 2}, score: integer, level: {kind: integer, distinct: 2}}
        key: {partition: "{player}", sort: "{score}"}
        in: {by_level: {partition: "{level}", sort: "{score}"}}
patterns:
  - {name: best of a player, entities: GAME, by: [player], descending: score}
  - {name: above, entities: GAME, by: [player], range: score, range_comparison: between}
  - {name: of a level, entities: GAME, by: [level], descending: score, limit: 2}
  - {name: raise, update: GAME, set: [level]}
)"},
                                         Shape{"FiltersAndScans", R"(
format: 1
name: items
tables:
  - name: items
    partition_key: PK
    sort_key: SK
    type_attribute: type
    entities:
      - name: ITEM
        fields: {shelf: {kind: string, distinct: 1}, id: integer, color: string, price: decimal, tags: string_set}
        key: {partition: "SHELF#{shelf}", sort: "{id:06d}"}
patterns:
  - {name: red, entities: ITEM, by: [shelf], filter: [color]}
  - {name: dear, entities: ITEM, by: [shelf], filter: [{field: price, comparison: ">="}, {field: color, comparison: "<>"}]}
  - {name: tagged, scan: ITEM, filter: [{field: tags, comparison: contains}]}
  - {name: prefixed, scan: ITEM, filter: [{field: color, comparison: begins_with}]}
)"},
                                         Shape{"KeptFieldsAndTtl", R"(
format: 1
name: sessions
tables:
  - name: sessions
    partition_key: PK
    type_attribute: type
    entities:
      - name: SESSION
        fields: {id: uuid, made: time, changed: time, expires: seconds, note: string}
        key: {partition: "SESSION#{id}"}
        ttl: expires
        created_at: made
        updated_at: changed
patterns:
  - {name: one, entities: SESSION, by: [id]}
  - {name: open, create: SESSION}
  - {name: touch, update: SESSION, set: [note]}
  - {name: put, put: SESSION}
  - {name: all, scan: SESSION}
)"},
                                         // No function computes the field, so its value is the one that is given.
                                         Shape{"ComputedField", R"(
format: 1
name: people
tables:
  - name: people
    partition_key: PK
    type_attribute: type
    indexes: [{name: by_word, partition: GSI1PK}]
    entities:
      - name: PERSON
        fields: {id: string, name: string, word: string}
        key: {partition: "PERSON#{id}"}
        in: {by_word: {partition: "WORD#{word}"}}
        computed: [{field: word, from: [name]}]
patterns:
  - {name: with a word, entities: PERSON, by: [word]}
  - {name: add, create: PERSON}
  - {name: rename, update: PERSON, set: [name], read_first: true}
)"},
                                         // The samples are put, and their sentinels must be written, too.
                                         Shape{"UniqueFieldOfTheKey", R"(
format: 1
name: tasks
tables:
  - name: tasks
    partition_key: PK
    sort_key: SK
    type_attribute: type
    entities:
      - name: TASK
        fields: {owner: {kind: string, distinct: 2}, id: string, title: string}
        key: {partition: "T#{owner}", sort: "TASK#{id}"}
        unique: [id]
patterns:
  - {name: of an owner, entities: TASK, by: [owner]}
  - {name: add, create: TASK}
  - {name: put, put: TASK}
  - {name: retitle, update: TASK, set: [title]}
  - {name: drop, delete: TASK}
)"},
                                         Shape{"SearchByVector", R"(
format: 1
name: notes
tables:
  - name: notes
    partition_key: PK
    type_attribute: type
    indexes:
      - {name: by_meaning, scope: vector, partition: tenant, vector: {attribute: embedding, dimensions: 3, distance: COSINE}}
    entities:
      - name: NOTE
        fields: {id: string, tenant: {kind: string, distinct: 2}, embedding: list}
        key: {partition: "NOTE#{id}"}
        in: {by_meaning: {partition: "{tenant}"}}
patterns:
  - {name: like this, search: NOTE, by: [tenant]}
)"}),
                         [](const auto& shape) { return std::string(shape.param.name); });

}  // namespace run_shapes_test
}  // namespace partita::modelling::run
