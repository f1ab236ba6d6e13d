// Made-up items: the relations of entities, and that the items agree with them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "modelling/core/made_up_items.h"
#include "modelling/core/proof.h"
#include "modelling/core/relations.h"
#include "modelling/core/template_parts.h"
#include "modelling/core/whole_items.h"
#include "modelling/read/read_model.h"

namespace partita::modelling {
namespace made_up_test {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::StartsWith;

std::shared_ptr<const Model> model_of(const std::string& text) {
  auto model = read_model_text(text, "model.yml");
  if (!model) {
    ADD_FAILURE() << model.error().message;
    return std::make_shared<const Model>();
  }
  return std::make_shared<const Model>(std::move(*model));
}

// A customer's orders with their lines, a shipment of an order, and reviews that refer to products of another table.
constexpr const char* kShop = R"(
format: 1
name: shop
tables:
  - name: shop
    partition_key: PK
    sort_key: SK
    indexes:
      - {name: by_status, partition: GSI1PK, sort: GSI1SK}
      - {name: unpaid, partition: GSI2PK, sort: GSI2SK}
    entities:
      - name: LINE
        fields: {customer: string, order: string, id: string, sku: {kind: string, references: PRODUCT}, quantity: integer}
        key: {partition: "CUST#{customer}", sort: "ORDER#{order}#LINE#{id}"}
      - name: ORDER
        fields:
          customer: string
          id: string
          created: time
          status: {enum: [CREATED, PAID, SENT]}
          flag: {kind: string, optional: true}
          note: {kind: string, size_bytes: 200}
          version: integer
        key: {partition: "CUST#{customer}", sort: "ORDER#{id}"}
        in:
          by_status: {partition: "STATUS#{status}", sort: "{created}#{customer}#{id}"}
          unpaid: {partition: "UNPAID", sort: "{created}#{customer}#{id}", when: {field: flag, equals: "yes"}}
        version: version
      - name: CUSTOMER
        fields: {customerId: string, name: string, email: string}
        key: {partition: "CUST#{customerId}", sort: "PROFILE"}
      - name: SHIPMENT
        fields: {customer: string, order: string, carrier: string}
        key: {partition: "CUST#{customer}", sort: "SHIPMENT#{order}"}
  - name: catalog
    partition_key: sku
    type_attribute: null
    entities:
      - name: PRODUCT
        fields: {sku: string, title: string, price: decimal}
        key: {partition: "{sku}"}
      - name: REVIEW
        fields: {reviewId: uuid, sku: string, stars: integer}
        key: {partition: "REVIEW#{reviewId}"}
)";

std::vector<std::string> texts(const std::vector<Relation>& relations) {
  std::vector<std::string> out;
  for (const Relation& one : relations) {
    std::string text = one.parent->name +
                       (one.kind == Relation::Kind::Twin      ? " is "
                        : one.kind == Relation::Kind::Belongs ? " has "
                                                              : " from ") +
                       one.child->name + ':';
    for (const auto& [theirs, ours] : one.fields) text += ' ' + theirs + '=' + ours;
    out.push_back(text);
  }
  return out;
}

TEST(TemplateParts, AreLiteralsAndFieldsWithFormats) {
  const auto parts = template_parts("A#{x}#{y:019d}#{id:^ord_,reject}#{z:shard4}");
  ASSERT_EQ(parts.size(), 8u);
  EXPECT_EQ(parts[0].literal, "A#");
  EXPECT_EQ(parts[1].field, "x");
  EXPECT_THAT(parts[3].formats, ElementsAre("019d"));
  EXPECT_THAT(parts[5].formats, ElementsAre("^ord_", "reject"));
  EXPECT_TRUE(parts[7].is_shard());
  EXPECT_FALSE(parts[3].is_shard());
}

TEST(TemplateParts, KeepsBrokenBracesAsText) {
  for (const std::string text : {"{", "a{b", "{}", "}", "{:x}"}) {
    const auto parts = template_parts(text);
    ASSERT_EQ(parts.size(), 1u) << text;
    EXPECT_EQ(parts[0].literal, text);
  }
}

TEST(Relations, FollowFromKeysReferencesAndNames) {
  const auto model = model_of(kShop);
  EXPECT_THAT(texts(direct_relations(relations(*model))),
              ElementsAre("ORDER has LINE: customer=customer id=order", "PRODUCT from LINE: sku=sku",
                          "CUSTOMER has ORDER: customerId=customer", "ORDER is SHIPMENT: customer=customer id=order",
                          "PRODUCT from REVIEW: sku=sku"));
}

TEST(Relations, DoNotJoinEntitiesThatOnlyShareAName) {
  const auto model = model_of(R"(
format: 1
name: two
tables:
  - name: one
    partition_key: PK
    entities:
      - {name: A, fields: {id: string, name: string}, key: {partition: "A#{id}"}}
      - {name: B, fields: {id: string, name: string}, key: {partition: "B#{id}"}}
)");
  EXPECT_THAT(texts(relations(*model)), IsEmpty());
}

TEST(Relations, MayCloseACycleOfReferencesButNotOfKeys) {
  const auto model = model_of(R"(
format: 1
name: cycle
tables:
  - name: one
    partition_key: PK
    entities:
      - {name: TEAM, fields: {teamId: string, lead: {kind: string, references: USER}}, key: {partition: "TEAM#{teamId}"}}
      - {name: USER, fields: {userId: string, team: {kind: string, references: TEAM}}, key: {partition: "USER#{userId}"}}
)");
  EXPECT_THAT(texts(direct_relations(relations(*model))),
              ElementsAre("USER from TEAM: userId=lead", "TEAM from USER: teamId=team"));
  const auto items = made_up(*model, {.items = 3});
  for (const auto& [entity, list] : items) EXPECT_EQ(list.size(), 3u) << entity->name;
}

class MadeUpItems : public testing::Test {
 protected:
  void make(const char* text, const MadeUpOptions& options = {}) {
    model_ = model_of(text);
    items_ = made_up(*model_, options);
  }
  const std::vector<AttributeMap>& of(const std::string& entity) {
    return items_.at(model_->table_of(entity)->entity(entity));
  }
  std::shared_ptr<const Model> model_;
  std::map<const Entity*, std::vector<AttributeMap>> items_;
};

TEST_F(MadeUpItems, HaveTheirParents) {
  make(kShop, {.items = 8});
  for (const char* entity : {"CUSTOMER", "ORDER", "LINE", "SHIPMENT", "PRODUCT", "REVIEW"})
    EXPECT_EQ(of(entity).size(), 8u) << entity;
  const auto has = [&](const std::string& entity, std::vector<std::pair<std::string, std::string>> wanted) {
    return std::any_of(of(entity).begin(), of(entity).end(), [&](const AttributeMap& item) {
      return std::all_of(wanted.begin(), wanted.end(),
                         [&](const auto& pair) { return item.find(pair.first)->s() == pair.second; });
    });
  };
  for (const AttributeMap& order : of("ORDER"))
    EXPECT_TRUE(has("CUSTOMER", {{"customerId", order.find("customer")->s()}}));
  for (const AttributeMap& line : of("LINE")) {
    EXPECT_TRUE(has("ORDER", {{"customer", line.find("customer")->s()}, {"id", line.find("order")->s()}}));
    EXPECT_TRUE(has("PRODUCT", {{"sku", line.find("sku")->s()}}));
  }
  for (const AttributeMap& shipment : of("SHIPMENT"))
    EXPECT_TRUE(has("ORDER", {{"customer", shipment.find("customer")->s()}, {"id", shipment.find("order")->s()}}));
}

TEST_F(MadeUpItems, HaveDifferentKeysThatCompose) {
  make(kShop, {.items = 40});
  const auto proof = prove(model_);
  std::set<std::string> keys;
  std::size_t count = 0, unpaid = 0;
  for (const ProvenTable& table : proof->tables())
    for (const Entity& entity : table.declared->entities)
      for (const AttributeMap& values : items_.at(&entity)) {
        const model::EntityInfo* info = proof->entity(table.declared->name, entity.name);
        ASSERT_NE(info, nullptr);
        const auto item = whole_item(*table.info, *info, values);
        ASSERT_TRUE(item) << item.error().message;
        std::string key = table.declared->name + '|' + item->find(table.info->partition)->s();
        if (!table.info->sort.empty()) key += '|' + item->find(table.info->sort)->s();
        EXPECT_TRUE(keys.insert(key).second) << key;
        ++count;
        const AttributeValue* tag = item->find("type");
        EXPECT_EQ(tag ? tag->s() : "", table.declared->name == "shop" ? entity.name : "");
        if (entity.name == "ORDER") unpaid += is_in_index(*item, table.info->indexes[1]);
      }
  EXPECT_EQ(count, 240u);
  EXPECT_GT(unpaid, 0u);
  EXPECT_LT(unpaid, 40u);
}

TEST_F(MadeUpItems, LookLikeTheirFields) {
  make(kShop);
  const AttributeMap& customer = of("CUSTOMER")[0];
  EXPECT_EQ(customer.find("customerId")->s(), "customer-001");
  EXPECT_EQ(customer.find("name")->s(), "Ada Lovelace");
  EXPECT_EQ(customer.find("email")->s(), "ada@example.com");
  EXPECT_EQ(of("ORDER")[0].find("id")->s(), "order-001");
  EXPECT_EQ(of("ORDER")[0].find("version")->n(), "1");
  EXPECT_EQ(of("PRODUCT")[2].find("sku")->s(), "sku-003");
  std::vector<std::string> states, times;
  for (const AttributeMap& order : of("ORDER")) {
    states.push_back(order.find("status")->s());
    times.push_back(order.find("created")->s());
  }
  EXPECT_THAT(states, ElementsAre("CREATED", "PAID", "SENT", "CREATED", "PAID", "SENT"));
  EXPECT_TRUE(std::is_sorted(times.begin(), times.end()));
  EXPECT_THAT(times.front(), StartsWith("2026-01-05T09:00:00.000Z"));
}

TEST_F(MadeUpItems, AreTheSameForEachCall) {
  make(kShop);
  const auto again = made_up(*model_, {});
  for (const auto& [entity, list] : items_) EXPECT_EQ(list, again.at(entity)) << entity->name;
}

TEST_F(MadeUpItems, HaveTheDeclaredSizesIfAsked) {
  make(kShop);
  EXPECT_LT(of("ORDER")[0].find("note")->s().size(), 60u);
  make(kShop, {.sizes = MadeUpSizes::Declared});
  EXPECT_EQ(of("ORDER")[0].find("note")->s().size(), 200u);
}

TEST_F(MadeUpItems, LackOptionalFieldsNowAndThen) {
  make(kShop, {.items = 9});
  EXPECT_TRUE(of("ORDER")[0].contains("flag"));
  std::size_t with = 0;
  for (const AttributeMap& order : of("ORDER")) with += order.contains("flag");
  EXPECT_EQ(with, 6u);
}

TEST_F(MadeUpItems, RepeatTheFieldsThatTheyCopy) {
  make(R"(
format: 1
name: copies
tables:
  - name: copies
    partition_key: PK
    sort_key: SK
    entities:
      - name: CUSTOMER
        fields: {customerId: string, name: string, nick: {kind: string, optional: true}}
        key: {partition: "CUST#{customerId}", sort: "CUST"}
      - name: ORDER
        fields:
          orderId: string
          buyer: {kind: string, references: CUSTOMER}
          buyerName: {kind: string, copy_of: CUSTOMER.name, kept: transaction}
          buyerNick: {kind: string, optional: true, copy_of: CUSTOMER.nick, kept: transaction}
        key: {partition: "ORDER#{orderId}", sort: "ORDER"}
)",
       {.items = 9});
  std::size_t with = 0;
  for (const AttributeMap& order : of("ORDER")) {
    const auto& all = of("CUSTOMER");
    const auto customer = std::find_if(all.begin(), all.end(), [&](const AttributeMap& one) {
      return one.find("customerId")->s() == order.find("buyer")->s();
    });
    ASSERT_NE(customer, all.end());
    EXPECT_EQ(order.find("buyerName")->s(), customer->find("name")->s());
    const AttributeValue *ours = order.find("buyerNick"), *theirs = customer->find("nick");
    ASSERT_EQ(ours == nullptr, theirs == nullptr);
    if (ours) {
      EXPECT_EQ(ours->s(), theirs->s());
    }
    with += ours != nullptr;
  }
  EXPECT_GT(with, 0u);
  EXPECT_LT(with, 9u);
}

TEST_F(MadeUpItems, JoinTwoParentsWithoutRepeatingAPair) {
  make(R"(
format: 1
name: many
tables:
  - name: many
    partition_key: PK
    sort_key: SK
    entities:
      - {name: USER, fields: {org: string, userId: string}, key: {partition: "ORG#{org}", sort: "USER#{userId}"}}
      - {name: PROJECT, fields: {org: string, projectId: string}, key: {partition: "ORG#{org}", sort: "PROJECT#{projectId}"}}
      - name: MEMBER
        fields: {org: string, projectId: string, userId: string, role: string}
        key: {partition: "ORG#{org}#PROJECT#{projectId}", sort: "USER#{userId}"}
      - {name: ORG, fields: {org: string}, key: {partition: "ORG#{org}", sort: "#"}}
)",
       {.items = 6});
  std::set<std::string> pairs;
  for (const AttributeMap& member : of("MEMBER")) {
    const auto found = [&](const char* entity, const char* field) {
      return std::any_of(of(entity).begin(), of(entity).end(), [&](const AttributeMap& item) {
        return *item.find(field) == *member.find(field) && *item.find("org") == *member.find("org");
      });
    };
    EXPECT_TRUE(found("PROJECT", "projectId"));
    EXPECT_TRUE(found("USER", "userId"));
    EXPECT_TRUE(pairs.insert(member.find("projectId")->s() + '|' + member.find("userId")->s()).second);
  }
  EXPECT_GE(pairs.size(), 4u);
}

TEST_F(MadeUpItems, SuitEachKindOfField) {
  make(R"(
format: 1
name: kinds
tables:
  - name: kinds
    partition_key: PK
    sort_key: SK
    indexes:
      - {name: near, scope: vector, vector: {attribute: embedding, dimensions: 4}}
    entities:
      - name: THING
        fields:
          id: {kind: string}
          count: integer
          many: unsigned
          real: double
          price: decimal
          on: bool
          day: date
          uuid: uuid
          ulid: ulid
          expires: seconds
          raw: bytes
          tags: string_set
          numbers: number_set
          embedding: list
          more: map
        key: {partition: "THING#{id:^th_}", sort: "{count:05d}"}
        ttl: expires
)",
       {.items = 30});
  const auto proof = prove(model_);
  for (const AttributeMap& values : of("THING")) {
    EXPECT_THAT(values.find("id")->s(), StartsWith("th_"));
    EXPECT_EQ(values.find("embedding")->l().size(), 4u);
    EXPECT_EQ(values.find("uuid")->s().size(), 36u);
    EXPECT_EQ(values.find("ulid")->s().size(), 26u);
    EXPECT_EQ(values.find("tags")->type(), AttributeType::SS);
    EXPECT_EQ(values.find("more")->type(), AttributeType::M);
    const auto item = whole_item(*proof->tables()[0].info, *proof->entity("kinds", "THING"), values);
    EXPECT_TRUE(item) << item.error().message;
  }
}

TEST_F(MadeUpItems, ExistForAnyModel) {
  make(R"(
format: 1
name: wrong
tables:
  - name: wrong
    partition_key: PK
    entities:
      - {name: A, fields: {x: map}, key: {partition: "A#{x}#{nothing"}}
      - {name: B, fields: {y: string}, key: {partition: "B#{missing}"}}
      - {name: C, fields: {}, key: {partition: "ONLY"}}
)");
  EXPECT_EQ(of("C").size(), 1u);
}

}  // namespace made_up_test
}  // namespace partita::modelling
