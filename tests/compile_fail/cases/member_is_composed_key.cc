// message: member PK of entity LINE is stored as PK, which is a key attribute composed as LINE#{PK}
// message: two writers share one attribute
#include "shop.h"

struct Row {
  std::string PK, text;
};
BOOST_DESCRIBE_STRUCT(Row, (), (PK, text))
#ifdef MENDED
struct RowE : pt::entity<Row, "LINE", pt::key<"LINE#{PK}">, pt::stored_as<"PK", "line">> {};
#else
struct RowE : pt::entity<Row, "LINE", pt::key<"LINE#{PK}">> {};
#endif
struct Shop : pt::table<"shop", pt::primary<"PK">, pt::holds<RowE>> {};
static_assert(right<Shop>);
