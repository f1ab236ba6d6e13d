// Two small models by hand, for tests: a shop in one table with composed keys, and a warehouse with natural ones.
#pragma once

#include <gtest/gtest.h>
#include <partita/model/runtime/description.h>
#include <partita/open.h>

#include <memory>
#include <string>

#include "model/keys/compose.h"
#include "support/requests.h"

namespace partita::model::sample {

// ---- the shop: PK and SK, an index by creation, an index whose composed key has three shards

namespace shop {
using enum FieldKind;

constexpr KeyPart text(std::string_view literal) { return {.literal = literal}; }
constexpr KeyPart field(FieldPosition number, KeyFormat format = KeyFormat::Plain, std::uint8_t width = 0,
                        std::uint8_t shards = 0) {
  return {.field = number, .format = format, .width = width, .shards = shards};
}
constexpr FieldInfo member(std::string_view name, FieldKind kind, bool optional = false) {
  return {.name = name, .attribute = name, .kind = kind, .optional = optional};
}

// Every entity has the partition key PK "CUST#{customerId}", with customerId as field 0.
inline constexpr KeyPart kCustomerParts[] = {text("CUST#"), field(0)};
inline constexpr KeyAttribute kCustomerPk[] = {
    {.attribute = "PK", .value = {.text = "CUST#{customerId}", .parts = kCustomerParts}}};
inline constexpr KeyAttribute kCustomerGsi1Pk[] = {
    {.attribute = "GSI1PK", .value = {.text = "CUST#{customerId}", .parts = kCustomerParts}}};

inline constexpr FieldInfo kCustomerFields[] = {member("customerId", String), member("name", String, true)};
inline constexpr KeyPart kProfileParts[] = {text("PROFILE")};
inline constexpr KeyAttribute kProfileSk[] = {
    {.attribute = "SK", .value = {.text = "PROFILE", .parts = kProfileParts}}};
inline constexpr EntityInfo kCustomer{
    .name = "CUSTOMER", .fields = kCustomerFields, .primary = {.partition = kCustomerPk, .sort = kProfileSk}};

inline constexpr FieldInfo kOrderFields[] = {member("customerId", String), member("orderId", String),
                                             member("createdAt", Time),    member("status", String),
                                             member("total", Integer),     member("expiresAt", Seconds, true)};
inline constexpr KeyPart kOrderSkParts[] = {text("ORDER#"), field(1)};
inline constexpr KeyAttribute kOrderSk[] = {
    {.attribute = "SK", .value = {.text = "ORDER#{orderId}", .parts = kOrderSkParts}}};
inline constexpr KeyPart kOrderGsi1Parts[] = {text("ORDER#"), field(2), text("#"), field(1)};
inline constexpr KeyAttribute kOrderGsi1Sk[] = {
    {.attribute = "GSI1SK", .value = {.text = "ORDER#{createdAt}#{orderId}", .parts = kOrderGsi1Parts}}};
inline constexpr KeyPart kOrderGsi2PkParts[] = {text("STATUS#"), field(3), text("#"), field(1, KeyFormat::Shard, 0, 3)};
inline constexpr KeyAttribute kOrderGsi2Pk[] = {
    {.attribute = "GSI2PK", .value = {.text = "STATUS#{status}#{orderId:shard3}", .parts = kOrderGsi2PkParts}}};
inline constexpr KeyPart kOrderGsi2SkParts[] = {field(2)};
inline constexpr KeyAttribute kOrderGsi2Sk[] = {
    {.attribute = "GSI2SK", .value = {.text = "{createdAt}", .parts = kOrderGsi2SkParts}}};
inline constexpr EntityKey kOrderIndexes[] = {{.index = 0, .partition = kCustomerGsi1Pk, .sort = kOrderGsi1Sk},
                                              {.index = 1, .partition = kOrderGsi2Pk, .sort = kOrderGsi2Sk}};
inline constexpr EntityInfo kOrder{.name = "ORDER",
                                   .fields = kOrderFields,
                                   .primary = {.partition = kCustomerPk, .sort = kOrderSk},
                                   .indexes = kOrderIndexes,
                                   .ttl = 5};

inline constexpr FieldInfo kLineItemFields[] = {member("customerId", String), member("orderId", String),
                                                member("itemId", String)};
inline constexpr KeyPart kLineItemParts[] = {text("ORDER#"), field(1), text("#ITEM#"), field(2)};
inline constexpr KeyAttribute kLineItemSk[] = {
    {.attribute = "SK", .value = {.text = "ORDER#{orderId}#ITEM#{itemId}", .parts = kLineItemParts}}};
inline constexpr EntityInfo kLineItem{
    .name = "ITEM", .fields = kLineItemFields, .primary = {.partition = kCustomerPk, .sort = kLineItemSk}};

// The title is the last segment of its key and has any length.
inline constexpr FieldInfo kNoteFields[] = {member("customerId", String), member("title", String)};
inline constexpr KeyPart kNoteParts[] = {text("NOTE#"), field(1)};
inline constexpr KeyAttribute kNoteSk[] = {{.attribute = "SK", .value = {.text = "NOTE#{title}", .parts = kNoteParts}}};
inline constexpr EntityInfo kNote{
    .name = "NOTE", .fields = kNoteFields, .primary = {.partition = kCustomerPk, .sort = kNoteSk}};

// The literal does not end in the delimiter: V000007.
inline constexpr FieldInfo kRevisionFields[] = {member("customerId", String), member("version", Integer)};
inline constexpr KeyPart kRevisionParts[] = {text("V"), field(1, KeyFormat::Padded, 6)};
inline constexpr KeyAttribute kRevisionSk[] = {
    {.attribute = "SK", .value = {.text = "V{version:06d}", .parts = kRevisionParts}}};
inline constexpr EntityInfo kRevision{
    .name = "REVISION", .fields = kRevisionFields, .primary = {.partition = kCustomerPk, .sort = kRevisionSk}};
inline constexpr KeyPart kWarrantyParts[] = {text("W")};
inline constexpr KeyAttribute kWarrantySk[] = {{.attribute = "SK", .value = {.text = "W", .parts = kWarrantyParts}}};
inline constexpr EntityInfo kWarranty{
    .name = "WARRANTY", .fields = kCustomerFields, .primary = {.partition = kCustomerPk, .sort = kWarrantySk}};

inline constexpr std::string_view kGsi1Pk[] = {"GSI1PK"};
inline constexpr std::string_view kGsi1Sk[] = {"GSI1SK"};
inline constexpr std::string_view kGsi2Pk[] = {"GSI2PK"};
inline constexpr std::string_view kGsi2Sk[] = {"GSI2SK"};
inline constexpr IndexInfo kIndexes[] = {
    {.name = "by_creation", .partition = kGsi1Pk, .sort = kGsi1Sk},
    {.name = "by_status", .partition = kGsi2Pk, .sort = kGsi2Sk, .projection = ProjectionType::KeysOnly}};
inline constexpr const EntityInfo* kEntities[] = {&kCustomer, &kOrder, &kLineItem, &kNote, &kRevision, &kWarranty};
inline constexpr TableInfo kTable{.name = "shop",
                                  .partition = "PK",
                                  .sort = "SK",
                                  .type_attribute = "type",
                                  .indexes = kIndexes,
                                  .entities = kEntities};

inline constexpr FieldPosition kByCustomer[] = {0};
inline constexpr FieldPosition kByCustomerAndOrder[] = {0, 1};
inline constexpr FieldPosition kByStatus[] = {3};
inline constexpr const EntityInfo* kOrderOnly[] = {&kOrder};
inline constexpr const EntityInfo* kOrderAndItems[] = {&kOrder, &kLineItem};
inline constexpr const EntityInfo* kNoteOnly[] = {&kNote};
inline constexpr const EntityInfo* kRevisionOnly[] = {&kRevision};

inline constexpr PatternInfo kOneOrder{.name = "One order",
                                       .table = &kTable,
                                       .entities = kOrderOnly,
                                       .by = kByCustomerAndOrder,
                                       .plan = {.operation = PlanOperation::GetItem}};
inline constexpr PatternInfo kOrderWithItems{.name = "An order with its items",
                                             .table = &kTable,
                                             .entities = kOrderAndItems,
                                             .by = kByCustomerAndOrder,
                                             .plan = {.sort = SortCondition::Tree, .sort_parts = 2}};
inline constexpr PatternInfo kOrdersWithItems{
    .name = "Orders with their items",
    .table = &kTable,
    .entities = kOrderAndItems,
    .by = kByCustomer,
    .plan = {.sort = SortCondition::Range, .sort_parts = 1, .range_field = 1}};
inline constexpr PatternInfo kOrdersByTime{
    .name = "A customer's orders, newest first",
    .table = &kTable,
    .entities = kOrderOnly,
    .by = kByCustomer,
    .plan = {.index = 0, .sort = SortCondition::Range, .sort_parts = 1, .range_field = 2, .forward = false}};
inline constexpr PatternInfo kOrdersByStatus{.name = "Orders in a status, by time",
                                             .table = &kTable,
                                             .entities = kOrderOnly,
                                             .by = kByStatus,
                                             .plan = {.index = 1, .sort = SortCondition::Range, .range_field = 2}};
inline constexpr PatternInfo kNotes{.name = "Notes by title",
                                    .table = &kTable,
                                    .entities = kNoteOnly,
                                    .by = kByCustomer,
                                    .plan = {.sort = SortCondition::Range, .sort_parts = 1, .range_field = 1}};
inline constexpr PatternInfo kRevisions{.name = "Revisions",
                                        .table = &kTable,
                                        .entities = kRevisionOnly,
                                        .by = kByCustomer,
                                        .plan = {.sort = SortCondition::Range, .sort_parts = 1, .range_field = 1}};
inline constexpr PatternInfo kEverything{.name = "All of a customer",
                                         .table = &kTable,
                                         .entities = kEntities,
                                         .by = kByCustomer,
                                         .plan = {.sort = SortCondition::None}};
}  // namespace shop

// ---- the warehouse: natural attributes, a number as sort key, an index of several attributes with four shards

namespace warehouse {
using shop::field;
using shop::member;
using enum FieldKind;

inline constexpr FieldInfo kLotFields[] = {member("sku", String), member("lot", Integer), member("status", String),
                                           member("day", Date), member("amount", Integer)};
inline constexpr KeyPart kSkuParts[] = {field(0)};
inline constexpr KeyPart kLotParts[] = {field(1)};
inline constexpr KeyPart kStatusParts[] = {field(2)};
inline constexpr KeyPart kDayParts[] = {field(3)};
inline constexpr KeyPart kAmountParts[] = {field(4)};
inline constexpr KeyAttribute kLotPk[] = {
    {.attribute = "sku", .natural = true, .value = {.text = "{sku}", .parts = kSkuParts}}};
inline constexpr KeyAttribute kLotSk[] = {{.attribute = "lot",
                                           .type = ScalarAttributeType::N,
                                           .natural = true,
                                           .value = {.text = "{lot}", .parts = kLotParts}}};
inline constexpr KeyAttribute kStatusPk[] = {
    {.attribute = "status", .natural = true, .value = {.text = "{status}", .parts = kStatusParts}},
    {.attribute = "shard", .type = ScalarAttributeType::N, .natural = true, .value = {.text = "{shard}"}}};
inline constexpr KeyAttribute kStatusSk[] = {
    {.attribute = "amount",
     .type = ScalarAttributeType::N,
     .natural = true,
     .value = {.text = "{amount}", .parts = kAmountParts}},
    {.attribute = "day", .natural = true, .value = {.text = "{day}", .parts = kDayParts}}};
inline constexpr EntityKey kLotIndexes[] = {{.index = 0, .partition = kStatusPk, .sort = kStatusSk}};
inline constexpr EntityInfo kLot{
    .name = "LOT", .fields = kLotFields, .primary = {.partition = kLotPk, .sort = kLotSk}, .indexes = kLotIndexes};

inline constexpr std::string_view kStatusPkNames[] = {"status", "shard"};
inline constexpr std::string_view kStatusSkNames[] = {"amount", "day"};
inline constexpr IndexInfo kIndexes[] = {{.name = "by_amount",
                                          .partition = kStatusPkNames,
                                          .sort = kStatusSkNames,
                                          .shards = {.count = 4, .of = "lot", .attribute = "shard"}}};
inline constexpr const EntityInfo* kEntities[] = {&kLot};
inline constexpr TableInfo kTable{.name = "lots",
                                  .partition = "sku",
                                  .sort = "lot",
                                  .type_attribute = "",
                                  .indexes = kIndexes,
                                  .entities = kEntities};

inline constexpr FieldPosition kBySku[] = {0};
inline constexpr FieldPosition kByStatus[] = {2};
inline constexpr FieldPosition kByStatusAndAmount[] = {2, 4};
inline constexpr PatternInfo kLots{.name = "Lots of a product",
                                   .table = &kTable,
                                   .entities = kEntities,
                                   .by = kBySku,
                                   .plan = {.sort = SortCondition::Range, .range_field = 1}};
inline constexpr PatternInfo kByAmount{.name = "Lots in a status by amount",
                                       .table = &kTable,
                                       .entities = kEntities,
                                       .by = kByStatus,
                                       .plan = {.index = 0, .sort = SortCondition::Range, .range_field = 4}};
inline constexpr PatternInfo kByAmountAndDay{
    .name = "Lots of one amount by day",
    .table = &kTable,
    .entities = kEntities,
    .by = kByStatusAndAmount,
    .plan = {.index = 0, .sort = SortCondition::Range, .sort_parts = 1, .range_field = 3}};
}  // namespace warehouse

inline std::shared_ptr<Database> open_with_tables() {
  std::shared_ptr<Database> database = partita::open("", {.in_memory = true}).value();
  EXPECT_TRUE(database->create_table(
      test::create_request("shop", "PK:S", "SK:S",
                           {{.name = "by_creation", .partition = {"GSI1PK:S"}, .sort = {"GSI1SK:S"}},
                            {.name = "by_status",
                             .partition = {"GSI2PK:S"},
                             .sort = {"GSI2SK:S"},
                             .projection = ProjectionType::KeysOnly}})));
  EXPECT_TRUE(database->create_table(test::create_request(
      "lots", "sku:S", "lot:N",
      {{.name = "by_amount", .partition = {"status:S", "shard:N"}, .sort = {"amount:N", "day:S"}}})));
  return database;
}

// The item that a write of the entity would store.
inline AttributeMap item_of(const TableInfo& table, const EntityInfo& entity, AttributeMap values) {
  const auto keys = compose_all(table, entity, values);
  if (!keys) {
    ADD_FAILURE() << keys.error().message;
    return values;
  }
  for (const Attribute& key : keys->present) values.set(key.name, key.value);
  if (!table.type_attribute.empty()) values.set(table.type_attribute, AttributeValue(entity.name));
  return values;
}

inline void store(Database& database, const TableInfo& table, const EntityInfo& entity, AttributeMap values) {
  const auto put =
      database.put_item(test::put_request(std::string(table.name), item_of(table, entity, std::move(values))));
  EXPECT_TRUE(put) << put.error().message;
}

inline AttributeMap order(const std::string& customer, const std::string& id, const std::string& created_at,
                          const std::string& status = "OPEN", std::int64_t total = 0) {
  return {{"customerId", customer}, {"orderId", id}, {"createdAt", created_at}, {"status", status}, {"total", total}};
}

}  // namespace partita::model::sample
