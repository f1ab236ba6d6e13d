// Items in responses are encoded directly from their JSON. The bytes and the faults must be the same as with attribute
// values in between.
#include "protocol/json/item_bytes.h"

#include <gtest/gtest.h>

#include "protocol/codec.h"
#include "unit/value/random_item.h"

namespace partita::protocol {
namespace item_bytes_test {

std::string json_of(const Item& item) {
  std::string out;
  encode_response(GetItemResponse{item, {}}, out);
  return out;
}

// The item in the response, or the fault.
Result<Item> item_in(const std::string& item_json) {
  auto response = decode_response<GetItemResponse>(R"({"Item":)" + item_json + "}");
  if (!response) return unexpected(response.error());
  return response->item.value();
}

// The item by way of attribute values, as requests are read.
Item by_attribute_values(const std::string& item_json) {
  return Item(decode_request<PutItemRequest>(R"({"TableName":"t","Item":)" + item_json + "}").value().item.value());
}

bool is_encoded_straight(const std::string& item_json) {
  const auto text = JsonText::parse(item_json);
  std::string bytes;
  return text && append_item_bytes(text->root(), bytes);
}

TEST(ItemBytesTest, random_items_have_the_bytes_of_their_attribute_values) {
  std::mt19937 random(20261122);
  for (int round = 0; round < 2000; ++round) {
    const Item item(test::random_map(random, 4));
    const std::string json = json_of(item);
    const auto response = decode_response<GetItemResponse>(json);
    ASSERT_TRUE(response) << json;
    EXPECT_EQ(response->item->bytes(), item.bytes()) << json;
    EXPECT_TRUE(is_encoded_straight(json.substr(8, json.size() - 9))) << json;
  }
}

TEST(ItemBytesTest, other_ways_to_write_the_same_item_give_the_same_bytes) {
  const char* const texts[] = {
      R"({"b":{"S":"2"},"a":{"S":"1"},"é":{"S":"3"}})",
      R"({"n":{"N":"1.50"},"m":{"N":"+15E-1"},"zero":{"N":"-0.0"}})",
      R"({"ns":{"NS":["10","9","-1"]},"ss":{"SS":["b","","a"]},"bs":{"BS":["eXo=","AP8Q"]}})",
      R"({"m":{"M":{"z":{"L":[{"M":{"b":{"NULL":true},"a":{"BOOL":false}}},{"L":[]}]},"y":{"M":{}}}}})",
      R"({"s":{"S":"a\u00e9\n\ud83d\ude00"}})",
      R"({"s":{"S":"1","X":"ignored"}})",
      R"({"s":{"S":"1","N":null}})",
      R"({"a":{"S":"1"},"b":{"S":"2"},"a":{"S":"3"}})",
      R"({})",
  };
  for (const char* text : texts) {
    const auto item = item_in(text);
    ASSERT_TRUE(item) << text << ": " << item.error().message;
    EXPECT_EQ(item->bytes(), by_attribute_values(text).bytes()) << text;
  }
}

TEST(ItemBytesTest, what_no_database_can_hold_is_a_fault) {
  std::string deep = R"({"S":"x"})";
  for (int i = 0; i < 31; ++i) deep = R"({"L":[)" + deep + "]}";
  EXPECT_TRUE(item_in(R"({"a":)" + deep + "}"));
  const std::string texts[] = {
      R"({"a":{}})",
      R"({"a":{"S":"1","N":"2"}})",
      R"({"a":{"N":"many"}})",
      R"({"a":{"N":"1E126"}})",
      R"({"a":{"NULL":false}})",
      R"({"a":{"SS":[]}})",
      R"({"a":{"SS":["x","x"]}})",
      R"({"a":{"NS":["1","1.0"]}})",
      R"({"a":{"BS":["eA==","eA=="]}})",
      R"({"a":{"L":[{"M":{"b":{}}}]}})",
      R"({"a":{"L":[)" + deep + "]}}",
  };
  for (const std::string& text : texts) {
    const auto item = item_in(text);
    ASSERT_FALSE(item) << text;
    EXPECT_EQ(item.error().message, "An item in the response holds a value that no database can hold") << text;
  }
}

TEST(ItemBytesTest, what_is_no_attribute_value_is_a_fault) {
  for (const char* text :
       {R"([])", R"({"a":7})", R"({"a":{"S":7}})", R"({"a":{"N":7}})", R"({"a":{"B":"?"}})", R"({"a":{"B":"eA="}})",
        R"({"a":{"L":{}}})", R"({"a":{"M":[]}})", R"({"a":{"SS":"x"}})", R"({"a":{"BS":[7]}})"}) {
    EXPECT_FALSE(item_in(text)) << text;
    EXPECT_FALSE(is_encoded_straight(text)) << text;
  }
}

}  // namespace item_bytes_test
}  // namespace partita::protocol
