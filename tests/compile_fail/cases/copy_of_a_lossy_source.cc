// message: saleName of SALE
// message: does not tell at
// message: pt::lossy
#include "shop.h"

struct Day {
  pt::utc_ms at;
  std::string name;
};
BOOST_DESCRIBE_STRUCT(Day, (), (at, name))

struct Sale {
  std::string saleId;
  pt::utc_ms at;
  std::string saleName;
};
BOOST_DESCRIBE_STRUCT(Sale, (), (saleId, at, saleName))

#ifdef MENDED
struct DayE : pt::entity<Day, "DAY", pt::key<"DAY#{at}">> {};
#else
struct DayE : pt::entity<Day, "DAY", pt::key<"DAY#{at:day}">, pt::lossy> {};
#endif
struct SaleE : pt::entity<Sale, "SALE", pt::key<"SALE#{saleId}">, pt::on<"by_day", "{at}", "{saleId}">, pt::copy_of<"saleName", DayE, "name">> {};

struct Sales : pt::table<"sales", pt::primary<"PK">, pt::gsi<"by_day", "GSI1PK", "GSI1SK">, pt::holds<DayE, SaleE>> {};
void use(pt::db<Sales>& db) { (void)db.create(Sale{}); }
