// message: a copy of SALE: buyerId of BUYER is named twice
// message: names a member of the source's primary key
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
#ifdef MENDED
struct SaleE : pt::entity<Sale, "SALE", pt::key<"SALE#{saleId}">, pt::on<"by_buyer", "{sellerId}", "{saleId}">, pt::copy_of<"buyerName", BuyerE, "name", pt::refers<"sellerId", "buyerId">>> {};
#else
struct SaleE : pt::entity<Sale, "SALE", pt::key<"SALE#{saleId}">, pt::on<"by_buyer", "{buyerId}", "{saleId}">, pt::copy_of<"buyerName", BuyerE, "name", pt::refers<"sellerId", "buyerId">, pt::refers<"buyerId", "buyerId">>> {};
#endif

struct Sales : pt::table<"sales", pt::primary<"PK">, pt::gsi<"by_buyer", "GSI1PK", "GSI1SK">, pt::holds<BuyerE, SaleE>> {};
void use(pt::db<Sales>& db) { (void)db.create_table_if_missing(); }
