// message: customerId in "CUST#{customerId:shard8was5}" for the key attribute PK
// message: an item is found under one primary key
#include "shop.h"

#ifdef MENDED
struct CustomerE : pt::entity<Customer, "CUSTOMER", pt::key<"CUST#{customerId:shard8}", "{customerId}">> {};
#else
struct CustomerE : pt::entity<Customer, "CUSTOMER", pt::key<"CUST#{customerId:shard8was5}", "{customerId}">> {};
#endif
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<CustomerE>> {};
static_assert(right<Shop>);
