// message: buyerName of SALE, a copy of name of BUYER
// message: neither in the primary key nor unique
#include "shop.h"

struct Buyer {
  std::string buyerId, name;
  std::optional<std::string> city;
  std::int64_t version = 0;
};
BOOST_DESCRIBE_STRUCT(Buyer, (), (buyerId, name, city, version))

struct Sale {
  std::string saleId, buyerId, buyerName;
  std::optional<std::string> city;
  int cents = 0;
};
BOOST_DESCRIBE_STRUCT(Sale, (), (saleId, buyerId, buyerName, city, cents))

struct BuyerE : pt::entity<Buyer, "BUYER", pt::key<"BUYER#{buyerId}">, pt::version<"version">> {};
#ifdef MENDED
struct SaleE : pt::entity<Sale, "SALE", pt::key<"SALE#{saleId}">, pt::on<"by_buyer", "{buyerId}", "{saleId}">, pt::copy_of<"buyerName", BuyerE, "name">> {};
#else
struct SaleE : pt::entity<Sale, "SALE", pt::key<"SALE#{buyerName}#{saleId}">, pt::on<"by_buyer", "{buyerId}", "{saleId}">,
                          pt::copy_of<"buyerName", BuyerE, "name">> {};
#endif

struct Sales : pt::table<"sales", pt::primary<"PK">, pt::gsi<"by_buyer", "GSI1PK", "GSI1SK">, pt::holds<BuyerE, SaleE>> {};
void use(pt::db<Sales>& db) { (void)db.create_table_if_missing(); }
