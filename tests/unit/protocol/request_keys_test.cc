// The keys of items that an audit log names must be those that the request is about.
#include "protocol/request_keys.h"

#include <gmock/gmock.h>

namespace partita::protocol {
namespace request_keys_test {

std::vector<std::string> keys_of(const std::string& body) {
  std::vector<std::string> found;
  const KeyNames names = [](std::string_view) { return std::vector<std::string>{"pk"}; };
  for (const RequestKey& key : request_keys(body, names, 10)) found.push_back(key.table + " " + key.key);
  return found;
}

using testing::ElementsAre;

TEST(RequestKeys, OfEachKindOfRequest) {
  EXPECT_THAT(keys_of(R"({"TableName": "T", "Key": {"pk": {"S": "a"}}})"), ElementsAre(R"(T {"pk":{"S":"a"}})"));
  EXPECT_THAT(keys_of(R"({"TableName": "T", "Item": {"b": {"N": "1"}, "pk": {"S": "a"}}})"),
              ElementsAre(R"(T {"pk":{"S":"a"}})"));
  EXPECT_THAT(keys_of(R"({"RequestItems": {"T": {"Keys": [{"pk": {"S": "a"}}, {"pk": {"S": "b"}}]}}})"),
              ElementsAre(R"(T {"pk":{"S":"a"}})", R"(T {"pk":{"S":"b"}})"));
  EXPECT_THAT(keys_of(R"({"TransactItems": [{"Put": {"TableName": "T", "Item": {"pk": {"S": "a"}}}}]})"),
              ElementsAre(R"(T {"pk":{"S":"a"}})"));
}

// The decoder takes the last of two members. If the record took the first, a client could make it name another item.
TEST(RequestKeys, TheLastOfTwoMembersCounts) {
  const std::string a = R"({"pk": {"S": "a"}})", b = R"({"pk": {"S": "b"}})", is_b = R"(T {"pk":{"S":"b"}})";
  EXPECT_THAT(keys_of(R"({"TableName": "T", "Key": )" + a + R"(, "Key": )" + b + "}"), ElementsAre(is_b));
  EXPECT_THAT(keys_of(R"({"TableName": "T", "Key": )" + a + R"(, "\u004bey": )" + b + "}"), ElementsAre(is_b));
  EXPECT_THAT(keys_of(R"({"TableName": "T", "Key": null, "Key": )" + b + "}"), ElementsAre(is_b));
  EXPECT_THAT(keys_of(R"({"TableName": "S", "TableName": "T", "Key": )" + b + "}"), ElementsAre(is_b));
  EXPECT_THAT(keys_of(R"({"TableName": "T", "Key": {"pk": {"S": "a"}, "pk": {"S": "b"}}})"), ElementsAre(is_b));
  EXPECT_THAT(keys_of(R"({"RequestItems": {"T": {"Keys": [)" + a + R"(], "Keys": [)" + b + "]}}}"), ElementsAre(is_b));
}

}  // namespace request_keys_test
}  // namespace partita::protocol
