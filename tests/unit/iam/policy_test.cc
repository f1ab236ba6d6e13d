// Documents: their faults, warnings, versions and sizes.
#include "iam/policy.h"

#include <random>

#include "unit/iam/helpers.h"

namespace partita::iam {
namespace policy_test {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

// The faults or warnings, as "LINE:COLUMN TEXT" each.
std::string lines_of(const std::vector<DocumentFault>& faults) {
  std::string lines;
  for (const DocumentFault& fault : faults)
    lines += std::to_string(fault.place.line) + ":" + std::to_string(fault.place.column) + " " + fault.text + "\n";
  return lines;
}

std::string faults_of(const std::string& document, PolicyType type = PolicyType::Identity) {
  return lines_of(Compilation::of("p", document, type).faults);
}

TEST(Document, FaultsNameThePlaceTheFaultAndTheRemedy) {
  const struct {
    std::string document;
    std::string fault;
  } kCases[] = {
      {"", "1:1 this is not JSON: the text ends where a value should be\n"},
      {"{\n \"Version\" \"x\"}", "2:12 this is not JSON: a colon should be here\n"},
      {"{\"Statement\": [}", "1:16 this is not JSON: a value should be here\n"},
      {R"({"Statement": []} x)", "1:19 this is not JSON: the text goes on after the document; remove the rest\n"},
      {"[]", "1:1 the policy is a list; write an object with the members Version and Statement\n"},
      {R"({"Version": "2012-10-17"})",
       "1:1 Statement is missing; write for example \"Statement\": [{\"Effect\": \"Allow\", \"Action\": "
       "\"dynamodb:GetItem\", \"Resource\": \"*\"}]\n"},
      {R"({"Version": "2012-10-17", "Statement": []})",
       "1:40 Statement is an empty list; write one statement at least\n"},
      {R"({"Statement": 5})", "1:15 Statement is a number; write an object or a list of objects\n"},
      {R"({"Statement": [5]})", "1:16 Statement[0] is a number; write an object with Effect, Action and Resource\n"},
      {R"({"Version": "2012-10-18", "Statement": {"Effect": "Allow", "Action": "*", "Resource": "*"}})",
       "1:13 Version: \"2012-10-18\" is unknown; write \"2012-10-17\", or \"2008-10-17\" for a policy without "
       "variables\n"},
      {R"({"version": "2012-10-17", "Statement": {"Effect": "Allow", "Action": "*", "Resource": "*"}})",
       "1:2 the member \"version\" is unknown; write \"Version\"\n"},
      {R"({"Statement": {"Effect": "Allow", "Action": "*", "Resource": "*", "Effect": "Deny"}})",
       "1:67 Statement[0]: the member Effect occurs twice; join the two\n"},
      {R"({"Statement": {"Sid": "Read", "Effect": "allow", "Action": "*", "Resource": "*"}})",
       "1:41 Statement[0] (Sid \"Read\"): Effect: \"allow\" is unknown; write \"Allow\" or \"Deny\"\n"},
      {R"({"Statement": {"Action": "*", "Resource": "*"}})",
       "1:15 Statement[0]: Effect is missing; write \"Effect\": \"Allow\" or \"Effect\": \"Deny\"\n"},
      {R"({"Statement": {"Effect": "Allow", "Resource": "*"}})",
       "1:15 Statement[0]: Action is missing; write for example \"Action\": \"dynamodb:GetItem\"\n"},
      {R"({"Statement": {"Effect": "Allow", "Action": "*", "NotAction": "*", "Resource": "*"}})",
       "1:15 Statement[0]: both Action and NotAction are there; write only one of them\n"},
      {R"({"Statement": {"Effect": "Allow", "Action": [], "Resource": "*"}})",
       "1:45 Statement[0]: Action is an empty list; write a text such as \"dynamodb:GetItem\"\n"},
      {R"({"Statement": {"Effect": "Allow", "Action": ["*", 1], "Resource": "*"}})",
       "1:51 Statement[0]: Action[1] is a number; write a text such as \"dynamodb:GetItem\"\n"},
      {R"({"Statement": {"Effect": "Allow", "Action": "GetItem", "Resource": "*"}})",
       "1:45 Statement[0]: Action: \"GetItem\" is not an action; write a service, a colon and an action, such as "
       "\"dynamodb:GetItem\" or \"dynamodb:*\"\n"},
      {R"({"Statement": {"Effect": "Allow", "Action": "dynamo*:GetItem", "Resource": "*"}})",
       "1:45 Statement[0]: Action: \"dynamo*:GetItem\" is not an action; write a service, a colon and an action, such "
       "as "
       "\"dynamodb:GetItem\" or \"dynamodb:*\"\n"},
      {R"({"Statement": {"Effect": "Allow", "Action": "*"}})",
       "1:15 Statement[0]: Resource is missing; write for example \"Resource\": \"*\"\n"},
      {R"({"Statement": {"Effect": "Allow", "Action": "*", "Resource": "table/Music"}})",
       "1:62 Statement[0]: Resource: \"table/Music\" is not an ARN; write \"*\" or an ARN such as "
       "\"arn:aws:dynamodb:us-east-1:123456789012:table/Music\"\n"},
      {R"({"Version": "2012-10-17", "Statement": {"Effect": "Allow", "Action": "*", )"
       R"("Resource": "arn:aws:dynamodb:us-east-1:${aws:PrincipalAccount}:table/T"}})",
       "1:87 Statement[0]: Resource: \"arn:aws:dynamodb:us-east-1:${aws:PrincipalAccount}:table/T\" has a variable "
       "before the fifth colon; write the account and region themselves, or *\n"},
      {R"({"Statement": {"Effect": "Allow", "Action": "*", "Resource": "*", "Principal": "*"}})",
       "1:80 Statement[0]: Principal belongs only into a resource-based policy; remove it, because the identity-based "
       "policy is for those that have it\n"},
      {R"({"Statement": {"Sid": "a b", "Effect": "Allow", "Action": "*", "Resource": "*"}})",
       "1:23 Statement[0] (Sid \"a b\"): Sid: \"a b\" may only have letters and digits\n"},
      {R"({"Statement": [{"Sid": "a", "Effect": "Allow", "Action": "*", "Resource": "*"}, )"
       R"({"Sid": "a", "Effect": "Deny", "Action": "*", "Resource": "*"}]})",
       "1:89 Statement[1] (Sid \"a\"): Sid: \"a\" is that of an earlier statement; write another\n"},
      {"{\"Statement\": \"\xE2\x98\x83\"}",
       "1:16 a policy may only have characters up to U+00FF, in UTF-8; write others as \\uXXXX\n"},
  };
  for (const auto& one : kCases) EXPECT_EQ(faults_of(one.document), one.fault) << one.document;
}

TEST(Document, FaultsOfConditionsNameTheOperatorAndTheKey) {
  const struct {
    const char* condition;
    const char* fault;  // behind "1:COLUMN Statement[0]: "
  } kCases[] = {
      {"[]", "Condition is a list; write an object such as {\"StringEquals\": {\"aws:username\": \"alice\"}}"},
      {R"({"StringEqual": {"aws:username": "a"}})",
       "Condition: \"StringEqual\" is not a condition operator; write \"StringEquals\""},
      {R"({"stringEquals": {"aws:username": "a"}})",
       "Condition: \"stringEquals\" is not a condition operator; write \"StringEquals\""},
      {R"({"ForEachValue:StringEquals": {"aws:username": "a"}})",
       "Condition: \"ForEachValue:StringEquals\" has an unknown set operator; write \"ForAllValues:\" or "
       "\"ForAnyValue:\" before the colon"},
      {R"({"NullIfExists": {"aws:username": "true"}})",
       "Condition: \"NullIfExists\" is not a condition operator, because Null takes neither a set operator nor "
       "IfExists; "
       "write \"Null\""},
      {R"({"StringEquals": "a"})",
       "Condition StringEquals is a text; write an object such as {\"aws:username\": \"alice\"}"},
      {R"({"StringEquals": {"username": "a"}})",
       "Condition StringEquals \"username\" names no condition key; write one such as \"aws:username\" or "
       "\"dynamodb:LeadingKeys\""},
      {R"({"StringEquals": {"aws:username": []}})",
       "Condition StringEquals \"aws:username\" has no values; write one at least"},
      {R"({"StringEquals": {"aws:username": null}})",
       "Condition StringEquals \"aws:username\" has null as a value; write a text"},
      {R"({"StringEquals": {"aws:username": "a", "AWS:username": "b"}})",
       "Condition StringEquals \"AWS:username\" occurs twice; join the two"},
      {R"({"StringEquals": {"aws:username": "a"}, "StringEquals": {"aws:userid": "b"}})",
       "Condition StringEquals occurs twice; join the two"},
      {R"({"NumericEquals": {"aws:username": "${aws:userid}"}})",
       "Condition NumericEquals \"aws:username\": \"${aws:userid}\" is not a number; write one such as \"10\""},
      {R"({"DateLessThan": {"aws:CurrentTime": "05.01.2026"}})",
       "Condition DateLessThan \"aws:CurrentTime\": \"05.01.2026\" is not a time; write one such as "
       "\"2026-01-31T12:00:00Z\", or seconds since 1970"},
      {R"({"Bool": {"aws:SecureTransport": "yes"}})",
       "Condition Bool \"aws:SecureTransport\": \"yes\" is neither true nor false; write \"true\" or \"false\""},
      {R"({"BinaryEquals": {"x:y": "a"}})",
       "Condition BinaryEquals \"x:y\": \"a\" is not base64; write the bytes in base64 with padding"},
      {R"({"IpAddress": {"aws:SourceIp": "203.0.113.0/33"}})",
       "Condition IpAddress \"aws:SourceIp\": \"203.0.113.0/33\" is not an IP address; write one such as "
       "\"203.0.113.0/24\" or \"2001:db8::/32\""},
      {R"({"ArnLike": {"aws:PrincipalArn": "arn:aws:iam::*"}})",
       "Condition ArnLike \"aws:PrincipalArn\": \"arn:aws:iam::*\" is not an ARN; write its six parts, such as "
       "\"arn:aws:iam::123456789012:user/*\""},
      {R"({"StringLike": {"aws:username": "${x"}})",
       "Condition StringLike \"aws:username\": \"${x\" has ${ without }; write ${$} for a dollar sign"},
  };
  for (const auto& one : kCases) {
    const std::string faults = faults_of(with_statements(
        R"({"Effect": "Allow", "Action": "*", "Resource": "*", "Condition": )" + std::string(one.condition) + "}"));
    EXPECT_THAT(faults, ::testing::EndsWith(std::string(" Statement[0]: ") + one.fault + "\n")) << one.condition;
    EXPECT_EQ(std::ranges::count(faults, '\n'), 1) << faults;
  }
}

TEST(Document, FaultsOfPrincipalsSayWhatToWrite) {
  const struct {
    const char* principal;
    const char* fault;
  } kCases[] = {
      {R"("Effect": "Allow")",
       "Principal is missing; write for example \"Principal\": {\"AWS\": "
       "\"arn:aws:iam::123456789012:user/alice\"}"},
      {R"("Effect": "Allow", "Principal": "alice")",
       "Principal must be \"*\" or an object; write for example {\"AWS\": \"123456789012\"}"},
      {R"("Effect": "Allow", "Principal": {"aws": "*"})", "the member \"aws\" is unknown; write \"AWS\""},
      {R"("Effect": "Allow", "Principal": {"CanonicalUser": "x"})",
       "the member \"CanonicalUser\" is unknown; the members are AWS, Service, Federated"},
      {R"("Effect": "Allow", "Principal": {})", "Principal is empty; write for example {\"AWS\": \"*\"}"},
      {R"("Effect": "Allow", "Principal": {"AWS": "arn:aws:iam::123456789012:user/*"})",
       "Principal AWS: \"arn:aws:iam::123456789012:user/*\" has a wildcard, which stands only for all principals; "
       "write \"*\" or a whole ARN"},
      {R"("Effect": "Allow", "Principal": {"AWS": "alice"})",
       "Principal AWS: \"alice\" is not a principal; write the ARN of a user or role such as "
       "\"arn:aws:iam::123456789012:user/alice\", an account or \"*\""},
      {R"("Effect": "Allow", "NotPrincipal": {"AWS": "123456789012"})",
       "NotPrincipal may only deny; write \"Principal\" for those that are allowed"},
      {R"("Effect": "Deny", "Principal": "*", "NotPrincipal": "*")",
       "both Principal and NotPrincipal are there; write only one of them"},
  };
  for (const auto& one : kCases) {
    const std::string faults =
        faults_of(with_statements("{" + std::string(one.principal) + R"(, "Action": "*", "Resource": "*"})"),
                  PolicyType::Resource);
    EXPECT_THAT(faults, HasSubstr(std::string(" Statement[0]: ") + one.fault + "\n")) << one.principal;
  }
}

TEST(Document, AllFaultsAreReported) {
  const std::string faults = faults_of(R"({
  "Version": "2012-10-17",
  "Statement": [
    {"Effect": "Grant", "Action": "GetItem", "Resource": "*"},
    {"Effect": "Allow", "Action": "dynamodb:GetItem", "Ressource": "*"}
  ]
})");
  EXPECT_EQ(faults,
            "4:16 Statement[0]: Effect: \"Grant\" is unknown; write \"Allow\" or \"Deny\"\n"
            "4:35 Statement[0]: Action: \"GetItem\" is not an action; write a service, a colon and an action, such as "
            "\"dynamodb:GetItem\" or \"dynamodb:*\"\n"
            "5:55 Statement[1]: the member \"Ressource\" is unknown; write \"Resource\"\n"
            "5:5 Statement[1]: Resource is missing; write for example \"Resource\": \"*\"\n");
}

TEST(Document, ParseReportsTheFirstFault) {
  const auto policy = Policy::parse("p", R"({"Statement": 1})", PolicyType::Identity);
  ASSERT_FALSE(policy);
  EXPECT_EQ(policy.error().code, ErrorCode::ValidationException);
  EXPECT_EQ(policy.error().message, "line 1, column 15: Statement is a number; write an object or a list of objects");
}

TEST(Document, KnowsTheActionsOfTheConsole) {
  const auto compiled = Compilation::of("p", R"({"Version": "2012-10-17", "Statement": {"Effect": "Allow",
"Action": ["partita:ListHotKeys", "partita:Read*", "partita:ListHotKey"], "Resource": "*"}})",
                                        PolicyType::Identity);
  EXPECT_THAT(compiled.faults, IsEmpty());
  EXPECT_EQ(lines_of(compiled.warnings),
            "2:52 Statement[0]: Action: Partita has no action \"partita:ListHotKey\"; \"partita:ListHotKeys\" is "
            "spelled nearly so\n");
}

TEST(Document, WarnsOfProbableMistakes) {
  const auto compiled = Compilation::of("p", R"({"Id": "x", "Version": "2012-10-17", "Statement": {"Effect": "Allow",
"Action": ["dynamodb:GetItems", "dynamodb:Foo*", "s3:GetObject"], "Resource": "*", "Condition": {
"StringEquals": {"dynamodb:LeadingKey": "a", "dynamodb:Attributes": "b"}}}})",
                                        PolicyType::Identity);
  EXPECT_THAT(compiled.faults, IsEmpty());
  EXPECT_EQ(lines_of(compiled.warnings),
            "1:8 Id belongs only into a resource-based policy; it has no effect here\n"
            "2:12 Statement[0]: Action: DynamoDB has no action \"dynamodb:GetItems\"; \"dynamodb:GetItem\" is spelled "
            "nearly so\n"
            "2:33 Statement[0]: Action: DynamoDB has no action \"dynamodb:Foo*\"\n"
            "3:18 Statement[0]: Condition StringEquals \"dynamodb:LeadingKey\": DynamoDB has no such key; "
            "\"dynamodb:LeadingKeys\" is spelled nearly so\n"
            "3:46 Statement[0]: Condition StringEquals \"dynamodb:Attributes\": a request can have several values of "
            "this key; write ForAllValues: or ForAnyValue: before the operator\n");
}

TEST(Document, HasASizeWithOrWithoutItsBlanks) {
  const auto document = [](std::size_t bytes, std::size_t blanks) {
    std::string text = R"({"Statement":{"Principal":"*","Effect":"Allow","Action":"*","Resource":"*","Sid":""}})";
    text.insert(text.size() - 3, bytes - text.size(), 'x');
    return text + std::string(blanks, ' ');
  };
  EXPECT_THAT(faults_of(document(kMostResourcePolicyBytes, 0), PolicyType::Resource), IsEmpty());
  EXPECT_EQ(faults_of(document(kMostResourcePolicyBytes, 1), PolicyType::Resource),
            "1:1 the policy has 20481 bytes, and a resource-based policy may have 20480; divide it or use wildcards\n");
  EXPECT_THAT(faults_of(document(kMostIdentityPolicyBytes, 500)), Not(HasSubstr("bytes")));
  EXPECT_THAT(faults_of(document(kMostIdentityPolicyBytes + 1, 0)),
              HasSubstr("1:1 the policy has 6145 bytes without white space, and an identity-based policy may"));
  EXPECT_THAT(faults_of(document(kMostSessionPolicyBytes, 0), PolicyType::Session), Not(HasSubstr("bytes")));
  EXPECT_THAT(faults_of(document(kMostSessionPolicyBytes, 1), PolicyType::Session), HasSubstr("2049 bytes, and"));
}

TEST(Document, ReadsEscapedTexts) {
  const Policy policy = policy_of(
      R"({"Statement": {"Effect": "Allow", "Action": "dynamodb:\u0047etItem", "Resource": "*", "Condition":
{"StringEquals": {"aws:username": "\u2603\n\ud83d\ude00"}}}})");
  EXPECT_EQ(policy.statements()[0].conditions[0].values()[0], "\xE2\x98\x83\n\xF0\x9F\x98\x80");
  EXPECT_EQ(policy.with(Effect::Allow, Action::GetItem).size(), 1u);
  EXPECT_EQ(policy.with(Effect::Allow, Action::PutItem).size(), 0u);
  EXPECT_EQ(policy.with(Effect::Deny, Action::GetItem).size(), 0u);
}

TEST(Document, NestsOnlySoDeep) {
  EXPECT_THAT(faults_of(std::string(6000, '[')), HasSubstr("it has more than 32 levels"));
}

// Whatever the bytes are, reading them ends, and each fault has a place in the text.
TEST(Document, OfRandomBytesHasFaultsWithPlaces) {
  const std::string whole = with_statements(
      R"({"Sid": "A", "Effect": "Allow", "Action": ["dynamodb:*", "s3:Get?"], "Resource": ["arn:aws:dynamodb:*:1:table/${aws:username, 'x'}"],
      "Condition": {"ForAllValues:StringLike": {"aws:PrincipalTag/a": ["\u00e9*", "${*}", 1.5e3, true]}}})");
  const std::string bytes = "{}[]\",:*?${}'\\u0a\n\xC3\xFF" + std::string(1, '\0');
  std::mt19937 dice(7);
  int faulty = 0;
  for (int round = 0; round < 5000; ++round) {
    std::string document = whole;
    for (unsigned i = dice() % 3 + 1; i > 0; --i) {
      const std::size_t at = dice() % document.size();
      if (dice() % 2 == 0)
        document.erase(at, 1 + dice() % 5);
      else
        document.insert(at, 1, bytes[dice() % bytes.size()]);
    }
    const auto lines = std::ranges::count(document, '\n') + 1;
    const auto compiled = Compilation::of("p", document, PolicyType::Identity);
    faulty += !compiled.faults.empty();
    for (const DocumentFault& fault : compiled.faults) {
      EXPECT_LE(fault.place.line, lines) << document;
      EXPECT_GE(fault.place.column, 1) << document;
      EXPECT_FALSE(fault.text.empty()) << document;
    }
  }
  EXPECT_GT(faulty, 2000);
}

}  // namespace policy_test
}  // namespace partita::iam
