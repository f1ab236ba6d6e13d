// The traits in operations.def agree with the names and the structures of the AWS SDK's model.
#include <gtest/gtest.h>

#include <algorithm>

#include "base/operation.h"
#include "unit/protocol/sdk_model.h"

namespace partita::protocol {
namespace operation_traits_test {

using base::Effect;
using base::OperationTraits;
using base::Repeats;
using base::ResourceKind;
using base::Service;
using sdk_model::Member;
using sdk_model::model;

bool begins_with_any(std::string_view name, std::initializer_list<std::string_view> beginnings) {
  return std::ranges::any_of(beginnings, [&](std::string_view one) { return name.starts_with(one); });
}

bool has(const std::string& structure, std::string_view member) {
  const auto found = model().structures.find(structure);
  return found != model().structures.end() &&
         std::ranges::find(found->second, member, &Member::name) != found->second.end();
}

bool has_any(const std::string& structure, std::initializer_list<std::string_view> members) {
  return std::ranges::any_of(members, [&](std::string_view one) { return has(structure, one); });
}

std::string request_of(std::string_view operation) { return model().operations.at(std::string(operation)).first; }
std::string response_of(std::string_view operation) { return model().operations.at(std::string(operation)).second; }

TEST(OperationTraits, TheNameTellsTheEffect) {
  for (const OperationTraits& of : base::kOperationTraits) {
    const bool reads = begins_with_any(
        of.name, {"Get", "Describe", "List", "Query", "Scan", "Search", "BatchGet", "TransactGet", "Hash"});
    const bool has_statements = begins_with_any(of.name, {"Execute", "BatchExecute"});
    EXPECT_EQ(of.effect == Effect::Reads, reads) << of.name;
    EXPECT_EQ(of.effect == Effect::AsStatements, has_statements) << of.name;
  }
}

TEST(OperationTraits, OperationsOfStreamsAreThoseOnStreams) {
  for (const OperationTraits& of : base::kOperationTraits) {
    EXPECT_EQ(of.service == Service::Partita, !model().operations.contains(std::string(of.name))) << of.name;
    if (of.service == Service::Partita) continue;
    const bool on_streams =
        has_any(request_of(of.name), {"StreamArn", "ShardIterator"}) || has(response_of(of.name), "Streams");
    EXPECT_EQ(of.service == Service::Streams, on_streams) << of.name;
  }
}

// The member of a request that names its resource, and the resource. The first one that a request has is the one. If a
// request has StreamArn and TableName, StreamArn is a stream of Kinesis.
const std::pair<std::string_view, ResourceKind> kNamesOfResources[] = {
    {"RequestItems", ResourceKind::Members},
    {"TransactItems", ResourceKind::Members},
    {"Statement", ResourceKind::Members},
    {"Statements", ResourceKind::Members},
    {"TransactStatements", ResourceKind::Members},
    {"ResourceArn", ResourceKind::TableOrStream},
    {"BackupArn", ResourceKind::Backup},
    {"ExportArn", ResourceKind::Export},
    {"ImportArn", ResourceKind::Import},
    {"GlobalTableName", ResourceKind::GlobalTable},
    {"IndexName", ResourceKind::TableOrIndex},
    {"TableName", ResourceKind::Table},
    {"TableArn", ResourceKind::Table},
    {"SourceTableArn", ResourceKind::Table},
    {"TableCreationParameters", ResourceKind::Table},
    {"StreamArn", ResourceKind::Stream},
    {"ShardIterator", ResourceKind::Stream},
};

ResourceKind resource_in_model(std::string_view operation) {
  // Some lists can be narrowed to a table, and are nevertheless not on it.
  if (operation == "ListTables") return ResourceKind::AllTables;
  if (operation.starts_with("List") && operation != "ListTagsOfResource") return ResourceKind::Account;
  if (operation == "SearchVectors") return ResourceKind::Index;
  for (const auto& [member, resource] : kNamesOfResources)
    if (has(request_of(operation), member)) return resource;
  return ResourceKind::Account;
}

TEST(OperationTraits, TheRequestNamesTheResource) {
  const auto expect = [](std::string_view operation, ResourceKind resource) {
    EXPECT_EQ(static_cast<int>(resource), static_cast<int>(resource_in_model(operation))) << operation;
  };
  for (const OperationTraits& of : base::kOperationTraits)
    if (of.service != Service::Partita) expect(of.name, of.resource);
  for (const base::MissingOperation& missing : base::kMissingOperations) expect(missing.name, missing.resource);
}

TEST(OperationTraits, ReadsRepeatAndTokensDecide) {
  for (const OperationTraits& of : base::kOperationTraits) {
    if (of.effect == Effect::Reads) {
      EXPECT_EQ(of.repeats, Repeats::Always) << of.name;
    }
    if (of.service == Service::Partita) continue;
    // Whether a token, a revision or a condition makes a request repeatable differs from request to request.
    if (has_any(request_of(of.name), {"ClientRequestToken", "ExpectedRevisionId", "ConditionExpression"})) {
      EXPECT_NE(of.repeats, Repeats::Always) << of.name;
    }
  }
}

TEST(OperationTraits, OnlyOperationsOnANamedResourceCrossAccounts) {
  for (const OperationTraits& of : base::kOperationTraits)
    if (of.resource == ResourceKind::Account || of.resource == ResourceKind::AllTables) {
      EXPECT_EQ(of.accounts, base::Accounts::Stays) << of.name;
    }
}

}  // namespace operation_traits_test
}  // namespace partita::protocol
