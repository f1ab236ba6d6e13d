// `partita model lint`: the list of its rules, as a text and as JSON.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>

#include "documents/read_json.h"
#include "run_command.h"
#include "support/temporary_directory.h"

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

// The index that the cure names, written into the model, ends the finding.
TEST(ModelLint, TheCureOfAnOrderIsAnIndex) {
  const test::TemporaryDirectory directory;
  const auto lint = [&](const std::string& indexes, const std::string& in) {
    std::ofstream(directory / "shop.yml") << fmt::format(R"(format: 1
name: shop
tables:
  - name: shop
    partition_key: PK
    sort_key: SK
    indexes: [{}]
    entities:
      - name: Order
        fields: {{customer: string, id: ulid, placed: time}}
        key: {{partition: "C#{{customer}}", sort: "ORDER#{{id}}"}}
        {}
patterns:
  - {{name: newest, entities: Order, by: [customer], newest: placed}}
)",
                                                         indexes, in);
    return run_command("model lint shop.yml", directory.string()).output;
  };
  const std::string index = "{name: by_customer, partition: by_customer_pk, sort: by_customer_sk}";
  const std::string in = R"(in: {by_customer: {partition: "Order#{customer}", sort: "{placed}"}})";
  const std::string found = lint("", "");
  EXPECT_THAT(found, HasSubstr("error P106"));
  EXPECT_THAT(found, HasSubstr("Add the index " + index + " to the table shop, and to the entity Order " + in));
  EXPECT_EQ(lint(index, in), "no findings\n");
  // A name that another index has is not given again.
  EXPECT_THAT(lint("{name: by_customer, partition: customer}", ""), HasSubstr("{name: by_customer_placed, "));
}

}  // namespace model_lint_test
}  // namespace partita
