// Compares the cost of a typed query with that of the same query by hand. The items are read in place, so a row of the
// answer costs only the strings of its struct.
#include <gtest/gtest.h>
#include <partita/database.h>
#include <partita/model.h>
#include <partita/open.h>

#include <algorithm>
#include <charconv>
#include <iostream>

#include "protocol/codec.h"
#include "work/allocations.h"

namespace typed_query_test {

namespace pt = partita::model;
using namespace pt::literals;
using partita::AttributeMap;

struct Order {
  std::string customer;
  std::int64_t number = 0;
  std::string title;
  std::int64_t visits = 0;
};
BOOST_DESCRIBE_STRUCT(Order, (), (customer, number, title, visits))

// A text that is too long for a std::string's own buffer, as each `title` is. Each `customer` fits.
constexpr const char* kTitle = "a title of more than sixteen bytes";
constexpr std::uint64_t kLongStrings = 1;

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUSTOMER#{customer}", "ORDER#{number:010d}">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<OrderE>> {};
using Orders = pt::pattern<"Orders of a customer, by number", OrderE, pt::by<"customer">, pt::ascending<"number">>;

class TypedQueryWork : public testing::Test {
 protected:
  TypedQueryWork() {
    shop_.create_table_if_missing().value();
    std::vector<Order> orders;
    for (std::int64_t number = 0; number < 300; ++number) orders.push_back({"ada", number, kTitle, number});
    shop_.replace_many(orders).value();
  }

  // The allocations of a call after caches are filled.
  template <class Run>
  static std::uint64_t allocations_of(Run run) {
    std::uint64_t least = UINT64_MAX;
    for (int i = 0; i < 8; ++i) {
      const std::uint64_t before = partita::work::allocations().count;
      run();
      least = std::min(least, partita::work::allocations().count - before);
    }
    return least;
  }

  std::uint64_t typed(std::int64_t items) const {
    return allocations_of([&] {
      const auto page = shop_.query<Orders>("customer"_f = "ada", "number"_f >= 5).take(items).value();
      EXPECT_EQ(page.items.size(), static_cast<std::size_t>(items));
      EXPECT_EQ(page.items.back().number, 4 + items);
    });
  }

  std::uint64_t by_hand(std::int64_t items) const {
    const auto text_in = [](const partita::Item& item, std::string_view name) { return item.get(name)->text(); };
    const auto number_in = [&](const partita::Item& item, std::string_view name) {
      const std::string digits = text_in(item, name);
      std::int64_t number = 0;
      std::from_chars(digits.data(), digits.data() + digits.size(), number);
      return number;
    };
    return allocations_of([&] {
      partita::QueryRequest request;
      request.table_name = "shop";
      request.key_condition_expression = "PK = :p AND SK BETWEEN :from AND :to";
      request.expression_attribute_values =
          AttributeMap{{":p", "CUSTOMER#ada"}, {":from", "ORDER#0000000005"}, {":to", "ORDER#9999999999"}};
      request.limit = items;
      const auto page = database_->query(std::move(request)).value();
      std::vector<Order> orders;
      orders.reserve(page.items->size());
      for (const partita::Item& item : *page.items)
        orders.push_back(
            {text_in(item, "customer"), number_in(item, "number"), text_in(item, "title"), number_in(item, "visits")});
      EXPECT_EQ(orders.back().number, 4 + items);
    });
  }

  const std::shared_ptr<partita::Database> database_{partita::open("", {.in_memory = true}).value()};
  const pt::db<Shop> shop_{database_};
};

TEST_F(TypedQueryWork, a_row_costs_its_structs_strings) {
  const std::uint64_t ten = typed(10), hundred = typed(100), hand_ten = by_hand(10), hand_hundred = by_hand(100);
  std::cout << "typed query: " << ten << " allocations for 10 items, " << hundred << " for 100; by hand: " << hand_ten
            << " and " << hand_hundred << "\n";
  // In addition to the strings, a few vectors and buffers of the page are longer.
  EXPECT_LE(hundred - ten, 90 * kLongStrings + 8);
  EXPECT_LE(ten, 88u);
  // The request, its answer and the page's token cost little more than the parts of a query by hand.
  EXPECT_LE(ten, hand_ten + 6);
  EXPECT_LE(hundred, hand_hundred);
}

TEST_F(TypedQueryWork, an_item_of_a_remote_answer_costs_its_bytes_alone) {
  const auto allocations_to_read = [&](std::int64_t items) {
    partita::QueryRequest request{.table_name = "shop", .limit = items};
    request.key_condition_expression = "PK = :p";
    request.expression_attribute_values = AttributeMap{{":p", "CUSTOMER#ada"}};
    std::string json;
    partita::protocol::encode_response(database_->query(request).value(), json);
    return allocations_of([&] {
      const auto answer = partita::protocol::decode_response<partita::QueryResponse>(json);
      EXPECT_EQ(answer->items->size(), static_cast<std::size_t>(items));
    });
  };
  const std::uint64_t ten = allocations_to_read(10), hundred = allocations_to_read(100);
  std::cout << "remote answer: " << ten << " allocations for 10 items, " << hundred << " for 100\n";
  EXPECT_LE(hundred - ten, 90 * 2u + 8);
}

}  // namespace typed_query_test
