// The model layer's typed query of ten orders, beside the same query written by hand over Database: same table, same
// structs as the answer.
#include "embedded/typed_query.h"

#include "common/give_up.h"

#include <partita/model.h>

#include <charconv>

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

// The model on the stores' database, with an order for each of their items.
pt::db<Shop> shop_of(Stores& stores) {
  const auto no_owner = std::shared_ptr<void>();
  pt::db<Shop> shop(std::shared_ptr<Database>(no_owner, &stores.partita()));
  if (stores.partita().describe_table({.table_name = "shop"})) return shop;
  shop.create_table_if_missing().value();
  std::vector<Order> orders;
  for (std::uint64_t i = 0; i < stores.items().count(); ++i) {
    orders.push_back(order_of(stores.items(), i));
    if (orders.size() < 1000 && i + 1 < stores.items().count()) continue;
    shop.replace_many(std::exchange(orders, {})).value();
  }
  return shop;
}

// Where each page begins.
class OrderQuery : public Side {
 public:
  OrderQuery(Stores& stores, const Part& part) : items_(stores.items()), random_(part.thread) {}

  void prepare(std::size_t operations) override {
    first_.clear();
    const std::uint64_t group = items_.layout().group;
    for (std::size_t i = 0; i < operations; ++i)
      first_.push_back(order_of(items_, random_.below(items_.count() / group) * group + random_.below(group - kPage + 1)));
  }

 protected:
  std::size_t check(std::size_t i, const std::vector<Order>& page) const {
    if (page.size() != kPage || page.front().body != first_[i].body || page.back().number != first_[i].number + kPage - 1)
      give_up("a query of orders gave another page");
    return page.size() * kRecordBytes;
  }

  const Items& items_;
  Random random_;
  std::vector<Order> first_;
};

class TypedQuery final : public OrderQuery {
 public:
  TypedQuery(Stores& stores, const Part& part) : OrderQuery(stores, part), shop_(shop_of(stores)) {}

  std::size_t run(std::size_t i) override {
    const Order& first = first_[i];
    const auto page = shop_.query<Orders>("customer"_f = first.customer, "number"_f >= first.number).take(kPage).value();
    return check(i, page.items);
  }

 private:
  const pt::db<Shop> shop_;
};

std::string text_in(const partita::Item& item, std::string_view name) { return item.get(name)->text(); }

std::int64_t number_in(const partita::Item& item, std::string_view name) {
  const std::string digits = text_in(item, name);
  std::int64_t number = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return number;
}

class QueryByHand final : public OrderQuery {
 public:
  QueryByHand(Stores& stores, const Part& part) : OrderQuery(stores, part), database_(stores.partita()) { shop_of(stores); }

  std::size_t run(std::size_t i) override {
    const Order& first = first_[i];
    QueryRequest request;
    request.table_name = "shop";
    request.key_condition_expression = "PK = :p AND SK BETWEEN :from AND :to";
    request.expression_attribute_values = AttributeMap{{":p", "CUSTOMER#" + first.customer},
                                                       {":from", fmt::format("ORDER#{:010}", first.number)},
                                                       {":to", "ORDER#9999999999"}};
    request.limit = kPage;
    const auto page = database_.query(std::move(request));
    if (!page) give_up(page.error().message);
    std::vector<Order> orders;
    orders.reserve(page->items->size());
    for (const partita::Item& item : *page->items)
      orders.push_back({.customer = text_in(item, "customer"),
                        .number = number_in(item, "number"),
                        .title = text_in(item, "title"),
                        .body = text_in(item, "body"),
                        .visits = number_in(item, "visits")});
    return check(i, orders);
  }

 private:
  Database& database_;
};

}  // namespace

std::unique_ptr<Side> typed_query(Stores& stores, const Part& part) { return std::make_unique<TypedQuery>(stores, part); }
std::unique_ptr<Side> query_by_hand(Stores& stores, const Part& part) {
  return std::make_unique<QueryByHand>(stores, part);
}

}  // namespace partita::bench
