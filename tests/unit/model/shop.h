// A model written by hand, as the declarations would make it: customers with a unique email, orders in every kind of
// index, and their items.
#pragma once

#include <partita/model/runtime/description.h>

namespace partita::model::market {

inline constexpr EnumeratorInfo kStatus[] = {{"Open", "open", "OPEN"}, {"InHand", "in hand", "IN HAND"}};

inline constexpr FieldInfo kCustomerFields[] = {
    {"customerId", "customerId", FieldKind::String},
    {"email", "email", FieldKind::String, true},
    {"name", "name", FieldKind::String},
};
inline constexpr FieldInfo kOrderFields[] = {
    {"customerId", "customerId", FieldKind::String, false, false},  // only in the keys
    {"orderId", "orderId", FieldKind::String},
    {"createdAt", "createdAt", FieldKind::Time},
    {"status", "st", FieldKind::Enum, false, true, kStatus},
    {"coupon", "coupon", FieldKind::String, true},
    {"expiresAt", "expires", FieldKind::Seconds, true},
};
inline constexpr FieldInfo kItemFields[] = {
    {"customerId", "customerId", FieldKind::String},
    {"orderId", "orderId", FieldKind::String},
    {"line", "line", FieldKind::Unsigned},
};

inline constexpr KeyPart kCustomerParts[] = {{.literal = "CUST#"}, {.field = 0}};
inline constexpr KeyPart kProfileParts[] = {{.literal = "PROFILE"}};
inline constexpr KeyPart kOrderParts[] = {{.literal = "ORDER#"}, {.field = 1}};
inline constexpr KeyPart kTimelineParts[] = {{.literal = "ORDER#"}, {.field = 2}, {.literal = "#"}, {.field = 1}};
inline constexpr KeyPart kStatusPart[] = {{.field = 3}};
inline constexpr KeyPart kCreatedPart[] = {{.field = 2}};
inline constexpr KeyPart kShardPart[] = {{.field = 1, .format = KeyFormat::Shard, .shards = 5}};
inline constexpr KeyPart kCouponParts[] = {{.literal = "COUPON#"}, {.field = 4}};
inline constexpr KeyPart kItemParts[] = {
    {.literal = "ORDER#"}, {.field = 1}, {.literal = "#ITEM#"}, {.field = 2, .format = KeyFormat::Padded, .width = 3}};

inline constexpr KeyAttribute kPk[] = {{.attribute = "PK", .value = {"CUST#{customerId}", kCustomerParts}}};
inline constexpr KeyAttribute kProfileSk[] = {{.attribute = "SK", .value = {"PROFILE", kProfileParts}}};
inline constexpr KeyAttribute kOrderSk[] = {{.attribute = "SK", .value = {"ORDER#{orderId}", kOrderParts}}};
inline constexpr KeyAttribute kItemSk[] = {
    {.attribute = "SK", .value = {"ORDER#{orderId}#ITEM#{line:03d}", kItemParts}}};
inline constexpr KeyAttribute kGsi1Pk[] = {{.attribute = "GSI1PK", .value = {"CUST#{customerId}", kCustomerParts}}};
inline constexpr KeyAttribute kGsi1Sk[] = {
    {.attribute = "GSI1SK", .value = {"ORDER#{createdAt}#{orderId}", kTimelineParts}}};
inline constexpr KeyAttribute kCouponPk[] = {{.attribute = "GSI2PK", .value = {"COUPON#{coupon}", kCouponParts}}};
inline constexpr KeyAttribute kOpenHash[] = {
    {.attribute = "st", .natural = true, .value = {"st", kStatusPart}},
    {.attribute = "shard", .type = ScalarAttributeType::N, .value = {"shard", kShardPart}}};
inline constexpr KeyAttribute kOpenRange[] = {
    {.attribute = "createdAt", .natural = true, .value = {"createdAt", kCreatedPart}}};

inline constexpr EntityKey kOrderIndexes[] = {
    {.index = 0, .partition = kGsi1Pk, .sort = kGsi1Sk},
    {.index = 1, .partition = kCouponPk, .sort = kGsi1Sk},
    {.index = 2, .partition = kOpenHash, .sort = kOpenRange, .when = {3, "open"}},
    {.index = 3, .partition = kPk, .sort = kOpenRange},
};
inline constexpr UniqueInfo kUniqueEmail[] = {{1}};
inline constexpr EntityInfo kCustomer{.name = "CUSTOMER",
                                      .fields = kCustomerFields,
                                      .primary = {.partition = kPk, .sort = kProfileSk},
                                      .unique = kUniqueEmail};
inline constexpr EntityInfo kOrder{.name = "ORDER",
                                   .fields = kOrderFields,
                                   .primary = {.partition = kPk, .sort = kOrderSk},
                                   .indexes = kOrderIndexes,
                                   .ttl = 5};
inline constexpr EntityInfo kItem{
    .name = "ITEM", .fields = kItemFields, .primary = {.partition = kPk, .sort = kItemSk}};

inline constexpr std::string_view kGsi1Partition[] = {"GSI1PK"};
inline constexpr std::string_view kGsi1Sort[] = {"GSI1SK"};
inline constexpr std::string_view kCouponPartition[] = {"GSI2PK"};
inline constexpr std::string_view kOpenPartition[] = {"st", "shard"};
inline constexpr std::string_view kCreatedSort[] = {"createdAt"};
inline constexpr std::string_view kOpenInclude[] = {"coupon"};
inline constexpr std::string_view kTablePartition[] = {"PK"};
inline constexpr IndexInfo kIndexes[] = {
    {.name = "customer_orders", .partition = kGsi1Partition, .sort = kGsi1Sort},
    {.name = "coupons", .partition = kCouponPartition, .sort = kGsi1Sort, .projection = ProjectionType::KeysOnly},
    {.name = "open_orders",
     .partition = kOpenPartition,
     .sort = kCreatedSort,
     .projection = ProjectionType::Include,
     .include = kOpenInclude,
     .shards = {5, "orderId", "shard"}},
    {.name = "by_time", .scope = IndexScope::Local, .partition = kTablePartition, .sort = kCreatedSort},
};
inline constexpr const EntityInfo* kEntities[] = {&kCustomer, &kOrder, &kItem};
inline constexpr TableInfo kTable{.name = "shop",
                                  .partition = "PK",
                                  .sort = "SK",
                                  .type_attribute = "type",
                                  .indexes = kIndexes,
                                  .entities = kEntities};

}  // namespace partita::model::market
