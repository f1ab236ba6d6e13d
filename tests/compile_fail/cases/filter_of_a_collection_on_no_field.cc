// message: entity ORDER has no member quality
// message: this field is not a member
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">> {};
struct LineE : pt::entity<Line, "LINE", pt::key<"CUST#{customerId}", "ORDER#{orderId}#LINE#{lineId}">> {};
struct CustomerE : pt::entity<Customer, "CUSTOMER", pt::key<"CUST#{customerId}", "PROFILE">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<OrderE, LineE, CustomerE>> {};
struct Whole { Order order; std::vector<Line> lines; };
using Asked = pt::collect<"order", Whole, pt::one<OrderE>, pt::many<LineE>, pt::by<"customerId", "orderId">>;
void use(pt::db<Shop>& db) {
#ifdef MENDED
  (void)db.load<Asked>("customerId"_f = "C", "orderId"_f = "O").filter("quantity"_f == 1);
#else
  (void)db.load<Asked>("customerId"_f = "C", "orderId"_f = "O").filter("quality"_f == 1);
#endif
}
