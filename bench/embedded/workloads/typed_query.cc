// The model layer's typed query of ten orders, compared with the same query written by hand over Database. Both use the
// same table, answer with the same structs and make the same checks of the attributes. They run embedded, or with a
// server in this process in between.
#include "embedded/workloads/typed_query.h"

#include <partita/connect.h>
#include <partita/database.h>
#include <partita/model.h>

#include <charconv>

#include "lib/fatal.h"
#include "server/server.h"

namespace partita::bench {

struct Order {
  std::string customer;
  std::int64_t number = 0;
  std::string title, body;
  std::int64_t visits = 0;
};
BOOST_DESCRIBE_STRUCT(Order, (), (customer, number, title, body, visits))

namespace {

namespace pt = partita::model;
using namespace pt::literals;

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUSTOMER#{customer}", "ORDER#{number:010d}">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<OrderE>> {};
using Orders = pt::pattern<"Orders of a customer, by number", OrderE, pt::by<"customer">, pt::ascending<"number">>;

constexpr std::int64_t kPage = 10;

Order order_of(const Items& items, std::uint64_t i) {
  return {.customer = items.text("pk", i),
          .number = static_cast<std::int64_t>(i % items.layout().group),
          .title = items.text("title", i),
          .body = items.text("body", i),
          .visits = 1};
}

// The stores' database, used directly or by a client of its server.
class Way {
 public:
  Way(Stores& stores, bool http) {
    if (!http) {
      const auto no_owner = std::shared_ptr<void>();
      database_ = std::shared_ptr<Database>(no_owner, &stores.partita());
      return;
    }
    server::ServerOptions options;
    options.port = 0;
    options.loops = 1;
    auto server = server::Server::start(stores.partita(), options);
    if (!server) fatal(server.error());
    server_ = *std::move(server);
    ConnectOptions connection;
    connection.credentials = Credentials{"bench", "bench"};
    auto remote = connect(server_->url(), connection);
    if (!remote) fatal(remote.error().message);
    database_ = *std::move(remote);
  }

  const std::shared_ptr<Database>& database() const { return database_; }

 private:
  std::unique_ptr<server::Server> server_;
  std::shared_ptr<Database> database_;
};

// The model on the database, with an order for each of the stores' items.
pt::db<Shop> shop_of(const std::shared_ptr<Database>& database, const Items& items) {
  pt::db<Shop> shop(database);
  if (database->describe_table({.table_name = "shop"})) return shop;
  shop.create_table_if_missing().value();
  std::vector<Order> orders;
  for (std::uint64_t i = 0; i < items.count(); ++i) {
    orders.push_back(order_of(items, i));
    if (orders.size() < 1000 && i + 1 < items.count()) continue;
    shop.replace_many(std::exchange(orders, {})).value();
  }
  return shop;
}

// Chooses the item at which each page begins.
class OrderQuery : public Side {
 public:
  OrderQuery(Stores& stores, const Part& part, bool http)
      : way_(stores, http), items_(stores.items()), random_(part.thread), shop_(shop_of(way_.database(), items_)) {}

  void prepare(std::size_t operations) override {
    first_.clear();
    const std::uint64_t group = items_.layout().group;
    for (std::size_t i = 0; i < operations; ++i)
      first_.push_back(
          order_of(items_, random_.below(items_.count() / group) * group + random_.below(group - kPage + 1)));
  }

 protected:
  std::size_t check(std::size_t i, const std::vector<Order>& page) const {
    if (page.size() != kPage || page.front().body != first_[i].body ||
        page.back().number != first_[i].number + kPage - 1)
      fatal("a query of orders gave another page");
    return page.size() * kRecordBytes;
  }

  const Way way_;
  const Items& items_;
  Random random_;
  const pt::db<Shop> shop_;
  std::vector<Order> first_;
};

class TypedQuery final : public OrderQuery {
 public:
  using OrderQuery::OrderQuery;

  std::size_t run(std::size_t i) override {
    const Order& first = first_[i];
    const auto page =
        shop_.query<Orders>("customer"_f = first.customer, "number"_f >= first.number).take(kPage).value();
    return check(i, page.items);
  }
};

std::string text_in(const partita::Item& item, std::string_view name, AttributeType type = AttributeType::S) {
  auto value = item.get(name);
  if (!value || !value->is(type)) fatal(fmt::format("the attribute {} is missing or of another type", name));
  return std::move(value->text());
}

std::int64_t number_in(const partita::Item& item, std::string_view name) {
  const std::string digits = text_in(item, name, AttributeType::N);
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error != std::errc() || end != digits.data() + digits.size())
    fatal(fmt::format("the attribute {} is not a whole number", name));
  return number;
}

class QueryByHand final : public OrderQuery {
 public:
  using OrderQuery::OrderQuery;

  std::size_t run(std::size_t i) override {
    const Order& first = first_[i];
    QueryRequest request;
    request.table_name = "shop";
    request.key_condition_expression = "PK = :p AND SK BETWEEN :from AND :to";
    request.expression_attribute_values = AttributeMap{{":p", "CUSTOMER#" + first.customer},
                                                       {":from", fmt::format("ORDER#{:010}", first.number)},
                                                       {":to", "ORDER#9999999999"}};
    request.limit = kPage;
    const auto page = way_.database()->query(std::move(request));
    if (!page) fatal(page.error().message);
    std::vector<Order> orders;
    orders.reserve(page->items->size());
    for (const partita::Item& item : *page->items) {
      if (text_in(item, "type") != "ORDER") fatal("the query read another entity");
      orders.push_back({.customer = text_in(item, "customer"),
                        .number = number_in(item, "number"),
                        .title = text_in(item, "title"),
                        .body = text_in(item, "body"),
                        .visits = number_in(item, "visits")});
    }
    return check(i, orders);
  }
};

}  // namespace

std::unique_ptr<Side> typed_query(Stores& stores, const Part& part) {
  return std::make_unique<TypedQuery>(stores, part, false);
}
std::unique_ptr<Side> query_by_hand(Stores& stores, const Part& part) {
  return std::make_unique<QueryByHand>(stores, part, false);
}
std::unique_ptr<Side> typed_query_http(Stores& stores, const Part& part) {
  return std::make_unique<TypedQuery>(stores, part, true);
}
std::unique_ptr<Side> query_by_hand_http(Stores& stores, const Part& part) {
  return std::make_unique<QueryByHand>(stores, part, true);
}

}  // namespace partita::bench
