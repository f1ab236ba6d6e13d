// message: the value for price of entity WARE has the type
// message: a text is not a time, date, decimal or id
// errors: 2
#include "shop.h"

struct Ware {
  std::string sku;
  std::optional<pt::decimal> price;
};
BOOST_DESCRIBE_STRUCT(Ware, (), (sku, price))
struct WareE : pt::entity<Ware, "WARE", pt::key<"WARE#{sku}">> {};
struct Wares : pt::table<"wares", pt::primary<"PK">, pt::holds<WareE>> {};
void use(pt::db<Wares>& db) {
#ifdef MENDED
  (void)db.scan<WareE>().filter("price"_f < "12.50"_dec);
#else
  (void)db.scan<WareE>().filter("price"_f < "12.50");
#endif
}
