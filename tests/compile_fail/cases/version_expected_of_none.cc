// message: the entity has no version
#include "shop.h"

struct CustomerE : pt::entity<Customer, "CUSTOMER", pt::key<"C#{customerId}">> {};
struct Shop : pt::table<"shop", pt::primary<"PK">, pt::holds<CustomerE>> {};
#ifdef MENDED
void write(pt::db<Shop>& db) { db.replace(Customer()).value(); }
#else
void write(pt::db<Shop>& db) { db.replace(Customer()).expect_version(1).value(); }
#endif
