// message: two tables of this db hold the entity, and a call does not say which one it means
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">> {};
#ifdef MENDED
struct ArchivedOrderE : OrderE::declaration {};
#else
using ArchivedOrderE = OrderE;
#endif
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<OrderE>> {};
struct Archive : pt::table<"archive", pt::primary<"PK", "SK">, pt::holds<ArchivedOrderE>> {};

auto put(const pt::db<Shop, Archive>& db, const Order& order) { return db.run(pt::create<OrderE>(order)); }
auto archive(const pt::db<Shop, Archive>& db, const Order& order) { return db.run(pt::create<ArchivedOrderE>(order)); }
