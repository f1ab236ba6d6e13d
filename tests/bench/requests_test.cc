// Tests requests as bytes.
#include "load/workloads/requests.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

namespace partita::bench {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

std::string_view body_of(std::string_view request) { return request.substr(request.find("\r\n\r\n") + 4); }

TEST(Requests, APreparedRequestIsPatchedForEachItem) {
  const Requests requests(records_table("t", 100), "host:1");
  Prepared get = requests.get_item();
  const std::string one(get.about(1)), two(get.about(2));
  EXPECT_THAT(one, StartsWith("POST / HTTP/1.1\r\nHost: host:1\r\nX-Amz-Target: DynamoDB_20120810.GetItem\r\n"));
  const Layout layout = requests.table().layout;
  const Attribute& key = requests.table().attribute("pk");
  EXPECT_EQ(body_of(one), R"({"TableName":"t","Key":{"pk":{"S":")" + text_of(layout, key, 1) + R"("}}})");
  EXPECT_EQ(body_of(two), R"({"TableName":"t","Key":{"pk":{"S":")" + text_of(layout, key, 2) + R"("}}})");
  EXPECT_THAT(one, HasSubstr(fmt::format("\r\nContent-Length: {}\r\n", body_of(one).size())));
}

TEST(Requests, ABatchIsAboutNeighbours) {
  const Requests requests(records_table("t", 100), "host:1");
  Prepared batch = requests.batch_delete(3);
  const std::string body(body_of(batch.about(10)));
  for (const std::uint64_t number : {10u, 11u, 12u})
    EXPECT_THAT(body, HasSubstr(text_of(requests.table().layout, requests.table().attribute("pk"), number)));
}

TEST(Requests, TablesHaveTheirIndexesAndOnlyKeyAttributesAreDefined) {
  const std::string plain = create_table_json(records_table("t", 100));
  EXPECT_EQ(plain,
            R"({"TableName":"t","BillingMode":"PAY_PER_REQUEST","KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],)"
            R"("AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}]})");
  const std::string indexed = create_table_json(indexed_table("t", 100, 20));
  EXPECT_THAT(indexed, HasSubstr(R"({"IndexName":"i19","KeySchema":[{"AttributeName":"k19","KeyType":"HASH"}])"));
  EXPECT_THAT(create_table_json(grouped_table("t", 1000, 100, true)), HasSubstr(R"("LocalSecondaryIndexes":[)"));
}

}  // namespace
}  // namespace partita::bench
