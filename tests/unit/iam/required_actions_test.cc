// The permissions of every operation of the service and of Partita.
#include "iam/required_actions.h"

#include <gmock/gmock.h>

#include <set>
#include <string>

namespace partita::iam {
namespace required_actions_test {

constexpr std::string_view kAnswered[] = {
#define PARTITA_OPERATION(function, Name) #Name,
#include <partita/operations.def>
#undef PARTITA_OPERATION
};

std::string lines_of(std::string_view operation) {
  std::string lines;
  for (const RequiredAction& one : required_actions(operation))
    lines += std::string(name_of(one.action).substr(9)) + " " + std::to_string(static_cast<int>(one.resource)) + " " +
             std::to_string(static_cast<int>(one.when)) + "\n";
  return lines;
}

std::string line(std::string_view action, ResourceKind resource, When when = When::Always) {
  return std::string(action) + " " + std::to_string(static_cast<int>(resource)) + " " +
         std::to_string(static_cast<int>(when)) + "\n";
}

TEST(RequiredActions, EachOperationNeedsSome) {
  for (const std::string_view operation : kAnswered) EXPECT_FALSE(required_actions(operation).empty()) << operation;
  for (const std::string_view operation :
       {"CancelBulkOperation", "CreateBackup", "ExportTableToPointInTime", "ImportTable", "PutResourcePolicy",
        "RestoreTableFromBackup", "UpdateContinuousBackups", "UpdateGlobalTable"})
    EXPECT_FALSE(required_actions(operation).empty()) << operation;
  EXPECT_TRUE(required_actions("PutItems").empty());
  EXPECT_TRUE(required_actions("").empty());
  // These are actions and no operations.
  EXPECT_TRUE(required_actions("PartiQLSelect").empty());
  EXPECT_TRUE(required_actions("ConditionCheckItem").empty());
}

TEST(RequiredActions, AnOperationOfAnActionsNameNeedsThatAction) {
  const std::set<std::string_view> by_parts = {"BatchExecuteStatement", "ExecuteStatement", "ExecuteTransaction",
                                               "TransactGetItems", "TransactWriteItems"};
  for (const std::string_view operation : kAnswered) {
    const auto action = action_named("dynamodb:" + std::string(operation));
    EXPECT_EQ(action.has_value(), !by_parts.contains(operation)) << operation;
    if (action) {
      EXPECT_EQ(required_actions(operation)[0].action, *action) << operation;
    }
  }
}

TEST(RequiredActions, OfMembersAndParts) {
  EXPECT_EQ(lines_of("GetItem"), line("GetItem", ResourceKind::Table));
  EXPECT_EQ(lines_of("Query"), line("Query", ResourceKind::TableOrIndex));
  EXPECT_EQ(lines_of("SearchVectors"), line("SearchVectors", ResourceKind::Index));
  EXPECT_EQ(lines_of("ListTables"), line("ListTables", ResourceKind::AllTables));
  EXPECT_EQ(lines_of("DescribeLimits"), line("DescribeLimits", ResourceKind::Account));
  EXPECT_EQ(lines_of("GetRecords"), line("GetRecords", ResourceKind::Stream));
  EXPECT_EQ(lines_of("BatchWriteItem"), line("BatchWriteItem", ResourceKind::Table, When::EachTable));
  EXPECT_EQ(lines_of("TransactGetItems"), line("GetItem", ResourceKind::Table, When::EachGet));
  EXPECT_EQ(lines_of("TransactWriteItems"),
            line("PutItem", ResourceKind::Table, When::EachPut) +
                line("UpdateItem", ResourceKind::Table, When::EachUpdate) +
                line("DeleteItem", ResourceKind::Table, When::EachDelete) +
                line("ConditionCheckItem", ResourceKind::Table, When::EachConditionCheck));
  const std::string statements = line("PartiQLSelect", ResourceKind::TableOrIndex, When::EachSelect) +
                                 line("PartiQLInsert", ResourceKind::Table, When::EachInsert) +
                                 line("PartiQLUpdate", ResourceKind::Table, When::EachUpdateStatement) +
                                 line("PartiQLDelete", ResourceKind::Table, When::EachDeleteStatement);
  EXPECT_EQ(lines_of("ExecuteStatement"), statements);
  EXPECT_EQ(lines_of("BatchExecuteStatement"), statements);
  EXPECT_EQ(lines_of("ExecuteTransaction"), statements);
  EXPECT_EQ(lines_of("CreateTable"), line("CreateTable", ResourceKind::Table) +
                                         line("TagResource", ResourceKind::Table, When::WithTags) +
                                         line("PutResourcePolicy", ResourceKind::Table, When::WithResourcePolicy));
}

}  // namespace required_actions_test
}  // namespace partita::iam
