// The shape of a request shows names and expressions, and never a value.
#include "protocol/request_shape.h"

#include <gmock/gmock.h>

namespace partita::protocol {
namespace request_shape_test {

using testing::HasSubstr;
using testing::Not;

TEST(RequestShape, ShowsMembersNamesAndExpressions) {
  EXPECT_EQ(request_shape(R"({"TableName":"t","Key":{"pk":{"S":"secret"},"sk":{"N":"7"}},"ConsistentRead":true})"),
            R"({"TableName":"t","Key":["pk","sk"],"ConsistentRead":true})");
  EXPECT_EQ(request_shape(R"({"TableName":"t","IndexName":"i","KeyConditionExpression":"#p = :p AND begins_with(sk, :s)",
      "ExpressionAttributeNames":{"#p":"pk"},"ExpressionAttributeValues":{":p":{"S":"secret"},":s":{"S":"secret"}},
      "Limit":10,"ExclusiveStartKey":{
    "pk" : { "S" : "secret" }}
})"),
            R"({"TableName":"t","IndexName":"i","KeyConditionExpression":"#p = :p AND begins_with(sk, :s)",)"
            R"("ExpressionAttributeNames":{"#p":"pk"},"ExpressionAttributeValues":[":p",":s"],"Limit":10,)"
            R"("ExclusiveStartKey":["pk"]})");
EXPECT_EQ(request_shape(R"({"RequestItems":{"t":{"Keys":[{"a":{"S":"x"}},{"a":{"S":"x"}},{"a":{"S":"x"}},{"a":{}}]},
      "u":[{"PutRequest":{"Item":{"a":{"S":"x"},"b":{"S":"x"}}}}]}})"),
          R"({"RequestItems":{"t":{"Keys":[["a"],["a"],["a"],"1 more"]},"u":[{"PutRequest":{"Item":["a","b"]}}]}})");
EXPECT_EQ(request_shape(R"({"TransactItems":[{"Put":{"TableName":"t","Item":{"a":{"S":"x"}}}}]})"),
          R"({"TransactItems":[{"Put":{"TableName":"t","Item":["a"]}}]})");
}

TEST(RequestShape, ShowsNoValueWhateverTheRequest) {
  for (const char* body :
       {R"({"ClientRequestToken":"secret","NextToken":"secret","SearchVector":["secret"]})",
        R"({"Key":"secret","Item":["secret"],"Expected":{"a":{"Value":{"S":"secret"}}}})",
        R"({"RequestItems":{"t":["secret"],"u":"secret","v":{"Keys":["secret"],"w":{"x":"secret"}}}})",
        R"({"ExpressionAttributeNames":{"#a":{"S":"secret"}},"KeyConditionExpression":["secret"]})",
        R"({"Statement":"SELECT * FROM t WHERE pk = 'secret'","Parameters":[{"S":"secret"}]})",
        R"({"FilterExpression":"a = 'secret","UpdateExpression":"SET a = \"secret"})",
        R"({"TransactStatements":[{"Statement":"INSERT INTO t VALUE {'a':'secret'}","Parameters":[{"S":"secret"}]}]})",
        R"("secret")", "secret"})
    EXPECT_THAT(request_shape(body), Not(HasSubstr("secret"))) << body;
}

TEST(RequestShape, IsCutAtTheLimitAndStaysUtf8) {
  std::string body = R"({"FilterExpression":")";
  for (int i = 0; i < 100; ++i) body += "ä";
  body += R"("})";
  for (std::size_t most = 30; most < 34; ++most) {
    const std::string shape = request_shape(body, most);
    EXPECT_LE(shape.size(), most + 3);
    EXPECT_TRUE(shape.ends_with("ä...")) << shape;
  }
  std::string items = R"({"Item":{)";
  for (int i = 0; i < 1000; ++i) items += (i ? ",\"a" : "\"a") + std::to_string(i) + R"(":{"N":"1"})";
  EXPECT_THAT(request_shape(items + "}}"), HasSubstr(R"("a15","984 more"])"));
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
