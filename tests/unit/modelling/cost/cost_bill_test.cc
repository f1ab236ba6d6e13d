// The monthly bill: frequencies, storage, capacity modes, and parts without a price.
#include <gmock/gmock.h>

#include "documents/read_file.h"
#include "modelling/cost/bill_report.h"
#include "modelling/cost/units.h"
#include "unit/modelling/cost/cost_engine.h"

namespace partita::modelling {
namespace cost_bill_test {

using cost_engine::prove_text;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

// An item has 2 + 5 + 2 + 4 bytes of keys ("P#aaa", "S#bb"), 1 + 3, 1 + 2 and 1 + 93 bytes of fields: 114.
std::string text_of(const std::string& table, const std::string& entity, const std::string& patterns) {
  return "format: 1\nname: m\ntables:\n  - name: items\n    partition_key: PK\n    sort_key: SK\n    type_attribute: "
         "null\n" +
         table + "    entities:\n      - name: E\n" + entity +
         "        key: {partition: \"P#{a}\", sort: \"S#{b}\"}\n        fields: {a: {kind: string, size_bytes: 3}, "
         "b: {kind: string, size_bytes: 2}, c: {kind: string, size_bytes: 93}}\n" +
         (patterns.empty() ? "" : "patterns:\n" + patterns);
}

Bill bill_of(const std::string& text, const BillOptions& options = {}) {
  return bill_of_model(prove_text(text), *built_in_prices("us-east-1"), options);
}

TEST(CostBill, PricesRequestsOnDemand) {
  const Bill bill = bill_of(text_of("", "",
                                    "  - {name: w, put: E, per_second: 10}\n"
                                    "  - {name: r, entities: E, by: [a, b], per_second: 100}\n"));
  ASSERT_EQ(bill.patterns.size(), 2u);
  EXPECT_NEAR(bill.patterns[0].usd, 10 * 2'628'000 * 0.625e-6, 1e-9);
  EXPECT_NEAR(bill.patterns[1].usd, 50 * 2'628'000 * 0.125e-6, 1e-9);
  EXPECT_NEAR(bill.tables[0].throughput_usd, bill.patterns[0].usd + bill.patterns[1].usd, 1e-9);
  EXPECT_THAT(bill.not_priced, ElementsAre(HasSubstr("items.E: say count")));
}

TEST(CostBill, StoresItemsAndEntriesWithTheOverheadOfTheService) {
  const Bill bill = bill_of(text_of("    indexes:\n      - {name: gix, partition: G1, projection: KEYS_ONLY}\n",
                                    "        count: 10M\n        in: {gix: {partition: \"C#{b}\"}}\n", ""));
  // With its key in the index, which has 2 + 4 bytes, an item has 120 bytes. The entry has the three keys.
  EXPECT_NEAR(bill.tables[0].places[0].gigabytes, 1e7 * (120 + 100) / kGigabyte, 1e-9);
  EXPECT_NEAR(bill.tables[0].places[1].gigabytes, 1e7 * (7 + 6 + 6 + 100) / kGigabyte, 1e-9);
  EXPECT_NEAR(bill.tables[0].storage_usd, 0.25 * 1e7 * (220 + 119) / kGigabyte, 1e-9);
  EXPECT_THAT(bill.not_priced, ElementsAre("requests to items: the model names no access patterns of it"));
}

TEST(CostBill, CountsTheDeclaredSizeOfAnItem) {
  const Bill larger = bill_of(text_of("", "        count: 1000\n        size_bytes: 400\n", ""));
  EXPECT_NEAR(larger.tables[0].places[0].gigabytes, 1000 * 500 / kGigabyte, 1e-12);
  // The declared sizes of the fields stay, so the item is not smaller than they are.
  const Bill smaller = bill_of(text_of("", "        count: 1000\n        size_bytes: 50\n", ""));
  EXPECT_NEAR(smaller.tables[0].places[0].gigabytes, 1000 * 214 / kGigabyte, 1e-12);
  EXPECT_THAT(smaller.units.assumptions.sentences(),
              Contains(HasSubstr("size_bytes of 50, which is therefore too small")));
}

TEST(CostBill, SaysWhatItCannotPrice) {
  const struct {
    const char* pattern;
    const char* reason;
  } cases[] = {
      {"put: E", "say per_second"},
      {"entities: E, by: [a], per_second: 1", "say items, the mean number of items that a call returns"},
      {"batch_get: E, per_second: 1", "say items, the mean number of items that a call reads"},
      {"scan: E, per_second: 1", "say count, the number of items of E"},
  };
  for (const auto& [pattern, reason] : cases) {
    const Bill bill = bill_of(text_of("", "", std::string("  - {name: p, ") + pattern + "}\n"));
    EXPECT_EQ(bill.patterns[0].not_priced, reason) << pattern;
    EXPECT_THAT(bill.not_priced, Contains(std::string("\"p\": ") + reason));
    EXPECT_EQ(bill.tables[0].throughput_usd, 0) << pattern;
  }
}

TEST(CostBill, EstimatesItemsByCountsAndDifferentValues) {
  const Bill bill = bill_of(
      "format: 1\nname: m\ntables:\n  - name: items\n    partition_key: PK\n    sort_key: SK\n    type_attribute: "
      "null\n    entities:\n"
      "      - name: E\n        count: 1M\n        key: {partition: \"P#{a}\", sort: \"S#{b}\"}\n"
      "        fields: {a: {kind: string, size_bytes: 3, distinct: 10k}, b: {kind: string, size_bytes: 2}}\n"
      "patterns:\n  - {name: p, entities: E, by: [a], per_second: 1}\n");
  // 100 items of 20 bytes are less than 4 KB.
  EXPECT_EQ(bill.patterns[0].units->read_units(), 0.5);
  EXPECT_THAT(bill.patterns[0].units->how, HasSubstr("100 items of 20 bytes"));
  EXPECT_THAT(bill.units.assumptions.sentences(),
              Contains("\"p\" returns 100 items, by count and distinct: say items"));
}

TEST(CostBill, CountsTheItemsThatAFilterDrops) {
  const Bill bill = bill_of(
      "format: 1\nname: m\ntables:\n  - name: items\n    partition_key: PK\n    sort_key: SK\n    type_attribute: "
      "null\n    entities:\n"
      "      - name: E\n        key: {partition: \"P#{a}\", sort: \"S#{b}\"}\n"
      "        fields: {a: {kind: string, size_bytes: 3}, b: {kind: string, size_bytes: 2}, s: {enum: [AAAA, BBBB, "
      "CCCC,"
      " DDDD]}, d: {kind: string, size_bytes: 990}}\n"
      "patterns:\n  - {name: p, entities: E, by: [a], items: 4, per_second: 1, filter: [{field: s, comparison: "
      "\"=\"}]}\n");
  // 4 of 16 items pass, of 1016 bytes each.
  EXPECT_EQ(bill.patterns[0].units->read_units(), 2);
  EXPECT_THAT(bill.patterns[0].units->how, HasSubstr("4 items of 1016 bytes of 16 read"));
}

TEST(CostBill, ComparesTheModes) {
  const std::string patterns = "  - {name: w, put: E, per_second: 70, peak_per_second: 140}\n";
  const Bill bill = bill_of(text_of("", "", patterns), {.utilization = 0.7});
  const auto usd = [&](CapacityMode mode) {
    return throughput_usd(bill.prices, bill.options, bill.tables[0].places, mode, TableClass::Standard,
                          *bill.tables[0].table);
  };
  // At least one unit of reads is provisioned.
  EXPECT_NEAR(usd(CapacityMode::ProvisionedForPeak), 730 * (200 * 0.00065 + 0.00013), 1e-9);
  EXPECT_NEAR(usd(CapacityMode::ProvisionedAndScaled), 730 * (100 * 0.00065 + 0.00013), 1e-9);
  EXPECT_NEAR(provisioned_break_even(bill.prices, TableClass::Standard).writes, 0.2889, 1e-4);
  EXPECT_NEAR(provisioned_break_even(bill.prices, TableClass::Standard).reads, 0.2889, 1e-4);
}

TEST(CostBill, PricesProvisionedTablesByTheirUnits) {
  const Bill bill =
      bill_of(text_of("    billing: provisioned\n    throughput: {read: 30, write: 20}\n    indexes:\n"
                      "      - {name: gix, partition: G1, throughput: {read: 1, write: 2}}\n"
                      "      - {name: hix, partition: H1}\n",
                      "        in: {gix: {partition: \"C#{b}\"}, hix: {partition: \"D#{b}\"}}\n", ""));
  EXPECT_NEAR(bill.tables[0].throughput_usd, 730 * ((20 + 2 + 20) * 0.00065 + (30 + 1 + 30) * 0.00013), 1e-9);
}

TEST(CostBill, FindsTheBreakEvenOfInfrequentAccess) {
  const Bill bill = bill_of(text_of("", "", "  - {name: w, put: E, per_second: 1}\n"));
  const double ratio = infrequent_access_break_even(bill.prices, bill.tables[0].load());
  const double requests = bill.tables[0].throughput_usd;
  const double gigabytes = ratio * requests / 0.25;
  const double standard = requests + storage_usd(bill.prices, gigabytes, TableClass::Standard);
  const double infrequent = on_demand_usd(bill.prices, 0, 1, TableClass::StandardInfrequentAccess) +
                            storage_usd(bill.prices, gigabytes, TableClass::StandardInfrequentAccess);
  EXPECT_NEAR(standard, infrequent, 1e-9);
}

TEST(CostBill, AddsBackupsRecoveryAndStreams) {
  const Bill bill =
      bill_of(text_of("    stream: NEW_IMAGE\n    point_in_time_recovery: true\n", "        count: 100M\n", ""),
              {.backups = 3, .stream_reads_per_second = 2});
  const double gigabytes = 1e8 * 214 / kGigabyte;
  EXPECT_NEAR(bill.tables[0].recovery_usd, gigabytes * 0.2, 1e-9);
  EXPECT_NEAR(bill.tables[0].backup_usd, gigabytes * 3 * 0.1, 1e-9);
  EXPECT_NEAR(bill.tables[0].stream_usd, 4 * 2 * 2.628 * 0.2, 1e-9) << "four shards, as many as partitions";
}

// A vector of 256 numbers has 1 KB.
constexpr const char* kNotes = R"(
format: 1
name: notes
tables:
  - name: notes
    partition_key: PK
    type_attribute: null
    indexes:
      - {name: by_meaning, scope: vector, partition: tenant, projection: KEYS_ONLY, vector: {attribute: v, dimensions: 256, distance: COSINE}}
    entities:
      - name: NOTE
        count: 1M
        fields: {id: {kind: string, size_bytes: 8}, tenant: {kind: string, size_bytes: 4}, v: list}
        key: {partition: "NOTE#{id}"}
        in: {by_meaning: {partition: "{tenant}"}}
patterns:
  - {name: add, put: NOTE, per_second: 1}
  - {name: like this, search: NOTE, by: [tenant], per_second: 1}
)";

TEST(CostBill, SaysThatVectorIndexesAreNotPriced) {
  const Bill bill = bill_of(kNotes);
  EXPECT_THAT(bill.not_priced, Contains(AllOf(HasSubstr("vector index notes/by_meaning: its searches and writes"),
                                              HasSubstr("and its storage"))));
  EXPECT_THAT(bill.not_priced, Contains(HasSubstr("\"like this\": the service charges a search by its bytes")));
  const PlaceBill& vectors = bill.tables[0].places[1];
  EXPECT_GT(vectors.gigabytes, 1e6 * 1024 / kGigabyte);
  EXPECT_NEAR(bill.tables[0].storage_usd, 0.25 * bill.tables[0].places[0].gigabytes, 1e-9);
  const std::string text = cost_text(bill, {}, 3);
  EXPECT_THAT(text, HasSubstr("a month in us-east-1, without what is not priced (below)\n"));
  EXPECT_THAT(text, HasSubstr("a month without all of its vector indexes, on demand"));
  const std::string json = cost_json(bill, {});
  EXPECT_THAT(json, HasSubstr("\"total_is_complete\": false"));
  EXPECT_THAT(json, Not(HasSubstr("vector_storage_usd")));
}

TEST(CostBill, PricesTheStorageOfVectorIndexesIfThePriceIsGiven) {
  PriceList prices = *built_in_prices("us-east-1");
  const double before = bill_of_model(prove_text(kNotes), prices, {}).total_usd();
  prices.prices[static_cast<std::size_t>(PriceOf::vector_storage_gb_month)] = Price{.usd = 2, .verified = true};
  const Bill bill = bill_of_model(prove_text(kNotes), prices, {});
  EXPECT_NEAR(bill.total_usd() - before, 2 * bill.tables[0].places[1].gigabytes, 1e-9);
  EXPECT_THAT(bill.not_priced, Contains(AllOf(HasSubstr("vector index"), Not(HasSubstr("and its storage")))));
  EXPECT_THAT(cost_json(bill, {}), HasSubstr("\"vector_storage_usd\""));
}

TEST(CostBill, NamesMissingAndUnverifiedPrices) {
  const std::string text = text_of("    point_in_time_recovery: true\n    table_class: STANDARD_INFREQUENT_ACCESS\n",
                                   "        count: 1\n", "");
  const Bill frankfurt = bill_of_model(prove_text(text), *built_in_prices("eu-central-1"), {});
  EXPECT_THAT(frankfurt.unverified_prices, Contains(PriceOf::ia_storage_gb_month));
  EXPECT_THAT(frankfurt.missing_prices, IsEmpty());
  const Bill nowhere = bill_of_model(prove_text(text), PriceList{.region = "mars-1"}, {});
  EXPECT_THAT(nowhere.missing_prices, Contains(PriceOf::pitr_gb_month));
  EXPECT_THAT(cost_text(nowhere, {}, 3), HasSubstr("missing, counted as 0: pitr_gb_month"));
}

TEST(CostBill, IsToldAsTextAndJson) {
  const Bill bill =
      bill_of(text_of("", "        count: 10\n",
                      "  - {name: \"Put an \\\"E\\\"\", put: E, per_second: 10000}\n  - {name: r, delete: E}\n"));
  const std::string text = cost_text(bill, {}, 3);
  EXPECT_THAT(text, HasSubstr("m: $16,425.00 a month in us-east-1"));
  EXPECT_THAT(text, HasSubstr("not priced  say per_second"));
  const std::string json = cost_json(bill, {});
  EXPECT_THAT(json, HasSubstr("\"name\": \"Put an \\\"E\\\"\""));
  EXPECT_THAT(json, HasSubstr("\"not_priced\": \"say per_second\""));
  const auto tree = documents::read_text(json, "json");
  ASSERT_TRUE(tree) << tree.error().message;
  EXPECT_EQ(tree->find("region")->text, "us-east-1");
}

}  // namespace cost_bill_test
}  // namespace partita::modelling
