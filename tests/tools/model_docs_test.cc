// `partita model docs` as a user runs it.
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "run_command.h"
#include "support/temporary_directory.h"

namespace partita {
namespace model_docs_test {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

constexpr const char* kModel = R"(format: 1
name: two
tables:
  - name: shop
    partition_key: PK
    indexes:
      - {name: by_state, partition: STATE}
    entities:
      - name: ORDER
        fields: {id: string, state: string}
        key: {partition: "ORDER#{id}"}
        in: {by_state: {partition: "STATE#{state}"}}
patterns:
  - {name: One order, entities: ORDER, by: [id]}
)";

class ModelDocs : public testing::Test {
 protected:
  ModelDocs() { std::ofstream(directory_ / "model.yml") << kModel; }

  Outcome run(const std::string& arguments) {
    return run_command("model docs model.yml " + arguments, directory_.string());
  }
  std::string content(const std::string& name) {
    std::stringstream text;
    text << std::ifstream(directory_ / name).rdbuf();
    return text.str();
  }

  const test::TemporaryDirectory directory_;
};

TEST_F(ModelDocs, PrintsMarkdown) {
  const Outcome outcome = run("");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.output, StartsWith("# two\n"));
  EXPECT_THAT(outcome.output, Not(HasSubstr(".svg")));
}

TEST_F(ModelDocs, WritesPagesThatFindTheirPictures) {
  const Outcome outcome = run("--markdown pages/model.md --html pages/model.html --svg pictures");
  EXPECT_EQ(outcome.exit_code, 1) << "the directory of a page must be there";
  EXPECT_THAT(outcome.output, HasSubstr("pages/model.html cannot be written: No such file or directory"));

  std::filesystem::create_directory(directory_ / "pages");
  const Outcome written = run("--markdown pages/model.md --html pages/model.html --svg pictures");
  EXPECT_EQ(written.exit_code, 0) << written.output;
  EXPECT_THAT(written.output, IsEmpty());
  EXPECT_THAT(content("pages/model.html"), StartsWith("<!DOCTYPE html>"));
  const std::string page = content("pages/model.md");
  std::size_t pictures = 0;
  for (const auto& file : std::filesystem::directory_iterator(directory_ / "pictures")) {
    ++pictures;
    EXPECT_THAT(page, HasSubstr("](../pictures/" + file.path().filename().string() + ")"));
  }
  EXPECT_EQ(pictures, 4u);
}

TEST_F(ModelDocs, OutputIsAPageOrADirectoryOfAll) {
  EXPECT_THAT(run("-o two.html").output, IsEmpty());
  EXPECT_THAT(content("two.html"), StartsWith("<!DOCTYPE html>"));
  EXPECT_THAT(run("-o two.md").output, IsEmpty());
  EXPECT_THAT(content("two.md"), StartsWith("# two\n"));
  EXPECT_THAT(run("--output=new/pages").output, IsEmpty());
  EXPECT_THAT(content("new/pages/docs.html"), StartsWith("<!DOCTYPE html>"));
  EXPECT_THAT(content("new/pages/docs.md"), HasSubstr("](docs/"));
  EXPECT_TRUE(std::filesystem::is_directory(directory_ / "new/pages/docs"));
  EXPECT_THAT(run("-o two.md --svg pictures").output, HasSubstr("excludes"));
  // A model that cannot be read leaves no directory behind.
  std::ofstream(directory_ / "model.yml") << "format: 1\ntabels: []";
  EXPECT_EQ(run("-o nothing").exit_code, 1);
  EXPECT_FALSE(std::filesystem::exists(directory_ / "nothing"));
}

TEST_F(ModelDocs, WritesOnlyWhatIsAskedFor) {
  EXPECT_THAT(run("--svg pictures").output, IsEmpty());
  EXPECT_THAT(run("--html - ").output, StartsWith("<!DOCTYPE html>"));
}

}  // namespace model_docs_test
}  // namespace partita
