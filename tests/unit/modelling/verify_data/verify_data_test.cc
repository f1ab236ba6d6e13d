// Stored items that differ from their model, in a database and in dumps.
#include "modelling/verify_data/verify_data.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <zlib.h>

#include <filesystem>
#include <fstream>

#include "modelling/run/context.h"
#include "modelling/run/load_samples.h"
#include "modelling/verify_data/data_report.h"
#include "modelling/verify_data/dump.h"
#include "modelling/verify_data/duplicates.h"
#include "run_support.h"
#include "support/temporary_directory.h"

namespace partita::modelling::verify_data {
namespace verify_data_test {

using run_support::database_in_memory;
using run_support::kShop;
using run_support::proof_of;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr std::int64_t kNow = 1767700000000;

// A shop with sample items, which are as the model says.
class VerifyData : public testing::Test {
 protected:
  void SetUp() override {
    session_ = model::make_session(database_, {.now_ms = [] { return kNow; }});
    run::Recorder recorder(*database_);
    run::Samples samples = run::Samples::make(*proof_, {}, {});
    run::Context context{*proof_, *database_, recorder, session_, samples, kNow};
    ASSERT_TRUE(run::make_table(context, proof_->tables()[0]));
    std::vector<std::string> faults;
    run::store_samples(context, faults);
    ASSERT_THAT(faults, IsEmpty());
  }

  DataReport verify(bool repair = false, std::size_t findings = 10) {
    auto report = verify_data(*proof_, session_, {.repair = repair, .findings = findings});
    EXPECT_TRUE(report) << report.error().message;
    return report ? std::move(*report) : DataReport(0);
  }

  AttributeMap item(const std::string& pk, const std::string& sk) {
    auto got = database_->get_item({.table_name = "shop", .key = AttributeMap{{"PK", pk}, {"SK", sk}}});
    EXPECT_TRUE(got && got->item) << pk << ' ' << sk;
    return got && got->item ? got->item->to_map() : AttributeMap();
  }
  void put(AttributeMap item) {
    const auto put = database_->put_item({.table_name = "shop", .item = std::move(item)});
    EXPECT_TRUE(put) << put.error().message;
  }
  // The first order of the samples.
  AttributeMap an_order() {
    QueryRequest request;
    request.table_name = "shop";
    request.key_condition_expression = "PK = :p AND begins_with(SK, :s)";
    request.expression_attribute_values = AttributeMap{{":p", "CUST#customer-001"}, {":s", "ORDER#"}};
    auto page = database_->query(std::move(request));
    EXPECT_TRUE(page && page->items && !page->items->empty());
    return page->items->front().to_map();
  }

  const std::shared_ptr<const Proof> proof_ = proof_of(kShop);
  const std::shared_ptr<Database> database_ = database_in_memory();
  std::shared_ptr<model::Session> session_;
};

const DataFindings::Group* group_of(const DataReport& report, const std::string& kind, const std::string& entity) {
  const auto found = report.findings.groups().find({kind, entity});
  return found == report.findings.groups().end() ? nullptr : &found->second;
}

TEST_F(VerifyData, ItemsThatTheModelWroteHaveNoFinding) {
  const DataReport report = verify();
  EXPECT_TRUE(report.findings.empty()) << to_lines(report);
  EXPECT_EQ(report.sentinels, 6);
  EXPECT_EQ(report.items, 24);
  EXPECT_EQ(to_lines(report), "24 items, 6 of them sentinels of unique values; each as the model says\n");
}

TEST_F(VerifyData, EachKindOfFaultIsFoundWithItsCure) {
  struct Case {
    const char* kind;
    const char* entity;
    std::function<void(AttributeMap&)> spoil;
    const char* detail;
    bool repairable;
  };
  const Case cases[] = {
      {"stale", "ORDER", [](AttributeMap& item) { item.set("GSI1PK", "STATUS#LOST"); },
       "GSI1PK is \"STATUS#LOST\", but the fields say", true},
      {"stale", "ORDER", [](AttributeMap& item) { item.erase("type"); }, "it lacks the type tag type", true},
      {"stale", "ORDER", [](AttributeMap& item) { item.set("SK", "ORDER#other"); }, "but the fields say", false},
      {"foreign", "", [](AttributeMap& item) { item.set("type", "GHOST"); }, "it belongs to no entity", false},
      {"phantom", "ORDER", [](AttributeMap& item) { item.erase("cents"); }, "cents", false},
      {"phantom", "ORDER", [](AttributeMap& item) { item.set("status", "LOST"); }, "status", false},
      {"phantom", "ORDER", [](AttributeMap& item) { item.set("cents", "many"); }, "cents", false},
  };
  for (const Case& one : cases) {
    const AttributeMap good = an_order();
    AttributeMap bad = good;
    one.spoil(bad);
    put(bad);
    const DataReport report = verify();
    const DataFindings::Group* group = group_of(report, one.kind, one.entity);
    ASSERT_TRUE(group) << one.detail << '\n' << to_lines(report);
    EXPECT_THAT(group->first.front().detail, HasSubstr(one.detail));
    EXPECT_EQ(group->first.front().repairable, one.repairable) << one.detail;
    EXPECT_FALSE(group->first.front().cure.empty());
    if (one.repairable) {
      const DataReport repaired = verify(true);
      EXPECT_TRUE(repaired.findings.empty()) << to_lines(repaired);
      EXPECT_EQ(repaired.repaired, 1);
    }
    if (bad.find("SK")->s() != good.find("SK")->s()) {
      const AttributeMap key = {{"PK", *bad.find("PK")}, {"SK", *bad.find("SK")}};
      ASSERT_TRUE(database_->delete_item({.table_name = "shop", .key = key}));
    }
    put(good);
  }
}

TEST_F(VerifyData, ARepairIsWrittenOnlyIfItIsAskedFor) {
  AttributeMap order = an_order();
  order.set("GSI1PK", "STATUS#LOST");
  put(order);
  EXPECT_EQ(verify().findings.repairable(), 1);
  EXPECT_EQ(*an_order().find("GSI1PK"), AttributeValue("STATUS#LOST"));
  EXPECT_EQ(verify(true).findings.count(), 0);
  EXPECT_EQ(*an_order().find("GSI1PK"), AttributeValue("STATUS#CREATED"));
}

TEST_F(VerifyData, DuplicatesOfUniqueValuesNameBothItems) {
  AttributeMap customer = item("CUST#customer-002", "PROFILE");
  customer.set("email", "ada@example.com");
  put(customer);
  const DataReport report = verify();
  const DataFindings::Group* duplicates = group_of(report, "duplicate", "CUSTOMER");
  ASSERT_TRUE(duplicates) << to_lines(report);
  ASSERT_THAT(duplicates->first, SizeIs(2));
  EXPECT_THAT(duplicates->first[0].detail, AllOf(HasSubstr("customer-00"), HasSubstr("ada@example.com")));
  EXPECT_TRUE(group_of(report, "orphan", "CUSTOMER")) << "the sentinel belongs to the other customer";
  EXPECT_EQ(duplicates->count, 2);
}

TEST_F(VerifyData, DuplicatesAreFoundInAnyNumberOfRounds) {
  for (int i = 0; i < 40; ++i) {
    AttributeMap customer = item("CUST#customer-002", "PROFILE");
    customer.set("PK", fmt::format("CUST#more-{}", i));
    customer.set("customer", fmt::format("more-{}", i));
    customer.set("email", fmt::format("mail-{}@example.com", i % 20));
    put(customer);
  }
  for (const std::size_t at_once : {1u, 2u, 7u, 1000u}) {
    DataReport report(100);
    ASSERT_TRUE(find_duplicates(session_, *proof_->tables()[0].info, {.values_at_once = at_once}, report));
    EXPECT_EQ(report.findings.count(), 40) << at_once;
    EXPECT_THAT(report.notes, IsEmpty());
  }
  DataReport cut(100);
  ASSERT_TRUE(find_duplicates(session_, *proof_->tables()[0].info, {.values = 3}, cut));
  EXPECT_EQ(cut.findings.count(), 6);
  EXPECT_THAT(cut.notes, ElementsAre(HasSubstr("more than 3 duplicates")));
}

TEST_F(VerifyData, OnlyTheFirstFindingsAreKeptAndAllAreCounted) {
  for (int i = 0; i < 30; ++i) put({{"PK", "GHOST"}, {"SK", fmt::format("{}", i)}, {"type", "GHOST"}});
  const DataReport report = verify(false, 4);
  const DataFindings::Group* group = group_of(report, "foreign", "");
  ASSERT_TRUE(group);
  EXPECT_EQ(group->count, 30);
  EXPECT_THAT(group->first, SizeIs(4));
  EXPECT_THAT(to_lines(report), AllOf(HasSubstr("foreign    no entity: 30 findings\n"), HasSubstr("  and 26 more\n")));
  EXPECT_THAT(to_json(report), HasSubstr("\"count\": 30"));
}

TEST_F(VerifyData, ATableThatDiffersAndOneThatIsMissing) {
  std::string yaml = kShop;
  yaml.replace(yaml.find("      - {name: open_orders"), 0, "      - {name: further, partition: GSI9PK}\n");
  const auto other = proof_of(yaml);
  const auto report = verify_data(*other, session_, {});
  ASSERT_TRUE(report) << report.error().message;
  const DataFindings::Group* group = group_of(*report, "table", "");
  ASSERT_TRUE(group);
  EXPECT_THAT(group->first.front().detail, HasSubstr("add index further"));

  const auto missing = verify_data(*proof_, model::make_session(database_, {.table_prefix = "none."}), {});
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::ResourceNotFoundException);
  const auto unknown = verify_data(*proof_, session_, {.tables = {"shoes"}});
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().message, "the model has no table shoes");
}

TEST_F(VerifyData, AModelWithAMistakeJudgesNothing) {
  std::string yaml = kShop;
  yaml.replace(yaml.find("CUST#{customer}"), std::string("CUST#{customer}").size(), "CUST#{nobody}");
  const auto report = verify_data(*proof_of(yaml), session_, {});
  ASSERT_FALSE(report);
  EXPECT_THAT(report.error().message, HasSubstr("the model refuses CUSTOMER, so its items cannot be judged"));
}

// ---- dumps

constexpr const char* kNotes = R"(
format: 1
name: notes
tables:
  - name: notes
    partition_key: PK
    type_attribute: type
    indexes: [{name: by_owner, partition: GSI1PK}]
    entities:
      - name: NOTE
        fields: {id: string, owner: string, tags: string_set, data: bytes}
        key: {partition: "NOTE#{id}"}
        in: {by_owner: {partition: "OWNER#{owner}"}}
)";

std::string note_line(const std::string& id, const std::string& more = {}) {
  return fmt::format(
      R"({{"PK":{{"S":"NOTE#{0}"}},"type":{{"S":"NOTE"}},"id":{{"S":"{0}"}},"owner":{{"S":"ada"}},"tags":{{"SS":["a"]}},)"
      R"("data":{{"B":"AAE="}},"GSI1PK":{{"S":"OWNER#ada"}}{1}}})",
      id, more);
}

class Dumps : public testing::Test {
 protected:
  std::string file(const std::string& text, const std::string& name = "dump.json") {
    const std::string path = directory_.string() + "/" + name;
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }
  std::string compressed(const std::string& text) {
    const std::string path = directory_.string() + "/dump.json.gz";
    gzFile out = gzopen(path.c_str(), "wb");
    EXPECT_EQ(gzwrite(out, text.data(), static_cast<unsigned>(text.size())), static_cast<int>(text.size()));
    gzclose(out);
    return path;
  }

  DataReport verify(const std::vector<std::string>& paths) {
    DataReport failed(0);
    auto place = DumpDatabase::open(paths);
    EXPECT_TRUE(place) << place.error().message;
    if (!place) return failed;
    DataFindings findings(10);
    const auto loaded = load_dumps(paths, proof_->tables()[0], *(*place)->database(), findings);
    EXPECT_TRUE(loaded) << loaded.error().message;
    auto report = verify_data(*proof_, model::make_session((*place)->database()), {.compare_tables = false});
    EXPECT_TRUE(report) << report.error().message;
    if (!report) return failed;
    report->findings.merge(findings);
    return std::move(*report);
  }

  std::vector<std::string> details(const DataReport& report, const std::string& kind, const std::string& entity) {
    std::vector<std::string> out;
    if (const DataFindings::Group* group = group_of(report, kind, entity))
      for (const DataFinding& finding : group->first) out.push_back(finding.detail);
    return out;
  }

  const std::shared_ptr<const Proof> proof_ = proof_of(kNotes);
  const test::TemporaryDirectory directory_;
};

TEST_F(Dumps, LinesOfEachFormAreItems) {
  const std::string text =
      note_line("a") + "\n{\"Item\":" + note_line("b") + "}\r\n\n" +
      R"({"Metadata":{"WriteTimestampMicros":{"N":"1"}},"Keys":{"PK":{"S":"NOTE#c"}},"NewImage":)" + note_line("c") +
      "}\n" + R"({"Metadata":{"WriteTimestampMicros":{"N":"1"}},"Keys":{"PK":{"S":"NOTE#d"}}})" + "\n" +
      note_line("e", R"(,"Item":{"S":"an attribute"})");
  for (const std::string& path : {file(text), compressed(text)}) {
    const DataReport report = verify({path});
    EXPECT_EQ(report.items, 4);
    EXPECT_TRUE(report.findings.empty()) << to_lines(report);
  }
}

TEST_F(Dumps, BrokenLinesAreFoundAndTheOthersAreVerified) {
  const std::string text = note_line("a") + "\n" +          // 1
                           "{\"PK\":{\"S\":\"NOTE#b\"\n" +  // 2: cut
                           "[1, 2]\n" +                     // 3: no object
                           R"({"PK":"NOTE#c","type":"NOTE"})"
                           "\n" +  // 4: no types
                           R"({"id":{"S":"d"}})"
                           "\n" +  // 5: no key
                           R"({"PK":{"N":"1"},"type":{"S":"NOTE"}})"
                           "\n" +  // 6: another type of key
                           note_line("a") +
                           "\n" +                                            // 7: twice
                           note_line("f", R"(,"n":{"N":"1e999"})") + "\n" +  // 8: no number
                           note_line("g", ",\"big\":{\"S\":\"" + std::string(401 * 1024, 'x') + "\"}") + "\n" +  // 9
                           std::string(kLongestLine + 10, 'x') + "\n" +                                          // 10
                           "\xff\xfe\n" +  // 11: no UTF-8
                           note_line("z");
  const DataReport report = verify({file(text)});
  EXPECT_EQ(report.items, 2);
  const DataFindings::Group* lines = group_of(report, std::string(kLine), "");
  ASSERT_TRUE(lines);
  EXPECT_EQ(lines->count, 10);
  const std::vector<std::string> all = details(report, std::string(kLine), "");
  ASSERT_THAT(all, SizeIs(10));
  for (std::size_t i = 0; i < all.size(); ++i)
    EXPECT_THAT(all[i], HasSubstr(fmt::format("dump.json:{}: ", i + 2))) << all[i];
  EXPECT_THAT(all[1], HasSubstr("it is not a JSON object"));
  EXPECT_THAT(all[5], HasSubstr("an earlier line has the same primary key"));
  EXPECT_THAT(all[7], HasSubstr("Item size has exceeded"));
  EXPECT_THAT(all[8], HasSubstr("it is longer than 4 MB"));
  EXPECT_LT(to_lines(report).size(), 5000u) << "a long line is shown in part";
}

TEST_F(Dumps, ItemsOfWrongTypesAreJudged) {
  std::string wrong_set = note_line("a"), stale = note_line("b"), number = note_line("c"), sparse = note_line("d");
  wrong_set.replace(wrong_set.find(R"({"SS":["a"]})"), 12, R"({"L":[]})");
  stale.replace(stale.find("OWNER#ada"), 9, "OWNER#bob");
  number.replace(number.find(R"("GSI1PK":{"S":"OWNER#ada"})"), 26, R"("GSI1PK":{"N":"7"})");
  sparse.replace(sparse.find(R"(,"GSI1PK":{"S":"OWNER#ada"})"), 27, "");
  const DataReport report = verify({file(wrong_set + "\n" + stale + "\n" + number + "\n" + sparse)});
  EXPECT_EQ(report.items, 4);
  EXPECT_THAT(details(report, "unreadable", "NOTE"), ElementsAre("tags is not a string_set"));
  const DataFindings::Group* stale_ones = group_of(report, "stale", "NOTE");
  ASSERT_TRUE(stale_ones) << to_lines(report);
  EXPECT_EQ(stale_ones->count, 3);
}

TEST_F(Dumps, SeveralFilesAreOneDump) {
  const DataReport report = verify({file(note_line("a"), "1.json"), file(note_line("b"), "2.json")});
  EXPECT_EQ(report.items, 2);
  EXPECT_TRUE(report.findings.empty());
}

TEST_F(Dumps, AFileThatIsCutWithinItsCompressionIsAnError) {
  std::string text;
  for (int i = 0; i < 2000; ++i) text += note_line(fmt::format("note-{}", i * 7919)) + "\n";
  const std::string path = compressed(text);
  std::filesystem::resize_file(path, std::filesystem::file_size(path) / 2);
  std::int64_t lines = 0;
  const auto read = for_each_line(path, kLongestLine, [&](std::int64_t, std::optional<std::string_view>) {
    ++lines;
    return Result<void>();
  });
  ASSERT_FALSE(read);
  EXPECT_THAT(read.error().message, HasSubstr("cannot be read to its end"));
  EXPECT_GT(lines, 0);
  EXPECT_FALSE(for_each_line(path + ".none", 10, [](auto, auto) { return Result<void>(); }));
}

TEST_F(Dumps, LinesAreCutAtAnyPlace) {
  const std::string path = file("one\n\n" + std::string(70'000, 'a') + "\nthree\n" + std::string(11, 'b'));
  std::vector<std::string> lines;
  const auto read = for_each_line(path, 70'000, [&](std::int64_t number, std::optional<std::string_view> line) {
    lines.push_back(fmt::format("{} {}", number, line ? line->size() : 0));
    return Result<void>();
  });
  ASSERT_TRUE(read);
  EXPECT_THAT(lines, ElementsAre("1 3", "3 70000", "4 5", "5 11"));
  lines.clear();
  ASSERT_TRUE(for_each_line(path, 10, [&](std::int64_t number, std::optional<std::string_view> line) {
    lines.push_back(fmt::format("{} {}", number, line ? std::string(*line) : "too long"));
    return Result<void>();
  }));
  EXPECT_THAT(lines, ElementsAre("1 one", "3 too long", "4 three", "5 too long"));
}

}  // namespace verify_data_test
}  // namespace partita::modelling::verify_data
