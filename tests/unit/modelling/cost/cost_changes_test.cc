// Changes that make a model cheaper: their savings, and the cases in which they are not proposed.
#include <gmock/gmock.h>

#include "modelling/cost/changes.h"
#include "unit/modelling/cost/cost_engine.h"

namespace partita::modelling {
namespace cost_changes_test {

using cost_engine::prove_text;

struct ChangeCase {
  const char* name;
  const char* pattern;     // further patterns
  const char* change;      // the beginning of the change
  double saving;           // a month; negative: the change must not be proposed
  const char* table = "";  // further lines of the table
  const char* projection = "ALL";
  const char* type = "";  // of field c
};

std::string text_of(const ChangeCase& one) {
  return std::string("format: 1\nname: m\ntables:\n  - name: items\n    partition_key: PK\n    sort_key: SK\n") +
         one.table + "    indexes:\n      - {name: gix, partition: G1, sort: G2, projection: " + one.projection +
         "}\n    entities:\n      - name: E\n        key: {partition: \"P#{a}\", sort: \"S#{b}\"}\n"
         "        in: {gix: {partition: \"C#{c}\", sort: \"{b}\"}}\n"
         "        fields: {a: {kind: string, size_bytes: 10}, b: {kind: string, size_bytes: 10}, c: {kind: string, "
         "size_bytes: 10}, description: {kind: string, size_bytes: 3000}}\npatterns:\n" +
         one.pattern;
}

constexpr double kMonth = 2'628'000, kWrite = 0.625e-6 * kMonth, kRead = 0.125e-6 * kMonth;

std::optional<double> saving_of(const std::vector<CheaperChange>& changes, const std::string& begin) {
  for (const CheaperChange& change : changes)
    if (change.what.starts_with(begin)) return change.saving_usd;
  return std::nullopt;
}

TEST(CostChanges, AreMadeOnTheModelAndPricedAgain) {
  constexpr const char* kPut = "  - {name: w, put: E, per_second: 100}\n";
  const std::string reads_all = std::string(kPut) + "  - {name: r, entities: E, by: [c], items: 1, per_second: 1}\n";
  const std::string reads_keys =
      std::string(kPut) + "  - {name: r, entities: E, by: [c], items: 1, per_second: 1, wanted: [a, b, c]}\n";
  const std::string consistent =
      std::string(kPut) + "  - {name: r, entities: E, by: [a, b], per_second: 10, consistent: true}\n";
  const std::string transacted = "  - {name: t, transact: [{create: E}], per_second: 10}\n";
  const ChangeCase cases[] = {
      // An item has 4 units with its 3 KB, and so has its entry.
      {"an unused index", kPut, "drop the index gix of items", 100 * 4 * kWrite},
      {"an index that is read", reads_all.c_str(), "drop the index gix of items", -1},
      {"an index whose readers want less", reads_keys.c_str(), "project only a, b, c, type into gix", 100 * 3 * kWrite},
      {"an index whose reader wants all", reads_all.c_str(), "project only", -1},
      {"an index of keys already", reads_keys.c_str(), "project only", -1, "", "KEYS_ONLY"},
      {"a consistent read", consistent.c_str(), "read \"r\" eventually consistently", 10 * 0.5 * kRead},
      {"an eventual read", reads_all.c_str(), "read \"r\" eventually", -1},
      {"a transaction of one item", transacted.c_str(), "write \"t\" without a transaction", 10 * 4 * kWrite},
      {"provisioned capacity", kPut, "provision items with auto scaling",
       800 * kWrite - 730 * (2 * 572 * 0.00065 + 2 * 0.00013)},
      {"a class for rare requests", kPut, "put items into the class", -1},
  };
  for (const ChangeCase& one : cases) {
    SCOPED_TRACE(one.name);
    const Bill bill = bill_of_model(prove_text(text_of(one)), *built_in_prices("us-east-1"), {});
    const auto changes = cheaper_changes(bill);
    const auto saving = saving_of(changes, one.change);
    if (one.saving < 0) {
      EXPECT_FALSE(saving);
      continue;
    }
    ASSERT_TRUE(saving);
    EXPECT_NEAR(*saving, one.saving, 1e-6 * one.saving);
    for (std::size_t i = 1; i < changes.size(); ++i) EXPECT_GE(changes[i - 1].saving_usd, changes[i].saving_usd);
    for (const CheaperChange& change : changes)
      EXPECT_NEAR(change.total_usd + change.saving_usd, bill.total_usd(), 1e-6);
  }
}

TEST(CostChanges, KnowStorageThatIsSeldomRead) {
  const Bill bill = bill_of_model(
      prove_text(
          "format: 1\nname: m\ntables:\n  - name: logs\n    partition_key: PK\n    type_attribute: null\n    "
          "entities:\n      - name: LOG\n"
          "        count: 1G\n        key: {partition: \"{day}\"}\n        fields: {day: {kind: string, size_bytes: "
          "10}, body: {kind: string, size_bytes: 886}}\npatterns:\n  - {name: w, put: LOG, per_second: 1}\n"),
      *built_in_prices("us-east-1"), {});
  const auto saving = saving_of(cheaper_changes(bill), "put logs into the class Standard-IA");
  ASSERT_TRUE(saving);
  // The key is "{day}" composed into PK, so an item has 2 + 10, 3 + 10 and 4 + 886 bytes.
  const double gigabytes = 1e9 * (915 + 100) / (1024.0 * 1024 * 1024);
  EXPECT_NEAR(*saving, gigabytes * 0.15 - kMonth * 0.155e-6, 1e-6 * gigabytes);
}

TEST(CostChanges, ShortenTheNamesOfAttributes) {
  const Bill bill = bill_of_model(
      prove_text(
          "format: 1\nname: m\ntables:\n  - name: points\n    partition_key: PK\n    type_attribute: null\n    "
          "entities:\n      - name: P\n"
          "        count: 1G\n        key: {partition: \"P#{id}\"}\n        fields: {id: {kind: string, size_bytes: "
          "8}, temperature_celsius: integer, humidity_percent: integer}\n"),
      *built_in_prices("us-east-1"), {});
  const auto saving = saving_of(cheaper_changes(bill), "store the attributes of points under short names");
  ASSERT_TRUE(saving);
  // "temperature_celsius" and "humidity_percent" become "t" and "h".
  EXPECT_NEAR(*saving, 1e9 * (18 + 15) / (1024.0 * 1024 * 1024) * 0.25, 1e-6);
}

// A template of infrastructure names no pattern, so the readers of its indexes are not known, and a pattern without a
// frequency says nothing about the load.
TEST(CostChanges, AreOnlyAboutWhatTheModelNames) {
  const std::string table =
      "format: 1\nname: m\ntables:\n  - {name: orders, partition_key: pk, billing: provisioned, throughput: {read: 5, "
      "write: 5}, indexes: [{name: by_g, partition: g, throughput: {read: 5, write: 5}}]";
  const std::string entity =
      ", entities: [{name: O, count: 10M, fields: {id: string, g: string}, key: \"O#{id}\", in: {by_g: \"{g}\"}}]";
  struct Case {
    std::string text;
    bool proposes;
  };
  for (const Case& one :
       {Case{table + "}\n", false}, Case{table + entity + "}\n", false},
        Case{table + entity +
                 "}\npatterns:\n  - {name: r, entities: O, by: id}\n  - {name: g, entities: O, by: g, "
                 "per_second: 1}\n",
             false},
        Case{table + entity + "}\npatterns:\n  - {name: r, entities: O, by: id, per_second: 1}\n", true}}) {
    const Bill bill = bill_of_model(prove_text(one.text), *built_in_prices("us-east-1"), {});
    EXPECT_EQ(!cheaper_changes(bill).empty(), one.proposes) << one.text;
  }
}

}  // namespace cost_changes_test
}  // namespace partita::modelling
