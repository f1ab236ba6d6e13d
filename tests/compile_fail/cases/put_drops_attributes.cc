// message: a struct of customerId orderId lineId quantity
// message: put would drop the attributes that the struct does not name
#include "shop.h"

struct LineE : pt::entity<Line, "LINE", pt::key<"CUST#{customerId}", "LINE#{orderId}#{lineId}">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<LineE>> {};
void use(pt::db<Shop>& db) {
#ifdef MENDED
  (void)db.replace(Line());
  (void)db.transact(pt::replace(Line()), pt::replace<LineE>(Line()));
#else
  (void)db.put(Line());
#endif
}
