// decoding_bytes() estimates a request's memory from its body.
#include "server/memory/decoding_bytes.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "protocol/codec.h"

namespace partita::server {
namespace decoding_bytes_test {

constexpr std::size_t kMb = 1 << 20;

std::size_t bytes_of(const std::string& text) { return text.capacity() > 15 ? text.capacity() + 1 : 0; }
std::size_t bytes_of(const AttributeMap& map);
std::size_t bytes_of(const AttributeValue& value) {
  std::size_t bytes = 0;
  switch (value.type()) {
    case AttributeType::S:
    case AttributeType::N:
    case AttributeType::B:
      return bytes_of(value.text());
    case AttributeType::L:
      for (const AttributeValue& element : value.l()) bytes += bytes_of(element);
      return bytes + value.l().capacity() * sizeof(AttributeValue);
    case AttributeType::M:
      return bytes_of(value.m());
    case AttributeType::SS:
    case AttributeType::NS:
    case AttributeType::BS:
      for (const std::string& element : value.set()) bytes += bytes_of(element);
      return bytes + value.set().capacity() * sizeof(std::string);
    default:
      return 0;
  }
}
std::size_t bytes_of(const AttributeMap& map) {
  std::size_t bytes = 0;
  for (const auto& [name, value] : map) bytes += sizeof(Attribute) + bytes_of(name) + bytes_of(value);
  return bytes;
}

TEST(DecodingBytes, AreTheMemoryOfARequestAndNotMuchMore) {
  const auto many = [](std::string_view element) {
    std::string all(element);
    for (std::size_t i = 1; i < kMb / 8 / element.size(); ++i) all.append(",").append(element);
    return all;
  };
  std::string names, long_names;
  for (int i = 0; i < 10'000; ++i) {
    const std::string member = "\"a" + std::to_string(i) + "\":{\"N\":\"1\"}";
    names += (i ? "," : "") + member;
    long_names += (i ? "," : "") + std::string("\"a-name-of-some-length-") + member.substr(1);
  }
  const std::string values[] = {
      R"({"S":")" + std::string(kMb, 'x') + R"("})",
      R"({"L":[)" + many(R"({"N":"1"})") + "]}",
      R"({"L":[)" + many(R"({"L":[]})") + "]}",
      R"({"L":[)" + many("{}") + "]}",
      R"({"L":[)" + many(R"({"M":{"a":{"NULL":true}}})") + "]}",
      R"({"L":[)" + many(R"({"S":"a text of more than fifteen bytes"})") + "]}",
      R"({"L":[)" + many(R"({"L":[{"L":[{"N":"1"}]}]})") + "]}",
      R"({"NS":[)" + many(R"("1")") + "]}",
      R"({"SS":[)" + many(R"("a text of sixteen")") + "]}",
      R"({"M":{)" + names + "}}",
      R"({"M":{)" + long_names + "}}",
  };
  for (const std::string& value : values) {
    const std::string body = R"({"TableName":"items","Item":{"id":)" + value + "}}";
    const auto request = protocol::decode_request<PutItemRequest>(body);
    ASSERT_TRUE(request) << request.error().message;
    const std::size_t taken = bytes_of(*request->item), told = decoding_bytes(body).request;
    EXPECT_GE(told, taken) << body.substr(0, 80);
    EXPECT_LE(told, 5 * taken + 1000) << body.substr(0, 80);
    EXPECT_LE(decoding_bytes(body).parsed, 15 * body.size());
  }
}

TEST(DecodingBytes, AreMoreThanTheBodyWhereItsValuesAre) {
  const std::string text = R"({"TableName":"t","Item":{"id":{"S":")" + std::string(kMb, 'x') + R"("}}})";
  EXPECT_LT(decoding_bytes(text).request, 2 * kMb);
  std::string dense = R"({"TableName":"t","Item":{"id":{"L":[)";
  for (std::size_t i = 0; i < kMb / 10; ++i) dense += R"({"L":[]},)";
  EXPECT_GT(decoding_bytes(dense).request, kMb / 10 * 48);
}

}  // namespace decoding_bytes_test
}  // namespace partita::server
