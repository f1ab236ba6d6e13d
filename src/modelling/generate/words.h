// Names of a model as words, from which each language makes its identifiers.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace partita::modelling {

// "ORDER_ITEM" is ORDER and ITEM, "orderItem" is order and Item. Other bytes than letters and digits divide words. The
// result has a word at least, and the first one begins with a letter: it is "x" if the name does not give one.
std::vector<std::string> words_in(std::string_view name);

// "ORDER_ITEM" and "order-item" become OrderItem.
std::string camel(std::string_view name);
// "Orders of a customer" becomes ordersOfACustomer.
std::string lower_camel(std::string_view name);
// "orderItem" becomes order_item.
std::string snake(std::string_view name);

// Makes names that differ from each other.
class DistinctNames {
 public:
  // Returns the name, or the name with a number if it was returned before.
  std::string distinct(std::string name);

 private:
  std::set<std::string> taken_;
};

}  // namespace partita::modelling
