// message: partita: an entity of this db copies from an entity that none of its tables holds
// errors: 1
#include "shop.h"

struct Buyer {
  std::string buyerId, name;
  std::optional<std::string> city;
};
BOOST_DESCRIBE_STRUCT(Buyer, (), (buyerId, name, city))

struct Sale {
  std::string saleId, buyerId, sellerId, buyerName;
  std::optional<std::string> city;
};
BOOST_DESCRIBE_STRUCT(Sale, (), (saleId, buyerId, sellerId, buyerName, city))

struct BuyerE : pt::entity<Buyer, "BUYER", pt::key<"BUYER#{buyerId}">> {};
struct SaleE : pt::entity<Sale, "SALE", pt::key<"SALE#{saleId}">, pt::on<"by_buyer", "{buyerId}", "{saleId}">, pt::copy_of<"buyerName", BuyerE, "name">> {};

struct Buyers : pt::table<"buyers", pt::primary<"PK">, pt::holds<BuyerE>> {};
struct Sales : pt::table<"sales", pt::primary<"PK">, pt::gsi<"by_buyer", "GSI1PK", "GSI1SK">, pt::holds<SaleE>> {};
#ifdef MENDED
void use(pt::db<Sales, Buyers>& db) { (void)db.create_table_if_missing(); }
#else
void use(pt::db<Sales>& db) { (void)db.create_table_if_missing(); }
#endif
