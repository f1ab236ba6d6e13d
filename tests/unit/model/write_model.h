// A model by hand for tests of writes: versioned orders in every kind of index, customers with unique fields, and
// counters.
#pragma once

#include <partita/model/runtime/description.h>

namespace partita::model::ledger {
using enum FieldKind;

constexpr FieldInfo member(std::string_view name, FieldKind kind, bool optional = false) {
  return {.name = name, .attribute = name, .kind = kind, .optional = optional};
}
constexpr KeyPart text(std::string_view literal) { return {.literal = literal}; }
constexpr KeyPart field(FieldPosition number) { return {.field = number}; }
constexpr KeyAttribute composed(std::string_view attribute, std::span<const KeyPart> parts) {
  return {.attribute = attribute, .value = {.text = "", .parts = parts}};
}

// ---- orders

enum OrderField { kCustomerId, kOrderId, kCreatedAt, kStatus, kTotal, kVersion, kCoupon, kTags, kShard };
inline constexpr FieldInfo kOrderFields[] = {
    member("customerId", String),   member("orderId", String),      member("createdAt", Time),
    member("status", String),       member("total", Integer),       member("version", Integer),
    member("coupon", String, true), member("tags", Document, true), member("shard", Integer, true)};
inline constexpr KeyPart kCustomerParts[] = {text("CUST#"), field(kCustomerId)};
inline constexpr KeyPart kOrderParts[] = {text("ORDER#"), field(kOrderId)};
inline constexpr KeyPart kTimelineParts[] = {text("ORDER#"), field(kCreatedAt), text("#"), field(kOrderId)};
inline constexpr KeyPart kStatusParts[] = {text("STATUS#"), field(kStatus)};
inline constexpr KeyPart kCreatedParts[] = {field(kCreatedAt)};
inline constexpr KeyPart kCouponParts[] = {text("COUPON#"), field(kCoupon)};
inline constexpr KeyPart kNaturalStatus[] = {field(kStatus)};
inline constexpr KeyPart kNaturalShard[] = {field(kShard)};

inline constexpr KeyAttribute kPk[] = {composed("PK", kCustomerParts)};
inline constexpr KeyAttribute kOrderSk[] = {composed("SK", kOrderParts)};
inline constexpr KeyAttribute kGsi1Pk[] = {composed("GSI1PK", kCustomerParts)};
inline constexpr KeyAttribute kGsi1Sk[] = {composed("GSI1SK", kTimelineParts)};
inline constexpr KeyAttribute kGsi2Pk[] = {composed("GSI2PK", kStatusParts)};
inline constexpr KeyAttribute kGsi2Sk[] = {composed("GSI2SK", kCreatedParts)};
inline constexpr KeyAttribute kGsi3Pk[] = {composed("GSI3PK", kCouponParts)};
inline constexpr KeyAttribute kGsi3Sk[] = {composed("GSI3SK", kOrderParts)};
inline constexpr KeyAttribute kOpenPk[] = {
    {.attribute = "status", .natural = true, .value = {.text = "{status}", .parts = kNaturalStatus}},
    {.attribute = "shard",
     .type = ScalarAttributeType::N,
     .natural = true,
     .value = {.text = "{shard}", .parts = kNaturalShard}}};
inline constexpr KeyAttribute kOpenSk[] = {
    {.attribute = "createdAt", .natural = true, .value = {.text = "{createdAt}", .parts = kCreatedParts}}};
inline constexpr EntityKey kOrderIndexes[] = {
    {.index = 0, .partition = kGsi1Pk, .sort = kGsi1Sk},
    {.index = 1, .partition = kGsi2Pk, .sort = kGsi2Sk},
    {.index = 2, .partition = kGsi3Pk, .sort = kGsi3Sk},
    {.index = 3, .partition = kOpenPk, .sort = kOpenSk, .when = {kStatus, "OPEN"}}};
inline constexpr EntityInfo kOrder{.name = "ORDER",
                                   .fields = kOrderFields,
                                   .primary = {.partition = kPk, .sort = kOrderSk},
                                   .indexes = kOrderIndexes,
                                   .version = kVersion};

// ---- customers: email and nick are unique

enum CustomerField { kId, kEmail, kNick, kName };
inline constexpr FieldInfo kCustomerFields[] = {member("customerId", String), member("email", String),
                                                member("nick", String, true), member("name", String)};
inline constexpr KeyPart kProfileParts[] = {text("PROFILE")};
inline constexpr KeyAttribute kProfileSk[] = {composed("SK", kProfileParts)};
inline constexpr UniqueInfo kUnique[] = {{kEmail}, {kNick}};
inline constexpr EntityInfo kCustomer{.name = "CUSTOMER",
                                      .fields = kCustomerFields,
                                      .primary = {.partition = kPk, .sort = kProfileSk},
                                      .unique = kUnique};

// ---- counters: no version, no index

enum CounterField { kCounterId, kCount, kLog };
inline constexpr FieldInfo kCounterFields[] = {member("counterId", String), member("count", Integer),
                                               member("log", Document, true)};
inline constexpr KeyPart kCounterParts[] = {text("COUNTER#"), field(kCounterId)};
inline constexpr KeyPart kCounterSortParts[] = {text("COUNTER")};
inline constexpr KeyAttribute kCounterPk[] = {composed("PK", kCounterParts)};
inline constexpr KeyAttribute kCounterSk[] = {composed("SK", kCounterSortParts)};
inline constexpr EntityInfo kCounter{
    .name = "COUNTER", .fields = kCounterFields, .primary = {.partition = kCounterPk, .sort = kCounterSk}};

// ---- the table

inline constexpr std::string_view kIndex1Pk[] = {"GSI1PK"};
inline constexpr std::string_view kIndex1Sk[] = {"GSI1SK"};
inline constexpr std::string_view kIndex2Pk[] = {"GSI2PK"};
inline constexpr std::string_view kIndex2Sk[] = {"GSI2SK"};
inline constexpr std::string_view kIndex3Pk[] = {"GSI3PK"};
inline constexpr std::string_view kIndex3Sk[] = {"GSI3SK"};
inline constexpr std::string_view kIndex4Pk[] = {"status", "shard"};
inline constexpr std::string_view kIndex4Sk[] = {"createdAt"};
inline constexpr IndexInfo kIndexes[] = {
    {.name = "by_creation", .partition = kIndex1Pk, .sort = kIndex1Sk},
    {.name = "by_status", .partition = kIndex2Pk, .sort = kIndex2Sk},
    {.name = "by_coupon", .partition = kIndex3Pk, .sort = kIndex3Sk},
    {.name = "open", .partition = kIndex4Pk, .sort = kIndex4Sk, .shards = {5, "orderId", "shard"}}};
inline constexpr const EntityInfo* kEntities[] = {&kOrder, &kCustomer, &kCounter};
inline constexpr TableInfo kTable{.name = "ledger",
                                  .partition = "PK",
                                  .sort = "SK",
                                  .type_attribute = "type",
                                  .indexes = kIndexes,
                                  .entities = kEntities};

}  // namespace partita::model::ledger
