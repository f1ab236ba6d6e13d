// message: entity ORDER: createdAt
// message: the field is unique, and its old value must be released
#include "shop.h"

struct OrderE
    : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}#{orderId}", "{createdAt:day}">, pt::unique<"createdAt">, pt::lossy> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<OrderE>> {};
void use(pt::db<Shop>& db) {
#ifdef MENDED
  (void)db.run(pt::remove<OrderE>("customerId"_f = "C1", "orderId"_f = "O1", "createdAt"_f = "2026-01-05T10:00:00Z"_utc)
                   .read_first());
#else
  (void)db.run(pt::remove<OrderE>("customerId"_f = "C1", "orderId"_f = "O1", "createdAt"_f = "2026-01-05T10:00:00Z"_utc));
#endif
}
