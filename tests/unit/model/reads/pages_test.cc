// Pages one after the other, counts, and scans of tables and indexes.
#include <gtest/gtest.h>
#include <partita/database.h>
#include <partita/model.h>
#include <partita/open.h>

#include <set>

namespace pages_test {

namespace pt = partita::model;
using namespace pt::literals;

struct Order {
  std::string customerId, orderId;
  int total = 0;
  std::optional<pt::epoch_seconds> expires;
  std::string text;
};
BOOST_DESCRIBE_STRUCT(Order, (), (customerId, orderId, total, expires, text))
struct Line {
  std::string customerId, orderId, lineId;
};
BOOST_DESCRIBE_STRUCT(Line, (), (customerId, orderId, lineId))
struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">,
                           pt::on<"spread", "ALL#{orderId:shard4}", "{total:05d}#{orderId}">,
                           pt::on<"by_total", "TOTALS", "{total:05d}#{customerId}#{orderId}">, pt::ttl<"expires">> {};
struct LineE : pt::entity<Line, "LINE", pt::key<"LINES#{customerId}", "{orderId}#{lineId}">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::gsi<"spread", "GSI1PK", "GSI1SK">,
                        pt::gsi<"by_total", "GSI2PK", "GSI2SK", pt::keys_only>, pt::holds<OrderE, LineE>> {};
using Orders = pt::pattern<"orders of a customer", OrderE, pt::by<"customerId">, pt::ascending<"orderId">>;
using Spread = pt::pattern<"all orders by total", OrderE, pt::by<>, pt::ascending<"total">, pt::using_index<"spread">>;
using One = pt::pattern<"one order", OrderE, pt::by<"customerId", "orderId">>;
struct Brief {
  std::string customerId, orderId;
  int total = 0;
};
BOOST_DESCRIBE_STRUCT(Brief, (), (customerId, orderId, total))

class PagesOf : public testing::Test {
 protected:
  PagesOf() {
    db.create_table_if_missing().value();
    std::vector<Order> orders;
    for (int i = 0; i < 30; ++i) orders.push_back({"C1", "O" + std::to_string(100 + i), i, {}, {}});
    // Ten orders have expired, and one will expire.
    for (int i = 20; i < 30; ++i) orders[std::size_t(i)].expires = pt::epoch_seconds(999'000);
    orders[0].expires = pt::epoch_seconds(1'001'000);
    db.replace_many(orders).value();
    std::vector<Line> lines;
    for (int i = 0; i < 40; ++i) lines.push_back({"C1", "O100", "L" + std::to_string(i)});
    db.replace_many(lines).value();
  }
  template <class T>
  static int sum(const std::vector<T>& items) {
    int total = 0;
    for (const T& item : items) total += item.total;
    return total;
  }

  pt::db<Shop> db{partita::open("", {.in_memory = true}).value(),
                  {.now_ms = [] { return std::int64_t{1'000'000'000}; }}};
};

TEST_F(PagesOf, a_query_is_read_page_by_page) {
  std::string ids;
  std::vector<std::size_t> sizes;
  for (auto& page : db.query<Orders>("customerId"_f = "C1").take(8).pages()) {
    sizes.push_back(page.items.size());
    for (Order& order : page.items) ids += std::move(order.orderId).substr(2);
  }
  EXPECT_EQ(sizes, (std::vector<std::size_t>{8, 8, 4}));
  EXPECT_EQ(ids, "0001020304050607080910111213141516171819");
  sizes.clear();
  for (auto& page : db.query<Orders>("customerId"_f = "C1").take(10).pages()) sizes.push_back(page.items.size());
  EXPECT_EQ(sizes, (std::vector<std::size_t>{10, 10})) << "the empty page at the end is left out";
  for (auto& page : db.query<Orders>("customerId"_f = "nobody").pages()) ADD_FAILURE() << page.items.size();
}

TEST_F(PagesOf, without_take_a_page_is_one_request) {
  std::vector<Order> large;
  for (int i = 0; i < 25; ++i) large.push_back({"C2", "O" + std::to_string(100 + i), i, {}, std::string(100'000, 'x')});
  db.replace_many(large).value();
  std::size_t items = 0, pages = 0;
  for (auto& page : db.query<Orders>("customerId"_f = "C2").pages()) {
    EXPECT_EQ(page.cost.requests, 1);
    items += page.items.size();
    ++pages;
  }
  EXPECT_EQ(items, 25u);
  EXPECT_EQ(pages, 3u);
  EXPECT_EQ(db.query<Orders>("customerId"_f = "C2").value().cost.requests, 3) << "without pages() all is one page";
}

TEST_F(PagesOf, shards_are_read_in_order_page_by_page) {
  std::string totals;
  for (auto& page : db.query<Spread>().pages())
    for (const Order& order : page.items) totals += std::to_string(order.total) + " ";
  EXPECT_EQ(totals, "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 ");
}

TEST_F(PagesOf, what_was_moved_has_no_pages) {
  auto pages = db.query<Orders>("customerId"_f = "C1").pages();
  const auto moved = std::move(pages);
  const auto refused = pages.next().run();  // NOLINT(bugprone-use-after-move)
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("it was moved to another call"), std::string::npos);
  EXPECT_THROW((void)pages.begin(), pt::CallFailed);
  EXPECT_TRUE(moved.next().run());
}

TEST_F(PagesOf, a_failed_page_is_thrown) {
  const auto pages = db.query<Orders>("customerId"_f = "C1").take(5).after("nonsense").pages();
  EXPECT_THROW((void)pages.begin(), pt::CallFailed);
  EXPECT_FALSE(pages.next().run());
}

TEST_F(PagesOf, a_count_is_what_a_query_gives) {
  const auto counted = db.query<Orders>("customerId"_f = "C1").count().value();
  EXPECT_EQ(counted.count, 20);
  EXPECT_EQ(counted.requests, 1);
  EXPECT_EQ(counted.evaluated, 30);
  EXPECT_EQ(db.query<Orders>("customerId"_f = "C1").with_expired().count().value().count, 30);
  EXPECT_EQ(db.query<Orders>("customerId"_f = "C1").filter("total"_f >= 15).count().value().count, 5);
  EXPECT_EQ(db.query<Orders>("customerId"_f = "C1", "orderId"_f < "O105").count().value().count, 5);
  EXPECT_EQ(db.query<Orders>("customerId"_f = "C1", "orderId"_f > "O105").count().value().count, 14);
  EXPECT_EQ(db.query<Spread>().count().value().count, 20);
  EXPECT_EQ(db.query<Spread>("total"_f.between(3, 6)).count().value().count, 4);
  EXPECT_EQ(db.query<One>("customerId"_f = "C1", "orderId"_f = "O101").count().value().count, 1);
  EXPECT_EQ(db.query<One>("customerId"_f = "C1", "orderId"_f = "O129").count().value().count, 0) << "it has expired";
  EXPECT_FALSE(db.query<Orders>("customerId"_f = "C1").take(3).count().run());
}

TEST_F(PagesOf, a_count_follows_pages) {
  std::vector<Order> large;
  for (int i = 0; i < 25; ++i) large.push_back({"C2", "O" + std::to_string(100 + i), i, {}, std::string(100'000, 'x')});
  db.replace_many(large).value();
  const auto counted = db.query<Orders>("customerId"_f = "C2").count().value();
  EXPECT_EQ(counted.count, 25);
  EXPECT_EQ(counted.requests, 3);
}

TEST_F(PagesOf, a_scan_has_pages_filters_and_a_token) {
  std::set<std::string> ids;
  std::size_t pages = 0;
  for (auto& page : db.scan<OrderE>().filter("total"_f < 15).take(4).pages()) {
    EXPECT_LE(page.items.size(), 4u);
    for (const Order& order : page.items) EXPECT_TRUE(ids.insert(order.orderId).second) << order.orderId;
    ++pages;
  }
  EXPECT_EQ(ids.size(), 15u);
  EXPECT_EQ(pages, 4u);
  EXPECT_EQ(db.scan<OrderE>().with_expired().value().items.size(), 30u);
  const auto first = db.scan<OrderE>().take(4).value();
  EXPECT_FALSE(db.scan<LineE>().take(4).after(first.token).run()) << "a token of another entity";
  EXPECT_FALSE(db.scan<OrderE>().segments(2).after(first.token).run());
  EXPECT_FALSE(db.scan<OrderE>().take(0).run());
  EXPECT_FALSE(db.scan<OrderE>().segments(0).run());
}

TEST_F(PagesOf, a_scan_of_an_index_gives_what_the_index_holds) {
  std::string totals;
  std::optional<std::string> token;
  do {
    const auto page = db.scan<OrderE, "by_total">().as<Brief>().take(7).after(token).with_expired().value();
    for (const Brief& brief : page.items) totals += std::to_string(brief.total) + " ";
    token = page.token;
  } while (token);
  EXPECT_EQ(totals, "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 ");
  EXPECT_EQ((db.scan<OrderE, "spread">().value().items.size()), 20u);
}

// The index's entries do not have the time at which they expire.
TEST_F(PagesOf, a_scan_of_an_index_that_cannot_hide_what_has_expired_is_refused) {
  const auto page = db.scan<OrderE, "by_total">().as<Brief>().run();
  ASSERT_FALSE(page);
  EXPECT_EQ(page.error().message,
            "The index by_total does not project expires, by which items of ORDER expire, so that expired items could "
            "not be hidden: project it, scan the table, or add with_expired(), which returns them too");
}

TEST_F(PagesOf, a_job_reads_segments_side_by_side_and_can_be_resumed) {
  for (const int segments : {1, 4}) {
    std::set<std::string> ids;
    std::optional<std::string> token;
    int runs = 0;
    // The loop stops after each page, as if the process had ended.
    do {
      std::optional<std::string> behind;
      const auto each = [&](const pt::Page<Line>& page) {
        for (const Line& line : page.items)
          EXPECT_TRUE(ids.insert(line.lineId).second) << line.lineId << " was seen before";
        behind = page.token;
        return false;
      };
      db.scan<LineE>().segments(segments).after(token).for_each(each).value();
      token = behind;
    } while (token && ++runs < 100);
    EXPECT_EQ(ids.size(), 40u) << segments;
  }
}

TEST_F(PagesOf, keys_of_several_entities_are_read_together) {
  const auto order = pt::key_of<OrderE>("customerId"_f = "C1", "orderId"_f = "O105");
  const auto none = pt::key_of<OrderE>("customerId"_f = "C1", "orderId"_f = "O999");
  const auto line = pt::key_of<LineE>("customerId"_f = "C1", "orderId"_f = "O100", "lineId"_f = "L7");
  const auto together = db.get_many(order, line, none).value();
  const auto snapshot = db.get_snapshot(order, line, none).value();
  for (const auto& [one, two, three] : {together.items, snapshot.items}) {
    ASSERT_TRUE(one && two);
    EXPECT_EQ(one->total, 5);
    EXPECT_EQ(two->lineId, "L7");
    EXPECT_FALSE(three);
  }
  EXPECT_EQ(together.cost.requests, 1);
  EXPECT_TRUE(db.get_many(std::vector{order}).value().items[0]);
  EXPECT_TRUE(db.get_many<OrderE>({order}).value().items[0]);
}

}  // namespace pages_test
