// Texts of policies against texts of requests.
#include "iam/pattern.h"

#include "iam/action.h"
#include "unit/iam/helpers.h"

namespace partita::iam {
namespace pattern_test {

Match match(std::string_view pattern, std::string_view subject, Syntax syntax = {.wildcards = true}) {
  const auto parsed = Pattern::parse(pattern, syntax);
  EXPECT_TRUE(parsed) << parsed.error();
  return parsed->matches(subject, nullptr);
}

TEST(Pattern, WildcardsStandForAnyCharacters) {
  const struct {
    const char* pattern;
    const char* subject;
    bool matches;
  } kCases[] = {
      {"*", "", true},           {"*", "anything", true},     {"", "", true},
      {"", "a", false},          {"abc", "abc", true},        {"abc", "ABC", false},
      {"abc*", "abc", true},     {"abc*", "abcd", true},      {"abc*", "ab", false},
      {"*abc", "xabc", true},    {"*abc", "abcx", false},     {"a*b*c", "a1b2c", true},
      {"a*b*c", "a1c2b", false}, {"a**c", "ac", true},        {"*ab*", "aab", true},
      {"*aab", "aaab", true},    {"a?c", "abc", true},        {"a?c", "ac", false},
      {"a?", "a\xC3\xA9", true}, {"a??", "a\xC3\xA9", false}, {"*??", "\xC3\xA9", false},
      {"?*", "", false},         {"*?", "x", true},           {"*a*a*a*a*b", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", false},
  };
  for (const auto& one : kCases)
    EXPECT_EQ(match(one.pattern, one.subject) == Match::Yes, one.matches) << one.pattern << " " << one.subject;
}

TEST(Pattern, IgnoresOnlyTheCaseOfLetters) {
  EXPECT_EQ(match("Straße*", "STRAßE 1", {.wildcards = true, .ignore_case = true}), Match::Yes);
  EXPECT_EQ(match("x[*", "X{", {.wildcards = true, .ignore_case = true}), Match::No);
}

TEST(Pattern, TakesWildcardsLiterallyIfTheSyntaxHasNone) {
  EXPECT_EQ(match("a*", "a*", {}), Match::Yes);
  EXPECT_EQ(match("a*", "ab", {}), Match::No);
}

TEST(Pattern, OfAnArnStaysWithinItsSegments) {
  const struct {
    const char* pattern;
    const char* subject;
    bool resource;   // in Resource
    bool condition;  // in ArnLike
  } kCases[] = {
      {"arn:aws:dynamodb:us-*-1:1:table/T", "arn:aws:dynamodb:us-east-1:1:table/T", true, true},
      {"arn:aws:dynamodb:*:1:table/T", "arn:aws:dynamodb:us-east-1:1:table/T", true, true},
      {"arn:aws:dynamodb:u*1:table/T", "arn:aws:dynamodb:us-east-1:1:table/T", false, false},
      {"arn:aws:dynamodb:*", "arn:aws:dynamodb:us-east-1:1:table/T", true, false},
      {"arn:aws:dynamodb:*:table/T", "arn:aws:dynamodb:us-east-1:1:table/T", true, false},
      {"arn:aws:dynamodb:us-east-1:1:table/*", "arn:aws:dynamodb:us-east-1:1:table/T/index/I", true, true},
      {"arn:aws:dynamodb:us-east-1:1:table/*/index/*", "arn:aws:dynamodb:us-east-1:1:table/T/index/I", true, true},
      {"arn:aws:dynamodb:us-east-1:1:table/*/index/*", "arn:aws:dynamodb:us-east-1:1:table/T", false, false},
      {"arn:aws:dynamodb:us-east-1:1:table/T/stream/*Z", "arn:aws:dynamodb:us-east-1:1:table/T/stream/10:00:00Z", true,
       true},
      {"arn:aws:dynamodb:us-east-1:?:table/T", "arn:aws:dynamodb:us-east-1:1:table/T", true, true},
      {"arn:aws:dynamodb:us-east-1?1:table/T", "arn:aws:dynamodb:us-east-1:1:table/T", false, false},
      {"arn:aws:dynamodb::1:table/T", "arn:aws:dynamodb:us-east-1:1:table/T", false, false},
      {"arn:aws:dynamodb:us-east-1:1:table/t", "arn:aws:dynamodb:us-east-1:1:table/T", false, false},
      // The second star reaches over the colons up to the last "dynamodb", because the third one must not.
      {"arn:*:dynamodb:*:a*b:table/T", "arn:x:dynamodb:y:ax:dynamodb:ab:table/T", true, false},
      {"arn:*:dynamodb:*:a*b:table/T", "arn:x:dynamodb:y:a1b:table/T", true, true},
      {"*", "*", true, true},
      {"*", "arn:aws:dynamodb:us-east-1:1:table/T", true, true},
      {"arn:*", "*", false, false},
      {"arn:aws:dynamodb:us-east-1:1:table/*", "arn:aws:dynamodb:us-east-1:1:table/*", true, true},
  };
  for (const auto& one : kCases) {
    const auto pattern = Pattern::parse(one.pattern, {.wildcards = true});
    ASSERT_TRUE(pattern);
    EXPECT_EQ(pattern->matches_arn(one.subject, Reach::Resource, nullptr) == Match::Yes, one.resource)
        << one.pattern << " " << one.subject;
    EXPECT_EQ(pattern->matches_arn(one.subject, Reach::Segment, nullptr) == Match::Yes, one.condition)
        << one.pattern << " " << one.subject;
  }
}

class Variables : public ::testing::Test {
 protected:
  Match match(std::string_view pattern, std::string_view subject) {
    const auto parsed = Pattern::parse(pattern, {.wildcards = true, .variables = true});
    EXPECT_TRUE(parsed) << parsed.error();
    Request request(principal_, Action::GetItem, kTable, surroundings_, &keys_);
    return parsed->matches(subject, &request);
  }

  Principal principal_ = principal_of(kAlice);
  Surroundings surroundings_;
  KeyTable keys_{{{"dynamodb:Select", {"COUNT"}}, {"www.amazon.com:user_id", {"amzn-1"}}}};
};

TEST_F(Variables, StandForValuesOfTheRequest) {
  principal_.tags = {{"Team", "red"}};
  EXPECT_EQ(match("${aws:username}", "alice"), Match::Yes);
  EXPECT_EQ(match("${AWS:UserName}", "alice"), Match::Yes);
  EXPECT_EQ(match("${aws:username}", "bob"), Match::No);
  EXPECT_EQ(match("a/${aws:username}/*", "a/alice/b"), Match::Yes);
  EXPECT_EQ(match("*-${aws:username}", "x-alice-alice"), Match::Yes);
  EXPECT_EQ(match("${aws:PrincipalTag/team}${dynamodb:Select}", "redCOUNT"), Match::Yes);
  EXPECT_EQ(match("${www.amazon.com:user_id}", "amzn-1"), Match::Yes);
  EXPECT_EQ(match("${aws:PrincipalAccount}", "123456789012"), Match::Yes);
}

TEST_F(Variables, HaveDefaults) {
  EXPECT_EQ(match("${aws:PrincipalTag/team, 'none'}", "none"), Match::Yes);
  EXPECT_EQ(match("${aws:PrincipalTag/team,'}'}", "}"), Match::Yes);
  EXPECT_EQ(match("${aws:username, 'none'}", "none"), Match::No);
  EXPECT_EQ(match("${aws:PrincipalTag/team}", ""), Match::Unresolved);
}

TEST_F(Variables, WildcardsInAValueAreLiteral) {
  principal_.tags = {{"team", "a*?"}};
  EXPECT_EQ(match("${aws:PrincipalTag/team}", "a*?"), Match::Yes);
  EXPECT_EQ(match("${aws:PrincipalTag/team}", "abcd"), Match::No);
}

TEST_F(Variables, SpecialCharactersAreLiteral) {
  EXPECT_EQ(match("${*}${?}${$}{x}", "*?${x}"), Match::Yes);
  EXPECT_EQ(match("${*}", "a"), Match::No);
  EXPECT_EQ(match("$5 and $", "$5 and $"), Match::Yes);
}

TEST_F(Variables, FaultsSayWhatToWrite) {
  const struct {
    const char* pattern;
    const char* fault;
  } kCases[] = {
      {"a${aws:username", "has ${ without }; write ${$} for a dollar sign"},
      {"${username}",
       "has the unknown variable ${username}; write a condition key such as ${aws:username}, or ${$} for a dollar "
       "sign"},
      {"${aws:username, none}",
       "has the variable ${aws:username, none}, whose default has no single quotes; write ${aws:username, 'default'}"},
      {"${dynamodb:LeadingKeys}",
       "has the variable ${dynamodb:LeadingKeys}, of which a request can have several values; only keys with one value "
       "can be variables"},
  };
  for (const auto& one : kCases) {
    const auto parsed = Pattern::parse(one.pattern, {.variables = true});
    ASSERT_FALSE(parsed) << one.pattern;
    EXPECT_EQ(parsed.error(), one.fault);
  }
  std::string many;
  for (std::size_t i = 0; i <= Pattern::kMostVariables; ++i) many += "${aws:username}";
  EXPECT_FALSE(Pattern::parse(many, {.variables = true}));
}

TEST_F(Variables, OldPoliciesHaveNone) {
  const auto parsed = Pattern::parse("${aws:username}", {.wildcards = true});
  EXPECT_EQ(parsed->matches("${aws:username}", nullptr), Match::Yes);
  EXPECT_FALSE(parsed->has_variables());
}

TEST(Actions, AreNamedByPatterns) {
  EXPECT_TRUE(actions_matching("dynamodb:GetItem").has(Action::GetItem));
  EXPECT_FALSE(actions_matching("dynamodb:GetItem").has(Action::BatchGetItem));
  EXPECT_TRUE(actions_matching("DYNAMODB:getitem").has(Action::GetItem));
  EXPECT_TRUE(actions_matching("dynamodb:*Item").has(Action::ConditionCheckItem));
  EXPECT_TRUE(actions_matching("dynamodb:PartiQL??????").has(Action::PartiQLSelect));
  EXPECT_TRUE(actions_matching("s3:*").empty());
  EXPECT_TRUE(actions_matching("*").others().empty());
  EXPECT_FALSE(actions_matching("dynamodb:Get*").others().has(Action::GetRecords));
  EXPECT_TRUE(actions_matching("dynamodb:Get*").others().has(Action::PutItem));
  EXPECT_EQ(action_named("dynamodb:putitem"), Action::PutItem);
  EXPECT_EQ(action_named("dynamodb:PutItems"), std::nullopt);
}

}  // namespace pattern_test
}  // namespace partita::iam
