// The reads that an index with a part of the items can answer, through the typed front.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <partita/database.h>
#include <partita/model.h>
#include <partita/open.h>

namespace projection_test {

namespace pt = partita::model;
using namespace pt::literals;
using testing::ElementsAre;

enum class Status { CREATED, PAID };
BOOST_DESCRIBE_ENUM(Status, CREATED, PAID)

struct Order {
  std::string customerId, orderId;
  pt::utc_ms createdAt;
  Status status = Status::CREATED;
  std::int64_t number = 0;
  std::optional<std::string> coupon;
  std::string note;
  std::optional<pt::epoch_seconds> expires;
};
BOOST_DESCRIBE_STRUCT(Order, (), (customerId, orderId, createdAt, status, number, coupon, note, expires))

// The members that the keys contain.
struct Key {
  std::string customerId, orderId;
  pt::utc_ms createdAt;
  Status status = Status::CREATED;
  std::int64_t number = 0;
  bool operator==(const Key&) const = default;
};
BOOST_DESCRIBE_STRUCT(Key, (), (customerId, orderId, createdAt, status, number))
struct Coupon {
  std::optional<std::string> coupon;
  std::string orderId;
};
BOOST_DESCRIBE_STRUCT(Coupon, (), (coupon, orderId))

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">,
                           pt::on<"by_status", "STATUS#{status}", "{createdAt}#{number:s05d}#{orderId}">,
                           pt::on<"by_coupon", "COUPON#{coupon}", "{orderId}", pt::sparse>, pt::ttl<"expires">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::gsi<"by_status", "GSI1PK", "GSI1SK", pt::keys_only>,
                        pt::gsi<"by_coupon", "GSI2PK", "GSI2SK", pt::include<"expires">>, pt::holds<OrderE>> {};

using Feed =
    pt::pattern<"Orders in a status", OrderE, pt::by<"status">, pt::oldest<"createdAt">, pt::as<Key>, pt::with_expired>;
using WithCoupon = pt::pattern<"Orders with a coupon", OrderE, pt::by<"coupon">, pt::as<Coupon>>;

class Projection : public testing::Test {
 protected:
  Projection() { db.create_table_if_missing().value(); }

  pt::db<Shop> db{partita::open("", {.in_memory = true, .ttl_interval = std::chrono::milliseconds(0)}).value(),
                  {.now_ms = [] { return 1'767'225'600'000; }}};
};

TEST_F(Projection, members_that_only_the_keys_of_a_keys_only_index_hold_are_read) {
  const auto at = "2026-01-05T10:00:00Z"_utc;
  db.create(Order{"C#1", "O#1", at, Status::PAID, -7, "X", "note", {}}).value();
  EXPECT_THAT(db.query<Feed>("status"_f = Status::PAID).value().items,
              ElementsAre(Key{"C#1", "O#1", at, Status::PAID, -7}));
}

TEST_F(Projection, a_range_of_a_key_that_ends_before_it_begins_is_refused) {
  const auto page = db.query<Feed>("status"_f = Status::PAID,
                                   "createdAt"_f.between("2026-01-06T00:00:00Z"_utc, "2026-01-05T00:00:00Z"_utc))
                        .run();
  ASSERT_FALSE(page);
  EXPECT_EQ(
      page.error().message,
      "The range of createdAt from \"2026-01-06T00:00:00.000Z\" to \"2026-01-05T00:00:00.000Z\" ends before it begins");
}

TEST_F(Projection, an_optional_member_of_the_key_is_not_read_as_absent) {
  db.create(Order{"C1", "O1", {}, Status::PAID, 0, "SUMMER", "", {}}).value();
  const auto page = db.query<WithCoupon>("coupon"_f = "SUMMER").value();
  ASSERT_EQ(page.items.size(), 1u);
  EXPECT_EQ(page.items[0].coupon, "SUMMER");
  EXPECT_EQ(page.items[0].orderId, "O1");
}

TEST_F(Projection, expired_items_are_hidden_where_the_index_says_when_they_expire) {
  const pt::epoch_seconds past(1'767'225'599);
  db.create(Order{"C1", "O1", {}, Status::PAID, 0, "SUMMER", "", past}).value();
  EXPECT_TRUE(db.query<WithCoupon>("coupon"_f = "SUMMER").value().items.empty());
  EXPECT_EQ(db.query<WithCoupon>("coupon"_f = "SUMMER").with_expired().value().items.size(), 1u);
  EXPECT_EQ(db.query<Feed>("status"_f = Status::PAID).value().items.size(), 1u);
}

// ---- a struct other than the entity's

struct Part {
  std::string id;
  std::int64_t count = 10;
  std::string title = "untitled";
  std::optional<std::string> note;
  std::int32_t small = 0;
  std::vector<int> sizes;
  Status status = Status::PAID;
  pt::date day;
};
BOOST_DESCRIBE_STRUCT(Part, (), (id, count, title, note, small, sizes, status, day))
struct PartE : pt::entity<Part, "PART", pt::key<"PART#{id}">, pt::defaults<"count", "title", "status">> {};
struct Parts : pt::table<"parts", pt::primary<"PK">, pt::holds<PartE>> {};
// The struct has wider types, other initial values and a default of its own.
struct Brief {
  std::int64_t count = -1;
  std::optional<std::string> title;
  std::string status;
  std::int64_t small = 0;
  std::string note = "none", day;
  std::vector<std::int64_t> sizes;
};
BOOST_DESCRIBE_STRUCT(Brief, (), (count, title, status, small, note, day, sizes))

}  // namespace projection_test
template <>
struct partita::model::member_options<projection_test::Brief> {
  static constexpr member_option list[] = {{.member = "note", .has_default = true}};
};
namespace projection_test {

using Briefly = pt::pattern<"A part", PartE, pt::by<"id">, pt::as<Brief>>;
struct Rest {
  std::string id, title;
  pt::other_attributes others;
};
BOOST_DESCRIBE_STRUCT(Rest, (), (id, title, others))

TEST(ProjectionOfDefaults, an_absent_attribute_is_the_entitys_default) {
  pt::db<Parts> db{partita::open("", {.in_memory = true}).value()};
  db.create_table_if_missing().value();
  partita::AttributeMap item{{"PK", "PART#1"}, {"type", "PART"}, {"id", "1"}, {"small", 7}, {"day", "2026-01-05"}};
  item.set("sizes", partita::AttributeValue::list({1, 2}));
  ASSERT_TRUE(db.database().put_item({.table_name = "parts", .item = item}));
  const Rest rest = db.scan<PartE>().as<Rest>().value().items.at(0);
  EXPECT_EQ(rest.title, "untitled");
  EXPECT_TRUE(rest.others.map.contains("small"));
  EXPECT_FALSE(rest.others.map.contains("count")) << "it is not stored";
  for (const Brief& brief :
       {db.query<Briefly>("id"_f = "1").value().items.at(0), db.scan<PartE>().as<Brief>().value().items.at(0)}) {
    EXPECT_EQ(brief.count, 10);
    EXPECT_EQ(brief.title, "untitled");
    EXPECT_EQ(brief.status, "PAID");
    EXPECT_EQ(brief.note, "none");
    EXPECT_EQ(brief.small, 7);
    EXPECT_EQ(brief.day, "2026-01-05");
    EXPECT_THAT(brief.sizes, ElementsAre(1, 2));
  }
}

}  // namespace projection_test
