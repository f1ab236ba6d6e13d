// message: the member count of entity PAGE
// message: the version counts every write of an item
#include "shop.h"

struct Page {
  std::string id;
#ifdef MENDED
  std::optional<std::int64_t> count;
#else
  std::optional<std::int16_t> count;
#endif
};
BOOST_DESCRIBE_STRUCT(Page, (), (id, count))
struct PageE : pt::entity<Page, "PAGE", pt::key<"PAGE#{id}">, pt::version<"count">> {};
struct Pages : pt::table<"pages", pt::primary<"PK">, pt::holds<PageE>> {};
static_assert(right<Pages>);
