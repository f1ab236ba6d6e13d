// `partita model migrate` on a data directory and on a server.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <fstream>

#include "run_command.h"
#include "served_database.h"
#include "support/temporary_directory.h"

namespace partita {
namespace model_migrate_test {

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr const char* kVersion1 = PARTITA_MODELLING_DATA "/commerce_v1.yml";
constexpr const char* kVersion2 = PARTITA_MODELLING_DATA "/commerce_v2.yml";
// An order of version 1.
constexpr const char* kOrder =
    R"({"Item":{"PK":{"S":"CUST#c1"},"SK":{"S":"ORDER#o1"},"entity":{"S":"ORDER"},)"
    R"("customerId":{"S":"c1"},"orderId":{"S":"o1"},"createdAt":{"S":"2026-01-05T10:00:00.000Z"},)"
    R"("status":{"S":"PAID"},"totalCents":{"N":"100"},"version":{"N":"1"},)"
    R"("GSI1PK":{"S":"CUST#c1"},"GSI1SK":{"S":"ORDER#2026-01-05T10:00:00.000Z#o1"},)"
    R"("GSI2PK":{"S":"STATUS#PAID"},)"
    R"("GSI2SK":{"S":"ORDER#2026-01-05T10:00:00.000Z#CUST#c1#o1"},)"
    R"("GSI3PK":{"S":"CUST#c1#STATUS#PAID"},)"
    R"("GSI3SK":{"S":"ORDER#2026-01-05T10:00:00.000Z#o1"}}})";

class ModelMigrate : public ServedDatabase {
 protected:
  void SetUp() override {
    ServedDatabase::SetUp();
    std::ofstream(directory_ / "order.json") << kOrder << '\n';
  }
  Outcome run(const std::string& arguments) { return run_command(arguments, directory_.string()); }
  void migrate_at(const std::string& place) {
    const auto migrate = [&](const char* version, const std::string& more) {
      return run(fmt::format("model migrate {} {} {}", version, place, more));
    };
    EXPECT_EQ(migrate(kVersion1, "--run").output, "done: commerce_single_table: create the table\n");
    ASSERT_EQ(run(fmt::format("import order.json --table commerce_single_table {}", place)).exit_code, 0);
    const Outcome plan = migrate(kVersion2, fmt::format("--against {}", kVersion1));
    EXPECT_EQ(plan.exit_code, 0);
    EXPECT_THAT(plan.output,
                AllOf(HasSubstr("1 safe, 6 careful, 0 unsafe"), HasSubstr("\ncommerce_single_table: rewrite 1 item\n"),
                      HasSubstr("commerce_single_table: add index gsi_orders_by_day")));
    EXPECT_EQ(migrate(kVersion2, "--check").exit_code, 1);
    const Outcome done = migrate(kVersion2, "--run --units 100000");
    EXPECT_EQ(done.exit_code, 0) << done.output;
    EXPECT_THAT(done.output, HasSubstr("done: commerce_single_table: add index gsi_items_by_status"));
    const Outcome checked = migrate(kVersion2, "--check");
    EXPECT_EQ(checked.exit_code, 0);
    EXPECT_EQ(checked.output, "nothing to do\n");
    const Outcome back = migrate(kVersion1, "--run");
    EXPECT_EQ(back.exit_code, 1);
    EXPECT_THAT(back.output, HasSubstr("needs --drop-indexes"));
    EXPECT_EQ(migrate(kVersion1, "--run --drop-indexes").exit_code, 0);
  }

  const test::TemporaryDirectory directory_;
};

TEST_F(ModelMigrate, ADirectoryFitsTheNextVersion) { migrate_at("--data ./shop"); }

TEST_F(ModelMigrate, AServerFitsTheNextVersion) { migrate_at("--endpoint " + server_->url()); }

// The examples whose tables are made anew. scripts/test-migrations runs all of them while programs write.
class ModelMigrateAnew : public ModelMigrate {
 protected:
  Outcome migrate(const std::string& example, const std::string& more) {
    return run(
        fmt::format("model migrate {0}/{1}/v2.yml --against {0}/{1}/v1.yml {2}", PARTITA_MIGRATIONS, example, more));
  }
  Outcome step(const std::string& example, const std::string& more) {
    return migrate(example, fmt::format("--data ./data --state ./state --quiet 0.1 {}", more));
  }
  void make_items(const std::string& example) {
    const Outcome made =
        run(fmt::format("model run {}/{}/v1.yml --data ./data --items 20 --show 0", PARTITA_MIGRATIONS, example));
    ASSERT_EQ(made.exit_code, 0) << made.output;
  }
};

TEST_F(ModelMigrateAnew, TablesAreFilledCutOverAndCutBack) {
  make_items("one_table_to_several");
  const Outcome plan = step("one_table_to_several", "");
  EXPECT_EQ(plan.exit_code, 0) << plan.output;
  EXPECT_THAT(plan.output,
              AllOf(HasSubstr("orders: make the table, and fill it: ORDER of ORDER of shop"),
                    HasSubstr("CUSTOMER: 20 items"), HasSubstr("the old tables are kept in step until --finish")));
  EXPECT_THAT(step("one_table_to_several", "--check").output, HasSubstr("the table is not there"));
  EXPECT_THAT(step("one_table_to_several", "--status").output, HasSubstr("no migration has begun"));
  EXPECT_EQ(step("one_table_to_several", "--finish").exit_code, 2);
  const Outcome filled = step("one_table_to_several", "--run --until-level");
  EXPECT_EQ(filled.exit_code, 0) << filled.output;
  EXPECT_THAT(filled.output, HasSubstr("40 items of the earlier model derived, now following"));
  EXPECT_EQ(step("one_table_to_several", "--check").exit_code, 0);
  EXPECT_THAT(step("one_table_to_several", "--cut-back --writers-are-stopped --until-level").output,
              HasSubstr("the tables are not cut over, or cut back already; programs may write shop"));
  const Outcome cut = step("one_table_to_several", "--cutover --writers-are-stopped --until-level");
  EXPECT_EQ(cut.exit_code, 0) << cut.output;
  EXPECT_THAT(cut.output, HasSubstr("nothing differs; programs may write customers, orders now"));
  EXPECT_THAT(step("one_table_to_several", "--status").output, HasSubstr("customers: back"));
  EXPECT_EQ(step("one_table_to_several", "--run --restart").exit_code, 2);
  const Outcome back = step("one_table_to_several", "--cut-back --writers-are-stopped --until-level");
  EXPECT_THAT(back.output, HasSubstr("programs may write shop now"));
  EXPECT_THAT(step("one_table_to_several", "--finish").output, HasSubstr("finished; programs write shop"));
}

TEST_F(ModelMigrateAnew, TheEarlierModelOfAPlanIsInferredFromTheTable) {
  make_items("one_table_to_several");
  const auto with_table = [&](const std::string& more) {
    return run(
        fmt::format("model migrate {}/one_table_to_several/v2.yml --against-table shop {}", PARTITA_MIGRATIONS, more));
  };
  const Outcome plan = with_table("--data ./data");
  EXPECT_EQ(plan.exit_code, 0) << plan.output;
  EXPECT_THAT(plan.output, AllOf(HasSubstr("shop holds CUSTOMER, as its items suggest"),
                                 HasSubstr("orders: make the table, and fill it: ORDER of ORDER of shop"),
                                 HasSubstr("ORDER: 20 items")));
  EXPECT_THAT(with_table("--data ./data --check").output, HasSubstr("customers: the table is not there"));
  const Outcome refused = with_table("--data ./data --run");
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.output, HasSubstr("OLD must be the same model in all steps"));
  EXPECT_NE(with_table("--data ./data --against x.yml").exit_code, 0);
  EXPECT_EQ(run(fmt::format("model migrate {}/one_table_to_several/v2.yml --against-table nowhere --data ./data",
                            PARTITA_MIGRATIONS))
                .exit_code,
            2);
}

// The file that an export writes serves as OLD of all steps.
TEST_F(ModelMigrateAnew, AnExportedModelOfTheTableIsOld) {
  const std::string endpoint = "--endpoint " + server_->url();
  const Outcome made =
      run(fmt::format("model run {}/one_table_to_several/v1.yml {} --items 20 --show 0", PARTITA_MIGRATIONS, endpoint));
  ASSERT_EQ(made.exit_code, 0) << made.output;
  const Outcome exported = run(fmt::format("model export --to yaml {} --table shop -o old.yml", endpoint));
  ASSERT_EQ(exported.exit_code, 0) << exported.output;
  const auto step_with = [&](const std::string& more) {
    return run(
        fmt::format("model migrate {}/one_table_to_several/v2.yml --against old.yml {} --state ./state --quiet 0.1 {}",
                    PARTITA_MIGRATIONS, endpoint, more));
  };
  EXPECT_THAT(step_with("--run --until-level").output, HasSubstr("40 items of the earlier model derived"));
  EXPECT_THAT(step_with("--cutover --writers-are-stopped --until-level").output, HasSubstr("nothing differs"));
}

TEST_F(ModelMigrateAnew, FieldsAreFilledWhereTheItemsAre) {
  make_items("field_added");
  const Outcome plan = migrate("field_added", "--data ./data");
  EXPECT_EQ(plan.exit_code, 0) << plan.output;
  EXPECT_THAT(plan.output, AllOf(HasSubstr("people: fill alias, domain in 20 items of PERSON"),
                                 HasSubstr("people: rewrite 20 items"), HasSubstr("people: add index by_domain")));
  EXPECT_EQ(migrate("field_added", "--data ./data --check").exit_code, 1);
  EXPECT_THAT(migrate("field_added", "--data ./data --run").output,
              HasSubstr("done: people: fill alias, domain in 20 items of PERSON"));
  const Outcome checked = migrate("field_added", "--data ./data --check");
  EXPECT_EQ(checked.exit_code, 0) << checked.output;
  EXPECT_THAT(checked.output, HasSubstr("--drop-fields removes that"));
  EXPECT_THAT(migrate("field_added", "--data ./data --run --drop-fields").output,
              HasSubstr("done: people: remove nick"));
  EXPECT_THAT(migrate("field_added", "--data ./data --run --drop-fields").output, HasSubstr("\nnothing to do\n"));
  EXPECT_THAT(migrate("field_added", "--data ./data --cutover --writers-are-stopped").output,
              HasSubstr("no table is made anew"));
}

TEST_F(ModelMigrateAnew, ItemsThatDifferAreFoundAndRepaired) {
  make_items("field_into_document");
  ASSERT_EQ(step("field_into_document", "--run --until-level").exit_code, 0);
  std::ofstream(directory_ / "other.json") << R"({"Item":{"PK":{"S":"C#other"}}})" << '\n';
  ASSERT_EQ(run("import other.json --table customers_2 --data ./data").exit_code, 0);
  const Outcome found = step("field_into_document", "--check");
  EXPECT_EQ(found.exit_code, 1);
  EXPECT_THAT(found.output, HasSubstr(R"(customers_2 {PK: "C#other"} differs)"));
  const Outcome refused = step("field_into_document", "--cutover --writers-are-stopped --until-level");
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_THAT(refused.output, HasSubstr("nothing was cut over; programs may go on with customers"));
  const Outcome repaired = step("field_into_document", "--cutover --writers-are-stopped --repair --until-level");
  EXPECT_EQ(repaired.exit_code, 0) << repaired.output;
  EXPECT_THAT(repaired.output, HasSubstr("1 items were repaired"));
}

TEST_F(ModelMigrateAnew, AnItemThatCannotBeDerivedIsNamedBeforeAWrite) {
  make_items("time_in_sort_key");
  std::ofstream(directory_ / "bad.json")
      << R"({"Item":{"PK":{"S":"C#x"},"SK":{"S":"O#1"},"type":{"S":"ORDER"},"customer":{"S":"x"},"id":{"S":"1"},)"
      << R"("state":{"S":"OPEN"}}})" << '\n';
  ASSERT_EQ(run("import bad.json --table orders --data ./data").exit_code, 0);
  EXPECT_EQ(step("time_in_sort_key", "").exit_code, 1);
  const Outcome refused = step("time_in_sort_key", "--run");
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.output, AllOf(HasSubstr("ORDER.created is required, and the item has no value for it"),
                                    HasSubstr("so nothing was written")));
  EXPECT_NE(run("export orders_by_time --data ./data --to -").exit_code, 0);
}

// A model of members, who get a unique address and a table for those who pay.
constexpr const char* kMembers = R"(format: 1
name: club
tables:
  - name: members
    partition_key: PK
    entities:
      - name: MEMBER
        fields: {id: string, email: string, paid: bool, since: time, end: seconds?}
        key: {partition: "M#{id}"}
)";

class MigrateMembers : public ModelMigrateAnew {
 protected:
  void make(const std::string& now) {
    std::string was = kMembers;
    was.replace(was.find("seconds?"), 8, "'seconds?'");
    std::ofstream(directory_ / "v1.yml") << was;
    std::ofstream(directory_ / "v2.yml") << "format: 1\nname: club\ntables:\n" << now;
    std::ofstream items(directory_ / "members.json");
    for (int i = 1; i <= 4; ++i)
      items << fmt::format(R"({{"Item":{{"PK":{{"S":"M#{0}"}},"type":{{"S":"MEMBER"}},"id":{{"S":"{0}"}},)"
                           R"("email":{{"S":"m{1}@club.test"}},"paid":{{"BOOL":{2}}},"more":{{"S":"{0}"}},)"
                           R"("since":{{"S":"2026-01-05T10:00:00.123Z"}}}}}})",
                           i, i / 2, i > 1)
            << '\n';
    items.close();
    ASSERT_EQ(run("model migrate v1.yml --data ./data --run").exit_code, 0);
    ASSERT_EQ(run("import members.json --table members --data ./data").exit_code, 0);
  }
  Outcome go(const std::string& more) {
    return run("model migrate v2.yml --against v1.yml --data ./data --state ./state --quiet 0.1 " + more);
  }
};

TEST_F(MigrateMembers, SeveralItemsForOneKeyAreRefusedBeforeAWrite) {
  make(
      "  - name: members_2\n    partition_key: PK\n    entities:\n      - name: MEMBER\n"
      "        fields: {id: string, email: string, paid: bool}\n        key: {partition: \"M#{id}\"}\n        unique: "
      "[email]\n");
  const Outcome plan = go("");
  EXPECT_EQ(plan.exit_code, 1);
  EXPECT_THAT(
      plan.output,
      AllOf(HasSubstr(
                "several items of the earlier model become one: members_2 {PK: \"UNIQUE#MEMBER#email#m1@club.test\"}"),
            HasSubstr("MEMBER.since goes, because no field of the later model has it")));
  EXPECT_EQ(go("--run").exit_code, 2);
  EXPECT_NE(run("export members_2 --data ./data --to -").exit_code, 0);
}

TEST_F(MigrateMembers, ItemsThatMeetNoConditionAreLeftOutOnlyIfThatIsSaid) {
  make(
      "  - name: payers\n    partition_key: PK\n    entities:\n      - name: PAYER\n"
      "        from: {entity: MEMBER, when: {field: paid, equals: 'true'}}\n        fields: {id: string, day: {kind: "
      "date, from: since}}\n"
      "        key: {partition: \"P#{id}\"}\n");
  EXPECT_THAT(go("").output, HasSubstr("it meets no condition of an entity that is from MEMBER; --leave-out MEMBER"));
  EXPECT_EQ(go("--run --leave-out MEMBER --until-level").exit_code, 0);
  const Outcome cut = go("--cutover --writers-are-stopped --leave-out MEMBER");
  EXPECT_EQ(cut.exit_code, 0) << cut.output;
  EXPECT_THAT(cut.output, HasSubstr("PAYER: 3 items, the hash of their fields is equal"));
  EXPECT_THAT(go("--cut-back --writers-are-stopped --leave-out MEMBER").output, HasSubstr("without a way back"));
  EXPECT_THAT(run("export payers --data ./data --to - --format jsonl").output,
              AllOf(HasSubstr(R"("more":"2")"), HasSubstr(R"("day":"2026-01-05")")));
}

TEST_F(MigrateMembers, AWayBackThatLosesValuesIsNotOffered) {
  make(
      "  - name: members_2\n    partition_key: PK\n    entities:\n      - name: MEMBER\n"
      "        fields: {id: string, email: string, paid: bool, since: date, end: 'seconds?'}\n        key: {partition: "
      "\"M#{id}\"}\n");
  EXPECT_THAT(go("").output,
              HasSubstr("there is no way back after the cut-over: it would lose values of MEMBER.since"));
}

TEST_F(MigrateMembers, AnItemThatWouldNotComeBackEndsTheWayBack) {
  // The attribute `more` becomes a field, which the earlier model lacks.
  make(
      "  - name: members_2\n    partition_key: PK\n    entities:\n      - name: MEMBER\n"
      "        fields: {id: string, email: string, paid: bool, since: time, end: 'seconds?', more: 'string?'}\n"
      "        key: {partition: \"M#{id}\"}\n");
  EXPECT_THAT(go("").output,
              HasSubstr("there is no way back after the cut-over: 4 items would not come back as they are"));
  EXPECT_EQ(go("--run --until-level").exit_code, 0);
  const Outcome cut = go("--cutover --writers-are-stopped --until-level");
  EXPECT_EQ(cut.exit_code, 0) << cut.output;
  EXPECT_THAT(cut.output, HasSubstr("there is no way back after this cut-over"));
  EXPECT_EQ(go("--cut-back --writers-are-stopped").exit_code, 2);
}

TEST_F(MigrateMembers, AnAttributeThatAKeyWouldHideIsRefused) {
  make(
      "  - name: members_2\n    partition_key: more\n    entities:\n      - name: MEMBER\n"
      "        fields: {id: string, email: string, paid: bool}\n        key: {partition: \"M#{id}\"}\n");
  EXPECT_THAT(go("").output, HasSubstr("its attribute more would be lost, because the table members_2 has a key"));
}

TEST_F(MigrateMembers, ATableOfOtherKeysIsRefusedAndSettingsAreSet) {
  make(
      "  - name: members_2\n    partition_key: PK\n    stream: NEW_IMAGE\n    deletion_protection: true\n    "
      "entities:\n"
      "      - name: MEMBER\n        fields: {id: string, email: string, paid: bool, since: time, end: 'seconds?'}\n"
      "        key: {partition: \"M#{id}\"}\n        ttl: end\n");
  ASSERT_EQ(run("import members.json --table members_2 --keys id:S --data ./other").exit_code, 0);
  EXPECT_EQ(go("--run --until-level").exit_code, 0);
  const Outcome cut = go("--cutover --writers-are-stopped --until-level");
  EXPECT_EQ(cut.exit_code, 0) << cut.output;
  EXPECT_EQ(go("--finish").exit_code, 0);
  EXPECT_EQ(run("model verify v2.yml --data ./data").exit_code, 0);
  const Outcome again = go("--run");
  EXPECT_EQ(again.exit_code, 2);
  EXPECT_THAT(again.output, HasSubstr("If programs write it, its migration is done"));
}

TEST_F(ModelMigrateAnew, ModelsThatDoNotFollowAreRefused) {
  make_items("entity_split");
  EXPECT_THAT(
      step("entity_split", "").output,
      AllOf(
          HasSubstr(
              "there is no way back after the cut-over: CUSTOMER.street is required, and CUSTOMER of the later model"),
          HasSubstr("ADDRESS has no successor")));
  std::ofstream(directory_ / "v3.yml")
      << "format: 1\nname: c\ntables:\n  - name: customers\n    partition_key: PK\n"
         "    type_attribute: type\n    entities:\n      - name: CUSTOMER\n"
         "        fields: {customer: string, name: {kind: string, from: upper(name)}}\n"
         "        key: {partition: 'C#{customer}'}\n";
  EXPECT_THAT(
      run(fmt::format("model migrate v3.yml --against {}/entity_split/v1.yml --data ./data", PARTITA_MIGRATIONS))
          .output,
      HasSubstr("or the table another name in the new model"));
  EXPECT_THAT(run(fmt::format("model migrate {} --data ./data --cutover --writers-are-stopped", kVersion1)).output,
              HasSubstr("no table is made anew"));
}

TEST_F(ModelMigrate, FaultsAreNamed) {
  EXPECT_THAT(run(fmt::format("model migrate {}", kVersion1)).output, HasSubstr("--endpoint or --data says where"));
  EXPECT_EQ(run("model migrate none.yml --data ./shop").exit_code, 2);
  // A table with other keys cannot be changed.
  ASSERT_EQ(run("import order.json --table commerce_single_table --keys PK:S --data ./other").exit_code, 0);
  const Outcome impossible = run(fmt::format("model migrate {} --data ./other --run", kVersion1));
  EXPECT_EQ(impossible.exit_code, 2);
  EXPECT_THAT(impossible.output, HasSubstr("commerce_single_table"));
}

}  // namespace model_migrate_test
}  // namespace partita
