// message: the attribute kind of entity CUSTOMER
// message: give that key the tag as its template
#include "shop.h"

#ifdef MENDED
struct CustomerE : pt::entity<Customer, "CUSTOMER", pt::key<"{customerId}">, pt::on<"all", "CUSTOMER", "{city}">> {};
#else
struct CustomerE : pt::entity<Customer, "CUSTOMER", pt::key<"{customerId}">, pt::on<"all", "CUST", "{city}">> {};
#endif
struct Shop : pt::table<"shop", pt::primary<"customerId">, pt::type_tag<"kind">, pt::gsi<"all", "kind", "city">,
                        pt::holds<CustomerE>> {};
static_assert(right<Shop>);
