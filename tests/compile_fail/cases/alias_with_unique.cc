// message: entity CLIENT
// message: give the tag under which they are stored with pt::sentinels_of
#include "shop.h"

#ifdef MENDED
struct CustomerE : pt::entity<Customer, "CLIENT", pt::key<"CUST#{customerId}", "PROFILE">, pt::unique<"email">,
                              pt::tag_alias<"CUSTOMER">, pt::sentinels_of<"CUSTOMER">> {};
#else
struct CustomerE : pt::entity<Customer, "CLIENT", pt::key<"CUST#{customerId}", "PROFILE">, pt::unique<"email">,
                              pt::tag_alias<"CUSTOMER">> {};
#endif
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<CustomerE>> {};
static_assert(right<Shop>);
