// `partita iam check` and `partita iam simulate` as a user runs them.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <fstream>

#include "run_command.h"
#include "support/temporary_directory.h"

namespace partita {
namespace iam_test {

using ::testing::HasSubstr;
using ::testing::StartsWith;

class Iam : public ::testing::Test {
 protected:
  // Runs `partita iam` in the directory of the policies.
  Outcome iam(const std::string& arguments) { return run_command("iam " + arguments, directory_.string()); }
  void write(const std::string& name, const std::string& text) {
    std::ofstream(directory_.string() + "/" + name) << text;
  }
  void SetUp() override {
    write("own.json", R"({
  "Version": "2012-10-17",
  "Statement": [
    {"Sid": "Own", "Effect": "Allow", "Action": ["dynamodb:GetItem", "dynamodb:Query"],
     "Resource": "arn:aws:dynamodb:us-east-1:123456789012:table/Music*",
     "Condition": {"ForAllValues:StringEquals": {"dynamodb:LeadingKeys": "${aws:userid}"},
                   "StringEqualsIfExists": {"dynamodb:Select": ["SPECIFIC_ATTRIBUTES", "COUNT"]}}},
    {"Effect": "Deny", "Action": "dynamodb:Scan", "Resource": "*"}
  ]
})");
    write("faulty.json", "{\n  \"Statement\": {\"Effect\": \"allow\", \"Action\": \"*\"}\n}\n");
  }

  const test::TemporaryDirectory directory_;
};

constexpr const char* kGet =
    "simulate --policy own.json --action dynamodb:GetItem "
    "--resource arn:aws:dynamodb:us-east-1:123456789012:table/Music ";

TEST_F(Iam, SimulateTellsTheStatementThatAllows) {
  const Outcome outcome =
      iam(std::string(kGet) + "--context aws:userid=AIDA1 --context dynamodb:LeadingKeys=AIDA1,AIDA1");
  EXPECT_EQ(outcome.output, "allowed\n  own.json, Statement[0] (Sid \"Own\"), as an identity-based policy\n");
  EXPECT_EQ(outcome.exit_code, 0);
}

TEST_F(Iam, SimulateTellsWhatDoesNotFit) {
  const Outcome outcome =
      iam(std::string(kGet) + "--context aws:userid=AIDA1 --context dynamodb:LeadingKeys=AIDA1,AIDA2");
  EXPECT_EQ(outcome.output,
            "implicitly denied\n"
            "  own.json, Statement[0] (Sid \"Own\"): Condition ForAllValues:StringEquals \"dynamodb:LeadingKeys\": the "
            "request has \"AIDA1\", \"AIDA2\", the policy \"${aws:userid}\", where ${aws:userid} is \"AIDA1\"\n"
            "AccessDeniedException: User: arn:aws:iam::123456789012:user/anybody is not authorized to perform: "
            "dynamodb:GetItem on resource: arn:aws:dynamodb:us-east-1:123456789012:table/Music because no "
            "identity-based policy allows the dynamodb:GetItem action\n");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(iam(std::string(kGet) + "--context dynamodb:LeadingKeys=AIDA1").output,
              HasSubstr("where ${aws:userid} has no value\n"));
  EXPECT_THAT(iam(std::string(kGet) + "--context dynamodb:Select=ALL_ATTRIBUTES").output,
              HasSubstr("Condition StringEqualsIfExists \"dynamodb:Select\": the request has \"ALL_ATTRIBUTES\", the "
                        "policy \"SPECIFIC_ATTRIBUTES\", \"COUNT\"\n"));
  EXPECT_THAT(iam("simulate --policy own.json --action dynamodb:Query --resource '*'").output,
              HasSubstr("Resource: the request has \"*\", the policy "
                        "\"arn:aws:dynamodb:us-east-1:123456789012:table/Music*\"\n"));
  EXPECT_THAT(iam("simulate --policy own.json --action dynamodb:PutItem --resource '*'").output,
              StartsWith("implicitly denied\n  no statement allows dynamodb:PutItem\n"));
}

TEST_F(Iam, SimulateTellsThatAnotherAccountMustAllow) {
  write("all.json", R"({"Statement": {"Effect": "Allow", "Action": "dynamodb:*", "Resource": "*"}})");
  const Outcome outcome =
      iam("simulate --policy all.json --action dynamodb:PutItem --principal arn:aws:iam::222222222222:user/dave "
          "--resource arn:aws:dynamodb:us-east-1:123456789012:table/Music");
  EXPECT_THAT(outcome.output,
              StartsWith("implicitly denied\n  no statement of a resource-based policy allows dynamodb:PutItem\n"
                         "  the resource is of another account, whose policy must allow the request too: give it with "
                         "--resource-policy FILE\n"));
  EXPECT_EQ(outcome.exit_code, 1);
}

TEST_F(Iam, SimulateTellsTheStatementThatDenies) {
  const Outcome outcome = iam("simulate --policy own.json --action dynamodb:scan --resource '*'");
  EXPECT_THAT(outcome.output, StartsWith("explicitly denied\n  own.json, Statement[1], as an identity-based policy\n"));
  EXPECT_THAT(outcome.output, HasSubstr("with an explicit deny in an identity-based policy\n"));
  EXPECT_EQ(outcome.exit_code, 1);
}

TEST_F(Iam, SimulateHasAllTypesOfPoliciesAndThePrincipalsTags) {
  write("all.json", R"({"Statement": {"Effect": "Allow", "Action": "dynamodb:*", "Resource": "*"}})");
  write("none.json", R"({"Statement": {"Effect": "Allow", "Action": "s3:*", "Resource": "*"}})");
  write("table.json", R"({"Version": "2012-10-17", "Statement": {"Effect": "Allow", "Action": "dynamodb:PutItem",
    "Resource": "*", "Principal": {"AWS": "arn:aws:iam::111111111111:role/app"},
    "Condition": {"StringEquals": {"aws:PrincipalTag/team": "red"}}}})");
  const std::string put = "--action dynamodb:PutItem --resource arn:aws:dynamodb:us-east-1:123456789012:table/T ";
  const std::string session = "--principal arn:aws:sts::111111111111:assumed-role/app/s --tag team=red ";
  EXPECT_EQ(iam("simulate --policy all.json " + put).exit_code, 0);
  EXPECT_THAT(iam("simulate --policy all.json --boundary none.json " + put).output,
              HasSubstr("because no permissions boundary allows the dynamodb:PutItem action"));
  EXPECT_THAT(iam("simulate --policy all.json --session-policy none.json " + put).output,
              HasSubstr("because no session policy allows the dynamodb:PutItem action"));
  EXPECT_THAT(iam("simulate --policy all.json " + put + session).output,
              HasSubstr("because no resource-based policy allows the dynamodb:PutItem action"));
  EXPECT_EQ(iam("simulate --policy all.json --resource-policy table.json " + put + session).exit_code, 0);
  EXPECT_THAT(iam("simulate --policy all.json --resource-policy table.json " + put).output, StartsWith("allowed\n"));
  EXPECT_THAT(iam("simulate --resource-policy table.json " + put).output,
              HasSubstr("table.json, Statement[0]: Principal: the request is from"));
}

TEST_F(Iam, SimulateRefusesWhatItCannotUse) {
  const struct {
    std::string arguments;
    const char* said;
  } kCases[] = {
      {"simulate --policy own.json", "--action and --resource are needed"},
      {"simulate --policy own.json --action dynamodb:GetItems --resource '*'", "has no action 'dynamodb:GetItems'"},
      {"simulate --policy own.json --action dynamodb:GetItem --resource Music", "'Music' is not an ARN"},
      {std::string(kGet) + "--principal alice", "'alice' is not the ARN of a principal"},
      {std::string(kGet) + "--context LeadingKeys=1", "'LeadingKeys' is not a condition key"},
      {std::string(kGet) + "--context dynamodb:Select", "--context takes NAME=VALUE"},
      {std::string(kGet) + "--context aws:CurrentTime=now", "'now' is not a time"},
      {std::string(kGet) + "--context aws:PrincipalArn=x", "give --principal ARN"},
      {std::string(kGet) + "--tag red", "--tag takes NAME=VALUE"},
      {std::string(kGet) + "--policy gone.json", "gone.json: the file cannot be read"},
      {std::string(kGet) + "--policy faulty.json", "faulty.json:2:27: Statement[0]: Effect: \"allow\" is unknown"},
  };
  for (const auto& one : kCases) {
    const Outcome outcome = iam(one.arguments);
    EXPECT_THAT(outcome.output, HasSubstr(one.said)) << one.arguments;
    EXPECT_EQ(outcome.exit_code, 2) << one.arguments;
  }
}

TEST_F(Iam, CheckReportsAllFaults) {
  EXPECT_EQ(iam("check own.json").output, "own.json: 2 statements, no fault\n");
  const Outcome faulty = iam("check own.json faulty.json");
  EXPECT_THAT(
      faulty.output,
      HasSubstr("faulty.json:2:27: Statement[0]: Effect: \"allow\" is unknown; write \"Allow\" or \"Deny\"\n"
                "faulty.json:2:16: Statement[0]: Resource is missing; write for example \"Resource\": \"*\"\n"));
  EXPECT_EQ(faulty.exit_code, 1);
  EXPECT_THAT(iam("check --as resource own.json").output, HasSubstr("Principal is missing"));
  write("trust.json", R"({"Statement": {"Effect": "Allow", "Action": "sts:AssumeRole", "Principal": {"AWS": "*"}}})");
  EXPECT_EQ(iam("check --as trust trust.json").output, "trust.json: 1 statement, no fault\n");
  EXPECT_THAT(iam("check --as trust own.json").output, HasSubstr("Principal is missing"));
  EXPECT_EQ(iam("check gone.json").exit_code, 2);
  EXPECT_EQ(iam("check").exit_code, 2);
  EXPECT_EQ(iam("check --as table own.json").exit_code, 2);
}

}  // namespace iam_test
}  // namespace partita
