// Names of models as identifiers.
#include "modelling/generate/words.h"

#include <gtest/gtest.h>

namespace partita::modelling {
namespace words_test {

TEST(Words, BecomeIdentifiersInEachStyle) {
  struct Case {
    const char* name;
    const char* camel;
    const char* lower;
    const char* snake;
  };
  const Case cases[] = {
      {"ORDER_ITEM", "OrderItem", "orderItem", "order_item"},
      {"orderItem", "OrderItem", "orderItem", "order_item"},
      {"Orders of a customer", "OrdersOfACustomer", "ordersOfACustomer", "orders_of_a_customer"},
      {"a-b.c", "ABC", "aBC", "a_b_c"},
      {"3 days", "X3Days", "x3Days", "x_3_days"},
      {"", "X", "x", "x"},
      {"\xc3\xbc", "X", "x", "x"},
  };
  for (const Case& one : cases) {
    EXPECT_EQ(camel(one.name), one.camel);
    EXPECT_EQ(lower_camel(one.name), one.lower);
    EXPECT_EQ(snake(one.name), one.snake);
  }
}

TEST(Words, NamesAreDistinct) {
  DistinctNames names;
  EXPECT_EQ(names.distinct("order"), "order");
  EXPECT_EQ(names.distinct("order"), "order2");
  EXPECT_EQ(names.distinct("order2"), "order22");
}

}  // namespace words_test
}  // namespace partita::modelling
