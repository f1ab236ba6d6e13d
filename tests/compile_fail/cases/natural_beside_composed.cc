// message: NOTE and CUSTOMER both have keys like
// message: with {id:reject}, which refuses a # in it
#include "shop.h"

struct Note { std::string PK, SK, text; };
BOOST_DESCRIBE_STRUCT(Note, (), (PK, SK, text))
#ifdef MENDED
struct NoteE : pt::entity<Note, "NOTE", pt::key<"{PK:reject}", "{SK}">> {};
#else
struct NoteE : pt::entity<Note, "NOTE", pt::key<"{PK}", "{SK}">> {};
#endif
struct CustomerE : pt::entity<Customer, "CUSTOMER", pt::key<"CUST#{customerId}", "PROFILE">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<NoteE, CustomerE>> {};
static_assert(right<Shop>);
