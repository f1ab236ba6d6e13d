// Runs every file of data/ in each of the six ways. A failure names the file, the line and the way.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "call.h"
#include "json_match.h"
#include "scenario_file.h"
#include "support/test_database.h"

namespace partita::test {
namespace scenario_test {

std::vector<std::string> scenario_files() {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(PARTITA_SCENARIO_DIR))
    if (entry.path().extension() == ".txt") files.push_back(entry.path().string());
  std::sort(files.begin(), files.end());
  return files;
}

void check_error(const Step& step, const Answer& answer) {
  EXPECT_EQ(step.error, answer.error) << answer.json;
  constexpr std::string_view kDots = "...";
  if (step.message.ends_with(kDots)) {
    EXPECT_THAT(answer.message, testing::StartsWith(step.message.substr(0, step.message.size() - kDots.size())));
  } else {
    EXPECT_EQ(step.message, answer.message);
  }
  if (step.answer.empty()) return;
  EXPECT_EQ(difference(step.answer, answer.json, Members::AtLeast), "") << answer.json;
}

// Reads and refused requests make no change that a reopening could lose.
bool is_write(const Step& step) {
  if (step.expect == Step::Expect::Error) return false;
  for (const std::string_view word : {"Get", "Query", "Scan", "Describe", "List"})
    if (step.operation.find(word) != std::string::npos) return false;
  return true;
}

void check_request(const Step& step, Database& database) {
  constexpr std::size_t kShown = 2000;
  const Answer answer = call(database, step.operation, step.request, step.all_pages ? Pages::All : Pages::One);
  if (step.expect == Step::Expect::Error) return check_error(step, answer);
  if (!answer.error.empty()) {
    ADD_FAILURE() << answer.error << ": " << answer.message;
    return;
  }
  const Members members = step.expect == Step::Expect::Exactly ? Members::Exactly : Members::AtLeast;
  EXPECT_EQ(difference(step.answer, answer.json, members), "") << "the answer is " << answer.json.substr(0, kShown);
}

class ScenarioTest : public testing::TestWithParam<std::tuple<std::string, Combination>> {};

TEST_P(ScenarioTest, AnswersAsExpected) {
  const auto& [path, combination] = GetParam();
  const Scenario scenario = read_scenario(path);
  ASSERT_FALSE(scenario.steps.empty());
  ASSERT_TRUE(scenario.users.empty()) << "the users of a scenario belong into tests/access";
  TestDatabase database(combination, scenario.table_delay);
  for (const Step& step : scenario.steps) {
    SCOPED_TRACE(path + ":" + std::to_string(step.line) + ": " + step.operation);
    if (step.kind == Step::Kind::AdvanceClock) {
      database.clock().advance_ms(step.advance.count());
    } else if (step.kind == Step::Kind::RunDueJobs) {
      const auto done = database.run_due();
      EXPECT_TRUE(done) << done.error().message;
    } else if (step.kind == Step::Kind::PutObject) {
      database.put_object(step.object, step.content);
    } else {
      check_request(step, database.database());
      if (is_write(step)) database.maybe_reopen();
    }
  }
  EXPECT_EQ(database.findings(), "");
}

std::string test_name(const testing::TestParamInfo<std::tuple<std::string, Combination>>& test) {
  return std::filesystem::path(std::get<0>(test.param)).stem().string() + "_" + name_of(std::get<1>(test.param));
}

INSTANTIATE_TEST_SUITE_P(Scenarios, ScenarioTest,
                         testing::Combine(testing::ValuesIn(scenario_files()), testing::ValuesIn(all_combinations())),
                         test_name);

}  // namespace scenario_test
}  // namespace partita::test
