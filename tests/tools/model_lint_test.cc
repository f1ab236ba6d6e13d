// `partita model lint`: the list of its rules, as a text and as JSON.
#include <gmock/gmock.h>

#include <algorithm>

#include "documents/read_json.h"
#include "run_command.h"

namespace partita {
namespace model_lint_test {

using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(ModelLint, TheRulesAreListedAsATextAndAsJson) {
  const std::string lines = run_command("model lint --rules").output;
  const std::string json = run_command("model lint --rules --json").output;
  const auto read = documents::read_json(json, std::make_shared<const std::string>("rules"));
  ASSERT_TRUE(read);
  const documents::Node* const rules = read->find("rules");
  ASSERT_TRUE(rules);
  EXPECT_EQ(std::ptrdiff_t(rules->items.size()), std::count(lines.begin(), lines.end(), '\n'));
  for (const documents::Node& rule : rules->items) {
    EXPECT_THAT(lines, HasSubstr(rule.find("rule")->text));
    EXPECT_FALSE(rule.find("cure")->text.empty());
  }
}

TEST(ModelLint, OneRuleIsExplained) {
  EXPECT_THAT(run_command("model lint --explain P100").output, StartsWith("P100 ("));
  EXPECT_THAT(run_command("model lint --explain P100 --json").output, HasSubstr(R"("rule": "P100")"));
  EXPECT_THAT(run_command("model lint --explain P9").output, HasSubstr("there is no rule 'P9'"));
  EXPECT_THAT(run_command("model lint --rules --sarif").output, HasSubstr("excludes"));
}

}  // namespace model_lint_test
}  // namespace partita
