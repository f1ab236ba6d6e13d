// message: the index does not hold quantity of LINE: by_order
// message: project it or read from the table
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">,
    pt::on<"by_order", "ORDER#{orderId}", "A">> {};
struct LineE : pt::entity<Line, "LINE", pt::key<"CUST#{customerId}", "LINE#{orderId}#{lineId}">,
    pt::on<"by_order", "ORDER#{orderId}", "LINE#{lineId}">> {};
struct Whole { std::vector<Line> lines; };
using Asked = pt::collect<"lines", Whole, pt::many<LineE>, pt::by<"orderId">, pt::using_index<"by_order">>;
#ifdef MENDED
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::gsi<"by_order", "GSI1PK", "GSI1SK", pt::include<"quantity">>, pt::holds<OrderE, LineE>> {};
#else
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::gsi<"by_order", "GSI1PK", "GSI1SK", pt::keys_only>, pt::holds<OrderE, LineE>> {};
#endif
void use(pt::db<Shop>& db) {
  (void)db.load<Asked>("orderId"_f = "O1");
}
