// Items that lack index keys because they are older than the index, or because another program wrote them.
#include <gmock/gmock.h>
#include <partita/database.h>
#include <partita/model.h>
#include <partita/open.h>

namespace incomplete_keys_test {

namespace pt = partita::model;
using namespace pt::literals;
using partita::AttributeMap;
using testing::IsEmpty;
using testing::SizeIs;

struct Order {
  std::string id, status, customer;
};
BOOST_DESCRIBE_STRUCT(Order, (), (id, status, customer))
struct OrderE
    : pt::entity<Order, "ORDER", pt::key<"ORDER#{id}">, pt::on<"by_status", "STATUS#{status}", "{customer}#{id}">> {};
struct Shop : pt::table<"shop", pt::primary<"PK">, pt::gsi<"by_status", "GSI1PK", "GSI1SK">, pt::holds<OrderE>> {};
using ByStatus = pt::pattern<"Orders in a status", OrderE, pt::by<"status">>;

// An update writes the attributes that contain the members it changes. It may not know the values for the other
// attributes.
TEST(IncompleteKeys, an_update_leaves_an_item_out_of_an_index_whose_key_it_lacks_until_repair) {
  pt::db<Shop> db{partita::open("", {.in_memory = true}).value()};
  db.create_table_if_missing().value();
  ASSERT_TRUE(db.database().put_item(
      {.table_name = "shop",
       .item =
           AttributeMap{{"PK", "ORDER#1"}, {"type", "ORDER"}, {"id", "1"}, {"status", "NEW"}, {"customer", "C1"}}}));
  db.run(pt::update<OrderE>("id"_f = "1").set("status"_f = "PAID")).value();
  EXPECT_THAT(db.query<ByStatus>("status"_f = "PAID").value().items, IsEmpty());
  const auto report = db.verify().value();
  ASSERT_THAT(report.findings, SizeIs(1));
  EXPECT_EQ(report.findings[0].kind, pt::Finding::Kind::Stale);
  db.repair().value();
  EXPECT_THAT(db.query<ByStatus>("status"_f = "PAID").value().items, SizeIs(1));
}

}  // namespace incomplete_keys_test
