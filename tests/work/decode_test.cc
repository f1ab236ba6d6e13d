// Limits of the memory that a request of any shape takes for each of its bytes, and of the length of its answer.
#include <gtest/gtest.h>

#include <functional>
#include <iostream>

#include "protocol/codec.h"
#include "support/requests.h"
#include "value/limits.h"
#include "work/counted_database.h"
#include "work/http_path.h"

namespace partita::work {
namespace decode_test {

constexpr std::size_t kBodyBytes = 1 << 19;

// `begin`, then as many elements as make a large body, separated by commas, then `end`.
std::string body_of(const std::string& begin, const std::function<std::string(int)>& element, const std::string& end) {
  std::string body = begin;
  for (int i = 0; body.size() < kBodyBytes; ++i) body.append(i == 0 ? "" : ",").append(element(i));
  return body + end;
}

std::string empty_object(int) { return "{}"; }
std::string empty_text(int) { return "\"\""; }
std::string named_object(int i) { return "\"" + std::to_string(i) + "\":{}"; }
std::string named_text(int i) { return "\"#" + std::to_string(i) + "\":\"\""; }

struct Shape {
  std::string operation;
  std::string body;
};

std::vector<Shape> shapes() {
  const std::string put = R"({"TableName":"items","Item":{"pk":{"S":"p"},"sk":{"S":"s"},"a":)";
  return {
      {"TransactWriteItems", body_of(R"({"TransactItems":[)", empty_object, "]}")},
      {"TransactGetItems", body_of(R"({"TransactItems":[)", empty_object, "]}")},
      {"BatchWriteItem", body_of(R"({"RequestItems":{"items":[)", empty_object, "]}}")},
      {"BatchWriteItem",
       body_of(R"({"RequestItems":{)", [](int i) { return "\"" + std::to_string(i) + "\":[]"; }, "}}")},
      {"BatchGetItem", body_of(R"({"RequestItems":{"items":{"Keys":[)", empty_object, "]}}}")},
      {"BatchGetItem", body_of(R"({"RequestItems":{)", named_object, "}}")},
      {"PutItem", body_of(put + R"({"L":[)", empty_object, "]}}}")},
      {"PutItem", body_of(put + R"({"SS":[)", empty_text, "]}}}")},
      {"PutItem", body_of(put + R"({"NS":[)", empty_text, "]}}}")},
      {"PutItem", body_of(put + R"({"BS":[)", empty_text, "]}}}")},
      {"PutItem", body_of(put + R"({"M":{)", named_object, "}}}}")},
      {"PutItem",
       body_of(R"({"TableName":"items","Item":{"pk":{"S":"p"},"sk":{"S":"s"}},"Expected":{)", named_object, "}}")},
      {"UpdateItem", body_of(R"({"TableName":"items","Key":{"pk":{"S":"p"},"sk":{"S":"s"}},"AttributeUpdates":{)",
                             named_object, "}}")},
      {"UpdateItem",
       body_of(R"({"TableName":"items","Key":{"pk":{"S":"p"},"sk":{"S":"s"}},"UpdateExpression":"REMOVE #0",)"
               R"("ExpressionAttributeNames":{)",
               named_text, "}}")},
      {"GetItem",
       body_of(R"({"TableName":"items","Key":{"pk":{"S":"p"},"sk":{"S":"s"}},"AttributesToGet":[)", empty_text, "]}")},
      {"Query", body_of(R"({"TableName":"items","KeyConditions":{)", named_object, "}}")},
  };
}

// An expression that names one large value as often as possible.
std::string repeated(int times, const std::string& before, const std::string& term) {
  std::string text;
  for (int i = 0; i < times; ++i) text.append(i == 0 ? "" : before).append("a").append(std::to_string(i)).append(term);
  return text;
}

TEST(DecodeWork, a_value_that_an_expression_names_often_is_held_once) {
  CountedDatabase counted;
  must(counted.database().create_table(test::create_request("items", "pk:S", "sk:S")));
  const std::string key = R"({"TableName":"items","Key":{"pk":{"S":"p"},"sk":{"S":"s"}},)";
  const std::string values = R"(,"ExpressionAttributeValues":{":v":{"S":")" + std::string(kBodyBytes, 'v') + R"("}}})";
  const std::string texts[] = {
      R"("UpdateExpression":"SET x = y","ConditionExpression":")" + repeated(149, " AND ", " = :v") + "\"",
      R"("UpdateExpression":"SET )" + repeated(149, ", ", " = :v") + "\"",
      R"x("UpdateExpression":"SET x = y","ConditionExpression":"a IN (:v,:v,:v,:v,:v,:v,:v,:v)")x"};
  for (const std::string& expressions : texts) {
    const std::string body = key + expressions + values;
    const std::uint64_t before = allocations().bytes;
    // Runs on this thread, although an event loop would hand a request of that size to another.
    auto request = protocol::decode_request<UpdateItemRequest>(body);
    ASSERT_TRUE(request);
    EXPECT_FALSE(counted.database().update_item(*std::move(request)));
    EXPECT_LE((allocations().bytes - before) / body.size(), 32u) << expressions.substr(0, 100);
  }
}

// Operations on tables, which an event loop hands to another thread, run on this thread.
template <class Request, class Response>
std::size_t message_bytes_of(Database& database, Result<Response> (Database::*operation)(Request),
                             const std::string& body) {
  auto request = protocol::decode_request<Request>(body);
  if (!request) return request.error().message.size();
  const auto response = (database.*operation)(*std::move(request));
  EXPECT_FALSE(response);
  return response ? 0 : response.error().message.size();
}

struct TableShape {
  std::string body;
  std::function<std::size_t(Database&, const std::string&)> run;
};

std::vector<TableShape> table_shapes() {
  const std::string table =
      R"({"TableName":"new","AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],)";
  const auto create = [](Database& database, const std::string& body) {
    return message_bytes_of<CreateTableRequest, CreateTableResponse>(database, &Database::create_table, body);
  };
  const auto update = [](Database& database, const std::string& body) {
    return message_bytes_of<UpdateTableRequest, UpdateTableResponse>(database, &Database::update_table, body);
  };
  const auto untag = [](Database& database, const std::string& body) {
    return message_bytes_of<UntagResourceRequest, UntagResourceResponse>(database, &Database::untag_resource, body);
  };
  return {
      {body_of(table + R"("KeySchema":[)", empty_object, "]}"), create},
      {body_of(R"({"TableName":"new","AttributeDefinitions":[)", empty_object, "]}"), create},
      {body_of(table + R"("Tags":[)", empty_object, "]}"), create},
      {body_of(table + R"("GlobalSecondaryIndexes":[)", empty_object, "]}"), create},
      {body_of(table + R"("LocalSecondaryIndexes":[{"Projection":{"NonKeyAttributes":[)", empty_text, "]}}]}"), create},
      {body_of(R"({"TableName":"items","GlobalSecondaryIndexUpdates":[)", empty_object, "]}"), update},
      {body_of(R"({"ResourceArn":"arn:aws:dynamodb:us-east-1:123456789012:table/items","TagKeys":[)", empty_text, "]}"),
       untag},
  };
}

TEST(DecodeWork, no_request_takes_many_times_its_own_size) {
  CountedDatabase counted;
  must(counted.database().create_table(test::create_request("items", "pk:S", "sk:S")));
  HttpPath http(counted.database());
  for (const Shape& shape : shapes()) {
    const std::string request = http_request(shape.operation, shape.body);
    const std::uint64_t before = allocations().bytes;
    const std::size_t answer_bytes = http.exchange(request).size();
    const std::uint64_t bytes = (allocations().bytes - before) / shape.body.size();
    std::cout << shape.operation << " " << shape.body.substr(0, 60) << "...: " << bytes
              << " bytes for each of its own\n";
    // All bytes allocated until the answer, freed or not, count. simdjson takes 14 for each byte of the request.
    EXPECT_LE(bytes, 64u) << shape.body.substr(0, 200);
    EXPECT_LE(answer_bytes, 3 * limits::kQuotedBytes) << shape.body.substr(0, 200);
  }
  for (const TableShape& shape : table_shapes()) {
    const std::uint64_t before = allocations().bytes;
    const std::size_t message_bytes = shape.run(counted.database(), shape.body);
    const std::uint64_t bytes = (allocations().bytes - before) / shape.body.size();
    std::cout << shape.body.substr(0, 60) << "...: " << bytes << " bytes for each of its own\n";
    EXPECT_LE(bytes, 64u) << shape.body.substr(0, 200);
    EXPECT_LE(message_bytes, 3 * limits::kQuotedBytes) << shape.body.substr(0, 200);
  }
}

}  // namespace decode_test
}  // namespace partita::work
