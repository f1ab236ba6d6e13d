// Rows that a program cannot read, for example while a newer version is being rolled out. They are reported, become an
// error, or get a fallback enumerator.
#include <gtest/gtest.h>
#include <partita/database.h>
#include <partita/model.h>
#include <partita/open.h>

namespace unreadable_test {

namespace pt = partita::model;
using namespace pt::literals;
using partita::AttributeMap;
using partita::AttributeValue;

// The newer program knows SHIPPED, and an entity that the older one does not know.
namespace newer {
enum class Status { OPEN, PAID, SHIPPED };
BOOST_DESCRIBE_ENUM(Status, OPEN, PAID, SHIPPED)
struct Order {
  std::string customerId, orderId;
  Status status = Status::OPEN;
};
BOOST_DESCRIBE_STRUCT(Order, (), (customerId, orderId, status))
struct Parcel {
  std::string customerId, orderId, parcelId;
};
BOOST_DESCRIBE_STRUCT(Parcel, (), (customerId, orderId, parcelId))
struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">> {};
struct ParcelE : pt::entity<Parcel, "PARCEL", pt::key<"CUST#{customerId}", "ORDER#{orderId}#PARCEL#{parcelId}">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<OrderE, ParcelE>> {};
}  // namespace newer

enum class Status { OPEN, PAID };
BOOST_DESCRIBE_ENUM(Status, OPEN, PAID)
struct Order {
  std::string customerId, orderId;
  Status status = Status::OPEN;
};
BOOST_DESCRIBE_STRUCT(Order, (), (customerId, orderId, status))
struct Size {
  int width = 0, height = 0;
};
BOOST_DESCRIBE_STRUCT(Size, (), (width, height))
struct Line {
  std::string customerId, orderId, lineId;
  Size size;
};
BOOST_DESCRIBE_STRUCT(Line, (), (customerId, orderId, lineId, size))
struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">> {};
struct LineE : pt::entity<Line, "LINE", pt::key<"CUST#{customerId}", "ORDER#{orderId}#LINE#{lineId}">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<OrderE, LineE>> {};
struct Orders {
  std::vector<Order> orders;
  std::vector<Line> lines;
};
using All = pt::collect<"all of a customer", Orders, pt::many<OrderE>, pt::many<LineE>, pt::by<"customerId">,
                        pt::whole_partition>;
using AllStrictly = pt::collect<"all of a customer, or nothing", Orders, pt::many<OrderE>, pt::many<LineE>,
                                pt::by<"customerId">, pt::whole_partition, pt::on_unreadable<pt::Unreadable::Fail>>;
struct OrderAndLines {
  Order order;
  std::vector<Line> lines;
};
using LoadOrder =
    pt::collect<"an order", OrderAndLines, pt::one<OrderE>, pt::many<LineE>, pt::by<"customerId", "orderId">>;

// The table holds only orders.
struct ListedE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">> {};
struct Listed : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<ListedE>> {};
using List = pt::pattern<"orders", ListedE, pt::by<"customerId">, pt::whole_partition>;
using ListStrictly = pt::pattern<"orders, or nothing", ListedE, pt::by<"customerId">, pt::whole_partition,
                                 pt::on_unreadable<pt::Unreadable::Fail>>;

class RollingDeploy : public testing::Test {
 protected:
  RollingDeploy() : database(partita::open("", {.in_memory = true}).value()) {
    newer_db.create_table_if_missing().value();
    newer_db.create(newer::Order{"C1", "O1", newer::Status::OPEN}).value();
    newer_db.create(newer::Order{"C1", "O2", newer::Status::SHIPPED}).value();
    newer_db.create(newer::Parcel{"C1", "O2", "P1"}).value();
    newer_db.create(newer::Order{"C1", "O3", newer::Status::PAID}).value();
  }
  static std::string ids(const std::vector<Order>& orders) {
    std::string text;
    for (const Order& order : orders) text += order.orderId;
    return text;
  }
  static std::string keys(const std::vector<pt::UnreadableRow>& rows) {
    std::string text;
    for (const pt::UnreadableRow& row : rows) text += row.key.find("SK")->s() + "(" + row.entity + ") ";
    return text;
  }

  std::shared_ptr<partita::Database> database;
  pt::db<newer::Shop> newer_db{database};
  pt::db<Shop> db{database};
  pt::db<Listed> listed{database};
};

TEST_F(RollingDeploy, a_page_holds_what_can_be_read_and_lists_the_rest) {
  const auto page = listed.query<List>("customerId"_f = "C1").value();
  EXPECT_EQ(ids(page.items), "O1O3");
  EXPECT_EQ(keys(page.unreadable), "ORDER#O2(ORDER) ORDER#O2#PARCEL#P1() ");
  EXPECT_EQ(page.unreadable[0].reason.message,
            "ORDER {PK: \"CUST#C1\", SK: \"ORDER#O2\"}: attribute `status` must be S (one of OPEN, PAID), but is "
            "\"SHIPPED\"");
}

TEST_F(RollingDeploy, take_counts_rows_that_cannot_be_read_and_loses_none) {
  std::string items, unreadable;
  std::optional<std::string> token;
  int pages = 0;
  do {
    const auto page = listed.query<List>("customerId"_f = "C1").take(1).after(token).value();
    EXPECT_LE(page.items.size() + page.unreadable.size(), 1u);
    items += ids(page.items);
    unreadable += keys(page.unreadable);
    token = page.token;
    ++pages;
  } while (token && pages < 10);
  EXPECT_EQ(items, "O1O3");
  EXPECT_EQ(unreadable, "ORDER#O2(ORDER) ORDER#O2#PARCEL#P1() ");
}

TEST_F(RollingDeploy, a_pattern_or_a_call_can_ask_for_an_error) {
  EXPECT_FALSE(listed.query<ListStrictly>("customerId"_f = "C1").run());
  EXPECT_EQ(
      listed.query<ListStrictly>("customerId"_f = "C1").on_unreadable(pt::Unreadable::Report).value().unreadable.size(),
      2u);
  const auto failed = listed.query<List>("customerId"_f = "C1").on_unreadable(pt::Unreadable::Fail).run();
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().code, partita::ErrorCode::ValidationException);
  EXPECT_TRUE(listed.query<ListStrictly>("customerId"_f = "C1").take(1).run()) << "the first item can be read";
}

TEST_F(RollingDeploy, a_single_item_that_cannot_be_read_is_an_error) {
  EXPECT_TRUE(db.get<OrderE>("customerId"_f = "C1", "orderId"_f = "O1").value());
  const auto got = db.get<OrderE>("customerId"_f = "C1", "orderId"_f = "O2").run();
  ASSERT_FALSE(got);
  EXPECT_NE(got.error().message.find("SHIPPED"), std::string::npos);
}

TEST_F(RollingDeploy, a_collection_lists_what_it_cannot_read_and_fails_without_its_one) {
  const auto all = db.load<All>("customerId"_f = "C1").value();
  ASSERT_TRUE(all);
  EXPECT_EQ(ids(all->orders), "O1O3");
  EXPECT_EQ(keys(all.unreadable), "ORDER#O2#PARCEL#P1() ORDER#O2(ORDER) ");
  EXPECT_FALSE(db.load<AllStrictly>("customerId"_f = "C1").run());
  const auto one = db.load<LoadOrder>("customerId"_f = "C1", "orderId"_f = "O2").run();
  ASSERT_FALSE(one);
  EXPECT_NE(one.error().message.find("SHIPPED"), std::string::npos);
}

TEST_F(RollingDeploy, many_keys_say_which_of_them_could_not_be_read) {
  std::vector<pt::key_values<OrderE>> keys_of;
  for (const char* id : {"O1", "O2", "O9"})
    keys_of.push_back(pt::key_of<OrderE>("customerId"_f = "C1", "orderId"_f = id));
  for (const auto& many : {db.get_many(keys_of).value(), db.get_snapshot(keys_of).value()}) {
    EXPECT_TRUE(many.items[0]);
    EXPECT_FALSE(many.items[1] || many.items[2]);
    ASSERT_EQ(many.unreadable.size(), 1u);
    EXPECT_EQ(many.unreadable[0].position, 1u);
  }
  EXPECT_FALSE(db.get_many(keys_of).on_unreadable(pt::Unreadable::Fail).run());
  const auto mixed = db.get_many(pt::key_of<OrderE>("customerId"_f = "C1", "orderId"_f = "O2"),
                                 pt::key_of<LineE>("customerId"_f = "C1", "orderId"_f = "O2", "lineId"_f = "L1"))
                         .value();
  EXPECT_FALSE(std::get<0>(mixed.items));
  EXPECT_EQ(keys(mixed.unreadable), "ORDER#O2(ORDER) ");
}

TEST_F(RollingDeploy, a_scan_gives_what_it_can_read_and_lists_the_rest) {
  std::string found;
  const auto each = [&](const std::vector<Order>& orders) { return found += ids(orders), true; };
  const auto scanned = db.scan<OrderE>(1, each).value();
  EXPECT_EQ(found, "O1O3");
  EXPECT_EQ(keys(scanned.unreadable), "ORDER#O2(ORDER) ");
  EXPECT_EQ(scanned.requests, 1);
  EXPECT_EQ(keys(db.scan<OrderE>().value().unreadable), "ORDER#O2(ORDER) ");
  EXPECT_FALSE(db.scan<OrderE>().on_unreadable(pt::Unreadable::Fail).run());
}

TEST_F(RollingDeploy, verify_lists_all_that_cannot_be_read) {
  db.create(Line{"C1", "O3", "L1", {1, 2}}).value();
  const auto item = AttributeMap{
      {"PK", "CUST#C1"}, {"SK", "ORDER#O3#LINE#L2"},          {"type", "LINE"}, {"customerId", "C1"}, {"orderId", "O3"},
      {"lineId", "L2"},  {"size", AttributeMap{{"width", 1}}}};
  ASSERT_TRUE(database->put_item({.table_name = "shop", .item = item}));
  const auto report = db.verify().value();
  std::string text;
  for (const pt::Finding& finding : report.findings)
    text += std::string(pt::to_text(finding.kind)) + " " + finding.key.find("SK")->s() + ": " + finding.detail + "\n";
  EXPECT_NE(text.find("phantom ORDER#O2: "), std::string::npos) << text;
  EXPECT_NE(text.find("foreign ORDER#O2#PARCEL#P1: "), std::string::npos) << text;
  EXPECT_NE(text.find("unreadable ORDER#O3#LINE#L2: LINE {PK: \"CUST#C1\", SK: \"ORDER#O3#LINE#L2\"}: attribute "
                      "`size.height` is missing"),
            std::string::npos)
      << text;
  EXPECT_EQ(report.findings.size(), 3u);
}

TEST_F(RollingDeploy, a_get_names_its_entity_and_the_tag_that_it_does_not_know) {
  ASSERT_TRUE(database->put_item(
      {.table_name = "shop",
       .item = AttributeMap{
           {"PK", "CUST#C9"}, {"SK", "ORDER#O9"}, {"type", "PURCHASE"}, {"customerId", "C9"}, {"orderId", "O9"}}}));
  const auto got = db.get<OrderE>("customerId"_f = "C9", "orderId"_f = "O9").run();
  ASSERT_FALSE(got);
  EXPECT_EQ(got.error().message,
            "The get of the entity ORDER read an item that belongs to no entity of the table shop: {PK: \"CUST#C9\", "
            "SK: \"ORDER#O9\"}. Declare an entity for it or remove it; verify() lists all such items. Its type tag is "
            "\"PURCHASE\": if a newer program has given an entity this tag, add pt::tag_alias with the tag to that "
            "entity here");
}

// ---- an enumerator that replaces unknown ones

enum class Lenient { UNKNOWN, OPEN, PAID };
BOOST_DESCRIBE_ENUM(Lenient, UNKNOWN, OPEN, PAID)

}  // namespace unreadable_test

template <>
struct partita::model::unknown_enumerator<unreadable_test::Lenient> {
  static constexpr unreadable_test::Lenient value = unreadable_test::Lenient::UNKNOWN;
};

namespace unreadable_test {

struct LenientOrder {
  std::string customerId, orderId;
  Lenient status = Lenient::OPEN;
};
BOOST_DESCRIBE_STRUCT(LenientOrder, (), (customerId, orderId, status))
struct LenientE : pt::entity<LenientOrder, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">> {};
struct LenientShop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<LenientE>> {};

TEST_F(RollingDeploy, a_fallback_enumerator_is_read_and_never_written) {
  pt::db<LenientShop> lenient{database};
  const auto order = lenient.get<LenientE>("customerId"_f = "C1", "orderId"_f = "O2").value();
  ASSERT_TRUE(order);
  EXPECT_EQ(order->status, Lenient::UNKNOWN);
  EXPECT_EQ(lenient.get<LenientE>("customerId"_f = "C1", "orderId"_f = "O3").value()->status, Lenient::PAID);
  const auto put = lenient.run(pt::replace<LenientE>(*order)).run();
  ASSERT_FALSE(put);
  EXPECT_EQ(put.error().message,
            "attribute `status` is the enumerator for texts that this program does not know, and is never written");
  EXPECT_EQ(newer_db.get<newer::OrderE>("customerId"_f = "C1", "orderId"_f = "O2").value()->status,
            newer::Status::SHIPPED);
}

}  // namespace unreadable_test
