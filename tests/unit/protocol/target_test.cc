#include "protocol/target.h"

#include <gtest/gtest.h>

namespace partita::protocol {
namespace target_test {

TEST(TargetTest, FindsEveryOperationThatPartitaAnswers){
#define PARTITA_OPERATION(function, Name)                                  \
  {                                                                        \
    const std::string header = std::string(service_of(#Name)) + "." #Name; \
    const Target target = parse_target(header);                            \
    EXPECT_EQ(target.state, TargetState::Known) << #Name;                  \
    EXPECT_EQ(target.operation, Operation::Name);                          \
    EXPECT_EQ(target.name, #Name);                                         \
    EXPECT_EQ(name_of(Operation::Name), #Name);                            \
  }
#include <partita/operations.def>
#undef PARTITA_OPERATION
}

TEST(TargetTest, DistinguishesMissingOperationsFromUnknownOnes) {
  const std::pair<std::string_view, TargetState> kCases[] = {
      {"DynamoDB_20120810.ExecuteStatement", TargetState::Known},
      {"DynamoDB_20120810.CreateGlobalTable", TargetState::NotBuilt},
      {"DynamoDB_20120810.CreateGlobalTable", TargetState::NotBuilt},
      {"DynamoDB_20120810.UpdateTableReplicaAutoScaling", TargetState::NotBuilt},
      {"DynamoDBStreams_20120810.ListStreams", TargetState::Known},
      {"DynamoDBStreams_20120810.GetRecords", TargetState::Known},
      {"DynamoDBStreams_20120810.PutItem", TargetState::Unknown},
      {"DynamoDB_20120810.ListStreams", TargetState::Unknown},
      {"Partita.RollStream", TargetState::Known},
      {"DynamoDB_20120810.RollStream", TargetState::Unknown},
      {"DynamoDB_20120810.putItem", TargetState::Unknown},
      {"DynamoDB_20120810.PutItem.", TargetState::Unknown},
      {"DynamoDB_20111205.PutItem", TargetState::Unknown},
      {"DynamoDB_20120810.", TargetState::Unknown},
      {"PutItem", TargetState::Unknown},
      {".", TargetState::Unknown},
      {"", TargetState::Unknown},
  };
  for (const auto& [header, state] : kCases) EXPECT_EQ(parse_target(header).state, state) << header;
}

}  // namespace target_test
}  // namespace partita::protocol
