// `partita model run` as a user runs it.
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "run_command.h"
#include "served_database.h"
#include "support/temporary_directory.h"

namespace partita {
namespace model_run_test {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

constexpr const char* kNotes = R"(format: 1
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
        samples: [{owner: ada, number: 1, text: first}, {owner: ada, number: 2, text: second}]
patterns:
  - {name: "Notes of an owner, newest first", entities: NOTE, by: [owner], descending: number}
  - {name: "Change a note", update: NOTE, set: [text]}
)";

class ModelRun : public ServedDatabase {
 protected:
  std::string file(const std::string& text, const std::string& name = "notes.yml") {
    const std::string path = directory_.string() + "/" + name;
    std::ofstream(path) << text;
    return path;
  }
  static Outcome run(const std::string& arguments) { return run_command("model run " + arguments); }

  const test::TemporaryDirectory directory_;
};

TEST_F(ModelRun, RunsInMemoryAndShowsRequestsAnswersAndCosts) {
  const Outcome outcome = run(file(kNotes));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_THAT(outcome.output, StartsWith("On an embedded database in memory:\n"
                                         "  notes: 2 items of the model\n"
                                         "\n"
                                         "READS\n"
                                         "right     Notes of an owner, newest first\n"
                                         "          given owner = \"ada\"\n"
                                         "          Query of the table: PK = \"OWNER#ada\""));
  EXPECT_THAT(outcome.output, AllOf(HasSubstr("  NOTE {\"number\": 2, \"owner\": \"ada\", \"text\": \"second\"}\n"),
                                    HasSubstr("2 items, 2 evaluated, 0.5 units, "), HasSubstr("UpdateItem, 1 unit, "),
                                    HasSubstr("  text         \"first\" -> "),
                                    HasSubstr("2 of 2 patterns right; 2 items verified, each as the model says\n")));
}

TEST_F(ModelRun, ARefusedPatternMakesTheExitCode1) {
  const Outcome outcome = run(file(std::string(kNotes) + "  - {name: By text, entities: NOTE, by: [text]}\n"));
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.output, AllOf(HasSubstr("refused   By text\n"), HasSubstr("Add the index {name: by_text"),
                                    HasSubstr("2 of 3 patterns right, 1 refused;")));
}

TEST_F(ModelRun, AFileThatIsNoModelMakesTheExitCode2) {
  EXPECT_EQ(run(file("format: 1\ntables: [", "broken.yml")).exit_code, 2);
  EXPECT_EQ(run(directory_.string() + "/none.yml").exit_code, 2);
}

TEST_F(ModelRun, RunsAtAnEndpointOnlyInTablesWithoutItems) {
  const std::string path = file(kNotes) + " --endpoint " + server_->url();
  const Outcome first = run(path);
  EXPECT_EQ(first.exit_code, 0) << first.output;
  EXPECT_EQ(database_->describe_table({.table_name = "notes"})->table.item_count, 2);
  const Outcome second = run(path);
  EXPECT_EQ(second.exit_code, 2);
  EXPECT_THAT(second.output, HasSubstr("the table notes has items already"));
  const Outcome beside = run(path + " --table-prefix two.");
  EXPECT_EQ(beside.exit_code, 0) << beside.output;
  EXPECT_EQ(database_->describe_table({.table_name = "two.notes"})->table.item_count, 2);
}

TEST_F(ModelRun, KeepsTheTablesInADataDirectory) {
  const std::string data = directory_.string() + "/data";
  EXPECT_EQ(run(file(kNotes) + " --data " + data).exit_code, 0);
  const Outcome verified = run_command("verify --data " + data);
  EXPECT_THAT(verified.output, testing::EndsWith("\n1 table, 2 items, 0 index entries, 0 faults\n"));
}

TEST_F(ModelRun, PrintsRequestsAndJson) {
  const Outcome requests = run(file(kNotes) + " --requests --show 0");
  EXPECT_THAT(requests.output,
              AllOf(HasSubstr("Query {\"TableName\":\"notes\","), Not(HasSubstr("  NOTE {\"number\": 2"))));
  const Outcome json = run(file(kNotes) + " --json");
  EXPECT_EQ(json.exit_code, 0);
  EXPECT_THAT(json.output, AllOf(StartsWith("{\n  \"tables\": [\n"), HasSubstr("\"outcome\": \"right\""),
                                 HasSubstr("\"units\": 0.5"), HasSubstr("\"verified\": 2")));
}

}  // namespace model_run_test
}  // namespace partita
