// Keys that are members' own values in tables with composed keys, and indexes that hold items because of attributes of
// the same names.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <partita/model.h>
#include <partita/open.h>

namespace natural_keys_test {

namespace pt = partita::model;
using namespace pt::literals;
using testing::HasSubstr;

struct Note {
  std::string PK, SK, text;
};
BOOST_DESCRIBE_STRUCT(Note, (), (PK, SK, text))
struct Customer {
  std::string customerId, name;
};
BOOST_DESCRIBE_STRUCT(Customer, (), (customerId, name))
// Without a tag only the keys tell the two entities apart.
struct NoteE : pt::entity<Note, "NOTE", pt::key<"{PK:reject}", "{SK}">> {};
struct CustomerE : pt::entity<Customer, "CUSTOMER", pt::key<"CUST#{customerId}", "PROFILE">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::no_type_tag, pt::holds<NoteE, CustomerE>> {};

TEST(NaturalKeys, a_value_that_could_be_a_composed_key_is_rejected) {
  pt::db<Shop> db{partita::open("", {.in_memory = true}).value()};
  db.create_table_if_missing().value();
  db.create(Customer{"1", "Ada"}).value();
  db.create(Note{"readme", "PROFILE", "hello"}).value();
  const auto taken = db.replace(Note{"CUST#1", "PROFILE", "gone"}).run();
  ASSERT_FALSE(taken);
  EXPECT_THAT(taken.error().message, HasSubstr("PK cannot be the key attribute PK: it holds a byte"));
  EXPECT_EQ(db.get<CustomerE>("customerId"_f = "1").value()->name, "Ada");
  EXPECT_FALSE(db.get<NoteE>("PK"_f = "CUST#1", "SK"_f = "PROFILE").run());
  EXPECT_TRUE(db.verify().value().findings.empty());
}

// Parcels have members with the names of the index's key attributes, so the index holds them.
struct Order {
  std::string orderId, customerId;
  pt::utc_ms createdAt;
};
BOOST_DESCRIBE_STRUCT(Order, (), (orderId, customerId, createdAt))
struct Parcel {
  std::string parcelId, customerId;
  std::optional<pt::utc_ms> createdAt;
};
BOOST_DESCRIBE_STRUCT(Parcel, (), (parcelId, customerId, createdAt))
struct OrderE : pt::entity<Order, "ORDER", pt::key<"ORDER#{orderId}", "ORDER">,
                           pt::on<"by_customer", "{customerId}", "{createdAt}">> {};
struct ParcelE : pt::entity<Parcel, "PARCEL", pt::key<"PARCEL#{parcelId}", "PARCEL">> {};
struct Sent : pt::table<"sent", pt::primary<"PK", "SK">, pt::gsi<"by_customer", "customerId", "createdAt">,
                        pt::holds<OrderE, ParcelE>> {};
struct OfCustomer {
  std::vector<Order> orders;
  std::vector<Parcel> parcels;
};
using All = pt::collect<"Orders and parcels of a customer", OfCustomer, pt::many<OrderE>, pt::many<ParcelE>,
                        pt::by<"customerId">, pt::using_index<"by_customer">>;

TEST(NaturalKeys, items_that_have_an_indexs_attributes_are_in_it_and_can_be_collected) {
  pt::db<Sent> db{partita::open("", {.in_memory = true}).value()};
  db.create_table_if_missing().value();
  db.create(Order{"O1", "C1", "2026-01-05T10:00:00Z"_utc}).value();
  db.create(Parcel{"P1", "C1", "2026-01-06T10:00:00Z"_utc}).value();
  db.create(Parcel{"P2", "C1", {}}).value();
  const auto all = db.load<All>("customerId"_f = "C1").value();
  ASSERT_TRUE(all);
  EXPECT_EQ(all->orders.size(), 1u);
  ASSERT_EQ(all->parcels.size(), 1u);
  EXPECT_EQ(all->parcels[0].parcelId, "P1");
  db.run(pt::update<ParcelE>("parcelId"_f = "P1").set("createdAt"_f = std::nullopt)).value();
  db.run(pt::update<ParcelE>("parcelId"_f = "P2").set("createdAt"_f = "2026-01-07T10:00:00Z"_utc)).value();
  EXPECT_EQ(db.load<All>("customerId"_f = "C1").value()->parcels[0].parcelId, "P2");
  EXPECT_TRUE(db.verify().value().findings.empty());
}

}  // namespace natural_keys_test
