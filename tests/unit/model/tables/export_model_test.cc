#include <gtest/gtest.h>
#include <partita/model.h>
#include <partita/model/export_model.h>

#include "protocol/json/json_text.h"
#include "unit/model/shop.h"

namespace partita::model {
namespace export_model_test {

constexpr const EntityInfo* kOrders[] = {&market::kOrder};
constexpr const EntityInfo* kItems[] = {&market::kItem};
constexpr FieldPosition kByCustomer[] = {0};
constexpr FieldPosition kByOrder[] = {0, 1};
constexpr FieldPosition kByStatus[] = {3};

constexpr PatternInfo kOneOrder{
    "One order", &market::kTable, kOrders, kByOrder, {PlanOperation::GetItem, kNone, SortCondition::Equal, 2}};
constexpr PatternInfo kTimeline{"Orders of a customer, newest first",
                                &market::kTable,
                                kOrders,
                                kByCustomer,
                                {PlanOperation::Query, 0, SortCondition::Range, 1, 2, false}};
constexpr PatternInfo kLines{
    "Items of an order", &market::kTable, kItems, kByOrder, {PlanOperation::Query, kNone, SortCondition::Prefix, 3}};
constexpr PatternInfo kWhole{"An order with its items",
                             &market::kTable,
                             kOrders,
                             kByOrder,
                             {PlanOperation::Query, kNone, SortCondition::Tree, 2}};
constexpr PatternInfo kOpen{
    "Open orders", &market::kTable, kOrders, kByStatus, {PlanOperation::Query, 2, SortCondition::Range, 0, 2}};

TEST(ExportModel, a_shard_that_follows_from_a_given_field_needs_one_request) {
  constexpr FieldPosition by[] = {3, 1};
  const PatternInfo given{
      "An open order", &market::kTable, kOrders, by, {PlanOperation::Query, 2, SortCondition::None}};
  EXPECT_EQ(request_count(given), 1);
  EXPECT_EQ(key_condition_shape(given), "st = {status} AND shard = {orderId:shard5}");
  EXPECT_EQ(request_count(kOpen), 5);
}

TEST(ExportModel, key_conditions_in_words) {
  const std::pair<const PatternInfo*, std::string> cases[] = {
      {&kOneOrder, R"(PK = "CUST#{customerId}" AND SK = "ORDER#{orderId}")"},
      {&kTimeline, R"(GSI1PK = "CUST#{customerId}" AND GSI1SK in a range of {createdAt} within "ORDER#")"},
      {&kLines, R"(PK = "CUST#{customerId}" AND begins_with(SK, "ORDER#{orderId}#ITEM#"))"},
      {&kWhole, R"(PK = "CUST#{customerId}" AND SK BETWEEN "ORDER#{orderId}" AND "ORDER#{orderId}$")"},
      {&kOpen, "st = {status} AND shard = each of 0 to 4 AND createdAt in a range"},
  };
  for (const auto& [pattern, text] : cases) EXPECT_EQ(key_condition_shape(*pattern), text);
}

constexpr EntityKey kItemIndexes[] = {{.index = 0, .partition = market::kOpenHash, .when = {3, "open"}}};
constexpr FieldInfo kSmallFields[] = {market::kOrderFields[0], market::kOrderFields[1], market::kOrderFields[2],
                                      market::kOrderFields[3]};
constexpr EntityInfo kSmallOrder{.name = "ORDER",
                                 .fields = kSmallFields,
                                 .primary = {.partition = market::kPk, .sort = market::kOrderSk},
                                 .indexes = kItemIndexes};
constexpr const EntityInfo* kSmallEntities[] = {&kSmallOrder};
constexpr IndexInfo kSmallIndexes[] = {{.name = "open",
                                        .partition = market::kOpenPartition,
                                        .projection = ProjectionType::KeysOnly,
                                        .shards = {5, "orderId", "shard"}}};
constexpr TableInfo kSmall{.name = "small",
                           .partition = "PK",
                           .sort = "SK",
                           .type_attribute = "type",
                           .indexes = kSmallIndexes,
                           .entities = kSmallEntities};
constexpr PatternInfo kSmallOpen{
    "Open \"now\"", &kSmall, kSmallEntities, kByStatus, {PlanOperation::Query, 0, SortCondition::None}};

TEST(ExportModel, json) {
  EXPECT_EQ(to_json({{&kSmall}, {&kSmallOpen}}), R"json({
  "format": 1,
  "tables": [
    {
      "name": "small",
      "partition_key": "PK",
      "sort_key": "SK",
      "type_attribute": "type",
      "indexes": [
        {
          "name": "open",
          "scope": "global",
          "partition": [
            "st",
            "shard"
          ],
          "sort": [],
          "projection": "KEYS_ONLY",
          "include": [],
          "shards": {
            "count": 5,
            "of": "orderId",
            "attribute": "shard"
          }
        }
      ],
      "entities": [
        {
          "name": "ORDER",
          "aliases": [],
          "fields": [
            {
              "name": "customerId",
              "attribute": "customerId",
              "kind": "string",
              "optional": false,
              "stored": false,
              "has_default": false,
              "enumerators": []
            },
            {
              "name": "orderId",
              "attribute": "orderId",
              "kind": "string",
              "optional": false,
              "stored": true,
              "has_default": false,
              "enumerators": []
            },
            {
              "name": "createdAt",
              "attribute": "createdAt",
              "kind": "time",
              "optional": false,
              "stored": true,
              "has_default": false,
              "enumerators": []
            },
            {
              "name": "status",
              "attribute": "st",
              "kind": "enum",
              "optional": false,
              "stored": true,
              "has_default": false,
              "enumerators": [
                {
                  "name": "Open",
                  "attribute": "open",
                  "key": "OPEN"
                },
                {
                  "name": "InHand",
                  "attribute": "in hand",
                  "key": "IN HAND"
                }
              ]
            }
          ],
          "keys": [
            {
              "index": null,
              "partition": [
                {
                  "attribute": "PK",
                  "type": "S",
                  "natural": false,
                  "template": "CUST#{customerId}"
                }
              ],
              "sort": [
                {
                  "attribute": "SK",
                  "type": "S",
                  "natural": false,
                  "template": "ORDER#{orderId}"
                }
              ],
              "sparse": false,
              "added_later": false,
              "when": null
            },
            {
              "index": "open",
              "partition": [
                {
                  "attribute": "st",
                  "type": "S",
                  "natural": true,
                  "template": "{status}"
                },
                {
                  "attribute": "shard",
                  "type": "N",
                  "natural": false,
                  "template": "{orderId:shard5}"
                }
              ],
              "sort": [],
              "sparse": false,
              "added_later": false,
              "when": {
                "field": "status",
                "equals": "open"
              }
            }
          ],
          "version": null,
          "ttl": null,
          "unique": [],
          "sentinels": null,
          "created_at": null,
          "updated_at": null,
          "computed": [],
          "lossy_key": false,
          "carries_other_attributes": false
        }
      ]
    }
  ],
  "patterns": [
    {
      "name": "Open \"now\"",
      "table": "small",
      "entities": [
        "ORDER"
      ],
      "operation": "read",
      "by": [
        "status"
      ],
      "range": null,
      "buckets": null,
      "forward": true,
      "whole": false,
      "from_end": false,
      "consistent": false,
      "with_expired": false,
      "index": null,
      "wanted": [],
      "plan": {
        "operation": "Query",
        "index": "open",
        "key_condition": "st = {status} AND shard = each of 0 to 4",
        "requests": 5,
        "forward": true,
        "consistent": false
      }
    }
  ]
}
)json");
}

TEST(ExportModel, the_json_of_a_whole_model_is_json) {
  const std::string text = to_json({{&market::kTable}, {&kOneOrder, &kTimeline, &kLines, &kWhole, &kOpen}});
  const auto json = protocol::JsonText::parse(text);
  ASSERT_TRUE(json) << text;
  EXPECT_EQ(json->root().at_pointer("/patterns/4/plan/requests").get_int64().value(), 5);
  EXPECT_EQ(json->root().at_pointer("/tables/0/entities/0/unique/0").get_string().value(), "email");
  EXPECT_EQ(json->root().at_pointer("/tables/0/entities/1/ttl").get_string().value(), "expiresAt");
  EXPECT_TRUE(json->root().at_pointer("/patterns/0/plan/index").is_null());
}

struct Note {
  std::string id, title, titleLower, email;
  utc_ms createdAt, updatedAt;
};
BOOST_DESCRIBE_STRUCT(Note, (), (id, title, titleLower, email, createdAt, updatedAt))
std::string lower(const std::string& text) { return text; }
struct NoteE : entity<Note, "NOTE", tag_alias<"MEMO">, sentinels_of<"MEMO">, key<"NOTE#{id}">,
                      on<"by_title", "NOTES", "{titleLower}#{id}", added_later>, created_at<"createdAt">,
                      updated_at<"updatedAt">, computed<"titleLower", lower, "title">, unique<"email">,
                      defaults<"title">, lossy> {};
struct Notes : table<"notes", primary<"PK">, gsi<"by_title", "GSI1PK", "GSI1SK">, holds<NoteE>> {};

TEST(ExportModel, what_the_library_keeps_and_what_came_later) {
  const std::string text = to_json({{&Notes::info()}, {}});
  const auto json = protocol::JsonText::parse(text);
  ASSERT_TRUE(json) << text;
  const auto at = [&](const std::string& path) { return json->root().at_pointer("/tables/0/entities/0" + path); };
  EXPECT_EQ(at("/aliases/0").get_string().value(), "MEMO");
  EXPECT_EQ(at("/sentinels").get_string().value(), "MEMO");
  EXPECT_EQ(at("/created_at").get_string().value(), "createdAt");
  EXPECT_EQ(at("/updated_at").get_string().value(), "updatedAt");
  EXPECT_EQ(at("/computed/0/field").get_string().value(), "titleLower");
  EXPECT_EQ(at("/computed/0/from/0").get_string().value(), "title");
  EXPECT_TRUE(at("/fields/1/has_default").get_bool().value());
  EXPECT_FALSE(at("/keys/0/added_later").get_bool().value());
  EXPECT_TRUE(at("/keys/1/added_later").get_bool().value());
  EXPECT_TRUE(at("/lossy_key").get_bool().value());
  const std::string diagram = to_mermaid({{&Notes::info()}, {}});
  EXPECT_NE(diagram.find("T0E0[\"NOTE<br/>also MEMO\"]"), std::string::npos) << diagram;
  EXPECT_NE(diagram.find("{titleLower}#35;{id}<br/>added later"), std::string::npos) << diagram;
}

TEST(ExportModel, mermaid) {
  EXPECT_EQ(to_mermaid({{&market::kTable}, {}}), R"(flowchart LR
  T0[("shop")]
  T0I0[/"customer_orders"/]
  T0I1[/"coupons"/]
  T0I2[/"open_orders"/]
  T0I3[/"by_time"/]
  T0E0["CUSTOMER"]
  T0E0 -->|"PK CUST#35;{customerId}<br/>SK PROFILE"| T0
  T0E1["ORDER"]
  T0E1 -->|"PK CUST#35;{customerId}<br/>SK ORDER#35;{orderId}"| T0
  T0E1 -->|"GSI1PK CUST#35;{customerId}<br/>GSI1SK ORDER#35;{createdAt}#35;{orderId}"| T0I0
  T0E1 -->|"GSI2PK COUPON#35;{coupon}<br/>GSI1SK ORDER#35;{createdAt}#35;{orderId}"| T0I1
  T0E1 -->|"st<br/>shard<br/>createdAt<br/>when status = open"| T0I2
  T0E1 -->|"PK CUST#35;{customerId}<br/>createdAt"| T0I3
  T0E2["ITEM"]
  T0E2 -->|"PK CUST#35;{customerId}<br/>SK ORDER#35;{orderId}#35;ITEM#35;{line:03d}"| T0
)");
}

}  // namespace export_model_test
}  // namespace partita::model
