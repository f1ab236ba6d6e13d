// message: member price of entity WARE
// message: a floating-point or decimal number has no such text
#include "shop.h"

struct Ware {
  std::string sku;
  pt::decimal price;
  std::int64_t cents = 0;
};
BOOST_DESCRIBE_STRUCT(Ware, (), (sku, price, cents))
#ifdef MENDED
struct WareE : pt::entity<Ware, "WARE", pt::key<"WARE#{sku}">, pt::unique<"cents">> {};
#else
struct WareE : pt::entity<Ware, "WARE", pt::key<"WARE#{sku}">, pt::unique<"price">> {};
#endif
struct Wares : pt::table<"wares", pt::primary<"PK">, pt::holds<WareE>> {};
static_assert(right<Wares>);
