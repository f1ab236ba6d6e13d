// Models that are run on a database in memory, and on databases that answer wrongly.
#include "modelling/run/run_model.h"

#include <gmock/gmock.h>

#include "modelling/run/run_report.h"
#include "run_support.h"

namespace partita::modelling::run {
namespace run_model_test {

using run_support::database_in_memory;
using run_support::kShop;
using run_support::PassingDatabase;
using run_support::proof_of;
using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr std::int64_t kNow = 1767700000000;

ModelRun run_on(Database& database, const Proof& proof, std::size_t items = 6) {
  auto run = run_model(proof, database, {.items = items, .now_ms = [] { return kNow; }});
  EXPECT_TRUE(run) << run.error().message;
  return run ? std::move(*run) : ModelRun{};
}

const PatternRun& pattern_of(const ModelRun& run, std::string_view name) {
  for (const PatternRun& one : run.patterns)
    if (one.pattern->name == name) return one;
  ADD_FAILURE() << "no pattern " << name;
  static const PatternRun none;
  return none;
}

std::vector<std::string_view> operations_of(const PatternRun& run) {
  std::vector<std::string_view> out;
  for (const SentRequest& request : run.requests) out.push_back(request.operation);
  return out;
}

TEST(RunModel, EveryPatternOfAGoodModelIsRight) {
  const auto proof = proof_of(kShop);
  for (const std::size_t items : {1u, 2u, 6u, 40u}) {
    const auto run = run_on(*database_in_memory(), *proof, items);
    for (const PatternRun& one : run.patterns)
      EXPECT_TRUE(one.outcome == Outcome::Right || (one.outcome == Outcome::Skipped && items < 6))
          << one.pattern->name << ": " << to_text(one.outcome) << ' ' << one.reason << ", items " << items;
    EXPECT_THAT(run.findings, IsEmpty());
    EXPECT_THAT(run.faults, IsEmpty());
    EXPECT_TRUE(run.is_right());
  }
}

TEST(RunModel, ShowsTheRequestsOfEachPattern) {
  const auto proof = proof_of(kShop);
  const ModelRun run = run_on(*database_in_memory(), *proof);
  struct Case {
    const char* pattern;
    std::vector<std::string_view> operations;
    const char* index;
    const char* key_condition;
  };
  const Case cases[] = {
      {"newest in a status", {"Query"}, "by_status", "GSI1PK = \"STATUS#CREATED\""},
      {"open", {"Query"}, "open_orders", "GSI2PK = \"OPEN#customer-001\""},
      {"customer", {"GetItem"}, "", "PK = \"CUST#customer-001\" AND SK = \"PROFILE\""},
      {"all orders", {"Scan"}, "", ""},
      {"some", {"BatchGetItem"}, "", ""},
      {"as of one moment", {"TransactGetItems"}, "", ""},
      {"place", {"TransactWriteItems"}, "", ""},
      {"register", {"TransactWriteItems"}, "", ""},
      {"pay", {"UpdateItem"}, "", ""},
      {"cancel", {"DeleteItem"}, "", ""},
      {"import", {"BatchWriteItem"}, "", ""},
  };
  for (const Case& one : cases) {
    const PatternRun& pattern = pattern_of(run, one.pattern);
    EXPECT_EQ(operations_of(pattern), one.operations) << one.pattern;
    EXPECT_EQ(pattern.index, one.index) << one.pattern;
    EXPECT_EQ(pattern.key_condition.substr(0, std::string_view(one.key_condition).size()), one.key_condition)
        << one.pattern;
    EXPECT_GT(pattern.capacity_units(), 0) << one.pattern;
  }
  EXPECT_TRUE(pattern_of(run, "newest in a status").backward);
  EXPECT_FALSE(pattern_of(run, "open").backward);
}

TEST(RunModel, AWriteShowsItsItemBeforeAndAfterWithItsIndexKeys) {
  const auto proof = proof_of(kShop);
  const ModelRun run = run_on(*database_in_memory(), *proof);
  const PatternRun& pay = pattern_of(run, "pay");
  ASSERT_THAT(pay.changes, SizeIs(1));
  const ItemChange& change = pay.changes[0];
  ASSERT_TRUE(change.before && change.after);
  EXPECT_EQ(change.before->find("GSI1PK")->s(), "STATUS#CREATED");
  EXPECT_EQ(change.after->find("GSI1PK")->s(), "STATUS#PAID");
  EXPECT_TRUE(change.before->contains("GSI2PK"));
  EXPECT_FALSE(change.after->contains("GSI2PK")) << "a paid order leaves the index of open ones";
  EXPECT_EQ(change.after->find("version")->n(), "2");
  ASSERT_THAT(pay.requests, SizeIs(1));
  EXPECT_THAT(pay.requests[0].units_of_indexes,
              ElementsAre(std::pair("by_status", 2.0), std::pair("open_orders", 1.0)));

  const PatternRun& place = pattern_of(run, "place");
  ASSERT_THAT(place.changes, SizeIs(3));
  EXPECT_FALSE(place.changes[0].before);
  EXPECT_EQ(*place.changes[1].key.find("order"), *place.changes[0].key.find("id")) << "lines belong to the new order";
  const PatternRun& cancel = pattern_of(run, "cancel");
  ASSERT_THAT(cancel.changes, SizeIs(1));
  EXPECT_FALSE(cancel.changes[0].after);
}

TEST(RunModel, TakesTheSamplesOfTheModel) {
  const auto proof = proof_of(R"(
format: 1
name: notes
tables:
  - name: notes
    partition_key: PK
    sort_key: SK
    type_attribute: type
    entities:
      - name: NOTE
        fields: {owner: string, number: integer, text: string}
        key: {partition: "OWNER#{owner}", sort: "NOTE#{number:04d}"}
        samples:
          - {owner: ada, number: 10, text: ten}
          - {owner: ada, number: 9, text: nine}
          - {owner: bob, number: 1, text: one}
patterns:
  - {name: of an owner, entities: NOTE, by: [owner], descending: number}
)");
  const ModelRun run = run_on(*database_in_memory(), *proof);
  const PatternRun& pattern = pattern_of(run, "of an owner");
  EXPECT_EQ(pattern.outcome, Outcome::Right) << pattern.reason;
  ASSERT_THAT(pattern.items, SizeIs(2));
  EXPECT_EQ(pattern.items[0].fields.find("text")->s(), "ten");
  EXPECT_EQ(run.tables[0].given, 3u);
  EXPECT_EQ(run.tables[0].made_up, 0u);
}

// ---- databases that answer wrongly

struct LosesAnItem : PassingDatabase {
  using PassingDatabase::PassingDatabase;
  using PassingDatabase::query;
  Result<QueryResponse> query(QueryRequest request) override {
    auto answer = database_->query(std::move(request));
    if (answer && answer->items && !answer->items->empty()) answer->items->pop_back();
    return answer;
  }
};
struct TurnsTheOrder : PassingDatabase {
  using PassingDatabase::PassingDatabase;
  using PassingDatabase::query;
  Result<QueryResponse> query(QueryRequest request) override {
    request.scan_index_forward = !request.scan_index_forward.value_or(true);
    return database_->query(std::move(request));
  }
};
struct LeavesKeysStale : PassingDatabase {
  using PassingDatabase::PassingDatabase;
  using PassingDatabase::update_item;
  Result<UpdateItemResponse> update_item(UpdateItemRequest request) override {
    const AttributeMap key = *request.key;
    auto before = database_->get_item({.table_name = request.table_name, .key = key});
    auto answer = database_->update_item(request);
    auto after = database_->get_item({.table_name = request.table_name, .key = key});
    if (!before || !before->item || !after || !after->item) return answer;
    AttributeMap item = after->item->to_map();
    if (const AttributeMap was = before->item->to_map(); was.contains("GSI1PK"))
      item.set("GSI1PK", *was.find("GSI1PK"));
    EXPECT_TRUE(database_->put_item({.table_name = request.table_name, .item = item}));
    return answer;
  }
};

TEST(RunModel, WritesOfOneTransactionGiveAUniqueFieldDifferentValues) {
  const auto proof = proof_of(R"(
format: 1
name: users
tables:
  - name: users
    partition_key: PK
    entities:
      - name: USER
        fields: {id: string, email: string, name: string}
        key: {partition: "USER#{id}"}
        unique: [email]
patterns:
  - {name: two, transact: [{update: USER, set: [email], given: [email]}, {update: USER, set: [email], read_first: true}]}
  - {name: several, transact: [{update: USER, set: [email], given: [email], items: 3}, {create: USER, items: 3}]}
  - {name: put, transact: [{put: USER}, {create: USER}, {update: USER, set: [email], read_first: true}]}
)");
  const ModelRun run = run_on(*database_in_memory(), *proof, 12);
  for (const PatternRun& one : run.patterns)
    EXPECT_EQ(one.outcome, Outcome::Right) << one.pattern->name << ": " << one.reason;
  EXPECT_TRUE(run.is_right());
}

TEST(RunModel, ADifferenceFromTheListsIsWrongAndShowsBoth) {
  const auto proof = proof_of(kShop);
  LosesAnItem database(database_in_memory());
  const ModelRun run = run_on(database, *proof);
  const PatternRun& pattern = pattern_of(run, "newest in a status");
  EXPECT_EQ(pattern.outcome, Outcome::Wrong);
  EXPECT_EQ(pattern.reason, "the answer has 1 of ORDER, and the lists have 2");
  EXPECT_THAT(pattern.items, SizeIs(1));
  EXPECT_THAT(pattern.expected, SizeIs(2));
  EXPECT_FALSE(run.is_right());
  EXPECT_THAT(to_lines(run, {}),
              AllOf(HasSubstr("the lists have 2 items:"), HasSubstr("wrong     newest in a status")));
}

TEST(RunModel, AWrongOrderIsWrong) {
  const auto proof = proof_of(kShop);
  TurnsTheOrder database(database_in_memory());
  const ModelRun run = run_on(database, *proof);
  EXPECT_EQ(pattern_of(run, "newest in a status").reason, "item 1 of ORDER is not in the order of the sort key");
}

TEST(RunModel, AStaleIndexKeyIsFoundInTheWriteInLaterReadsAndByTheVerification) {
  const auto proof = proof_of(kShop);
  LeavesKeysStale database(database_in_memory());
  const ModelRun run = run_on(database, *proof);
  EXPECT_EQ(pattern_of(run, "pay").reason, "GSI1PK is \"STATUS#CREATED\" and not \"STATUS#PAID\"");
  EXPECT_THAT(pattern_of(run, "newest in a status").reason, HasSubstr("after the writes: "));
  ASSERT_THAT(run.findings, SizeIs(1));
  EXPECT_EQ(run.findings[0].kind, model::Finding::Kind::Stale);
}

// ---- models with mistakes

TEST(RunModel, RefusedPatternsAreShownWithTheReasonAndTheOthersRun) {
  std::string yaml = kShop;
  yaml += "  - {name: by price, entities: ORDER, by: [cents]}\n";
  yaml += "  - {name: of nobody, entities: GHOST, by: [x]}\n";
  yaml += "  - {name: stale, update: ORDER, set: [created]}\n";
  const ModelRun run = run_on(*database_in_memory(), *proof_of(yaml));
  for (const char* name : {"by price", "of nobody", "stale"}) {
    EXPECT_EQ(pattern_of(run, name).outcome, Outcome::Refused) << name;
    EXPECT_NE(pattern_of(run, name).reason, "") << name;
    EXPECT_THAT(pattern_of(run, name).requests, IsEmpty()) << name;
  }
  EXPECT_EQ(run.count(Outcome::Right), run.patterns.size() - 3);
  EXPECT_FALSE(run.is_right());
}

TEST(RunModel, AnEntityWithAMistakeIsLeftOutAndSoAreItsPatterns) {
  const auto proof = proof_of(R"(
format: 1
name: half
tables:
  - name: half
    partition_key: PK
    sort_key: SK
    type_attribute: type
    entities:
      - {name: GOOD, fields: {id: string}, key: {partition: "GOOD#{id}", sort: "GOOD"}}
      - {name: BAD, fields: {id: string}, key: {partition: "BAD#{nothing}", sort: "BAD"}}
patterns:
  - {name: good, entities: GOOD, by: [id]}
  - {name: bad, entities: BAD, by: [id]}
  - {name: make bad, create: BAD}
)");
  const ModelRun run = run_on(*database_in_memory(), *proof);
  EXPECT_EQ(pattern_of(run, "good").outcome, Outcome::Right);
  EXPECT_EQ(pattern_of(run, "bad").outcome, Outcome::Refused);
  EXPECT_EQ(pattern_of(run, "make bad").outcome, Outcome::Refused);
  EXPECT_THAT(run.faults, Contains(HasSubstr("BAD is left out")));
}

TEST(RunModel, ASampleThatCannotBeStoredIsNamed) {
  const auto proof = proof_of(R"(
format: 1
name: notes
tables:
  - name: notes
    partition_key: PK
    type_attribute: type
    entities:
      - name: NOTE
        fields: {id: string, text: string}
        key: {partition: "NOTE#{id}"}
        samples: [{id: a, text: one}, {id: a, text: two}, {text: three}]
patterns:
  - {name: note, entities: NOTE, by: [id]}
)");
  const ModelRun run = run_on(*database_in_memory(), *proof);
  EXPECT_THAT(run.faults,
              ElementsAre(HasSubstr("item 2 of NOTE (a sample of the model) is not stored: an earlier one has"),
                          HasSubstr("item 3 of NOTE (a sample of the model) is not stored: ")));
  EXPECT_EQ(pattern_of(run, "note").outcome, Outcome::Right);
}

TEST(RunModel, ATableWithItemsIsNotTouched) {
  const auto proof = proof_of(kShop);
  const auto database = database_in_memory();
  ASSERT_TRUE(run_on(*database, *proof).is_right());
  const auto again = run_model(*proof, *database, {});
  ASSERT_FALSE(again);
  EXPECT_THAT(again.error().message, HasSubstr("the table shop has items already"));
  const auto beside = run_model(*proof, *database, {.table_prefix = "two."});
  ASSERT_TRUE(beside) << beside.error().message;
  EXPECT_TRUE(beside->is_right());
  EXPECT_EQ(beside->tables[0].name, "two.shop");
}

// The type of a key attribute that no entity has is known from the table's definition alone.
TEST(RunModel, MakesKeysOfTheDeclaredTypes) {
  for (const std::string_view type : {"S", "N", "B"}) {
    const auto proof = proof_of(
        "format: 1\nname: m\ntables:\n  - {name: orders, partition_key: pk, sort_key: at, attribute_types: {at: " +
        std::string(type) + "}, indexes: [{name: by_g, partition: g, sort: at}]}\n");
    const ModelRun run = run_on(*database_in_memory(), *proof);
    EXPECT_TRUE(run.is_right()) << type;
  }
}

}  // namespace run_model_test
}  // namespace partita::modelling::run
