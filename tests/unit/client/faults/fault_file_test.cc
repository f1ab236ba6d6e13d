// Rules of faults as JSON, in texts and files.
#include <fstream>

#include "support/temporary_directory.h"
#include "unit/client/faults/fixture.h"

namespace partita::client {
namespace fault_file_test {

using ::testing::ElementsAre;

TEST(FaultFile, has_all_members_of_a_rule) {
  const auto faults = parse_faults(R"({"seed": 18446744073709551615, "rules": [
      {"operations": ["PutItem", "reads"], "table": "items", "key": {"pk": {"S": "a"}, "sk": {"N": "1"}}, "skip": 2,
       "probability": 0.25, "count": 3, "when": "after", "delay_ms": 40, "error": "InternalServerError",
       "message": "text"},
      {"connection": "cut", "when": "before"},
      {"unprocessed": 1, "connection": "kept"}]})");
  ASSERT_TRUE(faults) << faults.error().message;
  EXPECT_EQ(faults->seed, ~std::uint64_t{0});
  ASSERT_EQ(faults->rules.size(), 3u);
  const Fault& first = faults->rules[0];
  EXPECT_THAT(first.operations, ElementsAre("PutItem", "reads"));
  EXPECT_EQ(first.table, "items");
  EXPECT_EQ(first.key, (AttributeMap{{"pk", "a"}, {"sk", 1}}));
  EXPECT_EQ(first.skip, 2u);
  EXPECT_EQ(first.probability, 0.25);
  EXPECT_EQ(first.count, 3u);
  EXPECT_EQ(first.when, FaultTime::After);
  EXPECT_EQ(first.delay, std::chrono::milliseconds(40));
  EXPECT_EQ(first.error, ErrorCode::InternalServerError);
  EXPECT_EQ(first.message, "text");
  EXPECT_EQ(faults->rules[1].connection, FaultConnection::Cut);
  EXPECT_EQ(faults->rules[1].when, FaultTime::Before);
  EXPECT_EQ(faults->rules[2].unprocessed, 1);
  EXPECT_EQ(faults->rules[2].connection, FaultConnection::Kept);
}

TEST(FaultFile, a_wrong_text_is_refused_with_the_rule_and_the_member) {
  const struct {
    const char* text;
    const char* said;
  } kCases[] = {
      {"", "The rules are not JSON"},
      {"{", "The rules are not JSON"},
      {"[]", "The rules are not an object with the member 'rules'"},
      {R"({"seed": 1})", "The rules are not an object with the member 'rules'"},
      {R"({"rules": {}})", "'rules' is not a list of rules"},
      {R"({"rules": [], "clock_skew_seconds": 0.5})", "'clock_skew_seconds' is not a whole number of seconds"},
      {R"({"rules": [], "seed": -1})", "'seed' is not a whole number from 0 on"},
      {R"({"rules": [], "seeds": 1})",
       "'seeds' is not a member of the rules; the members are rules, seed and "
       "clock_skew_seconds"},
      {R"({"rules": [1]})", "Rule 1: it is not an object"},
      {R"({"rules": [{"probabilty": 1}]})",
       "Rule 1: 'probabilty' is not a member of a rule; the members are operations, table, key, skip, probability, "
       "count, when, delay_ms, error, message, connection and unprocessed"},
      {R"({"rules": [{"operations": "PutItem"}]})", "Rule 1: 'operations' is not a list of texts"},
      {R"({"rules": [{"operations": [1]}]})", "Rule 1: 'operations' is not a list of texts"},
      {R"({"rules": [{"table": 1}]})", "Rule 1: 'table' is not a text"},
      {R"({"rules": [{"key": {"pk": "a"}}]})",
       R"x(Rule 1: 'key' is not a map of attributes such as {"pk": {"S": "a"}})x"},
      {R"({"rules": [{"key": null}]})", R"x(Rule 1: 'key' is not a map of attributes such as {"pk": {"S": "a"}})x"},
      {R"({"rules": [{"probability": "0.5"}]})", "Rule 1: 'probability' is not a number"},
      {R"({"rules": [{"skip": 1.5}]})", "Rule 1: 'skip' is not a whole number from 0 on"},
      {R"({"rules": [{"count": -1}]})", "Rule 1: 'count' is not a whole number from 0 on"},
      {R"({"rules": [{"delay_ms": "1"}]})", "Rule 1: 'delay_ms' is not a whole number of milliseconds"},
      {R"({"rules": [{"when": "later"}]})", R"(Rule 1: 'when' is neither "before" nor "after")"},
      {R"({"rules": [{"connection": 1}]})", R"(Rule 1: 'connection' is neither "kept" nor "cut")"},
      {R"({"rules": [{"error": "Throttling"}]})", "Rule 1: 'error' is 'Throttling', which is not the name of an error"},
      // The rules are also checked as those of a program are.
      {R"({"rules": [{"delay_ms": 1}, {"count": 0, "delay_ms": 1}]})",
       "Rule 2: the count is 0, so the rule would never act"},
  };
  for (const auto& one : kCases) {
    const auto faults = parse_faults(one.text);
    ASSERT_FALSE(faults) << one.text;
    EXPECT_EQ(faults.error().code, ErrorCode::ValidationException);
    EXPECT_EQ(faults.error().message, one.said) << one.text;
  }
}

TEST(FaultFile, a_file_is_read_and_named_in_errors) {
  const test::TemporaryDirectory directory;
  const std::string path = directory / "faults.json";
  EXPECT_EQ(read_faults(path).error().message, "The file of faults '" + path + "' cannot be read, or is empty");
  EXPECT_FALSE(read_faults(directory / "."));
  std::ofstream(path) << "";
  EXPECT_EQ(read_faults(path).error().message, "The file of faults '" + path + "' cannot be read, or is empty");
  std::ofstream(path) << R"({"rules": [{"delay_ms": 5}], "seed": 3})";
  ASSERT_TRUE(read_faults(path));
  EXPECT_EQ(read_faults(path)->seed, 3u);
  std::ofstream(path) << R"({"rules": [{}]})";
  EXPECT_EQ(read_faults(path).error().message, path + ": Rule 1: it does nothing; give a delay, an error, a cut " +
                                                   "connection or a share of unprocessed members");
}

}  // namespace fault_file_test
}  // namespace partita::client
