// message: several entities of the table have this struct
// errors: 2
#include "shop.h"

struct OpenE : pt::entity<Customer, "OPEN", pt::key<"OPEN#{customerId}">> {};
struct DoneE : pt::entity<Customer, "DONE", pt::key<"DONE#{customerId}">> {};
struct Shop : pt::table<"shop", pt::primary<"PK">, pt::holds<OpenE, DoneE>> {};
#ifdef MENDED
bool is_open(const pt::change<Shop>& change) { return change.after<OpenE>() != nullptr; }
#else
bool is_open(const pt::change<Shop>& change) { return change.after<Customer>() != nullptr; }
#endif
