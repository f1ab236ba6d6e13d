// The shape of a request shows names and expressions, and never a value.
#include "protocol/request_shape.h"

#include <gmock/gmock.h>

namespace partita::protocol {
namespace request_shape_test {

using testing::HasSubstr;
using testing::Not;

TEST(RequestShape, ShowsMembersNamesAndExpressions) {
  EXPECT_EQ(request_shape(R"x({"TableName":"t","Key":{"pk":{"S":"secret"},"sk":{"N":"7"}},"ConsistentRead":true})x"),
            R"x({"TableName":"t","Key":["pk","sk"],"ConsistentRead":true})x");
  EXPECT_EQ(
      request_shape(R"x({"TableName":"t","IndexName":"i","KeyConditionExpression":"#p = :p AND begins_with(sk, :s)",
      "ExpressionAttributeNames":{"#p":"pk"},"ExpressionAttributeValues":{":p":{"S":"secret"},":s":{"S":"secret"}},
      "Limit":10,"ExclusiveStartKey":{"pk":{"S":"secret"}}})x"),
      R"x({"TableName":"t","IndexName":"i","KeyConditionExpression":"#p = :p AND begins_with(sk, :s)",)x"
      R"x("ExpressionAttributeNames":{"#p":"pk"},"ExpressionAttributeValues":[":p",":s"],"Limit":10,)x"
      R"x("ExclusiveStartKey":["pk"]})x");
  EXPECT_EQ(
      request_shape(R"x({"RequestItems":{"t":{"Keys":[{"a":{"S":"x"}},{"a":{"S":"x"}},{"a":{"S":"x"}},{"a":{}}]},
      "u":[{"PutRequest":{"Item":{"a":{"S":"x"},"b":{"S":"x"}}}}]}})x"),
      R"x({"RequestItems":{"t":{"Keys":[["a"],["a"],["a"],"1 more"]},"u":[{"PutRequest":{"Item":["a","b"]}}]}})x");
  EXPECT_EQ(request_shape(R"x({"TransactItems":[{"Put":{"TableName":"t","Item":{"a":{"S":"x"}}}}]})x"),
            R"x({"TransactItems":[{"Put":{"TableName":"t","Item":["a"]}}]})x");
}

TEST(RequestShape, ShowsNoValueWhateverTheRequest) {
  for (
      const char* body :
      {R"x({"ClientRequestToken":"secret","NextToken":"secret","SearchVector":["secret"]})x",
       R"x({"Key":"secret","Item":["secret"],"Expected":{"a":{"Value":{"S":"secret"}}}})x",
       R"x({"RequestItems":{"t":["secret"],"u":"secret","v":{"Keys":["secret"],"w":{"x":"secret"}}}})x",
       R"x({"ExpressionAttributeNames":{"#a":{"S":"secret"}},"KeyConditionExpression":["secret"]})x",
       R"x({"Statement":"SELECT * FROM t WHERE pk = 'secret'","Parameters":[{"S":"secret"}]})x",
       R"x({"FilterExpression":"a = 'secret","UpdateExpression":"SET a = \"secret"})x",
       R"x({"TransactStatements":[{"Statement":"INSERT INTO t VALUE {'a':'secret'}","Parameters":[{"S":"secret"}]}]})x",
       R"x("secret")x", "secret"})
    EXPECT_THAT(request_shape(body), Not(HasSubstr("secret"))) << body;
}

TEST(RequestShape, IsCutAtTheLimitAndStaysUtf8) {
  std::string body = R"x({"FilterExpression":")x";
  for (int i = 0; i < 100; ++i) body += "ä";
  body += R"x("})x";
  for (std::size_t most = 30; most < 34; ++most) {
    const std::string shape = request_shape(body, most);
    EXPECT_LE(shape.size(), most + 3);
    EXPECT_TRUE(shape.ends_with("ä...")) << shape;
  }
  std::string items = R"x({"Item":{)x";
  for (int i = 0; i < 1000; ++i) items += (i ? ",\"a" : "\"a") + std::to_string(i) + R"x(":{"N":"1"})x";
  EXPECT_THAT(request_shape(items + "}}"), HasSubstr(R"x("a15","984 more"])x"));
}

TEST(WithoutLiterals, KeepsNamesPathsAndPlaceholders) {
  EXPECT_EQ(without_literals("SET a.b[3] = :v, #n1 = if_not_exists(c2, :z)"),
            "SET a.b[3] = :v, #n1 = if_not_exists(c2, :z)");
  EXPECT_EQ(without_literals("SELECT * FROM \"t\".\"i\" WHERE a='it''s' AND b=12.5e3 AND c[0] IN [1,'x']"),
            "SELECT * FROM \"t\".\"i\" WHERE a=?? AND b=? AND c[0] IN [?,?]");
  EXPECT_EQ(without_literals("a = `1"), "a = ?");
}

}  // namespace request_shape_test
}  // namespace partita::protocol
