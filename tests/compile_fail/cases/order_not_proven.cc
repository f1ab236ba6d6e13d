// message: ORDER must sort before CUSTOMER
// message: the collection is read from the end
#include "shop.h"

#ifdef MENDED
struct CustomerE : pt::entity<Customer, "CUSTOMER", pt::key<"CUST#{customerId}", "PROFILE">> {};
#else
struct CustomerE : pt::entity<Customer, "CUSTOMER", pt::key<"CUST#{customerId}", "A">> {};
#endif
struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<OrderE, CustomerE>> {};
struct Recent { Customer customer; std::vector<Order> orders; };
using Asked = pt::collect<"recent", Recent, pt::one<CustomerE>, pt::newest_many<OrderE>, pt::by<"customerId">>;
void use(pt::db<Shop>& db) {
  (void)db.load<Asked>("customerId"_f = "C1").take(3);
}
