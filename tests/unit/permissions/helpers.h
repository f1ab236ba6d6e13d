// Tables without a database, and decisions on requests given as JSON.
#pragma once

#include <gmock/gmock.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "iam/principal.h"
#include "permissions/authorizer.h"
#include "protocol/codec.h"

namespace partita::permissions {

inline const std::string kPrefix = "arn:aws:dynamodb:us-east-1:123456789012:table/";

class FakeTables final : public Tables {
 public:
  explicit FakeTables(std::string account = "123456789012") : account_(std::move(account)) {}
  std::string_view region() const override { return "us-east-1"; }
  std::string_view account() const override { return account_; }
  std::uint64_t version() const override { return version_; }
  std::shared_ptr<const TableFacts> find(std::string_view name) const override {
    ++lookups;
    const auto found = tables_.find(std::string(name));
    return found == tables_.end() ? nullptr : found->second;
  }
  std::shared_ptr<const StreamFacts> find_stream(std::string_view arn) const override {
    ++lookups;
    const auto found = streams_.find(std::string(arn));
    return found == streams_.end() ? nullptr : found->second;
  }
  // The policy of the statements, attached to the resource.
  static std::shared_ptr<const iam::Policy> attached(const std::string& statements) {
    if (statements.empty()) return nullptr;
    auto policy = iam::Policy::parse("policy.json", R"({"Version": "2012-10-17", "Statement": [)" + statements + "]}",
                                     iam::PolicyType::Resource);
    EXPECT_TRUE(policy) << policy.error().message << statements;
    return policy ? std::make_shared<const iam::Policy>(std::move(*policy)) : nullptr;
  }
  void attach(const std::string& name, const std::string& statements) {
    TableFacts facts = *tables_.at(name);
    facts.policy = attached(statements);
    tables_[name] = std::make_shared<const TableFacts>(std::move(facts));
    ++version_;
  }
  void set_stream(const std::string& arn, const std::string& statements) {
    streams_[arn] = std::make_shared<const StreamFacts>(StreamFacts{attached(statements)});
    ++version_;
  }
  // Adds the table, or replaces it. Its index has the same partition key unless `index_keys` are given.
  void set(const std::string& name, const std::string& partition, const std::string& sort = "",
           std::vector<std::string> index_keys = {"holder"}) {
    TableFacts facts;
    facts.name = name;
    facts.arn = "arn:aws:dynamodb:us-east-1:" + account_ + ":table/" + name;
    facts.partition = partition;
    facts.sort = sort;
    facts.indexes = {{"ByOwner", facts.arn + "/index/ByOwner", std::move(index_keys), ""},
                     {"ByLook", facts.arn + "/index/ByLook", {}, ""}};
    facts.tags = {{"Team", "red"}};
    tables_[name] = std::make_shared<const TableFacts>(std::move(facts));
    ++version_;
  }
  void erase(const std::string& name) {
    tables_.erase(name);
    ++version_;
  }
  mutable int lookups = 0;

 private:
  const std::string account_;
  std::map<std::string, std::shared_ptr<const TableFacts>> tables_;
  std::map<std::string, std::shared_ptr<const StreamFacts>> streams_;
  std::uint64_t version_ = 1;
};

inline std::unique_ptr<iam::Identity> identity_with(const std::string& statements) {
  iam::Principal principal = *iam::Principal::of_arn("arn:aws:iam::123456789012:user/alice");
  principal.user_id = "AIDAALICE";
  std::vector<std::shared_ptr<const iam::Policy>> policies;
  if (!statements.empty()) {
    auto policy = iam::Policy::parse("policy.json", R"({"Version": "2012-10-17", "Statement": [)" + statements + "]}",
                                     iam::PolicyType::Identity);
    EXPECT_TRUE(policy) << policy.error().message << statements;
    if (policy) policies.push_back(std::make_shared<const iam::Policy>(std::move(*policy)));
  }
  return std::make_unique<iam::Identity>(std::move(principal), std::move(policies), nullptr);
}

// The statement that allows everything under a condition.
inline std::string allow_if(const std::string& condition) {
  return R"({"Effect": "Allow", "Action": "dynamodb:*", "Resource": "*", "Condition": )" + condition + "}";
}

inline std::optional<Error> check(Authorizer& authorizer, const iam::Identity& identity, std::string_view operation,
                                  std::string_view body) {
  const Caller caller{identity, {.now_ms = 1'767'600'000'000, .source_ip = "203.0.113.7", .region = "us-east-1"}};
#define PARTITA_OPERATION(function, Name)                               \
  if (operation == #Name) {                                             \
    const auto request = protocol::decode_request<Name##Request>(body); \
    EXPECT_TRUE(request) << body;                                       \
    return authorizer.check(*request, caller);                          \
  }
#include <partita/operations.def>
#undef PARTITA_OPERATION
  ADD_FAILURE() << operation;
  return std::nullopt;
}

}  // namespace partita::permissions
