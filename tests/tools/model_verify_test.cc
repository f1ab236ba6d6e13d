// `partita model verify` as a user runs it.
#include <gmock/gmock.h>

#include <fstream>

#include "run_command.h"
#include "served_database.h"
#include "support/temporary_directory.h"

namespace partita {
namespace model_verify_test {

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr const char* kNotes = R"(format: 1
name: notes
tables:
  - name: notes
    partition_key: PK
    type_attribute: type
    indexes: [{name: by_owner, partition: GSI1PK}]
    entities:
      - name: NOTE
        fields: {id: string, owner: string, text: string}
        key: {partition: "NOTE#{id}"}
        in: {by_owner: {partition: "OWNER#{owner}"}}
patterns:
  - {name: "Notes of an owner", entities: NOTE, by: [owner]}
)";

class ModelVerify : public ServedDatabase {
 protected:
  void SetUp() override {
    ServedDatabase::SetUp();
    model_ = write("notes.yml", kNotes);
  }
  std::string write(const std::string& name, const std::string& text) {
    const std::string path = directory_.string() + "/" + name;
    std::ofstream(path) << text;
    return path;
  }
  Outcome verify(const std::string& arguments) { return run_command("model verify " + model_ + " " + arguments); }
  std::string owner_key() {
    const auto got = database_->get_item({.table_name = "notes", .key = AttributeMap{{"PK", "NOTE#note-001"}}});
    EXPECT_TRUE(got && got->item);
    return got && got->item ? got->item->to_map().find("GSI1PK")->s() : "";
  }

  const test::TemporaryDirectory directory_;
  std::string model_;
};

TEST_F(ModelVerify, RepairsOnlyWithYes) {
  const std::string endpoint = "--endpoint " + server_->url();
  ASSERT_EQ(run_command("model run " + model_ + " " + endpoint).exit_code, 0);
  const Outcome clean = verify(endpoint);
  EXPECT_EQ(clean.exit_code, 0);
  EXPECT_EQ(clean.output, "6 items; each as the model says\n");

  const std::string right = owner_key();
  UpdateItemRequest spoil;
  spoil.table_name = "notes";
  spoil.key = AttributeMap{{"PK", "NOTE#note-001"}};
  spoil.update_expression = "SET GSI1PK = :v";
  spoil.expression_attribute_values = AttributeMap{{":v", "OWNER#nobody"}};
  ASSERT_TRUE(database_->update_item(spoil));

  const Outcome dry = verify(endpoint + " --repair");
  EXPECT_EQ(dry.exit_code, 1);
  EXPECT_THAT(dry.output, AllOf(HasSubstr("stale      NOTE: 1 finding, 1 repairable\n"
                                          "  notes: {\"PK\": \"NOTE#note-001\"}: GSI1PK is \"OWNER#nobody\", but"),
                                HasSubstr("Nothing is written yet: --repair --yes writes what is repairable.\n")));
  EXPECT_EQ(owner_key(), "OWNER#nobody");

  const Outcome repaired = verify(endpoint + " --repair --yes");
  EXPECT_EQ(repaired.exit_code, 0);
  EXPECT_EQ(repaired.output, "6 items; 1 repaired; each as the model says\n");
  EXPECT_EQ(owner_key(), right);
}

TEST_F(ModelVerify, VerifiesADataDirectoryWithoutChangingIt) {
  const std::string data = directory_.string() + "/data";
  ASSERT_EQ(run_command("model run " + model_ + " --data " + data).exit_code, 0);
  const Outcome outcome = verify("--data " + data);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_EQ(outcome.output, "6 items; each as the model says\n");
  EXPECT_EQ(verify("--data " + data + "-none").exit_code, 2);
}

TEST_F(ModelVerify, VerifiesADump) {
  const std::string good = R"({"Item":{"PK":{"S":"NOTE#a"},"type":{"S":"NOTE"},"id":{"S":"a"},"owner":{"S":"ada"},)"
                           R"("text":{"S":"t"},"GSI1PK":{"S":"OWNER#ada"}}})";
  const Outcome clean = verify("--items " + write("good.json", good + "\n"));
  EXPECT_EQ(clean.exit_code, 0);
  EXPECT_EQ(clean.output, "1 item; each as the model says\n");
  const Outcome piped = run_command("model verify " + model_ + " --items - < " + directory_.string() + "/good.json");
  EXPECT_EQ(piped.output, "1 item; each as the model says\n");
  const Outcome broken = verify("--items " + write("bad.json", good + "\n{\"PK\": 7\n") + " --json");
  EXPECT_EQ(broken.exit_code, 1);
  EXPECT_THAT(broken.output, AllOf(HasSubstr("\"kind\": \"line\""), HasSubstr("bad.json:2: ")));
}

TEST_F(ModelVerify, SaysWhatIsWrongWithTheCommand) {
  struct Case {
    std::string arguments;
    const char* text;
  };
  const Case cases[] = {
      {"", "--endpoint, --data or --items says where the items are"},
      {"--items " + model_ + " --repair", "a dump cannot be repaired"},
      {"--endpoint " + server_->url() + " --yes", "--yes belongs to --repair"},
      {"--endpoint " + server_->url(), "not found"},
      {"--endpoint " + server_->url() + " --table shoes", "the model has no table shoes"},
      {"--items " + directory_.string() + "/none.json", "none.json cannot be opened"},
  };
  for (const Case& one : cases) {
    const Outcome outcome = verify(one.arguments);
    EXPECT_EQ(outcome.exit_code, 2) << one.arguments;
    EXPECT_THAT(outcome.output, HasSubstr(one.text)) << one.arguments;
  }
}

}  // namespace model_verify_test
}  // namespace partita
