// message: region of BRANCH: SALE has region of an enumeration with other texts
// message: name the member that has the value with pt::refers
#include "shop.h"

enum class Region { EU, US };
BOOST_DESCRIBE_ENUM(Region, EU, US)
enum class Market { EU, ASIA };
BOOST_DESCRIBE_ENUM(Market, EU, ASIA)

struct Branch {
  Region region = Region::EU;
  std::string name;
};
BOOST_DESCRIBE_STRUCT(Branch, (), (region, name))

struct Sale {
  std::string saleId, branchName;
#ifdef MENDED
  Region region = Region::EU;
#else
  Market region = Market::EU;
#endif
};
BOOST_DESCRIBE_STRUCT(Sale, (), (saleId, branchName, region))

struct BranchE : pt::entity<Branch, "BRANCH", pt::key<"BRANCH#{region}">> {};
struct SaleE : pt::entity<Sale, "SALE", pt::key<"SALE#{saleId}">, pt::on<"by_region", "{region}", "{saleId}">, pt::copy_of<"branchName", BranchE, "name">> {};

struct Sales : pt::table<"sales", pt::primary<"PK">, pt::gsi<"by_region", "GSI1PK", "GSI1SK">, pt::holds<BranchE, SaleE>> {};
void use(pt::db<Sales>& db) { (void)db.create_table_if_missing(); }
