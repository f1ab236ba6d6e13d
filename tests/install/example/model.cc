// The README's model: a shop's orders, their lines, and two access patterns.
#include <partita/model.h>
#include <partita/open.h>

#include <iostream>

namespace pt = partita::model;
using namespace pt::literals;

enum class Status { CREATED, PAID };
BOOST_DESCRIBE_ENUM(Status, CREATED, PAID)

struct Order {
  std::string customer, id;
  pt::utc_ms created;
  Status status = Status::CREATED;
  std::int64_t cents = 0, version = 0;
};
BOOST_DESCRIBE_STRUCT(Order, (), (customer, id, created, status, cents, version))
struct Line {
  std::string customer, order, id, sku;
  int quantity = 1;
};
BOOST_DESCRIBE_STRUCT(Line, (), (customer, order, id, sku, quantity))

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customer}", "ORDER#{id}">,
                           pt::on<"by_status", "STATUS#{status}", "{created}#{customer}#{id}">,
                           pt::version<"version">> {};
struct LineE : pt::entity<Line, "LINE", pt::key<"CUST#{customer}", "ORDER#{order}#LINE#{id}">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::gsi<"by_status", "GSI1PK", "GSI1SK">,
                        pt::holds<OrderE, LineE>> {};

using StatusFeed = pt::pattern<"Orders in one status, newest first", OrderE, pt::by<"status">, pt::newest<"created">>;
struct OrderWithLines {
  Order order;
  std::vector<Line> lines;
};
using LoadOrder = pt::collect<"An order with its lines", OrderWithLines, pt::one<OrderE>, pt::many<LineE>,
                              pt::by<"customer", "id">>;

int main(int, char** argv) {
  pt::db<Shop> db{partita::open(argv[1]).value()};  // or partita::connect(endpoint): nothing below changes
  db.create_table_if_missing().value();

  db.transact(pt::create(Order{"ada", "O1", "2026-01-05T10:00:00Z"_utc, Status::CREATED, 1250}),
              pt::create(Line{"ada", "O1", "L1", "SKU-7"}), pt::create(Line{"ada", "O1", "L2", "SKU-9", 3}))
      .value();
  // The version is checked and counted, and the order moves in by_status: one request, no read.
  db.run(pt::update<OrderE>("customer"_f = "ada", "id"_f = "O1").set("status"_f = Status::PAID).expect_version(1)).value();

  for (const Order& order : db.query<StatusFeed>("status"_f = Status::PAID).take(20).value().items)
    std::cout << order.id << " of " << order.customer << ", version " << order.version << '\n';
  const auto loaded = db.load<LoadOrder>("customer"_f = "ada", "id"_f = "O1").value();
  std::cout << loaded->lines.size() << " lines\n";
}
