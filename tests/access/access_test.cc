// Runs every file of data/. A failure names the file and the line.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>

#include "access_server.h"
#include "call.h"
#include "json_match.h"

namespace partita::test {
namespace access_test {

std::vector<std::string> recipes() {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(PARTITA_ACCESS_DIR))
    if (entry.path().extension() == ".txt") files.push_back(entry.path().string());
  std::sort(files.begin(), files.end());
  return files;
}

// The service's text of "ACTION on RESOURCE because no TYPE" or "ACTION on RESOURCE with ...".
std::string denial(const std::string& text, const std::string& caller_arn) {
  const std::size_t on = text.find(" on ");
  const std::string action = text.substr(0, on);
  const std::size_t resource_at = on + 4, resource_end = text.find(' ', resource_at);
  std::string resource = text.substr(resource_at, resource_end - resource_at);
  if (!resource.starts_with("arn:") && resource != "*")
    resource = "arn:aws:dynamodb:us-east-1:123456789012:" + resource;
  std::string reason = text.substr(resource_end);
  if (reason.starts_with(" because")) reason += fmt::format(" allows the {} action", action);
  return fmt::format("User: {} is not authorized to perform: {} on resource: {}{}", caller_arn, action, resource,
                     reason);
}

void check_step(const Step& step, AccessServer& server) {
  const Answer answer = call(server.as(step.caller), step.operation, step.request, Pages::One);
  if (step.expect != Step::Expect::Error) {
    ASSERT_EQ(answer.error, "") << answer.message;
    const Members members = step.expect == Step::Expect::Exactly ? Members::Exactly : Members::AtLeast;
    EXPECT_EQ(difference(step.answer, answer.json, members), "") << "the answer is " << answer.json;
  } else if (step.error == "Denied") {
    EXPECT_EQ(answer.error, "AccessDeniedException") << answer.json;
    EXPECT_EQ(answer.message, denial(step.message, server.arn(step.caller)));
  } else {
    EXPECT_EQ(answer.error, step.error) << answer.json;
    EXPECT_EQ(answer.message, step.message);
  }
}

class AccessTest : public testing::TestWithParam<std::string> {};

TEST_P(AccessTest, AnswersAsExpected) {
  const Scenario scenario = read_scenario(GetParam());
  ASSERT_FALSE(scenario.steps.empty());
  AccessServer server(scenario.users);
  for (const Step& step : scenario.steps) {
    SCOPED_TRACE(fmt::format("{}:{}: {} of {}", GetParam(), step.line, step.operation, step.caller));
    ASSERT_EQ(step.kind, Step::Kind::Request) << "a server process has its own clock and jobs";
    check_step(step, server);
  }
}

INSTANTIATE_TEST_SUITE_P(Recipes, AccessTest, testing::ValuesIn(recipes()),
                         [](const auto& test) { return std::filesystem::path(test.param).stem().string(); });

}  // namespace access_test
}  // namespace partita::test
