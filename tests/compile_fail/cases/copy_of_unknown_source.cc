// message: buyerName follows from the item that shop refers to
// message: so it must give all members that refer to that item
#include "shop.h"

struct Buyer {
  std::string shop, buyerId, name;
  std::optional<std::string> city;
  std::int64_t version = 0;
};
BOOST_DESCRIBE_STRUCT(Buyer, (), (shop, buyerId, name, city, version))

struct Sale {
  std::string saleId, shop, buyerId, buyerName;
  std::optional<std::string> city;
  int cents = 0;
};
BOOST_DESCRIBE_STRUCT(Sale, (), (saleId, shop, buyerId, buyerName, city, cents))

struct BuyerE : pt::entity<Buyer, "BUYER", pt::key<"BUYER#{shop}#{buyerId}">> {};
struct SaleE : pt::entity<Sale, "SALE", pt::key<"SALE#{saleId}">, pt::on<"by_buyer", "{shop}#{buyerId}", "{saleId}">, pt::copy_of<"buyerName", BuyerE, "name">> {};

struct Sales : pt::table<"sales", pt::primary<"PK">, pt::gsi<"by_buyer", "GSI1PK", "GSI1SK">, pt::holds<BuyerE, SaleE>> {};
void use(pt::db<Sales>& db) {
#ifdef MENDED
  (void)db.run(pt::update<SaleE>("saleId"_f = "1").set("buyerId"_f = "2").given("shop"_f = "1"));
#else
  (void)db.run(pt::update<SaleE>("saleId"_f = "1").set("buyerId"_f = "2").read_first());
#endif
}
