// message: sellerName of SALE, a copy of name of SELLER: the library sets sellerId
// message: the library itself sets a member that refers to the source of this copy
#include "shop.h"

struct Shelf {
  std::string shelfId, sellerId;
};
BOOST_DESCRIBE_STRUCT(Shelf, (), (shelfId, sellerId))

struct Seller {
  std::string sellerId, name;
};
BOOST_DESCRIBE_STRUCT(Seller, (), (sellerId, name))

struct Sale {
  std::string saleId, shelfId, sellerId, sellerName;
};
BOOST_DESCRIBE_STRUCT(Sale, (), (saleId, shelfId, sellerId, sellerName))

struct ShelfE : pt::entity<Shelf, "SHELF", pt::key<"SHELF#{shelfId}">> {};
struct SellerE : pt::entity<Seller, "SELLER", pt::key<"SELLER#{sellerId}">> {};
struct SaleE : pt::entity<Sale, "SALE", pt::key<"SALE#{saleId}">, pt::on<"by_shelf", "{shelfId}", "{saleId}">,
#ifndef MENDED
                          pt::copy_of<"sellerId", ShelfE, "sellerId">,
#endif
                          pt::on<"by_seller", "{sellerId}", "{saleId}">, pt::copy_of<"sellerName", SellerE, "name">> {};

struct Sales : pt::table<"sales", pt::primary<"PK">, pt::gsi<"by_shelf", "GSI1PK", "GSI1SK">,
                         pt::gsi<"by_seller", "GSI2PK", "GSI2SK">, pt::holds<ShelfE, SellerE, SaleE>> {};
void use(pt::db<Sales>& db) { (void)db.create_table_if_missing(); }
