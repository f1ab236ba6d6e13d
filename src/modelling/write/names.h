// Identifiers of programs and templates, made from names of tables and models.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace partita::modelling {

// Letters and digits only, each word with a capital: "shop-orders" becomes "ShopOrders". It begins with a letter;
// `otherwise` is for a name without a letter or digit, and comes before a name that begins with a digit.
std::string camel_name(std::string_view name, std::string_view otherwise);
// Letters, digits and '_': "shop-orders" becomes "shop_orders". `otherwise` as above.
std::string snake_name(std::string_view name, std::string_view otherwise);

// True if the name has only letters, digits and '_' and does not begin with a digit.
bool is_plain_name(std::string_view name);

// The made names, of which later ones get a number if an earlier one is the same.
std::vector<std::string> distinct_names(const std::vector<std::string>& names,
                                        const std::function<std::string(const std::string&)>& make);

}  // namespace partita::modelling
