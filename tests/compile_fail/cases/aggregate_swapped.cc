// message: "order" has, in this order: one ORDER many LINE
// message: the members of the aggregate are not those of the collection, in the same order
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">> {};
struct LineE : pt::entity<Line, "LINE", pt::key<"CUST#{customerId}", "ORDER#{orderId}#LINE#{lineId}">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<OrderE, LineE>> {};
#ifdef MENDED
struct Whole { Order order; std::vector<Line> lines; };
#else
struct Whole { std::vector<Line> lines; Order order; };
#endif
using Asked = pt::collect<"order", Whole, pt::one<OrderE>, pt::many<LineE>, pt::by<"customerId", "orderId">>;
auto use(pt::db<Shop>& db) {
  return db.load<Asked>("customerId"_f = "C1", "orderId"_f = "O1").value();
}
