// message: "carts of a customer": expires of CART in by_customer
// message: expired items could not be hidden
#include "shop.h"

struct Cart { std::string cartId, customerId; pt::epoch_seconds expires; };
BOOST_DESCRIBE_STRUCT(Cart, (), (cartId, customerId, expires))
struct CartOf { std::string cartId; };
BOOST_DESCRIBE_STRUCT(CartOf, (), (cartId))
struct CartE : pt::entity<Cart, "CART", pt::key<"CART#{cartId}", "CART">, pt::ttl<"expires">,
    pt::on<"by_customer", "CUST#{customerId}", "CART#{cartId}">> {};
using Asked = pt::pattern<"carts of a customer", CartE, pt::by<"customerId">, pt::as<CartOf>>;
#ifdef MENDED
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::gsi<"by_customer", "GSI1PK", "GSI1SK", pt::include<"expires">>, pt::holds<CartE>> {};
#else
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::gsi<"by_customer", "GSI1PK", "GSI1SK", pt::keys_only>, pt::holds<CartE>> {};
#endif
void use(pt::db<Shop>& db) {
  (void)db.query<Asked>("customerId"_f = "C1");
}
