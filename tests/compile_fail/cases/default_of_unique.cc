// message: member email of entity CUSTOMER
// message: a unique member has a default
#include "shop.h"

#ifdef MENDED
using Defaults = pt::defaults<"city">;
#else
using Defaults = pt::defaults<"city", "email">;
#endif
struct CustomerE : pt::entity<Customer, "CUSTOMER", pt::key<"CUST#{customerId}", "PROFILE">, pt::unique<"email">, Defaults> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<CustomerE>> {};
static_assert(right<Shop>);
