// Tries each operation of operations.def on the tables of another account, over HTTP and with signatures. No operation
// may pass unless the policy of the table and that of the caller both allow it.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>
#include <span>

#include "access_server.h"
#include "call.h"
#include "support/sample_requests.h"

namespace partita::test {
namespace cross_account_test {

using testing::HasSubstr;

constexpr std::string_view kOperations[] = {
#define PARTITA_OPERATION(function, Name) #Name,
#include <partita/operations.def>
#undef PARTITA_OPERATION
};
// Those that a caller can use on a table of another account. Source: "DynamoDB API operations supported by
// resource-based policies". SearchVectors is as Query.
constexpr std::string_view kCross[] = {
    "DescribeTable",
    "UpdateTable",
    "DeleteTable",
    "TagResource",
    "UntagResource",
    "ListTagsOfResource",
    "PutItem",
    "GetItem",
    "UpdateItem",
    "DeleteItem",
    "BatchGetItem",
    "BatchWriteItem",
    "Query",
    "Scan",
    "SearchVectors",
    "TransactWriteItems",
    "TransactGetItems",
    "DescribeStream",
    "GetShardIterator",
    "GetRecords",
};
bool is_in(std::span<const std::string_view> list, std::string_view name) {
  return std::ranges::find(list, name) != list.end();
}

// Whether the sample request names no table of the owner, or only one that is to be made.
bool names_no_table(std::string_view operation) {
  return sample_request(operation).find("Orders") == std::string_view::npos;
}

// The operations that have no resource in policies, although they name something of a table. They are denied to all
// other accounts.
bool is_of_account(std::string_view operation) {
  return operation == "DescribeBulkOperation" || operation == "CancelBulkOperation";
}
const testing::Matcher<std::string> kDeniedToOthers = testing::Eq("Access is denied");

void replace(std::string& text, std::string_view from, std::string_view to) {
  for (auto at = text.find(from); at != text.npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

constexpr const char* kOwner = "123456789012";
constexpr const char* kAllowAll =
    R"(policy {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "dynamodb:*", "Resource": "*"}]})";

class CrossAccount : public testing::Test {
 protected:
  CrossAccount()
      : server_({{.name = "permitted", .lines = {"aws_account_id = 222222222222", kAllowAll}},
                 {.name = "unpermitted", .lines = {"aws_account_id = 222222222222"}}}) {}

  static std::string arn(const std::string& table, const std::string& account = kOwner) {
    return fmt::format("arn:aws:dynamodb:us-east-1:{}:table/{}", account, table);
  }
  static std::string policy(const std::string& actions) {
    return fmt::format(
        R"({{"Version": "2012-10-17", "Statement": [{{"Effect": "Allow", "Principal": {{"AWS": "222222222222"}},
            "Action": "{}", "Resource": "*"}}]}})",
        actions);
  }
  // A table of the owner, as sample_requests.h describes it.
  void create(const std::string& name, bool open) {
    const Answer made = call(server_.as("root"), "CreateTable",
                             fmt::format(R"({{"TableName": "{}",
        "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{{"AttributeName": "id", "AttributeType": "S"}},
          {{"AttributeName": "made", "AttributeType": "S"}}, {{"AttributeName": "holder", "AttributeType": "S"}}],
        "KeySchema": [{{"AttributeName": "id", "KeyType": "HASH"}}, {{"AttributeName": "made", "KeyType": "RANGE"}}],
        "GlobalSecondaryIndexes": [{{"IndexName": "ByOwner", "Projection": {{"ProjectionType": "ALL"}},
          "KeySchema": [{{"AttributeName": "holder", "KeyType": "HASH"}}]}}],
        "VectorIndexes": [{{"IndexName": "ByLook", "VectorAttribute": {{"AttributeName": "look"}}, "Dimensions": 2,
          "DistanceFunction": "EUCLIDEAN", "Projection": {{"ProjectionType": "ALL"}}}}],
        "StreamSpecification": {{"StreamEnabled": true, "StreamViewType": "NEW_IMAGE"}},
        "Tags": [{{"Key": "owner", "Value": "1"}}]}})",
                                         name),
                             Pages::One);
    ASSERT_EQ(made.error, "") << made.message;
    Database& owner = server_.as("root");
    ASSERT_TRUE(owner.put_item({.table_name = name, .item = AttributeMap{{"id", "a"}, {"made", "1"}}}));
    if (!open) return;
    ASSERT_TRUE(owner.put_resource_policy({.resource_arn = arn(name), .policy = policy("dynamodb:*")}));
    ASSERT_TRUE(owner.put_resource_policy({.resource_arn = stream_of(name), .policy = policy("dynamodb:*")}));
  }
  std::string stream_of(const std::string& name) {
    return *server_.as("root").describe_table({.table_name = name}).value().table.latest_stream_arn;
  }
  // The items of the owner's table, as text.
  std::string contents(const std::string& name) {
    std::string text;
    const std::string resource = arn(name);
    for (const auto& [operation, body] : {std::pair{"DescribeTable", R"({"TableName": "NAME"})"},
                                          {"Scan", R"({"TableName": "NAME"})"},
                                          {"DescribeTimeToLive", R"({"TableName": "NAME"})"},
                                          {"ListTagsOfResource", R"({"ResourceArn": "ARN"})"},
                                          {"GetResourcePolicy", R"({"ResourceArn": "ARN"})"}}) {
      std::string request = body;
      replace(request, "NAME", name);
      replace(request, "ARN", resource);
      text += call(server_.as("root"), operation, request, Pages::One).json + "\n";
    }
    return text;
  }

  // The sample request of the operation for the owner's table, whose ARN takes the place of the name. Streams, shards
  // and iterators are those of the table if it exists.
  std::string request(std::string_view operation, const std::string& table, const std::string& account = kOwner) {
    std::string body(sample_request(operation));
    const std::string resource = arn(table, account);
    replace(body, "arn:aws:dynamodb:us-east-1:123456789012:table/Orders", "@ARN@");
    replace(body, "FROM Orders", "FROM \\\"@ARN@\\\"");
    replace(body, "Orders", "@ARN@");
    if (body.find("@ARN@/stream/") != body.npos && account == kOwner && table != "Missing") {
      const std::string stream = stream_of(table);
      Database& owner = server_.as("root");
      const std::string shard =
          *owner.describe_stream({.stream_arn = stream}).value().stream_description.shards->front().shard_id;
      const auto iterator = owner.get_shard_iterator(
          {.stream_arn = stream, .shard_id = shard, .shard_iterator_type = ShardIteratorType::TrimHorizon});
      replace(body, "@ARN@/stream/2026-01-05T10:00:00.123|1|AAAA", *iterator.value().shard_iterator);
      replace(body, "@ARN@/stream/2026-01-05T10:00:00.123", stream);
      replace(body, "shardId-00000001767607200000-00000001", shard);
    }
    replace(body, "@ARN@", resource);
    return body;
  }
  // The text of the denial, also of the statement of a batch, or "passed: " and the answer.
  std::string outcome(const std::string& user, std::string_view operation, const std::string& body) {
    const Answer answer = call(server_.as(user), operation, body, Pages::One);
    if (answer.error == "AccessDeniedException") return answer.message;
    if (operation == "BatchExecuteStatement" && answer.json.find(R"("AccessDenied")") != answer.json.npos)
      return answer.json;
    return "passed: " + answer.error + answer.message + answer.json;
  }

  AccessServer server_;
};

TEST_F(CrossAccount, NoOperationPassesWithoutBothPolicies) {
  for (const std::string_view operation : kOperations) {
    if (names_no_table(operation)) continue;
    SCOPED_TRACE(operation);
    const std::string open = fmt::format("open-{}", operation), closed = fmt::format("closed-{}", operation);
    create(open, true);
    create(closed, false);
    const std::string open_before = contents(open), closed_before = contents(closed);

    EXPECT_THAT(outcome("unpermitted", operation, request(operation, open)), HasSubstr("is not authorized to perform"));
    EXPECT_THAT(outcome("unpermitted", operation, request(operation, closed)),
                HasSubstr("is not authorized to perform"));
    EXPECT_THAT(outcome("permitted", operation, request(operation, closed)),
                is_of_account(operation)
                    ? kDeniedToOthers
                    : testing::Matcher<std::string>(HasSubstr("because no resource-based policy allows")));
    EXPECT_EQ(contents(closed), closed_before);
    EXPECT_EQ(contents(open), open_before);

    const std::string passed = outcome("permitted", operation, request(operation, open));
    if (is_in(kCross, operation)) {
      EXPECT_THAT(passed, testing::StartsWith("passed: {")) << passed;
    } else {
      EXPECT_THAT(passed, testing::AnyOf(HasSubstr("is not authorized to perform"), kDeniedToOthers));
      EXPECT_EQ(contents(open), open_before);
    }
  }
}

// A table without permission, a table that does not exist and an account that does not exist have the same answer.
TEST_F(CrossAccount, NothingTellsWhatExists) {
  create("Closed", false);
  for (const std::string_view operation : kOperations) {
    if (names_no_table(operation)) continue;
    for (const char* user : {"permitted", "unpermitted"}) {
      const auto anonymous = [&](std::string body, std::string denial, const std::string& table,
                                 const std::string& account) {
        if (body.find("/stream/") != body.npos)
          replace(denial, stream_of("Closed"), arn("Closed") + "/stream/2026-01-05T10:00:00.123");
        replace(denial, arn(table, account), "TABLE");
        return denial;
      };
      std::vector<std::string> answers;
      for (const auto& [table, account] :
           {std::pair{"Closed", kOwner}, {"Missing", kOwner}, {"Missing", "999999999999"}}) {
        const std::string body = request(operation, table, account);
        answers.push_back(anonymous(body, outcome(user, operation, body), table, account));
      }
      EXPECT_THAT(answers[0], testing::AnyOf(HasSubstr("is not authorized to perform"), kDeniedToOthers)) << operation;
      EXPECT_EQ(answers[1], answers[0]) << operation;
      EXPECT_EQ(answers[2], answers[0]) << operation;
    }
  }
}

// The operations without a table are those of the caller's own account.
TEST_F(CrossAccount, OperationsWithoutATableStayAtHome) {
  create("Orders", true);
  for (const std::string_view operation : kOperations) {
    if (!names_no_table(operation)) continue;
    const Answer answer = call(server_.as("permitted"), operation, std::string(sample_request(operation)), Pages::One);
    EXPECT_EQ(answer.json.find(kOwner), answer.json.npos) << operation << answer.json;
    EXPECT_EQ(answer.json.find("Orders"), answer.json.npos) << operation << answer.json;
    EXPECT_THAT(outcome("unpermitted", operation, std::string(sample_request(operation))),
                HasSubstr("is not authorized to perform"))
        << operation;
  }
}

TEST(CrossAccountLog, NamesTheAccountOfTheTable) {
  const TemporaryDirectory directory;
  const std::string log = directory / "audit.log";
  AccessServer server({{.name = "other", .lines = {"aws_account_id = 222222222222", kAllowAll}}}, {"--audit-log", log});
  const std::string scan = R"({"TableName": "arn:aws:dynamodb:us-east-1:123456789012:table/shop"})";
  EXPECT_EQ(call(server.as("other"), "Scan", scan, Pages::One).error, "AccessDeniedException");
  EXPECT_EQ(call(server.as("root"), "Scan", scan, Pages::One).error, "ResourceNotFoundException");
  EXPECT_EQ(server.process().stop(), 0);
  std::ifstream in(log);
  std::string of_other, of_root;
  std::getline(in, of_other);
  std::getline(in, of_root);
  EXPECT_THAT(of_other, HasSubstr(R"("table":"shop","owner":"123456789012")"));
  EXPECT_THAT(of_other, HasSubstr(R"("account":"222222222222")"));
  EXPECT_THAT(of_root, HasSubstr(R"("table":"shop",)"));
  EXPECT_THAT(of_root, testing::Not(HasSubstr("owner")));
}

}  // namespace cross_account_test
}  // namespace partita::test
