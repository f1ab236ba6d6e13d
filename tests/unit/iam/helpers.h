// Policies and requests of the tests.
#pragma once

#include <gmock/gmock.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "iam/evaluate.h"
#include "iam/names.h"

namespace partita::iam {

inline constexpr std::string_view kTable = "arn:aws:dynamodb:us-west-2:123456789012:table/GameScores";
inline constexpr std::string_view kIndex =
    "arn:aws:dynamodb:us-west-2:123456789012:table/GameScores/index/TopScoreDateTimeIndex";
inline constexpr std::string_view kAlice = "arn:aws:iam::123456789012:user/alice";

// The values of keys by name, as a server would compute them. Counts the questions for each key.
class KeyTable final : public KeySource {
 public:
  using Table = std::map<std::string, std::vector<std::string>>;

  KeyTable() = default;
  explicit KeyTable(const Table& table) {
    for (const auto& [name, values] : table) set(name, values);
  }
  void set(const std::string& name, const std::vector<std::string>& values) { table_[name] = values; }

  Values values(const ConditionKey& key) override {
    ++questions_[key.name];
    for (const auto& [name, values] : table_)
      if (same_ignoring_case(name, key.name)) {
        views_.push_back(std::make_unique<std::vector<std::string_view>>(values.begin(), values.end()));
        return Values(std::span<const std::string_view>(*views_.back()));
      }
    return {};
  }
  int questions(const std::string& name) const { return questions_.contains(name) ? questions_.at(name) : 0; }

 private:
  Table table_;
  std::map<std::string, int> questions_;
  std::vector<std::unique_ptr<std::vector<std::string_view>>> views_;
};

inline Principal principal_of(std::string_view arn) {
  auto principal = Principal::of_arn(arn);
  EXPECT_TRUE(principal) << principal.error().message;
  return *principal;
}

inline Policy policy_of(const std::string& document, PolicyType type = PolicyType::Identity) {
  auto policy = Policy::parse("policy.json", document, type);
  EXPECT_TRUE(policy) << policy.error().message << "\n" << document;
  return policy ? std::move(*policy) : Policy();
}

// A policy of the new version with these statements, separated by commas.
inline std::string with_statements(const std::string& statements) {
  return R"({"Version": "2012-10-17", "Statement": [)" + statements + "]}";
}

// A request that the tests change member by member.
struct Asked {
  std::string principal = std::string(kAlice);
  std::string action = "dynamodb:GetItem";
  std::string resource = std::string(kTable);
  KeyTable::Table keys = {};
  std::vector<std::pair<std::string, std::string>> tags = {};
  std::string user_id = "AIDAALICE00000000001";
  Surroundings surroundings = {.now_ms = 1'767'600'000'000, .source_ip = "203.0.113.7"};  // 2026-01-05T08:00:00Z
};

inline Outcome decide(const Policies& policies, const Asked& asked, std::string* text = nullptr) {
  Principal principal = principal_of(asked.principal);
  principal.tags = asked.tags;
  principal.user_id = asked.user_id;
  KeyTable keys(asked.keys);
  Request request(principal, *action_named(asked.action), asked.resource, asked.surroundings, &keys);
  const Outcome outcome = evaluate(policies, request);
  if (text && outcome.decision != Decision::Allowed) *text = denial_text(outcome, request);
  return outcome;
}

inline Decision decide(const std::string& identity_policy, const Asked& asked) {
  const Policy policy = policy_of(identity_policy);
  const Policy* const list[] = {&policy};
  return decide(Policies{.identity = list}, asked).decision;
}

}  // namespace partita::iam
