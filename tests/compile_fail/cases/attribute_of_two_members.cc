// message: member city of entity CUSTOMER is stored as city, which is the attribute of member email
// message: two writers share one attribute
#include "shop.h"

#ifdef MENDED
using Stored = pt::stored_as<"email", "mail">;
#else
using Stored = pt::stored_as<"email", "city">;
#endif
struct CustomerE : pt::entity<Customer, "CUSTOMER", pt::key<"CUST#{customerId}", "PROFILE">,
                              Stored> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<CustomerE>> {};
static_assert(right<Shop>);
