// message: the sentinels of CLIENT and CUSTOMER have one name
// message: two entities of a table have one tag
#include "shop.h"

#ifdef MENDED
struct ClientE : pt::entity<Customer, "CLIENT", pt::key<"CLIENT#{customerId}", "PROFILE">, pt::unique<"email">> {};
#else
struct ClientE : pt::entity<Customer, "CLIENT", pt::key<"CLIENT#{customerId}", "PROFILE">, pt::unique<"email">,
                            pt::sentinels_of<"CUSTOMER">> {};
#endif
struct CustomerE : pt::entity<Customer, "CUSTOMER", pt::key<"CUST#{customerId}", "PROFILE">, pt::unique<"email">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<ClientE, CustomerE>> {};
static_assert(right<Shop>);
