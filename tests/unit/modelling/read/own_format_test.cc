// Partita's own format loses nothing, and its reader names faults.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "modelling/read/read_model.h"
#include "modelling/write/write_model.h"
#include "unit/modelling/outline_of.h"

namespace partita::modelling {
namespace own_format_test {

// Every member that the format has, with another value than that of its absence.
constexpr const char* kEverything = R"yaml(
format: 1
name: all
description: Everything that the format has.
tables:
  - name: everything
    partition_key: PK
    sort_key: SK
    type_attribute: kind
    attribute_types: {other: N}
    billing: provisioned
    throughput: {read: 5, write: 6}
    stream: NEW_IMAGE
    table_class: STANDARD_INFREQUENT_ACCESS
    point_in_time_recovery: true
    deletion_protection: true
    ttl_attribute: expires
    tags: [{key: team, value: "a: b # c"}]
    indexes:
      - {name: by_status, partition: GSI1PK, sort: GSI1SK, include: [note], throughput: {read: 1, write: 2}}
      - {name: by_shard, partition: [status, shard], sort: [created, id], shards: {count: 5, of: id, attribute: shard, was: 3}, when: {field: status, equals: OPEN}}
      - {name: by_note, scope: local, sort: note, projection: KEYS_ONLY}
      - {name: by_meaning, scope: vector, partition: customer, vector: {attribute: embedding, dimensions: 3, distance: EUCLIDEAN, inline_filters: [status]}}
    entities:
      - name: ORDER
        description: An order
        aliases: [OLD, OLDER]
        count: 20M
        size_bytes: 180
        fields:
          customer: {kind: string, description: Who, references: CUSTOMER, size_bytes: 12, distinct: 1k, values: {zipf: 1.1}}
          id: ulid
          created: time
          changed: time
          status: {enum: [OPEN, {name: DONE, attribute: done, key: 1_DONE}], values: {weights: [3, 1]}}
          note: {kind: "string?", present: 0.5}
          lower: {kind: string, attribute: l, has_default: true}
          hidden: {kind: string, stored: false}
          embedding: list
          tags: string_set
          version: integer
          expires: "seconds?"
        key: {partition: "CUST#{customer}", sort: "ORDER#{id}#{hidden}"}
        in:
          by_status: {partition: "STATUS#{status}", sort: "{note}", sparse: true, added_later: true, when: {field: status, equals: OPEN}}
        version: version
        ttl: expires
        unique: [[lower], [note, status]]
        sentinels: OLD
        created_at: created
        updated_at: changed
        computed: [{field: lower, from: [note]}]
        lossy_key: true
        carries_other_attributes: true
        guessed: true
        samples:
          - {customer: ada, id: "01KE6P4YM0JRJH8E5JT3GJ0CHB", version: 3, tags: {SS: [a, b]}}
    samples:
      - {PK: {S: x}, SK: {S: y}, n: {N: "12.25"}}
patterns:
  - {name: a, id: "7", description: text, table: everything, entities: ORDER, by: [customer], range: created, range_comparison: between, forward: false, consistent: true, with_expired: true, index: by_status, wanted: [id, note], filter: [{field: note, comparison: contains}], limit: 10, parameters: [{name: p, type: string, entity: ORDER}], per_second: 5, peak_per_second: 50, items: 3, values: {customer: uniform}}
  - {name: b, entities: ORDER, by: customer, buckets: created, tree: true, get_item: true}
  - {name: c, entities: [ORDER, ORDER], by: customer, whole: true, from_end: true}
  - {name: d, search: ORDER, by: customer}
  - {name: e, scan: ORDER}
  - {name: f, batch_get: ORDER}
  - {name: g, transact_get: [ORDER]}
  - {name: h, put: ORDER, condition: "a < b"}
  - {name: i, update: ORDER, set: [note], given: [status], read_first: true, version_unchecked: true}
  - {name: j, batch_write: [{put: ORDER, items: 10}, {delete: ORDER, table: everything}]}
  - {name: k, transact: [{create: ORDER}, {check: ORDER}, {update: ORDER, set: note}]}
seasons:
  - {name: day, begin_second: 1, end_second: 2, factor: 3, period_seconds: 86400, amplitude: 0.5, peak_second: 7200, patterns: [a, b]}
)yaml";

std::string rewritten(const std::string& text, const std::string& format) {
  auto model = read_model_text(text, "model.yml");
  if (!model) return model.error().message;
  auto written = write_model(std::make_shared<const Model>(std::move(*model)), format);
  return written ? written->text : written.error().message;
}

TEST(OwnFormat, LosesNothingInYamlAndJson) {
  const std::string yaml = rewritten(kEverything, "yaml");
  EXPECT_EQ(rewritten(yaml, "yaml"), yaml);
  const std::string json = rewritten(kEverything, "json");
  EXPECT_EQ(rewritten(json, "json"), json);
  EXPECT_EQ(rewritten(yaml, "json"), json);
  // Each word of the model, so that no member is dropped by reader and writer alike.
  for (const char* word : {"Everything that",
                           "other",
                           "provisioned",
                           "NEW_IMAGE",
                           "INFREQUENT",
                           "point_in_time",
                           "deletion_protection",
                           "expires",
                           "team",
                           "a: b # c",
                           "by_status",
                           "throughput",
                           "shards",
                           "was",
                           "by_note",
                           "KEYS_ONLY",
                           "EUCLIDEAN",
                           "inline_filters",
                           "An order",
                           "OLDER",
                           "20000000",
                           "Who",
                           "references",
                           "distinct",
                           "zipf",
                           "1_DONE",
                           "weights",
                           "present",
                           "has_default",
                           "stored",
                           "string_set",
                           "sparse",
                           "added_later",
                           "when",
                           "unique",
                           "sentinels",
                           "created_at",
                           "updated_at",
                           "computed",
                           "lossy_key",
                           "carries_other",
                           "guessed",
                           "01KE6P4YM0",
                           "12.25",
                           "\"7\"",
                           "range_comparison",
                           "between",
                           "forward",
                           "consistent",
                           "with_expired",
                           "wanted",
                           "contains",
                           "limit",
                           "parameters",
                           "per_second",
                           "peak_per_second",
                           "items",
                           "uniform",
                           "buckets",
                           "tree",
                           "get_item",
                           "whole",
                           "from_end",
                           "search",
                           "scan",
                           "batch_get",
                           "transact_get",
                           "condition",
                           "a < b",
                           "given",
                           "read_first",
                           "version_unchecked",
                           "batch_write",
                           "check",
                           "period_seconds",
                           "amplitude",
                           "peak_second"})
    EXPECT_NE(json.find(word), std::string::npos) << word;
}

TEST(OwnFormat, NamesWhatIsWrong) {
  struct Case {
    const char* text;
    const char* error;
  };
  const Case cases[] = {
      {"format: 2\ntables: []", "the format is '2'"},
      {"format: 1\ntables: []\npaterns: []", "did you mean 'patterns'"},
      {"format: 1\ntables: [{name: shop}]", "partition_key"},
      {"format: 1\ntables: []\nseasons: [{factor: 2, patterns: [sale]}]", "the model has no pattern 'sale'"},
      {"format: 1\ntables: []\nseasons: [{amplitude: 2}]", "the amplitude of a season is a share of its factor"},
      {"format: 1\ntables:\n  - {name: shop, partition_key: PK, entities: [{name: A, fields: {id: strng}, key: A}]}",
       "did you mean 'string'"},
      {"format: 1\ntables:\n  - {name: shop, partition_key: PK, entities: [{name: A, fields: {id: {optional: true}}, "
       "key: A}]}",
       "has no kind"},
      {"format: 1\ntables: []\npatterns: [{name: x}]", "says neither what it reads nor what it writes"},
      {"format: 1\ntables: []\npatterns: [{name: x, entities: A}, {name: x, entities: A}]", "two patterns are called"},
      {"format: 1\ntables: []\npatterns: [{name: x, entities: A, newest: a, oldest: b}]", "two orders"},
      {"format: 1\ntables: []\npatterns: [{name: x, entities: A, per_second: often}]", "per_second is 'often'"},
      {"format: 1\ntables:\n  - {name: shop, partition_key: PK, entities: [{name: A, fields: {id: {kind: string, "
       "distinct: 0.3}}, "
       "key: A}]}",
       "distinct is 0.3: give the number of different values, which is at least 1"},
  };
  for (const Case& one : cases) {
    const auto read = read_model_text(one.text, "model.yml");
    ASSERT_FALSE(read) << one.text;
    EXPECT_EQ(read.error().message.find("model.yml:"), 0u) << read.error().message;
    EXPECT_NE(read.error().message.find(one.error), std::string::npos) << read.error().message;
  }
}

TEST(OwnFormat, NamesAllFaultsInOneRun) {
  const std::string shown = outline_of(R"(format: 1
tables:
  - name: shop
    partition_key: PK
    sort_keys: SK
    entities:
      - name: A
        fields: {id: strng, at: tme}
        key: {partition: "{id}", srt: X}
      - name: B
        fields: {id: string}
patterns:
  - {name: p, entities: A, by: id, descendng: at}
  - {nme: q}
  - {name: r, scn: A}
)",
                                       "m.yml");
  for (const char* fault :
       {"m.yml:5: a table has no member 'sort_keys'", "m.yml:8: there is no kind", "m.yml:9: a key has no member 'srt'",
        "m.yml:10: the entity needs a member 'key'", "m.yml:13: a pattern has no member 'descendng'",
        "m.yml:14: a pattern has no member 'nme'", "m.yml:15: a pattern has no member 'scn'"})
    EXPECT_NE(shown.find(fault), shown.npos) << fault << "\n" << shown;
  // A member that is missing because its name is wrong is one fault.
  EXPECT_EQ(shown.find("m.yml:14: a pattern needs a member 'name'"), shown.npos) << shown;
}

}  // namespace own_format_test
}  // namespace partita::modelling
