// Which requests policies allow.
#include "permissions/authorizer.h"

#include "expr/syntax/cached_trees.h"
#include "partiql/parse.h"
#include "support/sample_requests.h"
#include "unit/permissions/helpers.h"
#include "work/allocations.h"

namespace partita::permissions {
namespace authorizer_test {

using testing::HasSubstr;

constexpr std::string_view kOperations[] = {
#define PARTITA_OPERATION(function, Name) #Name,
#include <partita/operations.def>
#undef PARTITA_OPERATION
};

class AuthorizerTest : public testing::Test {
 protected:
  AuthorizerTest() { tables_.set("Orders", "id", "made"); }

  // "allowed", or the text of the denial.
  std::string decide(const std::string& statements, std::string_view operation, std::string_view body) {
    const auto identity = identity_with(statements);
    Authorizer authorizer(tables_);
    const auto error = check(authorizer, *identity, operation, body);
    if (!error) return "allowed";
    EXPECT_EQ(error->code, ErrorCode::AccessDeniedException);
    return error->message;
  }
  bool allows(const std::string& condition, std::string_view operation, std::string_view body) {
    return decide(allow_if(condition), operation, body) == "allowed";
  }

  FakeTables tables_;
};

TEST(Samples, EachOperationHasOne) {
  for (const std::string_view operation : kOperations)
    EXPECT_FALSE(test::sample_request(operation).empty()) << operation;
}

TEST_F(AuthorizerTest, NoOperationIsAllowedWithoutAPolicy) {
  for (const std::string_view operation : kOperations)
    EXPECT_THAT(decide("", operation, test::sample_request(operation)),
                HasSubstr("because no identity-based policy allows the dynamodb:"))
        << operation;
}

TEST_F(AuthorizerTest, EachOperationIsAllowedByAPolicyForEverything) {
  for (const std::string_view operation : kOperations)
    EXPECT_EQ(decide(R"({"Effect": "Allow", "Action": "dynamodb:*", "Resource": "*"})", operation,
                     test::sample_request(operation)),
              "allowed")
        << operation;
}

// A restore reads one table and writes another one.
TEST_F(AuthorizerTest, ARestoreNeedsItsSourceAndItsTarget) {
  const std::string arn = "arn:aws:dynamodb:us-east-1:123456789012:table/";
  const auto allow = [&](const std::string& action, const std::string& resource) {
    return R"({"Effect": "Allow", "Action": ")" + action + R"(", "Resource": ")" + arn + resource + R"("})";
  };
  const auto decided = [&](const std::string& statements, std::string_view operation) {
    return decide(statements, operation, test::sample_request(operation)) == "allowed";
  };
  constexpr std::string_view kToTime = "RestoreTableToPointInTime", kFromBackup = "RestoreTableFromBackup";
  const std::string writes = allow("dynamodb:*Item", "Restored") + ", " + allow("dynamodb:Query", "Restored") + ", " +
                             allow("dynamodb:Scan", "Restored");
  EXPECT_TRUE(decided(allow("dynamodb:RestoreTableToPointInTime", "Orders") + ", " + writes, kToTime));
  EXPECT_FALSE(decided(allow("dynamodb:RestoreTableToPointInTime", "Restored") + ", " + writes, kToTime));
  EXPECT_FALSE(decided(allow("dynamodb:*", "Orders"), kToTime));
  constexpr std::string_view kToVersion = "RestoreTableToVersion";
  const std::string to_version = allow("dynamodb:RestoreTableToVersion", "Orders");
  const std::string to_time = allow("dynamodb:RestoreTableToPointInTime", "Orders");
  EXPECT_TRUE(decided(to_version + ", " + to_time + ", " + writes, kToVersion));
  EXPECT_FALSE(decided(to_version + ", " + writes, kToVersion));
  EXPECT_FALSE(decided(to_time + ", " + writes, kToVersion));
  EXPECT_FALSE(decided(allow("dynamodb:*", "Orders"), kToVersion));
  const std::string backup = allow("dynamodb:RestoreTableFromBackup", "Orders/backup/*");
  EXPECT_TRUE(
      decided(backup + ", " + allow("dynamodb:RestoreTableFromBackup", "Restored") + ", " + writes, kFromBackup));
  EXPECT_FALSE(decided(backup + ", " + writes, kFromBackup));
  EXPECT_FALSE(decided(allow("dynamodb:*", "Restored"), kFromBackup));
}

// The operations with members ask for the actions that required_actions() lists, and for no others.
TEST_F(AuthorizerTest, EachOperationNeedsTheActionsOfTheList) {
  for (const std::string_view operation : kOperations) {
    std::string actions;
    for (const iam::RequiredAction& need : iam::required_actions(operation))
      actions += (actions.empty() ? "\"" : ", \"") + std::string(iam::name_of(need.action)) + "\"";
    const auto with = [&](const char* effect) {
      return std::string(R"({"Effect": ")") + effect + R"(", "Action": [)" + actions + R"(], "Resource": "*"})";
    };
    const std::string all = R"({"Effect": "Allow", "Action": "*", "Resource": "*"}, )";
    EXPECT_EQ(decide(with("Allow"), operation, test::sample_request(operation)), "allowed") << operation;
    EXPECT_THAT(decide(all + with("Deny"), operation, test::sample_request(operation)),
                HasSubstr("with an explicit deny in an identity-based policy"))
        << operation;
  }
}

TEST_F(AuthorizerTest, TheTextNamesUserActionAndResource) {
  EXPECT_EQ(decide("", "PutItem", test::sample_request("PutItem")),
            "User: arn:aws:iam::123456789012:user/alice is not authorized to perform: dynamodb:PutItem on resource: "
            "arn:aws:dynamodb:us-east-1:123456789012:table/Orders because no identity-based policy allows the "
            "dynamodb:PutItem action");
  const struct {
    const char* operation;
    std::string body;
    std::string resource;
  } kRows[] = {
      {"Scan", R"({"TableName": "Orders", "IndexName": "ByOwner"})", kPrefix + "Orders/index/ByOwner"},
      {"Scan", R"({"TableName": "Orders", "IndexName": "None"})", kPrefix + "Orders/index/None"},
      {"Scan", R"({"TableName": "None", "IndexName": "ByOwner"})", kPrefix + "None/index/ByOwner"},
      {"Scan", R"({"TableName": ")" + kPrefix + R"(Orders"})", kPrefix + "Orders"},
      {"Scan", R"({"TableName": ")" + kPrefix + R"(Orders/index/ByOwner"})", kPrefix + "Orders"},
      {"Scan", R"({"TableName": "arn:aws:dynamodb:us-east-1:111111111111:table/Orders"})",
       "arn:aws:dynamodb:us-east-1:111111111111:table/Orders"},
      {"Scan", "{}", kPrefix},
      {"ListTables", "{}", kPrefix + "*"},
      {"DescribeLimits", "{}", "*"},
      {"TagResource", R"({"ResourceArn": ")" + kPrefix + R"(Orders/index/ByOwner", "Tags": []})", kPrefix + "Orders"},
      {"GetRecords", R"({"ShardIterator": ")" + kPrefix + R"(T/stream/L|1|abc"})", kPrefix + "T/stream/L"},
  };
  for (const auto& row : kRows)
    EXPECT_THAT(decide("", row.operation, row.body), HasSubstr("on resource: " + row.resource + " because"));
  // A name that is much too long is cut between two characters.
  const std::string cut = decide("", "Scan", R"({"TableName": ")" + std::string(1282, 'a') + "\u00e9" + R"("})");
  EXPECT_THAT(cut, HasSubstr("a because"));
  EXPECT_LT(cut.size(), 1700u);
}

constexpr const char* kOwn = R"({"ForAllValues:StringEquals": {"dynamodb:LeadingKeys": ["alice"]}})";

TEST_F(AuthorizerTest, LeadingKeysOfEachKindOfRequest) {
  const struct {
    const char* operation;
    const char* body;
    bool allowed;
  } kRows[] = {
      {"GetItem", R"({"TableName": "Orders", "Key": {"id": {"S": "alice"}, "made": {"S": "bob"}}})", true},
      {"GetItem", R"({"TableName": "Orders", "Key": {"id": {"S": "bob"}, "made": {"S": "alice"}}})", false},
      {"GetItem", R"({"TableName": "None", "Key": {"id": {"S": "alice"}}})", false},
      {"GetItem", R"({"TableName": "Orders", "Key": {"made": {"S": "alice"}}})", false},
      {"GetItem", R"({"TableName": "Orders", "Key": {"id": {"SS": ["alice"]}}})", false},
      {"PutItem", R"({"TableName": "Orders", "Item": {"id": {"S": "alice"}, "holder": {"S": "bob"}}})", true},
      {"PutItem", R"({"TableName": "Orders", "Item": {"id": {"S": "bob"}}})", false},
      {"UpdateItem", R"({"TableName": "Orders", "Key": {"id": {"S": "bob"}}})", false},
      {"DeleteItem", R"({"TableName": "Orders", "Key": {"id": {"S": "bob"}}})", false},
      {"BatchGetItem", R"({"RequestItems": {"Orders": {"Keys": [{"id": {"S": "alice"}}]}}})", true},
      {"BatchGetItem", R"({"RequestItems": {"Orders": {"Keys": [{"id": {"S": "alice"}}, {"id": {"S": "bob"}}]}}})",
       false},
      {"BatchWriteItem", R"({"RequestItems": {"Orders": [{"PutRequest": {"Item": {"id": {"S": "alice"}}}},
          {"DeleteRequest": {"Key": {"id": {"S": "alice"}}}}]}})",
       true},
      {"BatchWriteItem", R"({"RequestItems": {"Orders": [{"PutRequest": {"Item": {"id": {"S": "alice"}}}},
          {"DeleteRequest": {"Key": {"id": {"S": "bob"}}}}]}})",
       false},
      {"TransactGetItems", R"({"TransactItems": [{"Get": {"TableName": "Orders", "Key": {"id": {"S": "alice"}}}},
          {"Get": {"TableName": "Orders", "Key": {"id": {"S": "bob"}}}}]})",
       false},
      {"TransactWriteItems", R"({"TransactItems": [
          {"ConditionCheck": {"TableName": "Orders", "Key": {"id": {"S": "bob"}}, "ConditionExpression": "a = a"}}]})",
       false},
      {"TransactWriteItems", R"({"TransactItems": [{"Update": {"TableName": "Orders", "Key": {"id": {"S": "bob"}},
          "UpdateExpression": "REMOVE a"}}]})",
       false},
      {"TransactWriteItems", R"({"TransactItems": [{"Put": {"TableName": "Orders", "Item": {"id": {"S": "alice"}}}}]})",
       true},
      {"Query", R"({"TableName": "Orders", "KeyConditionExpression": "#i = :i AND made > :i",
          "ExpressionAttributeNames": {"#i": "id"}, "ExpressionAttributeValues": {":i": {"S": "alice"}}})",
       true},
      {"Query", R"({"TableName": "Orders", "KeyConditionExpression": ":i = id",
          "ExpressionAttributeValues": {":i": {"S": "bob"}}})",
       false},
      {"Query", R"({"TableName": "Orders", "KeyConditionExpression": "id = :a AND id = :b",
          "ExpressionAttributeValues": {":a": {"S": "alice"}, ":b": {"S": "bob"}}})",
       false},
      {"Query", R"({"TableName": "Orders", "KeyConditionExpression": "id = :a OR id = :b",
          "ExpressionAttributeValues": {":a": {"S": "alice"}, ":b": {"S": "bob"}}})",
       false},
      {"Query", R"({"TableName": "Orders", "KeyConditionExpression": "made = :i",
          "ExpressionAttributeValues": {":i": {"S": "alice"}}})",
       false},
      {"Query", R"({"TableName": "Orders", "KeyConditionExpression": "id =",
          "ExpressionAttributeValues": {":i": {"S": "alice"}}})",
       false},
      {"Query", R"({"TableName": "Orders", "KeyConditions": {"id": {"ComparisonOperator": "EQ",
          "AttributeValueList": [{"S": "alice"}]}}})",
       true},
      {"Query", R"({"TableName": "Orders", "KeyConditions": {"id": {"ComparisonOperator": "EQ",
          "AttributeValueList": [{"S": "bob"}]}}})",
       false},
      {"Query", R"({"TableName": "Orders", "IndexName": "ByOwner", "KeyConditionExpression": "holder = :i",
          "ExpressionAttributeValues": {":i": {"S": "alice"}}})",
       true},
      {"Query", R"({"TableName": "Orders", "IndexName": "ByOwner", "KeyConditionExpression": "holder = :o AND id = :i",
          "ExpressionAttributeValues": {":i": {"S": "alice"}, ":o": {"S": "bob"}}})",
       false},
      {"Query", R"({"TableName": "Orders", "IndexName": "None", "KeyConditionExpression": "id = :i",
          "ExpressionAttributeValues": {":i": {"S": "alice"}}})",
       false},
      // A Scan has no leading keys, so all of them are the user's.
      {"Scan", R"({"TableName": "Orders"})", true},
      {"ExecuteStatement", R"({"Statement": "SELECT * FROM Orders WHERE id = 'alice'"})", true},
      {"ExecuteStatement", R"({"Statement": "SELECT * FROM Orders WHERE id = 'bob' AND made = 'alice'"})", false},
      {"ExecuteStatement", R"({"Statement": "SELECT * FROM Orders WHERE id IN ['alice', 'bob']"})", false},
      {"ExecuteStatement", R"({"Statement": "SELECT * FROM Orders WHERE id = ? OR id = ?",
          "Parameters": [{"S": "alice"}, {"S": "bob"}]})",
       false},
      {"ExecuteStatement", R"({"Statement": "SELECT * FROM Orders"})", true},
      {"ExecuteStatement", R"({"Statement": "SELECT * FROM \"Orders\".\"ByOwner\" WHERE holder = 'bob'"})", false},
      {"ExecuteStatement", R"({"Statement": "INSERT INTO Orders VALUE {'id': 'alice', 'made': '1'}"})", true},
      {"ExecuteStatement", R"({"Statement": "INSERT INTO Orders VALUE {'id': ?, 'made': '1'}",
          "Parameters": [{"S": "bob"}]})",
       false},
      {"ExecuteStatement", R"({"Statement": "UPDATE Orders SET a = 1 WHERE id = 'bob' AND made = '1'"})", false},
      {"ExecuteStatement", R"({"Statement": "DELETE FROM Orders WHERE id = 'alice' AND made = '1'"})", true},
      {"ExecuteStatement", R"({"Statement": "DELETE FROM Orders WHERE made = '1'"})", false},
      {"ExecuteTransaction",
       R"x({"TransactStatements": [{"Statement": "DELETE FROM Orders WHERE id = 'alice' AND made = '1'"},
          {"Statement": "EXISTS(SELECT * FROM Orders WHERE id = 'bob' AND made = '1')"}]})x",
       false},
  };
  for (const auto& row : kRows)
    EXPECT_EQ(allows(kOwn, row.operation, row.body), row.allowed) << row.operation << row.body;
}

// A policy must not be passed by another spelling of a number.
TEST_F(AuthorizerTest, NumbersAndBytesOfLeadingKeys) {
  const std::string denied =
      R"({"Effect": "Allow", "Action": "*", "Resource": "*"},
         {"Effect": "Deny", "Action": "*", "Resource": "*",
          "Condition": {"ForAnyValue:StringEquals": {"dynamodb:LeadingKeys": ["12", "aGk="]}}})";
  for (const char* key :
       {R"({"N": "12"})", R"({"N": "12.0"})", R"({"N": "1.2e1"})", R"({"N": "+12"})", R"({"B": "aGk="})"})
    EXPECT_THAT(decide(denied, "GetItem", std::string(R"({"TableName": "Orders", "Key": {"id": )") + key + "}}"),
                HasSubstr("explicit deny"))
        << key;
  EXPECT_EQ(decide(denied, "GetItem", R"({"TableName": "Orders", "Key": {"id": {"N": "13"}}})"), "allowed");
}

TEST_F(AuthorizerTest, PartitionKeysOfSeveralAttributes) {
  tables_.set("Orders", "id", "made", {"holder", "yr"});
  const char* kSecond = R"({"ForAllValues:StringEquals": {"dynamodb:LeadingKeys": "alice",
                                                         "dynamodb:SecondPartitionKeyValues": "2026"}})";
  const auto body = [](const std::string& year) {
    return R"({"TableName": "Orders", "IndexName": "ByOwner", "KeyConditionExpression": "holder = :o AND yr = :y",
               "ExpressionAttributeValues": {":o": {"S": "alice"}, ":y": {"N": ")" +
           year + "\"}}}";
  };
  EXPECT_TRUE(allows(kSecond, "Query", body("2026")));
  EXPECT_FALSE(allows(kSecond, "Query", body("2025")));
}

TEST_F(AuthorizerTest, AttributesOfEachPlace) {
  const char* kSome = R"({"ForAllValues:StringEquals": {"dynamodb:Attributes": ["id", "made", "a", "b"]}})";
  const std::string key = R"("TableName": "Orders", "Key": {"id": {"S": "1"}, "made": {"S": "1"}})";
  const struct {
    const char* operation;
    std::string body;
    bool allowed;
  } kRows[] = {
      {"GetItem", "{" + key + "}", true},
      {"GetItem", "{" + key + R"(, "ProjectionExpression": "a.secret, b[0]"})", true},
      {"GetItem", "{" + key + R"(, "ProjectionExpression": "a, secret.a"})", false},
      {"GetItem", "{" + key + R"(, "ProjectionExpression": "#x", "ExpressionAttributeNames": {"#x": "secret"}})",
       false},
      {"GetItem", "{" + key + R"(, "AttributesToGet": ["secret"]})", false},
      {"PutItem", R"({"TableName": "Orders", "Item": {"id": {"S": "1"}, "secret": {"S": "1"}}})", false},
      {"PutItem", R"x({"TableName": "Orders", "Item": {"id": {"S": "1"}}, "ConditionExpression":
          "attribute_not_exists(secret)"})x",
       false},
      {"PutItem", R"({"TableName": "Orders", "Item": {"id": {"S": "1"}}, "Expected": {"secret": {"Exists": false}}})",
       false},
      {"UpdateItem", "{" + key + R"x(, "UpdateExpression": "SET a = if_not_exists(secret, :z)",
          "ExpressionAttributeValues": {":z": {"N": "0"}}})x",
       false},
      {"UpdateItem", "{" + key + R"(, "UpdateExpression": "REMOVE secret.a"})", false},
      {"UpdateItem", "{" + key + R"(, "UpdateExpression": "SET a = b"})", true},
      {"UpdateItem", "{" + key + R"(, "AttributeUpdates": {"secret": {"Action": "DELETE"}}})", false},
      {"UpdateItem", "{" + key + R"x(, "UpdateExpression": "REMOVE a", "ConditionExpression":
          "NOT (a = b OR size(secret) > a)"})x",
       false},
      {"Query", R"({"TableName": "Orders", "KeyConditionExpression": "secret = :s"})", false},
      {"Query", R"({"TableName": "Orders", "KeyConditionExpression": "id = :s", "FilterExpression": "secret = :s"})",
       false},
      {"Query", R"({"TableName": "Orders", "QueryFilter": {"secret": {"ComparisonOperator": "NULL"}}})", false},
      {"Scan", R"({"TableName": "Orders", "ScanFilter": {"secret": {"ComparisonOperator": "NULL"}}})", false},
      {"Scan", R"x({"TableName": "Orders", "FilterExpression": "b IN (:s, secret)"})x", false},
      {"BatchGetItem",
       R"({"RequestItems": {"Orders": {"Keys": [{"id": {"S": "a"}}], "ProjectionExpression": "secret"}}})", false},
      {"BatchWriteItem", R"({"RequestItems": {"Orders": [{"PutRequest": {"Item": {"secret": {"S": "a"}}}}]}})", false},
      {"TransactGetItems", R"({"TransactItems": [{"Get": {"TableName": "Orders", "Key": {}, "ProjectionExpression":
          "secret"}}]})",
       false},
      {"SearchVectors",
       R"({"TableName": "Orders", "IndexName": "ByLook", "SearchVector": [{"N": "1"}], "TopK": 1, "ProjectionExpression": "secret"})",
       false},
      {"ExecuteStatement", R"({"Statement": "SELECT a, b.secret FROM Orders WHERE id = 'a'"})", true},
      {"ExecuteStatement", R"({"Statement": "SELECT secret FROM Orders WHERE id = 'a'"})", false},
      {"ExecuteStatement", R"x({"Statement": "SELECT a FROM Orders WHERE id = 'a' AND begins_with(secret, 'x')"})x",
       false},
      {"ExecuteStatement", R"({"Statement": "INSERT INTO Orders VALUE {'id': 'a', 'made': '1', 'secret': ?}",
          "Parameters": [{"S": "x"}]})",
       false},
      {"ExecuteStatement", R"({"Statement": "INSERT INTO Orders VALUE {'id': 'a', 'secret': 1}"})", false},
      {"ExecuteStatement",
       R"({"Statement": "INSERT INTO Orders VALUE ?", "Parameters": [{"M": {"secret": {"S": "x"}}}]})", false},
      {"ExecuteStatement", R"({"Statement": "UPDATE Orders SET a = secret WHERE id = 'a' AND made = '1'"})", false},
      {"ExecuteStatement", R"({"Statement": "UPDATE Orders REMOVE secret WHERE id = 'a' AND made = '1'"})", false},
      {"ExecuteStatement", R"({"Statement": "UPDATE Orders SET a = b WHERE id = 'a' AND made = '1'"})", true},
  };
  for (const auto& row : kRows)
    EXPECT_EQ(allows(kSome, row.operation, row.body), row.allowed) << row.operation << row.body;
}

// The value of one key in a request, found out by a policy that only allows this value.
TEST_F(AuthorizerTest, OtherKeys) {
  const std::string key = R"("TableName": "Orders", "Key": {"id": {"S": "1"}, "made": {"S": "1"}})";
  const struct {
    const char* operation;
    std::string body;
    const char* condition_key;
    const char* value;  // "" means that the request does not have the key
  } kRows[] = {
      {"GetItem", "{" + key + "}", "dynamodb:Select", "ALL_ATTRIBUTES"},
      {"GetItem", "{" + key + R"(, "ProjectionExpression": "a"})", "dynamodb:Select", "SPECIFIC_ATTRIBUTES"},
      {"Scan", R"({"TableName": "Orders", "IndexName": "ByOwner"})", "dynamodb:Select", "ALL_PROJECTED_ATTRIBUTES"},
      {"Scan", R"({"TableName": "Orders", "Select": "COUNT"})", "dynamodb:Select", "COUNT"},
      {"PutItem", R"({"TableName": "Orders", "Item": {}})", "dynamodb:Select", ""},
      {"PutItem", R"({"TableName": "Orders", "Item": {}})", "dynamodb:ReturnValues", "NONE"},
      {"PutItem", R"({"TableName": "Orders", "Item": {}, "ReturnValues": "ALL_OLD"})", "dynamodb:ReturnValues",
       "ALL_OLD"},
      {"GetItem", "{" + key + "}", "dynamodb:ReturnValues", ""},
      {"GetItem", "{" + key + "}", "dynamodb:ReturnConsumedCapacity", "NONE"},
      {"TransactGetItems",
       R"({"TransactItems": [{"Get": {"TableName": "Orders"}}], "ReturnConsumedCapacity": "TOTAL"})",
       "dynamodb:ReturnConsumedCapacity", "TOTAL"},
      {"GetItem", "{" + key + "}", "dynamodb:EnclosingOperation", ""},
      {"TransactGetItems", R"({"TransactItems": [{"Get": {"TableName": "Orders"}}]})", "dynamodb:EnclosingOperation",
       "TransactGetItems"},
      {"ExecuteTransaction", R"({"TransactStatements": [{"Statement": "SELECT * FROM Orders WHERE id = 'a'"}]})",
       "dynamodb:EnclosingOperation", "ExecuteTransaction"},
      {"ExecuteStatement", R"({"Statement": "SELECT * FROM Orders"})", "dynamodb:FullTableScan", "true"},
      {"ExecuteStatement", R"({"Statement": "SELECT * FROM Orders WHERE a = 1"})", "dynamodb:FullTableScan", "true"},
      {"ExecuteStatement", R"({"Statement": "SELECT * FROM Orders WHERE id = 'a'"})", "dynamodb:FullTableScan",
       "false"},
      {"ExecuteStatement", R"({"Statement": "SELECT a FROM Orders WHERE id = 'a'"})", "dynamodb:Select",
       "SPECIFIC_ATTRIBUTES"},
      {"ExecuteStatement", R"({"Statement": "DELETE FROM Orders WHERE id = 'a' AND made = '1' RETURNING ALL OLD *"})",
       "dynamodb:ReturnValues", "ALL_OLD"},
      {"TagResource", R"({"ResourceArn": ")" + kPrefix + R"(Orders", "Tags": [{"Key": "Cost", "Value": "7"}]})",
       "aws:RequestTag/cost", "7"},
      {"TagResource", R"({"ResourceArn": ")" + kPrefix + R"(Orders", "Tags": [{"Key": "Cost", "Value": "7"}]})",
       "aws:TagKeys", "Cost"},
      {"UntagResource", R"({"ResourceArn": ")" + kPrefix + R"(Orders", "TagKeys": ["Cost"]})", "aws:TagKeys", "Cost"},
      {"GetItem", "{" + key + "}", "aws:ResourceTag/team", "red"},
      {"ExecuteStatement", R"({"Statement": "SELECT * FROM Orders"})", "aws:ResourceTag/team", "red"},
      {"GetItem", "{" + key + "}", "aws:SourceIp", "203.0.113.7"},
      {"GetItem", "{" + key + "}", "aws:username", "alice"},
  };
  for (const auto& row : kRows) {
    const std::string name = row.condition_key;
    if (!*row.value) {
      EXPECT_TRUE(allows(R"({"Null": {")" + name + R"(": "true"}})", row.operation, row.body)) << name << row.body;
      continue;
    }
    const std::string op = name == "aws:SourceIp" ? "IpAddress" : "StringEquals";
    EXPECT_TRUE(allows("{\"" + op + R"(": {")" + name + R"(": ")" + row.value + "\"}}", row.operation, row.body))
        << name << row.body;
    if (op == "StringEquals") {
      EXPECT_FALSE(allows(R"({"StringEquals": {")" + name + R"(": "other"}})", row.operation, row.body))
          << name << row.body;
    }
  }
}

// A user must not be able to hide a tag behind one whose name differs in case.
TEST_F(AuthorizerTest, AllTagsOfANameMustFit) {
  const auto body = [](const std::string& first, const std::string& second) {
    return R"({"ResourceArn": ")" + kPrefix + R"(Orders", "Tags": [{"Key": "TEAM", "Value": ")" + first +
           R"("}, {"Key": "Team", "Value": ")" + second + R"("}]})";
  };
  const std::string condition = R"({"StringEquals": {"aws:RequestTag/team": "public"}})";
  EXPECT_TRUE(allows(condition, "TagResource", body("public", "public")));
  EXPECT_FALSE(allows(condition, "TagResource", body("public", "red")));
  EXPECT_FALSE(allows(condition, "TagResource", body("red", "public")));
}

// Such an index is one partition with the items of all.
TEST_F(AuthorizerTest, ASearchWithoutAPartitionHasNoLeadingKeys) {
  const std::string condition = R"({"ForAllValues:StringEquals": {"dynamodb:LeadingKeys": "alice"}})";
  const std::string search =
      R"({"TableName": "Orders", "IndexName": "ByLook", "TopK": 1, "SearchVector": [{"N": "1"}]})";
  EXPECT_FALSE(allows(condition, "SearchVectors", search));
  EXPECT_TRUE(allows(R"({"StringLike": {"aws:username": "alice"}})", "SearchVectors", search));
}

TEST_F(AuthorizerTest, ValuesOfAFailedConditionAreReturnValuesToo) {
  const char* kNone = R"({"StringEquals": {"dynamodb:ReturnValues": ["NONE", "UPDATED_NEW"]}})";
  const std::string body = R"({"TableName": "Orders", "Key": {"id": {"S": "1"}}, "ConditionExpression": "a = b")";
  EXPECT_TRUE(allows(kNone, "DeleteItem", body + "}"));
  EXPECT_FALSE(allows(kNone, "DeleteItem", body + R"(, "ReturnValuesOnConditionCheckFailure": "ALL_OLD"})"));
}

TEST_F(AuthorizerTest, BatchesOfStatementsByMember) {
  const auto identity = identity_with(allow_if(kOwn));
  Authorizer authorizer(tables_);
  const Caller caller{*identity, {}};
  const BatchExecuteStatementRequest batch{
      .statements = {{{.statement = "SELECT * FROM Orders WHERE id = 'alice' AND made = '1'"},
                      {.statement = "SELECT * FROM Orders WHERE id = 'bob' AND made = '1'"}}}};
  EXPECT_FALSE(authorizer.check_member(batch.statements->at(0), batch, caller));
  EXPECT_TRUE(authorizer.check_member(batch.statements->at(1), batch, caller));
  EXPECT_TRUE(authorizer.check(batch, caller));
}

// The operations refuse them, whatever the policies say.
TEST_F(AuthorizerTest, WhatIsNoStatementIsLeftToTheOperation) {
  for (const char* statement : {"", "SELECT", "DROP TABLE Orders"})
    EXPECT_EQ(decide("", "ExecuteStatement", std::string(R"({"Statement": ")") + statement + "\"}"), "allowed");
  EXPECT_EQ(decide("", "ExecuteStatement", R"({"Statement": ")" + std::string(40'000, '(') + "\"}"), "allowed");
}

// A table that was made again with another key, or is gone.
TEST_F(AuthorizerTest, TheKeySchemaIsThatOfTheTableAsItIs) {
  const auto identity = identity_with(allow_if(kOwn));
  Authorizer authorizer(tables_);
  const char* body = R"({"TableName": "Orders", "Item": {"id": {"S": "alice"}, "holder": {"S": "bob"}}})";
  const auto allowed = [&] { return !check(authorizer, *identity, "PutItem", body); };
  EXPECT_TRUE(allowed());
  EXPECT_TRUE(allowed());
  EXPECT_EQ(tables_.lookups, 1);
  tables_.set("Orders", "holder");
  EXPECT_FALSE(allowed());
  tables_.erase("Orders");
  EXPECT_FALSE(allowed());
  tables_.set("Orders", "id");
  EXPECT_TRUE(allowed());
}

TEST_F(AuthorizerTest, KeepsABoundedNumberOfTables) {
  const auto identity = identity_with(allow_if(kOwn));
  Authorizer authorizer(tables_);
  for (std::size_t i = 0; i < Authorizer::kMostTables + 1; ++i) tables_.set("T" + std::to_string(i), "id");
  const auto ask = [&](std::size_t i) {
    EXPECT_FALSE(check(authorizer, *identity, "GetItem",
                       R"({"TableName": "T)" + std::to_string(i) + R"(", "Key": {"id": {"S": "alice"}}})"));
  };
  for (std::size_t i = 0; i < Authorizer::kMostTables + 1; ++i) ask(i);
  tables_.lookups = 0;
  ask(Authorizer::kMostTables);
  EXPECT_EQ(tables_.lookups, 0);
  ask(0);
  EXPECT_EQ(tables_.lookups, 1);
}

#ifndef PARTITA_ALLOCATIONS_NOT_COUNTED
TEST_F(AuthorizerTest, AGetItemCostsNoAllocation) {
  const auto identity = identity_with(R"({"Effect": "Allow", "Action": "dynamodb:GetItem", "Resource":
      "arn:aws:dynamodb:us-east-1:123456789012:table/Ord*", "Condition": {
        "ForAllValues:StringEquals": {"dynamodb:LeadingKeys": "alice", "dynamodb:Attributes": ["id", "made", "a", "b"]},
        "StringEquals": {"dynamodb:Select": "SPECIFIC_ATTRIBUTES", "aws:ResourceTag/team": "red"},
        "IpAddress": {"aws:SourceIp": "203.0.113.0/24"}}})");
  Authorizer authorizer(tables_);
  const GetItemRequest request{.table_name = "Orders",
                               .key = AttributeMap{{"id", "alice"}, {"made", "1"}},
                               .projection_expression = "a, #b",
                               .expression_attribute_names = {{{"#b", "b"}}}};
  const Caller caller{*identity, {.now_ms = 1, .source_ip = "203.0.113.7", .region = "us-east-1"}};
  ASSERT_FALSE(authorizer.check(request, caller));
  // The operation, which comes after the permission, keeps the tree.
  ASSERT_TRUE(expr::projection_cache().get(*request.projection_expression));
  const auto before = work::allocations();
  const bool denied = authorizer.check(request, caller).has_value();
  const auto after = work::allocations();
  EXPECT_FALSE(denied);
  EXPECT_EQ(after.count - before.count, 0u);
}
#endif

// Whoever is refused must not fill the caches of syntax trees. The tree of an allowed request is kept by the operation.
TEST(Authorizer, KeepsNoSyntaxTree) {
  FakeTables tables;
  tables.set("Orders", "id", "made");
  Authorizer authorizer(tables);
  const auto nobody = identity_with("");
  const auto reader = identity_with(allow_if(R"({"ForAllValues:StringEquals": {
      "dynamodb:Attributes": ["id", "made", "secret"], "dynamodb:LeadingKeys": ["alice"]}})"));
  const auto bytes = [] {
    return partiql::cached_statement_bytes() + expr::condition_cache().bytes() + expr::update_cache().bytes() +
           expr::projection_cache().bytes();
  };
  const std::size_t before = bytes();
  for (const auto& identity : {std::cref(nobody), std::cref(reader)})
    for (int i = 0; i < 20; ++i) {
      const std::string n = std::to_string(i);
      const std::pair<std::string, std::string> requests[] = {
          {"ExecuteStatement", R"({"Statement": "SELECT a)" + n + R"( FROM Orders WHERE id = 'alice'"})"},
          {"BatchExecuteStatement",
           R"({"Statements": [{"Statement": "DELETE FROM Orders WHERE id = 'x)" + n + R"(' AND made = '1'"}]})"},
          {"ExecuteTransaction", R"({"TransactStatements": [{"Statement":
              "INSERT INTO Orders VALUE {'id': 'y)" +
                                     n + R"(', 'made': '1'}"}]})"},
          {"GetItem", R"({"TableName": "Orders", "Key": {"id": {"S": "alice"}, "made": {"S": "1"}},
              "ProjectionExpression": "secret, b)" +
                          n + R"("})"},
          {"DeleteItem", R"({"TableName": "Orders", "Key": {"id": {"S": "alice"}, "made": {"S": "1"}},
              "ConditionExpression": "secret = c)" +
                             n + R"("})"},
          {"UpdateItem", R"({"TableName": "Orders", "Key": {"id": {"S": "alice"}, "made": {"S": "1"}},
              "UpdateExpression": "REMOVE d)" +
                             n + R"("})"},
          {"Query", R"({"TableName": "Orders", "KeyConditionExpression": "id = :i)" + n +
                        R"(", "ExpressionAttributeValues": {":i)" + n + R"(": {"S": "bob"}}})"},
      };
      for (const auto& [operation, body] : requests) EXPECT_TRUE(check(authorizer, *identity.get(), operation, body));
    }
  EXPECT_EQ(bytes(), before);
}

}  // namespace authorizer_test
}  // namespace partita::permissions
