// The difference of two models is the plan that the model layer makes for tables of the earlier one.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <fstream>

#include "modelling/diff/compare_models.h"
#include "modelling/diff/diff_report.h"
#include "modelling/diff/judged_items.h"
#include "modelling/run/context.h"
#include "modelling/run/load_samples.h"
#include "run_support.h"

namespace partita::modelling::diff {
namespace diff_models_test {

using model::UpgradeStep;
using run::answer_of;
using run_support::database_in_memory;
using run_support::proof_of;
using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

constexpr std::int64_t kNow = 1767700000000;
constexpr std::size_t kItems = 24;

std::shared_ptr<const Proof> proof_of_file(const std::string& name) {
  auto model = read_model(std::string(PARTITA_MODELLING_DATA "/") + name);
  EXPECT_TRUE(model) << model.error().message;
  const auto proof = prove(std::make_shared<const Model>(model ? std::move(*model) : Model{}));
  EXPECT_THAT(proof->refusals(), IsEmpty()) << proof->refusals().front().particulars;
  return proof;
}

std::vector<const model::TableInfo*> tables_of(const Proof& proof) {
  std::vector<const model::TableInfo*> out;
  for (const ProvenTable& table : proof.tables()) out.push_back(table.info);
  return out;
}

// Tables of a model with the sample items that a difference judges.
struct LiveTables {
  explicit LiveTables(const Proof& proof) : database(database_in_memory()) {
    session = model::make_session(database, {.now_ms = [] { return kNow; }});
    run::Recorder recorder(*database);
    run::Samples samples = run::Samples::make(proof, {.items = kItems}, {});
    run::Context context{proof, *database, recorder, session, samples, kNow};
    for (const ProvenTable& table : proof.tables()) {
      const auto made = run::make_table(context, table);
      EXPECT_TRUE(made) << made.error().message;
    }
    std::vector<std::string> faults;
    run::store_samples(context, faults);
    EXPECT_THAT(faults, IsEmpty());
  }
  std::shared_ptr<Database> database;
  std::shared_ptr<model::Session> session;
};

// The steps without the numbers of items, which differ because a difference estimates them for all items.
std::vector<std::string> texts_of(std::vector<UpgradeStep> steps) {
  std::vector<std::string> out;
  for (UpgradeStep& step : steps) {
    const bool counts = step.kind == UpgradeStep::Kind::RewriteItems || step.kind == UpgradeStep::Kind::MoveItems;
    if (counts) step.items = 0, step.detail.clear();
    out.push_back(model::to_text(step));
  }
  return out;
}

std::vector<UpgradeStep> steps_of(const ModelDiff& diff) {
  std::vector<UpgradeStep> out;
  for (const DiffStep& step : diff.steps) out.push_back(step.step);
  return out;
}

struct Change {
  const char* name;
  std::string was;
  std::string now;
  bool upgrades = true;  // upgrade() with all options does the whole change
};

// A table with one entity, whose parts a case replaces.
struct Parts {
  std::string indexes = "{name: by_status, partition: GSI1PK, sort: GSI1SK}";
  std::string fields = "{id: string, owner: string, status: {enum: [NEW, DONE]}, created: time, n: integer}";
  std::string key = "{partition: \"T#{owner}\", sort: \"TASK#{id}\"}";
  std::string in = "{by_status: {partition: \"S#{status}\", sort: \"{created}#{id}\"}}";
  std::string more = {};
  std::string sort_key = "SK";
  std::string name = "TASK";
  std::string tag = "type";
};
std::string task_model(const Parts& parts) {
  return fmt::format(R"(
format: 1
name: tasks
tables:
  - name: tasks
    partition_key: PK
    sort_key: {}
    type_attribute: {}
    indexes: [{}]
    entities:
      - name: {}
        count: 1000
        fields: {}
        key: {}
        in: {}
{}
patterns:
  - {{name: in a status, entities: {}, by: [status], newest: created, index: by_status}}
)",
                     parts.sort_key, parts.tag, parts.indexes, parts.name, parts.fields, parts.key, parts.in,
                     parts.more.empty() ? "" : "        " + parts.more, parts.name);
}

class SamePlan : public testing::TestWithParam<Change> {};

TEST_P(SamePlan, AsTheModelLayerMakesAndCarriesOut) {
  const auto was = proof_of(GetParam().was), now = proof_of(GetParam().now);
  LiveTables live(*was);
  const ModelDiff diff = compare_models(was, now, kItems);

  const auto plan = answer_of<model::UpgradePlan>([&](model::Done<model::UpgradePlan> done) {
    model::plan_upgrade(live.session, model::Mode::Wait, tables_of(*now), std::move(done));
  });
  ASSERT_TRUE(plan) << plan.error().message;
  EXPECT_EQ(texts_of(steps_of(diff)), texts_of(plan->steps)) << to_lines(diff, {});
  if (!plan->steps.empty() && plan->steps.front().kind == UpgradeStep::Kind::Impossible) return;
  const JudgedItems judged = judge_items(*was, was->tables()[0], now->tables()[0], kItems, nullptr);
  EXPECT_EQ(static_cast<std::int64_t>(judged.to_rewrite), plan->items.to_rewrite);
  EXPECT_EQ(static_cast<std::int64_t>(judged.to_move), plan->items.to_move);
  EXPECT_EQ(static_cast<std::int64_t>(judged.unreadable), plan->items.unreadable);
  EXPECT_EQ(static_cast<std::int64_t>(judged.unknown), plan->items.unknown);
  EXPECT_EQ(static_cast<std::int64_t>(judged.unclaimed), plan->items.unclaimed);

  const auto upgraded = answer_of<model::UpgradeReport>([&](model::Done<model::UpgradeReport> done) {
    model::upgrade(live.session, model::Mode::Wait, tables_of(*now),
                   {.drop_indexes = true, .move_items = true, .disable_ttl = true}, std::move(done));
  });
  ASSERT_TRUE(upgraded) << upgraded.error().message;
  EXPECT_EQ(upgraded->left.empty(), GetParam().upgrades) << model::to_text(*upgraded);
  const auto verified = answer_of<model::VerifyReport>([&](model::Done<model::VerifyReport> done) {
    model::verify(live.session, model::Mode::Wait, *now->tables()[0].info, model::Repair::No, std::move(done));
  });
  ASSERT_TRUE(verified) << verified.error().message;
  EXPECT_EQ(verified->findings.empty(), GetParam().upgrades && judged.unreadable == 0 && judged.unknown == 0);
}

std::string file_text(const char* name) {
  std::ifstream file(std::string(PARTITA_MODELLING_DATA "/") + name);
  return {std::istreambuf_iterator<char>(file), {}};
}

INSTANTIATE_TEST_SUITE_P(
    All, SamePlan,
    testing::Values(
        Change{"Commerce", file_text("commerce_v1.yml"), file_text("commerce_v2.yml")},
        Change{"CommerceBack", file_text("commerce_v2.yml"), file_text("commerce_v1.yml")},
        Change{"Nothing", task_model({}), task_model({})},
        Change{"AnotherKeyTemplate", task_model({}),
               task_model({.in = "{by_status: {partition: \"STATUS#{status}\", sort: \"{created}#{id}\"}}"})},
        Change{"AnotherProjection", task_model({}),
               task_model({.indexes = "{name: by_status, partition: GSI1PK, sort: GSI1SK, projection: KEYS_ONLY}"})},
        Change{"AnotherPrimaryKey", task_model({}),
               task_model({.key = "{partition: \"TASK#{owner}\", sort: \"{id}\"}"})},
        Change{"AnotherSortKeyAttribute", task_model({}), task_model({.sort_key = "sort"})},
        Change{"UniqueAdded", task_model({}), task_model({.more = "unique: [n]"})},
        Change{"UniqueRemoved", task_model({.more = "unique: [n]"}), task_model({})},
        Change{
            "TtlAdded",
            task_model(
                {.fields = "{id: string, owner: string, status: {enum: [NEW, DONE]}, created: time, n: seconds}"}),
            task_model({.fields = "{id: string, owner: string, status: {enum: [NEW, DONE]}, created: time, n: seconds}",
                        .more = "ttl: n"})},
        Change{"Tag", task_model({}), task_model({.more = "aliases: [TASK]", .name = "JOB"})},
        Change{
            "RequiredField", task_model({}),
            task_model({.fields = "{id: string, owner: string, status: {enum: [NEW, DONE]}, created: time, n: integer, "
                                  "note: string}"})},
        Change{"EnumeratorRemoved", task_model({}),
               task_model({.fields = "{id: string, owner: string, status: {enum: [NEW]}, created: time, n: integer}"})},
        Change{"SparseByStatus", task_model({}),
               task_model({.indexes = "{name: by_status, partition: GSI1PK, sort: GSI1SK}, {name: open, partition: "
                                      "GSI2PK, sort: GSI2SK}",
                           .in = "{by_status: {partition: \"S#{status}\", sort: \"{created}#{id}\"}, open: {partition: "
                                 "\"OPEN\", sort: \"{created}#{id}\", when: {field: status, equals: NEW}}}"})},
        Change{"EntityGone", task_model({}), task_model({.name = "JOB"})},
        Change{"AnotherTagAttribute", task_model({}), task_model({.tag = "et"})},
        Change{"NoTag", task_model({}), task_model({.tag = "null"})},
        Change{"TagAdded", task_model({.tag = "null"}), task_model({})}),
    [](const auto& change) { return std::string(change.param.name); });

// ---- texts about the changes

const DiffStep* find_step(const ModelDiff& diff, UpgradeStep::Kind kind, std::string_view subject = {}) {
  for (const DiffStep& step : diff.steps)
    if (step.step.kind == kind && (subject.empty() || step.step.subject == subject)) return &step;
  return nullptr;
}

// Unknown numbers do not count as 0.
TEST(DiffModels, SaysNothingOfTheReadUnitsOfItemsThatNoEntityDescribes) {
  const auto proof_of_template = [](const std::string& index) {
    auto model = read_model_text(
        R"({"TableName": "abc", "BillingMode": "PAY_PER_REQUEST", "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
 "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}, {"AttributeName": "g", "AttributeType": "S"}],
 "GlobalSecondaryIndexes": [{"IndexName": ")" +
            index +
            R"(", "KeySchema": [{"AttributeName": "g", "KeyType": "HASH"}], "Projection": {"ProjectionType": "ALL"}}]})",
        "t.json");
    EXPECT_TRUE(model) << model.error().message;
    return prove(std::make_shared<const Model>(std::move(*model)));
  };
  const ModelDiff diff = compare_models(proof_of_template("one"), proof_of_template("two"));
  EXPECT_THAT(diff.steps, Not(IsEmpty()));
  EXPECT_FALSE(diff.scan_read_units);
  EXPECT_THAT(to_lines(diff, {}), Not(HasSubstr("read units")));
}

TEST(DiffModels, CommerceVersion2RewritesOrdersAndItemsAndAddsThreeIndexes) {
  const ModelDiff diff = compare_models(proof_of_file("commerce_v1.yml"), proof_of_file("commerce_v2.yml"));
  ASSERT_THAT(diff.steps, SizeIs(4));
  const DiffStep& rewrite = diff.steps[0];
  EXPECT_EQ(rewrite.step.kind, UpgradeStep::Kind::RewriteItems);
  EXPECT_EQ(rewrite.safety, Safety::Safe) << rewrite.why;
  EXPECT_EQ(rewrite.step.items, 5'000'000);
  ASSERT_THAT(rewrite.entities, SizeIs(2));
  EXPECT_EQ(rewrite.entities[0].entity, "ORDER");
  EXPECT_THAT(rewrite.entities[0].set, ElementsAre("GSI4PK", "GSI4SK"));
  EXPECT_THAT(rewrite.entities[1].set, ElementsAre("GSI5PK", "GSI5SK", "GSI6PK", "GSI6SK"));
  // An order is in three indexes with all its attributes, so its rewrite also writes three entries. An item is in no
  // index.
  EXPECT_EQ(rewrite.write_units, 1'000'000 * 4 + 4'000'000);
  EXPECT_EQ(find_step(diff, UpgradeStep::Kind::AddIndex, "gsi_orders_by_day")->write_units, 1'000'000);
  EXPECT_EQ(find_step(diff, UpgradeStep::Kind::AddIndex, "gsi_items_by_sku")->write_units, 4'000'000);
  EXPECT_EQ(diff.count(Safety::Unsafe), 0u);
  EXPECT_GT(diff.scan_read_units.value_or(0), 0);
}

// Programs of the earlier model write the attributes that they know: the fields' own attributes, and no composed key.
TEST(DiffModels, AnIndexOverFieldsThatAreThereIsSafe) {
  const auto proof_with = [](const std::string& index, const std::string& key) {
    auto model = read_model_text(
        "format: 1\nname: cars\ntables:\n  - name: cars\n    partition_key: id\n    indexes: [" + index +
            "]\n    entities:\n      - {name: CAR, count: 1k, fields: {id: ulid, plate: string, made: time}, key: "
            "{partition: \"{id}\"}" +
            key + "}\npatterns:\n  - {name: Put, put: CAR, per_second: 1}\n",
        "cars.yml");
    EXPECT_TRUE(model) << model.error().message;
    return prove(std::make_shared<const Model>(model ? std::move(*model) : Model()));
  };
  const auto was = proof_with("", "");
  const ModelDiff own = compare_models(was, proof_with("{name: by_plate, partition: plate, sort: made}",
                                                       ", in: {by_plate: {partition: '{plate}', sort: '{made}'}}"));
  ASSERT_TRUE(find_step(own, UpgradeStep::Kind::AddIndex, "by_plate"));
  EXPECT_EQ(find_step(own, UpgradeStep::Kind::AddIndex, "by_plate")->safety, Safety::Safe);
  const ModelDiff composed =
      compare_models(was, proof_with("{name: by_plate, partition: PP, sort: made}",
                                     ", in: {by_plate: {partition: 'P#{plate}', sort: '{made}'}}"));
  ASSERT_TRUE(find_step(composed, UpgradeStep::Kind::AddIndex, "by_plate"));
  EXPECT_EQ(find_step(composed, UpgradeStep::Kind::AddIndex, "by_plate")->safety, Safety::Careful);
  EXPECT_THAT(find_step(composed, UpgradeStep::Kind::AddIndex, "by_plate")->why, HasSubstr("lack its keys"));
}

TEST(DiffModels, TheWayBackDropsIndexesThatProgramsRead) {
  const ModelDiff diff = compare_models(proof_of_file("commerce_v2.yml"), proof_of_file("commerce_v1.yml"));
  const DiffStep* drop = find_step(diff, UpgradeStep::Kind::DropIndex, "gsi_items_by_sku");
  ASSERT_TRUE(drop);
  EXPECT_EQ(drop->safety, Safety::Unsafe);
  EXPECT_EQ(drop->why, "programs of the earlier model read it for \"All items of an article\"");
}

struct Said {
  const char* name;
  Parts was;
  Parts now;
  const char* what;
  Safety safety;
};

TEST(DiffModels, SaysWhatEachChangeOfADeclarationMeans) {
  const std::string more_fields =
      "{id: string, owner: string, status: {enum: [NEW, DONE]}, created: time, n: integer, ";
  const Said cases[] = {
      {"required", {}, {.fields = more_fields + "note: string}"}, "the field note is new and required", Safety::Unsafe},
      {"optional",
       {},
       {.fields = more_fields + "note: {kind: string, optional: true}}"},
       "the field note is new",
       Safety::Careful},
      {"gone", {.fields = more_fields + "note: string}"}, {}, "the field note is gone", Safety::Unsafe},
      {"renamed",
       {.fields = more_fields + "note: string}"},
       {.fields = more_fields + "remark: {kind: string, attribute: note}}"},
       "the field remark was called note",
       Safety::Safe},
      {"kind",
       {.fields = more_fields + "note: string}"},
       {.fields = more_fields + "note: integer}"},
       "the field note is of kind integer instead of string",
       Safety::Unsafe},
      {"now optional",
       {.fields = more_fields + "note: string}"},
       {.fields = more_fields + "note: {kind: string, optional: true}}"},
       "the field note is optional now",
       Safety::Careful},
      {"now required",
       {.fields = more_fields + "note: {kind: string, optional: true}}"},
       {.fields = more_fields + "note: string}"},
       "the field note is required now",
       Safety::Unsafe},
      {"new value",
       {},
       {.fields = "{id: string, owner: string, status: {enum: [NEW, DONE, LATE]}, created: time, n: integer}"},
       "LATE is a new value of status",
       Safety::Careful},
      {"value gone",
       {},
       {.fields = "{id: string, owner: string, status: {enum: [NEW]}, created: time, n: integer}"},
       "the value DONE of status is gone",
       Safety::Unsafe},
      {"unique", {}, {.more = "unique: [n]"}, "n must be unique now", Safety::Unsafe},
      {"version", {}, {.more = "version: n"}, "its version is in n", Safety::Unsafe},
      {"entity", {}, {.name = "JOB"}, "it is gone", Safety::Unsafe},
      {"entity with another key",
       {},
       {.key = "{partition: \"J#{owner}\", sort: \"JOB#{id}\"}", .name = "JOB"},
       "it is gone",
       Safety::Careful},
      {"no tag", {}, {.tag = "null"}, "items have no type tag any more; it was in type", Safety::Careful},
      {"a tag", {.tag = "null"}, {}, "items have a type tag, in type", Safety::Careful},
      {"another tag", {}, {.tag = "et"}, "the type tag is in et instead of type", Safety::Careful},
      {"entity", {}, {.name = "JOB"}, "it is new", Safety::Safe},
  };
  for (const Said& one : cases) {
    const ModelDiff diff = compare_models(proof_of(task_model(one.was)), proof_of(task_model(one.now)));
    const auto found = std::find_if(diff.changes.begin(), diff.changes.end(),
                                    [&](const DiffChange& change) { return change.what == one.what; });
    ASSERT_NE(found, diff.changes.end()) << one.name << '\n' << to_lines(diff, {});
    EXPECT_EQ(found->safety, one.safety) << one.name;
    EXPECT_TRUE(found->safety != Safety::Unsafe || !found->cure.empty()) << one.name << " has no cure";
  }
}

TEST(DiffModels, AnEntityWithTheKeysOfOneThatIsGoneMayBeItsNewName) {
  const ModelDiff diff = compare_models(proof_of(task_model({})), proof_of(task_model({.name = "JOB"})));
  EXPECT_THAT(to_lines(diff, {}), HasSubstr("If JOB is the new name of TASK, say aliases: [TASK] in JOB."));
}

TEST(DiffModels, ATagThatIsWrittenIntoStoredItemsIsNotThereBefore) {
  const ModelDiff diff = compare_models(proof_of(task_model({})), proof_of(task_model({.tag = "et"})));
  const DiffStep* rewrite = find_step(diff, UpgradeStep::Kind::RewriteItems);
  ASSERT_TRUE(rewrite);
  EXPECT_EQ(rewrite->safety, Safety::Careful);
}

TEST(DiffModels, OtherKeysOfAnIndexThatStaysAreUnsafe) {
  const ModelDiff diff = compare_models(
      proof_of(task_model({})),
      proof_of(task_model({.in = "{by_status: {partition: \"X#{status}\", sort: \"{created}#{id}\"}}"})));
  ASSERT_THAT(diff.steps, SizeIs(1));
  EXPECT_EQ(diff.steps[0].safety, Safety::Unsafe);
  EXPECT_EQ(diff.steps[0].why, "programs of the earlier model write and read other values of GSI1PK");
  EXPECT_EQ(diff.steps[0].write_units, 3000) << "the item, the removal of the earlier entry, and the new one";
}

TEST(DiffModels, EqualModelsHaveNoDifference) {
  const auto proof = proof_of_file("commerce_v2.yml");
  const ModelDiff diff = compare_models(proof, proof);
  EXPECT_TRUE(diff.empty()) << to_lines(diff, {});
  EXPECT_EQ(to_lines(diff, {}), "The models are the same.\n");
}

TEST(DiffModels, TablesAndPatternsThatComeAndGo) {
  const auto one = proof_of(task_model({})), other = proof_of_file("commerce_v1.yml");
  const ModelDiff diff = compare_models(one, other);
  ASSERT_TRUE(find_step(diff, UpgradeStep::Kind::CreateTable));
  EXPECT_THAT(to_lines(diff, {}), AllOf(HasSubstr("commerce_single_table: create the table"),
                                        HasSubstr("careful  tasks: the table is gone")));
}

TEST(DiffModels, TablesThatAreFilledAndFieldsThatAreDerived) {
  const auto was = proof_of(task_model({}));
  std::string text = task_model({.fields = "{id: string, owner: string, status: {enum: [NEW, DONE]}, created: time}"});
  for (auto at = text.find("tasks"); at != text.npos; at = text.find("tasks", at + 6)) text.replace(at, 5, "jobs");
  const ModelDiff anew = compare_models(was, proof_of(text));
  const DiffStep* creation = find_step(anew, UpgradeStep::Kind::CreateTable);
  ASSERT_TRUE(creation);
  EXPECT_EQ(creation->safety, Safety::Careful);
  EXPECT_EQ(creation->write_units, 2000) << "1,000 items, and their entries in an index";
  EXPECT_FALSE(anew.scan_read_units);
  EXPECT_THAT(to_lines(anew, {}),
              AllOf(HasSubstr("its items follow from TASK of tasks: `partita model migrate` fills it"),
                    HasSubstr("its items go to jobs"), HasSubstr("tasks TASK: the field n is gone")));

  const ModelDiff filled = compare_models(
      was, proof_of(task_model({.fields = "{id: string, owner: string, status: {enum: [NEW, DONE]}, created: time, "
                                          "n: integer, boss: {kind: string, from: upper(owner)}}"})));
  ASSERT_THAT(filled.steps, SizeIs(1)) << to_lines(filled, {});
  EXPECT_THAT(filled.steps[0].entities.front().set, ElementsAre("boss"));
  EXPECT_EQ(filled.steps[0].write_units, 2000);
  EXPECT_THAT(to_lines(filled, {}), AllOf(HasSubstr("the field boss is new, from upper(owner)"),
                                          Not(HasSubstr("cannot be read by later programs"))));

  const ModelDiff refused = compare_models(
      was, proof_of(task_model({.fields = "{id: string, owner: string, status: {enum: [NEW, DONE]}, created: time, "
                                          "n: {kind: integer, from: number(owner)}}"})));
  EXPECT_THAT(to_lines(refused, {}), HasSubstr("unsafe   `partita model migrate` refuses it"));
}

TEST(DiffModels, ARefusedModelIsComparedAsFarAsItCanBe) {
  const auto good = proof_of(task_model({}));
  const auto bad = proof_of(task_model({.key = "{partition: \"T#{nothing}\", sort: \"X\"}"}));
  EXPECT_THAT(to_lines(compare_models(bad, good), {}), HasSubstr("items of TASK are not judged"));
  EXPECT_THAT(to_lines(compare_models(good, bad), {}), HasSubstr("unsafe"));
}

}  // namespace diff_models_test
}  // namespace partita::modelling::diff
